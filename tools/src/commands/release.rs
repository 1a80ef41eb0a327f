//! `release`: builds every file of a release and an archive of them.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use cargo_c64::artifacts::Artifact;
use cargo_c64::output::{print, print_json, thousands, write_file, write_files};
use cargo_c64::setup::Setup;
use serde::Serialize;

use crate::own;
use crate::release::{Release, checksums_with, sha256};
use crate::web::Page;
use crate::workspace::Workspace;

/// Arguments of `release`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write the release to [default: target/c64/release-files in the checkout]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Address at which the page will be published, for link previews on other sites
    #[arg(long, value_name = "ADDRESS")]
    url: Option<String>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Summary {
    folder: PathBuf,
    archive: PathBuf,
    bytes: usize,
    sha256: String,
    files: usize,
}

/// Builds everything and prints where it is.
///
/// # Errors
/// Something that is needed is missing, a program does not compile, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.target().join("release-files"));
    let release = build(&workspace, setup, args.url.as_deref())?;
    let name = format!("sys2080-{}", env!("CARGO_PKG_VERSION"));
    let archive = release.archive(&name)?;
    write_files(&folder, &release.files)?;
    let file = format!("{name}.zip");
    let path = folder.join(&file);
    write_file(&path, &archive)?;
    // The list of checksums next to the archive also covers the archive.
    write_files(&folder, &[checksums_with(&release, &file, &archive)])?;
    let summary = Summary {
        folder,
        archive: path,
        bytes: archive.len(),
        sha256: sha256(&archive),
        files: release.files.len(),
    };
    match args.json {
        true => print_json(&summary)?,
        false => {
            let mut text = String::new();
            for (name, contents) in &release.files {
                text += &format!("{:>9}  {name}\n", thousands(contents.len() as u64));
            }
            let Summary { archive, bytes, sha256, .. } = &summary;
            print(&format!(
                "{text}{:>9}  {}\n           SHA-256 {sha256}",
                thousands(*bytes as u64),
                archive.display()
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the release of this checkout.
///
/// # Errors
/// As [`run`], except for the folder.
pub fn build(workspace: &Workspace, setup: Setup, address: Option<&str>) -> Result<Release> {
    // Missing tools are reported before anything is built.
    setup.web_assembly()?;
    let programs = own::programs(workspace, setup)?;
    let [play, console, verification] =
        [&programs.play, &programs.console, &programs.verification].map(Artifact::file);
    let disk = programs.bundle.image(&[])?.context("the programs have no disk")?;
    let page = Page::build(workspace, setup, &programs.play.built.image, address)?;
    let files = [
        ("sys2080.prg", play),
        ("console.prg", console),
        ("verify.prg", verification),
        ("sys2080.d64", &disk),
    ];
    let files = files.map(|(name, contents)| (name.to_string(), contents.to_vec())).to_vec();
    Release::gather(workspace.root(), files, play, page)
}
