//! The sizes that `docs/PROGRAMMING.md` states are those of the programs in `tests/prices`. `BLESS=1` rewrites them.

use std::fmt::Write;

use cargo_c64::output::thousands;
use cargo_c64::rust_build::{self, Choice};
use e2e::program;

/// The LLVM that the sizes hold for. Others make other code, and get a quarter more.
const MEASURED_WITH: u32 = 22;

const DOCUMENT: &str = "docs/PROGRAMMING.md";

/// A column of a table: features and profile.
type Column = (&'static [&'static str], &'static str);

/// As `cargo c64 build` builds without options.
const DEFAULT: Column = (&[], "release");

/// Rows: how they begin, then the program for each column, which is empty for a cell without a number.
const PRINTED: [(&str, [&str; 2]); 13] = [
    ("prints a text", ["", "text"]),
    ("a `u8`", ["u8_ufmt", "u8_fmt"]),
    ("a `u16`", ["u16_ufmt", "u16_fmt"]),
    ("an `i32`", ["i32_ufmt", "i32_fmt"]),
    ("a `u64`", ["u64_ufmt", ""]),
    ("a `&str` that is not a constant", ["", "str_fmt"]),
    ("a `u8` by `{:?}`", ["", "u8_debug"]),
    ("a `&str` by `{:?}`", ["", "str_debug"]),
    ("a struct of two `u8` by a derived `Debug`", ["", "struct_debug"]),
    ("an `f32` by `decimal(x, 2)`", ["", "f32_decimal"]),
    ("an `f32` by `{}`", ["", "f32_fmt"]),
    ("an `f32` by `{:.2}`", ["", "f32_places"]),
    ("an `f64` by `{:.2}`", ["", "f64_places"]),
];

const PANICS: [(&str, &str); 7] = [
    ("no panic is possible", "u8_ufmt"),
    ("`unwrap` of an `Option`", "unwrap"),
    ("`expect`", "expect"),
    ("`get` with an index into three numbers", "get"),
    ("an index into three numbers", "index"),
    ("a division", "division"),
    ("`parse::<u8>().unwrap()`", "parse"),
];

const PANIC_COLUMNS: [Column; 3] = [DEFAULT, (&["message"], "release"), (&[], "abort")];

fn size(name: &str, (features, profile): Column) -> usize {
    let choice = Choice {
        bin: Some(name.into()),
        features: features.iter().map(|feature| (*feature).into()).collect(),
        profile: Some(profile.into()),
        ..Choice::default()
    };
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("tests/prices/Cargo.toml");
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target());
    built.unwrap_or_else(|error| panic!("{name}: {error:#}")).image.prg.len()
}

/// The rows of both tables as they should be, and the numbers in them.
fn rows() -> Vec<(String, Vec<Option<usize>>)> {
    let printed = PRINTED.map(|(label, names)| {
        let sizes = names.map(|name| (!name.is_empty()).then(|| size(name, DEFAULT)));
        (label.to_string(), sizes.to_vec())
    });
    let panics = PANICS.map(|(label, name)| {
        (label.to_string(), PANIC_COLUMNS.map(|column| Some(size(name, column))).to_vec())
    });
    printed.into_iter().chain(panics).collect()
}

fn line(label: &str, sizes: &[Option<usize>]) -> String {
    let mut line = format!("| {label} |");
    for size in sizes {
        match size {
            Some(size) => write!(line, " {} |", thousands(*size as u64)).unwrap(),
            None => line.push_str(" |"),
        }
    }
    line
}

/// The numbers of a row that the document has.
fn stated(line: &str) -> Vec<Option<usize>> {
    let cells = line.trim_matches('|').split('|').skip(1);
    cells.map(|cell| cell.trim().replace(',', "").parse().ok()).collect()
}

#[test]
fn the_document_states_what_programs_cost() {
    let path = program::workspace().root().join(DOCUMENT);
    let mut document = std::fs::read_to_string(&path).unwrap();
    let llvm = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}")).version.llvm;
    let mut faults = Vec::new();
    for (label, sizes) in rows() {
        let now = line(&label, &sizes);
        let found = document.lines().find(|row| row.starts_with(&format!("| {label} |")));
        let old = found.unwrap_or_else(|| panic!("{DOCUMENT} has no row of {label}")).to_string();
        let fits = match llvm == MEASURED_WITH {
            true => old == now,
            false => {
                stated(&old).into_iter().zip(&sizes).all(|(old, now)| *now <= old.map(|old| old * 5 / 4))
            }
        };
        if !fits {
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

#[test]
fn integers_cost_no_more_than_promised() {
    let text = size("text", DEFAULT);
    for ((label, names), bytes) in PRINTED[1..5].iter().zip([1, 2, 4, 8]) {
        for (name, limit) in names.iter().zip([600, 3 * 1024]).filter(|(name, _)| !name.is_empty()) {
            // The programs store the number first, three bytes of code for each of its bytes.
            let more = size(name, DEFAULT) - text - 3 * bytes;
            assert!(more <= limit, "{label} by {name}: {more} bytes more than a text");
        }
    }
}
