//! The machine run with small programs in machine code.

mod banking;
mod calls;
mod channels;
mod chips;
mod cia;
mod clock;
mod disks;
mod display;
mod editor;
mod faults;
mod files;
mod interrupts;
mod kernal;
mod lines;
mod nmi;
mod profile;
mod registers;
mod serial;
mod timers;

use machine::{Config, Machine, Registers, Stop};

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

/// LDA #value, STA address.
fn store(address: u16, value: u8) -> Vec<u8> {
    let [low, high] = address.to_le_bytes();
    vec![0xa9, value, 0x8d, low, high]
}

/// Reads the addresses in order and gives what was read, after `before`.
fn read(before: &[u8], addresses: &[u16]) -> Vec<u8> {
    let mut code = before.to_vec();
    for (index, address) in (0..).zip(addresses) {
        let [low, high] = address.to_le_bytes();
        code.extend([0xad, low, high, 0x8d, index, 0x30]);
    }
    let machine = run(&code);
    (0..).take(addresses.len()).map(|index| machine.peek(0x3000 + index)).collect()
}

/// NOPs: two cycles each.
fn wait(cycles: usize) -> Vec<u8> {
    vec![0xea; cycles / 2]
}

const SEI: u8 = 0x78;
/// $0314 = $0900, interrupts held off.
const HOOK: [u8; 11] = [SEI, 0xa9, 0x00, 0x8d, 0x14, 0x03, 0xa9, 0x09, 0x8d, 0x15, 0x03];
const CLI: u8 = 0x58;
/// INC $02, LDA $DC0D, JMP $EA81.
const HANDLER: [u8; 8] = [0xe6, 0x02, 0xad, 0x0d, 0xdc, 0x4c, 0x81, 0xea];

/// Runs a handler that counts in $02 for some cycles; then `JMP *`. How often it was called, and how the run ended.
fn counted(before: &[u8], cycles: u64) -> (u8, Option<Stop>) {
    let here = ORG + (HOOK.len() + before.len() + 1) as u16;
    let [low, high] = here.to_le_bytes();
    let mut machine = machine_with(&[&HOOK, before, &[CLI, 0x4c, low, high]].concat());
    machine.load_bytes(0x0900, &HANDLER).expect("the handler fits");
    machine.poke(0x02, 0);
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    let end = machine.run_for(cycles).expect("nothing goes wrong");
    (machine.peek(0x02), end)
}
