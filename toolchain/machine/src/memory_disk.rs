//! A disk in memory: files in directory order, found, served and stored as by a 1541.
//!
//! Source: the DOS (`mist64/cbmsrc`, DOS_1541_05), open.src, lookup.src, scrtch.src and rename.src.

use d64::image::{BLOCK_BYTES, Image};
use d64::listing::{Line, Listing};
use d64::name::{fits, without_drive};
use d64::{FileKind, MOST_FILES, NAME_BYTES};

use crate::disk::{Disk, DosStatus, Reading};

/// A file on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    line: Line,
    contents: Reading,
    /// Whether its directory entry has a first block.
    starts: bool,
    /// Blocks that become free when it is scratched.
    taken: usize,
}

impl Stored {
    fn new(name: &[u8], kind: FileKind, bytes: &[u8]) -> Stored {
        let taken = blocks(bytes);
        let line =
            Line { name: name.to_vec(), kind: Some(kind), locked: false, closed: true, blocks: taken.max(1) };
        Stored { line, contents: Reading { bytes: bytes.to_vec(), error: None }, starts: true, taken }
    }
}

/// A disk that lives in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryDisk {
    /// The slots of the directory; `None` where a file was scratched.
    places: Vec<Option<Stored>>,
    /// The header, and the number of free blocks.
    listing: Listing,
    /// The error after the last slot that can be read.
    error: Option<DosStatus>,
    /// The name of the last program, which LOAD finds as `*`.
    last: Option<Vec<u8>>,
    /// Whether the disk is write protected.
    pub write_protected: bool,
}

fn blocks(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(BLOCK_BYTES)
}

impl MemoryDisk {
    /// Creates the disk of an image, with its damage. Changes to the disk do not affect the image.
    pub fn from_image(image: &Image) -> MemoryDisk {
        let (places, error) = image.places();
        let stored = |entry: d64::image::Entry| {
            let (bytes, error) = image.read_up_to_error(&entry);
            Stored {
                contents: Reading { bytes, error: error.map(DosStatus::from) },
                starts: entry.first.track != 0,
                taken: if entry.closed { image.blocks_of(&entry) } else { 0 },
                line: entry.into(),
            }
        };
        MemoryDisk {
            places: places.into_iter().map(|entry| entry.map(stored)).collect(),
            listing: Listing { header: image.header(), files: Vec::new(), free: image.free_blocks() },
            error: error.map(DosStatus::from),
            ..MemoryDisk::default()
        }
    }

    /// Creates a disk with programs, each with its load address first.
    pub fn with_programs(programs: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) -> MemoryDisk {
        let mut disk = MemoryDisk::default();
        for (name, file) in programs {
            disk.insert(&name, FileKind::Prg, &file);
        }
        disk
    }

    /// Puts a file onto the disk, replacing one of the same name. Does not check for free space.
    pub fn insert(&mut self, name: &[u8], kind: FileKind, bytes: &[u8]) {
        let stored = Stored::new(name, kind, bytes);
        let free = self.listing.free + self.position(name).map_or(0, |at| self.taken(at));
        self.listing.free = free.saturating_sub(stored.taken);
        let place = self.position(name).or_else(|| self.places.iter().position(Option::is_none));
        match place {
            Some(at) => self.places[at] = Some(stored),
            None => self.places.push(Some(stored)),
        }
    }

    /// Removes a file from the disk.
    pub fn remove(&mut self, name: &[u8]) {
        if let Some(at) = self.position(name) {
            self.listing.free += self.taken(at);
            self.places[at] = None;
        }
    }

