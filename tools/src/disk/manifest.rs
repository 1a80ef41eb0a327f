//! The manifest: the contents of the disk, in the order of the directory.
//!
//! A TOML file with `title`, `id` and the list `entries`; every entry has a `name` of up to 16 characters and a `kind`:
//! `program`, `console` and `verification` are the programs that were just built, `fast` is the fast loader of the program, `manual` turns
//! the text file `text` beside the manifest into a program that shows it, `line` is a line of directory art. Names are written with Unicode characters.

use std::path::Path;

use serde::Deserialize;

use super::check::check;
use super::d64::Image;
use super::{Disk, DiskError, File, FileKind, NAME_BYTES, fast, manual, petscii, write};

/// The file name of the manifest in its folder.
pub const MANIFEST_FILE: &str = "manifest.toml";

/// The contents of the disk.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The title of the disk.
    pub title: String,
    /// The two characters behind it.
    pub id: String,
    /// The directory.
    pub entries: Vec<ManifestEntry>,
}

/// An entry of the directory to be.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// The name of the entry.
    pub name: String,
    /// The kind of the entry.
    pub kind: EntryKind,
    /// The text file of a manual; the others have none.
    pub text: Option<String>,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// The play program that was just built.
    Program,
    /// The fast loader of the play program.
    Fast,
    /// The text console that was just built.
    Console,
    /// The verification program that was just built.
    Verification,
    /// A text that is a program of its own.
    Manual,
    /// A line of directory art.
    Line,
}

/// The program files for the disk.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    /// The play program.
    pub play: &'a [u8],
    /// The text console.
    pub console: &'a [u8],
    /// The verification.
    pub verification: &'a [u8],
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// The text is malformed, with line and column; or the first entry is not the program.
    pub fn parse(text: &str) -> Result<Manifest, DiskError> {
        let manifest: Manifest =
            toml::from_str(text).map_err(|error| DiskError::Manifest(error.to_string()))?;
        if manifest.entries.first().is_none_or(|entry| entry.kind != EntryKind::Program) {
            return Err(DiskError::Manifest("the first entry must be the program, for LOAD\"*\",8,1".into()));
        }
        for entry in &manifest.entries {
            if entry.text.is_some() != (entry.kind == EntryKind::Manual) {
                return Err(DiskError::Manifest(format!(
                    "{:?}: a manual must have a text, other entries must not",
                    entry.name
                )));
            }
        }
        Ok(manifest)
    }

    /// The contents of the disk. `read` gives the text of a file beside the manifest.
    ///
    /// # Errors
    /// A character that the C64 lacks, a manual that does not fit on the screen, or an error of `read`.
    pub fn assemble(
        &self,
        programs: Programs,
        read: impl Fn(&str) -> Result<String, DiskError>,
    ) -> Result<Disk, DiskError> {
        let title = encode(&self.title)?;
        let id = encode(&self.id)?;
        let id = id.try_into().map_err(|_| DiskError::IdLength(self.id.clone()))?;
        let mut files = Vec::new();
        for entry in &self.entries {
            let (kind, data) = match (entry.kind, &entry.text) {
                (EntryKind::Program, _) => (FileKind::Prg, programs.play.to_vec()),
                // The manifest begins with the program.
                (EntryKind::Fast, _) => (FileKind::Prg, fast::program(&encode(&self.entries[0].name)?)?),
                (EntryKind::Console, _) => (FileKind::Prg, programs.console.to_vec()),
                (EntryKind::Verification, _) => (FileKind::Prg, programs.verification.to_vec()),
                (EntryKind::Manual, Some(text)) => (FileKind::Prg, manual::program(&read(text)?)?),
                (EntryKind::Manual, None) | (EntryKind::Line, _) => (FileKind::Del, Vec::new()),
            };
            files.push(File { name: encode(&entry.name)?, kind, data });
        }
        Ok(Disk { title, id, files })
    }
}

