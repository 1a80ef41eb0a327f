//! The disk drive of the page: a disk in memory that is seen from outside while programs use it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use machine::{Disk, DosStatus, Listing, MemoryDisk};

/// The disk and what has been written to it.
#[derive(Default)]
pub struct Contents {
    /// The disk.
    pub disk: MemoryDisk,
    /// The files that programs have written and not deleted.
    pub written: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The name of the last of them.
    pub last: Option<Vec<u8>>,
    /// The number of changes.
    pub writes: u32,
}

impl Contents {
    /// Puts a file onto the disk that was written before; of several the last one counts as written last.
    pub fn keep(&mut self, name: &[u8], file: &[u8]) {
        self.disk.files.insert(name.to_vec(), file.to_vec());
        self.written.insert(name.to_vec(), file.to_vec());
        self.last = Some(name.to_vec());
    }

    /// Notes what a program has changed, by what was there before.
    fn note(&mut self, before: &BTreeMap<Vec<u8>, Vec<u8>>) {
        for (name, contents) in &self.disk.files {
            if before.get(name) != Some(contents) {
                self.written.insert(name.clone(), contents.clone());
                self.last = Some(name.clone());
            }
        }
        let files = &self.disk.files;
        self.written.retain(|name, _| files.contains_key(name));
        self.last.take_if(|name| !files.contains_key(name));
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
        assert_eq!(drive.0.borrow().written.keys().collect::<Vec<_>>(), [b"NEW"]);
        assert_eq!(drive.0.borrow().last.as_deref(), Some(&b"NEW"[..]));
        assert_eq!(drive.command(b"S:NEW").number, 1);
        assert!(drive.0.borrow().written.is_empty() && drive.0.borrow().last.is_none());
        assert_eq!(drive.0.borrow().writes, 2);
        drive.command(b"I0");
        assert_eq!(drive.0.borrow().writes, 2);
    }
}
