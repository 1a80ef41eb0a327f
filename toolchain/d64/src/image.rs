//! The D64 image: a 1541 disk sector by sector, read file for file.
//!
//! Layout after the 1541 user's manual and the DOS: 35 tracks, the outer ones with more sectors, 256 bytes each;
//! track 18 holds the header with the block map in sector 0 and the directory from sector 1. The first two bytes of
//! a sector lead to the next one of its chain; track 0 marks the last, whose second byte is then the position of its
//! last byte in use. Images of 40 to 42 tracks are read, too, and the error bytes that may follow the sectors: one a
//! sector, with the result of the drive's controller when it was read.

use std::collections::BTreeSet;

use crate::bam::Bam;
use crate::geometry::{DIRECTORY_TRACK, Location, SECTOR_BYTES, TRACKS, sectors_of};
use crate::listing::{HEADER_BYTES, Line, Listing};
use crate::{Disk, Error, File, FileKind, NAME_BYTES, petscii};

/// Bytes of a file that a sector holds.
pub const BLOCK_BYTES: usize = 254;

/// Bytes of an image as written: 683 sectors.
pub const IMAGE_BYTES: usize = 174_848;

/// Bytes of a directory entry; eight fit in a sector.
pub const ENTRY_BYTES: usize = 32;

/// Offset of the title in the header sector.
pub const TITLE: usize = 0x90;
/// That of the id, behind two pads.
pub const ID: usize = 0xa2;

/// The header sector and the first sector of the directory.
pub const HEADER: Location = Location { track: DIRECTORY_TRACK, sector: 0 };
/// The drive begins here whatever the header says.
pub const DIRECTORY: Location = Location { track: DIRECTORY_TRACK, sector: 1 };

/// An entry of the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// PETSCII codes without the padding at the end. [`petscii::PAD`] may be among them: for a search, the name ends there, too.
    pub name: Vec<u8>,
    /// `None` for a type byte that the drive does not know.
    pub kind: Option<FileKind>,
    /// Whether the file is protected from being scratched.
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

/// A disk image of a valid size. Nothing else about it is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    bytes: Vec<u8>,
    tracks: u8,
}

/// The number of sectors on the first tracks.
fn sectors_on(tracks: u8) -> usize {
    (1..=tracks).map(|track| usize::from(sectors_of(track))).sum()
}

impl Image {
    /// Takes the bytes of an image file.
    ///
    /// # Errors
    /// [`Error::Size`] unless there are as many as 35, 40, 41 or 42 tracks have, with or without error bytes.
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

    /// An image of 35 tracks full of zeros.
    pub fn zeroed() -> Image {
        Image { bytes: vec![0; IMAGE_BYTES], tracks: TRACKS }
    }

    /// The bytes of the image file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Tracks of the image: 35, 40, 41 or 42.
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

    /// The error with which the drive reads a sector, by its error byte. Images without error bytes have none.
    pub fn error_of(&self, at: Location) -> Option<Error> {
        let number = self.offset(at)? / SECTOR_BYTES;
        let result = *self.bytes.get(sectors_on(self.tracks) * SECTOR_BYTES + number)?;
        // 0 and 1 are good. Source: the DOS (`mist64/cbmsrc`, DOS_1541_05), erproc.src, "controller errors".
        matches!(result, 2..=11 | 15 | 16).then_some(Error::Unreadable { at, result })
    }

    /// The 256 bytes of a sector, or `None` if there is no such sector.
    pub fn sector(&self, at: Location) -> Option<&[u8; SECTOR_BYTES]> {
        let offset = self.offset(at)?;
        self.bytes.get(offset..)?.first_chunk()
    }

    /// As [`Image::sector`], to change it.
    pub fn sector_mut(&mut self, at: Location) -> Option<&mut [u8; SECTOR_BYTES]> {
        let offset = self.offset(at)?;
        self.bytes.get_mut(offset..)?.first_chunk_mut()
    }