/// Makes the project's disk: reads the manifest in `folder`, writes the image, checks it and reads it back.
///
/// # Errors
/// Whatever is wrong with manifest, manual or programs; [`DiskError::Faulty`] if the image is not what was asked for.
pub fn pack(folder: &Path, programs: Programs) -> Result<Image, DiskError> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(DiskError::io(format!("cannot read {}", path.display())))
    };
    let disk = Manifest::parse(&read(MANIFEST_FILE)?)?.assemble(programs, read)?;
    checked(&disk)
}

/// Makes an image with these contents, checks it and reads it back.
///
/// # Errors
/// What a disk cannot hold; [`DiskError::Faulty`] if the image is not what was asked for.
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

/// A name in PETSCII; its length is checked later.
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
            { name = "GAME", kind = "program" },
            { name = "────────────────", kind = "line" },
            { name = "MANUAL", kind = "manual", text = "m.txt" },
            { name = "CHECK", kind = "verification" },
            { name = "TEXT", kind = "console" },
            { name = "FAST", kind = "fast" },
        ]
    "#;

    const PROGRAMS: Programs =
        Programs { play: b"\x01\x08\x60", console: b"\x01\x08\xea", verification: b"\x01\x08\x40" };

    fn no_files(_: &str) -> Result<String, DiskError> {
        Err(DiskError::Manifest("no files here".into()))
    }

    #[test]
    fn entries_become_files_in_their_order() {
        let read = |name: &str| Ok(format!("this is {name}"));
        let disk = Manifest::parse(SMALL).unwrap().assemble(PROGRAMS, read).unwrap();
        assert_eq!((disk.title.as_slice(), &disk.id), (&b"MOUSE"[..], b"64"));
        let kinds: Vec<FileKind> = disk.files.iter().map(|file| file.kind).collect();
        assert_eq!(
            kinds,
            [FileKind::Prg, FileKind::Del, FileKind::Prg, FileKind::Prg, FileKind::Prg, FileKind::Prg]
        );
        assert_eq!(disk.files[5].data, fast::program(b"GAME").unwrap());
        assert_eq!(disk.files[0].data, b"\x01\x08\x60");
        assert_eq!(disk.files[1].name, [0xc0; 16]);
        assert_eq!(disk.files[3].data, b"\x01\x08\x40");
        assert_eq!(disk.files[4].data, b"\x01\x08\xea");
        assert!(disk.files[2].data.ends_with(b"THIS IS M.TXT\x0d\x00"));
    }

    #[test]
    fn errors_of_the_manifest_are_explained() {
        let message = |text: &str| Manifest::parse(text).unwrap_err().to_string();
        assert!(message("title = 3").contains("line 1, column 9"), "{}", message("title = 3"));
        assert!(message(&SMALL.replace("title", "titel")).contains("titel"));
        assert!(message(&SMALL.replace("\"line\"", "\"lime\"")).contains("lime"));
        assert!(message(&SMALL.replace("\"program\"", "\"line\"")).contains("first entry"));
        assert!(message(&SMALL.replace(", text = \"m.txt\"", "")).contains("a manual must have a text"));
    }

    #[test]
    fn what_the_c64_cannot_show_is_refused() {
        let assemble =
            |text: String| Manifest::parse(&text).unwrap().assemble(PROGRAMS, no_files).unwrap_err();
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
    fn the_project_s_own_disk_can_be_packed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../disk");
        let programs = Programs {
            play: &vec![0x01; 24 * 1024],
            console: &vec![0x03; 20 * 1024],
            verification: &vec![0x02; 12 * 1024],
        };
        let directory = pack(&folder, programs).unwrap().directory().unwrap();
        let first = &directory[0];
        assert_eq!((first.name.as_slice(), first.blocks), (&b"SYS2080"[..], 97));
        for (name, blocks) in [(&b"CONSOLE"[..], 81), (b"VERIFY", 49)] {
            assert!(directory.iter().any(|entry| entry.name == name && entry.blocks == blocks));
        }
        let error = pack(Path::new("/no/such/folder"), programs).unwrap_err();
        assert_eq!(error.to_string(), "cannot read /no/such/folder/manifest.toml");
    }
}
