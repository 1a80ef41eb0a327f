//! The KERNAL's open files, and the disk drive with its channels.

use d64::FileKind;
use d64::name::{fits, without_drive};

use crate::disk::{Disk, DosStatus, Reading};

/// The device number of the drive.
pub(crate) const DISK: u8 = 8;

/// An open file as entered by OPEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenFile {
    pub(crate) logical: u8,
    pub(crate) device: u8,
    pub(crate) content: Content,
}

/// The device or data of an open file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A device without channels, or the drive's channel 15.
    Device,
    /// A file open for reading: the remaining bytes, last byte first, and the error after them.
    Read { bytes: Vec<u8>, error: Option<DosStatus> },
    /// A file open for writing, and its bytes so far.
    Written { name: Vec<u8>, kind: FileKind, bytes: Vec<u8> },
}

impl Content {
    /// Nothing to read.
    const EMPTY: Content = Content::Read { bytes: Vec::new(), error: None };
}

/// The access mode of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
    Append,
}

/// A name as sent over the bus, such as `0:NAME,S,W`.
struct Request<'a> {
    name: &'a [u8],
    kind: Option<FileKind>,
    mode: Mode,
}

impl Request<'_> {
    /// Parses a name for a channel; channels 0 (LOAD) and 1 (SAVE) mean programs. Source: the DOS (`mist64/cbmsrc`, DOS_1541_05), open.src.
    fn new(text: &[u8], channel: u8) -> Request<'_> {
        let mut parts = text.split(|byte| *byte == b',');
        let mut request = Request { name: parts.next().unwrap_or_default(), kind: None, mode: Mode::Read };
        for letter in parts.take(2).filter_map(|part| part.first()) {
            match letter {
                b'R' => request.mode = Mode::Read,
                b'W' => request.mode = Mode::Write,
                b'A' => request.mode = Mode::Append,
                _ => request.kind = FileKind::from_letter(*letter).or(request.kind),
            }
        }
        if channel < 2 {
            request.mode = if channel == 0 { Mode::Read } else { Mode::Write };
            request.kind = request.kind.or(Some(FileKind::Prg));
        }
        request
    }
}

/// Open files and the disk drive.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) open: Vec<OpenFile>,
    /// The files last selected by CHKIN and CHKOUT.
    pub(crate) input: u8,
    pub(crate) output: u8,
    pub(crate) disk: Option<Box<dyn Disk>>,
    /// The bytes that channel 15 still has to send, last byte first.
    pub(crate) status: Vec<u8>,
    /// The bytes printed to channel 15 since CHKOUT.
    pub(crate) command: Vec<u8>,
}

impl Files {
    pub(crate) fn say(&mut self, status: DosStatus) {
        self.status = status.to_string().bytes().rev().collect();
        self.status.insert(0, b'\r');
    }

    /// Returns the next byte of the error channel, and whether it was the last one; after that the channel says OK again.
    fn next_status_byte(&mut self) -> (u8, bool) {
        if self.status.is_empty() {
            self.say(DosStatus::OK);
        }
        let byte = self.status.pop().unwrap_or(b'\r');
        (byte, self.status.is_empty())
    }

    /// Returns the next byte of the drive channel being read, and whether it was the last one; `None` after the last one.
    pub(crate) fn next_byte(&mut self) -> Option<(u8, bool)> {
        let input = self.input;
        match self.open.iter_mut().find(|file| file.logical == input).map(|file| &mut file.content) {
            Some(Content::Read { bytes, error }) => {
                let Some(byte) = bytes.pop() else {
                    if let Some(error) = error.take() {
                        self.say(error);
                    }
                    return None;
                };
                Some((byte, bytes.is_empty() && error.is_none()))
            }
            Some(Content::Written { .. }) => None,
            Some(Content::Device) | None => Some(self.next_status_byte()),
        }
    }

    /// Sends a byte to the drive channel being written; returns false if nobody accepts it.
    pub(crate) fn send_byte(&mut self, byte: u8) -> bool {
        let output = self.output;
        match self.open.iter_mut().find(|file| file.logical == output).map(|file| &mut file.content) {
            Some(Content::Written { bytes, .. }) => bytes.push(byte),
            Some(Content::Read { .. }) => return false,
            Some(Content::Device) | None => self.command.push(byte),
        }
        true
    }

    /// Reads a file, or the directory, by its name on the bus. Does not yet report errors on channel 15.
    pub(crate) fn read_from_disk(&mut self, text: &[u8], channel: u8) -> Result<Reading, DosStatus> {
        let disk = self.disk.as_mut().ok_or(DosStatus::error(74))?;
        match text {
            [b'$', patterns @ ..] => directory(&mut **disk, patterns),
            // A buffer of the drive.
            [b'#', ..] => Err(DosStatus::error(70)),
            _ => {
                let Request { name, kind, .. } = Request::new(text, channel);
                disk.read(name, kind)
            }
        }
    }

    /// Opens a file on the disk by its name on the bus, such as `0:NAME,S,W` or `$`. Channel 15 reports errors.
    pub(crate) fn open_on_disk(&mut self, text: &[u8], channel: u8) -> Content {
        let Request { name, kind, mode } = Request::new(text, channel);
        let opened = match mode {
            Mode::Read => self.read_from_disk(text, channel).map(content),
            Mode::Append => self.append(name, kind),
            Mode::Write => self.create(name, kind),
        };
        self.say(opened.as_ref().err().copied().unwrap_or(DosStatus::OK));
        opened.unwrap_or(Content::EMPTY)
    }

