//! `build`: compiles this project's programs or a user's crate, and writes program, listing, labels, map and disk image.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::output;
use crate::own::{self, Summary};
use crate::rust_build::{Built, Choice};
use crate::setup::Setup;
use crate::subject::{self, Subject};

/// What to build, and where to write it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder; in a checkout of sys2080, the project's programs]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of that crate to build, and how.
    #[command(flatten)]
    choice: Choice,
    /// Make the program self-extracting, which makes the file smaller (this project's game program always is)
    ///
    /// `pack = true` under [package.metadata.c64] in Cargo.toml does the same; `--pack=false` turns it off.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pack: Option<bool>,
    /// Folder to write the files to [default: c64/out in cargo's target folder]
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
    let summary = match Subject::find(args.manifest_path.as_deref())? {
        Subject::Project(workspace) => {
            args.choice.refuse_for_project()?;
            if args.pack.is_some() {
                bail!(
                    "--pack is for a crate of your own: the game program and the console are always packed, VERIFY never"
                );
            }
            let out = args.out.clone().unwrap_or_else(|| workspace.out());
            own::own(&workspace, &out, setup)?
        }
        Subject::Crate(manifest) => {
            let choice = Choice { out: args.out.clone(), pack: args.pack, ..args.choice.clone() };
            let built = subject::build(&manifest, &choice, setup)?;
            let prg = own::prg_in(&built.out, &built);
            let pack = args.pack.or(built.settings.pack).unwrap_or(false);
            let packed = if pack { smaller(&built, own::packed(&built)?) } else { None };
            let mut summary = own::write(&built, packed.as_deref(), &prg)?;
            if let Some(title) = &built.settings.disk_name {
                let d64 = prg.with_extension("d64");
                let file = packed.as_deref().unwrap_or(&built.image.prg);
                output::write_file(&d64, &own::disk_of(title, &built.name, file)?)?;
                summary.d64 = Some(d64);
            }
            summary
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
    for other in &summary.others {
        text += &format!("\n{}", text_of(other));
    }
    text
}
