//! The tools' list of games: how each game is drawn and played, and the lookup of a game by its name.

pub mod about;
mod five_in_a_row;
mod mouse_and_cats;
mod searched;
mod text;
mod tic_tac_toe;

use anyhow::{Result, bail};
use engine::Game;
use engine::actions::Action;
use engine::games::GameId;
use engine::games::five_in_a_row::Board19;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::{TicTacToe, Ties};

use crate::player::Visit;

pub use about::About;
pub use five_in_a_row::weights;
pub use text::{line_text, move_text, parse_move, parser, parser_of, push_moves};
pub use tic_tac_toe::TiesName;

/// The game with a solver.
pub const SOLVED: GameId = GameId::MouseAndCats;

/// The options of a game, chosen before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which of equally good moves tic-tac-toe's search keeps.
    pub ties: Ties,
    /// Columns and rows of the board; the usual ones if absent.
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

/// Returns the description of a game.
pub const fn about(game: GameId) -> About {
    match game {
        GameId::MouseAndCats => About::of::<MouseAndCats>(),
        GameId::TicTacToe => About::of::<TicTacToe>(),
        GameId::FiveInARow => About::of::<Board19>(),
    }
}

/// Sets up a game and calls `visitor` with it.
///
/// # Errors
/// The options do not fit the game, or `visitor` fails.
pub fn visit<V: Visit>(game: GameId, options: &Options, visitor: V) -> Result<V::Output> {
    if options.size.is_some() && !game.can(Action::Sizes) {
        bail!("{} has boards of one size only", game.name());
    }
    match game {
        GameId::MouseAndCats => visitor.with(MouseAndCats::start()),
        GameId::TicTacToe => {
            let mut start = TicTacToe::start();
            start.set_ties(options.ties);
            visitor.with(start)
        }
        GameId::FiveInARow => five_in_a_row::visit(options.size, visitor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Playable, legal_moves};
    use engine::engines::Engines;

    /// Returns the name of the game and its number of first moves.
    struct Moves;

    impl Visit for Moves {
        type Output = (GameId, usize);

        fn with<G: Playable>(self, start: G) -> Result<(GameId, usize)> {
            Ok((G::ID, legal_moves(&start).len()))
        }
    }

    fn moves(game: GameId, size: Option<(u8, u8)>) -> Result<(GameId, usize)> {
        visit(game, &Options { ties: Ties::First, size }, Moves)
    }

    #[test]
    fn every_game_is_found() {
        for game in GameId::ALL {
            let mut engines = Engines::new();
            engines.select(game);
            engines.reset();
            let count = engine::record::legal_moves(&engines).count();
            assert_eq!(moves(game, None).unwrap(), (game, count));
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
}
