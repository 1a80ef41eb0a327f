//! The moves of the game in progress, for undo and redo, for replay after other use of the game, and for lists of legal moves.

use crate::game::{Game, Move, Outcome};
use core::fmt;
use core::mem::offset_of;

/// The maximum number of turns in a record: the longest game, five in a row on a full board of 19 by 19.
pub const MAX_TURNS: u16 = 361;

/// The reason why a turn was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The move is not legal here, or the game is over.
    Illegal,
    /// The record is full.
    Full,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayError::Illegal => "this move is not legal here",
            PlayError::Full => "the record of moves is full",
        })
    }
}

impl core::error::Error for PlayError {}

/// The turns taken since the starting position, followed by those undone, which can be redone until another move is played; a
/// pass is [`Move::NONE`]. All zeros when new.
#[derive(Clone, Debug)]
pub struct Record {
    from: [u8; MAX_TURNS as usize],
    to: [u8; MAX_TURNS as usize],
    turns: u16,
    /// The number of turns, including undone ones.
    length: u16,
}

impl Record {
    /// The offsets of the first and the second bytes of the moves and of the number of turns taken, for external tools.
    pub const PLACES: [usize; 3] =
        [offset_of!(Record, from), offset_of!(Record, to), offset_of!(Record, turns)];

    /// Returns an empty record.
    pub const fn new() -> Self {
        Record { from: [0; MAX_TURNS as usize], to: [0; MAX_TURNS as usize], turns: 0, length: 0 }
    }

    /// Returns the number of turns taken.
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// Whether there is an undone turn to redo.
    pub const fn has_redo(&self) -> bool {
        self.turns != self.length
    }

    /// Returns the move of turn 0, 1 and so on; [`Move::NONE`] for a pass or a turn not taken.
    #[inline(never)]
    pub fn turn(&self, index: u16) -> Move {
        match (self.from.get(index as usize), self.to.get(index as usize)) {
            (Some(&from), Some(&to)) if index < self.turns => Move { from, to },
            _ => Move::NONE,
        }
    }

    /// Sets up a new game.
    pub fn restart<G: Game>(&mut self, game: &mut G) {
        self.turns = 0;
        self.length = 0;
        game.reset();
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] or [`PlayError::Full`]; nothing has changed in that case.
    pub fn play<G: Game>(&mut self, game: &mut G, mv: Move) -> Result<(), PlayError> {
        if !game.is_legal(mv) {
            return Err(PlayError::Illegal);
        }
        self.push(mv)?;
        game.play(mv);
        Ok(())
    }

    /// Passes the turn to the other side.
    ///
    /// # Errors
    /// [`PlayError::Full`]; nothing has changed in that case.
    pub fn pass<G: Game>(&mut self, game: &mut G) -> Result<(), PlayError> {
        self.push(Move::NONE)?;
        game.pass();
        Ok(())
    }

    /// Undoes the last turn and returns its move ([`Move::NONE`] for a pass); `None` at the start.
    pub fn undo<G: Game>(&mut self, game: &mut G) -> Option<Move> {
        let last = self.turns.checked_sub(1)?;
        let mv = self.turn(last);
        self.turns = last;
        if mv.is_none() {
            game.pass();
        } else {
            game.undo(mv);
        }
        Some(mv)
    }

    /// Redoes the turn that was undone last, and returns its move ([`Move::NONE`] for a pass); `None` if
    /// there is none.
    pub fn redo<G: Game>(&mut self, game: &mut G) -> Option<Move> {
        if self.turns == self.length {
            return None;
        }
        self.turns += 1;
        let mv = self.turn(self.turns - 1);
        take(game, mv);
        Some(mv)
    }

    /// Brings `game`, whatever its state, to the position after the recorded turns.
    pub fn replay<G: Game>(&self, game: &mut G) {
        game.reset();
        let mut index = 0;
        while index < self.turns {
            take(game, self.turn(index));
            index += 1;
        }
    }

    #[inline(never)]
    fn push(&mut self, mv: Move) -> Result<(), PlayError> {
        let at = self.turns as usize;
        let (Some(from), Some(to)) = (self.from.get_mut(at), self.to.get_mut(at)) else {
            return Err(PlayError::Full);
        };
        *from = mv.from;
        *to = mv.to;
        self.turns += 1;
        self.length = self.turns;
        Ok(())
    }
}

/// Takes a turn.
fn take<G: Game>(game: &mut G, mv: Move) {
    if mv.is_none() {
        game.pass();
    } else {
        game.play(mv);
    }
}

impl Default for Record {
    fn default() -> Self {
        Record::new()
    }
}

/// Returns the next legal move, in the game's order, or [`Move::NONE`] after the last and in a finished game.
/// `cursor` is the default before the first move.
#[inline(never)]
pub fn next_legal_move<G: Game>(game: &G, cursor: &mut G::Cursor) -> Move {
    if game.outcome() == Outcome::Ongoing { game.next(cursor) } else { Move::NONE }
}

