//! Prints how many emulated cycles a second the machine runs.

use std::time::Instant;

use machine::{Config, Machine};

/// A loop of table look-ups, compares and branches like a game's inner loop.
const LOOP: [u8; 29] = [
    0xa2, 0x00, // LDX #0
    0xbd, 0x00, 0x20, // LDA $2000,X
    0x75, 0x10, // ADC $10,X
    0x99, 0x00, 0x30, // STA $3000,Y
    0xc8, // INY
    0x85, 0x20, // STA $20
    0xe6, 0x21, // INC $21
    0xd0, 0x02, // BNE +2
    0xe6, 0x22, // INC $22
    0xca, // DEX
    0xd0, 0xec, // BNE $0822
    0x20, 0x3c, 0x08, // JSR $083C
    0x4c, 0x20, 0x08, // JMP $0820
    0x60, // RTS
];

fn main() -> Result<(), machine::Error> {
    let cycles = 1_000_000_000;
    let mut machine = Machine::new(Config { cycle_limit: cycles, ..Config::default() });
    machine.load_bytes(0x0820, &LOOP)?;
    machine.protect(0x0820..0x0900);
    let start = Instant::now();
    let end = machine.run_from(0x0820);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:?} cycles in {seconds:.2} s: {:.0} MHz",
        machine.cycles(),
        machine.cycles() as f64 / seconds / 1e6
    );
    match end {
        Err(machine::Error::CycleLimit { .. }) => Ok(()),
        other => other.map(|stop| println!("stopped early: {stop:?}")),
    }
}
