//! Mouse and cats: one mouse tries to reach the far row; four cats that only move forward try to trap it.

mod actions;
mod board;
mod eval;
mod levels;
mod notation;
mod rules;
pub mod strategy;
mod tables;

use tables::{BOARD, CATS, EMPTY, HERE, SQUARES, WALL};

use crate::actions::Action;
use crate::descriptor::Descriptor;
use crate::evaluate::{FIRST_WINS, SECOND_WINS};
use crate::game::Side;
use crate::keys::Keys;
use crate::places::Place;
use crate::player::Choose;
use core::mem::offset_of;

/// The descriptor of the game.
pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    limits: <MouseAndCats as Choose>::LIMITS,
    sides: [8; 3],
    line: 1,
    certain: [FIRST_WINS, SECOND_WINS],
    whole: false,
    actions: Action::all([Action::Pass, Action::TakeBack, Action::Search, Action::SeedSearch, Action::Proof]),
    needs_quota: false,
};

/// A position. Its moves are pairs of cells (see [`MouseAndCats::square`]).
#[derive(Clone, Debug, PartialEq, Eq)]
// In this order and starting at a page boundary, no table is indexed across the end of its first page, which would cost
// a cycle.
#[repr(C)]
pub struct MouseAndCats {
    keys: Keys<256>,
    /// The decrease of the evaluation, modulo 256, by a cat's step to the left or right from each place.
    left_gains: [u8; 256],
    right_gains: [u8; 256],
    /// The content of each cell: 0, the wall or the place of a piece; cell 0 is at index [`HERE`].
    board: [u8; BOARD],
    /// The cats' cells in ascending order, as a scan of the board finds them. Only the first four entries are used;
    /// with 256 of them any byte is a valid index.
    cats: [u8; 256],
    mouse: u8,
    side: Side,
    evaluation: u8,
    hash: u8,
    lock: u8,
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The mouse.
    Mouse,
    /// Cat 1 to 4, numbered from the left of the starting position.
    Cat(u8),
}

impl MouseAndCats {
    /// The offset of the player to move.
    pub(crate) const PLACES: [Place; 1] = [("mouse_side", offset_of!(MouseAndCats, side))];

    /// Returns the square 0..=63 (A1 = 0, E1 = 4, H8 = 63) of a move's cell, 255 if the byte is not a cell.
    pub fn square(cell: u8) -> u8 {
        if cell < 64 { SQUARES[(cell & 63) as usize] } else { WALL }
    }

    /// Returns the cell of square 0..=63, or `None` for a light or invalid square.
    pub const fn cell(square: u8) -> Option<u8> {
        if square < 64 && tables::is_dark(square) { Some(tables::cell(square)) } else { None }
    }

    /// Returns the piece on square 0..=63, if any.
    pub fn piece_on(&self, square: u8) -> Option<Piece> {
        let cell = MouseAndCats::cell(square)?;
        match self.content(cell) {
            EMPTY | WALL => None,
            place if place == cell => Some(Piece::Mouse),
            place => {
                Some(Piece::Cat(1 + CATS.iter().take_while(|&&part| part != place - cell).count() as u8))
            }
        }
    }

    /// Returns a custom position, with the fixed keys: the mouse's square, the squares of cats 1 to 4 and the
    /// player to move. Returns `None` unless the five squares are dark and different.
    pub fn from_squares(mouse: u8, cats: [u8; 4], side: Side) -> Option<MouseAndCats> {
        use crate::game::Game;
        let mut game = MouseAndCats::start();
        if game.set_squares(mouse, cats, side) { Some(game) } else { None }
    }

    /// Sets up the mouse and cats 1 to 4 on their squares, and the player to move. Returns false unless the five squares are
    /// dark and different: the position must then not be played on.
    pub fn set_squares(&mut self, mouse: u8, cats: [u8; 4], side: Side) -> bool {
        use crate::game::Game;
        self.lift();
        let Some(cell) = MouseAndCats::cell(mouse) else { return false };
        self.mouse = cell;
        self.put(cell, cell);
        let mut k = 0;
        while k < 4 {
            let Some(cell) = MouseAndCats::cell(cats[k]) else { return false };
            if self.content(cell) != EMPTY {
                return false;
            }
            self.put(cell, CATS[k] + cell);
            // The list is kept sorted.
            let mut place = k;
            while place > 0 && self.cats[place - 1] > cell {
                self.cats[place] = self.cats[place - 1];
                place -= 1;
            }
            self.cats[place] = cell;
            k += 1;
        }
        self.side = side;
        self.refresh();
        true
    }

    /// Returns the content of a cell.
    #[inline(always)]
    fn content(&self, cell: u8) -> u8 {
        self.board[cell as usize + HERE]
    }

    /// Sets the content of a cell.
    #[inline(always)]
    fn put(&mut self, cell: u8, content: u8) {
        self.board[cell as usize + HERE] = content;
    }

    /// Clears the board.
    #[inline(never)]
    fn lift(&mut self) {
        self.board = [WALL; BOARD];
        let mut cell = 0;
        while cell < SQUARES.len() {
            if SQUARES[cell] != WALL {
                self.board[cell + HERE] = EMPTY;
            }
            cell += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluate, Game, Notation};

    #[test]
    fn starts_as_the_rules_say() {
        let game = MouseAndCats::start();
        assert_eq!(game.piece_on(4), Some(Piece::Mouse));
        for (square, cat) in [(57, 1), (59, 2), (61, 3), (63, 4)] {
            assert_eq!(game.piece_on(square), Some(Piece::Cat(cat)));
        }
        assert_eq!((0..=255).filter(|&square| game.piece_on(square).is_some()).count(), 5);
        assert_eq!((game.side(), game.evaluate()), (Side::First, 0x10));
    }

    #[test]
    fn published_evaluations() {
        let mut game = MouseAndCats::start();
        for (text, evaluation) in [("E1F2", 0x11), ("B8A7", 0x12)] {
            let mv = MouseAndCats::parse_move(text.as_bytes()).unwrap();
            assert!(game.is_legal(mv));
            game.make(mv);
            assert_eq!(game.evaluate(), evaluation);
        }
    }

    #[test]
    fn cats_may_stand_in_any_order_of_their_numbers() {
        let start = MouseAndCats::start();
        for cats in [[63, 61, 59, 57], [59, 63, 57, 61], [57, 63, 59, 61]] {
            let game = MouseAndCats::from_squares(4, cats, Side::First).unwrap();
            assert_eq!(game.cats, start.cats, "the list is sorted");
            for (number, square) in (0..).zip(cats) {
                assert_eq!(game.piece_on(square), Some(Piece::Cat(number + 1)));
            }
        }
    }

    #[test]
    fn a_position_needs_five_different_dark_squares() {
        assert!(MouseAndCats::from_squares(4, [57, 59, 61, 63], Side::First) == Some(MouseAndCats::start()));
        assert!(MouseAndCats::from_squares(3, [57, 59, 61, 63], Side::First).is_none());
        assert!(MouseAndCats::from_squares(4, [57, 57, 61, 63], Side::First).is_none());
        assert!(MouseAndCats::from_squares(57, [57, 59, 61, 63], Side::First).is_none());
        assert!(MouseAndCats::from_squares(64, [57, 59, 61, 63], Side::First).is_none());
    }
}
