//! Disks: loading and saving whole files, reading and writing files piece by piece, the directory, and drive commands.
//!
//! ```no_run
//! #![no_std]
//! use sys2080::disk::Drive;
//! use sys2080::prelude::*;
//!
//! fn main() {
//!     let drive = Drive::of_program();
//!     let mut best = [0; 2];
//!     if let Err(error) = drive.load(b"BEST", &mut best) {
//!         println!("{error}");
//!     }
//! }
//! ```
//!
//! Names are PETSCII, in which capitals, digits and spaces are as in ASCII. The KERNAL only knows whether a drive answers. The drive
//! reports errors on its command channel; they are returned as a [`DosError`] with the drive's error number, and [`message`] returns the
//! text. Commands and numbers: "Commodore 1541 User's Guide", chapters 4 and 5, and appendix B.
//!
//! While a file is being read or written piece by piece, use no other drive.
//!
//! Hide the sprites during disk access, with [`show_only`](crate::video::sprite::show_only): the VIC-II takes cycles for them that the
//! KERNAL needs on the serial bus.

use crate::hardware::{Shared, peek};
use crate::kernal::{self, chkin, chkout, clrchn, readst};

mod directory;
mod error;
mod file;

pub use directory::{Directory, Entry};
pub use error::{DosError, DosErrorKind, Error, message};
use error::{keep, track};
pub use file::{Reader, Writer};

/// The last used device number. Source: Sheldon Leemon, "Mapping the Commodore 64", $BA.
const LAST_DEVICE: u16 = 0xba;
/// The device numbers of drives.
const DRIVES: core::ops::RangeInclusive<u8> = 8..=30;

/// A drive's command channel. File numbers equal channel numbers, because an open-roms KERNAL confuses the two
/// in CHKIN.
const COMMAND: u8 = 15;
/// The channel of a file that is being loaded.
const LOADED: u8 = 4;
/// The KERNAL's status after the last byte of a file, without an error.
const LAST_BYTE: u8 = 0x40;

/// The maximum length of a file name.
pub const LONGEST_NAME: usize = 16;

/// A disk drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive(u8);

impl Drive {
    /// Returns the drive with this device number, 8 for the first.
    #[must_use]
    pub const fn new(device: u8) -> Drive {
        Drive(device)
    }

    /// Returns the device number.
    #[must_use]
    pub const fn device(self) -> u8 {
        self.0
    }

    /// Returns the drive that the program was loaded from, or 8 if it was loaded from elsewhere. Call it before using another device.
    #[must_use]
    pub fn of_program() -> Drive {
        let device = peek(LAST_DEVICE);
        Drive(if DRIVES.contains(&device) { device } else { *DRIVES.start() })
    }

    /// Loads a file written by [`Drive::save`], or any other program file, without its load address. Returns its length.
    ///
    /// # Errors
    /// See [`Error`]. The data loaded before the error is in `into`.
    pub fn load(self, name: &[u8], into: &mut [u8]) -> Result<usize, Error> {
        check(name)?;
        let loaded = self.read_whole(name, into);
        kernal::close(LOADED);
        close_command();
        loaded
    }

    fn read_whole(self, name: &[u8], into: &mut [u8]) -> Result<usize, Error> {
        kernal::open(LOADED, self.0, LOADED, name)?;
        self.status()?;
        chkin(LOADED)?;
        let (mut length, mut skipped) = (0, 0);
        let result = loop {
            let byte = kernal::chrin();
            let status = readst();
            // The first two bytes are the load address.
            if skipped < 2 {
                skipped += 1;
            } else if let Some(place) = into.get_mut(length) {
                *place = byte;
                length += 1;
            } else {
                break Err(Error::TooLong);
            }
            match status {
                0 => {}
                LAST_BYTE => break Ok(length),
                _ => break Err(Error::Broken),
            }
        };
        clrchn();
        result
    }

    /// Saves memory as a program file, after two bytes with its address. If the disk has no room for all of it, nothing is written.
    ///
    /// # Errors
    /// [`DosErrorKind::FileExists`] if a file of this name exists, [`DosErrorKind::DiskFull`] if there is no room; for others see
    /// [`Error`].
    #[inline]
    pub fn save(self, name: &[u8], data: &[u8]) -> Result<(), Error> {
        self.write_whole(name, data, false)
    }

    /// Saves memory as [`Drive::save`] does, but replaces an existing file of this name. The old file is deleted only if there is
    /// room for the new one.
    ///
    /// # Errors
    /// See [`Drive::save`].
    #[inline]
    pub fn replace(self, name: &[u8], data: &[u8]) -> Result<(), Error> {
        self.write_whole(name, data, true)
    }

