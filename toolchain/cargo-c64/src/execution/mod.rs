//! Runs a program to its end on the built-in C64 or in VICE, with scripted keyboard and joystick input.

mod drawn;
pub mod in_vice;
mod options;

pub use drawn::drawn;
pub use options::Options;

use anyhow::{Context, Result};
use machine::{Config, Disk, Error, Labels, Machine, Stop};
use serde::Serialize;
use vice::joystick::{Script, Step};

use crate::backtrace::Source;

/// Cycles per frame of a PAL C64: 312 raster lines of 63 cycles (VIC-II 6569).
pub const FRAME: u64 = 312 * 63;

/// Cycles between two checks whether the program has read the joystick: a twentieth of a frame.
const GLANCE: u64 = FRAME / 20;

/// Rows and columns of the text screen.
const ROWS: usize = 25;

/// A program with its input and limits.
pub struct Execution<'a> {
    /// The program file, load address first.
    pub prg: &'a [u8],
    /// Labels in VICE's format, used to name the last instructions of a failed program; may be empty.
    pub labels: &'a str,
    /// The program's source map, for its call stack.
    pub source: &'a Source,
    /// Keys typed from the start, as PETSCII codes.
    pub keys: Vec<u8>,
    /// The script for the joystick, from the start.
    pub joystick: Option<&'a Script>,
    /// The number of cycles after which the program is stopped.
    pub limit: u64,
    /// The disk in the drive.
    pub disk: Option<Box<dyn Disk>>,
    /// Whether the processor waits while the VIC-II reads memory for bad lines and sprites.
    pub vic_ii: bool,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// It stored its exit code to `$D7FF`.
    Exit,
    /// It returned to BASIC.
    Returned,
    /// It waits for a key, and none is left.
    Waiting,
    /// It was still running at the limit.
    Limit,
    /// It did something that no correct program does, or it hangs.
    Error,
}

/// The outcome of a program, as `cargo c64 run --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The exit code that it stored.
    pub code: Option<u8>,
    /// The cycles that it ran for, including the KERNAL's interrupts.
    pub cycles: u64,
    /// Whether `cycles` includes those for which the VIC-II stops the processor, as in VICE and on a C64.
    pub vic_ii: bool,
    /// The 25 rows of the text screen, without trailing spaces.
    pub screen: Vec<String>,
    /// Everything that it printed, as text; unknown in VICE.
    pub printed: Option<String>,
    /// The error, or the program's place at the limit, with the call stack; after a fault also the registers and the last
    /// instructions.
    pub error: Option<String>,
    /// The `breakpoint!()`s that it passed; unknown in VICE.
    pub breakpoints: Option<Vec<Passed>>,
}

/// A `breakpoint!()` that a program passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passed {
    /// The function, with file and line if they are known.
    pub place: String,
    /// How often it was passed.
    pub count: u64,
}

/// Describes in words whether cycles include those for which the VIC-II stops the processor.
pub const fn counted(vic_ii: bool) -> &'static str {
    if vic_ii { "with those of the VIC-II" } else { "without those of the VIC-II" }
}

impl Outcome {
    /// Returns whether the program succeeded: exit code 0, or a return to BASIC.
    pub fn is_good(&self) -> bool {
        matches!((self.end, self.code), (End::Exit, Some(0)) | (End::Returned, _))
    }

    /// Describes the end in a sentence.
    pub fn sentence(&self) -> String {
        match (self.end, self.code) {
            (End::Exit, Some(code)) => format!("the program ended with exit code {code}"),
            (End::Exit, None) | (End::Returned, _) => "the program returned to BASIC".into(),
            (End::Waiting, _) => "the program waits for a key".into(),
            (End::Limit | End::Error, _) => {
                let error = self.error.as_deref().and_then(|error| error.lines().next());
                let what = if self.end == End::Limit {
                    "the program was still running"
                } else {
                    "the program failed"
                };
                error.map_or(what.to_string(), |error| format!("{what}: {error}"))
            }
        }
    }
}

