//! Disk errors: those that a drive reports on its command channel, and those that the crate or the KERNAL detects.
//!
//! Numbers and messages: Commodore 1541 User's Guide, appendix B.

use core::fmt::{self, Write};

use crate::hardware::Shared;
use crate::kernal;

/// The maximum length of a stored message. The longest of a 1541 has 31 bytes.
const KEPT: usize = 40;
/// The drive's last message. It takes no memory in programs that never read it.
static SAID: [Shared<u8>; KEPT] = [const { Shared::new(0) }; KEPT];

/// Stores a byte of a message; 0 ends it.
pub(super) fn keep(at: usize, byte: u8) {
    if let Some(place) = SAID.get(at) {
        place.set(byte);
    }
}

/// Returns the drive's last message, as sent, in PETSCII: `62, FILE NOT FOUND,00,00`. That is the number, its meaning, and the
/// track and sector where it happened. Longer messages are cut to 40 bytes; before the first message, it returns nothing.
///
/// ```
/// use sys2080::{disk, print};
///
/// disk::message().for_each(print::raw);
/// ```
pub fn message() -> impl Iterator<Item = u8> {
    SAID.iter().map(Shared::get).take_while(|byte| *byte >= b' ')
}

/// The first number of the last message.
fn number() -> u8 {
    (SAID[0].get() & 15) * 10 + (SAID[1].get() & 15)
}

/// The third number of the last message: a track, or the number of deleted files.
pub(super) fn track() -> u8 {
    let (mut commas, mut number) = (0_u8, 0_u8);
    for byte in message() {
        match byte {
            b',' => commas += 1,
            b'0'..=b'9' if commas == 2 => number = number.wrapping_mul(10).wrapping_add(byte - b'0'),
            _ => {}
        }
    }
    number
}

/// An error that a drive has reported.
///
/// It is displayed as the drive's message, such as `62, FILE NOT FOUND,00,00`, or by its number if the drive has sent another message
/// since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DosError(u8);

/// The kind of an error that a drive has reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DosErrorKind {
    /// A block cannot be read (20 to 24, 27).
    Read,
    /// A block cannot be written (25, 28).
    Write,
    /// The disk is write-protected (26).
    WriteProtected,
    /// The disk has been changed, or is not formatted (29).
    DiskId,
    /// The drive does not understand a command or a name (30 to 34, 39).
    Syntax,
    /// A record of a relative file is missing or too short, or the file would be too large (50 to 52).
    Record,
    /// The file is open, or possibly was not closed after writing (60).
    FileOpen,
    /// The file is not open (61).
    FileNotOpen,
    /// No such file (62).
    FileNotFound,
    /// A file of this name exists (63).
    FileExists,
    /// The file is of another type (64).
    FileType,
    /// There is no such block, or it is not free (65 to 67).
    Block,
    /// Too many files are open (70).
    NoChannel,
    /// The block availability map is corrupt (71).
    Directory,
    /// The disk or its directory is full (72).
    DiskFull,
    /// The disk was formatted by another kind of drive (73).
    DosMismatch,
    /// There is no disk in the drive (74).
    NotReady,
    /// Another number.
    Other,
}

impl DosError {
    /// [`DosErrorKind::FileExists`].
    pub const FILE_EXISTS: DosError = DosError(63);
    /// [`DosErrorKind::DiskFull`].
    pub const DISK_FULL: DosError = DosError(72);

    /// Returns the error with this number; `None` for numbers below 20, which are not errors (1 counts deleted files).
    #[must_use]
    pub const fn of(number: u8) -> Option<DosError> {
        if number < 20 { None } else { Some(DosError(number)) }
    }

    /// Returns the drive's error number, 20 to 99.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the kind of error.
    #[must_use]
    pub const fn kind(self) -> DosErrorKind {
        match self.0 {
            25 | 28 => DosErrorKind::Write,
            26 => DosErrorKind::WriteProtected,
            29 => DosErrorKind::DiskId,
            20..=27 => DosErrorKind::Read,
            30..=34 | 39 => DosErrorKind::Syntax,
            50..=52 => DosErrorKind::Record,
            60 => DosErrorKind::FileOpen,
            61 => DosErrorKind::FileNotOpen,
            62 => DosErrorKind::FileNotFound,
            63 => DosErrorKind::FileExists,
            64 => DosErrorKind::FileType,
            65..=67 => DosErrorKind::Block,
            70 => DosErrorKind::NoChannel,
            71 => DosErrorKind::Directory,
            72 => DosErrorKind::DiskFull,
            73 => DosErrorKind::DosMismatch,
            74 => DosErrorKind::NotReady,
            _ => DosErrorKind::Other,
        }
    }
}

