//! `new`: creates a crate that is ready to build, run and test.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Serialize;

use crate::home::Home;
use crate::output;

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the new crate, whose last part is the crate's name
    path: PathBuf,
    /// Template to start from: a greeting, a game with joystick and tests, or a library with tests
    #[arg(long, value_enum, default_value = "hello")]
    template: Template,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// The templates for a new crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Template {
    Hello,
    Game,
    Tests,
}

/// The manifest of every template.
const MANIFEST: &str = include_str!("../../templates/Cargo.toml.in");

/// Rust's keywords, including the reserved ones; no path can begin with them. Source: The Rust Reference, "Keywords".
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

impl Template {
    /// Returns the source files with their paths in the crate.
    const fn sources(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Template::Hello => &[("src/main.rs", include_str!("../../templates/hello/src/main.rs"))],
            Template::Game => &[("src/main.rs", include_str!("../../templates/game/src/main.rs"))],
            Template::Tests => &[
                ("src/lib.rs", include_str!("../../templates/tests/src/lib.rs")),
                ("src/main.rs", include_str!("../../templates/tests/src/main.rs")),
            ],
        }
    }
}

/// The JSON output of the command.
#[derive(Debug, Serialize)]
struct Made {
    path: PathBuf,
    files: Vec<String>,
    /// The folder of the crate sys2080.
    sdk: PathBuf,
}

/// Creates the crate and prints what to type next.
///
/// # Errors
/// The folder exists already, its name is not a valid crate name, or it cannot be written to.
pub fn run(args: &Args) -> Result<ExitCode> {
    let path = &args.path;
    // A dangling symbolic link counts as existing, too.
    if path.symlink_metadata().is_ok() {
        bail!("{} is there already; nothing was changed", path.display());
    }
    let name = name(path)?;
    let sdk = Home::find().map(|home| home.sdk()).context(
        "the checkout that this program was compiled from, with the crate sys2080, is not there any more",
    )?;
    let mut manifest = MANIFEST.replace("{NAME}", name).replace("{SDK}", &sdk.display().to_string());
    if is_in_workspace(path)? {
        manifest += "\n# The crate is not a member of the workspace around it.\n[workspace]\n";
    }
    let library = name.replace('-', "_");
    let mut files = vec![("Cargo.toml", manifest), (".gitignore", "/target\n".to_string())];
    files.extend(args.template.sources().iter().map(|(file, text)| (*file, text.replace("NAME", &library))));
    write(path, &files).with_context(|| format!("cannot make {}", path.display()))?;
    let files = files.into_iter().map(|(file, _)| file.to_string()).collect();
    match args.json {
        true => output::print_json(&Made { path: path.clone(), files, sdk })?,
        false => output::print(&format!(
            "made the crate {name} with the SDK in {}; now:\n  cd {}\n  cargo c64 run     # on the C64\n  cargo c64 test    # its tests on the C64",
            sdk.display(),
            quoted(&path.display().to_string())
        ))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the files to a temporary folder and then renames it, so that a failure never leaves a half-written crate.
fn write(path: &Path, files: &[(&str, String)]) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(parent)?;
    let permissions = std::fs::Permissions::from_mode(0o755);
    let folder = tempfile::Builder::new().prefix(".sys2080-").permissions(permissions).tempdir_in(parent)?;
    for (file, text) in files {
        output::write_file(&folder.path().join(file), text.as_bytes())?;
    }
    std::fs::rename(folder.path(), path)?;
    // The temporary folder has been renamed, so there is nothing left to remove.
    let _ = folder.keep();
    Ok(())
}

/// Quotes a path for the shell if it contains special characters.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '+' | ',' | '@' | ':');
    match path.chars().all(plain) {
        true => path.to_string(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// Derives the name of the crate from its folder.
fn name(path: &Path) -> Result<&str> {
    let name = path.file_name().and_then(|name| name.to_str()).context("the path names no folder")?;
    let good = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    match name {
        "test" | "core" | "alloc" | "std" | "compiler_builtins" | "sys2080" => {
            bail!("{name} is the name of a crate that every program uses; choose another")
        }
        "build" | "deps" | "examples" | "incremental" => {
            bail!("{name} is a folder of cargo's, which refuses it as a name; choose another")
        }
        _ if KEYWORDS.contains(&name) => bail!("{name} is a word of the language Rust; choose another"),
        _ if good => Ok(name),
        _ => bail!(
            "{name:?} cannot be a crate's name: it takes letters, digits, - and _, and begins with a letter"
        ),
    }
}

/// Returns whether cargo would look for the crate at `path` in a surrounding workspace.
fn is_in_workspace(path: &Path) -> Result<bool> {
    let path = std::path::absolute(path).context("there is no current folder")?;
    Ok(path.ancestors().skip(1).any(|folder| folder.join("Cargo.toml").is_file()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_the_shell() {
        assert_eq!(quoted("../my-game"), "../my-game");
        assert_eq!(quoted("my games/it's"), "'my games/it'\\''s'");
    }

    #[test]
    fn only_names_of_crates_are_taken() {
        assert_eq!(name(Path::new("/x/my-game_2")).unwrap(), "my-game_2");
        for bad in ["2048", "my game", "test", "..", "señal"] {
            assert!(name(Path::new(bad)).is_err(), "{bad}");
        }
    }
}
