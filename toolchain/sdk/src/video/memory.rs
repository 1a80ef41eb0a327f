//! Memory for the VIC-II: custom characters, and a bitmap. Each is a `static` of the program.
//!
//! The VIC-II sees one bank of 16 KB; in banks 0 and 2, it sees the character ROM in place of the second 4 KB. [`Characters`] begins at a
//! multiple of 8 KB and uses only its first 4 KB, and [`Bitmap`] begins at a multiple of 16 KB and leaves out its second 4 KB. So the
//! VIC-II sees everything that is used, whichever address the compiler chooses.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::chip::{self, PAGE};
use super::mode::{Mode, set_mode};
use super::sprite::{Pointer, SIZE, Shape};
use crate::colour::Colour;
use crate::hardware::{character_rom, poke};
use crate::petscii::Charset;
use crate::screen::{self, COLOUR_RAM};

/// Bytes of a screen of 40 by 25 cells including its sprite pointers, and of a row of cells in a bitmap.
const SCREEN: usize = 1024;
const ROW: u16 = 320;
/// Pixels of the bitmap.
pub(super) const WIDTH: u16 = 320;
pub(super) const HEIGHT: u8 = 200;
const CELLS: u16 = 1000;

/// Bytes of one half of the memory of [`Characters`].
const HALF: usize = 0x800;
/// Offsets from a screen to its sprite shapes, and to the pixels of a bitmap.
const SHAPES: u16 = 0x400;
const PIXELS: u16 = 0x2000;

/// The address of a `static`.
fn address_of<T>(memory: &'static T) -> u16 {
    core::ptr::from_ref(memory).addr() as u16
}

/// Points the VIC-II at a screen at an address that is a multiple of $0400, and at characters or bitmap pixels at a multiple of $0800 or
/// $2000. Both must be in the same one of the four banks of 16 KB; the character ROM hides $1000 to $1FFF and $9000 to $9FFF.
///
/// [`Characters::show`], [`Bitmap::show`] and [`under_chips::show`](super::under_chips::show) do this for you. Call it for memory that a
/// program uses by address.
pub fn look_at(screen: u16, other: u16) {
    // Both addresses are given in KB. The lowest bit of the second one is ignored.
    let kilobytes = |address: u16| (address >> 10) as u8 & 15;
    chip::look_at((screen >> 14) as u8, kilobytes(screen) << 4 | kilobytes(other));
}

/// Returns the C64's built-in character with this screen code, from ROM: eight rows, whose highest bit is the leftmost pixel. On the host,
/// it is blank.
#[must_use]
pub fn character(charset: Charset, code: u8) -> [u8; 8] {
    let set = if charset == Charset::Text { HALF as u16 } else { 0 };
    let mut rows = [0; 8];
    for (row, at) in rows.iter_mut().zip(set + u16::from(code) * 8..) {
        *row = character_rom(at);
    }
    rows
}

/// Copies a shape into one of the slots behind a screen.
fn define(screen: u16, shapes: &[AtomicU8], slot: u8, shape: &Shape) -> Pointer {
    let mut places = shapes.chunks_exact(usize::from(SIZE));
    let Some(place) = places.nth(usize::from(slot)) else { panic!("there is no such slot for a shape") };
    for (to, from) in place.iter().zip(shape.bytes()) {
        to.store(*from, Relaxed);
    }
    // A pointer holds the upper eight bits of the address within the bank.
    Pointer(((screen + SHAPES) / SIZE) as u8 + slot)
}

/// A text screen with custom characters, and room for the shapes of 16 sprites. It takes 8 KB of memory, at an address that is a
/// multiple of 8 KB: in a program of less than 6 KB, it is at $2000.
///
/// ```
/// use sys2080::prelude::*;
/// use sys2080::petscii::Charset;
/// use sys2080::video::Characters;
///
/// static CHARACTERS: Characters = Characters::new();
///
/// CHARACTERS.show(Charset::Graphics);
/// // A frame for the @, whose screen code is 0.
/// CHARACTERS.define_character(0, [0xff, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0xff]);
/// print::text("@@@");
/// ```
#[derive(Debug)]
#[repr(C, align(8192))]
pub struct Characters {
    /// One half holds the screen and the shapes, the other the characters.
    halves: [[AtomicU8; HALF]; 2],
    /// The index of the half that holds the characters.
    half: AtomicU8,
}

impl Default for Characters {
    fn default() -> Characters {
        Characters::new()
    }
}

impl Characters {
    /// Creates a screen that is not shown yet.
    #[must_use]
    pub const fn new() -> Characters {
        let halves = [const { [const { AtomicU8::new(0) }; HALF] }; 2];
        Characters { halves, half: AtomicU8::new(0) }
    }

    /// Returns the half that holds the characters, and its index.
    fn characters(&self) -> (&[AtomicU8; HALF], u16) {
        let [graphics, text] = &self.halves;
        if self.half.load(Relaxed) == 0 { (graphics, 0) } else { (text, 1) }
    }

