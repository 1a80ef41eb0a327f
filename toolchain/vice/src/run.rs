//! Runs a program in VICE from its entry to its end, or to a breakpoint.
//!
//! The entry and the return address are read from the machine, so that any set of ROMs works.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::time::Duration;

use machine::Machine;

use super::monitor::{Bank, Monitor, On};
use super::program::{EXIT_ADDRESS, PROGRAM_FILE, check_program};
use super::screen::{COLUMNS, ROWS};
use super::session::{Drive, KEY_BUFFER, KEY_BUFFER_BYTES, KEY_COUNT, MEMORY_POINTERS, connected};
use super::state::State;
use super::{Config, Display, Margins, Screen, ViceError, VicePaths};
use crate::joystick::{Script, Step};

/// The name of a file in the run's folder.
const COMMANDS_FILE: &str = "commands.mon";

/// How long the machine runs between two checks of its clock, in host time: about two million cycles of the exact emulator.
const SLICE: Duration = Duration::from_millis(100);

/// Cycles from VICE's start within which a BASIC program must reach its SYS: a minute on a PAL C64.
const LONGEST_START: u64 = 60 * chips::clock::PAL_HZ;

/// The KERNAL's screen page: Sheldon Leemon, "Mapping the Commodore 64", $288.
const SCREEN_PAGE: u16 = 0x0288;

/// The KERNAL routine that prints A: *Commodore 64 Programmer's Reference Guide*, page 272 ff.
const CHROUT: u16 = 0xffd2;

/// The BASIC ROM, under which programs have RAM, and the condition, in the syntax of VICE's monitor, under which it is visible: the two
/// lowest bits of the processor port are set.
const BASIC: std::ops::Range<u16> = 0xa000..0xc000;
const BASIC_IS_IN: &str = "(@cpu:$0001 & $03) == $03";

/// The first address of a checkpoint that covers all addresses.
const ANYWHERE: u16 = 0;

/// The CIA 1 registers with the lines of control ports 2 and 1: Sheldon Leemon, "Mapping the Commodore 64", $DC00 and $DC01.
const PORT_A: u16 = 0xdc00;
const PORT_B: u16 = 0xdc01;

/// The condition, in the syntax of VICE's monitor, that these registers are not being read by the KERNAL for the keyboard.
const BY_PROGRAM: &str = "PC < $e000";

/// Two raster lines, half a frame apart.
const FRAME_LINES: [u8; 2] = [16, 172];

/// The reason why a program has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It stored this exit code to `$D7FF`.
    Exit(u8),
    /// It returned to BASIC.
    Returned,
    /// It has used up its cycles.
    Limit,
    /// It reached a breakpoint at this address.
    Breakpoint(u16),
    /// It reached an opcode that locks up the processor.
    Jam,
}

/// Input for a program in VICE.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    /// Keys to type, PETSCII codes.
    pub keys: &'a [u8],
    /// The joystick script, if any.
    pub joystick: Option<&'a Script>,
}

/// A joystick that follows a script.
struct Stick {
    port: u8,
    /// The remaining steps, the current one first.
    steps: VecDeque<Step>,
    /// The checkpoint that ends the current step, or half of one of its frames.
    checkpoint: Option<[u8; 4]>,
    /// Half frames left in the current step.
    halves: u32,
}

/// A program in VICE.
pub struct Run {
    monitor: Monitor,
    /// VICE's clock at the program's entry.
    begun: u64,
    /// The address to which the program returns.
    back: u16,
    /// Keys not yet typed.
    keys: VecDeque<u8>,
    /// The joystick, if a script moves it.
    stick: Option<Stick>,
    /// The PETSCII codes printed since [`Run::note_printed`].
    printed: Vec<u8>,
}

