//! The interface that a game needs so that the tools can play it, and the one place that finds a game by its name.

use anyhow::{Result, bail};
use engine::games::GameId;
use engine::games::five_in_a_row::{BOARD19_CELLS, Board19, DEFAULT_SIDE, FiveInARow};
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::{TicTacToe, Ties};
use engine::player::{Choose, Level, Source};
use engine::{Decision, Game, Lcg, Move, Notation, Side};

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

/// The options of a game, which are chosen before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which of equally good moves tic-tac-toe's search keeps.
    pub ties: Ties,
    /// Columns and rows of the board of five in a row, the usual ones if absent.
    pub size: Option<(u8, u8)>,
}

/// Reads the size of a board: `19`, or columns and rows as in `19x15`.
///
/// # Errors
/// The text is not a size.
pub fn parse_size(text: &str) -> Result<(u8, u8), String> {
    let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, text));
    match (columns.parse(), rows.parse()) {
        (Ok(columns), Ok(rows)) => Ok((columns, rows)),
        _ => Err("a size is a number such as 15, or columns and rows such as 19x15".into()),
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

/// Sets up a game and does something with it.
///
/// # Errors
/// The options do not fit the game, or whatever `visitor` gives.
pub fn visit<V: Visit>(game: GameId, options: &Options, visitor: V) -> Result<V::Output> {
    if options.size.is_some() && !game.descriptor().has_sizes() {
        bail!("only five in a row has boards of different sizes");
    }
    match game {
        GameId::MouseAndCats => visitor.with(MouseAndCats::start()),
        GameId::TicTacToe => {
            let mut start = TicTacToe::start();
            start.set_ties(options.ties);
            visitor.with(start)
        }
        GameId::FiveInARow => {
            let (columns, rows) = options.size.unwrap_or((DEFAULT_SIDE, DEFAULT_SIDE));
            if columns.max(rows) <= Board19::MAX_SIDE {
                visitor.with(empty_board::<BOARD19_CELLS>(columns, rows)?)
            } else {
                visitor.with(empty_board::<BOARD99_CELLS>(columns, rows)?)
            }
        }
    }
}

/// Cells of a [`engine::games::five_in_a_row::Board99`].
pub const BOARD99_CELLS: usize = 16384;

fn empty_board<const CELLS: usize>(columns: u8, rows: u8) -> Result<FiveInARow<CELLS>> {
    let mut start = FiveInARow::start();
    start.set_size(columns, rows)?;
    Ok(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of the game and how many moves it begins with.
    struct Moves;

    impl Visit for Moves {
        type Output = (GameId, usize);

        fn with<G: Playable>(self, start: G) -> Result<(GameId, usize)> {
            Ok((G::ID, super::super::legal_moves(&start).len()))
        }
    }

    fn moves(game: GameId, size: Option<(u8, u8)>) -> Result<(GameId, usize)> {
        visit(game, &Options { ties: Ties::First, size }, Moves)
    }

    #[test]
    fn every_game_is_found() {
        for game in GameId::ALL {
            let (found, count) = moves(game, None).unwrap();
            let expected = match game {
                GameId::MouseAndCats => 2,
                GameId::TicTacToe => 9,
                GameId::FiveInARow => 225,
            };
            assert_eq!((found, count), (game, expected));
        }
    }

    #[test]
    fn boards_have_the_size_asked_for() {
        assert_eq!(moves(GameId::FiveInARow, Some((19, 5))).unwrap().1, 95);
        assert_eq!(moves(GameId::FiveInARow, Some((20, 30))).unwrap().1, 600);
        assert!(moves(GameId::FiveInARow, Some((4, 9))).is_err());
        assert!(moves(GameId::FiveInARow, Some((100, 9))).is_err());
        assert!(moves(GameId::TicTacToe, Some((5, 5))).is_err());
    }

    #[test]
    fn sizes_are_one_number_or_two() {
        assert_eq!(parse_size("15"), Ok((15, 15)));
        assert_eq!(parse_size("19x7"), Ok((19, 7)));
        for text in ["", "x", "19x", "a", "300", "5x6x7", "-5"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn verbs_follow_the_number_of_the_name() {
        assert_eq!(MouseAndCats::words(Side::First).with("win"), "the mouse wins");
        assert_eq!(MouseAndCats::words(Side::Second).with("play"), "the cats play");
    }
}
