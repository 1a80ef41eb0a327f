//! The picture screen: the board with its pieces, cursor and marks.

mod pieces;
mod scenes;
#[cfg(test)]
mod tests;
mod title;
mod write;

pub use scenes::place_of;
pub use write::{PANEL, PANEL_WIDTH, TEXT, TEXT_WIDTH};

use engine::Move;
use engine::engines::Engines;
use engine::games::GameId;

use crate::art::characters::{BLANK, BOARD, FRAMES};
use crate::art::{sprites, wood};
use crate::device::{Colour, Device};
use crate::games::{Cells, Look, face};
use crate::words::Language;

/// The sprite of the cursor. The sprites of the mouse and the cats are numbered as in [`Engines::content`].
const CURSOR: u8 = 0;
/// The number of sprites.
const SPRITES: u8 = 8;
/// The side of a character in pixels.
const PIXELS: u8 = 8;
/// The title's colours are not on screen.
const NO_PHASE: u8 = u8::MAX;
/// The centre of the small cursor and of the spot, relative to the upper left corner of the sprite.
const SMALL_MIDDLE: (i16, i16) = (8, 7);
/// The colour of the wooden board's characters: multicolour, with white as the cell's own colour.
const STONE: Colour = Colour::Brown;

/// A square: column from the left, row from the bottom, both from 0. [`Engines::squares`] returns those of a move.
pub type Square = (u8, u8);

/// The mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mark {
    /// Nothing.
    None,
    /// A move may go there.
    Target,
    /// The last move went there, or came from there.
    LastMove,
    /// The piece to be moved.
    Selected,
    /// Part of the winning line, or the winning piece.
    Winning,
    /// The square of a hint.
    Hint,
}

/// The layout of the picture.
#[derive(Clone, Debug)]
pub struct View {
    /// The language of all words.
    pub language: Language,
    look: Look,
    /// The number of stones in a line that win.
    line: u8,
    /// Columns and rows of the board.
    size: u8,
    /// The distance between neighbouring squares, in half characters.
    step: u8,
    /// The first character column and the first character row of the board.
    left: u8,
    top: u8,
    /// The square of the cursor.
    cursor: Option<Square>,
    /// The phase of the title's colour cycle, or [`NO_PHASE`] if the title is not on screen.
    phase: u8,
    /// Whether the cats' eyes are closed.
    blinks: bool,
    /// Whether the picture shows the wooden board, in multicolour.
    wooden: bool,
}

impl View {
    /// Creates the picture of a game whose board has `size` columns and rows.
    pub const fn new(game: GameId, size: u8) -> Self {
        let mut view = View {
            language: Language::English,
            look: face(game).look,
            line: 0,
            size: 0,
            step: 0,
            left: 0,
            top: 0,
            cursor: None,
            phase: NO_PHASE,
            blinks: false,
            wooden: false,
        };
        view.set_up(game, size);
        view
    }

    /// Switches to a game whose board has `size` columns and rows, without a cursor.
    #[inline(never)]
    pub const fn set_up(&mut self, game: GameId, size: u8) {
        self.look = face(game).look;
        self.line = game.descriptor().line;
        self.size = size;
        self.step = match self.look.cells {
            Cells::Squares => 6,
            Cells::Letters => 16,
            // 6 up to a size of 8, 4 up to 12, 3 up to 16, then 2.
            Cells::Stones => 6 - 2 * (size > 8) as u8 - (size > 12) as u8 - (size > 16) as u8,
        };
        let extent = self.extent();
        self.left = (PANEL - extent) / 2;
        // Two-digit numbers stick out to the left.
        if size > 9 && self.left < 2 {
            self.left = 2;
        }
        self.top = (24 - extent) / 2;
        self.cursor = None;
    }

    /// Returns the number of character columns and rows that the board takes.
    const fn extent(&self) -> u8 {
        (self.size * self.step).div_ceil(2)
    }

    /// Returns the first character column and row that belong to a square alone.
    #[inline(never)]
    fn corner(&self, at: Square) -> (u8, u8) {
        let down = self.size - 1 - at.1;
        (self.left + (at.0 * self.step).div_ceil(2), self.top + (down * self.step).div_ceil(2))
    }