impl Run {
    /// Starts VICE with the program, which gets `input`, and stops at its entry. `commands` are for VICE's monitor: labels and breakpoints;
    /// `more` are further arguments for VICE. The limits of `config` cover the start and everything after it.
    ///
    /// # Errors
    /// The program does not start with a BASIC line that has a SYS, something required is missing, or the start failed.
    pub fn start(
        paths: &VicePaths,
        config: &Config,
        prg: &[u8],
        drive: Drive,
        input: Input,
        commands: &str,
        more: &[OsString],
    ) -> Result<Run, ViceError> {
        check_program(prg)?;
        let entry = entry(prg)?;
        let files = [(PROGRAM_FILE, prg), (COMMANDS_FILE, commands.as_bytes())];
        let commands = format!("../{COMMANDS_FILE}");
        // A locked-up processor opens the monitor.
        let arguments = ["-autostartprgmode", "1", "-jamaction", "2", "-moncommands", &commands];
        let arguments = arguments.iter().map(OsString::from).chain(more.iter().cloned()).collect();
        let port = input.joystick.map_or(config.joystick_port, |script| Some(script.port));
        let config = &Config { joystick_port: port, ..*config };
        let mut monitor = connected(paths, config, drive, &files, arguments)?;
        monitor.autostart(PROGRAM_FILE)?;
        run_to_entry(&mut monitor, entry)?;
        let keys = input.keys.iter().copied().collect();
        let stick = input.joystick.map(|script| Stick {
            port: script.port,
            steps: script.steps.iter().copied().collect(),
            checkpoint: None,
            halves: 0,
        });
        let mut run = Run { monitor, begun: 0, back: 0, keys, stick, printed: Vec::new() };
        let State { cycles, sp, .. } = run.state()?;
        let back = run.monitor.read(Bank::Ram, 0x0100 + u16::from(sp) + 1, 2)?;
        // RTS continues after the address on the stack.
        (run.begun, run.back) = (cycles, u16::from_le_bytes([back[0], back[1]]).wrapping_add(1));
        match BASIC.contains(&run.back) {
            true => drop(run.monitor.stop_if(run.back, On::Execute, BASIC_IS_IN)?),
            false => run.monitor.stop_at(run.back, On::Execute)?,
        }
        run.monitor.stop_at(EXIT_ADDRESS, On::Store)?;
        if !run.keys.is_empty() {
            let taken = format!("@ram:${KEY_COUNT:04x} == $00");
            run.monitor.stop_if(KEY_COUNT, On::Store, &taken)?;
            run.type_some()?;
        }
        run.begin_step()?;
        Ok(run)
    }

    /// Lets the program run until this many cycles have passed since its entry; the clock is checked only about every two million cycles.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn go(&mut self, limit: u64) -> Result<Stop, ViceError> {
        loop {
            let hit = match self.monitor.run_to_hit(SLICE) {
                // The log may report it first; VICE's monitor still takes over.
                Err(ViceError::Jam(_)) => return Ok(Stop::Jam),
                hit => hit?,
            };
            match hit {
                None if self.state()?.cycles >= limit => return Ok(Stop::Limit),
                None => {}
                Some(KEY_COUNT) => self.type_some()?,
                Some(ANYWHERE | PORT_A | PORT_B) if self.stick.is_some() => self.go_on_with_step()?,
                Some(CHROUT) => {
                    let byte = self.state()?.a;
                    self.printed.push(byte);
                }
                Some(EXIT_ADDRESS) => return self.exit_code().map(Stop::Exit),
                Some(address) if address == self.back => return Ok(Stop::Returned),
                Some(address) => {
                    let opcode = self.monitor.read(Bank::Ram, address, 1)?[0];
                    return Ok(if jams(opcode) { Stop::Jam } else { Stop::Breakpoint(address) });
                }
            }
        }
    }

    /// Records everything that the program prints from now on. VICE stops at every character, which takes time on the host.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn note_printed(&mut self) -> Result<(), ViceError> {
        self.monitor.stop_at(CHROUT, On::Execute)
    }

    /// Returns what the program has printed since [`Run::note_printed`], in PETSCII.
    pub fn printed(&self) -> &[u8] {
        &self.printed
    }

    /// Returns the current state of the processor.
    ///
    /// # Errors
    /// VICE has ended, or its snapshot is not as expected.
    pub fn state(&mut self) -> Result<State, ViceError> {
        let mut state = self.monitor.state()?;
        state.cycles -= self.begun;
        Ok(state)
    }

    /// Returns the text screen, at the address where the KERNAL has it.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn screen(&mut self) -> Result<Screen, ViceError> {
        let page = self.monitor.read(Bank::Ram, SCREEN_PAGE, 1)?[0];
        let codes = self.monitor.read(Bank::Ram, u16::from(page) << 8, (COLUMNS * ROWS) as u16)?;
        let pointers = self.monitor.read(Bank::Io, MEMORY_POINTERS, 1)?;
        Ok(Screen::new(&codes, pointers[0] & 2 != 0))
    }

    /// Returns the current display, with sprites and these border sizes.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn display_with(&mut self, margins: Margins) -> Result<Display, ViceError> {
        self.monitor.display_with(margins)
    }

    /// Puts the next keys into the empty keyboard buffer.
    fn type_some(&mut self) -> Result<(), ViceError> {
        let count = self.keys.len().min(KEY_BUFFER_BYTES);
        if count == 0 {
            return Ok(());
        }
        let keys: Vec<u8> = self.keys.drain(..count).collect();
        self.monitor.write(KEY_BUFFER, &keys)?;
        self.monitor.write(KEY_COUNT, &[count as u8])
    }

    /// Begins the next step of the joystick script; releases the joystick after the last one.
    fn begin_step(&mut self) -> Result<(), ViceError> {
        let Some(stick) = &mut self.stick else { return Ok(()) };
        let (held, checkpoint) = match stick.steps.front() {
            None => (0, None),
            Some(Step::Hold { held, frames }) => {
                stick.halves = 2 * frames;
                (*held, Some(self.monitor.stop_on_line(FRAME_LINES[0])?))
            }
            Some(Step::Wait) => {
                let register = if stick.port == 1 { PORT_B } else { PORT_A };
                (0, Some(self.monitor.stop_if(register, On::Load, BY_PROGRAM)?))
            }
        };
        stick.checkpoint = checkpoint;
        self.monitor.set_joystick(stick.port.into(), u16::from(!held))
    }

    /// Continues the joystick script after its checkpoint has stopped the machine. A frame is over once the beam has been in both lines.
    fn go_on_with_step(&mut self) -> Result<(), ViceError> {
        let Some(stick) = &mut self.stick else { return Ok(()) };
        if let Some(checkpoint) = stick.checkpoint.take() {
            self.monitor.delete(checkpoint)?;
        }
        stick.halves = stick.halves.saturating_sub(1);
        if stick.halves > 0 {
            let line = FRAME_LINES[(stick.halves % 2) as usize];
            stick.checkpoint = Some(self.monitor.stop_on_line(line)?);
            return Ok(());
        }
        stick.steps.pop_front();
        self.begin_step()
    }

    /// Returns the byte that the last instruction has stored to [`EXIT_ADDRESS`].
    fn exit_code(&mut self) -> Result<u8, ViceError> {
        let state = self.state()?;
        let before = self.monitor.read(Bank::Ram, state.pc.wrapping_sub(3), 3)?;
        stored(&state, [before[0], before[1], before[2]]).ok_or_else(|| {
            ViceError::Monitor(format!(
                "the program ended before ${:04X}, by an instruction that is no store of a register",
                state.pc
            ))
        })
    }
}

