//! What can be done in whatever game is played besides playing it; see [`Actions`].

use super::{Engines, Five, Memory, Searched, played, searched};
use crate::actions::{Actions, Proof};
use crate::board::Square;
use crate::game::Move;
use crate::games::GameId;
use crate::player::Choice;
use crate::search::{Mode, Observer};

impl Engines {
    /// An empty board of so many columns and rows; the keys stay. False, and nothing has changed, if the game has no such
    /// board.
    pub fn set_size(&mut self, columns: u8, rows: u8) -> bool {
        played!(mut self, game => Actions::set_size(game, columns, rows))
    }

    /// Sets up a position given as bytes whose meaning is the game's own. False if they mean none: there is then no
    /// position to play on with.
    pub fn set_position(&mut self, bytes: &[u8]) -> bool {
        played!(mut self, game => game.set_position(bytes))
    }

    /// The evaluation of the position, in a game that has an opinion before the end.
    pub fn opinion(&self) -> Option<u8> {
        played!(self, game => game.opinion())
    }

    /// Brings the weights of the squares up to date. False if there are none.
    pub fn weigh(&mut self) -> bool {
        played!(mut self, (game, thinker) => game.weigh(thinker))
    }

    /// The weight of a square in twelve-hundredths, as it was when the squares were weighed last; `None` where a stone lies,
    /// and in a game without weights. Before the first time it says nothing.
    pub fn weight(&self, at: Square) -> Option<u32> {
        played!(self, (game, thinker) => game.weight(thinker, at))
    }

    /// Weighs the squares and returns a move of greatest weight, [`Move::NONE`] if there is none.
    pub fn heaviest(&mut self) -> Move {
        played!(mut self, (game, thinker) => game.heaviest(thinker))
    }

    /// Chooses by looking so many plies ahead, in a game without alpha-beta: as the published program does, or the engine's own
    /// best level. `None` in other games. The position is as before afterwards.
    pub fn look_ahead<O: Observer>(&mut self, mode: Mode, plies: u8, observer: &mut O) -> Option<Choice> {
        played!(mut self, (game, thinker) => game.look_ahead(thinker, mode, plies, observer))
    }

    /// Proves what the game's engine claims, `None` if there is nothing to prove or the observer stops it. The game is to be
    /// set up after it.
    pub fn prove<O: Observer>(&mut self, observer: &mut O) -> Option<Proof> {
        played!(mut self, game => game.prove(observer))
    }
}
