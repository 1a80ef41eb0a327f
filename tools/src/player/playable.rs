//! The interface that a game needs so that the tools can play it.

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
    /// The name and a verb with it, given in the plural: `the mouse wins`, `the cats win`.
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
    /// Whatever is played, the other side wins.
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

    /// As the engine reports it; `None` in a finished game.
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

/// A chosen move and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move, [`Move::NONE`] in a finished game.
    pub mv: Move,
    /// How the move was found.
    pub how: How,
    /// How deep the search came, 0 without one.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u32,
    /// Its value for the first player, biased at $80; `None` without a search.
    pub score: Option<u8>,
    /// The end of the game that was seen, if any.
    pub end: Option<Decision>,
    /// The line of play expected, this move first; empty if there is none.
    pub line: Vec<Move>,
}

impl Thought {
    /// A move found without a search.
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
    /// The side that loses from the start if nobody errs, where that is known.
    const LOSER: Option<Side>;
    /// The player a match sets against the engine if nobody is named.
    const OPPONENT: Player;

    /// The engine's move at a level. The position is as before afterwards.
    fn move_of_engine(&mut self, mind: &mut Self::Mind, level: Level, random: &mut Lcg) -> Thought;

    /// The move of the published program. The position is as before afterwards.
    fn move_of_seed(&mut self, mind: &mut Self::Mind) -> Thought;

    /// The move of a player who sees more than the engine does on a C64. The position is as before afterwards.
    fn move_of_expert(&mut self, mind: &mut Self::Mind) -> Thought {
        // What the tools advise, where they have solved the game.
        Thought::plain(self.advise(mind).best, How::Search)
    }

    /// Whether a beginner thinks of this legal move.
    fn is_obvious(&self, _: Move) -> bool {
        true
    }

    /// The best move the tools know and how the game stands. The position is as before afterwards.
    fn advise(&mut self, mind: &mut Self::Mind) -> Advice;

    /// Why a move that can be written is not legal here, in a game that goes on.
    fn why_not(&self, mv: Move) -> String;

    /// Plays an opening of a few random moves from the start and returns them; the game is not over after it.
    fn open(&mut self, random: &mut Random) -> Vec<Move>;

    /// The words for a side.
    fn words(side: Side) -> Words {
        Self::WORDS[side as usize]
    }
}

/// Something to be done with a game whatever it is.
pub trait Visit {
    /// The result of the task.
    type Output;

    /// Does the task, with the starting position.
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