    /// Copies one of the C64's own character sets, which takes a fifth of a second, then clears and shows this screen, in text mode. From
    /// then on, all output appears on it. Previously defined characters are lost.
    pub fn show(&'static self, charset: Charset) {
        // The bit that selects the half is the one that the KERNAL and `screen::charset` take as the character set.
        self.half.store(u8::from(charset == Charset::Text), Relaxed);
        let (characters, half) = self.characters();
        for (byte, at) in characters.iter().zip(half * HALF as u16..) {
            byte.store(character_rom(at), Relaxed);
        }
        set_mode(Mode::Text);
        let screen = self.screen();
        look_at(screen, address_of(self) + half * HALF as u16);
        poke(PAGE, screen.to_be_bytes()[0]);
        screen::clear();
    }

    /// Returns the address of the screen, which is in the half that does not hold the characters.
    fn screen(&'static self) -> u16 {
        let (_, half) = self.characters();
        address_of(self) + (1 - half) * HALF as u16
    }

    /// Redefines the character with this screen code, after [`Characters::show`]: eight rows, whose highest bit is the leftmost
    /// pixel.
    pub fn define_character(&self, code: u8, rows: [u8; 8]) {
        let (characters, _) = self.characters();
        for (to, from) in characters.iter().skip(usize::from(code) * 8).zip(rows) {
            to.store(from, Relaxed);
        }
    }

    /// Copies a shape to where the VIC-II finds it while this screen is shown; call it after [`Characters::show`]. Slots are 0 to 15.
    ///
    /// # Panics
    /// Panics if there is no such slot.
    pub fn define(&'static self, slot: u8, shape: &Shape) -> Pointer {
        let (_, half) = self.characters();
        let screen = &self.halves[usize::from(1 - half)];
        define(self.screen(), &screen[usize::from(SHAPES)..], slot, shape)
    }
}

/// A bitmap of 320 by 200 pixels with two colours in each cell of 8 by 8, or of 160 by 200 with four, and room for the shapes of 48
/// sprites. It takes 16 KB of memory, at an address that is a multiple of 16 KB: in a program of less than 14 KB, it is at $4000.
///
/// While it is shown, printed text goes to the text screen, which is not visible.
#[derive(Debug)]
#[repr(C, align(16384))]
pub struct Bitmap {
    cells: [AtomicU8; SCREEN],
    shapes: [AtomicU8; 48 * SIZE as usize],
    hidden: [AtomicU8; 0x1000],
    pixels: [AtomicU8; 8000],
}

impl Default for Bitmap {
    fn default() -> Bitmap {
        Bitmap::new()
    }
}

impl Bitmap {
    /// Creates an empty bitmap, which is not shown yet. All its colours are black.
    #[must_use]
    pub const fn new() -> Bitmap {
        Bitmap {
            cells: [const { AtomicU8::new(0) }; SCREEN],
            shapes: [const { AtomicU8::new(0) }; 48 * SIZE as usize],
            hidden: [const { AtomicU8::new(0) }; 0x1000],
            pixels: [const { AtomicU8::new(0) }; 8000],
        }
    }

    /// Shows the bitmap, with 320 by 200 pixels.
    pub fn show(&'static self) {
        look_at(address_of(self), address_of(self) + PIXELS);
        set_mode(Mode::Bitmap);
    }

    /// Shows the bitmap, with 160 by 200 pixels. Colour 0 is that of [`screen::background`].
    pub fn show_multicolour(&'static self) {
        look_at(address_of(self), address_of(self) + PIXELS);
        set_mode(Mode::MulticolourBitmap);
    }

    /// Clears all pixels, and sets the colours of all cells for set and unset pixels. In multicolour mode, these are colours 1
    /// and 2.
    pub fn clear(&self, set: Colour, unset: Colour) {
        for byte in &self.pixels {
            byte.store(0, Relaxed);
        }
        for cell in &self.cells[..usize::from(CELLS)] {
            cell.store((set as u8) << 4 | unset as u8, Relaxed);
        }
    }

