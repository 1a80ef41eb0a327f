//! The certain result of a position, where one is known.

use engine::descriptor::Descriptor;
use engine::engines::Engines;
use engine::player::{Choice, Source};
use engine::{Game, Outcome, Side};

/// Returns how the game ends if nobody errs, and in how many plies from now, 0 if that is unknown; [`Outcome::Ongoing`] if
/// nothing is certain. The choice is the best level's in this position; its search is `complete` if nobody ended it. Where that
/// level sees the [whole](Descriptor::whole) game, an undecided position is a draw.
pub fn verdict(engines: &mut Engines, choice: &Choice, complete: bool) -> (Outcome, u8) {
    let score = choice.score;
    if choice.source == Source::OnlyMove {
        engines.play(choice.mv);
        let outcome = engines.outcome();
        engines.undo(choice.mv);
        if outcome != Outcome::Ongoing {
            return (outcome, 1);
        }
    }
    if choice.source == Source::Strategy {
        return (if engines.side() == Side::First { Outcome::First } else { Outcome::Second }, 0);
    }
    let Descriptor { certain: [first, second], whole, .. } = *engines.selected().descriptor();
    // Checked before proven results, as the search knows how many plies it takes.
    if choice.source == Source::Search {
        if score >= first {
            return (Outcome::First, 0xFF - score);
        }
        if score <= second {
            return (Outcome::Second, score);
        }
        if whole && complete {
            return (Outcome::Draw, 0);
        }
    }
    (engines.proven(), 0)
}
