//! Disk images for the 1541 drive: what is on the project's disk, written, read back and checked.

pub mod petscii;
