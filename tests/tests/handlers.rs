//! Interrupt handlers written in Rust, on the machine and in VICE: what they interrupt goes on as if nothing had happened.

use std::time::Duration;

use e2e::corpus::{self, Level};
use e2e::program;
use machine::{Labels, Line, Machine, Stop};
use tools::vice::{self, Config, Limits};

/// More cycles than the program takes.
const LIMIT: u64 = 50_000_000;

#[test]
fn main_program_and_handlers_compute_undisturbed_on_the_machine() {
    for level in Level::ALL {
        let image = corpus::module("p24_irq", level).compile().unwrap();
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
            assert!(matches!(stop, Stop::Exit { code: 0, .. }), "{level:?}, {distance}: {stop:?}");
        }
    }
}

#[test]
fn main_program_and_handlers_compute_undisturbed_in_vice() {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let limits = Limits { cycles: 100_000_000, wall: Duration::from_secs(900) };
    for level in Level::ALL {
        let image = corpus::module("p24_irq", level).compile().unwrap();
        let verdict = vice::run_prg(&paths, &Config { limits, ..Config::default() }, &image.prg);
        assert_eq!(verdict.unwrap_or_else(|error| panic!("{error}")).exit_code, 0, "{level:?}");
    }
}
