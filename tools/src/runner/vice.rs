//! Runs tasks in VICE, which is started once for all of them.

use anyhow::{Context, Result};
use verification::task::{REPORT_LEN, Report, Request};
use vice::{Config, Tasks, VicePaths};

use super::{Outcome, Program, Runner};

/// The program in VICE.
pub struct InVice {
    paths: VicePaths,
    program: Program,
    tasks: Option<Tasks>,
}

impl InVice {
    /// Creates a runner for this program; VICE starts with the first request.
    pub fn new(paths: VicePaths, program: Program) -> InVice {
        InVice { paths, program, tasks: None }
    }
}

impl Runner for InVice {
    fn run(&mut self, request: &Request) -> Result<Outcome> {
        let mut tasks = match self.tasks.take() {
            Some(tasks) => tasks,
            None => {
                let config = Config::default();
                Tasks::start(&self.paths, &config, &self.program.prg, self.program.mailbox)
                    .context("cannot start the program in VICE")?
            }
        };
        let mut report = [0; REPORT_LEN];
        let cycles = tasks.run(&request.encode(), &mut report).context("the program failed in VICE")?;
        // After an error, VICE is unusable and is dropped.
        self.tasks = Some(tasks);
        let report = Report::decode(&report).context("the program wrote no report")?;
        let cycles = match report {
            Report::Failed(_) => None,
            _ => Some(cycles),
        };
        Ok(Outcome { report, cycles })
    }
}
