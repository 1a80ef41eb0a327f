//! `pictures`: takes the screenshots for the documentation while a short script plays the program in VICE.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use cargo_c64::output;
use cargo_c64::setup::Setup;
use serde::Serialize;

use crate::own::{self, Own};
use crate::pictures;
use crate::workspace::Workspace;

/// Arguments of `pictures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write the pictures to [default: docs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// A picture that was written.
#[derive(Debug, Serialize)]
struct Written {
    file: PathBuf,
    bytes: usize,
}

/// Takes all pictures and writes them.
///
/// # Errors
/// Something that is needed is missing, the program does not do what the script expects, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let paths = setup.vice()?;
    let console = own::program(&workspace, Own::Console, setup)?;
    let program = own::program(&workspace, Own::Play, setup)?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.root().join("docs"));
    let mut written = Vec::new();
    pictures::take(&paths, &console.image.prg, &program.image.prg, |name, bytes| {
        let file = folder.join(name);
        output::write_file(&file, &bytes)?;
        if !args.json {
            output::print(&format!("{}, {} bytes", file.display(), bytes.len()))?;
        }
        written.push(Written { file, bytes: bytes.len() });
        Ok(())
    })?;
    if args.json {
        output::print_json(&written)?;
    }
    Ok(ExitCode::SUCCESS)
}