/// Iterates over the legal moves, in the game's order; none in a finished game. On the C64, a loop with [`next_legal_move`] is a
/// hundred bytes smaller.
pub fn legal_moves<G: Game>(game: &G) -> impl Iterator<Item = Move> {
    let mut cursor = G::Cursor::default();
    core::iter::from_fn(move || Some(next_legal_move(game, &mut cursor)).filter(|mv| !mv.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::five_in_a_row::Board19;
    use crate::games::mouse_and_cats::MouseAndCats;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::{KeySource, Lcg};
    use std::vec::Vec;

    #[test]
    fn undo_walks_back_through_moves_and_passes() {
        let mut game = MouseAndCats::start();
        let mut record = Record::new();
        let mut random = Lcg::new(7);
        let mut before = Vec::new();
        for turn in 0..40 {
            before.push(game.clone());
            if turn % 7 == 3 {
                record.pass(&mut game).unwrap();
                continue;
            }
            let mut cursor = 0;
            let mut mv = next_legal_move(&game, &mut cursor);
            if mv.is_none() {
                before.pop();
                break;
            }
            for _ in 0..random.next_key() & 3 {
                let other = next_legal_move(&game, &mut cursor);
                mv = if other.is_none() { mv } else { other };
            }
            record.play(&mut game, mv).unwrap();
        }
        assert_eq!(record.turns() as usize, before.len());
        assert!(before.len() > 10);
        let end = game.clone();
        // Replays to the end, both from the end and from other positions.
        for mut other in [game.clone(), before[1].clone(), before[before.len() / 2].clone()] {
            record.replay(&mut other);
            assert_eq!(other, end);
        }
        for earlier in before.into_iter().rev() {
            assert!(record.undo(&mut game).is_some());
            assert_eq!(game, earlier);
        }
        assert_eq!(record.undo(&mut game), None);
    }

    #[test]
    fn what_was_taken_back_comes_again_until_another_move() {
        let mut game = TicTacToe::start();
        let mut record = Record::new();
        assert_eq!(record.redo(&mut game), None);
        for square in [0, 3, 1] {
            record.play(&mut game, TicTacToe::place(square)).unwrap();
        }
        record.pass(&mut game).unwrap();
        let end = game.clone();
        while record.undo(&mut game).is_some() {}
        assert_eq!((record.turn(0), &game), (Move::NONE, &TicTacToe::start()));
        let mut again = Vec::new();
        while let Some(mv) = record.redo(&mut game) {
            again.push(mv.to);
        }
        assert_eq!((again, &game), (std::vec![0, 3, 1, 0xFF], &end));

        record.undo(&mut game);
        record.undo(&mut game);
        record.play(&mut game, TicTacToe::place(8)).unwrap();
        assert_eq!((record.redo(&mut game), record.turns()), (None, 3));
        record.undo(&mut game);
        record.restart(&mut game);
        assert_eq!(record.redo(&mut game), None, "nothing of the game before");
    }

    #[test]
    fn the_longest_game_fits() {
        let mut game = Board19::start();
        game.set_size(19, 19).unwrap();
        let mut record = Record::new();
        // Rows of XXOO, every second one shifted by two, so that nobody has more than two in a row.
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        for cell in 0..MAX_TURNS {
            let (column, row) = ((cell % 19) as u8, (cell / 19) as u8);
            let of_first = (column + row * 2) % 4 < 2;
            if of_first { &mut first } else { &mut second }.push(Move { from: column + 1, to: row + 1 });
        }
        for turn in 0..MAX_TURNS {
            let mine = if turn % 2 == 0 { &mut first } else { &mut second };
            let mv = mine.pop().or_else(|| first.pop()).or_else(|| second.pop()).unwrap();
            if game.outcome() == Outcome::Ongoing {
                record.play(&mut game, mv).unwrap();
            }
        }
        assert_eq!((record.turns(), game.outcome()), (MAX_TURNS, Outcome::Draw));
        let end = game.clone();
        record.replay(&mut game);
        assert_eq!(game, end);
    }

    #[test]
    fn refuses_illegal_moves_and_moves_after_the_end() {
        let mut game = TicTacToe::start();
        let mut record = Record::new();
        for square in [0, 3, 1, 4, 2] {
            record.play(&mut game, TicTacToe::place(square)).unwrap();
            assert_eq!(record.play(&mut game, TicTacToe::place(square)), Err(PlayError::Illegal));
        }
        assert_eq!(game.outcome(), Outcome::First);
        assert_eq!(record.play(&mut game, TicTacToe::place(8)), Err(PlayError::Illegal));
        assert_eq!((record.turns(), next_legal_move(&game, &mut 0)), (5, Move::NONE));
        record.restart(&mut game);
        assert_eq!((record.turns(), game), (0, TicTacToe::start()));
    }

    #[test]
    fn a_full_record_takes_no_more() {
        let mut game = MouseAndCats::start();
        let mut record = Record::new();
        for _ in 0..MAX_TURNS {
            record.pass(&mut game).unwrap();
        }
        let before = game.clone();
        assert_eq!(record.pass(&mut game), Err(PlayError::Full));
        assert_eq!(game, before);
    }
}