    /// The sectors of a chain in order, as far as it can be followed, and why it cannot be farther.
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

    /// The sectors of a chain in order.
    ///
    /// # Errors
    /// A link that leads nowhere, or back, or a sector that cannot be read.
    pub fn chain(&self, first: Location) -> Result<Vec<Location>, Error> {
        whole(self.follow(first))
    }

    /// The directory as the drive reads it: an entry or `None`, if that is scratched or was never used, for each place up to the
    /// one where the chain of sectors breaks, and why it does.
    pub fn places(&self) -> (Vec<Option<Entry>>, Option<Error>) {
        if let Some(error) = self.error_of(HEADER) {
            return (Vec::new(), Some(error));
        }
        let (chain, error) = self.follow(DIRECTORY);
        let sectors = chain.iter().filter_map(|&at| self.sector(at));
        (sectors.flat_map(|sector| sector.chunks_exact(ENTRY_BYTES)).map(entry).collect(), error)
    }

    /// The entries of the directory in order, without the scratched ones.
    ///
    /// # Errors
    /// A directory chain that leads nowhere, or back, or a sector that cannot be read.
    pub fn directory(&self) -> Result<Vec<Entry>, Error> {
        Ok(whole(self.places())?.into_iter().flatten().collect())
    }

    /// The programs of the disk in the order of the directory, by name: of a damaged disk those that can be read. Files that were
    /// never closed, and those without a byte behind their load address, are none.
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

    /// The title and the id.
    pub fn title(&self) -> (Vec<u8>, [u8; 2]) {
        let header = self.sector(HEADER).unwrap_or(&[0; SECTOR_BYTES]);
        (unpadded(&header[TITLE..TITLE + NAME_BYTES]), [header[ID], header[ID + 1]])
    }

    /// The free blocks that the listing ends with.
    pub fn free_blocks(&self) -> usize {
        self.sector(HEADER).map_or(0, |header| Bam::new(header).free_blocks())
    }

    /// The contents of a file as the drive reads it: the bytes up to the block that it cannot read, and why it cannot.
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

    /// The contents of a file.
    ///
    /// # Errors
    /// A chain that leads nowhere, or back, or a sector that cannot be read.
    pub fn read(&self, entry: &Entry) -> Result<Vec<u8>, Error> {
        whole(self.read_up_to_error(entry))
    }

    /// The number of blocks that the drive frees when it scratches a file: those of its chains.
    pub fn blocks_of(&self, entry: &Entry) -> usize {
        let chains = [entry.first, entry.side].into_iter().filter(|first| first.track != 0);
        chains.map(|first| self.follow(first).0.len()).sum()
    }

    /// Everything on the disk, file for file. Files of a kind that the drive does not know are left out.
    ///
    /// # Errors
    /// As [`Image::directory`] and [`Image::read`].
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

    /// The directory as the drive lists it, up to the place where its chain breaks, and why it does.
    pub fn listing(&self) -> (Listing, Option<Error>) {
        let (places, error) = self.places();
        let files = places.into_iter().flatten().map(Line::from).collect();
        (Listing { header: self.header(), files, free: self.free_blocks() }, error)
    }

    /// The 23 codes of the listing's first line: the title, two pads, the id, a pad, and the format.
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

/// What was read, if nothing hindered that.
fn whole<T>((read, error): (T, Option<Error>)) -> Result<T, Error> {
    error.map_or(Ok(read), Err)
}

/// Reads a directory entry, `None` if it is unused.
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
        // A known figure: the directory track begins at $16500.
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
        // A directory that goes on nowhere, or in a circle, has its first sector.
        for next in [[40, 0], [18, 1]] {
            let mut damaged = image.clone();
            damaged.sector_mut(DIRECTORY).unwrap()[..2].copy_from_slice(&next);
            assert!(damaged.directory().is_err());
            assert_eq!(damaged.programs(), image.programs());
        }
        // A file that was never closed, one of another kind, one whose chain is a circle.
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
