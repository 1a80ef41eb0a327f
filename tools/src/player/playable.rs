//! The interface of games that the tools can play.

use anyhow::Result;
use engine::games::GameId;
use engine::player::{Choose, Level, Source};
use engine::{Decision, Lcg, Move, Notation, Side};

use super::{Advice, Player, Random};
use crate::board::Draw;

/// The words for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// The side's name, with its article.
    pub name: &'static str,
    /// Whether the name is a plural.
    pub plural: bool,
}

impl Words {
    /// Returns the name with a verb, which is given in the plural: `the mouse wins`, `the cats win`.
    pub fn with(self, verb: &str) -> String {
        format!("{} {verb}{}", self.name, if self.plural { "" } else { "s" })
    }
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It was the only legal move.
    OnlyMove,
    /// By chance.
    Chance,
    /// By searching.
    Search,
    /// By the proven strategy.
    Strategy,
    /// By the weights of the cells.
    Weights,
    /// It starts a forced win.
    ForcedWin,
    /// The other side wins after any move.
    Lost,
}

impl How {
    /// Returns the words for part of a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            How::OnlyMove => "the only move",
            How::Chance => "by chance",
            How::Search => "by search",
            How::Strategy => "by the proven strategy",
            How::Weights => "by weight",
            How::ForcedWin => "a forced win",
            How::Lost => "a lost game",
        }
    }

    /// Converts the engine's move source; `None` in a finished game.
    pub const fn of(source: Source) -> Option<How> {
        Some(match source {
            Source::OnlyMove => How::OnlyMove,
            Source::Chance => How::Chance,
            Source::Search => How::Search,
            Source::Strategy => How::Strategy,
            Source::Weights => How::Weights,
            Source::None => return None,
        })
    }
}

/// A chosen move and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; [`Move::NONE`] in a finished game.
    pub mv: Move,
    /// How the move was found.
    pub how: How,
    /// The depth that the search reached; 0 without a search.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u32,
    /// The move's value for the first player, biased at $80; `None` without a search.
    pub score: Option<u8>,
    /// The end of the game that was foreseen, if any.
    pub end: Option<Decision>,
    /// The expected line of play, starting with this move; empty if there is none.
    pub line: Vec<Move>,
}

impl Thought {
    /// Creates a move that was found without a search.
    pub const fn plain(mv: Move, how: How) -> Thought {
        Thought { mv, how, depth: 0, nodes: 0, score: None, end: None, line: Vec::new() }
    }
}

/// A game that the tools can play.
pub trait Playable: Choose + Notation + Draw + Clone + Send + Sync + 'static {
    /// The memory of a player of this game.
    type Mind: Default;

    /// The game.
    const ID: GameId;
    /// The names of the sides.
    const WORDS: [Words; 2];
    /// Its name in a sentence.
    const TITLE: &'static str;
    /// A move, as it is typed.
    const EXAMPLE: &'static str;
    /// The openings of matches, as part of a sentence: see [`Playable::open`].
    const OPENING: &'static str;
    /// The notation of a move, as the end of a sentence.
    const NOTATION: &'static str;
    /// The side that loses from the start with perfect play, if known.
    const LOSER: Option<Side>;
    /// The default opponent of the engine in a match.
    const OPPONENT: Player;

    /// Returns the engine's move at a level. Leaves the position unchanged.
    fn move_of_engine(&mut self, mind: &mut Self::Mind, level: Level, random: &mut Lcg) -> Thought;

    /// Returns the move of the published program. Leaves the position unchanged.
    fn move_of_seed(&mut self, mind: &mut Self::Mind) -> Thought;

    /// Returns the move of a player who sees more than the engine does on a C64. Leaves the position unchanged.
    fn move_of_expert(&mut self, mind: &mut Self::Mind) -> Thought {
        // The tools' advice, for games that they have solved.
        Thought::plain(self.advise(mind).best, How::Search)
    }

    /// Returns whether a beginner considers this legal move.
    fn is_obvious(&self, _: Move) -> bool {
        true
    }

    /// Returns the best move known to the tools and how the game stands. Leaves the position unchanged.
    fn advise(&mut self, mind: &mut Self::Mind) -> Advice;

    /// Explains why a move with valid notation is not legal here, in an unfinished game.
    fn why_not(&self, mv: Move) -> String;

    /// Plays an opening of a few random moves from the start and returns them; the game is not over after it.
    fn open(&mut self, random: &mut Random) -> Vec<Move>;

    /// The words for a side.
    fn words(side: Side) -> Words {
        Self::WORDS[side as usize]
    }
}

/// A task that works with any game.
pub trait Visit {
    /// The result of the task.
    type Output;

    /// Performs the task with the starting position.
    ///
    /// # Errors
    /// The errors of the task itself.
    fn with<G: Playable>(self, start: G) -> Result<Self::Output>;
}

#[cfg(test)]
mod tests {
    use engine::games::mouse_and_cats::MouseAndCats;

    use super::*;

    #[test]
    fn verbs_follow_the_number_of_the_name() {
        assert_eq!(MouseAndCats::words(Side::First).with("win"), "the mouse wins");
        assert_eq!(MouseAndCats::words(Side::Second).with("play"), "the cats play");
    }
}
