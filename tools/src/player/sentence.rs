//! Formats advice as sentences, with the game's names for its sides.

use engine::Side;

use super::advice::{Advice, Verdict, winner};
use super::moves::text_of;
use super::playable::Playable;

impl Advice {
    /// Formats the verdict as a sentence about a position with `side` to move.
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
    /// Formats the verdict as a sentence about a position with `side` to move. Moves are counted for the winner only.
    pub fn sentence<G: Playable>(self, side: Side) -> String {
        let (end, within) = match self {
            Verdict::Exact(end) => (end, "in"),
            Verdict::Forced(end) => (end, "within"),
            Verdict::Open => return "nobody has a forced win in sight".into(),
        };
        let Some(winner) = winner(end.outcome) else { return "a draw with best play".into() };
        let words = G::words(winner);
        if end.plies == 0 {
            return format!("{} {} won", words.name, if words.plural { "have" } else { "has" });
        }
        // The side to move makes the first of the remaining moves and every second one after it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Outcome;
    use engine::evaluate::Decision;
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
}
