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
        let text = self.verdict.sentence::<G>(side);
        let wins = match self.verdict {
            Verdict::Exact(end) | Verdict::Forced(end) => winner(end.outcome) == Some(side),
            Verdict::Open => false,
        };
        if wins && !self.best.is_none() { format!("{text}: {}", text_of::<G>(self.best)) } else { text }
    }
}

impl Verdict {
    /// The verdict as a sentence about a position with `side` to move. Moves are the winner's own.
    pub fn sentence<G: Playable>(self, side: Side) -> String {
        let (end, within) = match self {
            Verdict::Exact(end) => (end, "in"),
            Verdict::Forced(end) => (end, "within"),
            Verdict::Open => return "nobody has a forced win in sight".into(),
        };
        let Some(winner) = winner(end.outcome) else { return "a draw, if nobody errs".into() };
        let words = G::words(winner);
        if end.plies == 0 {
            return format!("{} {} won", words.name, if words.plural { "have" } else { "has" });
        }
        // The side to move makes the first of the moves that are left, and every second one from there.
        let moves = if winner == side { end.plies.div_ceil(2) } else { end.plies / 2 };
        let (within, moves) =
            if moves == 1 { ("in", "1 move".into()) } else { (within, format!("{moves} moves")) };
        if G::LOSER == Some(winner) {
            format!("{} can still win, {within} {moves}", words.name)
        } else {
            format!("{} {within} {moves}", words.with("win"))
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::games::mouse_and_cats::MouseAndCats;
    use engine::games::tic_tac_toe::TicTacToe;

    fn end(outcome: Outcome, plies: u8) -> Decision {
        Decision { outcome, plies }
    }

    #[test]
    fn moves_are_the_winners_own() {
        let first = Verdict::Exact(end(Outcome::First, 5));
        assert_eq!(first.sentence::<TicTacToe>(Side::First), "X wins in 3 moves");
        let second = Verdict::Forced(end(Outcome::Second, 4));
        assert_eq!(second.sentence::<TicTacToe>(Side::First), "O wins within 2 moves");
        let last = Verdict::Exact(end(Outcome::Second, 1));
        assert_eq!(last.sentence::<MouseAndCats>(Side::Second), "the cats win in 1 move");
        let over = Verdict::Exact(end(Outcome::Second, 0));
        assert_eq!(over.sentence::<MouseAndCats>(Side::First), "the cats have won");
    }

    #[test]
    fn who_ought_to_lose_can_still_win() {
        let advice = Advice {
            best: TicTacToe::place(0),
            reason: String::new(),
            verdict: Verdict::Exact(end(Outcome::First, 1)),
            line: Vec::new(),
        };
        assert_eq!(advice.sentence::<TicTacToe>(Side::First), "X wins in 1 move: 0");
        assert_eq!(Verdict::Open.sentence::<TicTacToe>(Side::First), "nobody has a forced win in sight");
        let mouse = advice.verdict.sentence::<MouseAndCats>(Side::First);
        assert_eq!(mouse, "the mouse can still win, in 1 move");
    }

    #[test]
    fn scores_near_the_ends_are_wins() {
        assert_eq!(end_of_score(0xFF - 7), Some(end(Outcome::First, 7)));
        assert_eq!(end_of_score(3), Some(end(Outcome::Second, 3)));
        assert_eq!((end_of_score(0x80), end_of_score(0x10)), (None, None));
        assert_eq!(end_of_full_search(EVEN), end(Outcome::Draw, 0));
    }
}
