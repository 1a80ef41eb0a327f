//! The project's own tests on the C64, those of `tests/c64`, run by `cargo c64 test` on the machine and in VICE, and on the host.

use std::process::Command;

use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::Value;
use tools::workspace::Workspace;

#[test]
fn the_tests_of_runtime_and_library_pass_everywhere() {
    let workspace = Workspace::find().unwrap();
    let folder = workspace.root().join("tests/c64");
    let output = Command::new(env!("CARGO_BIN_EXE_games"))
        .args([
            "c64",
            "--no-install",
            "test",
            "--manifest-path",
            "Cargo.toml",
            "--locked",
            "--on",
            "machine,vice",
            "--json",
        ])
        .current_dir(&folder)
        .env(CACHE_VARIABLE, workspace.target().join("cache"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
    assert!(output.status.success(), "{json:#}");

    // On the host cargo finds the same tests.
    let target = workspace.target().join("c64/host");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&folder).args(["test", "--locked", "--tests", "--target-dir"]).arg(target);
    let host = cargo.output().unwrap();
    let told = String::from_utf8_lossy(&host.stdout).into_owned();
    assert!(host.status.success(), "{told}{}", String::from_utf8_lossy(&host.stderr));
    // Not by the lines of the tests: what a test prints on the host's screen comes between.
    let passed: u64 = told
        .split("test result: ok. ")
        .skip(1)
        .map(|rest| rest.split(' ').next().and_then(|n| n.parse::<u64>().ok()).expect("a number follows"))
        .sum();
    assert!(passed > 0, "{told}");
    assert_eq!(json["passed"].as_u64(), Some(2 * passed), "{json:#}");
}
