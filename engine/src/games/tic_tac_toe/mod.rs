//! Tic-tac-toe, with stones counted per line; X is the first player.

mod board;
mod empties;
mod eval;
mod levels;
mod notation;
mod rules;
mod tables;

use crate::actions::{Action, Actions};
use crate::descriptor::Descriptor;
use crate::evaluate::{FIRST_WINS, SECOND_WINS};
use crate::game::{Game, Move, Side};
use crate::keys::Keys;
use crate::places::Place;
use crate::player::Choose;
use core::mem::offset_of;
use empties::Empties;
use tables::Counts;

/// The descriptor of the game.
pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    limits: <TicTacToe as Choose>::LIMITS,
    sides: [3; 3],
    line: 3,
    certain: [FIRST_WINS, SECOND_WINS],
    whole: true,
    actions: Action::all([Action::Pass, Action::TakeBack, Action::Search]),
    needs_quota: false,
};

/// Content of an empty square.
const EMPTY: u8 = 0;
/// Content of a square with an X; a square with an O is one more.
const X: u8 = 1;

/// Entries of a board: a power of two, more than there are squares.
const CELLS: usize = 16;

/// The `from` of every move, because moves are placements.
pub(crate) const HAND: u8 = 9;

/// Which of several equally good moves the exact search keeps. The search keeps the first one it meets,
/// so this is the order in which the squares are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ties {
    /// The lowest square.
    First = 0,
    /// The highest square.
    Last = 1,
}

/// A position. A move's `to` is the square 0..=8, row by row from the top left.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    /// The content of each square: nothing, an X or an O.
    cells: [u8; CELLS],
    /// The empty squares.
    empties: Empties,
    /// The number of stones on the board, which is also the number of turns played.
    stones: u8,
    counts: Counts,
    side: Side,
    /// The order in which the squares are tried.
    ties: Ties,
    hash: u8,
    lock: u8,
    keys: Keys<32>,
}

/// Compares everything except the data of earlier turns and of squares that are put back later.
impl PartialEq for TicTacToe {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.empties == other.empties
            && (self.stones, self.side, self.ties) == (other.stones, other.side, other.ties)
            && self.counts.same_at(self.stones, &other.counts)
            && (self.hash, self.lock, &self.keys) == (other.hash, other.lock, &other.keys)
    }
}

impl Eq for TicTacToe {}

/// Supports no other operations.
impl Actions for TicTacToe {}

impl TicTacToe {
    /// The offset of the player to move.
    pub(crate) const PLACES: [Place; 1] = [("tic_side", offset_of!(TicTacToe, side))];

    /// Returns the move that places a stone on `square` 0..=8.
    pub const fn place(square: u8) -> Move {
        Move { from: HAND, to: square }
    }

