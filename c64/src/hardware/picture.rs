//! The picture screen: the VIC's bank 3, in the RAM under the chips.
//!
//! While the program writes there, the chips are banked out and the character ROM takes their place: stores reach the RAM, and the
//! interrupt's entry into the KERNAL banks the chips back in while it runs. No byte of the picture is ever read back.
//!
//! `sys2080::video::under_chips` does the same for any program. It also works while the KERNAL is banked in, whose handler would miss
//! the chips, so it checks the processor port and may disable interrupts at every store. With it, this program would be 1,000 bytes
//! larger and draw more slowly, so it has its own stores, with the processor port of `mos-hardware`. The addresses are the sdk's.

use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use mos_hardware::c64::{self, CpuPortFlags};
use sys2080::video::sprite::{self, Sprite};
use sys2080::video::under_chips::{CHARACTERS, FIRST_SHAPE, SCREEN as CELLS, SHAPES};
use sys2080::{screen, video};
use sys2080_console::art::{characters, sprites};
use sys2080_console::device::{Colour, View};

/// Data that is copied when the program starts: its memory is free for other uses from then on.
#[unsafe(link_section = ".once")]
static OWN_GLYPHS: [[u8; 8]; characters::COUNT] = characters::CHARACTERS;
#[unsafe(link_section = ".once")]
static OWN_SHAPES: [[u8; 63]; sprites::COUNT] = sprites::SHAPES;

/// The sprite pointers: the last eight bytes of the kilobyte of the cells.
const SHAPES_CHOSEN: u16 = CELLS + 0x3f8;
const COLOURS: u16 = 0xd800;
/// The VIC's second control register, and its second and third background colour.
const CONTROL_2: u16 = 0xd016;
const COLUMNS_40: u8 = 0x08;
const MULTICOLOUR: u8 = 0x10;
const BACKGROUNDS: u16 = 0xd022;

/// The glyphs of the screen codes 0 to 63, at the start of the character ROM, whose address is that of the picture's glyphs.
const ROM_GLYPHS: *const u8 = CHARACTERS as *const u8;
const ROM_GLYPHS_BYTES: u16 = 64 * 8;

/// The VIC's coordinates of a sprite at the upper left corner of the picture.
const LEFT: i16 = 24;
const TOP: u8 = 50;

/// Whether the picture screen is shown.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// The border and background colours of the console.
static BORDER: AtomicU8 = AtomicU8::new(0);
static GROUND: AtomicU8 = AtomicU8::new(0);

/// Saves the console's colours for later, and puts glyphs and shapes into place, where nothing overwrites them.
pub fn start() {
    draw();
    BORDER.store(screen::border_colour() as u8, Relaxed);
    GROUND.store(screen::background_colour() as u8, Relaxed);
}

/// Shows one of the screens, cleared; does nothing if that is the one shown.
pub fn show(view: View) {
    let picture = view == View::Picture;
    if SHOWN.load(Relaxed) == picture {
        return;
    }
    SHOWN.store(picture, Relaxed);
    // A previous program may have left the registers in any state.
    sprite::reset();
    if picture {
        clear();
        video::reset();
        video::look_at(CELLS, CHARACTERS);
    } else {
        screen::clear();
        ground(Colour::of(BORDER.load(Relaxed)), Colour::of(GROUND.load(Relaxed)));
        video::reset();
    }
}

/// Clears the picture.
fn clear() {
    bank(CpuPortFlags::RAM_CHAR_RAM);
    for at in CELLS..SHAPES_CHOSEN {
        store(at, characters::BLANK);
    }
    bank(CpuPortFlags::RAM_IO_RAM);
}

/// Puts glyphs and shapes into place.
fn draw() {
    bank(CpuPortFlags::RAM_CHAR_RAM);
    copy(ROM_GLYPHS, CHARACTERS, ROM_GLYPHS_BYTES);
    let own = OWN_GLYPHS.as_flattened();
    copy(own.as_ptr(), CHARACTERS + u16::from(characters::FIRST) * 8, own.len() as u16);
    accent();
    halve();
    let mut to = SHAPES;
    for shape in &OWN_SHAPES {
        copy(shape.as_ptr(), to, shape.len() as u16);
        to += 64;
    }
    bank(CpuPortFlags::RAM_IO_RAM);
}

/// Returns the address of a glyph.
const fn glyph(code: u8) -> *mut u8 {
    (CHARACTERS + code as u16 * 8) as *mut u8
}

