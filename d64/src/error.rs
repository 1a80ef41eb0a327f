//! Why an image, or a chain in it, cannot be read.

use std::fmt;

use crate::geometry::Location;

/// What is wrong with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// No D64 image has this many bytes.
    Size(usize),
    /// A link leads out of the disk.
    BadLink {
        /// The sector whose link it is.
        from: Location,
        /// The sector that the link names.
        to: Location,
    },
    /// A chain of sectors comes back to a sector of its own.
    CircularChain(Location),
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
        }
    }
}

impl std::error::Error for Error {}
