//! Reads and validates the program files and disk images that a user names.
//!
//! It reads no more bytes than such a file can have, so that a device or a wrong file of any size is rejected at once.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::disk::d64::Image;

/// Size of the longest possible program file: the load address and all of the C64's memory.
const LONGEST_PROGRAM: usize = 2 + 0x1_0000;

/// More bytes than any D64 image has: one with 40 tracks and error bytes has 197,376.
const LONGEST_DISK: usize = 1_000_000;

/// Reads a program file: its load address and at least one byte, all within the C64's memory.
///
/// # Errors
/// The file cannot be read, or is not a program file.
pub fn program(path: &Path) -> Result<Vec<u8>> {
    let prg = read(path, LONGEST_PROGRAM)?;
    let place = path.display();
    let [low, high, program @ ..] = &*prg else {
        let noun = if prg.len() == 1 { "byte" } else { "bytes" };
        bail!(
            "{place} is not a program file: it has {} {noun}, and needs a load address and at least one more",
            prg.len()
        )
    };
    let load = u16::from_le_bytes([*low, *high]);
    if program.is_empty() {
        bail!("{place} is not a program file: it has nothing but a load address, ${load:04X}");
    }
    if path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("d64")) {
        bail!("{place} is a disk image; `--disk {place}` puts it into the drive of a program");
    }
    if usize::from(load) + program.len() > 0x1_0000 {
        bail!("{place} is not a program file: from ${load:04X} on, it reaches beyond $FFFF");
    }
    Ok(prg)
}

/// Reads a disk image of a valid size.
///
/// # Errors
/// The file cannot be read, or has another size.
pub fn disk_image(path: &Path) -> Result<Image> {
    let bytes = read(path, LONGEST_DISK)?;
    let what = || format!("cannot read the disk image {}", path.display());
    if bytes.len() > LONGEST_DISK {
        return Err(anyhow::anyhow!("it has more than {LONGEST_DISK} bytes").context(what()));
    }
    Image::from_bytes(bytes).with_context(what)
}

/// Reads a file, but no more than `most + 1` bytes.
fn read(path: &Path, most: usize) -> Result<Vec<u8>> {
    let what = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(what)?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).with_context(what)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_in_memory_is_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.prg");
        let said = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            program(&path).map_err(|error| error.to_string())
        };
        assert_eq!(said(&[0xff, 0xff, 0x60]).unwrap(), [0xff, 0xff, 0x60]);
        let whole = vec![0; LONGEST_PROGRAM];
        assert_eq!(said(&whole).unwrap(), whole);
        for (bytes, why) in [
            (&[][..], "it has 0 bytes, and needs a load address"),
            (&[1], "it has 1 byte, and needs a load address"),
            (&[1, 8], "it has nothing but a load address, $0801"),
            (&[0xff, 0xff, 0x60, 0x60], "from $FFFF on, it reaches beyond $FFFF"),
            (&[0; LONGEST_PROGRAM + 5], "from $0000 on, it reaches beyond $FFFF"),
        ] {
            let error = said(bytes).unwrap_err();
            assert!(error.contains("p.prg is not a program file: ") && error.contains(why), "{error}");
        }
    }

    #[test]
    fn disks_have_the_size_of_a_disk() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.d64");
        for (size, why) in [(1_000, "not 1000"), (LONGEST_DISK + 1, "more than 1000000 bytes")] {
            std::fs::write(&path, vec![0; size]).unwrap();
            let error = format!("{:#}", disk_image(&path).unwrap_err());
            assert!(error.starts_with("cannot read the disk image ") && error.contains(why), "{error}");
        }
        std::fs::write(&path, vec![0; 174_848]).unwrap();
        assert_eq!(disk_image(&path).unwrap().tracks(), 35);
    }
}
