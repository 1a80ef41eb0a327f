//! Operations that some games support besides being played.

use crate::board::Square;
use crate::game::Move;
use crate::player::{Choice, Choose};
use crate::search::{Mode, Observer};

/// An operation that some games support; [`GameId::can`](crate::games::GameId::can) tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Action {
    /// Passing the turn to the other side.
    Pass = 0x01,
    /// Undoing and redoing moves.
    TakeBack = 0x02,
    /// Alpha-beta search of a position to a given depth.
    Search = 0x04,
    /// Playing like a published program, which searches to a given depth in a given time.
    SeedSearch = 0x08,
    /// Weighting the empty squares: [`Actions::weigh`].
    Weights = 0x10,
    /// Proving that a player cannot lose: [`Actions::prove`].
    Proof = 0x20,
    /// Playing on boards of different sizes: [`Actions::set_size`].
    Sizes = 0x40,
}

impl Action {
    /// Combines actions into the bit mask that a descriptor holds.
    pub(crate) const fn all<const COUNT: usize>(actions: [Action; COUNT]) -> u8 {
        let (mut sum, mut at) = (0, 0);
        while at < COUNT {
            sum |= actions[at] as u8;
            at += 1;
        }
        sum
    }
}

/// The result of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Positions reached, each counted once.
    pub positions: u16,
    /// The length of the longest game, in plies.
    pub longest: u8,
    /// Moves of the losing player to which the strategy has no right reply.
    pub losses: u16,
    /// Positions of the strategy that are never reached.
    pub unused: u16,
    /// A checksum over every move and its reply, in the order in which they are tried.
    pub checksum: u16,
}

impl Proof {
    /// Whether every game is won and no position of the strategy is superfluous.
    pub const fn holds(&self) -> bool {
        self.losses == 0 && self.unused == 0 && self.positions != 0
    }
}

/// Operations that some games support besides being played. The defaults are the answers of a game that does not support them.
pub trait Actions: Choose {
    /// Sets up an empty board of this size; the keys stay. Returns false and changes nothing if there is no such board.
    #[inline(always)]
    fn set_size(&mut self, _columns: u8, _rows: u8) -> bool {
        false
    }

    /// Sets up a position from bytes in a game-specific encoding. Returns false if they are invalid: the position
    /// must then not be played on.
    #[inline(always)]
    fn set_position(&mut self, _bytes: &[u8]) -> bool {
        false
    }

    /// Returns the evaluation of the position, if the game evaluates unfinished positions.
    #[inline(always)]
    fn opinion(&self) -> Option<u8> {
        None
    }

    /// Brings the weights of the squares up to date. Returns false if there are none.
    #[inline(always)]
    fn weigh(&self, _thinker: &mut Self::Thinker) -> bool {
        false
    }

    /// Returns the weight of a square in 1/1200, as of the last call that weighed the squares; `None` if the square is occupied
    /// or the game has no weights. Meaningless before the first such call.
    #[inline(always)]
    fn weight(&self, _thinker: &Self::Thinker, _at: Square) -> Option<u32> {
        None
    }

    /// Weighs the squares and returns a move of maximum weight, or [`Move::NONE`] if there is none.
    #[inline(always)]
    fn heaviest(&self, _thinker: &mut Self::Thinker) -> Move {
        Move::NONE
    }

    /// Chooses a move by looking `_plies` plies ahead, in a game without alpha-beta: like the published program or like the engine's
    /// own best level. Returns `None` in other games. The position is restored afterwards.
    #[inline(always)]
    fn look_ahead<O: Observer>(
        &mut self,
        _thinker: &mut Self::Thinker,
        _mode: Mode,
        _plies: u8,
        _observer: &mut O,
    ) -> Option<Choice> {
        None
    }

    /// Proves the claim of the game's engine; `None` if there is nothing to prove or the observer stops it. The position is
    /// overwritten.
    #[inline(always)]
    fn prove<O: Observer>(&mut self, _observer: &mut O) -> Option<Proof> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_actions_has_the_bit_of_each() {
        assert_eq!(Action::all([]), 0);
        assert_eq!(Action::all([Action::TakeBack]), 0x02);
        assert_eq!(Action::all([Action::Pass, Action::Weights, Action::Pass, Action::Sizes]), 0x51);
    }
}
