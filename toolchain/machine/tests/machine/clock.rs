//! The time-of-day clocks of the CIAs: how they divide the mains, what stops and holds them, and their alarm.
//!
//! Sources: data sheet MOS 6526 (time of day); where it is silent, VICE's `ciacore.c`.

use machine::{Machine, Registers, Stop};

use crate::{CLI, HANDLER, HOOK, ORG, SEI, machine_with, store};

/// Cycles from one pulse of the mains to the next: 985,248 Hz over 50 Hz.
const PULSE: u64 = 19_705;
/// Registers of a CIA.
const TENTHS: u16 = 8;
const SECONDS: u16 = 9;
const MINUTES: u16 = 10;
const HOURS: u16 = 11;
const REQUESTS: u16 = 13;
const CONTROL_A: u16 = 14;
const CONTROL_B: u16 = 15;
/// In control register A: the mains has 50 Hz. In control register B: stores to the clock set the alarm.
const FIFTY_HERTZ: u8 = 0x80;
const ALARM: u8 = 0x80;

/// A machine that does nothing but wait, and the base address of the CIA whose clock is looked at.
struct Clock {
    machine: Machine,
    base: u16,
}

impl Clock {
    fn new() -> Clock {
        // SEI, NOP, JMP *-1.
        let mut machine = machine_with(&[SEI, 0xea, 0x4c, 0x21, 0x08]);
        machine.set_cycle_limit(u64::MAX);
        machine.set_registers(Registers { pc: ORG, ..machine.registers() });
        Clock { machine, base: 0xdd00 }
    }

    fn write(&mut self, register: u16, value: u8) {
        self.machine.poke(self.base + register, value);
    }

    /// Hours to tenths, which starts the clock.
    fn set(&mut self, time: [u8; 4]) {
        for (register, value) in [HOURS, MINUTES, SECONDS, TENTHS].into_iter().zip(time) {
            self.write(register, value);
        }
    }

    /// Runs to shortly after a pulse, counted from the power-on.
    fn at_pulse(&mut self, pulse: u64) -> &mut Clock {
        let cycles = PULSE * pulse + 500 - self.machine.cycles();
        assert_eq!(self.machine.run_for(cycles), Ok(None));
        self
    }

    fn read(&mut self, register: u16) -> u8 {
        let before = self.machine.registers();
        let [low, high] = (self.base + register).to_le_bytes();
        self.machine.load_bytes(0x0a00, &[0xad, low, high, 0x60]).expect("the routine fits");
        assert_eq!(self.machine.call(0x0a00), Ok(Stop::Returned));
        let value = self.machine.registers().a;
        self.machine.set_registers(before);
        value
    }

    /// Hours to tenths, as programs read them.
    fn time(&mut self) -> [u8; 4] {
        [HOURS, MINUTES, SECONDS, TENTHS].map(|register| self.read(register))
    }
}

#[test]
fn the_clock_stands_until_its_tenths_are_written() {
    let mut clock = Clock::new();
    assert_eq!(clock.at_pulse(100).time(), [0x01, 0, 0, 0]);
    clock.set([0x10, 0x20, 0x30, 0x04]);
    assert_eq!(clock.at_pulse(112).time(), [0x10, 0x20, 0x30, 0x06]);
    // The hours stop it, the tenths start it with a fresh tenth of a second.
    clock.at_pulse(116).write(HOURS, 0x11);
    assert_eq!(clock.at_pulse(150).time(), [0x11, 0x20, 0x30, 0x06]);
    clock.write(TENTHS, 0);
    assert_eq!(clock.at_pulse(155).time(), [0x11, 0x20, 0x30, 0]);
    assert_eq!(clock.at_pulse(156).time(), [0x11, 0x20, 0x30, 1]);
}

#[test]
fn stores_to_a_running_clock_keep_its_pulses() {
    let mut clock = Clock::new();
    clock.set([0x10, 0, 0, 0]);
    clock.at_pulse(5);
    for (register, value) in [(MINUTES, 0x12), (SECONDS, 0x34), (TENTHS, 0x05)] {
        clock.write(register, value);
    }
    assert_eq!(clock.at_pulse(6).time(), [0x10, 0x12, 0x34, 0x06]);
}

#[test]
fn a_read_of_the_hours_holds_the_time_until_the_tenths_are_read() {
    let mut clock = Clock::new();
    clock.set([0x10, 0x59, 0x59, 0x09]);
    assert_eq!(clock.read(HOURS), 0x10);
    clock.at_pulse(6);
    assert_eq!([SECONDS, MINUTES, HOURS].map(|at| clock.read(at)), [0x59, 0x59, 0x10]);
    assert_eq!(clock.read(TENTHS), 0x09, "held as well");
    assert_eq!(clock.time(), [0x11, 0, 0, 0], "it has gone on");
    // Reads of the others hold nothing.
    assert_eq!(clock.read(MINUTES), 0);
    assert_eq!(clock.at_pulse(12).read(TENTHS), 1);
}

