//! Sprites: eight images of 24 by 21 pixels that move over the screen.
//!
//! ```
//! use sys2080::prelude::*;
//! use sys2080::video::sprite::{self, Shape, Sprite};
//!
//! const BAR: Shape = Shape::new([0xff; 63]);
//!
//! let ball = Sprite::new(0);
//! ball.set_shape(sprite::define(0, &BAR));
//! ball.set_colour(Colour::Yellow);
//! ball.move_to(160, 100);
//! ball.show(true);
//! ```
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix N.

use super::chip::{BANK, BANK_BITS, CHANGED, POINTERS};
use crate::colour::Colour;
use crate::hardware::{peek, peek_at, poke, poke_at, undisturbed};

/// The x position of sprite 0, then its y position; those of the other sprites follow.
const VIC: u16 = 0xd000;
/// Offsets of the registers with one bit per sprite: bit 8 of the x position, enabled, double height, behind the picture, multicolour,
/// double width.
const LEFT_HIGH: u8 = 0x10;
const SHOWN: u8 = 0x15;
const HIGH: u8 = 0x17;
const BEHIND: u8 = 0x1b;
const MULTICOLOUR: u8 = 0x1c;
const WIDE: u8 = 0x1d;
/// Sprite-sprite and sprite-background collisions. Reading clears them.
const TOUCHED_SPRITES: u16 = 0xd01e;
const TOUCHED_PICTURE: u16 = 0xd01f;
/// The colours shared by all multicolour sprites, and that of sprite 0; those of the others follow.
const SHARED_COLOURS: [u16; 2] = [0xd025, 0xd026];
const COLOURS: u16 = 0xd027;
/// Offset of the first sprite pointer in screen memory.
pub(super) const SHAPES: u16 = 0x03f8;

/// Distance from one shape to the next, in bytes.
pub(super) const SIZE: u16 = 64;
/// The blocks of bank 0 that neither the KERNAL nor the program uses: the cassette buffer and the bytes after it, $0340 to $03FF, and
/// $02C0 to $02FF. Source: Sheldon Leemon, "Mapping the Commodore 64", $2A7 and $33C.
const FREE: [u8; 4] = [13, 14, 15, 11];

/// The pixels of a sprite: 21 rows of three bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape([u8; 63]);

impl Shape {
    /// Creates a shape from its bytes, row by row. The highest bit of each is the leftmost pixel. In multicolour, two bits are a pixel: 0
    /// transparent, 1 and 3 the shared colours, 2 the sprite's own colour.
    #[must_use]
    pub const fn new(bytes: [u8; 63]) -> Shape {
        Shape(bytes)
    }

    /// Creates a shape from 21 rows of 24 characters: a `.` or a space is transparent, anything else is a pixel.
    ///
    /// # Panics
    /// Panics if a row has another length. In a constant, this is a compile-time error.
    #[must_use]
    pub const fn drawn(rows: [&str; 21]) -> Shape {
        let mut bytes = [0; 63];
        let mut at = 0;
        while at < 21 * 24 {
            let row = rows[at / 24].as_bytes();
            assert!(row.len() == 24, "a row of a sprite has 24 pixels");
            if !matches!(row[at % 24], b'.' | b' ') {
                bytes[at / 8] |= 0x80 >> (at % 8);
            }
            at += 1;
        }
        Shape(bytes)
    }

    /// Returns the bytes.
    pub(super) const fn bytes(&self) -> &[u8; 63] {
        &self.0
    }
}

/// The position of a shape in the memory that the VIC-II sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer(pub(super) u8);

/// Copies a shape to where the VIC-II finds it for the text screen. Slots are 0 to 3. They are in and next to the cassette buffer, so
/// programs that use the Datasette must not use them.
///
/// For more shapes, or with a [`Bitmap`](super::Bitmap) or [`Characters`](super::Characters), use their methods of the same name.
///
/// # Panics
/// Panics if there is no such slot.
pub fn define(slot: u8, shape: &Shape) -> Pointer {
    let Some(block) = FREE.get(usize::from(slot)) else { panic!("there are four slots for shapes") };
    for (at, byte) in (u16::from(*block) * SIZE..).zip(shape.bytes()) {
        poke(at, *byte);
    }
    Pointer(*block)
}

/// A sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprite(u8);

impl Sprite {
    /// Returns the sprite with this number, 0 to 7. Sprites with lower numbers are in front of those with higher ones.
    ///
    /// # Panics
    /// Panics if there is no such sprite.
    #[must_use]
    pub const fn new(number: u8) -> Sprite {
        assert!(number < 8, "there are eight sprites");
        Sprite(number)
    }

    /// The number, 0 to 7.
    #[inline(always)]
    pub(super) const fn number(self) -> u8 {
        self.0 & 7
    }

    /// Sets or clears the bit of this sprite.
    #[inline(always)]
    fn set(self, register: u8, on: bool) {
        /// A table lookup is faster than a shift by a variable amount.
        const BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        let bit = BITS[usize::from(self.number())];
        // Interrupt handlers may change the bits of other sprites.
        undisturbed(|| {
            let others = peek_at::<VIC>(register) & !bit;
            poke_at::<VIC>(register, if on { others | bit } else { others });
        });
    }

    /// Shows or hides the sprite.
    pub fn show(self, shown: bool) {
        if shown {
            CHANGED.set(true);
        }
        self.set(SHOWN, shown);
    }

