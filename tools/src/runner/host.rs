//! Runs tasks on the host, with the native build of the engine.

use anyhow::{Context, Result};
use engine::Silent;
use engine::engines::Engines;
use verification::task::{REPORT_LEN, Report, Request, Task, TaskError, serve};

use super::{Outcome, Runner};

/// The engine in this process.
pub struct Host {
    engines: Box<Engines>,
}

impl Host {
    /// Creates a fresh engine.
    pub fn new() -> Host {
        Host { engines: Box::new(Engines::new()) }
    }

    /// Checks that a request would be served: its numbers are in range and its moves are legal.
    ///
    /// # Errors
    /// The request is invalid.
    pub fn check(&mut self, request: &Request) -> Result<(), TaskError> {
        Request::decode(&request.encode())?;
        // The same moves with the smallest task.
        let mut least = Request::new(Task::Perft, request.game, 0);
        for index in 0..request.moves() {
            least.push(request.get(index))?;
        }
        let mut report = [0; REPORT_LEN];
        serve(&mut self.engines, &least.encode(), &mut report, &mut Silent);
        match Report::decode(&report)? {
            Report::Failed(error) => Err(error),
            _ => Ok(()),
        }
    }
}

impl Default for Host {
    fn default() -> Host {
        Host::new()
    }
}

impl Runner for Host {
    fn run(&mut self, request: &Request) -> Result<Outcome> {
        let mut report = [0; REPORT_LEN];
        serve(&mut self.engines, &request.encode(), &mut report, &mut Silent);
        let report = Report::decode(&report).context("the engine wrote no report")?;
        Ok(Outcome { report, cycles: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verification::suite::suite;

    #[test]
    fn the_suite_is_met() {
        let mut host = Host::new();
        for case in suite().iter().filter(|case| !case.slow) {
            let outcome = host.run(&case.request()).unwrap();
            assert!(case.is_met_by(&outcome.report.encode()), "{case:?}: {outcome:?}");
            assert_eq!(outcome.cycles, None);
        }
    }
}
