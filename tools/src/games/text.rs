//! Parses and formats the names of games and the notation of moves.

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use engine::Move;
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::table::Line;
use verification::task::Request;

/// Parses the name of a game; if it is unknown, clap lists all of them and suggests the nearest.
pub fn parser() -> impl TypedValueParser<Value = GameId> {
    parser_of(|_| true)
}

/// Parses the name of a game for which this is true.
pub fn parser_of(is_meant: fn(GameId) -> bool) -> impl TypedValueParser<Value = GameId> {
    let meant = GameId::ALL.into_iter().filter(move |game| is_meant(*game));
    PossibleValuesParser::new(meant.map(GameId::name))
        .try_map(|name| GameId::from_name(&name).ok_or_else(|| format!("there is no game {name}")))
}

/// Parses a move of `game`. The engine decides whether it is legal.
///
/// # Errors
/// The text does not name squares of this game.
pub fn parse_move(game: GameId, text: &str) -> Result<Move> {
    let parsed = engine::engines::parse_move(game, text.as_bytes());
    parsed.with_context(|| format!("`{text}` is not a move of {}", game.name()))
}

/// Formats a move of `game`; `None` if it is not a move.
pub fn move_text(game: GameId, mv: Move) -> Option<String> {
    if mv.is_none() {
        return None;
    }
    let mut text = [0; MAX_TEXT];
    let length = engine::engines::write_move(game, mv, &mut text);
    Some(text.iter().take(usize::from(length)).map(|byte| char::from(*byte)).collect())
}

/// Formats the moves of a line.
pub fn line_text(game: GameId, line: &Line) -> Vec<String> {
    (0..line.len()).filter_map(|index| move_text(game, line.get(index))).collect()
}

/// Adds the moves to a request; they are played before its task.
///
/// # Errors
/// A text is not a move, or there are more moves than a request holds.
pub fn push_moves(request: &mut Request, moves: &[String]) -> Result<()> {
    for text in moves {
        let mv = parse_move(request.game, text)?;
        request.push(mv).with_context(|| format!("cannot play `{text}` first"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back() {
        for (game, text) in [(GameId::MouseAndCats, "E1D2"), (GameId::TicTacToe, "8")] {
            let mv = parse_move(game, text).unwrap();
            assert_eq!(move_text(game, mv).as_deref(), Some(text));
        }
        assert_eq!(move_text(GameId::TicTacToe, Move::NONE), None);
    }

    #[test]
    fn what_is_no_move_is_quoted() {
        let error = parse_move(GameId::TicTacToe, "E1D2").unwrap_err().to_string();
        assert_eq!(error, "`E1D2` is not a move of tic-tac-toe");
    }
}
