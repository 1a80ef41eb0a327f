//! Descriptions of the games for places without a position, such as the help of commands.

use engine::Side;
use engine::actions::Action;
use engine::games::GameId;

use crate::player::{Playable, Player, Words};

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name in a sentence.
    pub title: &'static str,
    /// A move, as it is typed.
    pub example: &'static str,
    /// The openings of matches, as part of a sentence.
    pub opening: &'static str,
    /// The names of the sides.
    pub words: [Words; 2],
    /// The default opponent of the engine in a match.
    pub opponent: Player,
}

impl About {
    /// Returns the description of a playable game.
    pub(super) const fn of<G: Playable>() -> About {
        About {
            title: G::TITLE,
            example: G::EXAMPLE,
            opening: G::OPENING,
            words: G::WORDS,
            opponent: G::OPPONENT,
        }
    }
}

/// Returns the descriptions of all games.
fn all() -> impl Iterator<Item = About> {
    GameId::ALL.into_iter().map(super::about)
}

/// Joins parts of a sentence: `a`, `a or b`, `a, b or c`.
fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., end] => format!("{} {last} {end}", before.join(", ")),
    }
}

/// Returns the names of the games for which this is true: `mouse and cats or tic-tac-toe`.
pub fn titles(is_meant: impl Fn(GameId) -> bool) -> String {
    let meant = GameId::ALL.into_iter().filter(|game| is_meant(*game));
    joined(&meant.map(|game| super::about(game).title.to_string()).collect::<Vec<_>>(), "or")
}

/// Describes how moves are written, with an example for each game.
pub fn examples() -> String {
    let examples = all().map(|about| format!("{} ({})", about.example, about.title));
    format!("named by its squares: {}", examples.collect::<Vec<_>>().join(", "))
}

/// Returns the help of the option for the board size.
pub fn size() -> String {
    let games = titles(|game| game.can(Action::Sizes));
    format!("Size of the board of {games}: 15, or columns and rows as in 19x15")
}

/// Describes the openings of all games, as part of a sentence.
pub fn openings() -> String {
    let openings = all().map(|about| format!("in {} {}", about.title, about.opening));
    openings.collect::<Vec<_>>().join(", ")
}

/// Returns the names of a side: `the mouse or X`.
pub fn names(side: Side) -> String {
    let mut names: Vec<String> = Vec::new();
    for about in all() {
        let name = about.words[side as usize].name;
        if !names.iter().any(|known| known == name) {
            names.push(name.into());
        }
    }
    joined(&names, "or")
}

/// Describes the engine's default opponents in a match: `seed, or random in tic-tac-toe`.
pub fn opponents() -> String {
    let usual = super::about(GameId::FIRST).opponent;
    let mut text = usual.to_string();
    for about in all().filter(|about| about.opponent != usual) {
        text += &format!(", or {} in {}", about.opponent, about.title);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parse_move;

    #[test]
    fn the_examples_are_moves() {
        for game in GameId::ALL {
            parse_move(game, super::super::about(game).example).unwrap();
        }
    }

    #[test]
    fn sentences_are_made_of_all_games() {
        for game in GameId::ALL {
            let About { title, example, opening, words, opponent } = super::super::about(game);
            assert!(titles(|_| true).contains(title));
            assert_eq!(titles(|other| other == game), title);
            assert!(examples().contains(&format!("{example} ({title})")));
            assert!(openings().contains(&format!("in {title} {opening}")));
            for side in [Side::First, Side::Second] {
                assert!(names(side).contains(words[side as usize].name));
            }
            assert!(opponents().contains(&opponent.to_string()));
        }
        assert_eq!(titles(|_| false), "");
    }

    #[test]
    fn parts_are_joined_as_in_a_sentence() {
        let parts = ["a", "b", "c"].map(String::from);
        let all = [0, 1, 2, 3].map(|count| joined(&parts[..count], "or"));
        assert_eq!(all, ["", "a", "a or b", "a, b or c"]);
        assert_eq!([Side::First, Side::Second].map(names), ["the mouse or X", "the cats or O"]);
    }
}
