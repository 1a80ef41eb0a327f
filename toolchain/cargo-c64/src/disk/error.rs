//! Errors in disk images and in the files written to them.

use std::fmt;

use ::d64::Error;

use super::petscii;

/// Why an image could not be made or read.
#[derive(Debug)]
pub enum DiskError {
    /// The image, or a chain in it, cannot be read.
    Image(Error),
    /// A name is empty or longer than 16 codes.
    NameLength(String),
    /// A name contains a character that the C64 lacks or that has a special meaning in names.
    NameCharacter {
        /// The name.
        name: String,
        /// The character.
        character: char,
    },
    /// The ID is not two characters long.
    IdLength(String),
    /// Two files have the same name.
    DuplicateName(String),
    /// More files than the directory holds.
    TooManyFiles(usize),
    /// A file other than DEL has no data, or a DEL file has some.
    WrongData(String),
    /// Writing REL files is not supported.
    RelFile(String),
    /// The files need more blocks than the disk has.
    DiskFull {
        /// Blocks of 254 bytes that the files need.
        needed: usize,
        /// Blocks on an empty disk.
        free: usize,
    },
    /// The manifest cannot be understood.
    Manifest(String),
    /// A line of the manual does not fit on the screen or cannot be shown there.
    ManualLine {
        /// The line number, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The finished image is faulty; this is a bug of ours.
    Faulty(String),
    /// The operating system reported an error.
    Io {
        /// The action that failed.
        action: String,
        /// The error.
        source: std::io::Error,
    },
}

impl DiskError {
    /// Returns an error about the name of a file or disk.
    pub(super) fn name(error: impl FnOnce(String) -> DiskError, name: &[u8]) -> DiskError {
        error(petscii::decode(name))
    }

    /// Converts an operating system error into ours; `action` names what was attempted.
    pub(super) fn io(action: String) -> impl FnOnce(std::io::Error) -> DiskError {
        move |source| DiskError::Io { action, source }
    }
}

impl From<Error> for DiskError {
    fn from(error: Error) -> DiskError {
        DiskError::Image(error)
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiskError::Image(error) => error.fmt(f),
            DiskError::NameLength(name) => write!(f, "name {name:?} is not 1 to 16 characters long"),
            DiskError::NameCharacter { name, character } => {
                write!(f, "name {name:?} must not contain {character:?}")
            }
            DiskError::IdLength(id) => write!(f, "disk id {id:?} is not 2 characters long"),
            DiskError::DuplicateName(name) => write!(f, "two files are called {name:?}"),
            DiskError::TooManyFiles(count) => {
                write!(f, "{count} files are too many: the directory holds 144")
            }
            DiskError::WrongData(name) => {
                write!(f, "file {name:?}: DEL files must be empty, all others must not")
            }
            DiskError::RelFile(name) => write!(f, "file {name:?}: REL files cannot be written"),
            DiskError::DiskFull { needed, free } => {
                write!(f, "the files need {needed} blocks, but the disk has {free}")
            }
            DiskError::Manifest(reason) => write!(f, "disk manifest: {reason}"),
            DiskError::ManualLine { line, reason } => write!(f, "manual, line {line}: {reason}"),
            DiskError::Faulty(reason) => write!(f, "the new image is faulty: {reason}"),
            DiskError::Io { action, .. } => f.write_str(action),
        }
    }
}

impl std::error::Error for DiskError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DiskError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
