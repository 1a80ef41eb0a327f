//! The machine run with small programs in machine code.

mod banking;
mod calls;
mod channels;
mod chips;
mod editor;
mod faults;
mod files;
mod interrupts;
mod kernal;
mod lines;
mod profile;
mod registers;
mod timers;

use machine::{Config, Machine, Stop};

/// The load address of the programs.
const ORG: u16 = 0x0820;

/// Ends a program with exit code 0: LDA #0, STA $D7FF.
const EXIT: [u8; 5] = [0xa9, 0x00, 0x8d, 0xff, 0xd7];

fn machine_with(code: &[u8]) -> Machine {
    let mut machine = Machine::new(Config { cycle_limit: 10_000_000, ..Config::default() });
    machine.load_bytes(ORG, code).expect("the program fits");
    machine.protect(ORG..ORG + code.len() as u16);
    machine
}

/// Runs `code` followed by an exit.
fn run(code: &[u8]) -> Machine {
    let mut machine = machine_with(&[code, &EXIT].concat());
    match machine.run_from(ORG) {
        Ok(Stop::Exit { code: 0, .. }) => machine,
        other => panic!("{:?}", other.map_err(|error| error.to_string())),
    }
}

/// LDA #byte, JSR $FFD2 for each byte.
fn print(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| [0xa9, *byte, 0x20, 0xd2, 0xff]).collect()
}
