//! `build`: compiles this project's programs or a user's crate, and writes program, listing, labels, map and disk image.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use crate::output;
use crate::own::{self, Summary};
use crate::rust_build::{self, Built, Choice};
use crate::setup::Setup;
use crate::workspace::Workspace;

/// What to build, and where to write it.
#[derive(Debug, clap::Args)]
#[command(mut_group("choice", |group| group.requires("manifest_path")))]
pub struct Args {
    /// Cargo.toml of your crate [default: build the programs of this project]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of that crate to build, and how.
    #[command(flatten)]
    choice: Choice,
    /// Make the program self-extracting, which makes the file smaller (this project's game program always is)
    #[arg(long, requires = "manifest_path")]
    pack: bool,
    /// Folder to write the files to [default: target/c64/out]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// Bytes of a file in a sector of a 1541 disk.
const BLOCK: usize = 254;

/// Builds the programs and prints where their files are.
///
/// # Errors
/// Something that is needed is missing, the program does not compile, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let summary = match &args.manifest_path {
        None => {
            let workspace = Workspace::find()?;
            let out = args.out.clone().unwrap_or_else(|| workspace.out());
            own::own(&workspace, &out, setup)?
        }
        Some(manifest) => {
            let target = other_target(manifest)?;
            let out = args.out.clone().unwrap_or_else(|| target.join("out"));
            let choice = Choice { out: Some(out.clone()), ..args.choice.clone() };
            let built = rust_build::build(&setup.rust_for(manifest)?, manifest, &choice, &target)?;
            let prg = own::prg_in(&out, &built);
            let packed = if args.pack { smaller(&built, own::packed(&built, &prg)?) } else { None };
            own::write(&built, packed.as_deref(), &prg)?
        }
    };
    match args.json {
        true => output::print_json(&summary)?,
        false => output::print(&text_of(&summary))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the packed file if it is smaller than the program. A small program grows, because the unpacker is added to it.
fn smaller(built: &Built, packed: Vec<u8>) -> Option<Vec<u8>> {
    let (bytes, plain) = (packed.len(), built.image.prg.len());
    if bytes < plain {
        return Some(packed);
    }
    let name = &built.name;
    eprintln!(
        "sys2080: {name} stays unpacked: its {plain} bytes would become {bytes}, including the unpacker"
    );
    None
}

/// The folder to build another crate in.
fn other_target(manifest: &Path) -> Result<PathBuf> {
    Ok(rust_build::checked(manifest)?.with_file_name("target").join("c64"))
}

fn text_of(summary: &Summary) -> String {
    let Summary { load, entry, end, bytes, .. } = summary;
    let packed = summary.unpacked.as_ref().map_or("", |_| " packed");
    let blocks = bytes.div_ceil(BLOCK);
    let mut text =
        format!("{bytes} bytes{packed}, {blocks} blocks, ${load:04X} to ${end:04X}, entry ${entry:04X}");
    let files = [&summary.list, &summary.labels, &summary.map];
    let files = std::iter::once(&summary.prg).chain(&summary.unpacked).chain(files).chain(&summary.d64);
    for path in files {
        text += &format!("\n{}", path.display());
    }
    if let Some(verification) = &summary.verification {
        text += &format!("\n{}", text_of(verification));
    }
    text
}
