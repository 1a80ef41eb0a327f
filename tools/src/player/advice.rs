//! What the tools tell a person about a position: the best move, and how the game will end.

use engine::evaluate::{Decision, EVEN, FIRST_WINS, SECOND_WINS};
use engine::{Move, Outcome, Side};

use super::{Playable, text_of};

/// How the game will end if nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Won or drawn, after so many more moves of both sides; nothing else can be forced.
    Exact(Decision),
    /// A win that can be forced, within so many moves; there may be a faster one.
    Forced(Decision),
    /// Nobody has found a forced win.
    Open,
}

/// The best move and the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move to play, [`Move::NONE`] in a finished game.
    pub best: Move,
    /// Why that one, as part of a sentence.
    pub reason: String,
    /// How the game will end.
    pub verdict: Verdict,
    /// The line of play to the end, as far as it is known, the best move first.
    pub line: Vec<Move>,
}

impl Advice {
    /// The verdict as a sentence about a position with `side` to move.
    pub fn sentence<G: Playable>(&self, side: Side) -> String {
        let (decision, exact) = match self.verdict {
            Verdict::Exact(decision) => (decision, true),
            Verdict::Forced(decision) => (decision, false),
            Verdict::Open => return "nobody has a forced win in sight".into(),
        };
        let Some(winner) = winner(decision.outcome) else {
            return "a draw, if nobody errs".into();
        };
        let (words, plies) = (G::words(winner), decision.plies);
        if plies == 0 {
            return format!("{} {} won", words.name, if words.plural { "have" } else { "has" });
        }
        let within = if exact { "in" } else { "within" };
        let unit = if plies == 1 { "ply" } else { "plies" };
        let mut text = format!("{} {within} {plies} {unit}", words.with("win"));
        if winner == side && !self.best.is_none() {
            text += &format!(": {}", text_of::<G>(self.best));
        }
        text
    }
}

/// The side that an outcome is a win of.
pub fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::First => Some(Side::First),
        Outcome::Second => Some(Side::Second),
        Outcome::Draw | Outcome::Ongoing => None,
    }
}

/// The end of the game that a score of the engine's own search tells of, if it does.
pub fn end_of_score(score: u8) -> Option<Decision> {
    if score >= FIRST_WINS {
        Some(Decision { outcome: Outcome::First, plies: 0xFF - score })
    } else if score <= SECOND_WINS {
        Some(Decision { outcome: Outcome::Second, plies: score })
    } else {
        None
    }
}

/// The end of the game that the score of a search to the very end tells: what is not won is a draw.
pub fn end_of_full_search(score: u8) -> Decision {
    end_of_score(score).unwrap_or_else(|| {
        debug_assert_eq!(score, EVEN, "a search to the end judges nothing");
        Decision { outcome: Outcome::Draw, plies: 0 }
    })
}