    /// Returns the bytes of the first file with exactly this name.
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.files().find(|(known, ..)| *known == name).map(|(_, _, bytes)| bytes)
    }

    /// Returns the files in directory order: name, type and bytes. Files of a type that the drive does not know are left out.
    pub fn files(&self) -> impl Iterator<Item = (&[u8], FileKind, &[u8])> {
        let stored = self.places.iter().flatten();
        stored.filter_map(|file| {
            Some((file.line.name.as_slice(), file.line.kind?, file.contents.bytes.as_slice()))
        })
    }

    fn position(&self, name: &[u8]) -> Option<usize> {
        self.places.iter().position(|place| place.as_ref().is_some_and(|file| file.line.name == name))
    }

    fn taken(&self, at: usize) -> usize {
        self.places[at].as_ref().map_or(0, |file| file.taken)
    }

    /// Returns the first file that matches a pattern and, if given, a type.
    fn find(&self, pattern: &[u8], kind: Option<FileKind>) -> Result<&Stored, DosStatus> {
        let mut files = self.places.iter().flatten();
        let found =
            files.find(|file| fits(&file.line.name, pattern) && (kind.is_none() || kind == file.line.kind));
        found.ok_or(self.error.unwrap_or(DosStatus::error(62)))
    }

    fn scratch(&mut self, patterns: &[u8]) -> DosStatus {
        let mut status = DosStatus { number: 1, ..DosStatus::OK };
        for pattern in patterns.split(|code| *code == b',').map(without_drive) {
            for place in &mut self.places {
                if let Some(file) = place.take_if(|file| fits(&file.line.name, pattern) && !file.line.locked)
                {
                    self.listing.free += file.taken;
                    status.track = status.track.wrapping_add(1);
                }
            }
        }
        status
    }

    /// Executes `NEW=OLD`.
    fn rename(&mut self, names: &[u8]) -> DosStatus {
        let mut names = names.splitn(2, |code| *code == b'=').map(without_drive);
        let (Some(new), Some(old)) = (names.next(), names.next()) else { return DosStatus::error(30) };
        if !is_name(new) {
            return DosStatus::error(33);
        }
        let mut places = self.places.iter().flatten();
        if places.any(|file| fits(&file.line.name, new)) {
            return DosStatus::error(63);
        }
        let Some(file) = self.places.iter_mut().flatten().find(|file| fits(&file.line.name, old)) else {
            return self.error.unwrap_or(DosStatus::error(62));
        };
        file.line.name = new[..new.len().min(NAME_BYTES)].to_vec();
        DosStatus::OK
    }
}

/// Returns whether a new file may have this name.
fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.iter().any(|code| matches!(code, b'*' | b'?' | b','))
}

impl Disk for MemoryDisk {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        let Reading { bytes, error } = self.read(name, Some(FileKind::Prg))?;
        error.map_or(Ok(bytes), Err)
    }

    fn read(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Reading, DosStatus> {
        let program = kind == Some(FileKind::Prg);
        let file = match (name, &self.last) {
            // The last program again, or else the first one.
            (b"*", Some(last)) if program => self.find(last, kind)?,
            (b"*", None) if program => self.find(b"*", kind)?,
            _ => self.find(without_drive(name), None)?,
        };
        if !file.starts {
            return Err(DosStatus::error(62));
        }
        if !file.line.closed {
            return Err(DosStatus::error(60));
        }
        if kind.is_some() && kind != file.line.kind {
            return Err(DosStatus::error(64));
        }
        let contents = file.contents.clone();
        if program {
            self.last = Some(file.line.name.clone());
        }
        match contents {
            Reading { error: Some(error), bytes } if bytes.is_empty() => Err(error),
            contents => Ok(contents),
        }
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        self.write(name, FileKind::Prg, file)
    }

    fn write(&mut self, name: &[u8], kind: FileKind, file: &[u8]) -> DosStatus {
        let (name, replace) = match name {
            [b'@', rest @ ..] => (without_drive(rest), true),
            _ => (without_drive(name), false),
        };
        if !is_name(name) {
            return DosStatus::error(33);
        }
        let name = &name[..name.len().min(NAME_BYTES)];
        if self.write_protected {
            return DosStatus::error(26);
        }
        let known = self.find(name, None).ok();
        if known.is_some() && !replace {
            return DosStatus::error(63);
        }
        if known.is_some_and(|file| file.line.kind != Some(kind)) {
            return DosStatus::error(64);
        }
        // The new file is written before the old one is scratched.
        let has_place =
            known.is_some() || self.places.len() < MOST_FILES || self.places.iter().any(Option::is_none);
        if blocks(file) > self.listing.free || !has_place {
            return DosStatus::error(72);
        }
        let name = known.map_or(name.to_vec(), |file| file.line.name.clone());
        self.insert(&name, kind, file);
        if kind == FileKind::Prg {
            self.last = Some(name);
        }
        DosStatus::OK
    }

    fn list(&mut self) -> Result<(Listing, Option<DosStatus>), DosStatus> {
        let files = self.places.iter().flatten().map(|file| file.line.clone()).collect::<Vec<_>>();
        match self.error {
            Some(error) if self.places.is_empty() => Err(error),
            error => Ok((Listing { files, ..self.listing.clone() }, error)),
        }
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        let command = command.strip_suffix(b"\r").unwrap_or(command);
        match command {
            [b'I', ..] => DosStatus::OK,
            [b'S' | b'R', ..] if self.write_protected => DosStatus::error(26),
            [b'S', rest @ ..] => self.scratch(rest),
            [b'R', rest @ ..] => self.rename(rest),
            [b'U', b'I' | b'J' | b'9' | b':', ..] => DosStatus::error(73),
            _ => DosStatus::error(31),
        }
    }
}
