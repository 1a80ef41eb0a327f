//! The legal moves of any game, and their notation.

use engine::Move;

/// Returns the legal moves of a position in the game's order; none if the game is over.
pub fn legal_moves<G: engine::Game>(game: &G) -> Vec<Move> {
    engine::record::legal_moves(game).collect()
}

/// Formats a move.
pub fn text_of<G: engine::Notation>(mv: Move) -> String {
    let mut text = [0; engine::notation::MAX_TEXT];
    let length = G::write_move(mv, &mut text);
    text.iter().take(usize::from(length)).map(|byte| char::from(*byte)).collect()
}
