//! Disk images for the 1541 drive: what is on the project's disk, written, read back and checked.
//!
//! The usual way: a [`manifest::Manifest`] names what belongs on the disk, [`write::format`] makes the [`d64::Image`]
//! of it, [`check::check`] finds no fault, [`d64::Image::contents`] is what was asked for.

pub mod check;
mod error;
pub mod fast;
pub mod manifest;
pub mod manual;
pub mod write;

pub use ::d64::{Disk, File, FileKind, MOST_FILES, NAME_BYTES, bam, geometry, image as d64, petscii};
pub use error::DiskError;
