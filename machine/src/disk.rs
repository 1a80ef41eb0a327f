//! The disk drive that may be connected as device 8.

use std::collections::BTreeMap;
use std::fmt;

/// Bytes of one block of a file on a 1541 disk.
const BLOCK: usize = 254;
/// Blocks free on an empty 1541 disk.
const BLOCKS: usize = 664;

/// A message of the error channel of a disk drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DosStatus {
    /// 0 is good, 1 tells of files scratched, the rest are errors. Source: 1541 User's Guide, appendix B.
    pub number: u8,
    /// For 1, the number of files scratched; else 0.
    pub count: u8,
}

impl DosStatus {
    /// No error.
    pub const OK: DosStatus = DosStatus { number: 0, count: 0 };

    /// An error without track and sector.
    pub const fn error(number: u8) -> DosStatus {
        DosStatus { number, count: 0 }
    }

    fn message(self) -> &'static str {
        match self.number {
            0 => " OK",
            1 => "FILES SCRATCHED",
            26 => "WRITE PROTECT ON",
            30..=34 => "SYNTAX ERROR",
            62 => "FILE NOT FOUND",
            63 => "FILE EXISTS",
            72 => "DISK FULL",
            73 => "CBM DOS V2.6 1541",
            74 => "DRIVE NOT READY",
            _ => "READ ERROR",
        }
    }
}

impl fmt::Display for DosStatus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:02},{},{:02},00", self.number, self.message(), self.count)
    }
}

/// The directory of a disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Names of files, and the blocks that each takes.
    pub files: Vec<(Vec<u8>, usize)>,
    /// Blocks that are free.
    pub free: usize,
}

/// A disk drive with its disk, as far as LOAD, SAVE and the channels reach it. Names are PETSCII.
pub trait Disk {
    /// The file LOAD asks for, its two bytes of load address first.
    ///
    /// # Errors
    /// The message for the error channel.
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus>;

    /// Stores a file, its two bytes of load address first, under the name SAVE gave. The KERNAL does not learn the
    /// outcome; programs must read the error channel.
    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus;

    /// The directory. A drive that has none says that it is not ready (74).
    ///
    /// # Errors
    /// The message for the error channel.
    fn list(&mut self) -> Result<Listing, DosStatus> {
        Err(DosStatus::error(74))
    }

    /// Obeys a command sent to channel 15.
    fn command(&mut self, command: &[u8]) -> DosStatus;

    /// The bytes that channel 15 sends in place of a message after the last command, as after M-R. Most drives of programs have none.
    fn answer(&mut self) -> Option<Vec<u8>> {
        None
    }
}

/// A disk that lives in memory: files by name. In its directory, all of them are program files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryDisk {
    /// The files, each with its load address first.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Whether the disk is write protected.
    pub write_protected: bool,
}

/// The name without its drive number: `0:NAME` and `:NAME` are `NAME`.
pub(crate) fn without_drive(name: &[u8]) -> &[u8] {
    match name {
        [b'0', b':', rest @ ..] | [b':', rest @ ..] => rest,
        _ => name,
    }
}

/// Whether a name fits a pattern with `?` for one byte and `*` for all the rest.
pub(crate) fn fits(name: &[u8], pattern: &[u8]) -> bool {
    for (index, wanted) in pattern.iter().enumerate() {
        match (wanted, name.get(index)) {
            (b'*', _) => return true,
            (_, None) => return false,
            (b'?', Some(_)) => {}
            (_, Some(byte)) if byte != wanted => return false,
            _ => {}
        }
    }
    name.len() == pattern.len()
}

impl MemoryDisk {
    fn blocks_free(&self) -> usize {
        let used: usize = self.files.values().map(|file| file.len().div_ceil(BLOCK)).sum();
        BLOCKS.saturating_sub(used)
    }
}

impl Disk for MemoryDisk {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        let pattern = without_drive(name);
        let found = self.files.iter().find(|(name, _)| fits(name, pattern));
        found.map(|(_, file)| file.clone()).ok_or(DosStatus::error(62))
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        let (name, replace) = match name {
            [b'@', rest @ ..] => (without_drive(rest), true),
            _ => (without_drive(name), false),
        };
        if name.is_empty() || name.iter().any(|byte| matches!(byte, b'*' | b'?' | b',')) {
            return DosStatus::error(33);
        }
        if self.write_protected {
            return DosStatus::error(26);
        }
        if self.files.contains_key(name) && !replace {
            return DosStatus::error(63);
        }
        if file.len().div_ceil(BLOCK) > self.blocks_free() {
            return DosStatus::error(72);
        }
        self.files.insert(name.to_vec(), file.to_vec());
        DosStatus::OK
    }

    fn list(&mut self) -> Result<Listing, DosStatus> {
        let files =
            self.files.iter().map(|(name, file)| (name.clone(), file.len().div_ceil(BLOCK).max(1))).collect();
        Ok(Listing { files, free: self.blocks_free() })
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        let command = command.strip_suffix(b"\r").unwrap_or(command);
        match command {
            [b'I', ..] => DosStatus::OK,
            [b'S', rest @ ..] => {
                if self.write_protected {
                    return DosStatus::error(26);
                }
                let pattern = without_drive(rest).to_vec();
                let before = self.files.len();
                self.files.retain(|name, _| !fits(name, &pattern));
                DosStatus { number: 1, count: (before - self.files.len()) as u8 }
            }
            _ => DosStatus::error(31),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_the_drive() {
        assert!(
            fits(b"GAME", b"*") && fits(b"GAME", b"GA*") && fits(b"GAME", b"G?ME") && fits(b"GAME", b"GAME")
        );
        assert!(
            !fits(b"GAME", b"GAM")
                && !fits(b"GAME", b"GAMES")
                && !fits(b"GAME", b"?")
                && !fits(b"GAME", b"B*")
        );
    }

    #[test]
    fn a_file_is_replaced_only_on_demand() {
        let mut disk = MemoryDisk::default();
        assert_eq!(disk.save(b"0:A", &[1, 8, 1]), DosStatus::OK);
        assert_eq!(disk.save(b"A", &[1, 8, 2]).to_string(), "63,FILE EXISTS,00,00");
        assert_eq!(disk.save(b"@0:A", &[1, 8, 3]), DosStatus::OK);
        assert_eq!(disk.load(b"A"), Ok(vec![1, 8, 3]));
        assert_eq!(disk.command(b"S0:A").to_string(), "01,FILES SCRATCHED,01,00");
        assert_eq!(disk.load(b"A"), Err(DosStatus::error(62)));
    }

    #[test]
    fn full_and_protected_disks_refuse() {
        let mut disk = MemoryDisk::default();
        assert_eq!(disk.save(b"BIG", &vec![0; BLOCK * BLOCKS + 1]), DosStatus::error(72));
        assert_eq!(disk.save(b"FITS", &vec![0; BLOCK * BLOCKS]), DosStatus::OK);
        assert_eq!(disk.save(b"ONE", &[1, 8, 0]), DosStatus::error(72));
        disk.write_protected = true;
        assert_eq!(disk.save(b"@0:FITS", &[1, 8, 0]), DosStatus::error(26));
        assert_eq!(disk.command(b"S0:FITS"), DosStatus::error(26));
    }
}
