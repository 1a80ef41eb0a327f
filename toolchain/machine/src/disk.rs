//! The disk drive that may be connected as device 8.

use std::fmt;

use d64::{FileKind, listing::Listing};

/// A message of the error channel of a disk drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DosStatus {
    /// 0 is good, 1 tells of files scratched, the rest are errors. Source: 1541 User's Guide, appendix B.
    pub number: u8,
    /// For 1, the number of files scratched; for errors of a sector, its track.
    pub track: u8,
    /// The sector, or 0.
    pub sector: u8,
}

impl DosStatus {
    /// No error.
    pub const OK: DosStatus = DosStatus::error(0);

    /// An error without track and sector.
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
    /// The message of the error that comes behind them, if the file does not end there.
    pub error: Option<DosStatus>,
}

/// A disk drive with its disk, as far as LOAD, SAVE and the channels reach it. Names are PETSCII.
pub trait Disk {
    /// The program LOAD asks for, its two bytes of load address first.
    ///
    /// # Errors
    /// The message for the error channel.
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus>;

    /// A file of a kind, or of any. A drive that does not override this has the programs of [`Disk::load`] only, and calls them by
    /// any kind.
    ///
    /// # Errors
    /// The message for the error channel, if nothing can be read.
    fn read(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Reading, DosStatus> {
        let _ = kind;
        Ok(Reading { bytes: self.load(name)?, error: None })
    }

    /// Stores a program, its two bytes of load address first, under the name SAVE gave. The KERNAL does not learn the
    /// outcome; programs must read the error channel.
    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus;

    /// Stores a file of a kind. A drive that does not override this stores programs only, as [`Disk::save`] does.
    fn write(&mut self, name: &[u8], kind: FileKind, file: &[u8]) -> DosStatus {
        let _ = kind;
        self.save(name, file)
    }

    /// The directory, and the message of the error behind it, if it does not end there. A drive that has none says that it is not
    /// ready (74).
    ///
    /// # Errors
    /// The message for the error channel, if nothing can be read.
    fn list(&mut self) -> Result<(Listing, Option<DosStatus>), DosStatus> {
        Err(DosStatus::error(74))
    }

    /// Obeys a command sent to channel 15.
    fn command(&mut self, command: &[u8]) -> DosStatus;

    /// The bytes that channel 15 sends in place of a message after the last command, as after M-R. Most drives of programs have none.
    fn answer(&mut self) -> Option<Vec<u8>> {
        None
    }
}
