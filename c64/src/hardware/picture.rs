//! The picture: the VIC's bank 3, in the RAM under the chips.
//!
//! While the program writes there the chips are out and the character ROM stands in their place: stores reach the RAM, and the
//! interrupt's way into the KERNAL brings the chips back for as long as it takes. No byte of the picture is ever read back.

use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use mos_hardware::c64::{self, CpuPortFlags};
use mos_hardware::cia::GameController;
use mos_hardware::vic2::{self, CharsetBank, ControlXFlags, ControlYFlags, ScreenBank, Sprites};
use sys2080::kernal;
use sys2080_console::art::{characters, sprites};
use sys2080_console::device::{Colour, View};
use sys2080_console::text;

/// The VIC's bank 3.
const BANK: u16 = 0xc000;
const CHARACTERS: u16 = 0xd000;
const CELLS: u16 = 0xd800;
/// The last eight bytes of the kilobyte of the cells choose the shapes.
const SHAPES_CHOSEN: u16 = CELLS + 0x3f8;
const SHAPES: u16 = 0xdc00;
/// The number by which the VIC knows the first shape.
const FIRST_SHAPE: u8 = vic2::to_sprite_pointer(SHAPES - BANK);
const COLOURS: u16 = 0xd800;

/// The glyphs of the screen codes 0 to 63, at the beginning of the character ROM: at the address of the picture's.
const ROM_GLYPHS: *const u8 = CHARACTERS as *const u8;
const ROM_GLYPHS_BYTES: u16 = 64 * 8;

const PICTURE_POINTERS: u8 =
    ScreenBank::from_address(CELLS - BANK).bits() | CharsetBank::from(CHARACTERS - BANK).bits();
/// Screen at $0400, upper case: as the KERNAL's CINT sets it.
const CONSOLE_POINTERS: u8 = 0x15;
/// Register 17: 25 rows of characters, three lines down, as the KERNAL has it.
const PLAIN_TEXT: u8 = 0x1b;
/// The two lines of CIA 2's port A that choose the VIC's bank, 11 for bank 0 and 00 for bank 3.
const BANK_LINES: u8 = 3;

/// Where a sprite at the upper left corner of the picture is for the VIC.
const LEFT: i16 = 24;
const TOP: u8 = 50;

/// Whether the picture is what is seen.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// The colours of border and ground at the console.
static BORDER: AtomicU8 = AtomicU8::new(0);
static GROUND: AtomicU8 = AtomicU8::new(0);

/// Keeps the console's colours for later.
pub fn start() {
    BORDER.store(c64::vic2().border_color.read(), Relaxed);
    GROUND.store(c64::vic2().background_color0.read(), Relaxed);
}

/// Shows one of the screens, cleared; does nothing if that is the one shown.
pub fn show(view: View) {
    let picture = view == View::Picture;
    if SHOWN.swap(picture, Relaxed) == picture {
        return;
    }
    let vic = c64::vic2();
    let [pointers, bank] = if picture {
        draw();
        [PICTURE_POINTERS, 0]
    } else {
        kernal::chrout(text::CLEAR);
        ground(BORDER.load(Relaxed), GROUND.load(Relaxed));
        [CONSOLE_POINTERS, BANK_LINES]
    };
    let port = &c64::cia2().port_a;
    // SAFETY: the VIC shows what it is told to, and nothing else depends on it. The other lines of the port, those of the
    // serial bus, are written as they are; the type names bits of another port's.
    unsafe {
        // The registers that a program before this one may have left in disorder.
        for sprites in [
            &vic.sprite_enable,
            &vic.sprite_expand_x,
            &vic.sprite_expand_y,
            &vic.sprite_multicolor_mode,
            &vic.sprite_background_priority,
        ] {
            sprites.write(Sprites::empty());
        }
        vic.control_y.write(ControlYFlags::from_bits_truncate(PLAIN_TEXT));
        vic.control_x.write(ControlXFlags::COLUMN_SELECT);
        vic.screen_and_charset_bank.write(pointers);
        port.write(GameController::from_bits_unchecked(port.read().bits() & !BANK_LINES | bank));
    }
}

