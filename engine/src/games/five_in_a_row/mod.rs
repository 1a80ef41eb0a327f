//! Five in a row on a board of any size: the first player with five or more stones in a line wins.

mod actions;
mod board;
mod levels;
mod notation;
mod player;
mod rules;
mod tables;
mod threats;
mod weights;
mod windows;

pub use levels::Thinker;
pub use player::{Effort, How, Player, Thought};
pub use weights::Weights;

use crate::actions::Action;
use crate::descriptor::Descriptor;
use crate::evaluate::EVEN;
use crate::game::{Game, Move, Side};
use crate::keys::Keys;
use crate::places::Place;
use crate::player::Choose;
use core::fmt;
use core::mem::offset_of;

/// The descriptor of the game.
pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    limits: <Board19 as Choose>::LIMITS,
    sides: [MIN_SIDE, DEFAULT_SIDE, Board19::MAX_SIDE],
    line: 5,
    // Scores are either the plies of a forced win or neutral.
    certain: [EVEN + 1, EVEN - 1],
    whole: false,
    actions: Action::all([Action::Pass, Action::TakeBack, Action::Weights]),
    needs_quota: true,
};

/// The minimum number of columns and of rows.
pub const MIN_SIDE: u8 = 5;
/// The default number of columns and rows.
pub const DEFAULT_SIDE: u8 = 15;

/// The largest board whose squares can be named in four characters: two digits, two letters.
const NAMED_SIDE: usize = 99;

/// The content of a cell: empty, a stone of the first or second player, or the border.
const EMPTY: u8 = 0;
const X: u8 = 1;
const O: u8 = 2;
const WALL: u8 = 3;

/// Boards up to 19x19.
pub type Board19 = FiveInARow<BOARD19_CELLS>;
/// The number of cells of a [`Board19`].
pub const BOARD19_CELLS: usize = 512;
/// The player on a [`Board19`].
pub type Thinker19 = Thinker<BOARD19_CELLS>;
/// Boards up to 99x99, the largest size whose squares can be named.
pub type Board99 = FiveInARow<16384>;

/// A position; X is the first player. A move is its column plus 1 and its row plus 1, both counted from 0 at the
/// top left: A1 is (1, 1).
///
/// `CELLS` is a power of two up to 32768, so that any number becomes an index by masking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveInARow<const CELLS: usize> {
    /// Row by row from the top; the first cell of each row is the border between two rows.
    cells: [u8; CELLS],
    columns: u8,
    rows: u8,
    /// The distance in cells from one row to the next.
    stride: u8,
    /// The distance to the next cell along each line, then 0: horizontal, rising, vertical and falling, the order that
    /// the weights depend on.
    steps: [u16; 8],
    side: Side,
    stones: u16,
    /// The player who made the first five in a row, and how many stones there were then: 0 if there is none.
    winner: u8,
    won_at: u16,
    hash: u8,
    lock: u8,
    keys: Keys<256>,
}

impl<const CELLS: usize> FiveInARow<CELLS> {
    /// The offsets of the row stride and of the player to move.
    pub(crate) const PLACES: [Place; 2] =
        [("five_stride", offset_of!(Self, stride)), ("five_side", offset_of!(Self, side))];
}

/// The reason why a position was not set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// Fewer than [`MIN_SIDE`] columns or rows, or more than `limit`.
    Size {
        /// The maximum number of columns and rows of this board.
        limit: u8,
    },
    /// A row has a different length from the first.
    Length {
        /// The row, counted from 0 at the top.
        row: u8,
    },
    /// A character other than `X`, `O` and `.`.
    Character {
        /// The column, counted from 0 at the left.
        column: u8,
        /// The row, counted from 0 at the top.
        row: u8,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Size { limit } => {
                write!(f, "a board has {MIN_SIDE} to {limit} columns and {MIN_SIDE} to {limit} rows")
            }
            SetupError::Length { row } => {
                write!(f, "row {} from the top is not as long as the first", row + 1)
            }
            SetupError::Character { column, row } => {
                write!(f, "row {} from the top, column {}: X, O or . expected", row + 1, column + 1)
            }
        }
    }
}

impl core::error::Error for SetupError {}

impl<const CELLS: usize> FiveInARow<CELLS> {
    const MASK: u16 = {
        assert!(CELLS.is_power_of_two() && CELLS >= 128 && CELLS <= 32768);
        (CELLS - 1) as u16
    };

    /// The maximum number of columns and rows. Beyond the border there is room for three more rows, so that an access past
    /// an edge of the board, by up to four cells, never reaches the opposite edge.
    pub const MAX_SIDE: u8 = {
        let mut side = MIN_SIDE as usize;
        while side < NAMED_SIDE && (side + 6) * (side + 2) <= CELLS {
            side += 1;
        }
        side as u8
    };

    /// Returns the number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of stones on the board.
    pub const fn stones(&self) -> u16 {
        self.stones
    }

