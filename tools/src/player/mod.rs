//! The players of a side: a person, random moves, a beginner, an expert, a published program or the engine.

mod advice;
mod beginner;
mod moves;
mod playable;
mod random;
mod sentence;
mod session;
pub mod tournament;
mod who;

use engine::Lcg;
use engine::player::{Level, random_move};

pub use advice::{Advice, Verdict, end_of_full_search, end_of_score, winner};
pub use moves::{legal_moves, text_of};
pub use playable::{How, Playable, Thought, Visit, Words};
pub use random::Random;
pub use session::Session;
pub use who::{Player, PlayerError, parse_level};

/// A player's state in one game: its memory and its random numbers.
pub struct Seat<G: Playable> {
    mind: G::Mind,
    random: Lcg,
}

impl<G: Playable> Seat<G> {
    /// Creates a player with an empty memory; `seed` seeds its random numbers.
    pub fn new(seed: u64) -> Seat<G> {
        Seat { mind: G::Mind::default(), random: Lcg::new(seed as u16) }
    }

    /// Returns the move that `player`, who is not a person, makes in an unfinished game. `level` applies to an
    /// engine without its own level. Leaves the position unchanged.
    pub fn choose(&mut self, game: &mut G, player: Player, level: Level) -> Thought {
        match player.at(level) {
            Player::Engine(own) => {
                game.move_of_engine(&mut self.mind, own.unwrap_or(level), &mut self.random)
            }
            Player::Seed => game.move_of_seed(&mut self.mind),
            Player::Expert => game.move_of_expert(&mut self.mind),
            Player::Beginner => Thought::plain(beginner::choose(game, &mut self.random), How::Chance),
            Player::Random | Player::Human => {
                Thought::plain(random_move(game, &mut self.random), How::Chance)
            }
        }
    }

    /// Returns the best move known to the tools and how the game stands.
    pub fn advise(&mut self, game: &mut G) -> Advice {
        game.advise(&mut self.mind)
    }
}
