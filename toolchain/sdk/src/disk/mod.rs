//! Disks: files saved and loaded as a whole, read and written byte by byte, the directory, and commands to the drive.
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
//! Names are PETSCII, in which capitals, digits and spaces are as in ASCII. The KERNAL only knows whether a drive answers; what went
//! wrong there, the drive says on its command channel, and it becomes a [`DosError`] with the drive's number; [`message`] returns its
//! words. Commands and numbers: "Commodore 1541 User's Guide", chapters 4 and 5, and appendix B.
//!
//! While a file is read or written in pieces, use its drive only.
//!
//! Hide sprites meanwhile, by [`show_only`](crate::video::sprite::show_only): the VIC-II takes cycles for them that the KERNAL needs
//! on the serial bus.

use crate::hardware::{Shared, peek};
use crate::kernal::{self, chkin, chkout, clrchn, readst};

mod directory;
mod error;
mod file;

pub use directory::{Directory, Entry};
pub use error::{DosError, DosErrorKind, Error, message};
use error::{keep, track};
pub use file::{Reader, Writer};

/// The device number used last. Source: Sheldon Leemon, "Mapping the Commodore 64", $BA.
const LAST_DEVICE: u16 = 0xba;
/// The device numbers of drives.
const DRIVES: core::ops::RangeInclusive<u8> = 8..=30;

/// The channel of a drive for commands. Files have the numbers of their channels, for a KERNAL of open-roms takes the one for the other
/// in CHKIN.
const COMMAND: u8 = 15;
/// The channel of a file that is loaded.
const LOADED: u8 = 4;
/// KERNAL's status behind the last byte of a file, and nothing worse.
const LAST_BYTE: u8 = 0x40;

/// The longest name of a file.
pub const LONGEST_NAME: usize = 16;

/// A disk drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive(u8);

impl Drive {
    /// The drive of a device number, 8 for the first.
    #[must_use]
    pub const fn new(device: u8) -> Drive {
        Drive(device)
    }

    /// The device number.
    #[must_use]
    pub const fn device(self) -> u8 {
        self.0
    }

    /// The drive that the program came from, or 8 if it came from elsewhere. Ask before another device is used.
    #[must_use]
    pub fn of_program() -> Drive {
        let device = peek(LAST_DEVICE);
        Drive(if DRIVES.contains(&device) { device } else { *DRIVES.start() })
    }

    /// Loads a file that [`Drive::save`] has written, or any other program file, without its address. Returns its length.
    ///
    /// # Errors
    /// See [`Error`]. What was loaded until then is in `into`.
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
            // The first two bytes are the address.
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

    /// Saves memory as a program file, behind two bytes with its address. A disk that has no room for all of it stays as it is.
    ///
    /// # Errors
    /// [`DosErrorKind::FileExists`] if there is one of this name, [`DosErrorKind::DiskFull`] if there is no room; for others see
    /// [`Error`].
    #[inline]
    pub fn save(self, name: &[u8], data: &[u8]) -> Result<(), Error> {
        self.write_whole(name, data, false)
    }

    /// Saves memory as [`Drive::save`] does, instead of a file of this name, if there is one. The old file is deleted only if there is
    /// room for the new one.
    ///
    /// # Errors
    /// As [`Drive::save`].
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

    /// Deletes a file. Returns whether there was one.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn delete(self, name: &[u8]) -> Result<bool, Error> {
        self.command(Line::new(name)?.with(b'S'))?;
        Ok(track() != 0)
    }

    /// Gives the drive a command, such as `b"I0"`, and hears what it says, which [`message`] returns.
    ///
    /// # Errors
    /// See [`Error`].
    #[inline(never)]
    pub fn command(self, command: &[u8]) -> Result<(), Error> {
        let told = self.tell(command);
        close_command();
        told
    }

    /// Hears what the drive says to what was done last. The command channel is open afterwards.
    fn status(self) -> Result<(), Error> {
        self.tell(b"")
    }

    /// Gives the drive a command, unless it is empty, and hears what it says to that or to what was done last. The command channel is
    /// open afterwards.
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

/// How many files are open that are read or written in pieces, the directory among them.
static OPEN: Shared<u8> = Shared::new(0);

/// Closes the command channel, unless a file is open: with this channel, a drive closes all of its files. Source: Commodore 1541
/// User's Guide, chapter 4.
fn close_command() {
    if OPEN.get() == 0 {
        kernal::close(COMMAND);
    }
}

/// What goes before a name: a letter for what is to happen to the file, and the drive's half, of which a 1541 has one.
const BEFORE_NAME: usize = 3;

/// A letter, and the name of a file that it is about: `S0:NAME`.
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

    /// The line with `S` for deleting the file, or `$` for looking for it in the directory.
    fn with(&mut self, first: u8) -> &[u8] {
        self.bytes[0] = first;
        self.bytes.get(..self.end).unwrap_or(&self.bytes)
    }
}

/// Refuses names that a drive would take for something else.
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
        // Nothing was said, so the first byte was no digit.
        return Err(Error::Kernal(kernal::Error::DeviceNotPresent));
    }
    DosError::of(tens * 10 + ones.wrapping_sub(b'0')).map_or(Ok(()), |error| Err(Error::Dos(error)))
}

/// The next byte of the input channel; 0 behind the last one, where the KERNAL would say RETURN for ever.
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
