//! D64 images: the sectors of a 1541 disk, and access to its files.
//!
//! The layout follows the 1541 user's manual and the DOS: 35 tracks, the outer ones with more sectors, of 256 bytes each. Track 18 holds
//! the header with the block availability map in sector 0, and the directory from sector 1. The first two bytes of a sector link to the
//! next sector of its chain. Track 0 marks the last sector; the second byte is then the offset of its last used byte. Images of 40 to 42
//! tracks can also be read, as can the error bytes that may follow the sectors: one per sector, the result of the drive's controller when
//! it read the sector.

use std::collections::BTreeSet;

use crate::bam::Bam;
use crate::geometry::{DIRECTORY_TRACK, Location, SECTOR_BYTES, TRACKS, sectors_of};
use crate::listing::{HEADER_BYTES, Line, Listing};
use crate::{Disk, Error, File, FileKind, NAME_BYTES, petscii};

/// File bytes that a sector holds.
pub const BLOCK_BYTES: usize = 254;

/// Bytes of an image as this crate writes it: 683 sectors.
pub const IMAGE_BYTES: usize = 174_848;

/// Bytes per directory entry; eight fit in a sector.
pub const ENTRY_BYTES: usize = 32;

/// Offset of the title in the header sector.
pub const TITLE: usize = 0x90;
/// Offset of the ID in the header sector, after two pads.
pub const ID: usize = 0xa2;

/// The header sector.
pub const HEADER: Location = Location { track: DIRECTORY_TRACK, sector: 0 };
/// The first sector of the directory. The drive starts here whatever the header says.
pub const DIRECTORY: Location = Location { track: DIRECTORY_TRACK, sector: 1 };

/// A directory entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in PETSCII without the padding at its end. It may contain [`petscii::PAD`], which also ends the name in a search.
    pub name: Vec<u8>,
    /// The file type; `None` for a type byte that the drive does not know.
    pub kind: Option<FileKind>,
    /// Whether the file is locked (protected from being scratched).
    pub locked: bool,
    /// False for a file that was never closed.
    pub closed: bool,
    /// The first sector; track 0 for files without blocks.
    pub first: Location,
    /// The first side sector of a REL file; track 0 for none.
    pub side: Location,
    /// The size in blocks that the listing shows.
    pub blocks: u16,
}

/// A disk image of a valid size. Its contents are not validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    bytes: Vec<u8>,
    tracks: u8,
}

/// Returns the number of sectors on the first tracks.
fn sectors_on(tracks: u8) -> usize {
    (1..=tracks).map(|track| usize::from(sectors_of(track))).sum()
}

