//! How long the KERNAL's interrupt takes, with VICE's ROMs on the built-in C64 and without any. Needs VICE's ROMs and never skips.

use e2e::program;
use machine::{Config, Machine, Registers, Rom};

/// INC $FB: BNE *+4: INC $FC: JMP to the start. A round takes 11 cycles, and every 256th 4 more.
const COUNT: [u8; 9] = [0xe6, 0xfb, 0xd0, 0x02, 0xe6, 0xfc, 0x4c, 0x00, 0xc0];
const PLACE: u16 = 0xc000;

/// The cycles of so many interrupts are measured, and of one without any.
const JIFFIES: u64 = 60;
const JIFFY: u64 = 16_422;
/// Cycles after the clock has advanced in which any interrupt ends.
const BEHIND: u64 = 2_000;

/// What a key may differ by, of 770 cycles and more: keys that repeat take 15 cycles more at times.
const MOST_OFF: f64 = 30.0;

/// A machine without a display that counts, with ROMs or without.
fn counting(with_roms: bool) -> Machine {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let config = Config { strict: false, video_stalls: true, cycle_limit: u64::MAX, ..Config::default() };
    let mut machine = Machine::new(config);
    if with_roms {
        for (rom, file) in [(Rom::Kernal, &paths.kernal), (Rom::Basic, &paths.basic)] {
            machine.load_rom(rom, &std::fs::read(file).unwrap()).unwrap();
        }
        machine.reset();
        assert_eq!(machine.run_for(8_000_000).unwrap(), None);
    }
    machine.load_bytes(PLACE, &COUNT).unwrap();
    // No bad lines, and no cursor.
    machine.poke(0xd011, 0x0b);
    machine.poke(0xcc, 1);
    machine.set_registers(Registers { pc: PLACE, p: 0x20, sp: 0xf0, ..machine.registers() });
    run(&mut machine, 10 * JIFFY);
    machine
}

fn run(machine: &mut Machine, cycles: u64) {
    let end = machine.cycles() + cycles;
    while machine.cycles() < end {
        machine.run_for(end - machine.cycles()).unwrap();
    }
}

/// Runs to where the clock advances.
fn run_to_jiffy(machine: &mut Machine) {
    let before = machine.peek(0xa2);
    while machine.peek(0xa2) == before {
        run(machine, 1);
    }
}

/// The rounds that the loop has counted, modulo 65,536, and the cycle: after the interrupt, where no carry is under way.
fn look(machine: &mut Machine) -> (u64, u64) {
    run_to_jiffy(machine);
    run(machine, BEHIND);
    while machine.peek(0xfb) == 0 {
        run(machine, 1);
    }
    (u64::from(machine.peek_word(0xfb)), machine.cycles())
}

/// The cycles of an interrupt.
fn measured(machine: &mut Machine) -> f64 {
    let (mut counted, start) = look(machine);
    let (mut rounds, mut end) = (0, start);
    // The counter has 16 bits, which are enough for a jiffy.
    for _ in 0..JIFFIES {
        let (now, cycle) = look(machine);
        rounds += (now + 0x1_0000 - counted) % 0x1_0000;
        (counted, end) = (now, cycle);
    }
    (end - start - rounds * 11 - rounds / 256 * 4) as f64 / JIFFIES as f64
}

#[test]
fn the_kernals_interrupt_takes_as_long_as_with_open_roms() {
    let mut both = [true, false].map(counting);
    let [theirs, ours] = both.each_mut().map(measured);
    println!("no key: {theirs:.1} cycles with ROMs, {ours:.1} without");
    assert!((theirs - ours).abs() < 1.0, "{theirs} {ours}");
    let mut worst = (0.0, 0, 0);
    for place in 0..64_u8 {
        let (column, row) = (place / 8, place % 8);
        let [theirs, ours] = both.each_mut().map(|machine| {
            machine.hold_key(column, row, true);
            run(machine, 40 * JIFFY);
            let cycles = measured(machine);
            machine.hold_key(column, row, false);
            run(machine, 5 * JIFFY);
            cycles
        });
        let off = theirs - ours;
        if off.abs() > f64::abs(worst.0) {
            worst = (off, column, row);
        }
        assert!(off.abs() < MOST_OFF, "key {column} {row}: {theirs:.1} cycles with ROMs, {ours:.1} without");
    }
    println!("a key held: at most {:.1} cycles off, at column {} and row {}", worst.0, worst.1, worst.2);
}
