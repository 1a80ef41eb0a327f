//! Runs one request in several places.

use anyhow::{Context, Result, anyhow};
use cargo_c64::setup::Setup;
use verification::task::{Report, Request, TaskError};

use super::{Host, On, Outcome, start};

/// Runs a request in each place. `moves` are the request's moves as the user wrote them.
///
/// # Errors
/// Something is missing, a program fails, or the request is rejected; the error quotes an illegal move.
pub fn run_everywhere(
    request: &Request,
    moves: &[String],
    places: &[On],
    setup: Setup,
) -> Result<Vec<(On, Outcome)>> {
    // The host checks at once whether the moves are legal, before anything is built.
    let checked = Host::new().check(request);
    checked.map_err(|error| refusal(error, moves))?;
    let mut outcomes = Vec::new();
    for (on, mut runner) in start(places, setup)? {
        let outcome = runner.run(request).with_context(|| format!("cannot run this on {on}"))?;
        if let Report::Failed(error) = outcome.report {
            return Err(refusal(error, moves)).with_context(|| format!("cannot run this on {on}"));
        }
        outcomes.push((on, outcome));
    }
    Ok(outcomes)
}

fn refusal(error: TaskError, moves: &[String]) -> anyhow::Error {
    match error {
        TaskError::Illegal(index) => {
            let text = moves.get(usize::from(index)).map_or("?", String::as_str);
            anyhow!("move {} ({text}) is illegal", index + 1)
        }
        other => anyhow::Error::new(other),
    }
}

#[cfg(test)]
mod tests {
    use engine::games::GameId;
    use verification::task::Task;

    use super::*;
    use crate::games;

    #[test]
    fn an_illegal_move_is_named_by_its_text() {
        let moves = ["E1D2".to_string(), "D2E1".to_string()];
        let mut request = Request::new(Task::Perft, GameId::MouseAndCats, 1);
        games::push_moves(&mut request, &moves).unwrap();
        let setup = Setup { install: false };
        let error = run_everywhere(&request, &moves, &[On::Host], setup).unwrap_err();
        assert_eq!(error.to_string(), "move 2 (D2E1) is illegal");
    }
}
