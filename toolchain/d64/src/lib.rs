//! Disk images (D64) of a 1541: their sectors, block map, directory and files; and PETSCII, in which their names are.
//!
//! The tools write and check images, the built-in C64 and the page in a browser serve them to programs: this is what all of them need,
//! without files and folders.
#![forbid(unsafe_code)]

pub mod bam;
mod error;
pub mod geometry;
pub mod image;
pub mod listing;
pub mod name;

pub use chips::petscii;
pub use error::Error;

/// The longest name of a disk or file, in PETSCII codes.
pub const NAME_BYTES: usize = 16;

/// The most files that the directory on track 18 holds.
pub const MOST_FILES: usize = 144;

/// The kinds of file that the drive knows. REL files, with their side sectors, are read but not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Holds nothing: used for lines of directory art.
    Del,
    /// A sequential file (SEQ).
    Seq,
    /// A program: two bytes of load address first.
    Prg,
    /// A user file (USR).
    Usr,
    /// A relative file (REL).
    Rel,
}

impl FileKind {
    /// The kind that the lower bits of a directory entry's type byte stand for.
    pub fn from_type_byte(byte: u8) -> Option<FileKind> {
        [FileKind::Del, FileKind::Seq, FileKind::Prg, FileKind::Usr, FileKind::Rel]
            .get(usize::from(byte & 7))
            .copied()
    }

    /// The kind that a letter in a name on the bus stands for, as in `NAME,S`.
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

    /// The three letters in a listing.
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
    /// The kind; DEL files have no data, all others at least a byte.
    pub kind: FileKind,
    /// The contents; a program's begin with its load address.
    pub data: Vec<u8>,
}

/// The contents of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Up to 16 PETSCII codes.
    pub title: Vec<u8>,
    /// The two characters behind the title. The drive knows by them that the disk was changed.
    pub id: [u8; 2],
    /// In the directory's order: `LOAD"*",8,1` loads the first.
    pub files: Vec<File>,
}
