//! Finds faults in a disk image that neither the drive nor `c1541` reports.
//!
//! Such faults are sectors that belong to two files, a block map that does not agree with the files, and chains that never end.

use std::collections::BTreeMap;
use std::fmt;

use super::bam::Bam;
use super::d64::{DIRECTORY, Entry, HEADER, Image};
use super::geometry::{DIRECTORY_TRACK, Location, TRACKS, sectors_of};
use super::{FileKind, petscii};

/// A fault. Owners are called `header`, `directory`, or by the file's name in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header does not name the format of DOS version 2A.
    Format(u8),
    /// A sector belongs to two owners, or to one owner twice.
    Crossed {
        /// The sector.
        at: Location,
        /// The file that was found first to contain it.
        first: String,
        /// The other file that contains it.
        second: String,
    },
    /// A chain leads out of the disk or back into itself.
    Chain {
        /// The owner of the chain.
        owner: String,
        /// The reason why the chain is broken.
        reason: String,
    },
    /// The map marks an owned sector as free: the next file written would overwrite it.
    FreeButOwned(Location),
    /// The map marks a sector as used that has no owner.
    UsedButOwnerless(Location),
    /// A track's count of free sectors differs from the number of its free bits.
    Count {
        /// The track.
        track: u8,
        /// The count in the block map.
        stated: u8,
        /// The number of set bits.
        counted: u8,
    },
    /// The directory states a size other than the file's actual size.
    Size {
        /// The file.
        name: String,
        /// Blocks according to the directory.
        stated: u16,
        /// Blocks of the file.
        counted: usize,
    },
    /// A file was opened for writing and never closed.
    Unclosed(String),
    /// The drive does not know the file's type.
    UnknownKind(String),
    /// A file that must have blocks has none.
    NoBlocks(String),
    /// Two files have the same name: only the first can be loaded.
    DuplicateName(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Format(byte) => write!(f, "the header's format is ${byte:02X}, not $41"),
            Fault::Crossed { at, first, second } => {
                write!(f, "sector {at} belongs to {first} and to {second}")
            }
            Fault::Chain { owner, reason } => write!(f, "{owner}: {reason}"),
            Fault::FreeButOwned(at) => write!(f, "the block map marks sector {at} as free, but it is in use"),
            Fault::UsedButOwnerless(at) => {
                write!(f, "the block map marks sector {at} as used, but nothing uses it")
            }
            Fault::Count { track, stated, counted } => {
                write!(
                    f,
                    "the block map counts {stated} free sectors on track {track}, but its bits {counted}"
                )
            }
            Fault::Size { name, stated, counted } => {
                write!(f, "{name} is listed with {stated} blocks, but has {counted}")
            }
            Fault::Unclosed(name) => write!(f, "{name} was never closed"),
            Fault::UnknownKind(name) => write!(f, "{name} is of no known type"),
            Fault::NoBlocks(name) => write!(f, "{name} has no blocks"),
            Fault::DuplicateName(name) => write!(f, "two files are called {name}"),
        }
    }
}

/// Returns all faults of an image, in the order header, directory, files, map. A valid image has none.
pub fn check(image: &Image) -> Vec<Fault> {
    let mut owners = Owners { image, owner_of: BTreeMap::new(), faults: Vec::new() };
    let format = image.sector(HEADER).map_or(0, |header| header[2]);
    if format != b'A' {
        owners.faults.push(Fault::Format(format));
    }
    owners.own(HEADER, "header");
    owners.own_chain(DIRECTORY, "directory");
    let mut names = BTreeMap::new();
    // If the directory cannot be followed, its chain has been reported already.
    for entry in image.directory().unwrap_or_default() {
        let name = format!("\"{}\"", petscii::decode(&entry.name));
        check_file(&mut owners, &entry, &name);
        let art = entry.kind == Some(FileKind::Del);
        if !art && names.insert(entry.name, ()).is_some() {
            owners.faults.push(Fault::DuplicateName(name));
        }
    }
    check_map(&mut owners);
    owners.faults
}

struct Owners<'a> {
    image: &'a Image,
    owner_of: BTreeMap<Location, String>,
    faults: Vec<Fault>,
}