    #[inline(never)]
    fn write_whole(self, name: &[u8], data: &[u8], replaces: bool) -> Result<(), Error> {
        let mut line = Line::new(name)?;
        let room = self.room(line.with(b'$'))?;
        if room.exists && !replaces {
            return Err(Error::Dos(DosError::FILE_EXISTS));
        }
        if !room.holds(data.len()) {
            return Err(Error::Dos(DosError::DISK_FULL));
        }
        if room.exists {
            self.command(line.with(b'S'))?;
        }
        let saved = kernal::save(self.0, name, data);
        let told = self.status();
        close_command();
        told?;
        Ok(saved?)
    }

    /// Deletes a file. Returns whether it existed.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn delete(self, name: &[u8]) -> Result<bool, Error> {
        self.command(Line::new(name)?.with(b'S'))?;
        Ok(track() != 0)
    }

    /// Sends the drive a command, such as `b"I0"`, and reads its reply, which [`message`] returns.
    ///
    /// # Errors
    /// See [`Error`].
    #[inline(never)]
    pub fn command(self, command: &[u8]) -> Result<(), Error> {
        let told = self.tell(command);
        close_command();
        told
    }

    /// Reads the drive's status after the last operation. The command channel is open afterwards.
    fn status(self) -> Result<(), Error> {
        self.tell(b"")
    }

    /// Sends the drive a command, unless it is empty, and reads the reply to it or the status of the last operation. The command channel
    /// is open afterwards.
    #[inline(never)]
    fn tell(self, command: &[u8]) -> Result<(), Error> {
        match kernal::open(COMMAND, self.0, COMMAND, command) {
            Err(kernal::Error::FileOpen) if OPEN.get() != 0 => {
                if !command.is_empty() {
                    chkout(COMMAND)?;
                    command.iter().for_each(|byte| kernal::chrout(*byte));
                    clrchn();
                }
            }
            opened => opened?,
        }
        listen()
    }
}

/// The number of files open for piecewise reading or writing, including the directory.
static OPEN: Shared<u8> = Shared::new(0);

/// Closes the command channel, unless a file is open: closing this channel makes a drive close all its files. Source: Commodore 1541
/// User's Guide, chapter 4.
fn close_command() {
    if OPEN.get() == 0 {
        kernal::close(COMMAND);
    }
}

/// The length of the prefix before a name: the command letter, the drive number, which is always 0 on a 1541, and a colon.
const BEFORE_NAME: usize = 3;

/// A command letter and the file name that it applies to: `S0:NAME`.
struct Line {
    bytes: [u8; BEFORE_NAME + LONGEST_NAME],
    /// The end of the name.
    end: usize,
}

impl Line {
    fn new(name: &[u8]) -> Result<Line, Error> {
        check(name)?;
        let mut bytes = *b"S0:----------------";
        for (to, from) in bytes[BEFORE_NAME..].iter_mut().zip(name) {
            *to = *from;
        }
        Ok(Line { bytes, end: BEFORE_NAME + name.len() })
    }

    /// Returns the line with `S` to delete the file, or `$` to look it up in the directory.
    fn with(&mut self, first: u8) -> &[u8] {
        self.bytes[0] = first;
        self.bytes.get(..self.end).unwrap_or(&self.bytes)
    }
}

/// Rejects names that have a special meaning to a drive.
fn check(name: &[u8]) -> Result<(), Error> {
    let special = |byte: &u8| *byte < b' ' || matches!(byte, b'*' | b'?' | b',' | b':' | b'=' | b'"');
    if name.is_empty() || name.len() > LONGEST_NAME || name.iter().any(special) {
        return Err(Error::Name);
    }
    Ok(())
}

/// Reads the open command channel: `62, FILE NOT FOUND,00,00`.
fn listen() -> Result<(), Error> {
    chkin(COMMAND)?;
    let (tens, ones) = (next(), next());
    keep(0, tens);
    keep(1, ones);
    let mut at = 2;
    loop {
        let byte = next();
        keep(at, byte);
        if byte == 0 {
            break;
        }
        at += 1;
    }
    clrchn();
    let tens = tens.wrapping_sub(b'0');
    if tens > 9 {
        // The first byte was not a digit, so the drive sent nothing.
        return Err(Error::Kernal(kernal::Error::DeviceNotPresent));
    }
    DosError::of(tens * 10 + ones.wrapping_sub(b'0')).map_or(Ok(()), |error| Err(Error::Dos(error)))
}

/// Returns the next byte of the input channel; 0 after the last one, where the KERNAL would return RETURN forever.
#[inline(never)]
fn next() -> u8 {
    if readst() != 0 { 0 } else { kernal::chrin() }
}

#[inline(never)]
fn word() -> u16 {
    u16::from_le_bytes([next(), next()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mean_more_are_refused() {
        assert_eq!(check(b"HIGH SCORES 1985"), Ok(()));
        for name in [&b""[..], b"SEVENTEEN LETTERS", b"A*", b"A?", b"A,S", b"0:A", b"A=B", b"A\r", b"A\""] {
            assert_eq!(check(name), Err(Error::Name), "{name:?}");
        }
    }
}
