//! The manifest: the contents of a disk, in directory order.
//!
//! A TOML file with `title`, `id` and the list `entries`; every entry has a `name` of up to 16 characters and a `kind`:
//! `program` is the binary `bin` of the crate, `fast` is a fast loader of the first program, `manual` turns the text file `text` beside
//! the manifest into a program that shows it, `line` is a line of directory art. Names are written with Unicode characters.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::check::check;
use super::d64::Image;
use super::{Disk, DiskError, File, FileKind, NAME_BYTES, fast, manual, petscii, write};

/// The contents of the disk.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The title of the disk.
    pub title: String,
    /// The two-character ID.
    pub id: String,
    /// The directory.
    pub entries: Vec<ManifestEntry>,
}

/// An entry of the directory.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// The name of the entry.
    pub name: String,
    /// The kind of the entry.
    pub kind: EntryKind,
    /// The name of a program's binary; the other kinds have none.
    pub bin: Option<String>,
    /// The text file of a manual; the other kinds have none.
    pub text: Option<PathBuf>,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// A program that was just built.
    Program,
    /// The fast loader of the first program.
    Fast,
    /// A text, turned into a program that shows it.
    Manual,
    /// A line of directory art.
    Line,
}

impl Manifest {
    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// As [`Manifest::parse`], or the file cannot be read.
    pub fn read(path: &Path) -> Result<Manifest, DiskError> {
        Manifest::parse(&text_of(path)?)
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// The text is malformed (the message has line and column), or the first entry is not a program.
    pub fn parse(text: &str) -> Result<Manifest, DiskError> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|error| DiskError::Manifest(error.to_string()))?;
        if manifest.entries.first().is_none_or(|entry| entry.kind != EntryKind::Program) {
            return Err(DiskError::Manifest("the first entry must be a program, for LOAD\"*\",8,1".into()));
        }
        for entry in &manifest.entries {
            for (kind, noun, key, is_there) in [
                (EntryKind::Manual, "manual", "text", entry.text.is_some()),
                (EntryKind::Program, "program", "bin", entry.bin.is_some()),
            ] {
                if is_there != (entry.kind == kind) {
                    let name = &entry.name;
                    let rule = format!("{name:?}: a {noun} must have a {key:?}, other entries must not");
                    return Err(DiskError::Manifest(rule));
                }
            }
        }
        Ok(manifest)
    }

    /// Returns the names of the binaries on the disk, in directory order.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| entry.bin.as_deref())
    }

    /// Returns the contents of the disk. `program` returns the file of a binary, `read` the text of a file next to the manifest.
    ///
    /// # Errors
    /// A character that the C64 lacks, a manual that does not fit on the screen, or an error of `program` or `read`.
    pub fn assemble(
        &self,
        program: impl Fn(&str) -> Result<Vec<u8>, DiskError>,
        read: impl Fn(&Path) -> Result<String, DiskError>,
    ) -> Result<Disk, DiskError> {
        let title = encode(&self.title)?;
        let id = encode(&self.id)?;
        let id = id.try_into().map_err(|_| DiskError::IdLength(self.id.clone()))?;
        let mut files = Vec::new();
        for entry in &self.entries {
            let (kind, data) = match (&entry.bin, &entry.text) {
                (Some(bin), _) => (FileKind::Prg, program(bin)?),
                (None, Some(text)) => (FileKind::Prg, manual::program(&read(text)?)?),
                // The first entry of the manifest is a program.
                _ if entry.kind == EntryKind::Fast => {
                    (FileKind::Prg, fast::program(&encode(&self.entries[0].name)?)?)
                }
                _ => (FileKind::Del, Vec::new()),
            };
            files.push(File { name: encode(&entry.name)?, kind, data });
        }
        Ok(Disk { title, id, files })
    }
}

/// Creates the disk that the manifest at `path` describes from the named files of its binaries, checks it and reads it back.
///
/// # Errors
/// An error in the manifest, the manuals or the programs; [`DiskError::Faulty`] if the image differs from the requested contents.
pub fn pack(path: &Path, programs: &[(&str, &[u8])]) -> Result<Image, DiskError> {
    let program = |bin: &str| match programs.iter().find(|(name, _)| *name == bin) {
        Some((_, file)) => Ok(file.to_vec()),
        None => Err(DiskError::Manifest(format!("there is no program {bin:?}"))),
    };
    let disk = Manifest::read(path)?.assemble(program, |name| text_of(&path.with_file_name(name)))?;
    checked(&disk)
}

fn text_of(path: &Path) -> Result<String, DiskError> {
    std::fs::read_to_string(path).map_err(DiskError::io(format!("cannot read {}", path.display())))
}

/// Creates an image with these contents, checks it and reads it back.
///
/// # Errors
/// A disk cannot hold the contents; [`DiskError::Faulty`] if the image differs from them.
pub fn checked(disk: &Disk) -> Result<Image, DiskError> {
    let image = write::format(disk)?;
    if let Some(fault) = check(&image).first() {
        return Err(DiskError::Faulty(fault.to_string()));
    }
    if image.contents()? != *disk {
        return Err(DiskError::Faulty("it does not read back as it was written".into()));
    }
    Ok(image)
}

