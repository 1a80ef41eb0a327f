//! The corpus: each program prints the expected text, in the IR interpreter and as 6502 code, at both levels.

use std::collections::BTreeMap;
use std::fmt::Write;

use cargo_c64::taken;
use compiler::Error;
use compiler::mos::stack::check::SOFTWARE;
use e2e::corpus::{self, Level, Module};
use machine::{Machine, Stop};

/// Programs with expected output.
const RUNNING: [&str; 19] = [
    "p01_cats_iter",
    "p02_cats_rec",
    "p03_game_trait",
    "p04_dyn",
    "p05_match",
    "p06_arith",
    "p07_slices",
    "p08_ufmt",
    "p09_corefmt",
    "p10_crates",
    "p11_structs",
    "p12_mem",
    "p13_relocs",
    "p14_io",
    "p15_float",
    "p16_u128",
    "p17_heap",
    "p20_cats_fast",
    "p22_dyn_wide",
];

/// Programs whose cycles and bytes are kept in `cycles.txt`.
const MEASURED: [&str; 5] = ["p01_cats_iter", "p02_cats_rec", "p03_game_trait", "p08_ufmt", "p20_cats_fast"];

/// The environment variable that has the measurements written down instead of compared.
const BLESS: &str = "BLESS";

const HEADING: &str = "# program level cycles bytes";

/// A measured program: its name and its level's.
type Key = (String, String);

