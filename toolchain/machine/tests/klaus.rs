//! Klaus Dormann's functional test of the NMOS 6502, from the image inside the `mos6502` package.

use std::path::PathBuf;
use std::process::Command;

use machine::{Config, Error, Machine, Stop};

/// Where the image's test begins, and the `jmp *` it ends in when all is well. Source: `tests/functional_test.rs` and
/// `tests/assets/labels.dbg` of mos6502 0.10.1, whose image ca65 assembled; other builds end at $3469.
const START: u16 = 0x0400;
const SUCCESS: u16 = 0x331c;
/// Cycles from START to the end of the first jump of SUCCESS. Source: rsemu 0.0.7, which counts by bus accesses, on the
/// same image; 30,607,781 instructions.
const CYCLES: u64 = 96_165_271;

/// The source folder of the mos6502 package this crate was built with, asked from cargo.
fn package_folder() -> PathBuf {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(rustc.stdout).expect("rustc prints text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    // Only this platform's packages: those of others may never have been downloaded.
    let arguments =
        ["metadata", "--format-version=1", "--locked", "--filter-platform", host, "--manifest-path"];
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = Command::new(env!("CARGO")).args(arguments).arg(manifest).output().expect("cargo runs");
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("the metadata lists packages");
    let package =
        packages.iter().find(|package| package["name"] == "mos6502").expect("mos6502 is a dependency");
    assert_eq!(package["version"], "0.10.1", "the addresses below belong to this version's image");
    let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
    PathBuf::from(manifest).parent().expect("a manifest lies in a folder").to_path_buf()
}

/// A machine that is nothing but processor and RAM, with the test image in it.
fn machine_with_image() -> Machine {
    let path = package_folder().join("tests/assets/6502_functional_test.bin");
    let image = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(image.len(), 0x10000, "the image fills the address space");
    let config = Config { strict: false, interrupts: false, cycle_limit: 200_000_000, ..Config::default() };
    let mut machine = Machine::new(config);
    // $01 = $34: RAM everywhere.
    machine.poke(0x01, 0x34);
    machine.load_bytes(0x0002, &image[2..]).expect("the image fits");
    machine
}

#[test]
fn every_documented_instruction_does_what_it_should() {
    let mut machine = machine_with_image();
    assert_eq!(machine.run_from(START), Ok(Stop::Halted { pc: SUCCESS }));
    assert_eq!(machine.cycles(), CYCLES);
}

#[test]
fn a_wrong_processor_would_be_found_out() {
    let mut machine = machine_with_image();
    // A check that passes turned into one that fails must end in its own trap.
    let bne = (START..START + 0x400).find(|at| machine.peek(*at) == 0xd0 && machine.peek(*at + 1) == 0xfe);
    let trap = bne.expect("the image traps failures by a branch to itself");
    machine.poke(trap, 0xf0);
    match machine.run_from(START) {
        Ok(Stop::Halted { pc }) => assert_eq!(pc, trap),
        other => panic!("{:?}", other.map_err(|error: Error| error.to_string())),
    }
}
