//! The disk drive of the page: a disk in memory that is seen from outside while programs use it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use machine::{Disk, DosStatus, Listing, MemoryDisk};

use crate::share::File;

/// The disk and what has been written to it.
#[derive(Default)]
pub struct Contents {
    /// The disk.
    pub disk: MemoryDisk,
    /// The files that programs have written and not deleted, the last one last.
    pub written: Vec<File>,
    /// The number of changes.
    pub writes: u32,
}

impl Contents {
    /// Puts a file onto the disk that was written before; of several the last one counts as written last.
    pub fn keep(&mut self, name: &[u8], file: &[u8]) {
        self.disk.files.insert(name.to_vec(), file.to_vec());
        self.write(name, file);
    }

    /// The same, but a file of that name that the disk has of its own stays there.
    pub fn keep_beside(&mut self, name: &[u8], file: &[u8]) {
        self.disk.files.entry(name.to_vec()).or_insert_with(|| file.to_vec());
        self.write(name, file);
    }

    /// Forgets a file that was written, and takes it from the disk. The disk's own file of that name stays.
    pub fn forget(&mut self, name: &[u8]) {
        if let Some(at) = self.written.iter().position(|file| file.0 == name) {
            let (name, file) = self.written.remove(at);
            if self.disk.files.get(&name) == Some(&file) {
                self.disk.files.remove(&name);
            }
        }
    }

    fn write(&mut self, name: &[u8], file: &[u8]) {
        self.written.retain(|written| written.0 != name);
        self.written.push((name.to_vec(), file.to_vec()));
    }

    /// Notes what a program has changed, by what was there before.
    fn note(&mut self, before: &BTreeMap<Vec<u8>, Vec<u8>>) {
        let changed = self.disk.files.iter().filter(|(name, file)| before.get(*name) != Some(file));
        let changed: Vec<File> = changed.map(|(name, file)| (name.clone(), file.clone())).collect();
        for (name, file) in changed {
            self.write(&name, &file);
        }
        let files = &self.disk.files;
        self.written.retain(|(name, _)| files.contains_key(name));
        self.writes += 1;
    }
}

/// The drive, which shares its disk with the page.
#[derive(Clone, Default)]
pub struct Drive(pub Rc<RefCell<Contents>>);

impl Disk for Drive {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        self.0.borrow_mut().disk.load(name)
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        let mut contents = self.0.borrow_mut();
        let before = contents.disk.files.clone();
        let status = contents.disk.save(name, file);
        if status == DosStatus::OK {
            contents.note(&before);
        }
        status
    }

    fn list(&mut self) -> Result<Listing, DosStatus> {
        self.0.borrow_mut().disk.list()
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        let mut contents = self.0.borrow_mut();
        let before = contents.disk.files.clone();
        let status = contents.disk.command(command);
        if contents.disk.files != before {
            contents.note(&before);
        }
        status
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_write_is_seen_and_what_they_delete_is_gone() {
        let mut drive = Drive::default();
        drive.0.borrow_mut().disk.files.insert(b"OLD".to_vec(), vec![1, 8, 0]);
        assert_eq!(drive.save(b"NEW", &[1, 8, 1]), DosStatus::OK);
        assert_eq!(drive.0.borrow().written, [(b"NEW".to_vec(), vec![1, 8, 1])]);
        assert_eq!(drive.command(b"S:NEW").number, 1);
        assert!(drive.0.borrow().written.is_empty());
        assert_eq!(drive.0.borrow().writes, 2);
        drive.command(b"I0");
        assert_eq!(drive.0.borrow().writes, 2);
    }
    #[test]
    fn a_disks_own_files_stay_on_it() {
        let mut drive = Drive::default();
        drive.0.borrow_mut().disk.files.insert(b"BOTH".to_vec(), vec![1, 8, 0]);
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