impl Owners<'_> {
    fn own(&mut self, at: Location, owner: &str) {
        if let Some(first) = self.owner_of.get(&at) {
            self.faults.push(Fault::Crossed { at, first: first.clone(), second: owner.to_string() });
        } else {
            self.owner_of.insert(at, owner.to_string());
        }
    }

    /// Assigns the sectors of a chain to an owner and returns the chain's length; `None` if the chain is broken.
    fn own_chain(&mut self, first: Location, owner: &str) -> Option<usize> {
        match self.image.chain(first) {
            Ok(chain) => {
                chain.iter().for_each(|&at| self.own(at, owner));
                Some(chain.len())
            }
            Err(error) => {
                self.broken(owner, &error);
                None
            }
        }
    }

    fn broken(&mut self, owner: &str, error: &::d64::Error) {
        self.faults.push(Fault::Chain { owner: owner.to_string(), reason: error.to_string() });
    }
}

fn check_file(owners: &mut Owners, entry: &Entry, name: &str) {
    if !entry.closed {
        owners.faults.push(Fault::Unclosed(name.to_string()));
    }
    let Some(kind) = entry.kind else {
        owners.faults.push(Fault::UnknownKind(name.to_string()));
        return;
    };
    let mut counted = Some(0);
    if entry.first.track != 0 {
        counted = owners.own_chain(entry.first, name);
    } else if kind != FileKind::Del {
        owners.faults.push(Fault::NoBlocks(name.to_string()));
        return;
    }
    if kind == FileKind::Rel && entry.side.track != 0 {
        let side = owners.own_chain(entry.side, name);
        counted = counted.zip(side).map(|(data, side)| data + side);
    }
    if let Some(counted) = counted.filter(|&counted| counted != usize::from(entry.blocks)) {
        owners.faults.push(Fault::Size { name: name.to_string(), stated: entry.blocks, counted });
    }
}

