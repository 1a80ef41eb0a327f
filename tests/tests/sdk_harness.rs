//! `#[test]` on the C64: each test of a crate that uses `sys2080-test`, run on the machine.

use std::collections::BTreeMap;
use std::process::Stdio;

use cargo_c64::harness::descriptors::{self, Panics, Test};
use cargo_c64::rust_build;
use compiler::{Image, llvm};
use e2e::program;
use machine::{Config, Labels, Machine, Stop};
use serde_json::Value;

/// Where a program of tests finds the index of the one to run; `toolchain/sdk/src/harness.rs` has the same.
const CHOSEN: u16 = 0x02a7;

/// The program of tests, and the tests that it has.
fn built() -> (Image, Vec<Test>) {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let target_dir = program::workspace().target();
    let mut command = rust_build::cargo(&toolchain, "test", &target_dir).unwrap();
    command
        .args([
            "-Zpanic-abort-tests",
            "--no-run",
            "--release",
            "--locked",
            "--test=harness",
            "--message-format=json-render-diagnostics",
        ])
        .arg("--manifest-path")
        .arg(program::workspace().root().join("tests/sdk/Cargo.toml"))
        .stderr(Stdio::inherit());
    let output = command.output().unwrap();
    assert!(output.status.success(), "cargo ended with {}", output.status);
    let messages = String::from_utf8(output.stdout).unwrap();
    let executable = messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).unwrap();
        // cargo builds the package's programs as well.
        message["executable"].as_str().filter(|_| message["target"]["name"] == "harness").map(String::from)
    });
    let inputs = rust_build::noted(executable.expect("cargo names the program").as_ref()).unwrap();
    let text = std::fs::read_to_string(&inputs.module).unwrap();
    let tests = descriptors::tests(&llvm::parse_program("harness", &text).unwrap()).unwrap();
    (inputs.compile(&target_dir.join("out/harness.prg")).unwrap(), tests)
}

/// Runs the test of an index, and returns the exit code and what was printed.
fn run(image: &Image, index: u16) -> (u8, String) {
    let mut machine = Machine::new(Config { cycle_limit: 10_000_000, ..Config::default() });
    machine.set_labels(Labels::parse(&image.labels).unwrap());
    machine.load_prg(&image.prg).unwrap();
    machine.load_bytes(CHOSEN, &index.to_le_bytes()).unwrap();
    match machine.start_basic_program() {
        Ok(Stop::Exit { code, .. }) => (code, String::from_utf8_lossy(machine.printed()).into_owned()),
        other => panic!("test {index}: {other:?}"),
    }
}

#[test]
fn every_test_ends_as_it_should() {
    let (image, tests) = built();
    let of_name: BTreeMap<&str, &Test> = tests.iter().map(|test| (test.name.as_str(), test)).collect();
    let names: Vec<&str> = of_name.keys().copied().collect();
    let all =
        ["fails", "hangs", "inner::passes", "panics_as_it_should", "returns_a_number", "returns_an_error"];
    assert_eq!(names, all);

    let end = |name: &str| run(&image, of_name[name].index);
    for name in ["inner::passes", "returns_a_number"] {
        assert_eq!(end(name), (0, String::new()), "{name}");
        assert_eq!(of_name[name].panics, Panics::Never);
    }
    let failure = |name: &str| {
        let (code, printed) = end(name);
        assert_eq!(code, 101, "{name}");
        // Behind what the test printed itself.
        printed.rsplit_once('\u{1}').expect("a panic begins with its mark").1.to_string()
    };
    let printed = failure("fails");
    assert!(printed.contains("no a") && printed.contains("Some(65)"), "{printed}");
    assert!(printed.ends_with("\ntests/harness.rs\n28"), "{printed}");
    let printed = failure("returns_an_error");
    assert!(printed.starts_with("the test returned an error: ParseIntError"), "{printed}");
    let Panics::With(message) = &of_name["panics_as_it_should"].panics else { panic!("{of_name:?}") };
    let printed = failure("panics_as_it_should");
    assert!(printed.contains(message.as_str()), "{printed}");

    assert_eq!(of_name["hangs"].ignored.as_deref(), Some("it never ends"));
    assert_eq!(run(&image, 99).0, 111, "there is no such test");
}
