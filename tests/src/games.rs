//! Whole games of mouse and cats, made by the engine on the host and typed as transcripts.

use engine::games::mouse_and_cats::MouseAndCats;
use engine::notation::MAX_TEXT;
use engine::record::{self, next_legal_move};
use engine::{Game, Mode, Move, Notation, Outcome, Search, Side, Silent, Tables};

/// More turns than any game lasts: each cat takes at most seven steps, the mouse as many as all of them and one.
const MAX_TURNS: usize = 60;

/// The moves of a game in which `winner` plays by a search of depth 5, and the other side its first legal move.
///
/// # Panics
/// The game does not end with that winner.
pub fn won_by(winner: Side) -> Vec<String> {
    let mut game = MouseAndCats::start();
    let (mut search, mut tables) = (Box::new(Search::new()), Box::new(Tables::new()));
    let mut moves = Vec::new();
    while game.outcome() == Outcome::Ongoing && moves.len() < MAX_TURNS {
        let mv = if game.side() == winner {
            search.deepen(&mut game, &mut tables, 5, Mode::Play, &mut Silent);
            search.best()
        } else {
            next_legal_move(&game, &mut 0)
        };
        assert!(game.is_legal(mv), "{mv:?} after {moves:?}");
        moves.push(text(mv));
        game.play(mv);
    }
    let wanted = match winner {
        Side::First => Outcome::First,
        Side::Second => Outcome::Second,
    };
    assert_eq!(game.outcome(), wanted, "{moves:?}");
    moves
}

/// A position that moves lead to.
///
/// # Panics
/// A move is none or illegal.
pub fn after<T: AsRef<str>>(moves: &[T]) -> MouseAndCats {
    let mut game = MouseAndCats::start();
    for mv in moves {
        let mv = parse(mv.as_ref());
        assert!(game.is_legal(mv), "{mv:?}");
        game.play(mv);
    }
    game
}

/// Reads a move.
///
/// # Panics
/// It is none.
pub fn parse(mv: &str) -> Move {
    MouseAndCats::parse_move(mv.as_bytes()).unwrap_or_else(|error| panic!("{mv}: {error}"))
}

/// A move as it is typed.
pub fn text(mv: Move) -> String {
    let mut bytes = [0; MAX_TEXT];
    let length = MouseAndCats::write_move(mv, &mut bytes);
    bytes.iter().take(length.into()).map(|byte| char::from(*byte)).collect()
}

/// All legal moves of a position, as they are typed.
pub fn legal_moves(game: &MouseAndCats) -> Vec<String> {
    record::legal_moves(game).map(text).collect()
}
