//! The block availability map in the header sector: which sectors are free, track by track.
//!
//! Each track has four bytes, from offset 4: the number of free sectors, then one bit per sector, set if the sector is free.

use crate::geometry::{DIRECTORY_TRACK, Location, SECTOR_BYTES, TRACKS, sectors_of};

/// Offset of track 1's four bytes.
const FIRST_TRACK: usize = 4;

/// The map inside a header sector.
#[derive(Clone, Copy, Debug)]
pub struct Bam<'a> {
    header: &'a [u8; SECTOR_BYTES],
}

/// Returns the offset of a track's four bytes; tracks above 35 are not in the map.
fn offset(track: u8) -> Option<usize> {
    (1..=TRACKS).contains(&track).then(|| FIRST_TRACK + 4 * usize::from(track - 1))
}

impl<'a> Bam<'a> {
    /// Returns the map in a header sector (track 18, sector 0).
    pub fn new(header: &'a [u8; SECTOR_BYTES]) -> Bam<'a> {
        Bam { header }
    }

    /// Returns the number of free sectors that the map states for a track.
    pub fn stated_count(&self, track: u8) -> u8 {
        offset(track).map_or(0, |at| self.header[at])
    }

    /// Returns whether the map marks a sector as free. Sectors without a bit in the map are not free.
    pub fn is_free(&self, at: Location) -> bool {
        offset(at.track).is_some_and(|track| {
            at.sector < 24 && self.header[track + 1 + usize::from(at.sector / 8)] >> (at.sector % 8) & 1 != 0
        })
    }

    /// Returns the free blocks as the drive counts them: the sum of the stated counts, without the directory track.
    pub fn free_blocks(&self) -> usize {
        let tracks = (1..=TRACKS).filter(|&track| track != DIRECTORY_TRACK);
        tracks.map(|track| usize::from(self.stated_count(track))).sum()
    }
}

/// Writes a map in which all sectors are free.
pub fn clear(header: &mut [u8; SECTOR_BYTES]) {
    for track in 1..=TRACKS {
        let sectors = sectors_of(track);
        let [low, middle, high, _] = ((1_u32 << sectors) - 1).to_le_bytes();
        let at = FIRST_TRACK + 4 * usize::from(track - 1);
        header[at..at + 4].copy_from_slice(&[sectors, low, middle, high]);
    }
}

/// Marks a sector as used; returns false if it was not free.
pub fn allocate(header: &mut [u8; SECTOR_BYTES], at: Location) -> bool {
    if !Bam::new(header).is_free(at) {
        return false;
    }
    if let Some(track) = offset(at.track) {
        header[track + 1 + usize::from(at.sector / 8)] &= !(1 << (at.sector % 8));
        header[track] -= 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_disk_has_664_blocks() {
        let mut header = [0; SECTOR_BYTES];
        clear(&mut header);
        let bam = Bam::new(&header);
        assert_eq!(bam.free_blocks(), 664);
        assert_eq!(header[4..8], [21, 0xff, 0xff, 0x1f]);
        assert_eq!(header[4 + 4 * 34..4 + 4 * 35], [17, 0xff, 0xff, 0x01]);
        assert!(bam.is_free(Location { track: 35, sector: 16 }));
        assert!(!bam.is_free(Location { track: 35, sector: 17 }));
        assert!(
            !bam.is_free(Location { track: 0, sector: 0 }) && !bam.is_free(Location { track: 36, sector: 0 })
        );
    }

    #[test]
    fn a_sector_is_given_away_once() {
        let mut header = [0; SECTOR_BYTES];
        clear(&mut header);
        let at = Location { track: 17, sector: 10 };
        assert!(allocate(&mut header, at));
        assert!(!allocate(&mut header, at));
        assert!(!allocate(&mut header, Location { track: 36, sector: 0 }));
        assert_eq!((Bam::new(&header).stated_count(17), Bam::new(&header).free_blocks()), (20, 663));
    }
}
