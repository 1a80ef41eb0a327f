//! The directory of a disk, entry by entry.
//!
//! A drive sends it as a BASIC program: a title, one line per file, and the free blocks. Source: Commodore 1541 User's Guide,
//! chapter 4.

use core::iter::FusedIterator;

use super::{Drive, Error, LONGEST_NAME, OPEN, close_command, next, word};
use crate::kernal::{self, chkin, clrchn};

/// The file number and secondary address of the directory: channel 0 as the KERNAL sends it on the bus, as file number 0 is not allowed.
const DIRECTORY: u8 = 0x60;

/// Bytes of file data in a disk block, and bytes that SAVE writes before the data: the load address.
const BLOCK: usize = 254;
const ADDRESS: usize = 2;

/// The position of the type's first letter in a line, from the first quote on: after 16 characters of the name, a quote or padding, and a
/// space or asterisk.
const KIND: u8 = 19;

/// A directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    name: [u8; LONGEST_NAME],
    length: u8,
    /// The number of disk blocks in the file, of 254 bytes each.
    pub blocks: u16,
    /// The first letter of the file type: `P` for a program, `S` for sequential data, `U`, `R`, `D` for a deleted file, or `?`
    /// for a type unknown to the drive.
    pub kind: u8,
}

impl Entry {
    /// Returns the name, in PETSCII.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.name.get(..usize::from(self.length)).unwrap_or_default()
    }
}

/// An open directory: an iterator over its entries. Only one can be open at a time.
///
/// Meanwhile, files may be deleted, saved, loaded, read and written. If the entries change, the iterator may miss some of the rest.
#[derive(Debug)]
pub struct Directory {
    drive: Drive,
    /// The number of free blocks, from the last line.
    free: Option<u16>,
    at_end: bool,
}

impl Drive {
    /// Starts reading the directory.
    ///
    /// ```no_run
    /// # #![no_std]
    /// # use sys2080::prelude::*;
    /// # use sys2080::disk::{Drive, Error};
    /// fn list(drive: Drive) -> Result<(), Error> {
    ///     let mut directory = drive.directory()?;
    ///     for entry in &mut directory {
    ///         let entry = entry?;
    ///         println!("{} {}", entry.blocks, core::str::from_utf8(entry.name()).unwrap_or("?"));
    ///     }
    ///     println!("{} BLOCKS FREE", directory.free().unwrap_or(0));
    ///     Ok(())
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// # Errors
    /// See [`Error`].
    pub fn directory(self) -> Result<Directory, Error> {
        OPEN.set(OPEN.get() + 1);
        // Created first, so that it closes the directory even if opening fails, since the KERNAL then keeps the file in its table.
        let directory = Directory { drive: self, free: None, at_end: false };
        kernal::open(DIRECTORY, self.0, DIRECTORY, b"$")?;
        self.status()?;
        chkin(DIRECTORY)?;
        // The load address, as in any program file; then a line with the title.
        word();
        word();
        word();
        while next() != 0 {}
        clrchn();
        Ok(directory)
    }
}

/// The result of looking up one name in the directory.
pub(super) struct Room {
    /// Blocks available to a file of this name, including those of the existing one.
    blocks: u16,
    /// Whether a file of this name exists.
    pub(super) exists: bool,
}

impl Room {
    /// Returns whether there is room for this many bytes plus the load address.
    #[inline(never)]
    pub(super) fn holds(&self, bytes: usize) -> bool {
        let (mut free, mut rest) = (self.blocks, bytes + ADDRESS);
        while rest > BLOCK && free != 0 {
            rest -= BLOCK;
            free -= 1;
        }
        free != 0
    }
}

impl Drive {
    /// Looks up a file: `$0:NAME`.
    pub(super) fn room(self, pattern: &[u8]) -> Result<Room, Error> {
        let room = self.read_room(pattern);
        clrchn();
        kernal::close(DIRECTORY);
        let told = self.status();
        close_command();
        told?;
        room
    }

    /// Reads the directory for one name: a title, possibly one file, and the free blocks.
    fn read_room(self, pattern: &[u8]) -> Result<Room, Error> {
        kernal::open(DIRECTORY, self.0, DIRECTORY, pattern)?;
        chkin(DIRECTORY)?;
        word();
        let (mut lines, mut blocks) = (0_u8, 0_u16);
        while word() != 0 {
            let number = word();
            // The title's number is the drive number.
            if lines != 0 {
                blocks = blocks.saturating_add(number);
            }
            lines += 1;
            while next() != 0 {}
        }
        // A directory without its last line was not read completely, even if the drive does not say so.
        if lines < 2 { Err(Error::Broken) } else { Ok(Room { blocks, exists: lines > 2 }) }
    }
}

impl Directory {
    /// Closes the directory. Returns the number of free blocks, which the drive sends after the last entry: `None` if the iterator has
    /// not reached the end, or has met an error.
    pub fn free(self) -> Option<u16> {
        self.free
    }

    /// Reads a line: an entry, or `None` after the last one.
    fn line(&mut self) -> Result<Option<Entry>, Error> {
        chkin(DIRECTORY)?;
        if word() == 0 {
            // If the directory ends early, the drive may say why.
            self.drive.status()?;
            return Err(Error::Broken);
        }
        let mut entry = Entry { name: [0; LONGEST_NAME], length: 0, blocks: word(), kind: 0 };
        // The number of bytes from the first quote on, and whether the second quote has been read.
        let (mut place, mut ended) = (0_u8, false);
        loop {
            let byte = next();
            match (byte, place) {
                (0, _) => break,
                (b'"', 0) => place = 1,
                (_, 0) => {}
                _ => {
                    ended |= byte == b'"';
                    if let (false, Some(letter)) = (ended, entry.name.get_mut(usize::from(place - 1))) {
                        *letter = byte;
                        entry.length = place;
                    }
                    if place == KIND {
                        entry.kind = byte;
                    }
                    place = place.saturating_add(1);
                }
            }
        }
        if place == 0 {
            // After the end of the text, the drive says whether it is complete.
            word();
            next();
            self.drive.status()?;
            self.free = Some(entry.blocks);
            return Ok(None);
        }
        Ok(Some(entry))
    }
}

impl Iterator for Directory {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Result<Entry, Error>> {
        if self.at_end {
            return None;
        }
        let line = self.line();
        clrchn();
        self.at_end = !matches!(line, Ok(Some(_)));
        line.transpose()
    }
}

impl FusedIterator for Directory {}

impl Drop for Directory {
    fn drop(&mut self) {
        clrchn();
        kernal::close(DIRECTORY);
        OPEN.set(OPEN.get() - 1);
        close_command();
    }
}