    /// Returns the player whose stone is on `square` 0..=8, if any.
    pub fn stone_on(&self, square: u8) -> Option<Side> {
        match self.figure_on(square) {
            EMPTY => None,
            X => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// Returns the content of `square` 0..=8: 0 nothing, 1 an X, 2 an O.
    pub(crate) fn figure_on(&self, square: u8) -> u8 {
        self.cells[square as usize % CELLS]
    }

    /// Sets which of equally good moves the search keeps.
    pub fn set_ties(&mut self, ties: Ties) {
        if self.ties != ties {
            self.ties = ties;
            self.empties.reverse();
        }
    }

    /// Returns a custom position, with the fixed keys, from nine characters row by row: `X`, `O` (either
    /// case) and `.`. Returns `None` if there are other characters or if the numbers of stones do not fit alternate turns
    /// starting with X.
    pub fn from_text(text: &[u8; 9]) -> Option<TicTacToe> {
        let mut game = TicTacToe::start();
        for (square, stone) in (0..).zip(text) {
            let figure = match stone {
                b'X' | b'x' => X,
                b'O' | b'o' => X + 1,
                b'.' => continue,
                _ => return None,
            };
            game.cells[square as usize] = figure;
            game.empties.take(square);
        }
        let count = |stone| game.cells.iter().filter(|&&cell| cell == stone).count();
        game.side = match count(X).checked_sub(count(X + 1)) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return None,
        };
        game.refresh();
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{EVEN, Sum};
    use crate::{Evaluate, Mode, Outcome, Search, Silent, Tables};

    /// Returns the move of the exact minimax player in this position, and the value of the position.
    fn minimax(game: &mut TicTacToe) -> (u8, u8) {
        let mut search = Search::new();
        search.run(game, &mut Tables::new(), 9, Mode::Seed, &mut Silent);
        (search.best().to, search.score())
    }

    #[test]
    fn what_a_position_adds_up_to_is_its_keys_and_an_even_evaluation() {
        let mut game = TicTacToe::start();
        game.make(TicTacToe::place(4));
        let sums = [Sum::Hash, Sum::Lock, Sum::Evaluation].map(|sum| game.sum(sum));
        assert_eq!(sums, [game.hash(), game.lock(), EVEN]);
        assert!(sums[0] != 0 || sums[1] != 0);
    }

    /// Plays `moves` in turn; where `machine` is to move, the minimax player must choose the same move.
    fn replay(ties: Ties, machine: Side, moves: &[u8]) -> Outcome {
        let mut game = TicTacToe::start();
        game.set_ties(ties);
        for &square in moves {
            let mv = TicTacToe::place(square);
            assert!(game.is_legal(mv));
            if game.side() == machine {
                assert_eq!(minimax(&mut game).0, square);
            }
            game.make(mv);
        }
        game.outcome()
    }

    #[test]
    fn first_printed_game_with_ties_to_the_last() {
        assert_eq!(replay(Ties::Last, Side::Second, &[4, 8, 5, 3, 2, 6, 7, 0]), Outcome::Second);
    }

    #[test]
    fn second_printed_game_with_ties_to_the_last() {
        assert_eq!(replay(Ties::Last, Side::First, &[8, 4, 7, 6, 2, 5, 3, 0, 1]), Outcome::Draw);
    }

    #[test]
    fn ties_decide_the_opening_move() {
        let mut game = TicTacToe::start();
        assert_eq!(minimax(&mut game), (0, crate::evaluate::EVEN));
        game.set_ties(Ties::Last);
        assert_eq!(minimax(&mut game), (8, crate::evaluate::EVEN));
    }

    #[test]
    fn printed_decision_tree() {
        let mut game = TicTacToe::from_text(b"oxxx..oo.").unwrap();
        assert_eq!(game.side(), Side::First);
        for ties in [Ties::First, Ties::Last] {
            game.set_ties(ties);
            assert_eq!(minimax(&mut game), (8, crate::evaluate::EVEN));
        }
        // The values of the two other moves, as published: both lose.
        for square in [4, 5] {
            game.make(TicTacToe::place(square));
            assert!(minimax(&mut game).1 < crate::evaluate::EVEN);
            game.take_back(TicTacToe::place(square));
        }
    }

    #[test]
    fn play_mode_prefers_the_nearer_win_and_the_later_loss() {
        let mut tables = Tables::new();
        let mut search = Search::new();
        for (text, best, score) in [
            (b"xx.oo....", 2, 0xFF - 1),
            (b"xx..x.o.o", 7, 1),
            (b"xo.......", 3, 0xFF - 5),
            (b"xo..x....", 8, 0xFF - 4),
        ] {
            let mut game = TicTacToe::from_text(text).unwrap();
            search.run(&mut game, &mut tables, 9, Mode::Play, &mut Silent);
            assert_eq!((search.best().to, search.score()), (best, score));
        }
    }

    #[test]
    fn a_position_needs_alternate_turns() {
        assert!(TicTacToe::from_text(b".........") == Some(TicTacToe::start()));
        assert!(TicTacToe::from_text(b"xx.......").is_none());
        assert!(TicTacToe::from_text(b"o........").is_none());
        assert!(TicTacToe::from_text(b"x,.......").is_none());
    }

    #[test]
    fn a_finished_line_outweighs_any_open_ones() {
        let won = TicTacToe::from_text(b"xxxoo....").unwrap();
        let open = TicTacToe::from_text(b"....x....").unwrap();
        assert!(won.evaluate() > open.evaluate() && open.evaluate() > crate::evaluate::EVEN);
    }
}
