//! The example programs, each run on the machine until a key ends it.

use std::collections::BTreeSet;

use cargo_c64::rust_build::{self, Choice};
use e2e::program;
use machine::{Config, Labels, Machine, MemoryDisk, Stop};

/// Cycles for which a program runs before a key is pressed: two seconds.
const SHOWN: u64 = 2_000_000;

/// Builds an example and loads it into a machine with an empty disk in the drive.
fn loaded(name: &str) -> Machine {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("toolchain/examples/Cargo.toml");
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"));
    // A program that asks for keys again and again goes on.
    let config = Config { idle_polls: u32::MAX, ..Config::default() };
    let mut machine = Machine::new(config);
    machine.set_labels(Labels::parse(&built.image.labels).unwrap());
    machine.load_prg(&built.image.prg).unwrap();
    machine.insert_disk(Box::new(MemoryDisk::default()));
    machine.prepare_basic_program().unwrap();
    machine
}

/// Runs an example for a while, and calls `look` after every few cycles.
fn watched(name: &str, mut look: impl FnMut(&Machine)) -> Machine {
    let mut machine = loaded(name);
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

/// Lets a program go on until it waits for a line or a key.
fn goes_on(machine: &mut Machine) {
    let until = machine.cycles() + SHOWN;
    while machine.cycles() < until {
        match machine.run_for(1000).unwrap_or_else(|error| panic!("{error}")) {
            None => {}
            Some(Stop::WaitingForKey) => return,
            Some(stop) => panic!("{stop:?}: {}", machine.transcript()),
        }
    }
}

/// Types this, after which the program returns; gives its screen.
fn typed(mut machine: Machine, keys: &[u8]) -> String {
    machine.type_keys(keys);
    assert_eq!(machine.run().unwrap(), Stop::Returned, "{}", machine.transcript());
    assert!(machine.changes_for_basic().is_empty());
    machine.screen_text().join("\n")
}

#[test]
fn hello_greets() {
    let screen = typed(loaded("hello"), b"ADA\r");
    assert_eq!(screen.matches("HELLO, ADA!").count(), 6, "{screen}");
}

#[test]
fn a_number_is_guessed() {
    let mut machine = loaded("guess");
    machine.type_keys(b" ABC\r101\r");
    goes_on(&mut machine);
    assert_eq!(machine.screen_text().join("\n").matches("A NUMBER FROM 1 TO 100, PLEASE.").count(), 2);
    // All numbers, one of which is right.
    let keys: Vec<u8> = (1..=100).flat_map(|number| format!("{number}\r").into_bytes()).collect();
    machine.type_keys(&keys);
    assert_eq!(machine.run().unwrap(), Stop::Returned, "{}", machine.transcript());
    assert!(machine.transcript().contains(" IS RIGHT! THAT TOOK "), "{}", machine.transcript());
}

#[test]
fn the_snake_bites_the_wall() {
    let mut machine = loaded("snake");
    assert_eq!(machine.run().unwrap(), Stop::Returned, "{}", machine.transcript());
    assert!(machine.screen_text()[0].starts_with("GAME OVER WITH"), "{:?}", machine.screen_text());
}

#[test]
fn the_mandelbrot_set_is_drawn_in_four_colours() {
    let machine = watched("mandelbrot", |_| {});
    // Multicolour, bitmap, and a screen that is not the text's.
    assert_eq!((machine.peek(0xd016) & 0x10, machine.peek(0xd011) & 0x20), (0x10, 0x20));
    let bitmap: Vec<u8> = (0x6000..0x7f40).map(|at| machine.peek(at)).collect();
    assert!(bitmap.contains(&0x55), "no blue");
    end(machine);
}

#[test]
fn the_adventure_has_an_end() {
    let keys = b"TAKE KEY\rD\rTAKE KEY\rU\rTAKE LAMP\rUSE LAMP\rD\rE\rTAKE KEY\rUSE KEY\rE\rTAKE DISK\rBAG\rUSE DISK\r";
    let machine = loaded("adventure");
    let screen = typed(machine, keys);
    assert!(screen.contains("YOU HAVE FOUND WHAT YOU CAME FOR!"), "{screen}");
}

#[test]
fn a_high_score_is_kept() {
    let screen = typed(loaded("high_scores"), b"GRACE\r");
    assert!(screen.contains("1. GRACE"), "{screen}");
}
