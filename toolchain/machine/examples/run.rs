//! Runs a PRG file, and prints its screen and the cycles of every routine: `run game.prg [game.lbl]`.
//!
//! Each line of the standard input is typed when the program waits for a key, with RETURN at its end.

use std::error::Error;
use std::io::{BufRead, stdin};

use machine::{Config, Labels, Machine, Stop, profile_table};

/// PETSCII of RETURN.
const RETURN: u8 = 0x0d;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let prg = arguments.next().ok_or("usage: run PRG [LABELS]")?;
    let labels = match arguments.next() {
        Some(file) => {
            Labels::parse(&std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?)?
        }
        None => Labels::default(),
    };
    // Ten seconds of a PAL C64.
    let mut machine = Machine::new(Config { cycle_limit: 9_852_480, ..Config::default() });
    machine.load_prg(&std::fs::read(&prg).map_err(|error| format!("{prg}: {error}"))?)?;
    machine.profile(labels);
    let end = play(&mut machine);
    println!("{}", machine.screen_text().join("\n").trim_end());
    println!("\n{}", profile_table(&machine.profiled_functions()));
    match end? {
        Stop::Exit { code, .. } => println!("exit code {code}"),
        Stop::Returned => println!("returned to BASIC"),
        stop => println!("stopped: {stop:?}"),
    }
    Ok(())
}

/// Runs the program and types a line whenever it waits for a key, until it ends or there are no more lines.
fn play(machine: &mut Machine) -> Result<Stop, Box<dyn Error>> {
    let mut lines = stdin().lock().lines();
    let mut stop = machine.start_basic_program()?;
    while stop == Stop::WaitingForKey {
        let Some(line) = lines.next() else { break };
        // The PETSCII codes of digits and upper-case letters are those of ASCII.
        machine.type_keys(line?.to_ascii_uppercase().as_bytes());
        machine.type_keys(&[RETURN]);
        stop = machine.run()?;
    }
    Ok(stop)
}
