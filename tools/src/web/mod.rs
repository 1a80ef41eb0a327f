//! The page that plays the games in a browser: builds its WebAssembly and collects its files.

mod places;
mod preview;
mod server;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use cargo_c64::failure::Failed;
use cargo_c64::rust_build;
use cargo_c64::setup::{Setup, Toolchain, WEB_TARGET};
use compiler::Image;
use sha2::{Digest, Sha256};

use crate::own::{self, Own};
use crate::workspace::Workspace;
pub use places::describe;
use preview::{PREVIEW, preview};
pub use server::{Server, answer, media_type};

/// The folder of the page's own files.
const PAGE: &str = "web/page";
/// The module's file name in cargo's output and in the page.
const BUILT: &str = "web.wasm";
const MODULE: &str = "c64.wasm";
/// The program that the page starts.
const PROGRAM: &str = "sys2080.prg";
/// The file that describes where the program's search is in memory.
const SEARCH: &str = "search.txt";
/// The service worker that caches the page for offline use, and the placeholder for the version in it.
const WORKER: &str = "worker.js";
const VERSION: &str = "sys2080-VERSION";
/// The file with the data for link previews, and the reference to the preview picture in it.
const INDEX: &str = "index.html";
const PREVIEW_TAG: &str = "<meta property=\"og:image\" content=\"preview.png\">";

/// The files of the page, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Name and contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Page {
    /// Builds the page around the play program. The program is not packed, so that it starts at once; the page is compressed in transit
    /// anyway. `address` is where the page will be published, if known: some sites show no preview without it.
    ///
    /// # Errors
    /// The module or the program of places does not build, or a file cannot be read.
    pub fn build(workspace: &Workspace, setup: Setup, play: &Image, address: Option<&str>) -> Result<Page> {
        let module = module(workspace, &setup.web_assembly()?)?;
        let places = own::program(workspace, Own::Places, setup)?;
        let search = describe(play, &places.image)?.into_bytes();
        let preview = preview(workspace.root())?;
        let files = [(MODULE, module), (PROGRAM, play.prg.clone()), (SEARCH, search), (PREVIEW, preview)];
        let mut files: Vec<_> = files.map(|(name, contents)| (name.to_string(), contents)).into();
        let folder = workspace.root().join(PAGE);
        let what = || format!("cannot read {}", folder.display());
        for entry in std::fs::read_dir(&folder).with_context(what)? {
            let path = entry.with_context(what)?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                bail!("{} has a name that no address has", path.display());
            };
            let mut contents =
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            if name.ends_with(".js") {
                contents = without_comments(&String::from_utf8_lossy(&contents)).into_bytes();
            } else if let (INDEX, Some(address)) = (name, address) {
                contents = published(&String::from_utf8_lossy(&contents), address).into_bytes();
            }
            files.push((name.to_string(), contents));
        }
        files.sort();
        let version = format!("sys2080-{}", version(&files));
        let worker = files.iter_mut().find(|(name, _)| name == WORKER);
        let (_, worker) = worker.with_context(|| format!("{PAGE} has no {WORKER}"))?;
        *worker = String::from_utf8_lossy(worker).replace(VERSION, &version).into_bytes();
        Ok(Page { files })
    }

    /// Returns the total size of all files in bytes.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|(_, contents)| contents.len()).sum()
    }
}

/// Removes comment lines from JavaScript: a tenth of the page's own files.
fn without_comments(source: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//") || line.starts_with("/**") && line.ends_with("*/");
    source.lines().filter(|line| !is_comment(line.trim())).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the page's HTML with the address at which it is published.
fn published(html: &str, address: &str) -> String {
    let folder = address.trim_end_matches('/');
    let [address, image] =
        ["", PREVIEW].map(|name| format!("{folder}/{name}").replace('&', "&amp;").replace('"', "&quot;"));
    let tags = format!(
        "<meta property=\"og:url\" content=\"{address}\">\n<meta property=\"og:image\" content=\"{image}\">"
    );
    html.replace(PREVIEW_TAG, &tags)
}

/// Builds the C64 as a WebAssembly module.
fn module(workspace: &Workspace, toolchain: &Toolchain) -> Result<Vec<u8>> {
    eprintln!("sys2080: building the C64 as WebAssembly");
    let target = folder(workspace);
    let mut command = toolchain.cargo();
    command.args(["build", "--release", "--quiet", "--locked", "--target", WEB_TARGET]);
    command.arg("--manifest-path").arg(workspace.root().join("web/Cargo.toml"));
    command.arg("--target-dir").arg(&target);
    // File names in panic messages would differ from one checkout to another.
    command.env("CARGO_ENCODED_RUSTFLAGS", rust_build::path_flags(toolchain).join("\x1f"));
    let status = command.status().context("cannot run cargo")?;
    if !status.success() {
        return Err(Failed("the C64 does not compile to WebAssembly".to_string()).into());
    }
    let path = target.join(WEB_TARGET).join("release").join(BUILT);
    std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns the folder in which the module is compiled.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("target/web")
}

/// Returns sixteen hexadecimal digits, computed from names and contents, that identify a version of the page.
fn version(files: &[(String, Vec<u8>)]) -> String {
    let mut hash = Sha256::new();
    for (name, contents) in files {
        hash.update(name);
        hash.update(contents);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn versions_differ_with_names_and_contents() {
        let file = |name: &str, contents: &[u8]| version(&[(name.to_string(), contents.to_vec())]);
        // FIPS 180-2, appendix B.1.
        assert_eq!(file("a", b"bc"), "ba7816bf8f01cfea");
        assert!(file("a", b"b") != file("a", b"c") && file("a", b"b") != file("b", b"b"));
    }

    #[test]
    fn lines_that_are_comments_are_left_out() {
        let source = "// One.\n/** Two. */\nlet at = 1; // Three.\n  // Four.\n  /** A */ at++;\n";
        assert_eq!(without_comments(source), "let at = 1; // Three.\n  /** A */ at++;\n");
    }

    #[test]
    fn a_published_page_has_its_address_and_that_of_its_preview() {
        let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE).join(INDEX);
        let html = std::fs::read_to_string(index).unwrap();
        assert_eq!(html.matches(PREVIEW_TAG).count(), 1);
        for address in ["https://example.org/a", "https://example.org/a/"] {
            let html = published(&html, address);
            assert!(html.contains("content=\"https://example.org/a/preview.png\""), "{html}");
            assert!(html.contains("<meta property=\"og:url\" content=\"https://example.org/a/\">"), "{html}");
        }
    }

    #[test]
    fn the_worker_keeps_every_file_of_the_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE);
        let worker = std::fs::read_to_string(folder.join(WORKER)).unwrap();
        assert!(worker.contains(VERSION));
        let own =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        for name in own.chain([MODULE, PROGRAM, SEARCH].map(str::to_string)).filter(|name| name != WORKER) {
            assert!(worker.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}
