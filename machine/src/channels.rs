//! The KERNAL's open files, and the disk drive with its channels.

use crate::disk::{Disk, DosStatus, Listing, fits, without_drive};

/// The device number of the drive.
pub(crate) const DISK: u8 = 8;

/// A file as OPEN has entered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenFile {
    pub(crate) logical: u8,
    pub(crate) device: u8,
    pub(crate) content: Content,
}

/// What is behind an open file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A device without channels, or the drive's channel 15.
    Device,
    /// A file that is read: the bytes that are left, last byte first.
    Read(Vec<u8>),
    /// A file that is written, and its bytes so far.
    Written { name: Vec<u8>, bytes: Vec<u8> },
}

/// Open files and the disk drive.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) open: Vec<OpenFile>,
    /// The files that CHKIN and CHKOUT have chosen last.
    pub(crate) input: u8,
    pub(crate) output: u8,
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
    fn next_status_byte(&mut self) -> (u8, bool) {
        if self.status.is_empty() {
            self.say(DosStatus::OK);
        }
        let byte = self.status.pop().unwrap_or(b'\r');
        (byte, self.status.is_empty())
    }

    /// The next byte of the drive's channel that is read, and whether it was the last one. `None` behind the last one.
    pub(crate) fn next_byte(&mut self) -> Option<(u8, bool)> {
        let input = self.input;
        match self.open.iter_mut().find(|file| file.logical == input).map(|file| &mut file.content) {
            Some(Content::Read(bytes)) => {
                let byte = bytes.pop()?;
                Some((byte, bytes.is_empty()))
            }
            Some(Content::Written { .. }) => None,
            Some(Content::Device) | None => Some(self.next_status_byte()),
        }
    }

    /// Sends a byte to the drive's channel that is written; false if nobody takes it.
    pub(crate) fn send_byte(&mut self, byte: u8) -> bool {
        let output = self.output;
        match self.open.iter_mut().find(|file| file.logical == output).map(|file| &mut file.content) {
            Some(Content::Written { bytes, .. }) => bytes.push(byte),
            Some(Content::Read(_)) => return false,
            Some(Content::Device) | None => self.command.push(byte),
        }
        true
    }

    /// Opens a file of the disk by its name on the bus, such as `0:NAME,S,W` or `$`. What goes wrong, channel 15 says.
    pub(crate) fn open_on_disk(&mut self, name: &[u8]) -> Content {
        let Some(disk) = &mut self.disk else { return Content::Read(Vec::new()) };
        let mut parts = name.split(|byte| *byte == b',');
        let name = parts.next().unwrap_or_default();
        let read = |bytes: Vec<u8>| Content::Read(bytes.into_iter().rev().collect());
        let (content, status) = match name {
            [b'$', pattern @ ..] => match disk.list() {
                Ok(listing) => (read(directory(&listing, without_drive(pattern))), DosStatus::OK),
                Err(status) => (read(Vec::new()), status),
            },
            _ if parts.any(|part| part.first() == Some(&b'W')) => {
                let replaces = name.first() == Some(&b'@');
                match disk.load(name) {
                    Ok(_) if !replaces => (read(Vec::new()), DosStatus::error(63)),
                    _ => (Content::Written { name: name.to_vec(), bytes: Vec::new() }, DosStatus::OK),
                }
            }
            _ => match disk.load(name) {
                Ok(bytes) => (read(bytes), DosStatus::OK),
                Err(status) => (read(Vec::new()), status),
            },
        };
        self.say(status);
        content
    }

    /// Closes a file, which need not be open. With its channel 15, the drive closes all of its files, though the KERNAL's table keeps
    /// them. Source: Commodore 1541 User's Guide, chapter 4, "The command channel".
    pub(crate) fn close(&mut self, logical: u8) {
        let Some(at) = self.open.iter().position(|file| file.logical == logical) else { return };
        let file = self.open.remove(at);
        let mut closed = vec![file.content];
        if file.device == DISK && closed[0] == Content::Device {
            let files = self.open.iter_mut().filter(|file| file.device == DISK);
            closed.extend(files.map(|file| std::mem::replace(&mut file.content, Content::Read(Vec::new()))));
        }
        for content in closed {
            if let (Content::Written { name, bytes }, Some(disk)) = (content, &mut self.disk) {
                let status = disk.save(&name, &bytes);
                self.say(status);
            }
        }
    }
}

