//! The eight sprites: the lines they are on, the reads for them, their pixels, and their collisions.
//!
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.8.

use std::ops::Range;

use super::line::{Line, PixelSet, WIDE};
use super::memory::VideoMemory;
use super::registers::Registers;
use super::standard::VideoStandard;

/// The number of sprites.
pub(super) const SPRITES: usize = 8;

/// The number of sprites that are read at the end of a line; the others are read at the beginning of the next.
const EARLY: usize = 3;

/// The offset of the sprite pointers in the 1 KiB of the video matrix.
const POINTERS: u16 = 0x3f8;

/// The number of bytes in a shape, after which a sprite ends.
const SHAPE: u8 = 63;

/// X + OFFSET is the pixel of the line: X coordinate 24 is the first pixel of the window, which is pixel 120.
const OFFSET: usize = 96;

/// The state of one sprite.
#[derive(Clone, Copy, Debug, Default)]
struct Sprite {
    /// MCBASE and MC, the byte of the shape at which a line begins.
    base: u8,
    counter: u8,
    /// Whether the counter may advance, which it may only on every second line if the sprite is Y-expanded.
    advances: bool,
    /// The line's 24 bits, and the bits already read for the next line.
    shape: u32,
    next: u32,
    /// The pixel at which the sprite has started in this line.
    begun: Option<usize>,
}

/// The sprite collisions since they were last read, one bit per sprite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Collisions {
    /// Sprites that collided with other sprites.
    pub(super) sprites: u8,
    /// Sprites that collided with foreground.
    pub(super) foreground: u8,
}

/// All sprites. In sets, bit 0 stands for sprite 0.
#[derive(Clone, Debug)]
pub(super) struct Sprites {
    each: [Sprite; SPRITES],
    /// Sprites whose shapes are being read, line by line.
    reading: u8,
    /// Sprites that are visible: in this line, and from the next on.
    shown: u8,
    showing: u8,
    /// The pixels of this line already taken by sprites.
    taken: PixelSet,
}

/// Returns the members of a set.
fn members(set: u8) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        // Removes the lowest member; leaves an empty set unchanged.
        left &= left.wrapping_sub(1);
        (first < SPRITES).then_some(first)
    })
}

impl Sprites {
    pub(super) fn new() -> Sprites {
        Sprites {
            each: [Sprite { advances: true, ..Sprite::default() }; SPRITES],
            reading: 0,
            shown: 0,
            showing: 0,
            taken: PixelSet::new(),
        }
    }

    /// Returns the sprites for which the VIC-II reads memory at the end of this line and the beginning of the next.
    pub(super) fn reading(&self) -> u8 {
        self.reading
    }

    /// Begins a line.
    pub(super) fn start_line(&mut self) {
        self.shown = self.showing;
        if self.shown != 0 {
            self.taken.clear();
        }
        for sprite in members(self.shown) {
            let sprite = &mut self.each[sprite];
            (sprite.shape, sprite.begun) = (sprite.next, None);
        }
    }

    /// Reads the shapes of sprites 3 to 7 at the beginning of the line in which they are shown.
    pub(super) fn read_late(&mut self, registers: &Registers, memory: &VideoMemory) {
        for sprite in members(self.reading).filter(|sprite| *sprite >= EARLY) {
            self.read(sprite, registers, memory);
            self.each[sprite].shape = self.each[sprite].next;
        }
    }

    fn read(&mut self, number: usize, registers: &Registers, memory: &VideoMemory) {
        let sprite = &mut self.each[number];
        let pointer = u16::from(memory.read(registers.matrix() | POINTERS | number as u16)) << 6;
        sprite.next = 0;
        for _ in 0..3 {
            sprite.next = sprite.next << 8 | u32::from(memory.read(pointer | u16::from(sprite.counter)));
            sprite.counter = (sprite.counter + 1) & 63;
        }
    }

