//! Forwards the optional operations to the selected game; see [`Actions`].

use super::{Engines, Five, Memory, Searched, played, searched};
use crate::actions::{Actions, Proof};
use crate::board::Square;
use crate::game::Move;
use crate::games::GameId;
use crate::player::Choice;
use crate::search::{Mode, Observer};

impl Engines {
    /// Sets up an empty board of this size; the keys stay. Returns false and changes nothing if the game has no such
    /// board.
    pub fn set_size(&mut self, columns: u8, rows: u8) -> bool {
        played!(mut self, game => Actions::set_size(game, columns, rows))
    }

    /// Sets up a position from bytes in a game-specific encoding. Returns false if they are invalid: the position
    /// must then not be played on.
    pub fn set_position(&mut self, bytes: &[u8]) -> bool {
        played!(mut self, game => game.set_position(bytes))
    }

    /// Returns the evaluation of the position, if the game evaluates unfinished positions.
    pub fn opinion(&self) -> Option<u8> {
        played!(self, game => game.opinion())
    }

    /// Brings the weights of the squares up to date. Returns false if there are none.
    pub fn weigh(&mut self) -> bool {
        played!(mut self, (game, thinker) => game.weigh(thinker))
    }

    /// Returns the weight of a square in 1/1200, as of the last call that weighed the squares; `None` if the square is occupied
    /// or the game has no weights. Meaningless before the first such call.
    pub fn weight(&self, at: Square) -> Option<u32> {
        played!(self, (game, thinker) => game.weight(thinker, at))
    }

    /// Weighs the squares and returns a move of maximum weight, or [`Move::NONE`] if there is none.
    pub fn heaviest(&mut self) -> Move {
        played!(mut self, (game, thinker) => game.heaviest(thinker))
    }

    /// Chooses a move by looking `plies` plies ahead, in a game without alpha-beta: like the published program or like the engine's
    /// own best level. Returns `None` in other games. The position is restored afterwards.
    pub fn look_ahead<O: Observer>(&mut self, mode: Mode, plies: u8, observer: &mut O) -> Option<Choice> {
        played!(mut self, (game, thinker) => game.look_ahead(thinker, mode, plies, observer))
    }

    /// Proves the claim of the game's engine; `None` if there is nothing to prove or the observer stops it. The game must be
    /// set up again afterwards.
    pub fn prove<O: Observer>(&mut self, observer: &mut O) -> Option<Proof> {
        played!(mut self, game => game.prove(observer))
    }
}