/// A directory as the drive sends it: a BASIC program of a title, a line for each file, and the free blocks. Source: Commodore 1541
/// User's Guide, chapter 4.
fn directory(listing: &Listing, pattern: &[u8]) -> Vec<u8> {
    /// Where a BASIC program of a PET begins, and a link that BASIC makes anew.
    const START: [u8; 2] = [0x01, 0x04];
    const LINK: [u8; 2] = [0x01, 0x01];

    let mut bytes = START.to_vec();
    let mut line = |number: usize, text: &[u8]| {
        bytes.extend(LINK);
        bytes.extend((number as u16).to_le_bytes());
        bytes.extend(text);
        bytes.push(0);
    };
    line(0, b"\x12\"                \" 00 2A");
    for (name, blocks) in &listing.files {
        if pattern.is_empty() || fits(name, pattern) {
            let name = [b"\"", name.as_slice(), b"\""].concat();
            // The number is followed by as many spaces as bring the names below each other.
            let spaces = " ".repeat(3 - blocks.to_string().len().min(3));
            let name = name.iter().chain(std::iter::repeat(&b' ')).take(18).copied().collect::<Vec<u8>>();
            line(*blocks, &[spaces.as_bytes(), &name, b" PRG"].concat());
        }
    }
    line(listing.free, b"BLOCKS FREE.");
    bytes.extend([0, 0]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::MemoryDisk;

    fn files() -> Files {
        let mut disk = MemoryDisk::default();
        disk.files.insert(b"GAME".to_vec(), vec![1, 8, 9]);
        disk.files.insert(b"SCORES".to_vec(), vec![7; 600]);
        Files { disk: Some(Box::new(disk)), ..Files::default() }
    }

    fn entered(files: &mut Files, logical: u8, name: &[u8]) {
        let content = files.open_on_disk(name);
        files.open.push(OpenFile { logical, device: 8, content });
    }

    fn said(files: &mut Files) -> String {
        files.input = 15;
        std::iter::from_fn(|| files.next_byte().map(|(byte, last)| (char::from(byte), last)))
            .scan(false, |ended, (byte, last)| (!std::mem::replace(ended, last)).then_some(byte))
            .collect()
    }

    #[test]
    fn a_file_is_read_to_its_last_byte() {
        let mut files = files();
        entered(&mut files, 2, b"0:GAME");
        files.input = 2;
        assert_eq!([files.next_byte(), files.next_byte()], [Some((1, false)), Some((8, false))]);
        assert_eq!([files.next_byte(), files.next_byte()], [Some((9, true)), None]);
        files.output = 2;
        assert!(!files.send_byte(1));
    }

    #[test]
    fn a_file_is_on_the_disk_when_it_is_closed() {
        let mut files = files();
        entered(&mut files, 3, b"NEW,S,W");
        files.output = 3;
        assert!(files.send_byte(b'A') && files.send_byte(b'B'));
        files.input = 3;
        assert_eq!(files.next_byte(), None);
        files.close(3);
        assert_eq!(files.disk.as_mut().and_then(|disk| disk.load(b"NEW").ok()), Some(b"AB".to_vec()));
    }

    #[test]
    fn closing_channel_15_closes_the_files_of_the_drive() {
        let mut files = files();
        files.open.push(OpenFile { logical: 15, device: DISK, content: Content::Device });
        entered(&mut files, 2, b"GAME");
        entered(&mut files, 3, b"NEW,S,W");
        (files.input, files.output) = (2, 3);
        assert!(files.send_byte(b'A'));
        files.close(15);
        assert_eq!((files.next_byte(), files.send_byte(b'B')), (None, false));
        assert_eq!(files.disk.as_mut().and_then(|disk| disk.load(b"NEW").ok()), Some(b"A".to_vec()));
    }

    #[test]
    fn the_drive_says_what_is_wrong_with_a_name() {
        let mut files = files();
        entered(&mut files, 2, b"NOWHERE");
        assert_eq!(said(&mut files), "62,FILE NOT FOUND,00,00\r");
        entered(&mut files, 3, b"GAME,P,W");
        assert_eq!(said(&mut files), "63,FILE EXISTS,00,00\r");
        files.input = 2;
        assert_eq!(files.next_byte(), None);
    }

    #[test]
    fn a_directory_has_the_files_that_fit() {
        let mut files = files();
        let Content::Read(bytes) = files.open_on_disk(b"$0:G*") else { panic!("it is read") };
        let bytes: Vec<u8> = bytes.into_iter().rev().collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(text.contains("  \"GAME\"             PRG\0") && !text.contains("SCORES"), "{text:?}");
        assert!(bytes.ends_with(b"BLOCKS FREE.\0\0\0"));
        let Content::Read(bytes) = files.open_on_disk(b"$") else { panic!("it is read") };
        assert!(
            String::from_utf8_lossy(&bytes.into_iter().rev().collect::<Vec<u8>>())
                .contains("\x03\0  \"SCORES\"")
        );
    }
}
