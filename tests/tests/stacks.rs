//! The software stack and the memory below it do not meet: programs that recurse beside a heap, at several reserves.

use cargo_c64::rust_build::{self, Choice};
use compiler::mos::stack::check::{HARDWARE, SOFTWARE};
use compiler::{Image, Options, Source};
use e2e::program;
use machine::{Config, Error, Labels, Machine, Stop};

/// Cycles after which a program is taken to hang.
const LIMIT: u64 = 100_000_000;
/// Where `stacks` looks for its choice.
const CHOICE: u16 = 0x02a7;
/// Seeds of `stacks` at each reserve.
const SEEDS: u16 = 12;

/// LLVM's text of a program of `tests/sdk` with a heap.
fn module(name: &str) -> String {
    let features = ["panic-place", "heap"].map(String::from).to_vec();
    let choice = Choice { bin: Some(name.into()), no_default_features: true, features, ..Choice::default() };
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("tests/sdk/Cargo.toml");
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"));
    std::fs::read_to_string(&built.module).unwrap()
}

fn compiled(text: &str, change: impl FnOnce(&mut Options)) -> Image {
    let options = Options::default().with(change);
    compiler::compile(&Source { name: "stacks.ll", text }, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a program that finds these bytes at [`CHOICE`]; what it printed last, too.
fn run(image: &Image, choice: &[u8]) -> (Result<Stop, Error>, Vec<String>) {
    let mut machine = Machine::new(Config { cycle_limit: LIMIT, ..Config::default() });
    machine.set_labels(Labels::parse(&image.labels).unwrap());
    machine.load_prg(&image.prg).unwrap();
    for (address, byte) in (CHOICE..).zip(choice) {
        machine.poke(address, *byte);
    }
    let stop = machine.start_basic_program();
    (stop, machine.transcript().lines().map(str::to_string).collect())
}

#[test]
fn a_vector_beside_a_recursion_keeps_its_bytes_or_the_program_ends_by_name() {
    let text = module("deep");
    for reserve in [None, Some(64), Some(1_001), Some(3_000)] {
        let (stop, lines) = run(&compiled(&text, |options| options.stack_reserve = reserve), &[]);
        assert!(matches!(stop, Ok(Stop::Exit { code: SOFTWARE, .. })), "{reserve:?}: {stop:?}");
        assert_eq!(lines.last().unwrap(), "THE SOFTWARE STACK IS FULL IN DEEP::DEEP", "{reserve:?}");
        assert!(lines[..lines.len() - 2].iter().all(|line| line.ends_with(" 0")), "{reserve:?}: {lines:#?}");
    }
    let (stop, lines) = run(&compiled(&text, |options| options.stack_reserve = Some(8_192)), &[]);
    assert!(matches!(stop, Ok(Stop::Returned)), "{stop:?}");
    assert_eq!(lines, ["20 210 0", "30 465 0", "40 820 0", "60 1830 0"]);
}

#[test]
fn the_machine_tells_of_an_overflow_without_a_check() {
    let image = compiled(&module("deep"), |options| options.stack_check = Some(false));
    let (stop, lines) = run(&image, &[]);
    let Err(Error::SoftwareStack { pointer, limit, report, .. }) = stop else {
        panic!("{stop:?}: {lines:?}")
    };
    assert!(pointer < limit && report.place.contains("deep"), "${pointer:04X} ${limit:04X} {}", report.place);
    assert!(lines.iter().all(|line| line.ends_with(" 0")), "{lines:#?}");
}

/// Cycles of JSR, which the profile counts as those of the caller.
const JSR: u64 = 6;

#[test]
fn the_document_states_the_price_of_the_check() {
    let image = compiled(&module("deep"), |options| options.stack_reserve = Some(8_192));
    let mut machine = Machine::new(Config { cycle_limit: LIMIT, ..Config::default() });
    machine.profile(Labels::parse(&image.labels).unwrap());
    machine.load_prg(&image.prg).unwrap();
    assert_eq!(machine.start_basic_program().unwrap(), Stop::Returned);
    let functions = machine.profiled_functions();
    let check = functions.iter().find(|function| function.name == "__stack_check").unwrap();
    let cycles = check.cycles / check.entries + JSR;
    let bytes = image.parts.iter().find(|part| part.name == "__stack_check").unwrap().bytes;
    let document = std::fs::read_to_string(program::workspace().root().join("docs/PROGRAMMING.md")).unwrap();
    let words = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let stated = format!("takes {cycles} cycles more, and the check {bytes} bytes in all");
    assert!(words.contains(&stated), "{stated}");
}

#[test]
fn random_recursion_and_allocations_change_nothing_else() {
    let text = module("stacks");
    let (mut right, mut full) = (0, 0);
    for reserve in [None, Some(300), Some(301), Some(999), Some(2_501), Some(6_000)] {
        let image = compiled(&text, |options| options.stack_reserve = reserve);
        for seed in 0..SEEDS {
            let [low, high] = (seed * 771 + 5).to_le_bytes();
            let dives = if seed % 3 == 0 { 0 } else { (seed % 12) as u8 };
            let choice = [low, high, dives, (seed % 2) as u8];
            let (stop, lines) = run(&image, &choice);
            let last = lines.last().map_or("", String::as_str);
            match stop {
                Ok(Stop::Returned) if last == "RIGHT" => right += 1,
                Ok(Stop::Exit { code: SOFTWARE | HARDWARE, .. }) if last.contains("STACK IS FULL IN") => {
                    full += 1
                }
                stop => panic!("{reserve:?} {choice:?}: {stop:?} {lines:#?}"),
            }
        }
    }
    // Both happen, or this shows nothing.
    assert!(right >= 10 && full >= 10, "{right} right, {full} with a full stack");
}
