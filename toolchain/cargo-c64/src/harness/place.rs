//! The places where a test can run: the built-in C64 and VICE.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use compiler::Image;
use machine::{Config, Labels, Machine, Stop};
use vice::{self, Drive, Input, Limits, ViceError, VicePaths};

use crate::backtrace::Source;
use crate::startable::{LOAD, line, startable};

/// Cycles after which a test is assumed to hang: eight minutes of C64 time. In VICE, they count from power-on.
pub const CYCLES: u64 = 500_000_000;

/// The host time after which a test in VICE is assumed to hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// Address of the two-byte index of the test to run; the same as in `toolchain/sdk/src/harness.rs`.
const CHOSEN: u16 = 0x02a7;

/// How a test program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It stored its exit code.
    Exit {
        /// The code.
        code: u8,
        /// The cycles since its start.
        cycles: u64,
        /// Its output, if known.
        printed: Option<String>,
    },
    /// It did not end in time.
    Limit,
    /// It did something that no correct program does.
    Crashed(String),
}

/// A place where test programs run.
pub trait Place {
    /// Runs a test program with the index of one test.
    ///
    /// # Errors
    /// The place cannot run anything.
    fn run(&mut self, image: &Image, index: u16) -> Result<Ended>;
}

/// The built-in C64.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnMachine {
    /// Whether to show the registers and the last instructions after a crash.
    pub verbose: bool,
}

impl Place for OnMachine {
    fn run(&mut self, image: &Image, index: u16) -> Result<Ended> {
        let mut machine =
            Machine::new(Config { cycle_limit: CYCLES, undocumented: true, ..Config::default() });
        machine.set_labels(Labels::parse(&image.labels).context("cannot read the labels")?);
        machine.load_prg(&startable(image)).context("cannot load the tests")?;
        machine.load_bytes(CHOSEN, &index.to_le_bytes()).context("cannot choose the test")?;
        Ok(match machine.start_basic_program() {
            Ok(Stop::Exit { code, cycles }) => {
                let printed = String::from_utf8_lossy(machine.printed()).into_owned();
                Ended::Exit { code, cycles, printed: Some(printed) }
            }
            Ok(Stop::WaitingForKey) => Ended::Crashed("waits for a key, and nobody types in a test".into()),
            Ok(Stop::Halted { pc }) => {
                Ended::Crashed(format!("hangs: the instruction at ${pc:04X} jumps to itself"))
            }
            Ok(stop) => Ended::Crashed(format!("stopped: {stop:?}")),
            Err(machine::Error::CycleLimit { .. }) => Ended::Limit,
            Err(error) => {
                let source = Source::of_image(image);
                let text = error.to_string();
                let text = if self.verbose { &text } else { text.lines().next().unwrap_or_default() };
                Ended::Crashed(source.with_backtrace(text, &machine))
            }
        })
    }
}

/// VICE, restarted for each test.
#[derive(Clone, Debug)]
pub struct InVice {
    /// Where VICE and its ROMs are.
    pub paths: VicePaths,
}

impl Place for InVice {
    fn run(&mut self, image: &Image, index: u16) -> Result<Ended> {
        let prg = with_choice(&startable(image), image.entry, index)?;
        let config =
            vice::Config { limits: Limits { cycles: CYCLES, wall: PATIENCE }, ..vice::Config::default() };
        match in_vice(&self.paths, &config, &prg) {
            Ok(ended) => Ok(ended),
            Err(ViceError::CycleLimit { .. } | ViceError::WallClock { .. }) => Ok(Ended::Limit),
            Err(error) => Err(error).context("cannot run the test in VICE"),
        }
    }
}

/// Runs a program in VICE and returns how it ended and what it printed.
fn in_vice(paths: &VicePaths, config: &vice::Config, prg: &[u8]) -> Result<Ended, ViceError> {
    let mut run = vice::Run::start(paths, config, prg, Drive::Absent, Input::default(), "", &[])?;
    run.note_printed()?;
    let stop = run.go(CYCLES)?;
    let state = run.state()?;
    let printed = Some(String::from_utf8_lossy(run.printed()).into_owned());
    Ok(match stop {
        vice::Stop::Exit(code) => Ended::Exit { code, cycles: state.cycles, printed },
        vice::Stop::Limit => Ended::Limit,
        vice::Stop::Jam => Ended::Crashed(format!("the opcode at ${:04X} locks the processor up", state.pc)),
        stop => Ended::Crashed(format!("stopped: {stop:?}")),
    })
}

/// Returns the program file with a BASIC line that stores the index before it starts the program, since VICE starts programs with RUN.
fn with_choice(prg: &[u8], entry: u16, index: u16) -> Result<Vec<u8>> {
    let [low, high] = index.to_le_bytes();
    // POKE, POKE, SYS.
    let mut start = line(&format!("\u{97}{CHOSEN},{low}:\u{97}{},{high}:\u{9e}{entry}", CHOSEN + 1));
    let room = usize::from(entry - LOAD);
    if start.len() > room {
        bail!("the BASIC line that chooses test {index} does not fit before the program");
    }
    start.resize(room, 0);
    let mut chosen = prg[..2].to_vec();
    chosen.extend(start);
    chosen.extend(&prg[2 + room..]);
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basic_line_stores_the_index_and_starts_the_program() {
        let mut prg = vec![0x01, 0x08];
        prg.resize(2 + 0x1f, 0xff);
        prg.push(0x60);
        let chosen = with_choice(&prg, 0x0820, 300).unwrap();
        assert_eq!((chosen.len(), chosen[0x21], &chosen[..2]), (prg.len(), 0x60, &[0x01, 0x08][..]));
        let line = &chosen[2..];
        assert_eq!(line[4], 0x97);
        assert!(line[5..].starts_with(b"679,44:\x97680,1:\x9e2080\0\0\0"), "{line:?}");
        // The line's link points to the two zeros that end the program.
        let next = usize::from(u16::from_le_bytes([line[0], line[1]]) - 0x0801);
        assert_eq!((line[next - 1], line[next], line[next + 1]), (0, 0, 0));
        assert!(with_choice(&prg, 0x0810, 300).is_err());
    }
}