    /// Sets the colours of one cell of 8 by 8 pixels, as [`Bitmap::clear`] does for all. `column` is below 40 and `row` below 25.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    pub fn set_colours(&self, column: u8, row: u8, set: Colour, unset: Colour) {
        let cell = &self.cells[usize::from(screen::offset(column, row))];
        cell.store((set as u8) << 4 | unset as u8, Relaxed);
    }

    /// Sets colour 3 of all cells in multicolour mode. It is stored in the colour RAM, which the text screen uses as well.
    pub fn set_third_colour(&self, colour: Colour) {
        for cell in COLOUR_RAM..COLOUR_RAM + CELLS {
            poke(cell, colour as u8);
        }
    }

    /// Returns the byte that holds a pixel, or `None` if the pixel is outside the bitmap.
    fn byte(&self, x: u16, y: u8) -> Option<&AtomicU8> {
        if x >= WIDTH || y >= HEIGHT {
            return None;
        }
        let row = u16::from(y >> 3) * ROW;
        self.pixels.get(usize::from(row + (x & !7) + u16::from(y & 7)))
    }

    /// Sets a pixel. `x` counts from the left, below 320, and `y` from the top, below 200; pixels outside the bitmap are ignored.
    pub fn plot(&self, x: u16, y: u8) {
        if let Some(byte) = self.byte(x, y) {
            byte.fetch_or(0x80 >> (x & 7), Relaxed);
        }
    }

    /// Clears a pixel; pixels outside the bitmap are ignored.
    pub fn erase(&self, x: u16, y: u8) {
        if let Some(byte) = self.byte(x, y) {
            byte.fetch_and(!(0x80 >> (x & 7)), Relaxed);
        }
    }

    /// Returns whether a pixel is set, `false` if it is outside the bitmap.
    #[must_use]
    pub fn is_set(&self, x: u16, y: u8) -> bool {
        self.byte(x, y).is_some_and(|byte| byte.load(Relaxed) & 0x80 >> (x & 7) != 0)
    }

    /// Sets a double-width pixel to one of four colours; only the lower two bits of `colour` count. `x` is below 160; pixels outside the
    /// bitmap are ignored.
    pub fn plot_multicolour(&self, x: u8, y: u8, colour: u8) {
        let x = u16::from(x) * 2;
        if let Some(byte) = self.byte(x, y) {
            let shift = 6 - (x & 6);
            byte.store(byte.load(Relaxed) & !(3 << shift) | (colour & 3) << shift, Relaxed);
        }
    }

    /// Copies a shape to where the VIC-II finds it while this bitmap is shown. Slots are 0 to 47.
    ///
    /// # Panics
    /// Panics if there is no such slot.
    pub fn define(&'static self, slot: u8, shape: &Shape) -> Pointer {
        define(address_of(self), &self.shapes, slot, shape)
    }
}

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;
    use crate::hardware::{own_chips, peek};

    #[test]
    fn the_vic_finds_everything_in_its_place() {
        assert_eq!(offset_of!(Bitmap, shapes), usize::from(SHAPES));
        assert_eq!(offset_of!(Bitmap, pixels), usize::from(PIXELS));
        assert_eq!(offset_of!(Characters, halves), 0);
        assert_eq!([align_of::<Characters>(), size_of::<Characters>()], [0x2000; 2]);
        assert_eq!([align_of::<Bitmap>(), size_of::<Bitmap>()], [0x4000; 2]);
        let _chips = own_chips();
        let registers = |screen, other| {
            look_at(screen, other);
            [peek(0xdd00) & 3, peek(0xd018)]
        };
        assert_eq!(registers(0x2800, 0x2000), [3, 0xa8]);
        assert_eq!(registers(0xa000, 0xa800), [1, 0x8a]);
        assert_eq!(registers(0x4000, 0x6000), [2, 0x08]);
    }

    #[test]
    fn pixels_are_where_the_vic_reads_them() {
        static BITMAP: Bitmap = Bitmap::new();
        BITMAP.plot(0, 0);
        BITMAP.plot(319, 199);
        BITMAP.plot(9, 10);
        BITMAP.plot(320, 0);
        BITMAP.plot(0, 200);
        let set: std::vec::Vec<(usize, u8)> = (0..8000)
            .map(|at| (at, BITMAP.pixels[at].load(Relaxed)))
            .filter(|(_, byte)| *byte != 0)
            .collect();
        assert_eq!(set, [(0, 0x80), (320 + 8 + 2, 0x40), (7999, 0x01)]);
        assert!(BITMAP.is_set(9, 10) && !BITMAP.is_set(10, 10) && !BITMAP.is_set(320, 0));
        BITMAP.erase(9, 10);
        assert!(!BITMAP.is_set(9, 10));
        BITMAP.plot_multicolour(159, 199, 2);
        BITMAP.plot_multicolour(156, 199, 3);
        assert_eq!(BITMAP.pixels[7999].load(Relaxed), 0b1100_0010);
        BITMAP.clear(Colour::White, Colour::Blue);
        assert_eq!((BITMAP.pixels[7999].load(Relaxed), BITMAP.cells[999].load(Relaxed)), (0, 0x16));
    }

    #[test]
    fn shapes_have_pointers_within_the_bank() {
        static OWN: Characters = Characters::new();
        let shape = Shape::new([0x5a; 63]);
        OWN.half.store(1, Relaxed);
        assert_eq!(define(0x6000, &OWN.halves[0][0x400..], 15, &shape), Pointer(0x80 + 31));
        assert_eq!(OWN.halves[0][0x7fe].load(Relaxed), 0x5a);
        assert!(std::panic::catch_unwind(|| OWN.define(16, &shape)).is_err());
        OWN.define_character(65, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(OWN.halves[1][65 * 8 + 7].load(Relaxed), 8);
        OWN.half.store(0, Relaxed);
        OWN.define_character(255, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(OWN.halves[0][0x7ff].load(Relaxed), 8);
    }
}
