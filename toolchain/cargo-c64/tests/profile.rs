//! A crate that is built with a profile of its own, as its author would make it.

use std::path::Path;
use std::process::{Command, Output};

use cargo_c64::home::Home;
use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::Value;

/// Looks for the most steps that a number below 2000 takes to 1 (Collatz). What it prints on the way is rare.
const PROGRAM: &str = r#"#![no_std]
use sys2080::prelude::*;

fn steps(mut n: u32) -> u8 {
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
        if n > 1_000_000 {
            println!("{n} is large");
        }
    }
    steps
}

fn main() {
    let mut best = 0;
    for n in 1..2_000_u16 {
        let digits = n / 1000 + n / 100 % 10 + n / 10 % 10 + n % 10;
        if digits == 27 {
            for power in [n.wrapping_mul(n), n.wrapping_mul(7)] {
                println!("{n} {power}");
            }
        }
        best = best.max(steps(n.into()));
    }
    println!("{best}");
}
"#;

/// Runs the command in a folder, as cargo's subcommand.
fn c64(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["c64", "--no-install"])
        .args(arguments)
        .current_dir(folder)
        .env(CACHE_VARIABLE, Home::find().unwrap().target().join("cache"))
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The cycles of the crate's program and what it prints, and what the command says on stderr.
fn run(folder: &Path) -> (u64, String, String) {
    let output = c64(folder, &["run", "--on", "machine", "--json"]);
    let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(outcome["end"], "returned");
    let printed = outcome["printed"].as_str().unwrap().to_string();
    (outcome["cycles"].as_u64().unwrap(), printed, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_program_with_a_profile_takes_fewer_cycles() {
    let folder = tempfile::tempdir().unwrap();
    c64(folder.path(), &["new", "counted", "--template", "hello"]);
    let folder = folder.path().join("counted");
    std::fs::write(folder.join("src/main.rs"), PROGRAM).unwrap();
    let (before, printed, said) = run(&folder);
    assert!(printed.ends_with("181\n") && !said.contains("has counts of"), "{printed}{said}");

    let manifest = folder.join("Cargo.toml");
    let plain = std::fs::read_to_string(&manifest).unwrap();
    let text = format!("{plain}\n[package.metadata.c64]\nprofile = \"counts.txt\"\n");
    std::fs::write(&manifest, &text).unwrap();
    // The file that the manifest names need not be there yet.
    let counts = || {
        let output = c64(&folder, &["profile", "--save", "counts.txt"]);
        let said = String::from_utf8(output.stderr).unwrap();
        (std::fs::read_to_string(folder.join("counts.txt")).unwrap(), said)
    };
    let (first, said) = counts();
    assert!(first.starts_with("sys2080 profile 1\nfunction "), "{first}");
    assert!(!said.contains("does not fit"), "{said}");
    assert_eq!(counts().0, first, "a build with a profile counts the same");
    let (after, same, said) = run(&folder);
    assert_eq!(same, printed);
    assert!(after < before, "{after} cycles with the profile, {before} without");
    let (all, functions) = known(&said);
    assert_eq!(all, functions, "{said}");

    let profile = |options: &[&str]| -> Value {
        serde_json::from_slice(&c64(&folder, &[&["profile", "--json"], options].concat()).stdout).unwrap()
    };
    let (without, with) = (profile(&[]), profile(&["--vic-ii"]));
    assert_eq!((&without["vic_ii"], &with["vic_ii"]), (&Value::Bool(false), &Value::Bool(true)));
    let cycles = |profile: &Value| profile["cycles"].as_u64().unwrap();
    // Bad lines take about a twentieth of the time.
    assert!(cycles(&with) > cycles(&without) + cycles(&without) / 25, "{with}");
    let table = String::from_utf8(c64(&folder, &["profile", "--vic-ii"]).stdout).unwrap();
    assert!(table.trim_end().ends_with(" cycles in all (with those of the VIC-II)"), "{table}");

    // If nearly all memory that the program leaves is for the stack, the NOPs do not fit in it at once. With the profile, it is larger than
    // the one that is counted.
    std::fs::write(&manifest, &plain).unwrap();
    let summary: Value = serde_json::from_slice(&c64(&folder, &["build", "--json"]).stdout).unwrap();
    let room = 0xd000 - summary["end"].as_u64().unwrap() - 120;
    std::fs::write(&manifest, format!("{plain}\n[package.metadata.c64]\nstack-reserve = {room}\n")).unwrap();
    let (shared, said) = counts();
    assert!(said.contains("its functions are counted in "), "{said}");
    assert_eq!(shared, first, "what is counted in several runs is the same");
    std::fs::write(&manifest, text).unwrap();

    // Functions that have changed are compiled as without a profile, and the build says how many are not known.
    std::fs::write(folder.join("src/main.rs"), PROGRAM.replace("1_000_000", "100_000")).unwrap();
    assert_eq!(known(&run(&folder).2).0, functions);
    let changed = PROGRAM
        .replace("steps += 1;", "steps += if n == 77 { 3 } else { 1 };\nif n == 99 { println!(\"99\"); }");
    std::fs::write(folder.join("src/main.rs"), changed).unwrap();
    let (some, functions) = known(&run(&folder).2);
    assert!(some < functions, "{some} of {functions}");
}

/// How many functions the profile knows, of how many, as a build says.
fn known(said: &str) -> (usize, usize) {
    let line = said.lines().find_map(|line| line.split_once("the profile of counted has counts of "));
    let words: Vec<&str> = line.unwrap_or_else(|| panic!("{said}")).1.split(' ').collect();
    (words[0].parse().unwrap(), words[2].parse().unwrap())
}