    /// Moves the left edge to `x`, 0 to 511, and the top to `y`. The top left corner of the text screen is at 24, 50, its bottom right
    /// corner at 343, 249.
    pub fn move_to(self, x: u16, y: u8) {
        let [high, low] = x.to_be_bytes();
        poke_at::<VIC>(2 * self.0, low);
        poke_at::<{ VIC + 1 }>(2 * self.0, y);
        self.set(LEFT_HIGH, high & 1 != 0);
    }

    /// Sets the shape. The pointer belongs to the current screen: after showing another one, set it again.
    pub fn set_shape(self, shape: Pointer) {
        let bank = u16::from(peek(BANK) & BANK_BITS ^ BANK_BITS) << 14;
        let screen = u16::from(peek(POINTERS) & 0xf0) << 6;
        poke(bank + screen + SHAPES + u16::from(self.0), shape.0);
    }

    /// Sets the sprite's colour.
    pub fn set_colour(self, colour: Colour) {
        poke_at::<COLOURS>(self.0, colour as u8);
    }

    /// Doubles the width, the height, or both.
    pub fn expand(self, width: bool, height: bool) {
        self.set(WIDE, width);
        self.set(HIGH, height);
    }

    /// Switches between single-colour and multicolour (double-width pixels, four colours): see [`Shape::new`] and [`share_colours`].
    pub fn set_multicolour(self, multicolour: bool) {
        self.set(MULTICOLOUR, multicolour);
    }

    /// Puts the sprite behind the text or graphics, or in front of them.
    pub fn put_behind(self, behind: bool) {
        self.set(BEHIND, behind);
    }
}

/// Sets the colours 1 and 3 of all multicolour sprites ($D025 and $D026).
pub fn share_colours(one: Colour, three: Colour) {
    for (register, colour) in SHARED_COLOURS.into_iter().zip([one, three]) {
        poke(register, colour as u8);
    }
}

/// Hides all sprites.
pub fn hide_all() {
    poke_at::<VIC>(SHOWN, 0);
}

/// Hides all sprites, and resets all their settings except shapes, positions and colours: see [`Sprite::expand`],
/// [`Sprite::set_multicolour`] and [`Sprite::put_behind`].
pub fn reset() {
    poke_at::<VIC>(SHOWN, 0);
    poke_at::<VIC>(WIDE, 0);
    poke_at::<VIC>(HIGH, 0);
    poke_at::<VIC>(MULTICOLOUR, 0);
    poke_at::<VIC>(BEHIND, 0);
}

/// Returns the sprites that are shown.
#[must_use]
pub fn shown() -> Sprites {
    Sprites(peek_at::<VIC>(SHOWN))
}

/// Shows these sprites and hides the others.
///
/// ```
/// use sys2080::video::sprite::{self, Sprites};
///
/// let before = sprite::shown();
/// sprite::show_only(Sprites::default());
/// // This is where a disk is used.
/// sprite::show_only(before);
/// ```
pub fn show_only(sprites: Sprites) {
    poke_at::<VIC>(SHOWN, sprites.0);
}

/// A set of sprites, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sprites(u8);

impl Sprites {
    /// Returns whether the set contains a sprite.
    #[must_use]
    pub const fn contains(self, sprite: Sprite) -> bool {
        self.0 >> sprite.0 & 1 != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Returns the sprites whose non-transparent pixels have touched another sprite's since the last call.
#[must_use]
pub fn touched_sprites() -> Sprites {
    Sprites(peek(TOUCHED_SPRITES))
}

/// Returns the sprites that have touched text or graphics since the last call.
#[must_use]
pub fn touched_picture() -> Sprites {
    Sprites(peek(TOUCHED_PICTURE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::own_chips;

    const DIAGONAL: Shape = Shape::drawn([
        "#.......................",
        ".#......................",
        "..#.....................",
        "...#....................",
        "....#...................",
        ".....#..................",
        "......#.................",
        ".......#................",
        "........#...............",
        ".........#..............",
        "..........#.............",
        "...........#............",
        "............#...........",
        ".............#..........",
        "..............#.........",
        "...............#........",
        "................#.......",
        ".................#......",
        "..................#.....",
        "...................#....",
        "....................#..#",
    ]);

    #[test]
    fn a_drawing_has_a_bit_for_each_pixel() {
        let bytes = DIAGONAL.bytes();
        assert_eq!([&bytes[..6], &bytes[60..]].concat(), [0x80, 0, 0, 0x40, 0, 0, 0, 0, 0x09]);
        assert!(std::panic::catch_unwind(|| Shape::drawn(["#"; 21])).is_err());
    }

    #[test]
    fn registers_are_those_of_the_sprite() {
        let _chips = own_chips();
        let two = Sprite::new(2);
        poke_at::<VIC>(LEFT_HIGH, 0x81);
        two.move_to(0x123, 45);
        assert_eq!([peek(VIC + 4), peek(VIC + 5), peek_at::<VIC>(LEFT_HIGH)], [0x23, 45, 0x85]);
        two.move_to(0x23, 45);
        assert_eq!(peek_at::<VIC>(LEFT_HIGH), 0x81);
        two.expand(false, true);
        two.put_behind(true);
        two.set_multicolour(true);
        assert_eq!([WIDE, HIGH, BEHIND, MULTICOLOUR].map(peek_at::<VIC>), [0, 4, 4, 4]);
        poke(TOUCHED_PICTURE, 0x24);
        reset();
        assert_eq!([WIDE, HIGH, BEHIND, MULTICOLOUR, SHOWN].map(peek_at::<VIC>), [0; 5]);
        show_only(touched_picture());
        assert_eq!([peek_at::<VIC>(SHOWN), shown().0], [0x24; 2]);
        assert!(touched_picture().contains(two) && !touched_picture().contains(Sprite::new(3)));
    }
}
