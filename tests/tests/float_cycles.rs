//! The cycles of operations on floats that `docs/NUMBERS.md` states are those of `tests/prices/src/bin/float_cycles.rs`. `BLESS=1`
//! rewrites them.

use cargo_c64::output::thousands;
use cargo_c64::rust_build::{self, Choice};
use e2e::program;
use machine::{Config, Machine, Stop};

/// The LLVM that the cycles hold for. Others make other code, and get a quarter more.
const MEASURED_WITH: u32 = 22;

const DOCUMENT: &str = "docs/NUMBERS.md";

/// How the rows begin, in the order in which the program prints the numbers.
const OPERATIONS: [&str; 10] = [
    "addition",
    "subtraction",
    "multiplication",
    "division",
    "comparison",
    "square root by the crate `libm`",
    "from `i16`",
    "from `i32`",
    "to `i16`",
    "to `i32`",
];

/// What the program prints: for each operation, the cycles of `f32` and `f64`.
fn measured() -> Vec<[u64; 2]> {
    let choice = Choice { bin: Some("float_cycles".into()), ..Choice::default() };
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("tests/prices/Cargo.toml");
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target());
    let prg = built.unwrap_or_else(|error| panic!("{error:#}")).image.prg;
    let mut machine = Machine::new(Config { cycle_limit: 100_000_000, ..Config::default() });
    machine.load_prg(&prg).unwrap();
    assert_eq!(machine.start_basic_program().unwrap(), Stop::Returned, "{}", machine.transcript());
    let numbers = |row: String| {
        let mut numbers = row.split(' ').map(|number| number.parse().unwrap());
        [(); 2].map(|()| numbers.next().unwrap())
    };
    machine.screen_text().into_iter().filter(|row| !row.is_empty()).map(numbers).collect()
}

#[test]
fn the_document_states_what_floats_cost() {
    let path = program::workspace().root().join(DOCUMENT);
    let mut document = std::fs::read_to_string(&path).unwrap();
    let llvm = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}")).version.llvm;
    // A branch that crosses a page takes a cycle more, and the path of the checkout decides which do.
    let allowed = if llvm == MEASURED_WITH { 102 } else { 125 };
    let measured = measured();
    assert_eq!(measured.len(), OPERATIONS.len());
    let mut faults = Vec::new();
    for (label, cycles) in OPERATIONS.iter().zip(measured) {
        let start = format!("| {label} | ");
        let found = document.lines().find(|row| row.starts_with(&start));
        let old = found.unwrap_or_else(|| panic!("{DOCUMENT} has no row of {label}")).to_string();
        let cells = old[start.len()..].trim_end_matches(" |").split(" | ");
        let stated: Vec<u64> = cells.map(|cell| cell.replace(',', "").parse().unwrap()).collect();
        let fits = |(stated, now): (&u64, &u64)| {
            *now * 100 <= stated * allowed && (llvm != MEASURED_WITH || stated * 100 <= now * allowed)
        };
        if stated.len() != cycles.len() || !stated.iter().zip(&cycles).all(fits) {
            let now = format!("{start}{} |", cycles.map(thousands).join(" | "));
            faults.push(format!("{old}\nis now\n{now}"));
            document = document.replace(&old, &now);
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, document).unwrap();
    } else {
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