    /// Sets up an empty board of another size, X to move; the keys stay.
    ///
    /// # Errors
    /// [`SetupError::Size`] unless both are in [`MIN_SIDE`]..=[`FiveInARow::MAX_SIDE`]; nothing has changed in that case.
    pub fn set_size(&mut self, columns: u8, rows: u8) -> Result<(), SetupError> {
        let valid = MIN_SIDE..=Self::MAX_SIDE;
        if !valid.contains(&columns) || !valid.contains(&rows) {
            return Err(SetupError::Size { limit: Self::MAX_SIDE });
        }
        self.lay_out(columns, rows);
        self.reset();
        Ok(())
    }

    /// Sets a valid size.
    fn lay_out(&mut self, columns: u8, rows: u8) {
        self.columns = columns;
        self.rows = rows;
        self.stride = columns + 1;
        let stride = self.stride as u16;
        self.steps[0] = 1;
        self.steps[1] = stride - 1;
        self.steps[2] = stride;
        self.steps[3] = stride + 1;
    }

    /// Returns the cell after the last row.
    #[inline(never)]
    fn end(&self) -> u16 {
        (self.rows as u16 + 1) * self.stride as u16
    }

    /// Sets up any position: rows of `X`, `O` (either case) and `.` from top to bottom, and the player to move.
    ///
    /// # Errors
    /// [`SetupError`] tells which row is invalid; the board is then empty if their number was valid.
    pub fn set_rows(&mut self, rows: &[&[u8]], side: Side) -> Result<(), SetupError> {
        let columns = rows.first().map_or(0, |row| row.len());
        let limit = Self::MAX_SIDE;
        if columns > limit as usize || rows.len() > limit as usize {
            return Err(SetupError::Size { limit });
        }
        self.set_size(columns as u8, rows.len() as u8)?;
        let result = self.lay_rows(rows);
        match result {
            Ok(()) => {
                self.side = side;
                self.refresh();
            }
            Err(_) => self.reset(),
        }
        result
    }

    fn lay_rows(&mut self, rows: &[&[u8]]) -> Result<(), SetupError> {
        for (top, text) in (0..).zip(rows) {
            if text.len() != self.columns as usize {
                return Err(SetupError::Length { row: top });
            }
            for (column, character) in (0..).zip(*text) {
                let stone = match character {
                    b'.' => EMPTY,
                    b'X' | b'x' => X,
                    b'O' | b'o' => O,
                    _ => return Err(SetupError::Character { column, row: top }),
                };
                let cell = self.cell(column, top);
                self.cells[(cell & Self::MASK) as usize] = stone;
            }
        }
        Ok(())
    }

    /// Places a stone on a square or removes the one there, regardless of the player to move. Returns false if there is no such
    /// square. Call [`Game::refresh`] when all stones are in place.
    pub fn put(&mut self, column: u8, row: u8, stone: Option<Side>) -> bool {
        if column >= self.columns || row >= self.rows {
            return false;
        }
        self.cells[(self.cell(column, row) & Self::MASK) as usize] = stone.map_or(EMPTY, figure);
        true
    }

    /// Returns the player whose stone is on a square, if any.
    pub fn stone_on(&self, column: u8, row: u8) -> Option<Side> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        match self.at(self.cell(column, row)) {
            X => Some(Side::First),
            O => Some(Side::Second),
            _ => None,
        }
    }

    /// Returns the content of a square: 0 if empty, 1 or 2 for a stone of the first or the second player.
    pub(crate) fn figure_on(&self, column: u8, row: u8) -> u8 {
        self.at(self.cell(column, row))
    }

    /// Returns the cell of a square.
    #[inline(never)]
    fn cell(&self, column: u8, row: u8) -> u16 {
        (row as u16 + 1) * self.stride as u16 + column as u16 + 1
    }

    /// Returns the move that enters a cell, [`Move::NONE`] for cell 0.
    #[inline(never)]
    fn move_to(&self, cell: u16) -> Move {
        if cell == 0 {
            return Move::NONE;
        }
        let stride = self.stride as u16;
        let mut column = cell;
        let mut row = 0;
        while column >= stride {
            column -= stride;
            row += 1;
        }
        Move { from: column as u8, to: row }
    }

    /// Returns the content of a cell.
    #[inline(always)]
    fn at(&self, cell: u16) -> u8 {
        self.cells[(cell & Self::MASK) as usize]
    }

    /// Returns the step along line 0 to 3; 0 for line 4, which ends loops over the lines. (The compiler does not recognise that
    /// end condition and therefore does not unroll the loop four times.)
    #[inline(always)]
    fn step(&self, line: u8) -> u16 {
        self.steps[(line & 7) as usize]
    }
}

/// Returns the stone of a player.
#[inline(always)]
const fn figure(side: Side) -> u8 {
    side as u8 + X
}