    /// Returns the centre of a square, in pixels from the upper left corner of the picture.
    #[inline(never)]
    fn middle(&self, at: Square) -> (i16, i16) {
        let pixels =
            |first: u8, number: u8| (first * PIXELS) as i16 + ((2 * number + 1) * self.step * 2) as i16;
        // The centre of 12 and of 8 pixels falls between two double-width pixels: lines and stones are to the right and to the left of it.
        let right = (self.step == 3) as i16 - (self.step == 2) as i16;
        (pixels(self.left, at.0) + right, pixels(self.top, self.size - 1 - at.1))
    }

    /// Returns a text colour, one of the first eight beside the wooden board: the others are drawn in double-width pixels there.
    fn plain(&self, colour: Colour) -> Colour {
        if self.wooden && colour as u8 > 7 { Colour::Cyan } else { colour }
    }

    /// Draws the board with its pieces and without marks. Leaves the panel unchanged.
    #[inline(never)]
    pub fn board<D: Device>(&mut self, device: &mut D, engines: &Engines) {
        self.hide_sprites(device);
        self.fill(device, (0, 0), (PANEL, 25), BLANK, Colour::Black);
        if self.wooden {
            let extent = self.extent();
            self.fill(device, (self.left, self.top), (extent, extent), BOARD + wood::WOOD, STONE);
        }
        self.labels(device);
        self.squares(device, engines);
        let cursor = self.cursor;
        self.cursor(device, cursor);
    }

    /// Draws all squares without marks.
    #[inline(never)]
    pub fn squares<D: Device>(&mut self, device: &mut D, engines: &Engines) {
        let mut row = 0;
        while row < self.size {
            let mut column = 0;
            while column < self.size {
                self.mark(device, engines, (column, row), Mark::None);
                column += 1;
            }
            row += 1;
        }
    }

    /// Shows the cursor on a square, or nowhere.
    pub fn cursor<D: Device>(&mut self, device: &mut D, at: Option<Square>) {
        if self.look.cells == Cells::Letters {
            self.corners(device, BLANK);
            self.cursor = at;
            self.corners(device, FRAMES + 2);
            return;
        }
        self.cursor = at;
        let Some(at) = at else {
            device.hide(CURSOR);
            return;
        };
        self.frame(device, CURSOR, at, Colour::LightGreen);
    }

    /// Puts a cursor-like sprite on a square.
    #[inline(never)]
    fn frame<D: Device>(&self, device: &mut D, number: u8, at: Square, colour: Colour) {
        let (x, y) = self.middle(at);
        let (right, down) = if self.step > 3 { (12, 11) } else { SMALL_MIDDLE };
        device.sprite(number, sprites::cursor(self.step / 2), x - right, y - down, colour);
    }

    /// Puts the characters from `code` on, or only blanks, into the four corners of the cursor's square.
    fn corners<D: Device>(&mut self, device: &mut D, code: u8) {
        let Some(at) = self.cursor else { return };
        let (column, row) = self.corner(at);
        let mut k = 0;
        while k < 4 {
            let code = if code == BLANK { BLANK } else { code + k };
            device.cell(column + (k & 1) * 6, row + (k >> 1) * 6, code, Colour::LightGreen);
            k += 1;
        }
    }

    /// Draws a move just made or, with its squares exchanged, one taken back.
    #[inline(never)]
    pub fn play<D: Device>(&mut self, device: &mut D, engines: &Engines, mv: Move) {
        let (from, to) = engines.squares(mv);
        if self.look.moves_pieces() {
            self.glide(device, engines, from, to);
            return;
        }
        self.flash(device, engines, to);
    }

    /// Hides all sprites.
    fn hide_sprites<D: Device>(&mut self, device: &mut D) {
        let mut number = 0;
        while number < SPRITES {
            device.hide(number);
            number += 1;
        }
    }

    /// Clears the picture, for a board or for something else.
    #[inline(never)]
    pub fn clear<D: Device>(&mut self, device: &mut D, for_board: bool) {
        self.hide_sprites(device);
        device.ground(Colour::Black, Colour::Black);
        self.phase = NO_PHASE;
        // Before the mode changes, which would show the old contents otherwise.
        self.fill(device, (0, 0), (40, 25), BLANK, Colour::Black);
        self.wooden = for_board && self.look.cells == Cells::Stones;
        device.wood(self.wooden);
    }
}
