//! Writes a D64 image as the drive itself would.
//!
//! Files spread out from track 18 with an interleave of ten sectors, the directory with an interleave of three, which matches the time
//! that the drive needs between two sectors.
//!
//! Everything is checked before the first sector is written, so an image is either whole or not made at all.

use std::collections::BTreeSet;

use super::bam;
use super::d64::{BLOCK_BYTES, ENTRY_BYTES, HEADER, ID, Image, TITLE};
use super::geometry::{DIRECTORY_TRACK, Location, SECTOR_BYTES, TRACKS, sectors_of};
use super::petscii::{self, PAD};
use super::{Disk, DiskError, File, FileKind, MOST_FILES, NAME_BYTES};

/// Interleave of a file's sectors, as in the DOS.
const FILE_INTERLEAVE: u8 = 10;

/// Interleave of the directory's sectors, as in the DOS.
const DIRECTORY_INTERLEAVE: u8 = 3;

/// Entries per directory sector.
const ENTRIES_PER_SECTOR: usize = SECTOR_BYTES / ENTRY_BYTES;

/// Blocks on an empty disk.
const FREE_BLOCKS: usize = 664;

/// Characters with a special meaning in file names: wildcards and the separators of drive commands.
const RESERVED: &[u8] = b"*?:,=\"";

/// Creates an image with the given contents.
///
/// # Errors
/// The first thing in the contents that a 1541 disk cannot hold.
pub fn format(disk: &Disk) -> Result<Image, DiskError> {
    check_contents(disk)?;
    let mut image = Image::zeroed();
    write_header(&mut image, disk);
    let mut entries = Vec::with_capacity(disk.files.len());
    for file in &disk.files {
        let first = write_file(&mut image, &file.data)?;
        entries.push(directory_entry(file, first));
    }
    write_directory(&mut image, &entries)?;
    Ok(image)
}

/// Returns the number of blocks that a file of this many bytes needs.
fn blocks(bytes: usize) -> usize {
    bytes.div_ceil(BLOCK_BYTES)
}

fn check_contents(disk: &Disk) -> Result<(), DiskError> {
    check_name(&disk.title, &[])?;
    if disk.files.len() > MOST_FILES {
        return Err(DiskError::TooManyFiles(disk.files.len()));
    }
    let mut names = BTreeSet::new();
    for file in &disk.files {
        // Lines of directory art are never loaded, so they may contain any character and need not be unique.
        let art = file.kind == FileKind::Del;
        check_name(&file.name, if art { &[] } else { RESERVED })?;
        if file.kind == FileKind::Rel {
            return Err(DiskError::name(DiskError::RelFile, &file.name));
        }
        if file.data.is_empty() != art {
            return Err(DiskError::name(DiskError::WrongData, &file.name));
        }
        if !art && !names.insert(&file.name) {
            return Err(DiskError::name(DiskError::DuplicateName, &file.name));
        }
    }
    let needed = disk.files.iter().map(|file| blocks(file.data.len())).sum();
    if needed > FREE_BLOCKS { Err(DiskError::DiskFull { needed, free: FREE_BLOCKS }) } else { Ok(()) }
}

fn check_name(name: &[u8], reserved: &[u8]) -> Result<(), DiskError> {
    if name.is_empty() || name.len() > NAME_BYTES {
        return Err(DiskError::name(DiskError::NameLength, name));
    }
    let wrong = name.iter().find(|code| **code == PAD || reserved.contains(code));
    match wrong {
        Some(&code) => Err(DiskError::NameCharacter {
            name: petscii::decode(name),
            character: petscii::decode_char(code).unwrap_or('\u{fffd}'),
        }),
        None => Ok(()),
    }
}

fn write_header(image: &mut Image, disk: &Disk) {
    let Some(header) = image.sector_mut(HEADER) else { return };
    // The directory's first sector, and both fields with the DOS version 2A.
    header[..3].copy_from_slice(&[DIRECTORY_TRACK, 1, b'A']);
    bam::clear(header);
    header[TITLE..TITLE + 27].fill(PAD);
    header[TITLE..TITLE + disk.title.len()].copy_from_slice(&disk.title);
    header[ID..ID + 2].copy_from_slice(&disk.id);
    header[ID + 3..ID + 5].copy_from_slice(b"2A");
    bam::allocate(header, HEADER);
}

