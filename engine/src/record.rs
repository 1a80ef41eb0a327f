//! The moves of a game being played: for undo, for replay after other work, for legal-move lists.

use crate::game::{Game, Move, Outcome};
use core::fmt;

/// The most turns a record holds.
pub const MAX_TURNS: u8 = 255;

/// Why a turn was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The move may not be played here, or the game is over.
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

/// The turns taken since the starting position; a turn passed is [`Move::NONE`]. All zeros when new.
#[derive(Clone, Debug)]
pub struct Record {
    from: [u8; 256],
    to: [u8; 256],
    turns: u8,
}

impl Record {
    /// No turns.
    pub const fn new() -> Self {
        Record { from: [0; 256], to: [0; 256], turns: 0 }
    }

    /// How many turns have been taken.
    pub const fn turns(&self) -> u8 {
        self.turns
    }

    /// The move of turn 0, 1 and so on; [`Move::NONE`] for a turn passed or not yet taken.
    pub const fn turn(&self, index: u8) -> Move {
        if index < self.turns {
            Move { from: self.from[index as usize], to: self.to[index as usize] }
        } else {
            Move::NONE
        }
    }

    /// Sets up a new game.
    pub fn restart<G: Game>(&mut self, game: &mut G) {
        self.turns = 0;
        game.reset();
    }

    /// Plays `mv`.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] or [`PlayError::Full`]; nothing has changed then.
    pub fn play<G: Game>(&mut self, game: &mut G, mv: Move) -> Result<(), PlayError> {
        if !game.is_legal(mv) {
            return Err(PlayError::Illegal);
        }
        self.push(mv)?;
        game.play(mv);
        Ok(())
    }

    /// Gives the turn to the other side.
    ///
    /// # Errors
    /// [`PlayError::Full`]; nothing has changed then.
    pub fn pass<G: Game>(&mut self, game: &mut G) -> Result<(), PlayError> {
        self.push(Move::NONE)?;
        game.pass();
        Ok(())
    }

    /// Takes the last turn back and returns its move ([`Move::NONE`] if it was passed); `None` at the start.
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

    /// Brings `game`, whatever was done with it, to the position after the recorded turns.
    pub fn replay<G: Game>(&self, game: &mut G) {
        game.reset();
        let mut index = 0;
        while index < self.turns {
            let mv = self.turn(index);
            if mv.is_none() {
                game.pass();
            } else {
                game.play(mv);
            }
            index += 1;
        }
    }

    fn push(&mut self, mv: Move) -> Result<(), PlayError> {
        if self.turns == MAX_TURNS {
            return Err(PlayError::Full);
        }
        self.from[self.turns as usize] = mv.from;
        self.to[self.turns as usize] = mv.to;
        self.turns += 1;
        Ok(())
    }
}

impl Default for Record {
    fn default() -> Self {
        Record::new()
    }
}

/// The next legal move, in the game's order, or [`Move::NONE`] after the last and in a finished game.
/// `cursor` is the default before the first.
#[inline(never)]
pub fn next_legal_move<G: Game>(game: &G, cursor: &mut G::Cursor) -> Move {
    if game.outcome() == Outcome::Ongoing { game.next(cursor) } else { Move::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        record.replay(&mut game);
        assert_eq!(game, end);
        for earlier in before.into_iter().rev() {
            assert!(record.undo(&mut game).is_some());
            assert_eq!(game, earlier);
        }
        assert_eq!(record.undo(&mut game), None);
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
        for _ in 0..255 {
            record.pass(&mut game).unwrap();
        }
        let before = game.clone();
        assert_eq!(record.pass(&mut game), Err(PlayError::Full));
        assert_eq!(game, before);
    }
}