/// Compares the map with the owners. Tracks above 35 are not in the map; the drives that wrote them disagree on where
/// to keep theirs.
fn check_map(owners: &mut Owners) {
    let Some(header) = owners.image.sector(HEADER) else { return };
    let bam = Bam::new(header);
    for track in 1..=TRACKS {
        let mut counted = 0;
        for sector in 0..sectors_of(track) {
            let at = Location { track, sector };
            let (free, owned) = (bam.is_free(at), owners.owner_of.contains_key(&at));
            counted += u8::from(free);
            match (free, owned) {
                (true, true) => owners.faults.push(Fault::FreeButOwned(at)),
                // On some disks, the DOS reserves the rest of its own track.
                (false, false) if track != DIRECTORY_TRACK => owners.faults.push(Fault::UsedButOwnerless(at)),
                _ => {}
            }
        }
        let stated = bam.stated_count(track);
        if stated != counted {
            owners.faults.push(Fault::Count { track, stated, counted });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::write::format;
    use super::super::{Disk, File};
    use super::*;

    const PROGRAM: Location = Location { track: 17, sector: 0 };
    const TEXT: Location = Location { track: 17, sector: 1 };

    /// A program of three blocks from 17/0 and a text of two from 17/1.
    fn image() -> Image {
        let file = |name: &[u8], kind, size| File { name: name.to_vec(), kind, data: vec![1; size] };
        let files = vec![file(b"PROGRAM", FileKind::Prg, 700), file(b"TEXT", FileKind::Seq, 300)];
        format(&Disk { title: b"T".to_vec(), id: *b"AA", files }).unwrap()
    }

    /// Returns the faults after some bytes of a sector are changed.
    fn faults_after(at: Location, offset: usize, bytes: &[u8]) -> Vec<Fault> {
        let mut image = image();
        image.sector_mut(at).unwrap()[offset..offset + bytes.len()].copy_from_slice(bytes);
        check(&image)
    }

    #[test]
    fn the_untouched_image_is_sound() {
        let image = image();
        assert_eq!(check(&image), []);
        let first: Vec<Location> = image.directory().unwrap().iter().map(|entry| entry.first).collect();
        assert_eq!(first, [PROGRAM, TEXT]);
    }

    #[test]
    fn crossed_files_are_found() {
        let faults = faults_after(TEXT, 0, &[17, 10]);
        let crossed = Fault::Crossed {
            at: Location { track: 17, sector: 10 },
            first: "\"PROGRAM\"".into(),
            second: "\"TEXT\"".into(),
        };
        assert_eq!(faults[0], crossed);
        assert_eq!(faults[0].to_string(), "sector 17/10 belongs to \"PROGRAM\" and to \"TEXT\"");
        assert!(faults.contains(&Fault::UsedButOwnerless(Location { track: 17, sector: 11 })));
    }

    #[test]
    fn circular_chains_are_found() {
        let faults = faults_after(PROGRAM, 0, &[17, 0]);
        assert_eq!(faults[0].to_string(), "\"PROGRAM\": the chain of sectors returns to 17/0");
        let faults = faults_after(DIRECTORY, 0, &[18, 1]);
        assert_eq!(faults[0].to_string(), "directory: the chain of sectors returns to 18/1");
    }

    #[test]
    fn links_out_of_the_disk_are_found() {
        let faults = faults_after(PROGRAM, 0, &[36, 0]);
        assert_eq!(faults[0].to_string(), "\"PROGRAM\": sector 17/0 leads to 36/0, which does not exist");
        assert!(
            matches!(&faults_after(DIRECTORY, 3, &[18, 30])[0], Fault::Chain { owner, .. } if owner == "\"PROGRAM\"")
        );
    }

    #[test]
    fn a_wrong_map_is_found() {
        let header = *image().sector(HEADER).unwrap();
        let track_17 = 4 + 4 * 16;
        let faults = faults_after(HEADER, track_17 + 1, &[header[track_17 + 1] | 1]);
        assert_eq!(
            faults,
            [Fault::FreeButOwned(PROGRAM), Fault::Count { track: 17, stated: 16, counted: 17 }]
        );
        let faults = faults_after(HEADER, 5, &[header[5] & !1]);
        let unused = Fault::UsedButOwnerless(Location { track: 1, sector: 0 });
        assert_eq!(faults, [unused, Fault::Count { track: 1, stated: 21, counted: 20 }]);
        assert!(faults_after(HEADER, 4, &[0; 140]).len() > 600, "a zeroed map");
    }

    #[test]
    fn wrong_entries_are_found() {
        let size = Fault::Size { name: "\"PROGRAM\"".into(), stated: 4, counted: 3 };
        assert_eq!(faults_after(DIRECTORY, 30, &[4]), [size]);
        assert_eq!(faults_after(DIRECTORY, 2, &[0x02]), [Fault::Unclosed("\"PROGRAM\"".into())]);
        assert_eq!(faults_after(DIRECTORY, 2, &[0x87])[0], Fault::UnknownKind("\"PROGRAM\"".into()));
        assert_eq!(faults_after(DIRECTORY, 3, &[0, 0])[0], Fault::NoBlocks("\"PROGRAM\"".into()));
        assert_eq!(faults_after(DIRECTORY, 32 + 5, b"PROGRAM"), [Fault::DuplicateName("\"PROGRAM\"".into())]);
        assert_eq!(faults_after(HEADER, 2, b"B"), [Fault::Format(b'B')]);
    }

    #[test]
    fn random_bytes_are_judged_without_a_panic() {
        // xorshift32; each image has different damaged sectors, and the directory is always damaged.
        let mut state = 0x2080_u32;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        for round in 0..400 {
            let mut image = image();
            let hits = 1 << (round % 12);
            for _ in 0..hits {
                let everywhere = random() % 4 == 0;
                let track = if everywhere { (random() % 35 + 1) as u8 } else { 17 + (random() % 2) as u8 };
                let sector = (random() % u32::from(sectors_of(track))) as u8;
                let offset = if random() % 2 == 0 { random() % 40 } else { random() % 256 };
                image.sector_mut(Location { track, sector }).unwrap()[offset as usize] = random() as u8;
            }
            let sound = check(&image).iter().all(|fault| !matches!(fault, Fault::Chain { .. }));
            assert_eq!(sound, image.contents().is_ok() && entries_known(&image), "round {round}");
            assert_eq!(image.listing().1.is_none(), image.directory().is_ok());
        }
    }

    /// The check does not follow files of unknown kind, and reading does not follow REL side sectors.
    fn entries_known(image: &Image) -> bool {
        let entries = image.directory().unwrap_or_default();
        entries
            .iter()
            .filter(|entry| entry.kind == Some(FileKind::Rel) && entry.side.track != 0)
            .all(|entry| image.chain(entry.side).is_ok())
    }

    #[test]
    fn random_images_of_every_size_are_judged() {
        for (size, seed) in [(174_848, 1_u32), (175_531, 2), (196_608, 3), (197_376, 4)] {
            let mut state = seed;
            let bytes = (0..size).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            });
            let image = Image::from_bytes(bytes.collect()).unwrap();
            assert!(!check(&image).is_empty());
        }
    }
}