/// Writes a file's data and returns its first sector; track 0 for no data.
fn write_file(image: &mut Image, data: &[u8]) -> Result<Location, DiskError> {
    let nowhere = Location { track: 0, sector: 0 };
    let mut chain: Vec<Location> = Vec::new();
    for _ in 0..blocks(data.len()) {
        let next = allocate_block(image, chain.last().copied());
        chain.push(next.ok_or(DiskError::DiskFull { needed: blocks(data.len()), free: chain.len() })?);
    }
    for (at, block) in data.chunks(BLOCK_BYTES).enumerate() {
        let link = match chain.get(at + 1) {
            Some(next) => [next.track, next.sector],
            None => [0, block.len() as u8 + 1],
        };
        if let Some(sector) = image.sector_mut(chain[at]) {
            sector[..2].copy_from_slice(&link);
            sector[2..2 + block.len()].copy_from_slice(block);
        }
    }
    Ok(chain.first().copied().unwrap_or(nowhere))
}

/// Allocates the next block of a file: ten sectors further on the same track, else on the following tracks away from track 18, else
/// on the other side of it. The first block of a file goes as near to track 18 as possible.
fn allocate_block(image: &mut Image, last: Option<Location>) -> Option<Location> {
    let header = image.sector_mut(HEADER)?;
    let below: Vec<u8> = (1..DIRECTORY_TRACK).rev().collect();
    let above: Vec<u8> = (DIRECTORY_TRACK + 1..=TRACKS).collect();
    let (tracks, start): (Vec<u8>, u8) = match last {
        None => {
            let mut tracks: Vec<u8> = [below, above].concat();
            tracks.sort_by_key(|&track| track.abs_diff(DIRECTORY_TRACK));
            (tracks, 0)
        }
        Some(last) => {
            let (same, other) = if last.track < DIRECTORY_TRACK { (below, above) } else { (above, below) };
            let from_here = same.into_iter().skip_while(|&track| track != last.track);
            (from_here.chain(other).collect(), last.sector + FILE_INTERLEAVE)
        }
    };
    for track in tracks {
        let sectors = sectors_of(track);
        // Past the end of the track, the DOS wraps around, one sector earlier unless that is the first sector.
        let start = if start >= sectors { (start - sectors).saturating_sub(1) % sectors } else { start };
        for sector in (start..sectors).chain(0..start) {
            let at = Location { track, sector };
            if bam::allocate(header, at) {
                return Some(at);
            }
        }
    }
    None
}

fn directory_entry(file: &File, first: Location) -> [u8; ENTRY_BYTES] {
    let mut entry = [0; ENTRY_BYTES];
    // The closed flag and the kind.
    entry[2] = 0x80 | file.kind as u8;
    entry[3..5].copy_from_slice(&[first.track, first.sector]);
    entry[5..5 + NAME_BYTES].fill(PAD);
    entry[5..5 + file.name.len()].copy_from_slice(&file.name);
    // At most 664, as checked above.
    entry[30..32].copy_from_slice(&(blocks(file.data.len()) as u16).to_le_bytes());
    entry
}

fn write_directory(image: &mut Image, entries: &[[u8; ENTRY_BYTES]]) -> Result<(), DiskError> {
    let sectors = directory_sectors();
    let used = entries.len().div_ceil(ENTRIES_PER_SECTOR).max(1);
    for at in 0..used {
        let here = sectors[at];
        if let Some(header) = image.sector_mut(HEADER) {
            bam::allocate(header, here);
        }
        let here_entries = entries.chunks(ENTRIES_PER_SECTOR).nth(at).unwrap_or(&[]);
        let sector = image.sector_mut(here).ok_or(::d64::Error::BadLink { from: here, to: here })?;
        for (slot, entry) in sector.chunks_exact_mut(ENTRY_BYTES).zip(here_entries) {
            slot.copy_from_slice(entry);
        }
        // The link is in the first two bytes of the first entry; the last sector counts as full.
        let link = if at + 1 < used { [DIRECTORY_TRACK, sectors[at + 1].sector] } else { [0, 0xff] };
        sector[..2].copy_from_slice(&link);
    }
    Ok(())
}

