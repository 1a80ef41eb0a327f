//! Reads the programs of a disk image (D64) of a 1541. A damaged image gives the files that can be read, and never hangs.
//!
//! Source: Immers and Neufeld, "Inside Commodore DOS", chapters 4 and 5.

use crate::share::File;

const SECTOR: usize = 256;
/// Bytes of an image with 35 tracks, with and without the drive's error codes, and with 40 tracks.
const SIZES: [usize; 4] = [174_848, 175_531, 196_608, 197_376];
const DIRECTORY: (u8, u8) = (18, 1);
/// The sectors of the whole disk: a longer chain is a circle.
const MOST_SECTORS: usize = 768;
/// The type byte of a closed program file.
const PROGRAM: u8 = 0x82;
/// Fills names up to 16 bytes.
const FILL: u8 = 0xa0;

/// Sectors of a track.
const fn sectors(track: u8) -> usize {
    match track {
        0..=17 => 21,
        18..=24 => 19,
        25..=30 => 18,
        _ => 17,
    }
}

fn sector(image: &[u8], (track, sector): (u8, u8)) -> Option<&[u8]> {
    if track == 0 || usize::from(sector) >= sectors(track) {
        return None;
    }
    let before: usize = (1..track).map(sectors).sum();
    let start = (before + usize::from(sector)) * SECTOR;
    image.get(start..start + SECTOR)
}

/// The bytes of a file; none if its chain leads off the disk or round in a circle.
fn file(image: &[u8], mut at: (u8, u8)) -> Option<Vec<u8>> {
    let mut contents = Vec::new();
    for _ in 0..MOST_SECTORS {
        let bytes = sector(image, at)?;
        if bytes[0] == 0 {
            // The place of the last byte.
            contents.extend(bytes.get(2..=usize::from(bytes[1]))?);
            return Some(contents);
        }
        contents.extend(&bytes[2..]);
        at = (bytes[0], bytes[1]);
    }
    None
}

/// The programs of a disk, in the order of its directory.
///
/// # Errors
/// The image has not the size of one, or no program that can be read.
pub fn programs(image: &[u8]) -> Result<Vec<File>, String> {
    if !SIZES.contains(&image.len()) {
        return Err(format!("a disk image (D64) has 174,848 bytes, and this file has {}", image.len()));
    }
    let mut files = Vec::new();
    let mut at = DIRECTORY;
    for _ in 0..sectors(DIRECTORY.0) {
        let Some(bytes) = sector(image, at) else { break };
        for entry in bytes.chunks_exact(32).filter(|entry| entry[2] & 0x87 == PROGRAM) {
            let name = &entry[5..21];
            let end = name.iter().position(|byte| *byte == FILL).unwrap_or(name.len());
            if let Some(contents) = file(image, (entry[3], entry[4])).filter(|contents| contents.len() > 2) {
                files.push((name[..end].to_vec(), contents));
            }
        }
        if bytes[0] == 0 {
            break;
        }
        at = (bytes[0], bytes[1]);
    }
    if files.is_empty() {
        return Err("this disk image has no program that can be read".to_string());
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: usize = 357 * SECTOR;

    /// An image with a program of 300 bytes on track 1.
    fn image() -> Vec<u8> {
        let mut image = vec![0; SIZES[0]];
        let directory = &mut image[START + SECTOR..][..SECTOR];
        directory[..5].copy_from_slice(&[0, 0xff, PROGRAM, 1, 0]);
        directory[5..21].fill(FILL);
        directory[5..9].copy_from_slice(b"GAME");
        image[0..4].copy_from_slice(&[1, 10, 1, 8]);
        image[10 * SECTOR..10 * SECTOR + 2].copy_from_slice(&[0, 47]);
        image
    }

    #[test]
    fn a_program_is_read_through_its_chain() {
        let files = programs(&image()).unwrap();
        assert_eq!((files.len(), files[0].0.as_slice(), files[0].1.len()), (1, &b"GAME"[..], 300));
        assert_eq!(files[0].1[..2], [1, 8]);
    }

    #[test]
    fn garbage_is_refused_and_circles_end() {
        assert!(programs(&[0; 100]).unwrap_err().contains("100"));
        for fill in [0x00, 0x01, 0x12, 0x82, 0xff] {
            assert!(programs(&vec![fill; SIZES[0]]).is_err(), "{fill}");
        }
        let mut circle = image();
        circle[10 * SECTOR..10 * SECTOR + 2].copy_from_slice(&[1, 0]);
        assert!(programs(&circle).is_err());
        let mut random = 1_u32;
        for _ in 0..20 {
            let garbage: Vec<u8> = (0..SIZES[0])
                .map(|_| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (random >> 24) as u8
                })
                .collect();
            // Whatever it holds: that it comes back is the point, and that files are no longer than a disk.
            for (_, contents) in programs(&garbage).unwrap_or_default() {
                assert!(contents.len() <= MOST_SECTORS * 254);
            }
        }
    }
}
