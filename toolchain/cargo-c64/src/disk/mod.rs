//! Disk images for the 1541 drive: describes, writes, reads back and checks them.
//!
//! The usual sequence: a [`manifest::Manifest`] lists the contents of the disk, [`write::format`] creates the [`d64::Image`]
//! from it, [`check::check`] finds no fault, and [`d64::Image::contents`] equals the requested contents.

pub mod check;
mod error;
pub mod fast;
pub mod manifest;
pub mod manual;
pub mod write;

pub use ::d64::{Disk, File, FileKind, MOST_FILES, NAME_BYTES, bam, geometry, image as d64, petscii};
pub use error::DiskError;