/// Puts glyphs, shapes and an empty picture into their places.
fn draw() {
    bank(CpuPortFlags::RAM_CHAR_RAM);
    copy(ROM_GLYPHS, CHARACTERS, ROM_GLYPHS_BYTES);
    let own = characters::CHARACTERS.as_flattened();
    copy(own.as_ptr(), CHARACTERS + u16::from(characters::FIRST) * 8, own.len() as u16);
    halve();
    let mut to = SHAPES;
    for shape in &sprites::SHAPES {
        copy(shape.as_ptr(), to, shape.len() as u16);
        to += 64;
    }
    for at in CELLS..SHAPES_CHOSEN {
        store(at, characters::BLANK);
    }
    bank(CpuPortFlags::RAM_IO_RAM);
}

/// Puts the halves of the ROM's letters and digits between the characters.
#[inline(never)]
fn halve() {
    const fn glyph(code: u8) -> *mut u8 {
        (CHARACTERS + code as u16 * 8) as *mut u8
    }
    let mut k = characters::HALF_LETTERS * 8;
    while k != 0 {
        k -= 1;
        let at = usize::from(k);
        // SAFETY: as in `copy` and `store`.
        unsafe {
            let bits = glyph(1).wrapping_add(at).read_volatile();
            glyph(characters::LEFT_HALVES).wrapping_add(at).write_volatile(bits >> 4);
            glyph(characters::RIGHT_HALVES).wrapping_add(at).write_volatile(bits << 4);
            // The last of them goes beyond the digits, where nothing is yet.
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
    // SAFETY: an interrupt in between finds KERNAL and chips, whatever this is; nothing else needs the chips before they are
    // in again.
    unsafe { (*c64::CPU_PORT).write(port) }
}

/// Copies memory into the picture's.
#[inline(never)]
fn copy(from: *const u8, to: u16, bytes: u16) {
    for at in 0..bytes {
        // SAFETY: reading memory changes nothing; volatile because the ROM is no variable of the program's.
        store(to + at, unsafe { ptr::read_volatile(from.wrapping_add(usize::from(at))) });
    }
}

/// Writes a byte of the picture: its memory, or the colours of its cells.
#[inline(always)]
fn store(at: u16, byte: u8) {
    // SAFETY: the callers' addresses lie in the VIC's bank, under the chips, or in the colour RAM.
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

/// See [`Device::sprite`](sys2080_console::device::Device::sprite).
#[inline(never)]
pub fn sprite(number: u8, shape: u8, x: i16, y: i16, colour: Colour) {
    let [low, high] = (x + LEFT).to_le_bytes();
    let vic = c64::vic2();
    let at = usize::from(number & 7);
    let bit = Sprites::from_bits_truncate(1 << at);
    bank(CpuPortFlags::RAM_CHAR_RAM);
    store(SHAPES_CHOSEN + u16::from(number), FIRST_SHAPE + shape);
    bank(CpuPortFlags::RAM_IO_RAM);
    // SAFETY: as in `show`.
    unsafe {
        vic.sprite_positions[at].x.write(low);
        vic.sprite_positions[at].y.write(y as u8 + TOP);
        vic.sprite_colors[at].write(colour as u8);
        vic.sprite_positions_most_significant_bit_of_x.modify(|mut on| {
            on.set(bit, high != 0);
            on
        });
        vic.sprite_enable.modify(|on| on | bit);
    }
}

/// See [`Device::hide`](sys2080_console::device::Device::hide).
pub fn hide(number: u8) {
    // SAFETY: as in `show`.
    unsafe { c64::vic2().sprite_enable.modify(|on| on - Sprites::from_bits_truncate(1 << (number & 7))) }
}

/// Sets the colours around the picture and of its ground.
pub fn ground(border: u8, ground: u8) {
    // SAFETY: as in `show`.
    unsafe {
        c64::vic2().border_color.write(border);
        c64::vic2().background_color0.write(ground);
    }
}
