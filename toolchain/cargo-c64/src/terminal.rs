//! Runs a program in a terminal: types lines of input and shows its output.

use std::io::{BufRead, Write};

use anyhow::{Context, Result};
use machine::{Charset, Error, Machine, Stop, glyph, screen_code};

use crate::disk::petscii;
use crate::execution::{Execution, Outcome};

/// Printed when a program first waits for input: it may not have printed a prompt, and standard input may be a pipe that
/// nobody writes to.
const WAITS: &str =
    "sys2080: the program waits for a key: type a line and press RETURN, or end it with Ctrl-D";

/// Cycles between two checks of a program's output: a tenth of a second of C64 time.
const STEP: u64 = 100_000;

/// Runs a program, shows its output, and types lines of `input` whenever it waits for a key, until the program or the input
/// ends. A message about the first wait is written to `notes`.
///
/// # Errors
/// The program does not load, or input or output fails.
pub fn run(
    execution: &mut Execution,
    input: &mut impl BufRead,
    output: &mut impl Write,
    notes: &mut impl Write,
) -> Result<Outcome> {
    let mut machine = execution.machine()?;
    let result = in_terminal(&mut machine, execution.limit, input, output, notes)?;
    Ok(execution.outcome(&machine, result))
}

/// Continues the program, shows its output, and types lines of `input` whenever it waits for a key. Returns how it ended:
/// `None` after `limit` cycles, and [`Stop::WaitingForKey`] at the end of the input.
fn in_terminal(
    machine: &mut Machine,
    limit: u64,
    input: &mut impl BufRead,
    output: &mut impl Write,
    notes: &mut impl Write,
) -> Result<Result<Option<Stop>, Error>> {
    let mut shown = 0;
    let mut told = false;
    loop {
        let step = limit.saturating_sub(machine.cycles()).min(STEP);
        let result = machine.run_for(step);
        let text: String =
            machine.printed()[shown..].iter().filter_map(|byte| terminal_text(*byte)).collect();
        write!(output, "{text}").and_then(|()| output.flush()).context("cannot write")?;
        shown = machine.printed().len();
        match result {
            Ok(None) if machine.cycles() < limit => continue,
            Ok(Some(Stop::WaitingForKey)) => {}
            end => return Ok(end),
        }
        if !std::mem::replace(&mut told, true) {
            writeln!(notes, "{WAITS}").context("cannot write")?;
        }
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read standard input")? == 0 {
            return Ok(Ok(Some(Stop::WaitingForKey)));
        }
        match petscii::encode(&line.to_uppercase()) {
            Ok(keys) => machine.type_keys(&keys),
            Err(character) => {
                writeln!(output, "the C64 has no key for {character:?}").context("cannot write")?
            }
        }
    }
}

/// Returns the character that a terminal shows for a PETSCII code, or `None` for colours and the like.
fn terminal_text(petscii: u8) -> Option<char> {
    const RETURN: u8 = 0x0d;
    const LEFT: u8 = 0x9d;
    match petscii {
        RETURN => Some('\n'),
        LEFT => Some('\u{8}'),
        _ => Some(glyph(screen_code(petscii)?, Charset::Graphics)),
    }
}

#[cfg(test)]
mod tests {
    use machine::Config;

    use super::*;

    /// `10 SYS 2080`, then hand-written code: wait for keys and print them up to and including RETURN, then return.
    fn parrot() -> Vec<u8> {
        let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'8', b'0', 0, 0, 0];
        prg.resize(2 + 0x1f, 0);
        prg.extend([
            0x20, 0xe4, 0xff, // JSR GETIN
            0xc9, 0, 0xf0, 0xf9, // CMP #0: BEQ to the start
            0x48, 0x20, 0xd2, 0xff, 0x68, // PHA: JSR CHROUT: PLA
            0xc9, 13, 0xd0, 0xf0, // CMP #13: BNE to the start
            0x60, // RTS
        ]);
        prg
    }

    #[test]
    fn lines_are_typed_and_the_answer_shown() {
        let mut machine = Machine::new(Config::default());
        machine.load_prg(&parrot()).unwrap();
        let (mut shown, mut notes) = (Vec::new(), Vec::new());
        machine.prepare_basic_program().unwrap();
        let input = &mut &b"e1d2\nnever read\n"[..];
        let end = in_terminal(&mut machine, u64::MAX, input, &mut shown, &mut notes).unwrap();
        assert_eq!(end, Ok(Some(Stop::Returned)));
        assert_eq!(String::from_utf8(shown).unwrap(), "E1D2\n");
        assert_eq!(String::from_utf8(notes).unwrap(), format!("{WAITS}\n"));
    }

    /// `input::line()` prints nothing itself; neither does this program, which waits in CHRIN for two lines.
    #[test]
    fn whoever_is_waited_for_is_told_once() {
        let mut prg = parrot();
        prg.truncate(2 + 0x1f);
        // LDA #2: STA $02: JSR CHRIN: CMP #13: BNE to the JSR: DEC $02: BNE to the JSR: RTS.
        prg.extend([0xa9, 2, 0x85, 2, 0x20, 0xcf, 0xff, 0xc9, 13, 0xd0, 0xf9, 0xc6, 2, 0xd0, 0xf5, 0x60]);
        let mut machine = Machine::new(Config::default());
        machine.load_prg(&prg).unwrap();
        machine.prepare_basic_program().unwrap();
        let (mut shown, mut notes) = (Vec::new(), Vec::new());
        let input = &mut &b"a\nb\n"[..];
        let end = in_terminal(&mut machine, 1_000_000, input, &mut shown, &mut notes).unwrap();
        assert_eq!(end, Ok(Some(Stop::Returned)));
        assert_eq!(String::from_utf8(notes).unwrap(), format!("{WAITS}\n"));
    }

    #[test]
    fn the_cursor_goes_back_and_colours_are_dropped() {
        let shown: Vec<Option<char>> = [b'A', 0x9d, 0x0d, 0x05].map(terminal_text).into();
        assert_eq!(shown, [Some('A'), Some('\u{8}'), Some('\n'), None]);
    }
}