    /// Performs cycle 16 (rules 7 and 8): advances the counters, and stops sprites at the end of their shapes.
    pub(super) fn advance(&mut self) {
        for number in members(self.reading) {
            let sprite = &mut self.each[number];
            if sprite.advances {
                sprite.base = (sprite.base + 3) & 63;
            }
            if sprite.base == SHAPE {
                self.reading &= !(1 << number);
            }
        }
    }

    /// Returns the sprites that begin in a line.
    pub(super) fn beginning(&self, line: u16, registers: &Registers) -> u8 {
        let enabled = members(registers[0x15] & !self.reading);
        enabled
            .filter(|number| registers.sprite_y(*number) == line as u8)
            .fold(0, |set, number| set | 1 << number)
    }

    /// Performs cycle 55 (rules 1 to 3): lines of Y-expanded sprites, and sprites that begin.
    pub(super) fn begin(&mut self, line: u16, registers: &Registers) {
        for number in members(self.reading) {
            let sprite = &mut self.each[number];
            sprite.advances = registers[0x17] >> number & 1 == 0 || !sprite.advances;
        }
        let beginning = self.beginning(line, registers);
        for number in members(beginning) {
            let sprite = &mut self.each[number];
            sprite.base = 0;
            sprite.advances = registers[0x17] >> number & 1 == 0;
        }
        self.reading |= beginning;
    }

    /// Performs cycle 58 (rule 4), and the reads that follow until the end of the line.
    pub(super) fn read_early(&mut self, line: u16, registers: &Registers, memory: &VideoMemory) {
        self.showing &= self.reading;
        for number in members(self.reading) {
            self.each[number].counter = self.each[number].base;
            if registers[0x15] >> number & 1 != 0 && registers.sprite_y(number) == line as u8 {
                self.showing |= 1 << number;
            }
            if number < EARLY {
                self.read(number, registers, memory);
            }
        }
    }

    /// Draws the sprites in a range of pixels in which the registers do not change.
    pub(super) fn paint(
        &mut self,
        pixels: Range<usize>,
        standard: VideoStandard,
        registers: &Registers,
        line: &mut Line,
        collisions: &mut Collisions,
    ) {
        // The pixels of this line's sprites, to detect colliding pairs.
        let mut drawn = [(0, 0); SPRITES];
        let mut before = 0_u8;
        for number in members(self.shown) {
            let sprite = &mut self.each[number];
            if sprite.begun.is_none() {
                let (start, coordinates) = standard.sprite_coordinates();
                let at = match registers.sprite_x(number) {
                    x if x < start => x + OFFSET,
                    x if x < coordinates => x - start,
                    // This coordinate does not exist.
                    _ => continue,
                };
                sprite.begun = pixels.contains(&at).then_some(at);
            }
            let Some(at) = sprite.begun.filter(|at| *at < pixels.end && at + WIDE > pixels.start) else {
                continue;
            };
            let [high, low] = sprite.planes(number, registers);
            let within = window(at, &pixels);
            let solid = (high | low) & within;
            if solid == 0 {
                continue;
            }
            let foreground = line.foreground.from(at);
            if solid & foreground != 0 {
                collisions.foreground |= 1 << number;
            }
            let taken = self.taken.from(at);
            if solid & taken != 0 {
                for other in members(before) {
                    let (place, bits): (usize, u64) = drawn[other];
                    let shifted = if place >= at {
                        bits.checked_shr((place - at) as u32)
                    } else {
                        bits.checked_shl((at - place) as u32)
                    };
                    if shifted.unwrap_or(0) & solid != 0 {
                        collisions.sprites |= 1 << number | 1 << other;
                    }
                }
            }
            drawn[number] = (at, solid);
            before |= 1 << number;
            self.taken.add(at, solid);
            let behind = registers[0x1b] >> number & 1 != 0;
            let visible = solid & !taken & if behind { !foreground } else { u64::MAX };
            let colours =
                [0x27 + number, 0x25, 0x27 + number, 0x26].map(|register| registers.colour(register));
            draw(&mut line.pixels[at..], visible, [high, low], colours);
        }
    }
}