    /// Opens a file to append bytes.
    fn append(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Content, DosStatus> {
        let disk = self.disk.as_mut().ok_or(DosStatus::error(74))?;
        let kinds = [FileKind::Seq, FileKind::Prg, FileKind::Usr];
        let mut of_kind = kinds.into_iter().filter(|known| kind.is_none_or(|kind| kind == *known));
        let found = of_kind.find_map(|kind| Some((kind, disk.read(name, Some(kind)).ok()?)));
        let Some((kind, Reading { bytes, .. })) = found else {
            return Err(disk.read(name, kind).err().unwrap_or(DosStatus::error(64)));
        };
        Ok(Content::Written { name: [b"@0:", without_drive(name)].concat(), kind, bytes })
    }

    /// Creates a file. An existing file of that name is replaced only if the name begins with `@`.
    fn create(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Content, DosStatus> {
        let disk = self.disk.as_mut().ok_or(DosStatus::error(74))?;
        let exists = !matches!(disk.read(name, None), Err(DosStatus { number: 62, .. }));
        if exists && name.first() != Some(&b'@') {
            return Err(DosStatus::error(63));
        }
        Ok(Content::Written { name: name.to_vec(), kind: kind.unwrap_or(FileKind::Seq), bytes: Vec::new() })
    }

    /// Closes a file, which need not be open. Closing its channel 15 makes the drive close all of its files, though the KERNAL's table
    /// keeps them. Source: Commodore 1541 User's Guide, chapter 4, "The command channel".
    pub(crate) fn close(&mut self, logical: u8) {
        let Some(at) = self.open.iter().position(|file| file.logical == logical) else { return };
        let file = self.open.remove(at);
        let mut closed = vec![file.content];
        if file.device == DISK && closed[0] == Content::Device {
            let files = self.open.iter_mut().filter(|file| file.device == DISK);
            closed.extend(files.map(|file| std::mem::replace(&mut file.content, Content::EMPTY)));
        }
        for content in closed {
            if let (Content::Written { name, kind, bytes }, Some(disk)) = (content, &mut self.disk) {
                let status = disk.write(&name, kind, &bytes);
                self.say(status);
            }
        }
    }
}

fn content(Reading { mut bytes, error }: Reading) -> Content {
    bytes.reverse();
    Content::Read { bytes, error }
}

/// Returns the directory as the drive sends it, with the files that match one of the patterns, such as `0:A*=P,B*`. If it breaks off on the
/// disk, the free blocks still follow, as in VICE's drive, and the error comes after the end.
fn directory(disk: &mut dyn Disk, patterns: &[u8]) -> Result<Reading, DosStatus> {
    let (mut listing, error) = disk.list()?;
    if !matches!(patterns, b"" | b"0") {
        let patterns: Vec<&[u8]> = patterns.split(|byte| *byte == b',').map(without_drive).collect();
        listing.files.retain(|line| {
            patterns.iter().any(|pattern| {
                let mut parts = pattern.splitn(2, |byte| *byte == b'=');
                let name = parts.next().unwrap_or_default();
                let kind = parts.next().and_then(|kind| FileKind::from_letter(*kind.first()?));
                (name.is_empty() || fits(&line.name, name)) && (kind.is_none() || kind == line.kind)
            })
        });
    }
    Ok(Reading { bytes: listing.program(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_disk::MemoryDisk;

    fn files() -> Files {
        let mut disk = MemoryDisk::default();
        disk.insert(b"GAME", FileKind::Prg, &[1, 8, 9]);
        disk.insert(b"SCORES", FileKind::Seq, &[7; 600]);
        Files { disk: Some(Box::new(disk)), ..Files::default() }
    }

    fn entered(files: &mut Files, logical: u8, name: &[u8]) {
        let content = files.open_on_disk(name, 2);
        files.open.push(OpenFile { logical, device: 8, content });
    }

    fn stored(files: &mut Files, name: &[u8], kind: FileKind) -> Result<Vec<u8>, DosStatus> {
        let disk = files.disk.as_mut().expect("a disk is in");
        disk.read(name, Some(kind)).map(|reading| reading.bytes)
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
        assert_eq!(stored(&mut files, b"NEW", FileKind::Seq), Ok(b"AB".to_vec()));
        assert_eq!(stored(&mut files, b"NEW", FileKind::Prg), Err(DosStatus::error(64)));
    }

    #[test]
    fn a_file_grows_at_its_end() {
        let mut files = files();
        entered(&mut files, 3, b"SCORES,A");
        files.output = 3;
        assert!(files.send_byte(8));
        files.close(3);
        assert_eq!(stored(&mut files, b"SCORES", FileKind::Seq), Ok([&[7; 600][..], &[8]].concat()));
        entered(&mut files, 3, b"NOWHERE,S,A");
        assert_eq!(said(&mut files), "62,FILE NOT FOUND,00,00\r");
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
        assert_eq!(stored(&mut files, b"NEW", FileKind::Seq), Ok(b"A".to_vec()));
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
        let text = |files: &mut Files, name: &[u8]| {
            let reading = files.read_from_disk(name, 0).expect("there is a directory");
            assert!(reading.bytes.ends_with(b"\0\0\0"));
            String::from_utf8_lossy(&reading.bytes).into_owned()
        };
        let some = text(&mut files, b"$0:G*");
        assert!(some.contains("\x01\0   \"GAME\"             PRG ") && !some.contains("SCORES"), "{some:?}");
        for all in [&b"$"[..], b"$0", b"$0:", b"$:*"] {
            let text = text(&mut files, all);
            assert!(text.contains("GAME") && text.contains("\x03\0   \"SCORES\"           SEQ "), "{text:?}");
        }
        for one in [&b"$*=S"[..], b"$0:S*,X*", b"$:X,*=S"] {
            let text = text(&mut files, one);
            assert!(!text.contains("GAME") && text.contains("SCORES"), "{text:?}");
        }
    }
}
