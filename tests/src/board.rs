//! Positions on this computer, and the places of their squares on the play program's screen.

use engine::actions::Action;
use engine::engines::{Engines, parse_move};
use engine::games::GameId;
use engine::{Game, Lcg, Outcome};

use crate::shown::{Pieces, look};

/// The first column of the panel beside the board. Source: `c64/src/view/write.rs`.
pub const PANEL: usize = 26;

/// A square: column from the left, row from the bottom, both from 0.
pub type Square = (u8, u8);

/// The position a game has, on this computer.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position.
    pub engines: Engines,
    /// Which game it is.
    pub game: GameId,
}

impl Position {
    /// The start of a game; `size` is the side of the board where boards differ in size.
    ///
    /// # Panics
    /// There is no such board.
    pub fn start(game: GameId, size: u8) -> Self {
        let mut engines = Engines::new();
        engines.select(game);
        assert_eq!(engines.set_size(size, size), game.can(Action::Sizes), "{game:?} on {size}");
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        Position { engines, game }
    }

    /// Plays a move; returns the squares it leaves and enters.
    ///
    /// # Panics
    /// It is none, or not legal.
    pub fn play(&mut self, text: &str) -> (Square, Square) {
        let mv = parse_move(self.game, text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(self.engines.is_legal(mv), "{text}");
        let squares = self.engines.squares(mv);
        self.engines.play(mv);
        squares
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.engines.outcome() != Outcome::Ongoing
    }

    /// Returns the pieces, as the engine numbers them, from the lowest row.
    pub fn board(&self) -> Vec<Vec<u8>> {
        let (columns, rows) = self.engines.board_size();
        (0..rows).map(|row| (0..columns).map(|column| self.engines.content(column, row)).collect()).collect()
    }
}

/// Where a board is on the picture, in characters. Source: `c64/src/view/mod.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How the pieces look.
    pub pieces: Pieces,
    /// Columns and rows.
    pub size: u8,
    /// Half characters from a square to the next.
    pub step: u8,
}

impl Layout {
    /// The board of a game.
    pub fn of(game: &Position) -> Layout {
        let size = game.engines.board_size().0;
        let pieces = look(game.game).pieces;
        let step = match pieces {
            Pieces::Sprites => 6,
            Pieces::Letters => 16,
            Pieces::Stones => match size {
                ..=8 => 6,
                9..=12 => 4,
                13..=16 => 3,
                17.. => 2,
            },
        };
        Layout { pieces, size, step }
    }

    /// All squares.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size).flat_map(move |row| (0..self.size).map(move |column| (column, row)))
    }

    /// The first column and row of characters of the board.
    fn first(self) -> (u8, u8) {
        let extent = (self.size * self.step).div_ceil(2);
        let left = (PANEL as u8 - extent) / 2;
        (if self.size > 9 { left.max(2) } else { left }, (24 - extent) / 2)
    }

    /// The upper left one of the characters that a square has for itself.
    pub fn corner(self, (column, row): Square) -> (usize, usize) {
        let (left, top) = self.first();
        let down = self.size - 1 - row;
        ((left + (column * self.step).div_ceil(2)).into(), (top + (down * self.step).div_ceil(2)).into())
    }

    /// Where the VIC has the cursor's sprite on a square.
    pub fn cursor(self, (column, row): Square) -> (u16, u8) {
        let (left, top) = self.first();
        let middle =
            |first: u8, at: u8| i16::from(first) * 8 + (2 * i16::from(at) + 1) * i16::from(self.step) * 2;
        let (right, down) = if self.step > 3 { (12, 11) } else { (8, 7) };
        let (x, y) = (middle(left, column) - right, middle(top, self.size - 1 - row) - down);
        // In cells of 12 pixels, lines and stones are a pixel further to the right, in those of 8 to the left.
        let aside = i16::from(self.step == 3) - i16::from(self.step == 2);
        ((x + 24 + aside) as u16, (y + 50) as u8)
    }

    /// Where the VIC has a sprite so many pixels from a square's upper left corner.
    pub fn pixels(self, at: Square, (right, down): (i16, i16)) -> (u16, u8) {
        let (column, row) = self.corner(at);
        ((column as i16 * 8 + 24 + right) as u16, (row as i16 * 8 + 50 + down) as u8)
    }
}