/// Returns whether an opcode locks up the processor.
const fn jams(opcode: u8) -> bool {
    matches!(opcode, 0x02 | 0x12 | 0x22 | 0x32 | 0x42 | 0x52 | 0x62 | 0x72 | 0x92 | 0xb2 | 0xd2 | 0xf2)
}

/// Returns the register that an instruction has stored, given the last three bytes up to its end.
fn stored(state: &State, before: [u8; 3]) -> Option<u8> {
    let [low, high] = EXIT_ADDRESS.to_le_bytes();
    match before {
        // STA, STX, STY absolute; STA ,X and ,Y; STA (,X) and (),Y.
        [0x8d, l, h] if [l, h] == [low, high] => Some(state.a),
        [0x8e, l, h] if [l, h] == [low, high] => Some(state.x),
        [0x8c, l, h] if [l, h] == [low, high] => Some(state.y),
        [0x9d | 0x99, ..] | [_, 0x81 | 0x91, _] => Some(state.a),
        _ => None,
    }
}

/// Lets VICE start the program and run it to its entry.
fn run_to_entry(monitor: &mut Monitor, entry: u16) -> Result<(), ViceError> {
    let number = monitor.checkpoint([entry; 2], On::Execute)?;
    loop {
        match monitor.run_to_hit(SLICE)? {
            Some(address) if address == entry => return monitor.delete(number),
            Some(address) => {
                return Err(ViceError::Monitor(format!("stopped at ${address:04X}, before ${entry:04X}")));
            }
            None if monitor.state()?.cycles < LONGEST_START => {}
            None => {
                return Err(ViceError::BadProgram(format!(
                    "its BASIC program has not reached ${entry:04X} after {LONGEST_START} cycles; the BASIC of open-roms only \
                     understands SYS followed by digits, so this program may need Commodore's ROMs"
                )));
            }
        }
    }
}

/// Returns the target of the BASIC program's SYS, as found by the built-in C64.
fn entry(prg: &[u8]) -> Result<u16, ViceError> {
    let mut machine = Machine::new(machine::Config { strict: false, ..machine::Config::default() });
    let prepared = machine.load_prg(prg).and_then(|_| machine.prepare_basic_program());
    prepared.map_err(|error| ViceError::BadProgram(error.to_string()))?;
    Ok(machine.registers().pc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_is_that_of_the_first_sys() {
        let entry = |line: &[u8]| entry(&[b"\x01\x08\x0b\x08\x0a\x00", line, b"\x00\x00\x00"].concat());
        for line in
            [&b"\x9e2080"[..], b"\x9e(2080)", b"\x9e 20 80", b"\x9e2048\xaa32", b"\x97 2,0:\x9e2080:\x8f ME"]
        {
            assert_eq!(entry(line).unwrap(), 2080, "{line:?}");
        }
        let error = entry(b"\x99\x22HI\x22").unwrap_err().to_string();
        assert!(error.contains("line 10") && error.contains("PRINT"), "{error}");
    }

    #[test]
    fn the_exit_code_is_what_was_stored() {
        let state = State { cycles: 0, a: 1, x: 2, y: 3, sp: 0xf9, pc: 0x0822 };
        let code = |before| stored(&state, before);
        assert_eq!(code([0x8d, 0xff, 0xd7]), Some(1));
        assert_eq!(code([0x8e, 0xff, 0xd7]), Some(2));
        assert_eq!(code([0x8c, 0xff, 0xd7]), Some(3));
        assert_eq!(code([0xea, 0x91, 0xfb]), Some(1));
        assert_eq!(code([0xee, 0xff, 0xd7]), None);
    }
}
