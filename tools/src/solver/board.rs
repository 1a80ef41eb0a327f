//! The rules of mouse and cats on sets of squares, written independently of the engine's.
//!
//! Only the 32 dark squares are used, numbered 0..=31 from A1, left to right and row by row: dark square d is
//! square `2 d` of 64, plus one on even rows of the board. A set of them is a `u32`.

use std::fmt;

/// A set of dark squares.
pub type Set = u32;

/// Rows 1, 3, 5 and 7.
const ODD_ROWS: Set = 0x0F0F_0F0F;
/// The leftmost squares of rows 1, 3, 5 and 7: there is nothing further left.
const LEFT_EDGE: Set = 0x0101_0101;
/// The rightmost squares of rows 2, 4, 6 and 8.
const RIGHT_EDGE: Set = 0x8080_8080;
/// Row 8, where the mouse has won.
pub const GOAL: Set = 0xF000_0000;
/// The cats at the start: B8, D8, F8 and H8.
pub const CATS_START: Set = GOAL;
/// The mouse at the start: E1.
pub const MOUSE_START: Set = 1 << 2;
/// The maximum number of steps that the cats can take in a game.
pub const MAX_STEPS: u32 = 28;

/// One row down, one column left.
const fn down_left(set: Set) -> Set {
    ((set & ODD_ROWS & !LEFT_EDGE) >> 5) | ((set & !ODD_ROWS) >> 4)
}

/// One row down, one column right.
const fn down_right(set: Set) -> Set {
    ((set & ODD_ROWS) >> 4) | ((set & !ODD_ROWS & !RIGHT_EDGE) >> 3)
}

/// One row up, one column right.
const fn up_right(set: Set) -> Set {
    ((set & ODD_ROWS) << 4) | ((set & !ODD_ROWS & !RIGHT_EDGE) << 5)
}

/// One row up, one column left.
const fn up_left(set: Set) -> Set {
    ((set & ODD_ROWS & !LEFT_EDGE) << 3) | ((set & !ODD_ROWS) << 4)
}

/// Returns all squares diagonally adjacent to a set.
pub const fn neighbours(set: Set) -> Set {
    down_left(set) | down_right(set) | up_right(set) | up_left(set)
}

/// Iterates over the squares of a set, lowest first.
pub fn squares(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Returns the cats after each of their steps, in the order in which moves are tried: the board is scanned from A1, and down left
/// comes before down right. The mouse is ignored.
pub fn cat_steps(cats: Set) -> impl Iterator<Item = Set> {
    squares(cats).flat_map(move |from| {
        [down_left(from), down_right(from)]
            .into_iter()
            .filter(move |to| *to & !cats != 0)
            .map(move |to| cats ^ from | to)
    })
}

/// Returns the number of steps that the cats have taken.
pub fn steps(cats: Set) -> u32 {
    let rows: u32 = squares(cats).map(|cat| cat.trailing_zeros() / 4).sum();
    MAX_STEPS - rows
}

/// Returns the squares where the mouse can be when it is to move: mouse and cats take turns, so both have made equally many steps.
pub fn rows_of_mouse(cats: Set) -> Set {
    if steps(cats).is_multiple_of(2) { ODD_ROWS } else { !ODD_ROWS }
}

/// Returns the squares where a mouse to move would be caught.
pub fn caught(cats: Set) -> Set {
    !cats & !neighbours(!cats)
}

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// The mouse.
    Mouse,
    /// The cats.
    Cats,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The mouse's square.
    pub mouse: Set,
    /// The cats' squares.
    pub cats: Set,
    /// The side to move.
    pub turn: Turn,
}

impl Board {
    /// The starting position.
    pub const START: Board = Board { mouse: MOUSE_START, cats: CATS_START, turn: Turn::Mouse };

