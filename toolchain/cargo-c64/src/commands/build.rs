//! `build`: compiles a crate and writes its program, listing, labels, map and disk image.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::artifacts::Summary;
use crate::bundle::Bundle;
use crate::rust_build::Choice;
use crate::setup::Setup;
use crate::{output, subject};

/// Arguments of `build`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder, or the crate that its workspace names]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of that crate to build, and how.
    #[command(flatten)]
    choice: Choice,
    /// Make the program self-extracting, which makes the file smaller
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

/// Bytes of file data in a sector of a 1541 disk.
const BLOCK: usize = 254;

/// Builds the program and the other programs on its disk, and prints where their files are.
///
/// # Errors
/// Something that is needed is missing, a program does not compile, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let manifest = subject::find(args.manifest_path.as_deref())?;
    let choice = Choice { out: args.out.clone(), pack: args.pack, ..args.choice.clone() };
    let bundle = Bundle::build(&manifest, &choice, setup)?;
    let summary = bundle.write(&bundle.program().built.out)?;
    match args.json {
        true => output::print_json(&summary)?,
        false => output::print(&text_of(&summary))?,
    }
    Ok(ExitCode::SUCCESS)
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
