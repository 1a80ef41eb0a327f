//! The memory as seen by the VIC-II: 16 KiB of RAM, with the character generator in two of the four banks, and the colour RAM.

/// The memory that the VIC-II can read. Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 2.4.2.
pub(crate) struct VideoMemory<'a> {
    ram: &'a [u8; 0x10000],
    colours: &'a [u8; 0x400],
    characters: &'a [u8],
    /// The start of the bank in RAM.
    base: u16,
}

impl<'a> VideoMemory<'a> {
    /// Creates a view of the memory. `lines` are the lowest two lines of CIA 2's port A, which select the bank; `characters` are 4 KiB.
    pub(crate) fn new(
        ram: &'a [u8; 0x10000],
        colours: &'a [u8; 0x400],
        characters: &'a [u8],
        lines: u8,
    ) -> VideoMemory<'a> {
        VideoMemory { ram, colours, characters, base: u16::from(!lines & 3) << 14 }
    }

    /// Returns the byte at a 14-bit address.
    pub(super) fn read(&self, address: u16) -> u8 {
        let address = address & 0x3fff;
        // In banks 0 and 2 the character generator replaces the RAM at $1000-$1FFF.
        if address & 0x3000 == 0x1000 && self.base & 0x4000 == 0 {
            return self.characters[usize::from(address & 0xfff)];
        }
        self.ram[usize::from(self.base | address)]
    }

    /// Returns the colour of a cell of the video matrix: 0..16.
    pub(super) fn colour(&self, cell: u16) -> u8 {
        self.colours[usize::from(cell & 0x3ff)] & 15
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_generator_is_seen_in_two_banks() {
        let mut ram = [0; 0x10000];
        for bank in 0..4 {
            ram[bank << 14 | 0x1008] = bank as u8 + 1;
            ram[bank << 14 | 0x2008] = bank as u8 + 11;
        }
        let characters = vec![99; 0x1000];
        let colours = [0xf5; 0x400];
        let seen = |lines, address| VideoMemory::new(&ram, &colours, &characters, lines).read(address);
        assert_eq!([3, 2, 1, 0].map(|lines| seen(lines, 0x1008)), [99, 2, 99, 4]);
        assert_eq!([3, 2, 1, 0].map(|lines| seen(lines, 0x2008)), [11, 12, 13, 14]);
        assert_eq!(seen(0xff, 0x6008), 11, "an address has 14 bits, and only two lines choose");
        assert_eq!(VideoMemory::new(&ram, &colours, &characters, 3).colour(0x3ff), 5);
    }
}
