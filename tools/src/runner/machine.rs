//! Runs tasks on the in-process machine, with the verification program's own code and exact cycle counts.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use machine::{Config, Machine, Stop};
use verification::task::{REPORT_LEN, Report, Request};

use super::{Outcome, Program, Runner};

/// The program's mark at the start of the work.
const BEGIN: u8 = 1;
/// The program's mark at the end of the work.
const END: u8 = 2;

/// More than any task for which a user would wait: three and a quarter hours of C64 time, some minutes here.
const CYCLE_LIMIT: u64 = 12_000_000_000;

/// Runs the program in a new machine for each request.
pub struct InProcess {
    program: Program,
    counts: BTreeMap<u16, u64>,
}

impl InProcess {
    /// Creates a runner for this program.
    pub fn new(program: Program) -> InProcess {
        InProcess { program, counts: BTreeMap::new() }
    }

    /// As [`InProcess::new`], but counts the NOPs at these addresses.
    pub fn counting(program: Program, addresses: &[u16]) -> InProcess {
        InProcess { program, counts: addresses.iter().map(|address| (*address, 0)).collect() }
    }

    /// Returns how often the NOPs were executed in all requests.
    pub fn counts(&self) -> &BTreeMap<u16, u64> {
        &self.counts
    }
}

impl Runner for InProcess {
    fn run(&mut self, request: &Request) -> Result<Outcome> {
        // Without interrupts, the cycles are those of the work alone.
        let config = Config { cycle_limit: CYCLE_LIMIT, interrupts: false, ..Config::default() };
        let mut machine = Machine::new(config);
        machine.set_labels(self.program.labels.clone());
        machine.count_breakpoints(&self.counts.keys().copied().collect::<Vec<u16>>());
        machine.load_prg(&self.program.prg).context("cannot load the program")?;
        machine
            .load_bytes(self.program.mailbox.request, &request.encode())
            .context("cannot place the request")?;
        match machine.start_basic_program().context("the program failed")? {
            Stop::Exit { code: 0, .. } => {}
            Stop::Exit { code, .. } => bail!("the program ended with code {code}"),
            Stop::Halted { pc } => bail!("the program hangs at {}", self.program.describe(pc)),
            _ => {
                bail!("the program did not serve the request; it printed: {}", machine.transcript().trim())
            }
        }
        for (address, count) in machine.breakpoints() {
            *self.counts.entry(address).or_default() += count;
        }
        let start = usize::from(self.program.mailbox.report);
        let bytes: [u8; REPORT_LEN] = machine.ram(start..start + REPORT_LEN).try_into()?;
        let report = Report::decode(&bytes).context("the program wrote no report")?;
        let cycles = match report {
            Report::Failed(_) => None,
            _ => Some(cycles_between_marks(&machine)?),
        };
        Ok(Outcome { report, cycles })
    }
}

fn cycles_between_marks(machine: &Machine) -> Result<u64> {
    let cycle = |value: u8| machine.marks().iter().find(|mark| mark.value == value).map(|mark| mark.cycle);
    let (begin, end) = cycle(BEGIN)
        .zip(cycle(END))
        .ok_or_else(|| anyhow!("the program did not record the cycles of its work"))?;
    Ok(end - begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::games::GameId;
    use verification::task::{Task, TaskError};

    /// Hand-written: copies REQUEST's first 3 bytes to REPORT+1.., sets marks around two NOPs, exits.
    fn echo() -> Program {
        let mut prg = vec![0x01, 0x08];
        prg.extend([0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'8', b'0', 0, 0, 0]);
        prg.resize(2 + 0x1f, 0);
        prg.extend([
            0xa9, 1, 0x8d, 0xfe, 0xd7, // LDA #1: STA $D7FE
            0xea, 0xea, // NOP: NOP
            0xa9, 2, 0x8d, 0xfe, 0xd7, // LDA #2: STA $D7FE
            0xad, 0x82, 0x08, 0x8d, 0x03, 0x09, // LDA REQUEST+2: STA REPORT+3
            0xa9, 0, 0x8d, 0x00, 0x09, // LDA #0: STA REPORT
            0xa9, 1, 0x8d, 0x02, 0x09, // LDA #1: STA REPORT+2
            0xa9, 0, 0x8d, 0xff, 0xd7, // LDA #0: STA $D7FF
        ]);
        prg.resize(2 + 0x180, 0);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("echo.prg");
        std::fs::write(&path, &prg).unwrap();
        std::fs::write(path.with_extension("lbl"), "al C:0880 .REQUEST\nal C:0900 .REPORT\n").unwrap();
        Program::read(&path).unwrap()
    }

    fn perft(depth: u8) -> Request {
        Request::new(Task::Perft, GameId::TicTacToe, depth)
    }

    #[test]
    fn a_request_goes_in_and_a_report_comes_out() {
        let outcome = InProcess::new(echo()).run(&perft(7)).unwrap();
        let Report::Perft(count) = outcome.report else { panic!("{outcome:?}") };
        assert_eq!(count.leaves, 7);
        assert_eq!(outcome.cycles, Some(2 + 2 + 2 + 4));
    }

    #[test]
    fn another_exit_code_is_an_error() {
        let mut program = echo();
        let at = program.prg.len() - program.prg.iter().rev().position(|byte| *byte == 0xd7).unwrap() - 4;
        program.prg[at] = 3;
        let error = InProcess::new(program).run(&perft(7)).unwrap_err().to_string();
        assert_eq!(error, "the program ended with code 3");
    }

    #[test]
    fn a_program_that_returns_served_nothing() {
        let mut program = echo();
        program.prg[2 + 0x1f] = 0x60;
        let error = InProcess::new(program).run(&perft(7)).unwrap_err().to_string();
        assert!(error.starts_with("the program did not serve the request"), "{error}");
    }

    #[test]
    fn a_refused_request_has_no_cycles() {
        let mut program = echo();
        let store = [0xa9, 0, 0x8d, 0x00, 0x09];
        let at = program.prg.windows(5).position(|bytes| bytes == store).unwrap();
        program.prg[at + 1] = 5;
        let outcome = InProcess::new(program).run(&perft(7)).unwrap();
        assert_eq!(outcome, Outcome { report: Report::Failed(TaskError::Moves), cycles: None });
    }
}