#[test]
fn the_mains_bit_counts_from_now_on() {
    let mut clock = Clock::new();
    clock.write(CONTROL_A, FIFTY_HERTZ);
    clock.set([0x01, 0, 0, 0]);
    assert_eq!(clock.at_pulse(500).time(), [0x01, 0, 0x10, 0]);
    clock.write(CONTROL_A, 0);
    assert_eq!(clock.time(), [0x01, 0, 0x10, 0], "the ten seconds are as long as before");
    assert_eq!(clock.at_pulse(505).time(), [0x01, 0, 0x10, 0]);
    assert_eq!(clock.at_pulse(506).time(), [0x01, 0, 0x10, 1]);
    // Five pulses are counted; now the sixth is one too many for 50 Hz, and the divider starts again.
    clock.at_pulse(511).write(CONTROL_A, FIFTY_HERTZ);
    assert_eq!(clock.at_pulse(516).time(), [0x01, 0, 0x10, 1]);
    assert_eq!(clock.at_pulse(517).time(), [0x01, 0, 0x10, 2]);
    // Three pulses of a tenth that began with 60 Hz count for 50 Hz as well.
    clock.write(CONTROL_A, 0);
    clock.at_pulse(520).write(CONTROL_A, FIFTY_HERTZ);
    assert_eq!(clock.at_pulse(521).time(), [0x01, 0, 0x10, 2]);
    assert_eq!(clock.at_pulse(522).time(), [0x01, 0, 0x10, 3]);
}

#[test]
fn twelve_stored_as_hour_comes_with_the_other_half_of_the_day() {
    let mut clock = Clock::new();
    for (stored, seen) in [(0x12, 0x92), (0x92, 0x12), (0x11, 0x11), (0x91, 0x91), (0xff, 0x9f)] {
        clock.write(HOURS, stored);
        clock.read(TENTHS);
        assert_eq!(clock.read(HOURS), seen, "{stored:02X}");
    }
    clock.read(TENTHS);
    // Unused bits are not there.
    clock.set([0x01, 0xff, 0xff, 0xff]);
    assert_eq!(clock.time(), [0x01, 0x7f, 0x7f, 0x0f]);
}

#[test]
fn digits_count_one_by_one() {
    let hours = [
        (0x01, 0x02),
        (0x09, 0x10),
        (0x10, 0x11),
        (0x11, 0x92),
        (0x92, 0x81),
        (0x91, 0x12),
        (0x00, 0x01),
        (0x0f, 0x00),
    ];
    let rest = [
        ([0x59, 0x59, 9], None),
        ([0x59, 0x58, 9], Some([0x59, 0x59, 0])),
        ([0x58, 0x59, 9], Some([0x59, 0, 0])),
        ([0x09, 0x59, 9], Some([0x10, 0, 0])),
        ([0x12, 0x34, 5], Some([0x12, 0x34, 6])),
        // What is no digit counts to its last bit and then from 0, without a carry.
        ([0x12, 0x34, 15], Some([0x12, 0x34, 0])),
        ([0x12, 0x3f, 9], Some([0x12, 0x30, 0])),
        ([0x12, 0x79, 9], Some([0x12, 0, 0])),
        ([0x7f, 0x59, 9], Some([0x70, 0, 0])),
    ];
    for ((hour, next_hour), (rest, next)) in hours.into_iter().flat_map(|hour| rest.map(|rest| (hour, rest)))
    {
        let mut clock = Clock::new();
        // An hour of 12 is stored with the other half.
        let stored = if hour & 0x1f == 0x12 { hour ^ 0x80 } else { hour };
        let [minute, second, tenth] = rest;
        clock.set([stored, minute, second, tenth]);
        let [minute, second, tenth] = next.unwrap_or([0, 0, 0]);
        let hour = if next.is_some() { hour } else { next_hour };
        assert_eq!(clock.at_pulse(6).time(), [hour, minute, second, tenth], "from {hour:02X}, {rest:02X?}");
    }
}

#[test]
fn the_alarm_is_stored_beside_the_clock() {
    let mut clock = Clock::new();
    clock.set([0x10, 0x20, 0x30, 4]);
    clock.write(CONTROL_B, ALARM);
    clock.set([0x12, 0, 0, 0]);
    assert_eq!(clock.time(), [0x10, 0x20, 0x30, 4], "reads give the time");
    assert_eq!(clock.at_pulse(6).time(), [0x10, 0x20, 0x30, 5], "and the clock has not stopped");
}

#[test]
fn the_alarm_sets_its_flag_when_its_time_comes() {
    let mut clock = Clock::new();
    clock.write(CONTROL_B, ALARM);
    clock.set([0x12, 0, 0, 1]);
    clock.write(CONTROL_B, 0);
    clock.set([0x11, 0x59, 0x59, 9]);
    assert_eq!(clock.at_pulse(12).read(REQUESTS), 0, "this is the other half of the day");
    clock.set([0x91, 0x59, 0x59, 9]);
    assert_eq!(clock.at_pulse(23).read(REQUESTS), 0);
    assert_eq!(clock.at_pulse(24).read(REQUESTS), 0x04);
    assert_eq!(clock.read(REQUESTS), 0, "once");
    clock.set([0x91, 0x59, 0x59, 9]);
    assert_eq!(clock.at_pulse(200).read(REQUESTS), 0x04, "a flag waits until somebody looks");
    assert_eq!(clock.read(REQUESTS), 0);
}

