//! The players and their names on the command line.

use std::fmt;
use std::str::FromStr;

use engine::player::{LEVELS, Level};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Plays any legal move, all equally likely.
    Random,
    /// Knows only the rules: wins if one move does so, and otherwise plays any obvious move.
    Beginner,
    /// Sees more than the engine does on a C64.
    Expert,
    /// The published program of the game, as the engine reproduces it.
    Seed,
    /// The engine, at its own level or at the common one.
    Engine(Option<Level>),
}

impl Player {
    /// Returns the player, with this level if it is an engine without its own.
    pub fn at(self, level: Level) -> Player {
        match self {
            Player::Engine(own) => Player::Engine(Some(own.unwrap_or(level))),
            other => other,
        }
    }

    /// Returns whether the player is a person.
    pub fn is_human(self) -> bool {
        self == Player::Human
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.pad("human"),
            Player::Random => f.pad("random"),
            Player::Beginner => f.pad("beginner"),
            Player::Expert => f.pad("expert"),
            Player::Seed => f.pad("seed"),
            Player::Engine(None) => f.pad("engine"),
            Player::Engine(Some(level)) => f.pad(&format!("engine:{}", level.number())),
        }
    }
}

/// The error for a text that does not name a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a player; the players are human, random, beginner, expert, seed, engine, and engine:1 to \
             engine:{LEVELS}",
            self.0
        )
    }
}

impl std::error::Error for PlayerError {}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        Ok(match text {
            "human" => Player::Human,
            "random" => Player::Random,
            "beginner" => Player::Beginner,
            "expert" => Player::Expert,
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

/// Parses the number of a level.
///
/// # Errors
/// The text is not the number of a level.
pub fn parse_level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("the levels are 1 to {LEVELS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_reads_back() {
        for text in ["human", "random", "beginner", "expert", "seed", "engine", "engine:1", "engine:6"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_player_is_quoted() {
        for text in ["", "engine:", "engine:0", "engine:7", "Human", "engine: 1"] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a player")), "{error}");
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
