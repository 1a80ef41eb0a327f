//! Writes files so that they are complete or absent, and prints results to stdout.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes a file through a temporary file next to it, so that no half-written file is ever left.
///
/// # Errors
/// The folder cannot be created or written to.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let what = || format!("cannot write {}", path.display());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder).with_context(what)?;
    let mut file = tempfile::Builder::new()
        .prefix(".sys2080-")
        .permissions(readable())
        .tempfile_in(folder)
        .with_context(what)?;
    file.write_all(bytes).with_context(what)?;
    file.persist(path).with_context(what)?;
    Ok(())
}

/// Writes files by their paths in a folder, as [`write_file`] does.
///
/// # Errors
/// As [`write_file`].
pub fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    files.iter().try_for_each(|(name, contents)| write_file(&folder.join(name), contents))
}

/// As [`write_file`], but does not touch a file that already has these bytes, so that its time stamp is kept.
///
/// # Errors
/// As [`write_file`].
pub fn update_file(path: &Path, bytes: &[u8]) -> Result<()> {
    if std::fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    write_file(path, bytes)
}

/// Returns the permissions of an ordinary file; temporary files would be private otherwise.
fn readable() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o644)
}

/// Removes a file if it exists.
///
/// # Errors
/// The file cannot be removed.
pub fn remove_file(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Prints one JSON document and nothing else.
///
/// # Errors
/// stdout is closed.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&serde_json::to_string_pretty(value).context("cannot write JSON")?)
}

/// Prints one or more lines.
///
/// # Errors
/// stdout is closed; [`crate::failure::report`] does not treat that as an error.
pub fn print(text: &str) -> Result<()> {
    writeln!(std::io::stdout(), "{text}").context("cannot write to stdout")
}

/// Groups digits by three: `2,674,123`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats cycles for a table.
pub fn cycles_text(cycles: Option<u64>) -> String {
    cycles.map_or("-".into(), thousands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/a.prg");
        write_file(&path, b"one").unwrap();
        write_file(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_unwritable_place_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_file(&file, b"").unwrap();
        let error = write_file(&file.join("a.prg"), b"").unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.ends_with("file/a.prg"), "{error}");
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (2_674_123, "2,674,123")] {
            assert_eq!(thousands(number), text);
        }
    }
}
