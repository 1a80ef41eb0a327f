//! The directory of a disk, entry by entry.
//!
//! A drive sends it as a BASIC program: a title, a line for each file, and the free blocks. Source: Commodore 1541 User's Guide,
//! chapter 4.

use core::iter::FusedIterator;

use super::{Drive, Error, LONGEST_NAME, OPEN, close_command, next, word};
use crate::kernal::{self, chkin, clrchn};

/// The number and the channel of the directory, which is 0 as the KERNAL says it on the bus, since no file may have the number 0.
const DIRECTORY: u8 = 0x60;

/// Bytes of a file in a block of a disk, and bytes that SAVE puts before the data: their address.
const BLOCK: usize = 254;
const ADDRESS: usize = 2;

/// The place of the first letter of the type in a line: from the first quote on, 16 characters of the name, a quote or pad, and a space or
/// asterisk come before it.
const KIND: u8 = 19;

/// An entry of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    name: [u8; LONGEST_NAME],
    length: u8,
    /// Blocks of the disk that the file takes, of 254 bytes each.
    pub blocks: u16,
    /// The first letter of its type: `P` for a program, `S` for sequential data, `U`, `R`, `D` for a deleted file, or `?`
    /// for a type that the drive does not know.
    pub kind: u8,
}

impl Entry {
    /// Its name, in PETSCII.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.name.get(..usize::from(self.length)).unwrap_or_default()
    }
}

/// The directory of a disk while it is read: an iterator of its entries; one at a time.
///
/// Files may be deleted, saved, loaded, read and written meanwhile. If the entries change, the rest of the iterator may miss some.
#[derive(Debug)]
pub struct Directory {
    drive: Drive,
    /// The number of free blocks, from the last line.
    free: Option<u16>,
    at_end: bool,
}

impl Drive {
    /// Begins to read the directory.
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
        // Made first, since it closes the directory also if opening fails: the KERNAL then keeps it in its table.
        let directory = Directory { drive: self, free: None, at_end: false };
        kernal::open(DIRECTORY, self.0, DIRECTORY, b"$")?;
        self.status()?;
        chkin(DIRECTORY)?;
        // The address, as in any program file; then a line with the title.
        word();
        word();
        word();
        while next() != 0 {}
        clrchn();
        Ok(directory)
    }
}

/// What the directory says of one name.
pub(super) struct Room {
    /// Blocks that a file of this name may have, those of the present one included.
    blocks: u16,
    /// Whether there is such a file.
    pub(super) exists: bool,
}

impl Room {
    /// Whether there is room for so many bytes and the address before them.
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
    /// Looks for a file: `$0:NAME`.
    pub(super) fn room(self, pattern: &[u8]) -> Result<Room, Error> {
        let room = self.read_room(pattern);
        clrchn();
        kernal::close(DIRECTORY);
        let told = self.status();
        close_command();
        told?;
        room
    }

    /// The directory of one name has a title, perhaps one file, and the free blocks.
    fn read_room(self, pattern: &[u8]) -> Result<Room, Error> {
        kernal::open(DIRECTORY, self.0, DIRECTORY, pattern)?;
        chkin(DIRECTORY)?;
        word();
        let (mut lines, mut blocks) = (0_u8, 0_u16);
        while word() != 0 {
            let number = word();
            // The title's number is that of the drive.
            if lines != 0 {
                blocks = blocks.saturating_add(number);
            }
            lines += 1;
            while next() != 0 {}
        }
        // Without its last line it could not be read, even if the drive does not say so.
        if lines < 2 { Err(Error::Broken) } else { Ok(Room { blocks, exists: lines > 2 }) }
    }
}

impl Directory {
    /// Closes the directory. Returns the number of free blocks, which the drive tells behind the last entry: `None` if the iterator has
    /// not come to its end, or to an error.
    pub fn free(self) -> Option<u16> {
        self.free
    }

    /// Reads a line: an entry, or nothing behind the last one.
    fn line(&mut self) -> Result<Option<Entry>, Error> {
        chkin(DIRECTORY)?;
        if word() == 0 {
            // Where the directory stops, the drive may say why.
            self.drive.status()?;
            return Err(Error::Broken);
        }
        let mut entry = Entry { name: [0; LONGEST_NAME], length: 0, blocks: word(), kind: 0 };
        // The number of bytes from the first quote on, and whether the second one has come.
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
            // Behind the end of the text, the drive says whether it is whole.
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
