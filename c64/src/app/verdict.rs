//! What is known for certain about a position.

use engine::engines::Engines;
use engine::evaluate::{EVEN, FIRST_WINS, SECOND_WINS};
use engine::games::GameId;
use engine::games::mouse_and_cats::strategy;
use engine::player::{Choice, Source};
use engine::{Game, Outcome};

/// How the game ends if nobody errs, and in how many plies from now, 0 if that is not known; [`Outcome::Ongoing`] when
/// nothing is certain. The choice is the engine's in this position; the search is `complete` if nobody has ended it and, in
/// tic-tac-toe, it went as deep as there are free squares.
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
    let game = engines.selected();
    if game == GameId::MouseAndCats {
        let proven = choice.source == Source::Strategy
            || engines.searched().is_some_and(|searched| strategy::contains(&searched.mouse_and_cats));
        if proven {
            return (Outcome::Second, 0);
        }
    }
    // Five in a row has scores of its own: the plies of a forced win, or no opinion.
    let (first, second) =
        if game == GameId::FiveInARow { (EVEN + 1, EVEN - 1) } else { (FIRST_WINS, SECOND_WINS) };
    if choice.source != Source::Search {
        (Outcome::Ongoing, 0)
    } else if score >= first {
        (Outcome::First, 0xFF - score)
    } else if score <= second {
        (Outcome::Second, score)
    } else if game == GameId::TicTacToe && complete {
        (Outcome::Draw, 0)
    } else {
        (Outcome::Ongoing, 0)
    }
}
