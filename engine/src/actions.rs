//! What can be done in some games besides playing them.

use crate::board::Square;
use crate::game::Move;
use crate::player::{Choice, Choose};
use crate::search::{Mode, Observer};

/// Something that can be done in some games; [`GameId::can`](crate::games::GameId::can) tells in which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Action {
    /// Giving the turn to the other side.
    Pass = 0x01,
    /// Taking moves back, and playing them again.
    TakeBack = 0x02,
    /// Alpha-beta search, so that a position can be searched to a depth.
    Search = 0x04,
    /// Playing like a published program, which searches to a depth in a given time.
    SeedSearch = 0x08,
    /// Weighing the empty squares: [`Actions::weigh`].
    Weights = 0x10,
    /// Proving that a player cannot lose: [`Actions::prove`].
    Proof = 0x20,
    /// Playing on boards of several sizes: [`Actions::set_size`].
    Sizes = 0x40,
}

impl Action {
    /// The sum of some actions, as a descriptor has it.
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
    /// Positions that come up, each counted once.
    pub positions: u16,
    /// Moves of the longest game, those of both players.
    pub longest: u8,
    /// Moves of the losing player to which there is no right reply.
    pub losses: u16,
    /// Positions of the strategy that do not come up.
    pub unused: u16,
    /// A sum over every move and its reply, in the order in which they are tried.
    pub checksum: u16,
}

impl Proof {
    /// Whether every game is won and nothing could be left out of the strategy.
    pub const fn holds(&self) -> bool {
        self.losses == 0 && self.unused == 0 && self.positions != 0
    }
}

/// What can be done in some games besides playing them. A game in which it cannot keeps the answers given here.
pub trait Actions: Choose {
    /// An empty board of so many columns and rows; the keys stay. False, and nothing has changed, if there is no such board.
    #[inline(always)]
    fn set_size(&mut self, _columns: u8, _rows: u8) -> bool {
        false
    }

    /// Sets up a position given as bytes whose meaning is the game's own. False if they mean none: there is then no
    /// position to play on with.
    #[inline(always)]
    fn set_position(&mut self, _bytes: &[u8]) -> bool {
        false
    }

    /// The evaluation of the position, in a game that has an opinion before the end.
    #[inline(always)]
    fn opinion(&self) -> Option<u8> {
        None
    }

    /// Brings the weights of the squares up to date. False if there are none.
    #[inline(always)]
    fn weigh(&self, _thinker: &mut Self::Thinker) -> bool {
        false
    }

    /// The weight of a square in twelve-hundredths, as it was when the squares were weighed last; `None` where a stone lies,
    /// and in a game without weights. Before the first time it says nothing.
    #[inline(always)]
    fn weight(&self, _thinker: &Self::Thinker, _at: Square) -> Option<u32> {
        None
    }

    /// Weighs the squares and returns a move of greatest weight, [`Move::NONE`] if there is none.
    #[inline(always)]
    fn heaviest(&self, _thinker: &mut Self::Thinker) -> Move {
        Move::NONE
    }

    /// Chooses by looking so many plies ahead, in a game without alpha-beta: as the published program does, or the engine's own
    /// best level. `None` in other games. The position is as before afterwards.
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

    /// Proves what the game's engine claims, `None` if there is nothing to prove or the observer stops it. The position is
    /// used as a board.
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
