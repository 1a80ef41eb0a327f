//! The disk drive that may be connected as device 8.

use std::fmt;

use d64::{FileKind, listing::Listing};

/// A message from the error channel of a disk drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DosStatus {
    /// 0 is OK, 1 reports scratched files, the rest are errors. Source: 1541 User's Guide, appendix B.
    pub number: u8,
    /// For 1, the number of files scratched; for sector errors, the track.
    pub track: u8,
    /// The sector, or 0.
    pub sector: u8,
}

impl DosStatus {
    /// No error.
    pub const OK: DosStatus = DosStatus::error(0);

    /// Returns an error without track and sector.
    pub const fn error(number: u8) -> DosStatus {
        DosStatus { number, track: 0, sector: 0 }
    }

    fn message(self) -> &'static str {
        match self.number {
            0 => " OK",
            1 => "FILES SCRATCHED",
            25 | 28 => "WRITE ERROR",
            26 => "WRITE PROTECT ON",
            29 => "DISK ID MISMATCH",
            30..=34 => "SYNTAX ERROR",
            60 => "WRITE FILE OPEN",
            62 => "FILE NOT FOUND",
            63 => "FILE EXISTS",
            64 => "FILE TYPE MISMATCH",
            66 => "ILLEGAL TRACK OR SECTOR",
            70 => "NO CHANNEL",
            71 => "DIR ERROR",
            72 => "DISK FULL",
            73 => "CBM DOS V2.6 1541",
            74 => "DRIVE NOT READY",
            _ => "READ ERROR",
        }
    }
}

impl From<d64::Error> for DosStatus {
    fn from(error: d64::Error) -> DosStatus {
        let number = error.dos_number();
        number.map_or(DosStatus::error(74), |(number, at)| DosStatus {
            number,
            track: at.track,
            sector: at.sector,
        })
    }
}

impl fmt::Display for DosStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:02},{},{:02},{:02}", self.number, self.message(), self.track, self.sector)
    }
}

/// A file as the drive sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The bytes that can be read.
    pub bytes: Vec<u8>,
    /// The error message that follows them, if the file does not end there.
    pub error: Option<DosStatus>,
}

/// A disk drive with its disk, as far as LOAD, SAVE and the channels access it. Names are PETSCII.
pub trait Disk {
    /// Returns the program that LOAD requests, with its two-byte load address first.
    ///
    /// # Errors
    /// The message for the error channel.
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus>;

    /// Returns a file of one type, or of any type. A drive that does not override this has only the programs of [`Disk::load`], and returns
    /// them for every type.
    ///
    /// # Errors
    /// The message for the error channel, if nothing can be read.
    fn read(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Reading, DosStatus> {
        let _ = kind;
        Ok(Reading { bytes: self.load(name)?, error: None })
    }

    /// Stores a program, its two-byte load address first, under the name given to SAVE. The KERNAL does not learn the outcome; programs
    /// must read the error channel.
    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus;

    /// Stores a file of a type. A drive that does not override this stores only programs, as [`Disk::save`] does.
    fn write(&mut self, name: &[u8], kind: FileKind, file: &[u8]) -> DosStatus {
        let _ = kind;
        self.save(name, file)
    }

    /// Returns the directory, and the error message that follows it if it is incomplete. A drive without a directory reports that it is not
    /// ready (74).
    ///
    /// # Errors
    /// The message for the error channel, if nothing can be read.
    fn list(&mut self) -> Result<(Listing, Option<DosStatus>), DosStatus> {
        Err(DosStatus::error(74))
    }

    /// Executes a command sent to channel 15.
    fn command(&mut self, command: &[u8]) -> DosStatus;

    /// Returns the bytes that channel 15 sends instead of a message after the last command, as after M-R. Most drives of programs have
    /// none.
    fn answer(&mut self) -> Option<Vec<u8>> {
        None
    }
}