    /// Returns the positions after each move, in the order in which moves are tried; none if the game is over.
    pub fn next(self) -> Vec<Board> {
        if self.mouse & GOAL != 0 {
            return Vec::new();
        }
        let Board { mouse, cats, turn } = self;
        match turn {
            Turn::Mouse => [down_left(mouse), down_right(mouse), up_right(mouse), up_left(mouse)]
                .into_iter()
                .filter(|to| *to & !cats != 0)
                .map(|mouse| Board { mouse, cats, turn: Turn::Cats })
                .collect(),
            Turn::Cats => cat_steps(cats)
                .filter(|cats| cats & mouse == 0)
                .map(|cats| Board { mouse, cats, turn: Turn::Mouse })
                .collect(),
        }
    }

    /// Returns the winner, if the game is over.
    pub fn winner(self) -> Option<Turn> {
        if self.mouse & GOAL != 0 {
            return Some(Turn::Mouse);
        }
        self.next().is_empty().then_some(match self.turn {
            Turn::Mouse => Turn::Cats,
            Turn::Cats => Turn::Mouse,
        })
    }

    /// Returns the position after a move given as text, such as `E1D2`; `None` if the player to move does not have this move.
    pub fn play(self, text: &str) -> Option<Board> {
        self.next().into_iter().find(|next| self.text_to(*next).eq_ignore_ascii_case(text))
    }

    /// Returns the move from here to `next` as text.
    pub fn text_to(self, next: Board) -> String {
        let (before, after) = match self.turn {
            Turn::Mouse => (self.mouse, next.mouse),
            Turn::Cats => (self.cats & !next.cats, next.cats & !self.cats),
        };
        name(before) + &name(after)
    }
}

/// Returns the square of 64 (A1 = 0, H8 = 63) for a single dark square.
pub fn square_of(set: Set) -> u8 {
    let dark = set.trailing_zeros() as u8;
    2 * dark + dark / 4 % 2
}

/// Returns the dark square for a square of 64; the empty set for a light square.
pub fn set_of(square: u8) -> Set {
    let (row, column) = (square / 8, square % 8);
    if square < 64 && (row + column).is_multiple_of(2) { 1 << (square / 2) } else { 0 }
}

/// Formats a single square as letter and digit.
fn name(set: Set) -> String {
    let square = square_of(set);
    format!("{}{}", char::from(b'A' + square % 8), 1 + square / 8)
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Turn::Mouse => "mouse",
            Turn::Cats => "cats",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(board: Board, depth: u32) -> u64 {
        if depth == 0 || board.winner().is_some() {
            return 1;
        }
        board.next().into_iter().map(|next| perft(next, depth - 1)).sum()
    }

    #[test]
    fn counts_as_published() {
        let counts: Vec<u64> = (1..=6).map(|depth| perft(Board::START, depth)).collect();
        assert_eq!(counts, [2, 14, 56, 344, 1_032, 6_264]);
    }

    #[test]
    fn squares_of_64_and_back() {
        let dark: Vec<u8> = (0..64).filter(|square| set_of(*square) != 0).collect();
        assert_eq!(dark.len(), 32);
        assert!(dark.iter().all(|square| square_of(set_of(*square)) == *square));
        assert_eq!((set_of(4), set_of(57), set_of(64)), (MOUSE_START, 1 << 28, 0));
    }

    #[test]
    fn moves_are_named_and_found() {
        let board = Board::START.play("e1d2").and_then(|board| board.play("B8A7")).unwrap();
        assert_eq!((board.turn, steps(board.cats)), (Turn::Mouse, 1));
        assert!(board.mouse & rows_of_mouse(board.cats) != 0);
        assert_eq!(board.play("B8A7"), None);
    }

    #[test]
    fn a_mouse_without_a_step_is_caught() {
        // A1 has one neighbour, B2.
        let board = Board { mouse: 1, cats: set_of(9) | GOAL & !(1 << 28), turn: Turn::Mouse };
        assert_eq!((board.winner(), caught(board.cats)), (Some(Turn::Cats), 1));
        assert_eq!(Board { turn: Turn::Cats, ..board }.winner(), None);
    }
}