/// Returns the bits of a sprite at `at` that are in a range of pixels.
fn window(at: usize, pixels: &Range<usize>) -> u64 {
    let first = pixels.start.saturating_sub(at);
    let end = pixels.end - at;
    let from_first = u64::MAX.checked_shr(first as u32).unwrap_or(0);
    let from_end = u64::MAX.checked_shr(end as u32).unwrap_or(0);
    from_first & !from_end
}

/// Draws the pixels of a sprite, each in the colour that its two bits select.
fn draw(pixels: &mut [u8], visible: u64, [high, low]: [u64; 2], colours: [u8; 4]) {
    let mut left = visible;
    while left != 0 {
        let at = left.leading_zeros();
        let bit = 1 << 63 >> at;
        left &= !bit;
        let choice = usize::from(high & bit != 0) << 1 | usize::from(low & bit != 0);
        pixels[at as usize] = colours[choice];
    }
}

impl Sprite {
    /// Returns the shape's pixels, the first in the highest bit, as two sets: those in the sprite's own colour or the second multicolour,
    /// and those in either multicolour. A pixel in neither set is transparent.
    fn planes(&self, number: usize, registers: &Registers) -> [u64; 2] {
        let multicolour = registers[0x1c] >> number & 1 != 0;
        let [high, low] = if multicolour {
            let [high, low] = [self.shape & 0xaa_aaaa, self.shape & 0x55_5555];
            [high | high >> 1, low | low << 1]
        } else {
            [self.shape, 0]
        };
        let expanded = registers[0x1d] >> number & 1 != 0;
        [high, low].map(|plane| if expanded { doubled(plane) << 16 } else { u64::from(plane) << 40 })
    }
}

