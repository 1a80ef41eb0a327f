//! The page's disk drive: a disk in memory that the page can inspect while programs use it.

use std::cell::RefCell;
use std::rc::Rc;

use machine::{Disk, DosStatus, FileKind, Listing, MemoryDisk, Reading};

use crate::share::File;

/// The disk and the files written to it.
#[derive(Default)]
pub struct Contents {
    /// The disk.
    pub disk: MemoryDisk,
    /// The files that programs have written and not deleted, the latest one last. The name of a file other than a program ends with its
    /// type, as in OPEN: `NAME,S`.
    pub written: Vec<File>,
    /// The number of changes.
    pub writes: u32,
}

impl Contents {
    /// Puts a previously written file onto the disk; the last of several counts as written last.
    pub fn keep(&mut self, name: &[u8], file: &[u8]) {
        let (on_disk, kind) = parts(name);
        self.disk.insert(on_disk, kind, file);
        self.write(name, file);
    }

    /// Does the same, but leaves a file of that name alone if it is the disk's own.
    pub fn keep_beside(&mut self, name: &[u8], file: &[u8]) {
        let (on_disk, kind) = parts(name);
        if self.disk.get(on_disk).is_none() {
            self.disk.insert(on_disk, kind, file);
        }
        self.write(name, file);
    }

    /// Forgets a file that was written, and removes it from the disk. The disk's own file of that name stays.
    pub fn forget(&mut self, name: &[u8]) {
        if let Some(at) = self.written.iter().position(|file| file.0 == name) {
            let (name, file) = self.written.remove(at);
            let (on_disk, _) = parts(&name);
            if self.disk.get(on_disk) == Some(&file) {
                self.disk.remove(on_disk);
            }
        }
    }

    fn write(&mut self, name: &[u8], file: &[u8]) {
        self.written.retain(|written| written.0 != name);
        self.written.push((name.to_vec(), file.to_vec()));
    }

    /// Notes what a program has changed, given the previous disk.
    fn note(&mut self, before: &MemoryDisk) {
        let changed = self.disk.files().filter(|file| !before.files().any(|known| known == *file));
        let changed: Vec<File> =
            changed.map(|(name, kind, file)| (with_kind(name, kind), file.to_vec())).collect();
        for (name, file) in changed {
            self.write(&name, &file);
        }
        let disk = &self.disk;
        self.written.retain(|(name, _)| disk.get(parts(name).0).is_some());
        self.writes += 1;
    }

    /// Performs an operation on the disk, and notes it if files have changed.
    fn change(&mut self, act: impl FnOnce(&mut MemoryDisk) -> DosStatus) -> DosStatus {
        let before = self.disk.clone();
        let status = act(&mut self.disk);
        if !self.disk.files().eq(before.files()) {
            self.note(&before);
        }
        status
    }
}

/// Returns a name with the letter of its type, unless it is a program.
fn with_kind(name: &[u8], kind: FileKind) -> Vec<u8> {
    if kind == FileKind::Prg { name.to_vec() } else { [name, b",", &kind.letters()[..1]].concat() }
}

/// Returns the name on the disk, and the type.
fn parts(name: &[u8]) -> (&[u8], FileKind) {
    match name {
        [on_disk @ .., b',', letter] => (on_disk, FileKind::from_letter(*letter).unwrap_or(FileKind::Prg)),
        _ => (name, FileKind::Prg),
    }
}

/// The drive, which shares its disk with the page.
#[derive(Clone, Default)]
pub struct Drive(pub Rc<RefCell<Contents>>);

impl Disk for Drive {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        self.0.borrow_mut().disk.load(name)
    }

    fn read(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Reading, DosStatus> {
        self.0.borrow_mut().disk.read(name, kind)
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        self.0.borrow_mut().change(|disk| disk.save(name, file))
    }

    fn write(&mut self, name: &[u8], kind: FileKind, file: &[u8]) -> DosStatus {
        self.0.borrow_mut().change(|disk| disk.write(name, kind, file))
    }

    fn list(&mut self) -> Result<(Listing, Option<DosStatus>), DosStatus> {
        self.0.borrow_mut().disk.list()
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        self.0.borrow_mut().change(|disk| disk.command(command))
    }
}