impl Image {
    /// Creates an image from the bytes of an image file.
    ///
    /// # Errors
    /// [`Error::Size`] unless the size is that of 35, 40, 41 or 42 tracks, with or without error bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Image, Error> {
        let tracks = match bytes.len() {
            174_848 | 175_531 => 35,
            196_608 | 197_376 => 40,
            200_960 | 201_745 => 41,
            205_312 | 206_114 => 42,
            size => return Err(Error::Size(size)),
        };
        Ok(Image { bytes, tracks })
    }

    /// Returns an image of 35 tracks filled with zeros.
    pub fn zeroed() -> Image {
        Image { bytes: vec![0; IMAGE_BYTES], tracks: TRACKS }
    }

    /// Returns the bytes of the image file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of tracks: 35, 40, 41 or 42.
    pub fn tracks(&self) -> u8 {
        self.tracks
    }

    /// Returns the offset of a sector in the image.
    fn offset(&self, at: Location) -> Option<usize> {
        if at.track > self.tracks || at.sector >= sectors_of(at.track) {
            return None;
        }
        Some((sectors_on(at.track - 1) + usize::from(at.sector)) * SECTOR_BYTES)
    }

    /// Returns the read error that a sector's error byte stands for. Images without error bytes have none.
    pub fn error_of(&self, at: Location) -> Option<Error> {
        let number = self.offset(at)? / SECTOR_BYTES;
        let result = *self.bytes.get(sectors_on(self.tracks) * SECTOR_BYTES + number)?;
        // 0 and 1 are good. Source: the DOS (`mist64/cbmsrc`, DOS_1541_05), erproc.src, "controller errors".
        matches!(result, 2..=11 | 15 | 16).then_some(Error::Unreadable { at, result })
    }

    /// Returns the 256 bytes of a sector, or `None` if there is no such sector.
    pub fn sector(&self, at: Location) -> Option<&[u8; SECTOR_BYTES]> {
        let offset = self.offset(at)?;
        self.bytes.get(offset..)?.first_chunk()
    }

    /// Returns a sector for writing, like [`Image::sector`].
    pub fn sector_mut(&mut self, at: Location) -> Option<&mut [u8; SECTOR_BYTES]> {
        let offset = self.offset(at)?;
        self.bytes.get_mut(offset..)?.first_chunk_mut()
    }

    /// Returns the sectors of a chain in order, up to where it breaks, and why it breaks.
    fn follow(&self, first: Location) -> (Vec<Location>, Option<Error>) {
        let (mut chain, mut seen) = (Vec::new(), BTreeSet::new());
        let (mut from, mut at) = (first, first);
        loop {
            let Some(sector) = self.sector(at) else { return (chain, Some(Error::BadLink { from, to: at })) };
            if !seen.insert(at) {
                return (chain, Some(Error::CircularChain(at)));
            }
            if let Some(error) = self.error_of(at) {
                return (chain, Some(error));
            }
            chain.push(at);
            if sector[0] == 0 {
                return (chain, None);
            }
            (from, at) = (at, Location { track: sector[0], sector: sector[1] });
        }
    }

    /// Returns the sectors of a chain in order.
    ///
    /// # Errors
    /// The chain has an invalid link, a loop or an unreadable sector.
    pub fn chain(&self, first: Location) -> Result<Vec<Location>, Error> {
        whole(self.follow(first))
    }

    /// Returns the directory as the drive reads it, up to where the sector chain breaks: for each slot its entry, or `None` if the entry is
    /// scratched or was never used. Also returns why the chain breaks.
    pub fn places(&self) -> (Vec<Option<Entry>>, Option<Error>) {
        if let Some(error) = self.error_of(HEADER) {
            return (Vec::new(), Some(error));
        }
        let (chain, error) = self.follow(DIRECTORY);
        let sectors = chain.iter().filter_map(|&at| self.sector(at));
        (sectors.flat_map(|sector| sector.chunks_exact(ENTRY_BYTES)).map(entry).collect(), error)
    }

    /// Returns the directory entries in order, without the scratched ones.
    ///
    /// # Errors
    /// The directory chain has an invalid link, a loop or an unreadable sector.
    pub fn directory(&self) -> Result<Vec<Entry>, Error> {
        Ok(whole(self.places())?.into_iter().flatten().collect())
    }

    /// Returns the programs of the disk with their names, in directory order; on a damaged disk, those that can be read. Files that were
    /// never closed, and files without a byte after their load address, are left out.
    pub fn programs(&self) -> Vec<(Vec<u8>, Vec<u8>)> {
        let (places, _) = self.places();
        let entries = places.into_iter().flatten();
        entries
            .filter(|entry| entry.closed && entry.kind == Some(FileKind::Prg))
            .filter_map(|entry| Some((self.read(&entry).ok()?, entry.name)))
            .filter(|(contents, _)| contents.len() > 2)
            .map(|(contents, name)| (name, contents))
            .collect()
    }

    /// Returns the title and the ID.
    pub fn title(&self) -> (Vec<u8>, [u8; 2]) {
        let header = self.sector(HEADER).unwrap_or(&[0; SECTOR_BYTES]);
        (unpadded(&header[TITLE..TITLE + NAME_BYTES]), [header[ID], header[ID + 1]])
    }

    /// Returns the number of free blocks shown at the end of the listing.
    pub fn free_blocks(&self) -> usize {
        self.sector(HEADER).map_or(0, |header| Bam::new(header).free_blocks())
    }

    /// Returns the contents of a file as the drive reads it: the bytes up to the first block that it cannot read, and the error.
    pub fn read_up_to_error(&self, entry: &Entry) -> (Vec<u8>, Option<Error>) {
        if entry.first.track == 0 {
            return (Vec::new(), None);
        }
        let (chain, error) = self.follow(entry.first);
        let mut data = Vec::with_capacity(chain.len() * BLOCK_BYTES);
        for sector in chain.iter().filter_map(|&at| self.sector(at)) {
            let end = if sector[0] == 0 { usize::from(sector[1]) + 1 } else { SECTOR_BYTES };
            data.extend_from_slice(sector.get(2..end).unwrap_or(&[]));
        }
        (data, error)
    }

    /// Returns the contents of a file.
    ///
    /// # Errors
    /// The chain has an invalid link, a loop or an unreadable sector.
    pub fn read(&self, entry: &Entry) -> Result<Vec<u8>, Error> {
        whole(self.read_up_to_error(entry))
    }

    /// Returns the number of blocks that the drive frees when it scratches a file: those of its chains.
    pub fn blocks_of(&self, entry: &Entry) -> usize {
        let chains = [entry.first, entry.side].into_iter().filter(|first| first.track != 0);
        chains.map(|first| self.follow(first).0.len()).sum()
    }

    /// Returns everything on the disk, file by file. Files of a type that the drive does not know are left out.
    ///
    /// # Errors
    /// The same as for [`Image::directory`] and [`Image::read`].
    pub fn contents(&self) -> Result<Disk, Error> {
        let (title, id) = self.title();
        let mut files = Vec::new();
        for entry in self.directory()? {
            if let Some(kind) = entry.kind {
                files.push(File { data: self.read(&entry)?, name: entry.name, kind });
            }
        }
        Ok(Disk { title, id, files })
    }

    /// Returns the directory as the drive lists it, up to where its chain breaks, and why it breaks.
    pub fn listing(&self) -> (Listing, Option<Error>) {
        let (places, error) = self.places();
        let files = places.into_iter().flatten().map(Line::from).collect();
        (Listing { header: self.header(), files, free: self.free_blocks() }, error)
    }

    /// Returns the 23 codes of the listing's first line: the title, two pads, the ID, a pad, and the format.
    pub fn header(&self) -> [u8; HEADER_BYTES] {
        let sector = self.sector(HEADER).unwrap_or(&[0; SECTOR_BYTES]);
        std::array::from_fn(|at| sector[TITLE + at])
    }
}

