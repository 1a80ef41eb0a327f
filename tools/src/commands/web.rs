//! `web`: builds the page that plays the games in a browser, and serves it on this computer.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use cargo_c64::output::{print, print_json, thousands, write_files};
use cargo_c64::setup::Setup;
use serde::Serialize;

use crate::own::{self, Own};
use crate::web::{Page, Server};
use crate::workspace::Workspace;

/// Arguments of `web`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write the page to [default: target/c64/web in the checkout]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Address at which the page will be published, for link previews on other sites
    #[arg(long, value_name = "ADDRESS")]
    url: Option<String>,
    /// Serve the page on this computer until Ctrl+C, at this port
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "2080")]
    serve: Option<u16>,
    /// Print the results as one JSON document
    #[arg(long, conflicts_with = "serve")]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    folder: PathBuf,
    files: Vec<File>,
    bytes: usize,
}

#[derive(Serialize)]
struct File {
    name: String,
    bytes: usize,
}

/// Builds the page, prints its files, and serves it if requested.
///
/// # Errors
/// Something that is needed is missing, the program or the module does not compile, or the folder is not writable.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    // A port in use is reported at once, not after minutes of building.
    let listener = args.serve.map(Server::listen).transpose()?;
    let page = build(&workspace, setup, args.url.as_deref())?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.target().join("web"));
    write_files(&folder, &page.files)?;
    let files = page.files.iter().map(|(name, contents)| File { name: name.clone(), bytes: contents.len() });
    let written = Written { files: files.collect(), bytes: page.bytes(), folder };
    match args.json {
        true => print_json(&written)?,
        false => print(&text_of(&written))?,
    }
    if let Some(listener) = listener {
        let server = Server::new(page, listener);
        eprintln!("sys2080: the page is at http://{}/ until Ctrl+C", server.address()?);
        server.run();
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the page around the play program.
///
/// # Errors
/// As [`run`], except for the folder.
pub fn build(workspace: &Workspace, setup: Setup, address: Option<&str>) -> Result<Page> {
    // Missing tools are reported before anything is built.
    setup.web_assembly()?;
    let program = own::program(workspace, Own::Play, setup)?;
    Page::build(workspace, setup, &program.image, address)
}

fn text_of(written: &Written) -> String {
    let mut text = String::new();
    for File { name, bytes } in &written.files {
        text += &format!("{:>9}  {}\n", thousands(*bytes as u64), written.folder.join(name).display());
    }
    text + &format!("{:>9}  bytes in all", thousands(written.bytes as u64))
}