impl fmt::Display for DosError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if number() == self.0 {
            return message().try_for_each(|byte| f.write_char(char::from(byte & 0x7f)));
        }
        match *self {
            // The crate also detects these itself.
            DosError::FILE_EXISTS => return f.write_str("FILE EXISTS"),
            DosError::DISK_FULL => return f.write_str("DISK FULL"),
            _ => f.write_str("DOS ERROR ")?,
        }
        let (mut tens, mut ones) = (b'0', self.0);
        while ones > 9 {
            tens += 1;
            ones -= 10;
        }
        f.write_char(char::from(tens & 0x7f))?;
        f.write_char(char::from(ones | b'0'))
    }
}

impl core::error::Error for DosError {}

/// A failed disk operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The drive reports an error.
    Dos(DosError),
    /// No drive answers, or the KERNAL reports another error.
    Kernal(kernal::Error),
    /// The name is empty, longer than [`LONGEST_NAME`](super::LONGEST_NAME) bytes, or contains one of `*?,:="` or a control code.
    Name,
    /// The file is longer than the memory for it, which has been filled.
    TooLong,
    /// The file or the directory ends prematurely.
    Broken,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Error::Dos(error) => return error.fmt(f),
            Error::Kernal(kernal::Error::DeviceNotPresent) => "NO DRIVE",
            Error::Kernal(_) => "THE KERNAL REFUSES",
            Error::Name => "NOT A NAME",
            Error::TooLong => "THE FILE IS TOO LONG",
            Error::Broken => "THE FILE IS BROKEN",
        };
        f.write_str(text)
    }
}

impl core::error::Error for Error {}

impl From<kernal::Error> for Error {
    fn from(error: kernal::Error) -> Error {
        Error::Kernal(error)
    }
}

impl From<DosError> for Error {
    fn from(error: DosError) -> Error {
        Error::Dos(error)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::sync::Mutex;

    use super::*;

    /// Only one test at a time uses the drive's message.
    static DRIVE: Mutex<()> = Mutex::new(());

    fn say(text: &[u8]) {
        text.iter().chain(&[0]).enumerate().for_each(|(at, byte)| keep(at, *byte));
    }

    #[test]
    fn numbers_below_twenty_are_no_errors() {
        assert!((0..20).all(|number| DosError::of(number).is_none()));
        let kinds = [20, 24, 25, 26, 27, 28, 29].map(|number| DosError::of(number).map(DosError::kind));
        let [read, write] = [DosErrorKind::Read, DosErrorKind::Write].map(Some);
        let [protected, id] = [DosErrorKind::WriteProtected, DosErrorKind::DiskId].map(Some);
        assert_eq!(kinds, [read, read, write, protected, read, write, id]);
        assert_eq!(
            DosError::of(99).map(|error| (error.number(), error.kind())),
            Some((99, DosErrorKind::Other))
        );
    }

    #[test]
    fn an_error_is_shown_in_the_words_that_belong_to_it() {
        let _drive = DRIVE.lock();
        say(b"21, READ ERROR,18,04");
        assert_eq!(Error::Dos(DosError(21)).to_string(), "21, READ ERROR,18,04");
        assert_eq!(DosError(22).to_string(), "DOS ERROR 22");
        assert_eq!(track(), 18);
        say(b"01, FILES SCRATCHED,12,00");
        assert_eq!(track(), 12);
        assert_eq!(DosError::DISK_FULL.to_string(), "DISK FULL");
    }

    #[test]
    fn a_long_message_is_cut() {
        let _drive = DRIVE.lock();
        say(&[b'A'; 50]);
        assert_eq!(message().count(), KEPT);
        say(b"");
        assert_eq!(message().next(), None);
    }
}