#[test]
fn a_store_that_makes_time_and_alarm_equal_rings() {
    let mut clock = Clock::new();
    clock.write(CONTROL_B, ALARM);
    clock.write(HOURS, 0x02);
    assert_eq!(clock.read(REQUESTS), 0);
    clock.write(HOURS, 0x01);
    assert_eq!(clock.read(REQUESTS), 0x04, "the time at power-on");
    clock.write(HOURS, 0x01);
    assert_eq!(clock.read(REQUESTS), 0, "nothing has changed");
    clock.write(CONTROL_B, 0);
    clock.write(SECONDS, 0x01);
    assert_eq!(clock.read(REQUESTS), 0);
    clock.write(SECONDS, 0x00);
    assert_eq!(clock.read(REQUESTS), 0x04);
    clock.write(SECONDS, 0x00);
    assert_eq!(clock.read(REQUESTS), 0);
}

/// Sets the alarm of the CIA at `base` to the second tenth from the start of its clock.
fn alarm_at_two_tenths(base: u16, mask: u8) -> Vec<u8> {
    // The hours last, so that the alarm is not the time at power-on meanwhile.
    let values = [
        (REQUESTS, 0x7f),
        (REQUESTS, 0x80 | mask),
        (CONTROL_A, FIFTY_HERTZ),
        (CONTROL_B, ALARM),
        (TENTHS, 2),
        (SECONDS, 0),
        (MINUTES, 0),
        (HOURS, 0x01),
        (CONTROL_B, 0),
        (HOURS, 0x01),
        (TENTHS, 0),
    ];
    values.iter().flat_map(|(register, value)| store(base + register, *value)).collect()
}

/// A program that sets an alarm and jumps to itself, with a handler at $0900 that counts in $02.
fn with_handler(before: &[u8], handler: &[u8]) -> Machine {
    let [low, high] = (ORG + before.len() as u16 + 1).to_le_bytes();
    let mut machine = machine_with(&[before, &[CLI, 0x4c, low, high]].concat());
    machine.load_bytes(0x0900, handler).expect("the handler fits");
    machine.poke(0x02, 0);
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    machine
}

#[test]
fn the_alarm_of_cia_1_is_an_irq() {
    let mut machine = with_handler(&[&HOOK, alarm_at_two_tenths(0xdc00, 4).as_slice()].concat(), &HANDLER);
    assert_eq!(machine.run_for(PULSE * 10 - 10), Ok(None));
    assert_eq!(machine.peek(0x02), 0);
    assert_eq!(machine.run_for(100), Ok(None));
    assert_eq!(machine.peek(0x02), 1);
    assert_eq!(machine.run_for(PULSE * 100), Ok(None), "it may ring again tomorrow");
    assert_eq!(machine.peek(0x02), 1);
    // Without its mask nothing can come.
    let mut machine = with_handler(&[&HOOK, alarm_at_two_tenths(0xdc00, 2).as_slice()].concat(), &HANDLER);
    assert!(matches!(machine.run_for(PULSE * 20), Ok(Some(Stop::Halted { .. }))));
    // Nor from a clock that stands.
    let stopped = [alarm_at_two_tenths(0xdc00, 4), store(0xdc00 + HOURS, 0x01)].concat();
    let mut machine = with_handler(&[&HOOK, stopped.as_slice()].concat(), &HANDLER);
    assert!(matches!(machine.run_for(PULSE * 20), Ok(Some(Stop::Halted { .. }))));
}

#[test]
fn the_alarm_of_cia_2_is_an_nmi() {
    let hook = [SEI, 0xa9, 0x00, 0x8d, 0x18, 0x03, 0xa9, 0x09, 0x8d, 0x19, 0x03];
    // STA $D7FE, INC $02, BIT $DD0D, RTI.
    let handler = [0x8d, 0xfe, 0xd7, 0xe6, 0x02, 0x2c, 0x0d, 0xdd, 0x40];
    let mut machine = with_handler(&[&hook, alarm_at_two_tenths(0xdd00, 4).as_slice()].concat(), &handler);
    assert_eq!(machine.run_for(PULSE * 30), Ok(None));
    let marks: Vec<u64> = machine.marks().iter().map(|mark| mark.cycle).collect();
    assert_eq!((marks.len(), machine.peek(0x02)), (1, 1));
    // 14 cycles to the handler, 4 for the mark, after the JMP in whose last but one cycle the processor has seen it.
    let late = marks[0] - PULSE * 10 - 14 - 4;
    assert!((2..5).contains(&late), "{late} cycles late");
}
