//! The example programs, each run on the machine until a key ends it.

use std::collections::BTreeSet;

use e2e::program;
use machine::{Config, Labels, Machine, Stop};
use tools::rust_build::{self, Choice};

/// Cycles for which a program runs before a key is pressed: two seconds.
const SHOWN: u64 = 2_000_000;

/// Builds an example, runs it for a while, and calls `look` after every few cycles.
fn watched(name: &str, mut look: impl FnMut(&Machine)) -> Machine {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("examples/Cargo.toml");
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"));
    // A program that asks for keys again and again goes on.
    let config = Config { idle_polls: u32::MAX, ..Config::default() };
    let mut machine = Machine::new(config);
    machine.set_labels(Labels::parse(&built.image.labels).unwrap());
    machine.load_prg(&built.image.prg).unwrap();
    machine.prepare_basic_program().unwrap();
    while machine.cycles() < SHOWN {
        let stop = machine.run_for(40).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(stop, None, "{name}: {}", machine.transcript());
        look(&machine);
    }
    machine
}

/// Presses a key, which ends the program.
fn end(mut machine: Machine) {
    machine.type_keys(b" ");
    assert_eq!(machine.run().unwrap(), Stop::Returned, "{}", machine.transcript());
    assert!(machine.changes_for_basic().is_empty());
    assert_eq!((machine.peek(0xd015), machine.peek(0xd01a) & 1), (0, 0));
}

#[test]
fn raster_bars_are_drawn() {
    let mut colours = BTreeSet::new();
    let machine = watched("raster_bars", |machine| {
        colours.insert(machine.peek(0xd020) & 15);
    });
    assert!([0, 1, 3, 6, 14].iter().all(|colour| colours.contains(colour)), "{colours:?}");
    assert_eq!(machine.screen_text()[0], "2 SECONDS");
    end(machine);
}

#[test]
fn a_tune_is_played_beside_prime_numbers() {
    let machine = watched("tune", |_| {});
    let text = machine.screen_text().concat();
    assert!(text.contains("END.2 3 5 7 11 13 17 19 23 29 31 37"), "{text}");
    end(machine);
}

#[test]
fn sprites_bounce_within_the_screen() {
    let (mut lefts, mut tops) = (BTreeSet::new(), BTreeSet::new());
    let machine = watched("sprites", |machine| {
        if machine.peek(0xd015) == 0xff {
            // The first one, unless it is just being moved.
            lefts.insert(machine.peek(0xd000));
            tops.insert(machine.peek(0xd001));
        }
    });
    assert_eq!(machine.peek(0xd015), 0xff);
    assert!(lefts.len() > 50 && tops.len() > 50, "{lefts:?}, {tops:?}");
    assert!(tops.iter().all(|top| *top == 0 || (50..=229).contains(top)), "{tops:?}");
    end(machine);
}
