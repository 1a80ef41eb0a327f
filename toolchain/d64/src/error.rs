//! Reasons why an image, or a sector chain in it, cannot be read.

use std::fmt;

use crate::geometry::Location;

/// An error in a disk image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The number of bytes is not that of any D64 image.
    Size(usize),
    /// A link points outside the disk.
    BadLink {
        /// The sector that contains the link.
        from: Location,
        /// The sector that the link points to.
        to: Location,
    },
    /// A sector chain returns to one of its own sectors.
    CircularChain(Location),
    /// The error byte of a sector says that the drive could not read it.
    Unreadable {
        /// The sector.
        at: Location,
        /// The drive controller's result: 2 to 11, 15 or 16.
        result: u8,
    },
}

impl Error {
    /// Returns the number with which the drive reports this error, and the sector that it names. Sources: the DOS (`mist64/cbmsrc`,
    /// DOS_1541_05), erproc.src, "controller errors", and jobssf.src, `badts`. A drive follows a circular chain forever; here it is a
    /// directory error. `None` if no drive could have the disk.
    pub fn dos_number(&self) -> Option<(u8, Location)> {
        match *self {
            Error::Size(_) => None,
            Error::BadLink { to, .. } => Some((66, to)),
            Error::CircularChain(at) => Some((71, at)),
            Error::Unreadable { at, result } => Some((
                match result {
                    15 => 74,
                    16 => 24,
                    _ => 18 + result,
                },
                at,
            )),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Size(bytes) => {
                write!(
                    f,
                    "a D64 image has 174848 or 175531 bytes (35 tracks), 196608 or 197376 (40), 200960 or 201745 (41), \
                     or 205312 or 206114 (42), not {bytes}"
                )
            }
            Error::BadLink { from, to } => write!(f, "sector {from} leads to {to}, which does not exist"),
            Error::CircularChain(at) => write!(f, "the chain of sectors returns to {at}"),
            Error::Unreadable { at, result } => {
                write!(f, "sector {at} cannot be read: its error byte is {result}")
            }
        }
    }
}

impl std::error::Error for Error {}