/// Cycles from entry to return, and bytes of the PRG.
type Measurement = [u64; 2];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `check` for every running program at both levels and lists all that fail.
fn for_every_program(check: impl Fn(&Module) -> Result<(), String>) {
    let mut faults = String::new();
    for level in Level::ALL {
        for name in RUNNING {
            if let Err(fault) = check(corpus::module(name, level)) {
                writeln!(faults, "{name} at {}: {fault}", level.name()).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

fn compare(printed: &[u8], name: &str) -> Result<(), String> {
    let expected = corpus::expected(name).map_err(|error| format!("{error:#}"))?;
    match printed == expected {
        true => Ok(()),
        false => Err(format!("printed {:?}, expected {:?}", text(printed), text(&expected))),
    }
}

#[test]
fn the_interpreter_prints_what_is_expected() {
    for_every_program(|module| {
        let printed = module.interpret().map_err(|error| format!("{error:#}"))?;
        compare(&printed, &module.name)
    });
}

#[test]
fn the_6502_prints_what_is_expected() {
    for_every_program(|module| {
        let image = module.compile().map_err(|error| error.to_string())?;
        let run = corpus::run(&image).map_err(|error| format!("{error:#}"))?;
        compare(&run.printed, &module.name)
    });
}

#[test]
fn a_program_whose_stack_runs_out_says_so_if_it_looks() {
    for level in Level::ALL {
        let image = corpus::module("p23_deep", level).compile_checked().unwrap();
        let mut machine = Machine::new(machine::Config::default());
        machine.load_prg(&image.prg).unwrap();
        let stop = machine.start_basic_program().unwrap();
        assert!(matches!(stop, Stop::Exit { code: SOFTWARE, .. }), "{stop:?}");
        assert_eq!(text(machine.printed()), "\rTHE SOFTWARE STACK IS FULL IN P23_DEEP::DEEP\r");
    }
}

#[test]
fn programs_that_look_at_their_stacks_print_the_same() {
    for name in ["p02_cats_rec", "p09_corefmt", "p22_dyn_wide"] {
        let image = corpus::module(name, Level::Size).compile_checked().unwrap();
        let run = corpus::run(&image).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        compare(&run.printed, name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for_every_program(|module| {
        let [first, second] = [(); 2].map(|()| module.compile().map_err(|error| error.to_string()));
        match first? == second? {
            true => Ok(()),
            false => Err("two compilations differ".into()),
        }
    });
}

/// Compiles without `compiler_builtins`: what needs it must be refused by file, line and function.
fn refusal(name: &str, level: Level) -> String {
    let source = compiler::Source { name, text: &corpus::module(name, level).text };
    let error = compiler::compile(&source, &corpus::options()).unwrap_err();
    let Error::Unsupported { line, function, .. } = &error else { panic!("{name}: {error}") };
    let text = error.to_string();
    let function_name = compiler::demangled(function);
    assert!(text.starts_with(&format!("{name}/src/lib.rs:")), "{text}");
    assert!(
        text.contains(&format!(": in {function_name}: ")) && text.ends_with(&format!("({name}:{line})")),
        "{text}"
    );
    assert!(*line > 0 && !function.is_empty(), "{text}");
    text
}

#[test]
fn floats_and_128_bits_need_the_builtin_functions() {
    for level in Level::ALL {
        let text = refusal("p15_float", level);
        assert!(text.contains("floating point"), "{text}");
        let text = refusal("p16_u128", level);
        assert!(text.contains("128 bits"), "{text}");
    }
}

#[test]
fn assembly_of_another_processor_is_refused_by_place() {
    for level in Level::ALL {
        let error = corpus::module("p18_asm", level).compile().unwrap_err();
        assert_eq!(
            error.to_string(),
            "assembly in function main (p18_asm/src/lib.rs:5), line 2: `mov` is not a 6502 instruction"
        );
    }
}

#[test]
fn symbols_nobody_defines_are_listed_with_their_users() {
    for level in Level::ALL {
        let text = corpus::module("p19_abi", level).compile().unwrap_err().to_string();
        assert!(text.starts_with("p19_abi.ll: undefined symbols"), "{text}");
        for symbol in ["ext", "ext2", "ext64", "extf"] {
            assert!(text.contains(&format!("\n  {symbol}, used in main")), "{symbol}: {text}");
        }
    }
}

fn measure() -> BTreeMap<Key, Measurement> {
    let mut measured = BTreeMap::new();
    for level in Level::ALL {
        for name in MEASURED {
            let image = corpus::module(name, level).compile().unwrap();
            let cycles = corpus::run(&image).unwrap().cycles;
            measured.insert((name.to_string(), level.name().to_string()), [cycles, image.prg.len() as u64]);
        }
    }
    measured
}

fn read(text: &str) -> BTreeMap<Key, Measurement> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, level, cycles, bytes] = words[..] else { panic!("cycles.txt: {line}") };
            let numbers = [cycles, bytes].map(|number| number.parse().expect("a number"));
            ((name.to_string(), level.to_string()), numbers)
        })
        .collect()
}

#[test]
fn cycles_and_bytes_stay_within_their_budget() {
    let path = corpus::folder().join("cycles.txt");
    let measured = measure();
    let version = corpus::version();
    let mut text = format!("{}\n{HEADING}\n", taken::line(version));
    for ((name, level), [cycles, bytes]) in &measured {
        writeln!(text, "{name} {level} {cycles} {bytes}").unwrap();
    }
    if std::env::var_os(BLESS).is_some() {
        return std::fs::write(&path, text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    let tolerance = taken::tolerance("tests/corpus/cycles.txt", &stored, version);
    let budget = read(&stored);
    assert!(budget.keys().eq(measured.keys()), "cycles.txt lists other programs: run with {BLESS}=1");
    let mut faults = String::new();
    for (key, now) in &measured {
        for ((what, allowed), now) in ["cycles", "bytes"].iter().zip(budget[key]).zip(*now) {
            if now * 100 > allowed * (100 + tolerance) {
                writeln!(faults, "{} at {}: {now} {what}, allowed {allowed}", key.0, key.1).unwrap();
            } else if now * 100 < allowed * (100 - tolerance) {
                eprintln!(
                    "{} at {}: {now} {what} instead of {allowed}: keep that by {BLESS}=1",
                    key.0, key.1
                );
            } else if now != allowed {
                eprintln!("{} at {}: {now} {what} instead of {allowed}", key.0, key.1);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
