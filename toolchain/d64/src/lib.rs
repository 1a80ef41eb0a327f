//! Disk images (D64) of the 1541: sectors, block availability map, directory and files; and PETSCII, the encoding of their names.
//!
//! The tools write and check images; the built-in C64 and the browser page serve them to programs. This crate holds what they all need,
//! without access to files and folders.
#![forbid(unsafe_code)]

pub mod bam;
mod error;
pub mod geometry;
pub mod image;
pub mod listing;
pub mod name;

pub use chips::petscii;
pub use error::Error;

/// The maximum length of a disk or file name, in PETSCII codes.
pub const NAME_BYTES: usize = 16;

/// The maximum number of files in the directory on track 18.
pub const MOST_FILES: usize = 144;

/// The file types that the drive knows. REL files, with their side sectors, can be read but not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Holds no data; used for lines of directory art.
    Del,
    /// A sequential file (SEQ).
    Seq,
    /// A program; its first two bytes are the load address.
    Prg,
    /// A user file (USR).
    Usr,
    /// A relative file (REL).
    Rel,
}

impl FileKind {
    /// Returns the file type for the lower bits of a directory entry's type byte.
    pub fn from_type_byte(byte: u8) -> Option<FileKind> {
        [FileKind::Del, FileKind::Seq, FileKind::Prg, FileKind::Usr, FileKind::Rel]
            .get(usize::from(byte & 7))
            .copied()
    }

    /// Returns the file type for a letter in a name on the bus, as in `NAME,S`.
    pub fn from_letter(letter: u8) -> Option<FileKind> {
        const KINDS: [(u8, FileKind); 5] = [
            (b'D', FileKind::Del),
            (b'S', FileKind::Seq),
            (b'P', FileKind::Prg),
            (b'U', FileKind::Usr),
            (b'L', FileKind::Rel),
        ];
        KINDS.iter().find(|(known, _)| *known == letter).map(|(_, kind)| *kind)
    }

    /// Returns the three letters shown in a listing.
    pub fn letters(self) -> &'static [u8; 3] {
        match self {
            FileKind::Del => b"DEL",
            FileKind::Seq => b"SEQ",
            FileKind::Prg => b"PRG",
            FileKind::Usr => b"USR",
            FileKind::Rel => b"REL",
        }
    }
}

/// A file with its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// 1 to 16 PETSCII codes.
    pub name: Vec<u8>,
    /// The type; DEL files have no data, all others at least one byte.
    pub kind: FileKind,
    /// The contents; those of a program begin with its load address.
    pub data: Vec<u8>,
}

/// The contents of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Up to 16 PETSCII codes.
    pub title: Vec<u8>,
    /// The two characters after the title, by which the drive notices that the disk was changed.
    pub id: [u8; 2],
    /// The files in directory order: `LOAD"*",8,1` loads the first.
    pub files: Vec<File>,
}
