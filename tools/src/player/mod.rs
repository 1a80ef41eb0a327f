//! Who plays a side: a person, chance, a published program or the engine; and what each of them does in each game.

mod advice;
mod five_in_a_row;
mod mouse_and_cats;
mod playable;
mod random;
mod session;
mod tic_tac_toe;
pub mod tournament;

use std::fmt;
use std::str::FromStr;

use engine::player::{LEVELS, Level, random_move};
use engine::{Lcg, Move};

pub use advice::{Advice, Verdict, winner};
pub use playable::{BOARD99_CELLS, How, Options, Playable, Thought, Visit, Words, parse_size, visit};
pub use random::Random;
pub use session::Session;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Any legal move, each as likely as the others.
    Random,
    /// The published program of the game, as the engine reproduces it.
    Seed,
    /// The engine, at a level of its own or at the one that holds for all.
    Engine(Option<Level>),
}

impl Player {
    /// The player with its level, where the engine has none of its own.
    pub fn at(self, level: Level) -> Player {
        match self {
            Player::Engine(own) => Player::Engine(Some(own.unwrap_or(level))),
            other => other,
        }
    }

    /// Whether it is a person.
    pub fn is_human(self) -> bool {
        self == Player::Human
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.pad("human"),
            Player::Random => f.pad("random"),
            Player::Seed => f.pad("seed"),
            Player::Engine(None) => f.pad("engine"),
            Player::Engine(Some(level)) => f.pad(&format!("engine:{}", level.number())),
        }
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no player: human, random, seed, engine or engine:1 to engine:{LEVELS}", self.0)
    }
}

impl std::error::Error for PlayerError {}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        Ok(match text {
            "human" => Player::Human,
            "random" => Player::Random,
            "seed" => Player::Seed,
            "engine" => Player::Engine(None),
            _ => {
                let number = text.strip_prefix("engine:").and_then(|number| number.parse().ok());
                match number.and_then(Level::new) {
                    Some(level) => Player::Engine(Some(level)),
                    None => return Err(PlayerError(text.into())),
                }
            }
        })
    }
}

/// Reads the number of a level.
///
/// # Errors
/// It is none.
pub fn parse_level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("the levels are 1 to {LEVELS}"))
}

/// A player's mind in one game: what it remembers, and its chance.
pub struct Seat<G: Playable> {
    mind: G::Mind,
    random: Lcg,
}

impl<G: Playable> Seat<G> {
    /// A player without memories; `seed` is the start of its chance.
    pub fn new(seed: u64) -> Seat<G> {
        Seat { mind: G::Mind::default(), random: Lcg::new(seed as u16) }
    }

    /// The move that `player`, who is no person, makes in a position that is not the end. `level` holds for an
    /// engine without its own. The position is as before afterwards.
    pub fn choose(&mut self, game: &mut G, player: Player, level: Level) -> Thought {
        match player.at(level) {
            Player::Engine(own) => {
                game.move_of_engine(&mut self.mind, own.unwrap_or(level), &mut self.random)
            }
            Player::Seed => game.move_of_seed(&mut self.mind),
            Player::Random | Player::Human => {
                Thought::plain(random_move(game, &mut self.random), How::Chance)
            }
        }
    }

    /// The best move the tools know and how the game stands.
    pub fn advise(&mut self, game: &mut G) -> Advice {
        game.advise(&mut self.mind)
    }
}

/// The legal moves of a position in the game's order; none when the game is over.
pub fn legal_moves<G: engine::Game>(game: &G) -> Vec<Move> {
    engine::record::legal_moves(game).collect()
}

/// A move as text.
pub fn text_of<G: engine::Notation>(mv: Move) -> String {
    let mut text = [0; engine::notation::MAX_TEXT];
    let length = G::write_move(mv, &mut text);
    text.iter().take(usize::from(length)).map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_reads_back() {
        for text in ["human", "random", "seed", "engine", "engine:1", "engine:6"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_player_is_quoted() {
        for text in ["", "engine:", "engine:0", "engine:7", "Human", "engine: 1"] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is no player")), "{error}");
        }
    }

    #[test]
    fn an_engine_keeps_a_level_of_its_own() {
        let five = Level::new(5).unwrap();
        assert_eq!("engine".parse::<Player>().unwrap().at(five).to_string(), "engine:5");
        assert_eq!("engine:2".parse::<Player>().unwrap().at(five).to_string(), "engine:2");
        assert_eq!(Player::Random.at(five), Player::Random);
    }
}
