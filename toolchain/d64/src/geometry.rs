//! The sectors of a 1541 disk: 35 tracks, the outer ones with more sectors. Source: the 1541 user's manual.

use std::fmt;

/// Bytes per sector.
pub const SECTOR_BYTES: usize = 256;

/// Tracks of an image as this crate writes it.
pub const TRACKS: u8 = 35;

/// The track that holds the header and the directory.
pub const DIRECTORY_TRACK: u8 = 18;

/// The position of a sector on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The track: 1 to 35, or up to 42.
    pub track: u8,
    /// The sector, from 0.
    pub sector: u8,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.track, self.sector)
    }
}

/// Returns the number of sectors of a track; 0 for tracks that no drive has.
pub fn sectors_of(track: u8) -> u8 {
    match track {
        1..=17 => 21,
        18..=24 => 19,
        25..=30 => 18,
        31..=42 => 17,
        _ => 0,
    }
}