/// Returns 48 bits, two for each of 24.
fn doubled(plane: u32) -> u64 {
    let mut bits = u64::from(plane);
    for (shift, mask) in [
        (16, 0x0000_00ff_0000_ffff),
        (8, 0x00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333),
        (1, 0x5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits | bits << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shapes at $2000, sprite pointers for a matrix at $0400.
    fn ram() -> Box<[u8; 0x10000]> {
        let mut ram = Box::new([0; 0x10000]);
        for number in 0..SPRITES {
            ram[0x07f8 + number] = 0x80;
        }
        ram[0x2000..0x203f].fill(0xff);
        ram
    }

    struct Drawn {
        /// Lines with a sprite pixel, and the first and last pixel in the first of these lines.
        lines: Vec<u16>,
        pixels: (usize, usize),
        first: Vec<u8>,
        collisions: Collisions,
    }

    fn drawn(registers: &Registers, ram: &[u8; 0x10000], foreground: u64) -> Drawn {
        let (colours, characters) = ([0; 0x400], [0; 0x1000]);
        let memory = VideoMemory::new(ram, &colours, &characters, 3);
        let mut sprites = Sprites::new();
        let mut found =
            Drawn { lines: Vec::new(), pixels: (0, 0), first: Vec::new(), collisions: Collisions::default() };
        // For a sprite, lines 256 and above have the same numbers as earlier ones.
        for number in 0..256 {
            let mut line = Line::new();
            line.foreground.add(120, foreground << 16);
            sprites.start_line();
            sprites.read_late(registers, &memory);
            sprites.advance();
            sprites.paint(0..504, VideoStandard::Pal, registers, &mut line, &mut found.collisions);
            sprites.begin(number, registers);
            sprites.read_early(number, registers, &memory);
            if let Some(first) = line.pixels.iter().position(|pixel| *pixel != 0) {
                if found.lines.is_empty() {
                    let last = line.pixels.iter().rposition(|pixel| *pixel != 0).unwrap_or(first);
                    found.pixels = (first, last);
                    found.first = line.pixels[first..=last].to_vec();
                }
                found.lines.push(number);
            }
        }
        found
    }

    fn one(number: usize) -> Registers {
        let mut registers = Registers::new();
        registers[0x15] = 1 << number;
        registers[number * 2] = 24;
        registers[number * 2 + 1] = 50;
        registers[0x25] = 2;
        registers[0x26] = 3;
        for register in 0x27..0x2f {
            registers[register] = register as u8 - 0x20;
        }
        registers
    }

    #[test]
    fn a_sprite_begins_below_its_coordinate_and_has_21_lines() {
        for number in 0..SPRITES {
            let found = drawn(&one(number), &ram(), 0);
            assert_eq!(found.lines, (51..72).collect::<Vec<u16>>(), "{number}");
            assert_eq!((found.pixels, found.first[0]), ((120, 143), 7 + number as u8));
            assert_eq!(found.collisions, Collisions::default());
        }
    }

    #[test]
    fn a_sprite_may_be_doubled() {
        let mut registers = one(2);
        registers[0x17] = 4;
        registers[0x1d] = 4;
        let mut ram = ram();
        ram[0x2000] = 0x5f;
        let found = drawn(&registers, &ram, 0);
        assert_eq!(found.lines, (51..93).collect::<Vec<u16>>());
        assert_eq!(found.pixels, (122, 167));
        assert_eq!(found.first[..6], [9, 9, 0, 0, 9, 9]);
    }

    #[test]
    fn two_bits_choose_one_of_three_colours() {
        let mut registers = one(0);
        registers[0x1c] = 1;
        let mut ram = ram();
        ram[0x2000] = 0x6c;
        assert_eq!(drawn(&registers, &ram, 0).first[..8], [2, 2, 7, 7, 3, 3, 0, 0]);
        registers[0x1d] = 1;
        assert_eq!(drawn(&registers, &ram, 0).first[..8], [2, 2, 2, 2, 7, 7, 7, 7]);
    }

    #[test]
    fn a_sprite_reaches_into_both_borders() {
        let mut registers = one(0);
        registers[0x10] = 1;
        for (x, at) in [(0x1f0_u16, 88), (0x1f7, 95), (0x140, 416)] {
            registers[0] = x as u8;
            assert_eq!(drawn(&registers, &ram(), 0).pixels.0, at, "{x}");
        }
        registers[0] = 0xf8;
        assert_eq!(drawn(&registers, &ram(), 0).lines, [0; 0], "there is no coordinate 504");
    }

    #[test]
    fn the_lower_number_is_in_front_and_foreground_hides_what_is_behind() {
        let mut registers = one(0);
        registers[0x15] = 3;
        (registers[2], registers[3]) = (36, 50);
        let found = drawn(&registers, &ram(), 0);
        assert_eq!(found.first, [vec![7; 24], vec![8; 12]].concat());
        assert_eq!(found.collisions, Collisions { sprites: 3, foreground: 0 });
        // Sprite 0 behind the foreground: there, sprite 1 is hidden, too, although it is in front.
        registers[0x1b] = 1;
        let found = drawn(&registers, &ram(), 0x3 << 34);
        assert_eq!(found.first[11..15], [7, 0, 0, 7]);
        assert_eq!(found.collisions, Collisions { sprites: 3, foreground: 3 });
    }

    #[test]
    fn sprites_that_only_touch_do_not_collide() {
        let mut registers = one(0);
        registers[0x15] = 0x83;
        (registers[2], registers[3]) = (48, 50);
        (registers[14], registers[15]) = (24, 71);
        assert_eq!(drawn(&registers, &ram(), 0).collisions, Collisions::default());
        registers[15] = 70;
        assert_eq!(drawn(&registers, &ram(), 0).collisions, Collisions { sprites: 0x81, foreground: 0 });
    }

    #[test]
    fn a_part_of_a_line_has_its_part_of_the_sprite() {
        assert_eq!(window(100, &(0..504)), u64::MAX);
        assert_eq!(window(100, &(96..104)), 0xf << 60);
        assert_eq!(window(100, &(104..112)), 0xff << 52);
        assert_eq!(doubled(0x80_0001), 0xc000_0000_0003);
    }
}