impl From<Entry> for Line {
    fn from(entry: Entry) -> Line {
        let Entry { name, kind, locked, closed, blocks, .. } = entry;
        Line { name, kind, locked, closed, blocks: blocks.into() }
    }
}

/// Returns the data that was read, or the error that stopped the reading.
fn whole<T>((read, error): (T, Option<Error>)) -> Result<T, Error> {
    error.map_or(Ok(read), Err)
}

/// Reads a directory entry; returns `None` if it is unused.
fn entry(bytes: &[u8]) -> Option<Entry> {
    let kind = bytes[2];
    (kind != 0).then(|| Entry {
        name: unpadded(&bytes[5..5 + NAME_BYTES]),
        kind: FileKind::from_type_byte(kind),
        locked: kind & 0x40 != 0,
        closed: kind & 0x80 != 0,
        first: Location { track: bytes[3], sector: bytes[4] },
        side: Location { track: bytes[21], sector: bytes[22] },
        blocks: u16::from_le_bytes([bytes[30], bytes[31]]),
    })
}

/// Returns a name without the padding at its end.
fn unpadded(name: &[u8]) -> Vec<u8> {
    let end = name.iter().rposition(|&code| code != petscii::PAD).map_or(0, |last| last + 1);
    name[..end].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_images_of_a_known_size_are_taken() {
        for size in [0, 100_000, 174_847, 174_849, 174_858, 200_000] {
            assert!(matches!(Image::from_bytes(vec![0; size]), Err(Error::Size(s)) if s == size));
        }
        let tracks = [(174_848, 35), (175_531, 35), (196_608, 40), (197_376, 40)];
        let longer = [(200_960, 41), (201_745, 41), (205_312, 42), (206_114, 42)];
        for (size, tracks) in tracks.into_iter().chain(longer) {
            let image = Image::from_bytes(vec![0; size]).unwrap();
            assert_eq!(image.tracks(), tracks);
            assert!(image.sector(Location { track: tracks, sector: 16 }).is_some());
            assert!(image.sector(Location { track: tracks + 1, sector: 0 }).is_none());
        }
    }

    #[test]
    fn every_sector_lies_behind_the_one_before() {
        let image = Image::zeroed();
        let all = (1..=TRACKS)
            .flat_map(|track| (0..sectors_of(track)).map(move |sector| Location { track, sector }));
        let offsets: Vec<usize> = all.map(|at| image.offset(at).unwrap()).collect();
        assert!(offsets.iter().enumerate().all(|(at, &offset)| offset == at * SECTOR_BYTES));
        assert_eq!(offsets.len() * SECTOR_BYTES, IMAGE_BYTES);
        // A known value: the directory track begins at $16500.
        assert_eq!(image.offset(HEADER), Some(0x16500));
        for (track, sector) in [(0, 0), (36, 0), (18, 19), (1, 21), (255, 255)] {
            assert!(image.sector(Location { track, sector }).is_none());
        }
    }

    #[test]
    fn chains_end_or_are_refused() {
        let mut image = Image::zeroed();
        let at = |track, sector| Location { track, sector };
        image.sector_mut(at(17, 0)).unwrap()[..2].copy_from_slice(&[17, 10]);
        assert_eq!(image.chain(at(17, 0)).unwrap(), [at(17, 0), at(17, 10)]);
        image.sector_mut(at(17, 10)).unwrap()[..2].copy_from_slice(&[17, 0]);
        assert!(matches!(image.chain(at(17, 0)), Err(Error::CircularChain(back)) if back == at(17, 0)));
        image.sector_mut(at(17, 10)).unwrap()[..2].copy_from_slice(&[36, 0]);
        assert!(matches!(image.chain(at(17, 0)), Err(Error::BadLink { from, .. }) if from == at(17, 10)));
    }

    /// An image with a program of 300 bytes on track 1, whose second sector is 10.
    fn with_a_program() -> Image {
        let mut image = Image::zeroed();
        let at = |track, sector| Location { track, sector };
        let directory = image.sector_mut(DIRECTORY).unwrap();
        directory[..5].copy_from_slice(&[0, 0xff, 0x82, 1, 0]);
        directory[5..21].fill(petscii::PAD);
        directory[5..9].copy_from_slice(b"GAME");
        image.sector_mut(at(1, 0)).unwrap()[..4].copy_from_slice(&[1, 10, 1, 8]);
        image.sector_mut(at(1, 10)).unwrap()[..2].copy_from_slice(&[0, 47]);
        image
    }

    #[test]
    fn programs_are_read_and_of_a_damaged_disk_those_that_can_be() {
        let image = with_a_program();
        let [(name, contents)] = image.programs().try_into().unwrap();
        assert_eq!((name.as_slice(), contents.len(), &contents[..2]), (&b"GAME"[..], 300, &[1, 8][..]));
        // A directory whose first link is invalid or circular still has its first sector.
        for next in [[40, 0], [18, 1]] {
            let mut damaged = image.clone();
            damaged.sector_mut(DIRECTORY).unwrap()[..2].copy_from_slice(&next);
            assert!(damaged.directory().is_err());
            assert_eq!(damaged.programs(), image.programs());
        }
        // A file that was never closed, one of another type, one with a circular chain.
        for (at, bytes) in [(2, [0x02]), (2, [0x81]), (3, [40])] {
            let mut damaged = image.clone();
            damaged.sector_mut(DIRECTORY).unwrap()[at..at + 1].copy_from_slice(&bytes);
            assert_eq!(damaged.programs(), []);
        }
        let mut circle = image;
        circle.sector_mut(Location { track: 1, sector: 10 }).unwrap()[..2].copy_from_slice(&[1, 0]);
        assert_eq!(circle.programs(), []);
    }

    #[test]
    fn garbage_has_no_program_longer_than_a_disk() {
        for fill in [0x00, 0x01, 0x12, 0x82, 0xff] {
            assert_eq!(Image::from_bytes(vec![fill; IMAGE_BYTES]).unwrap().programs(), [], "{fill}");
        }
        let mut random = 1_u32;
        for _ in 0..20 {
            let bytes = (0..IMAGE_BYTES).map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 24) as u8
            });
            let image = Image::from_bytes(bytes.collect()).unwrap();
            assert!(image.programs().iter().all(|(_, contents)| contents.len() <= 683 * BLOCK_BYTES));
        }
    }
}
