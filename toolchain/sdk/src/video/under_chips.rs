//! A text screen in the RAM under the chips, from $D000 to $DFFF, with 256 custom characters and the shapes of 16 sprites. It takes no
//! memory from the program: the compiler never allocates this RAM. The VIC-II sees it in its bank 3.
//!
//! ```
//! use sys2080::prelude::*;
//! use sys2080::petscii::Charset;
//! use sys2080::video::{self, under_chips};
//!
//! for code in 0..64 {
//!     under_chips::define_character(code, video::character(Charset::Graphics, code));
//! }
//! under_chips::define_character(64, [0xff, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0xff]);
//! under_chips::fill(32);
//! under_chips::show();
//! under_chips::set_cell(20, 12, 64, Colour::White);
//! ```
//!
//! The processor sees the chips there, so each function switches them off while it runs, with interrupts disabled unless the
//! KERNAL is switched off, too. NMIs cannot be disabled: a custom handler at $0318 must not need the chips at that moment.
//! With the KERNAL off, the same holds for a custom IRQ handler at $FFFE. Nothing can be read back. Printed text goes to the other
//! screen, which shares its colour memory with this one.
//!
//! Sources: Sheldon Leemon, "Mapping the Commodore 64", $1; Commodore 64 Programmer's Reference Guide, chapter 3, "Video Bank
//! Selection".

use super::memory::look_at;
use super::mode::{Mode, set_mode};
use super::sprite::{Pointer, SHAPES as POINTERS, SIZE, Shape, Sprite};
use crate::colour::Colour;
use crate::hardware::{copy_under_chips, poke};
use crate::screen::{COLOUR_RAM, offset};

/// The address of the 256 characters, of eight bytes each.
pub const CHARACTERS: u16 = 0xd000;
/// The address of the screen: 1,000 cells, then, 16 bytes after them, the pointers of the eight sprites' shapes, as on any screen.
pub const SCREEN: u16 = 0xd800;
/// The address of the sprite shapes: 16 of 64 bytes each.
pub const SHAPES: u16 = 0xdc00;
/// The sprite pointer of the first shape.
pub const FIRST_SHAPE: u8 = ((SHAPES & 0x3fff) / SIZE) as u8;
const SLOTS: u8 = 16;

/// Shows this screen, in text mode. Until it is filled, it shows whatever was in memory.
pub fn show() {
    set_mode(Mode::Text);
    look_at(SCREEN, CHARACTERS);
}

/// Stores a screen code in all cells, which takes an eighth of a second. The colours are unchanged.
pub fn fill(code: u8) {
    (SCREEN..SCREEN + POINTERS).for_each(|at| copy_under_chips(at, &[code]));
}

/// Stores a screen code and a colour in a cell. `column` is below 40 and `row` below 25.
///
/// # Panics
/// Panics if there is no such cell.
pub fn set_cell(column: u8, row: u8, code: u8, colour: Colour) {
    let at = offset(column, row);
    copy_under_chips(SCREEN + at, &[code]);
    poke(COLOUR_RAM + at, colour as u8);
}

/// Redefines the character with this screen code: eight rows, whose highest bit is the leftmost pixel.
pub fn define_character(code: u8, rows: [u8; 8]) {
    copy_under_chips(CHARACTERS + u16::from(code) * 8, &rows);
}

/// Copies a shape to where the VIC-II finds it while this screen is shown. Slots are 0 to 15.
///
/// # Panics
/// Panics if there is no such slot.
pub fn define(slot: u8, shape: &Shape) -> Pointer {
    assert!(slot < SLOTS, "there is no such slot for a shape");
    copy_under_chips(SHAPES + u16::from(slot) * SIZE, shape.bytes());
    Pointer(FIRST_SHAPE + slot)
}

/// Sets the shape of a sprite on this screen, as [`Sprite::set_shape`] does on any other. Use a pointer that [`define`] has returned:
/// a [`Pointer`] from elsewhere shows whatever is in memory.
pub fn set_shape(sprite: Sprite, shape: Pointer) {
    copy_under_chips(SCREEN + POINTERS + u16::from(sprite.number()), &[shape.0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{own_chips, peek, peek_under_chips};

    #[test]
    fn everything_is_where_the_vic_looks() {
        let _chips = own_chips();
        show();
        // Bank 3, inverted; the screen at 6 KB, and the characters at 4.
        assert_eq!([peek(0xdd00) & 3, peek(0xd018)], [0, 0x64]);
        fill(32);
        assert_eq!([0xd800, 0xdbe7].map(peek_under_chips), [32, 32]);
        set_cell(39, 24, 7, Colour::Yellow);
        assert_eq!([peek_under_chips(0xd800 + 999), peek(0xd800 + 999)], [7, Colour::Yellow as u8]);
        define_character(255, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!([0xd7f8, 0xd7ff].map(peek_under_chips), [1, 8]);
        let shape = define(15, &Shape::new([0x5a; 63]));
        assert_eq!([0xdfc0, 0xdffe, 0xdfff].map(peek_under_chips), [0x5a, 0x5a, 0]);
        set_shape(Sprite::new(7), shape);
        assert_eq!(u16::from(peek_under_chips(0xdbff)) * 64 + 0xc000, 0xdfc0);
    }

    #[test]
    fn there_are_1000_cells_and_16_slots() {
        assert!(std::panic::catch_unwind(|| set_cell(0, 25, 0, Colour::Black)).is_err());
        assert!(std::panic::catch_unwind(|| set_cell(40, 0, 0, Colour::Black)).is_err());
        assert!(std::panic::catch_unwind(|| define(16, &Shape::new([0; 63]))).is_err());
    }
}
