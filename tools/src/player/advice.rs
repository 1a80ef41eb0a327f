//! Advice about a position: the best move, and how the game will end.

use engine::evaluate::{Decision, EVEN, FIRST_WINS, SECOND_WINS};
use engine::{Move, Outcome, Side};

/// The end of the game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won or drawn after this many more moves of both sides; nothing else can be forced.
    Exact(Decision),
    /// A win that can be forced within this many moves; there may be a faster one.
    Forced(Decision),
    /// No forced win was found.
    Open,
}

/// The best move and the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move to play; [`Move::NONE`] in a finished game.
    pub best: Move,
    /// The reason, as part of a sentence.
    pub reason: String,
    /// The end of the game.
    pub verdict: Verdict,
    /// The line of play to the end, as far as known, starting with the best move.
    pub line: Vec<Move>,
}

/// Returns the side that wins with an outcome, if any.
pub fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::First => Some(Side::First),
        Outcome::Second => Some(Side::Second),
        Outcome::Draw | Outcome::Ongoing => None,
    }
}

/// Returns the end of the game that a score of the engine's own search indicates, if any.
pub fn end_of_score(score: u8) -> Option<Decision> {
    if score >= FIRST_WINS {
        Some(Decision { outcome: Outcome::First, plies: 0xFF - score })
    } else if score <= SECOND_WINS {
        Some(Decision { outcome: Outcome::Second, plies: score })
    } else {
        None
    }
}

/// Returns the end of the game that the score of a search to the very end indicates: without a win, it is a draw.
pub fn end_of_full_search(score: u8) -> Decision {
    end_of_score(score).unwrap_or_else(|| {
        debug_assert_eq!(score, EVEN, "a search to the end judges nothing");
        Decision { outcome: Outcome::Draw, plies: 0 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(outcome: Outcome, plies: u8) -> Decision {
        Decision { outcome, plies }
    }

    #[test]
    fn scores_near_the_ends_are_wins() {
        assert_eq!(end_of_score(0xFF - 7), Some(end(Outcome::First, 7)));
        assert_eq!(end_of_score(3), Some(end(Outcome::Second, 3)));
        assert_eq!((end_of_score(0x80), end_of_score(0x10)), (None, None));
        assert_eq!(end_of_full_search(EVEN), end(Outcome::Draw, 0));
    }
}