impl Execution<'_> {
    /// Returns the machine with the program loaded and the keys typed, before the first instruction.
    ///
    /// # Errors
    /// The file is not a program that RUN can start, or the labels are malformed.
    pub fn machine(&mut self) -> Result<Machine> {
        self.machine_with(Config { video_stalls: self.vic_ii, ..Config::default() })
    }

    /// As [`Execution::machine`], with this machine configuration. The cycle limit is that of the execution.
    ///
    /// # Errors
    /// As [`Execution::machine`].
    pub fn machine_with(&mut self, config: Config) -> Result<Machine> {
        // The compiler never emits undocumented opcodes, so any that run come from assembly and are intended.
        let mut machine = Machine::new(Config { cycle_limit: u64::MAX, undocumented: true, ..config });
        machine.load_prg(self.prg).context("cannot load the program")?;
        machine.set_labels(Labels::parse(self.labels).context("cannot read the labels")?);
        machine.count_breakpoints(&self.source.breakpoints);
        machine.type_keys(&self.keys);
        if let Some(disk) = self.disk.take() {
            machine.insert_disk(disk);
        }
        machine.prepare_basic_program().context("cannot start the program")?;
        Ok(machine)
    }

    /// Runs the program to its end.
    ///
    /// # Errors
    /// As [`Execution::machine`]. Errors of the program itself are part of the outcome.
    pub fn run(&mut self) -> Result<(Machine, Outcome)> {
        let mut machine = self.machine()?;
        let outcome = self.continue_to_end(&mut machine);
        Ok((machine, outcome))
    }

    /// Runs the machine that [`Execution::machine`] made to the end of the program.
    pub fn continue_to_end(&self, machine: &mut Machine) -> Outcome {
        for step in self.joystick.iter().flat_map(|script| &script.steps) {
            let port = self.joystick.map_or(2, |script| script.port);
            let (held, frames) = match *step {
                Step::Hold { held, frames } => (held, Some(frames)),
                Step::Wait => (0, None),
            };
            machine.hold_joystick(port, held);
            let end = frames.map_or(u64::MAX, |frames| machine.cycles() + u64::from(frames) * FRAME);
            while machine.cycles() < end.min(self.limit) {
                let mut cycles = end.min(self.limit) - machine.cycles();
                if frames.is_none() {
                    if machine.has_read_joystick(port) {
                        break;
                    }
                    cycles = cycles.min(GLANCE);
                }
                match machine.run_for(cycles) {
                    // A program that waits for a key may also read the joystick.
                    Ok(None | Some(Stop::WaitingForKey)) => {}
                    result => return self.outcome(machine, result),
                }
            }
            machine.hold_joystick(port, 0);
        }
        let result = machine.run_for(self.limit.saturating_sub(machine.cycles()));
        self.outcome(machine, result)
    }

    /// Returns the outcome of the program in this machine.
    pub fn outcome(&self, machine: &Machine, result: Result<Option<Stop>, Error>) -> Outcome {
        let (end, code, error) = match result {
            Ok(Some(Stop::Exit { code, .. })) => (End::Exit, Some(code), None),
            Ok(Some(Stop::Returned | Stop::WarmStart)) => (End::Returned, None, None),
            Ok(Some(Stop::WaitingForKey)) => (End::Waiting, None, None),
            Ok(Some(Stop::Halted { pc })) => {
                (End::Error, None, Some(format!("it hangs: the instruction at ${pc:04X} jumps to itself")))
            }
            Ok(Some(stop)) => (End::Error, None, Some(format!("it stopped: {stop:?}"))),
            Ok(None) => {
                let place = self.source.place(machine.registers().pc);
                (End::Limit, None, Some(format!("at the cycle limit it was in {place}")))
            }
            Err(error) => (End::Error, None, Some(error.to_string())),
        };
        let error = error.map(|error| self.source.with_backtrace(&error, machine));
        let mut screen = machine.screen_text();
        screen.resize(ROWS, String::new());
        let printed = Some(machine.transcript().to_string());
        let passed = machine.breakpoints().into_iter().filter(|(_, count)| *count > 0);
        let breakpoints =
            Some(passed.map(|(at, count)| Passed { place: self.source.place(at), count }).collect());
        Outcome {
            end,
            code,
            cycles: machine.cycles(),
            vic_ii: self.vic_ii,
            screen,
            printed,
            error,
            breakpoints,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of `10 SYS 2080` and this code at $0820.
    fn program(code: &[u8]) -> Vec<u8> {
        let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'8', b'0', 0, 0, 0];
        prg.resize(2 + 0x1f, 0);
        prg.extend(code);
        prg
    }

    fn run(code: &[u8], keys: &[u8], joystick: Option<&str>, limit: u64) -> Outcome {
        let prg = program(code);
        let script: Option<Script> = joystick.map(|text| text.parse().unwrap());
        let joystick = script.as_ref();
        let keys = keys.to_vec();
        let source = &Source::default();
        let (disk, vic_ii) = (None, false);
        Execution { prg: &prg, labels: "", source, keys, joystick, limit, disk, vic_ii }.run().unwrap().1
    }

    #[test]
    fn every_end_is_told() {
        let exit = run(&[0xa9, 3, 0x8d, 0xff, 0xd7], &[], None, 1_000_000);
        assert_eq!((exit.end, exit.code, exit.cycles, exit.is_good()), (End::Exit, Some(3), 6, false));
        let returned = run(&[0x60], &[], None, 1_000_000);
        assert_eq!((returned.end, returned.is_good()), (End::Returned, true));
        let waiting = run(&[0x20, 0xe4, 0xff, 0x4c, 0x20, 0x08], &[], None, 100_000_000);
        assert_eq!((waiting.end, waiting.is_good()), (End::Waiting, false));
        let limit = run(&[0xea, 0x4c, 0x20, 0x08], &[], None, 1_000_000);
        assert_eq!((limit.end, limit.is_good()), (End::Limit, false));
        assert!(
            limit.sentence().starts_with("the program was still running: at the cycle limit it was in $08")
        );
        assert!((1_000_000..1_000_100).contains(&limit.cycles), "{}", limit.cycles);
        let hangs = run(&[0x4c, 0x20, 0x08], &[], None, 1_000_000);
        assert_eq!(
            hangs.sentence(),
            "the program failed: it hangs: the instruction at $0820 jumps to itself"
        );
        let error = run(&[0x02], &[], None, 1_000_000);
        assert_eq!((error.end, error.is_good()), (End::Error, false));
        assert!(error.sentence().starts_with("the program failed: JAM ($02) at $0820"));
    }

    #[test]
    fn what_is_typed_is_printed_and_stands_on_the_screen() {
        // JSR GETIN: BEQ to the start: JSR CHROUT: CMP #13: BNE to the start: RTS
        let code = [0x20, 0xe4, 0xff, 0xf0, 0xfb, 0x20, 0xd2, 0xff, 0xc9, 13, 0xd0, 0xf4, 0x60];
        let outcome = run(&code, b"HI\r", None, 1_000_000);
        assert_eq!((outcome.end, outcome.printed.as_deref()), (End::Returned, Some("HI\n")));
        assert_eq!((outcome.screen.len(), &*outcome.screen[0]), (ROWS, "HI"));
    }

    #[test]
    fn the_joystick_is_held_for_its_frames() {
        // LDA $DC00: AND #16: BNE to the start: STA $D7FF
        let code = [0xad, 0x00, 0xdc, 0x29, 16, 0xd0, 0xf9, 0x8d, 0xff, 0xd7];
        let outcome = run(&code, &[], Some("-*10,fire"), 10_000_000);
        assert_eq!((outcome.end, outcome.code), (End::Exit, Some(0)));
        assert!((10 * FRAME..11 * FRAME).contains(&outcome.cycles), "{}", outcome.cycles);
        assert_eq!(run(&code, &[], None, 1_000_000).end, End::Limit);
    }

    #[test]
    fn a_script_can_wait_for_the_first_read() {
        // LDX #0: LDY #0: INY: BNE: INX: BNE to INY: LDA $DC00: AND #16: EOR #16: STA $D7FF, after 329,000 cycles.
        let late = [
            0xa2, 0, 0xa0, 0, 0xc8, 0xd0, 0xfd, 0xe8, 0xd0, 0xfa, 0xad, 0x00, 0xdc, 0xad, 0x00, 0xdc, 0x29,
            16, 0xd0, 0xf9, 0x49, 16, 0x8d, 0xff, 0xd7,
        ];
        assert_eq!(run(&late, &[], Some("fire"), 1_000_000).end, End::Limit);
        let waited = run(&late, &[], Some("wait,fire"), 1_000_000);
        assert_eq!((waited.end, waited.code), (End::Exit, Some(16)));
        assert!((328_000..330_000 + 2 * GLANCE).contains(&waited.cycles), "{}", waited.cycles);
        // A program that reads port 1 does not count as having read port 2.
        let mut other = late;
        (other[11], other[14]) = (1, 1);
        assert_eq!(run(&other, &[], Some("wait,fire"), 1_000_000).end, End::Limit);
        assert_eq!(run(&other, &[], Some("1:wait,fire"), 1_000_000).end, End::Exit);
    }

    #[test]
    fn the_cycles_of_the_vic_ii_are_counted_if_asked() {
        // LDX #0: LDY #0: INY: BNE: INX: BNE to INY: RTS takes 329,000 cycles. The usual screen has 25 bad lines of 40 to 43 cycles in
        // each of the 17 frames.
        let code = [0xa2, 0, 0xa0, 0, 0xc8, 0xd0, 0xfd, 0xe8, 0xd0, 0xfa, 0x60];
        let prg = program(&code);
        let outcome = |vic_ii| {
            let source = &Source::default();
            let (keys, joystick, limit, disk) = (Vec::new(), None, 1_000_000, None);
            let mut execution =
                Execution { prg: &prg, labels: "", source, keys, joystick, limit, disk, vic_ii };
            execution.run().unwrap().1
        };
        let (without, with) = (outcome(false), outcome(true));
        let taken = with.cycles - without.cycles;
        assert!((15 * 25 * 40..50_000).contains(&taken), "{taken}");
        assert!(with.vic_ii && !without.vic_ii);
    }
}
