//! Interrupt handlers written in Rust, on the machine and in VICE: they do not disturb what they interrupt.

use std::time::Duration;

use compiler::Image;
use e2e::corpus::{self, Level};
use e2e::program;
use machine::{Labels, Line, Machine, Stop};
use vice::{self, Config, Limits};

/// More cycles than a program takes.
const LIMIT: u64 = 50_000_000;

/// Programs with handlers by the KERNAL's vectors, and by those of the 6502 with the KERNAL switched off.
const PROGRAMS: [&str; 2] = ["p24_irq", "p25_vectors"];

/// Each program at each level.
fn images() -> impl Iterator<Item = (&'static str, Level, Image)> {
    PROGRAMS.into_iter().flat_map(|name| {
        Level::ALL.map(|level| (name, level, corpus::module(name, level).compile().unwrap()))
    })
}

#[test]
fn main_program_and_handlers_compute_undisturbed_on_the_machine() {
    for (name, level, image) in images() {
        // NMIs at many distances from the IRQs of the timer, which come every 16421 cycles.
        for distance in [10_007, 23_456, 31_111] {
            let mut machine =
                Machine::new(machine::Config { cycle_limit: LIMIT, ..machine::Config::default() });
            machine.set_labels(Labels::parse(&image.labels).unwrap());
            machine.load_prg(&image.prg).unwrap();
            for n in 3..200 {
                machine.interrupt_at(n * distance, Line::Nmi);
            }
            let stop = machine.start_basic_program().unwrap_or_else(|error| panic!("{error}"));
            // The program ends with 0 only if both handlers have run often enough, and computed what it computes.
            assert!(matches!(stop, Stop::Exit { code: 0, .. }), "{name}, {level:?}, {distance}: {stop:?}");
        }
    }
}

#[test]
fn main_program_and_handlers_compute_undisturbed_in_vice() {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let limits = Limits { cycles: 100_000_000, wall: Duration::from_secs(900) };
    for (name, level, image) in images() {
        let verdict = vice::run_prg(&paths, &Config { limits, ..Config::default() }, &image.prg);
        assert_eq!(verdict.unwrap_or_else(|error| panic!("{error}")).exit_code, 0, "{name}, {level:?}");
    }
}