#[cfg(test)]
mod tests {
    use d64::geometry::Location;
    use d64::image::Image;

    use super::*;

    #[test]
    fn what_programs_write_is_seen_and_what_they_delete_is_gone() {
        let mut drive = Drive::default();
        drive.0.borrow_mut().disk.insert(b"OLD", FileKind::Prg, &[1, 8, 0]);
        assert_eq!(drive.save(b"NEW", &[1, 8, 1]), DosStatus::OK);
        assert_eq!(drive.0.borrow().written, [(b"NEW".to_vec(), vec![1, 8, 1])]);
        assert_eq!(drive.command(b"S:NEW").number, 1);
        assert!(drive.0.borrow().written.is_empty());
        assert_eq!(drive.0.borrow().writes, 2);
        drive.command(b"I0");
        assert_eq!(drive.0.borrow().writes, 2);
    }

    #[test]
    fn of_two_equal_names_neither_counts_as_written() {
        let mut image = Image::zeroed();
        let at = |track, sector| Location { track, sector };
        for number in 0..2_u8 {
            // A closed program of one block, of which the first three bytes are used.
            let entry = [&[0x82, 17, number][..], b"TWIN", &[0xa0; 12]].concat();
            let start = 32 * usize::from(number) + 2;
            image.sector_mut(at(18, 1)).unwrap()[start..][..entry.len()].copy_from_slice(&entry);
            image.sector_mut(at(17, number)).unwrap()[..5].copy_from_slice(&[0, 4, 1, 8, number]);
        }
        image.sector_mut(at(18, 1)).unwrap()[1] = 0xff;
        // The number of free blocks on track 1.
        image.sector_mut(at(18, 0)).unwrap()[4] = 21;
        let contents = Contents { disk: MemoryDisk::from_image(&image), ..Contents::default() };
        assert_eq!(contents.disk.files().count(), 2);
        let mut drive = Drive(Rc::new(RefCell::new(contents)));
        assert_eq!(drive.save(b"SCORE", &[1, 8, 3]), DosStatus::OK);
        assert_eq!(drive.0.borrow().written, [(b"SCORE".to_vec(), vec![1, 8, 3])]);
    }

    #[test]
    fn the_kind_of_a_file_is_kept() {
        let mut drive = Drive::default();
        assert_eq!(drive.write(b"SCORES", FileKind::Seq, &[7]), DosStatus::OK);
        let written = drive.0.borrow().written.clone();
        assert_eq!(written, [(b"SCORES,S".to_vec(), vec![7])]);
        let mut later = Drive::default();
        later.0.borrow_mut().keep(&written[0].0, &written[0].1);
        assert_eq!(later.read(b"SCORES", Some(FileKind::Seq)).map(|reading| reading.bytes), Ok(vec![7]));
        assert_eq!(later.load(b"SCORES"), Err(DosStatus::error(64)));
        later.0.borrow_mut().forget(b"SCORES,S");
        assert!(later.read(b"SCORES", None).is_err());
    }

    #[test]
    fn a_disks_own_files_stay_on_it() {
        let mut drive = Drive::default();
        drive.0.borrow_mut().disk.insert(b"BOTH", FileKind::Prg, &[1, 8, 0]);
        drive.0.borrow_mut().keep_beside(b"BOTH", &[1, 8, 1]);
        drive.0.borrow_mut().keep_beside(b"KEPT", &[1, 8, 2]);
        assert_eq!((drive.load(b"BOTH"), drive.load(b"KEPT")), (Ok(vec![1, 8, 0]), Ok(vec![1, 8, 2])));
        assert_eq!(drive.0.borrow().written.len(), 2);
        for name in [&b"BOTH"[..], b"KEPT", b"NONE"] {
            drive.0.borrow_mut().forget(name);
        }
        assert_eq!(drive.load(b"BOTH"), Ok(vec![1, 8, 0]));
        assert!(drive.load(b"KEPT").is_err() && drive.0.borrow().written.is_empty());
    }
}