/// Encodes a name in PETSCII; its length is checked later.
fn encode(name: &str) -> Result<Vec<u8>, DiskError> {
    if name.chars().count() > NAME_BYTES {
        return Err(DiskError::NameLength(name.to_string()));
    }
    petscii::encode(name).map_err(|character| DiskError::NameCharacter { name: name.to_string(), character })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        title = "Mouse"
        id = "64"
        entries = [
            { name = "GAME", kind = "program", bin = "game" },
            { name = "────────────────", kind = "line" },
            { name = "MANUAL", kind = "manual", text = "m.txt" },
            { name = "CHECK", kind = "program", bin = "verify" },
            { name = "TEXT", kind = "program", bin = "console" },
            { name = "FAST", kind = "fast" },
        ]
    "#;

    fn program(bin: &str) -> Result<Vec<u8>, DiskError> {
        Ok([&b"\x01\x08"[..], bin.as_bytes()].concat())
    }

    fn no_files(_: &Path) -> Result<String, DiskError> {
        Err(DiskError::Manifest("no files here".into()))
    }

    #[test]
    fn entries_become_files_in_their_order() {
        let read = |name: &Path| Ok(format!("this is {}", name.display()));
        let manifest = Manifest::parse(SMALL).unwrap();
        assert_eq!(manifest.programs().collect::<Vec<_>>(), ["game", "verify", "console"]);
        let disk = manifest.assemble(program, read).unwrap();
        assert_eq!((disk.title.as_slice(), &disk.id), (&b"MOUSE"[..], b"64"));
        let kinds: Vec<FileKind> = disk.files.iter().map(|file| file.kind).collect();
        assert_eq!(
            kinds,
            [FileKind::Prg, FileKind::Del, FileKind::Prg, FileKind::Prg, FileKind::Prg, FileKind::Prg]
        );
        assert_eq!(disk.files[5].data, fast::program(b"GAME").unwrap());
        assert_eq!(disk.files[0].data, b"\x01\x08game");
        assert_eq!(disk.files[1].name, [0xc0; 16]);
        assert_eq!(disk.files[3].data, b"\x01\x08verify");
        assert_eq!(disk.files[4].data, b"\x01\x08console");
        assert!(disk.files[2].data.ends_with(b"THIS IS M.TXT\x0d\x00"));
    }

    #[test]
    fn errors_of_the_manifest_are_explained() {
        let message = |text: &str| Manifest::parse(text).unwrap_err().to_string();
        assert!(message("title = 3").contains("line 1, column 9"), "{}", message("title = 3"));
        assert!(message(&SMALL.replace("title", "titel")).contains("titel"));
        assert!(message(&SMALL.replace("\"line\"", "\"lime\"")).contains("lime"));
        assert!(message(&SMALL.replacen("\"program\"", "\"line\"", 1)).contains("first entry"));
        assert!(
            message(&SMALL.replace(", bin = \"verify\"", ""))
                .contains("\"CHECK\": a program must have a \"bin\"")
        );
        assert!(message(&SMALL.replace(", text = \"m.txt\"", "")).contains("a manual must have a \"text\""));
    }

    #[test]
    fn what_the_c64_cannot_show_is_refused() {
        let assemble =
            |text: String| Manifest::parse(&text).unwrap().assemble(program, no_files).unwrap_err();
        assert!(matches!(
            assemble(SMALL.replace("Mouse", "Ratón")),
            DiskError::NameCharacter { character: 'ó', .. }
        ));
        assert!(matches!(assemble(SMALL.replace("\"64\"", "\"6\"")), DiskError::IdLength(_)));
        assert!(matches!(
            assemble(SMALL.replace("GAME", "A LONG NAME OF SEVENTEEN")),
            DiskError::NameLength(_)
        ));
        assert!(
            matches!(assemble(SMALL.to_string()), DiskError::Manifest(_)),
            "the reader's error comes through"
        );
    }

    #[test]
    fn files_come_from_beside_the_manifest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("disk.toml");
        std::fs::write(&path, SMALL).unwrap();
        std::fs::write(folder.path().join("m.txt"), "page").unwrap();
        let programs: [(&str, &[u8]); 3] =
            [("game", &[1; 2541]), ("console", &[3; 300]), ("verify", &[2; 254])];
        let directory = pack(&path, &programs).unwrap().directory().unwrap();
        let blocks: Vec<usize> = directory.iter().map(|entry| usize::from(entry.blocks)).collect();
        assert_eq!((blocks[0], blocks[3], blocks[4]), (11, 1, 2));
        let error = pack(&path, &programs[..2]).unwrap_err();
        assert!(error.to_string().contains("there is no program \"verify\""), "{error}");
        let error = pack(Path::new("/no/such/disk.toml"), &programs).unwrap_err();
        assert_eq!(error.to_string(), "cannot read /no/such/disk.toml");
    }
}
