//! The KERNAL's open files, and the disk drive with its error channel.

use crate::disk::{Disk, DosStatus};

/// A file as OPEN has entered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenFile {
    pub(crate) logical: u8,
    pub(crate) device: u8,
}

/// Open files and the disk drive.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) open: Vec<OpenFile>,
    pub(crate) disk: Option<Box<dyn Disk>>,
    /// The bytes that channel 15 has still to send, last byte first.
    pub(crate) status: Vec<u8>,
    /// The bytes printed to channel 15 since CHKOUT.
    pub(crate) command: Vec<u8>,
}

impl Files {
    pub(crate) fn say(&mut self, status: DosStatus) {
        self.status = status.to_string().bytes().rev().collect();
        self.status.insert(0, b'\r');
    }

    /// The next byte of the error channel, and whether it was the last one; then the channel says OK again.
    pub(crate) fn next_status_byte(&mut self) -> (u8, bool) {
        if self.status.is_empty() {
            self.say(DosStatus::OK);
        }
        let byte = self.status.pop().unwrap_or(b'\r');
        (byte, self.status.is_empty())
    }
}