/// Returns the directory's 18 sectors in allocation order: 1, 4, 7, ... 16, 2, 5, ...
fn directory_sectors() -> Vec<Location> {
    let last = sectors_of(DIRECTORY_TRACK);
    let sectors =
        (1..=DIRECTORY_INTERLEAVE).flat_map(|start| (start..last).step_by(DIRECTORY_INTERLEAVE.into()));
    sectors.map(|sector| Location { track: DIRECTORY_TRACK, sector }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;

    fn file(name: &[u8], kind: FileKind, size: usize) -> File {
        let data = (0..size).map(|at| (at * 7 + at / 256 + name.len()) as u8).collect();
        File { name: name.to_vec(), kind, data }
    }

    fn disk(files: Vec<File>) -> Disk {
        Disk { title: b"A TITLE".to_vec(), id: *b"C6", files }
    }

    fn round_trip(files: Vec<File>) -> Image {
        let disk = disk(files);
        let image = format(&disk).unwrap();
        assert_eq!(image.contents().unwrap(), disk);
        assert_eq!(check(&image), []);
        image
    }

    #[test]
    fn what_is_written_is_read_back() {
        let sizes = [1, 2, 253, 254, 255, 256, 508, 509, 5334, 20_000];
        let mut files: Vec<File> =
            sizes.iter().map(|size| file(format!("F{size}").as_bytes(), FileKind::Prg, *size)).collect();
        files.insert(1, file(b"\xc0\xc0\xc0", FileKind::Del, 0));
        files.insert(3, file(b"\xc0\xc0\xc0", FileKind::Del, 0));
        files.push(file(b"SEQ", FileKind::Seq, 300));
        files.push(file(b"USR", FileKind::Usr, 300));
        let image = round_trip(files);
        assert_eq!(image.bytes().len(), 174_848);
        assert_eq!(image.directory().unwrap()[0].first, Location { track: 17, sector: 0 });
    }

    #[test]
    fn an_empty_disk_is_a_disk() {
        assert_eq!(round_trip(Vec::new()).free_blocks(), 664);
    }

    #[test]
    fn a_disk_can_be_filled_to_the_last_block_and_no_further() {
        let full = round_trip(vec![file(b"FULL", FileKind::Prg, 664 * 254)]);
        assert_eq!(full.free_blocks(), 0);
        let over = disk(vec![file(b"FULL", FileKind::Prg, 663 * 254), file(b"OVER", FileKind::Prg, 255)]);
        assert!(matches!(format(&over), Err(DiskError::DiskFull { needed: 665, free: 664 })));
    }

    #[test]
    fn the_directory_holds_144_files_and_no_more() {
        let files =
            |count| (0..count).map(|at| file(format!("F{at}").as_bytes(), FileKind::Prg, 10)).collect();
        let image = round_trip(files(144));
        assert_eq!(image.directory().unwrap().len(), 144);
        assert!(matches!(format(&disk(files(145))), Err(DiskError::TooManyFiles(145))));
    }

    #[test]
    fn blocks_of_a_file_lie_ten_sectors_apart() {
        let image = round_trip(vec![file(b"F", FileKind::Prg, 4 * 254)]);
        let sectors: Vec<u8> =
            image.chain(Location { track: 17, sector: 0 }).unwrap().iter().map(|at| at.sector).collect();
        assert_eq!(sectors, [0, 10, 20, 8]);
        let order: Vec<u8> = directory_sectors().iter().map(|at| at.sector).collect();
        assert_eq!(order, [1, 4, 7, 10, 13, 16, 2, 5, 8, 11, 14, 17, 3, 6, 9, 12, 15, 18]);
    }

    #[test]
    fn what_no_disk_can_hold_is_refused() {
        let refused = |file| format(&disk(vec![file])).unwrap_err();
        assert!(matches!(refused(file(b"SEVENTEEN LETTERS", FileKind::Prg, 1)), DiskError::NameLength(_)));
        assert!(matches!(refused(file(b"", FileKind::Prg, 1)), DiskError::NameLength(_)));
        assert!(matches!(
            refused(file(b"A*", FileKind::Prg, 1)),
            DiskError::NameCharacter { character: '*', .. }
        ));
        assert!(matches!(refused(file(b"A\xa0", FileKind::Del, 0)), DiskError::NameCharacter { .. }));
        assert!(matches!(refused(file(b"EMPTY", FileKind::Prg, 0)), DiskError::WrongData(_)));
        assert!(matches!(refused(file(b"FULL", FileKind::Del, 1)), DiskError::WrongData(_)));
        assert!(matches!(refused(file(b"REL", FileKind::Rel, 1)), DiskError::RelFile(_)));
        let twice = disk(vec![file(b"A", FileKind::Prg, 1), file(b"A", FileKind::Seq, 1)]);
        assert!(matches!(format(&twice), Err(DiskError::DuplicateName(_))));
        let long = Disk { title: vec![b'A'; 17], ..disk(Vec::new()) };
        assert!(matches!(format(&long), Err(DiskError::NameLength(_))));
    }

    #[test]
    fn two_images_of_the_same_contents_are_the_same() {
        let files = || vec![file(b"A", FileKind::Prg, 1000), file(b"B", FileKind::Seq, 1000)];
        assert_eq!(round_trip(files()), round_trip(files()));
    }
}