/// Puts the ROM's vowels under their accents, without the third of their seven lines, which no vowel needs: they match the ROM's other
/// letters, whatever those look like.
#[inline(never)]
fn accent() {
    let mut to = 0u8;
    for vowel in *b"AEIOU" {
        let mut from = (vowel & 31) << 3;
        while to & 7 != 6 {
            if to & 7 == 2 {
                // Skips the third line.
                from += 1;
            }
            to += 1;
            // SAFETY: as in `copy` and `store`.
            unsafe {
                let line = glyph(0).wrapping_add(usize::from(from)).read_volatile();
                glyph(characters::ACCENTS).wrapping_add(usize::from(to)).write_volatile(line);
            }
            from += 1;
        }
        to += 2;
    }
}

/// Puts the halves of the ROM's letters and digits between the characters.
#[inline(never)]
fn halve() {
    let mut k = characters::HALF_LETTERS * 8;
    while k != 0 {
        k -= 1;
        let at = usize::from(k);
        // SAFETY: as in `copy` and `store`.
        unsafe {
            let bits = glyph(1).wrapping_add(at).read_volatile();
            glyph(characters::LEFT_HALVES).wrapping_add(at).write_volatile(bits >> 4);
            glyph(characters::RIGHT_HALVES).wrapping_add(at).write_volatile(bits << 4);
            // The last of them reads past the digits, where there is nothing yet.
            let bits = glyph(b'0').wrapping_add(at).read_volatile();
            let [upper, lower] = if k & 4 == 0 { [bits, 0] } else { [0, bits] };
            let at = usize::from(k ^ 4);
            glyph(characters::LOWER_HALVES).wrapping_add(at).write_volatile(lower);
            glyph(characters::UPPER_HALVES).wrapping_add(at).write_volatile(upper);
        }
    }
}

/// Banks the chips out or in.
fn bank(port: CpuPortFlags) {
    // SAFETY: an interrupt in between sees the KERNAL and the chips, whatever this is; nothing else needs the chips before they are
    // banked in again.
    unsafe { (*c64::CPU_PORT).write(port) }
}

/// Copies memory into the picture's memory.
#[inline(never)]
fn copy(from: *const u8, to: u16, bytes: u16) {
    for at in 0..bytes {
        // SAFETY: reading memory changes nothing; volatile because the ROM is not a variable of the program.
        store(to + at, unsafe { ptr::read_volatile(from.wrapping_add(usize::from(at))) });
    }
}

/// Writes a byte of the picture: to its memory, the colour RAM, or the VIC's registers.
#[inline(always)]
fn store(at: u16, byte: u8) {
    // SAFETY: the callers' addresses lie in the VIC's bank, under the chips, in the colour RAM, or in the VIC.
    unsafe { ptr::write_volatile(at as *mut u8, byte) }
}

/// See [`Device::cell`](sys2080_console::device::Device::cell).
#[inline(never)]
pub fn cell(column: u8, row: u8, code: u8, colour: Colour) {
    let at = u16::from(row * 5) * 8 + u16::from(column);
    bank(CpuPortFlags::RAM_CHAR_RAM);
    store(CELLS + at, code);
    bank(CpuPortFlags::RAM_IO_RAM);
    store(COLOURS + at, colour as u8);
}

/// See [`Device::tint`](sys2080_console::device::Device::tint).
pub fn tint(row: u8, colour: Colour) {
    let row = COLOURS + u16::from(row * 5) * 8;
    for column in 0..40 {
        store(row + column, colour as u8);
    }
}

/// See [`Device::sprite`](sys2080_console::device::Device::sprite).
#[inline(never)]
pub fn sprite(number: u8, shape: u8, x: i16, y: i16, colour: Colour) {
    bank(CpuPortFlags::RAM_CHAR_RAM);
    store(SHAPES_CHOSEN + u16::from(number), FIRST_SHAPE + shape);
    bank(CpuPortFlags::RAM_IO_RAM);
    let sprite = Sprite::new(number & 7);
    sprite.move_to((x + LEFT) as u16, y as u8 + TOP);
    sprite.set_colour(colour);
    sprite.show(true);
}

/// See [`Device::hide`](sys2080_console::device::Device::hide).
pub fn hide(number: u8) {
    Sprite::new(number & 7).show(false);
}

/// Sets the border and background colours.
pub fn ground(border: Colour, ground: Colour) {
    screen::border(border);
    screen::background(ground);
}

/// See [`Device::wood`](sys2080_console::device::Device::wood). Colours 0 and 3 are the background's and the cell's.
pub fn wood(on: bool) {
    store(CONTROL_2, if on { COLUMNS_40 | MULTICOLOUR } else { COLUMNS_40 });
    store(BACKGROUNDS, Colour::Orange as u8);
    store(BACKGROUNDS + 1, Colour::Brown as u8);
}
