//! `build`: a crate in, a C64 program with listing, labels and map out, and a disk for our own program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::disk::manifest;
use crate::link::Files;
use crate::output;
use crate::rust_build::{self, Built};
use crate::setup::Setup;
use crate::workspace::Workspace;

/// What to build and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Manifest of a no_std crate with a binary; our own program if absent
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which binary of the crate, if it has several
    #[arg(long, value_name = "NAME", requires = "manifest_path")]
    bin: Option<String>,
    /// Folder for the finished files
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The files of a build and the program's place in memory.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The program with its load address.
    pub prg: PathBuf,
    /// The disk image; only our own program has one.
    pub d64: Option<PathBuf>,
    /// The listing.
    pub list: PathBuf,
    /// The labels in VICE's format.
    pub labels: PathBuf,
    /// What is where.
    pub map: PathBuf,
    /// Load address.
    pub load: u16,
    /// Address of the first instruction.
    pub entry: u16,
    /// The address after the last byte used, variables included.
    pub end: u16,
    /// Size of the PRG file.
    pub bytes: usize,
}

/// Builds and says what came out.
///
/// # Errors
/// Something that is needed is missing, the program does not compile, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let summary = match &args.manifest_path {
        None => {
            let workspace = Workspace::find()?;
            let out = args.out.clone().unwrap_or_else(|| workspace.out());
            own(&workspace, &out, setup)?.0
        }
        Some(manifest) => {
            let target = other_target(manifest)?;
            let built = rust_build::build(&setup.rust()?, manifest, args.bin.as_deref(), &target)?;
            let out = args.out.clone().unwrap_or_else(|| target.join("out"));
            write(&built, &out.join(&built.name).with_extension("prg"))?
        }
    };
    match args.json {
        true => output::print_json(&summary)?,
        false => output::print(&text_of(&summary))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Our own program, compiled.
///
/// # Errors
/// No toolchain, or the program does not compile.
pub fn program(workspace: &Workspace, setup: Setup) -> Result<Built> {
    eprintln!("sys2080: building the C64 program");
    rust_build::build(&setup.rust()?, &workspace.program_manifest(), None, &workspace.target())
}

/// Builds our own program with its disk into the folder `out`.
///
/// # Errors
/// As [`program`], or a fault of the disk's manifest, or the folder is not writable.
pub fn own(workspace: &Workspace, out: &Path, setup: Setup) -> Result<(Summary, Built)> {
    let built = program(workspace, setup)?;
    let summary = write_own(workspace, &built, &out.join(&built.name).with_extension("prg"))?;
    Ok((summary, built))
}

/// Writes our own program as `prg`, with everything that belongs to it beside it.
///
/// # Errors
/// A fault of the disk's manifest, or the folder is not writable.
pub fn write_own(workspace: &Workspace, built: &Built, prg: &Path) -> Result<Summary> {
    let mut summary = write(built, prg)?;
    let d64 = prg.with_extension("d64");
    output::write_file(&d64, &disk(workspace, &built.image.prg)?)?;
    summary.d64 = Some(d64);
    Ok(summary)
}

/// The image of the project's disk with `prg` as its program.
///
/// # Errors
/// A fault of the disk's manifest, or files that do not fit.
pub fn disk(workspace: &Workspace, prg: &[u8]) -> Result<Vec<u8>> {
    let image = manifest::pack(&workspace.disk(), prg).context("cannot make the disk image")?;
    Ok(image.bytes().to_vec())
}

/// The folder to build another crate in.
fn other_target(manifest: &Path) -> Result<PathBuf> {
    let manifest =
        std::fs::canonicalize(manifest).with_context(|| format!("cannot find {}", manifest.display()))?;
    Ok(manifest.with_file_name("target").join("c64"))
}

fn write(built: &Built, prg: &Path) -> Result<Summary> {
    let image = &built.image;
    let files = Files::beside(prg);
    files.write(image)?;
    Ok(Summary {
        prg: files.prg,
        d64: None,
        list: files.list,
        labels: files.labels,
        map: files.map,
        load: image.load,
        entry: image.entry,
        end: image.end,
        bytes: image.prg.len(),
    })
}

fn text_of(summary: &Summary) -> String {
    let Summary { load, entry, end, bytes, .. } = summary;
    let mut text = format!("{bytes} bytes, ${load:04X} to ${end:04X}, entry ${entry:04X}");
    let files = [&summary.prg, &summary.list, &summary.labels, &summary.map];
    for path in files.into_iter().chain(&summary.d64) {
        text += &format!("\n{}", path.display());
    }
    text
}
