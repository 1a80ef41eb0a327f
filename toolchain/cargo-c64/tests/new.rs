//! A crate made by `cargo c64 new`, tested, measured and profiled, as its author would.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cargo_c64::home::Home;
use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::{Value, json};

/// Runs the command in a folder, as cargo's subcommand.
fn c64(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["c64", "--no-install"])
        .args(arguments)
        .current_dir(folder)
        .env(CACHE_VARIABLE, Home::find().unwrap().target().join("cache"))
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// A folder with a new crate in it. Each test has a name of its own.
fn new(name: &str, template: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let output = c64(folder.path(), &["new", name, "--template", template]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains(&format!("cd {name}\n  cargo c64 run")));
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn the_sdk_is_that_of_the_checkout_around() {
    let folder = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(folder.path()).unwrap();
    let [around, beside] = ["around", "beside"].map(|name| root.join(name));
    for checkout in [&around, &beside] {
        for inner in ["c64", "toolchain/sdk", "target/release"] {
            std::fs::create_dir_all(checkout.join(inner)).unwrap();
        }
        std::fs::write(checkout.join("toolchain/sdk/Cargo.toml"), "").unwrap();
    }
    // A checkout may have been copied with its finished programs, or several may share a folder for them.
    let program = beside.join("target/release/cargo-c64");
    std::fs::copy(env!("CARGO_BIN_EXE_cargo-c64"), &program).unwrap();
    for (place, checkout) in [(&around, &around), (&around.join("c64"), &around), (&root, &beside)] {
        let mut command = Command::new(&program);
        command.args(["c64", "new", "made", "--json"]).current_dir(place).env_remove("CARGO_MANIFEST_DIR");
        let output = command.output().unwrap();
        let sdk = checkout.join("toolchain/sdk").display().to_string();
        assert_eq!(json_of(&output)["sdk"], json!(sdk));
        let manifest = std::fs::read_to_string(place.join("made/Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("path = \"{sdk}\"")), "{manifest}");
    }
}

#[test]
fn the_tests_of_a_new_crate_run_and_those_that_fail_are_told_apart() {
    let (_folder, path) = new("tested", "tests");
    let output = c64(&path, &["test"]);
    let stdout = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("warning: "), "{}", text(&output.stderr));
    assert!(stdout.contains("test tests::a_panic_can_be_expected ... ok\n"), "{stdout}");
    assert!(stdout.contains("test result: ok. 3 passed; 0 failed; 0 ignored; 0 filtered out\n"), "{stdout}");

    let output = c64(&path, &["test", "none", "--on", "machine"]);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("running 0 tests of tested\n"), "{stdout}");
    assert!(stdout.contains("0 passed; 0 failed; 0 ignored; 3 filtered out\n"), "{stdout}");

    let output = c64(&path, &["test", "zero", "--on", "vice"]);
    let stdout = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        stdout.contains("running 1 test of tested in VICE\ntest tests::zero_has_every_divisor ... ok\n"),
        "{stdout}"
    );

    let bad = "\n#[cfg(test)]\nmod bad {\n    #[test]\n    fn fails() {\n        assert_eq!(super::gcd(6, 4), 3, \"half\");\n    }\n    \
        #[test]\n    fn hangs() {\n        while core::hint::black_box(true) {}\n    }\n    \
        #[test]\n    #[should_panic]\n    fn returns() {}\n    \
        #[test]\n    #[should_panic(expected = \"this\")]\n    fn expects() {\n        panic!(\"that\");\n    }\n    #[test]\n    #[ignore = \"slow\"]\n    fn waits() {}\n    \
        #[test]\n    fn overruns() {\n        super::tests::zero_has_every_divisor_again(core::hint::black_box(1));\n    }\n}\n";
    let deep = "\n    #[allow(unconditional_recursion)]\n    pub fn zero_has_every_divisor_again(n: u16) -> u16 {\n        \
        n + zero_has_every_divisor_again(core::hint::black_box(n) + 1)\n    }\n}\n\n#[cfg(test)]\nmod bad {";
    let source = std::fs::read_to_string(path.join("src/lib.rs")).unwrap() + bad;
    let source = source.replacen("}\n\n#[cfg(test)]\nmod bad {", deep, 1);
    std::fs::write(path.join("src/lib.rs"), source).unwrap();
    let output = c64(&path, &["test", "bad::", "--json", "--stack-check"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let json = json_of(&output);
    assert_eq!((&json["passed"], &json["failed"], &json["ignored"]), (&json!(0), &json!(5), &json!(1)));
    let message = |name: &str| {
        let tests = json["tests"].as_array().unwrap();
        let test =
            tests.iter().find(|test| test["name"] == name).unwrap_or_else(|| panic!("no {name}: {json}"));
        test["message"].as_str().unwrap().to_string()
    };
    for argument in ["--ignored", "--include-ignored"] {
        let output = c64(&path, &["test", "bad::waits", "--", argument]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let said = text(&output.stdout);
        assert!(said.contains("test result: ok. 1 passed; 0 failed; 0 ignored; "), "{argument}: {said}");
    }
    let output = c64(&path, &["test", "--", "--nocapture"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("take only --ignored and --include-ignored, not --nocapture"));
    let expects = message("bad::expects");
    assert!(expects.ends_with("\nthat\nexpected a panic with \"this\""), "{expects}");
    let json = json_of(&c64(&path, &["test", "bad::expects", "--on", "vice", "--json"]));
    assert_eq!((&json["failed"], &json["tests"][0]["message"]), (&json!(1), &json!(expects)));
    let failed = message("bad::fails");
    assert!(failed.starts_with("panicked at src/lib.rs:") && failed.contains("half"), "{failed}");
    assert_eq!(message("bad::hangs"), "still running after 500000000 cycles");
    assert_eq!(message("bad::returns"), "the test did not panic as expected");
    assert_eq!(message("bad::waits"), "slow");
    assert!(message("bad::overruns").contains("stack overflowed: the "), "{}", message("bad::overruns"));
}

#[test]
fn a_new_program_is_measured_and_profiled() {
    let (_folder, path) = new("measured", "hello");
    let sizes = json_of(&c64(&path, &["size", "--json"]));
    let sizes = sizes.as_array().unwrap();
    let bytes: Vec<u64> = sizes.iter().map(|part| part["bytes"].as_u64().unwrap()).collect();
    assert!(bytes.is_sorted_by(|a, b| a >= b) && bytes.iter().sum::<u64>() > 1_000, "{bytes:?}");
    let write = sizes.iter().find(|part| part["name"] == "core::fmt::write").expect("println! formats");
    assert_eq!(write["because"], json!(["main"]));

    let output = c64(&path, &["profile", "--json", "--type", "ana\\n", "--flame", "flame.svg"]);
    let profile = json_of(&output);
    let functions = profile["functions"].as_array().unwrap();
    let main = functions.iter().find(|function| function["name"] == "main").unwrap();
    assert!(main["total"].as_u64() > main["self"].as_u64(), "{main}");
    let own: u64 = functions.iter().map(|function| function["self"].as_u64().unwrap()).sum();
    assert_eq!(Some(own), profile["cycles"].as_u64());
    let lines = profile["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["file"] == "src/main.rs" && line["line"] == 9), "{lines:?}");
    let svg = std::fs::read_to_string(path.join("flame.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("<title>main: "), "{svg}");
    assert!(text(&output.stderr).contains("the program returned to BASIC"));
}

#[test]
fn what_cannot_become_a_crate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("there")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
    for (arguments, said) in [
        (&["new", "there"][..], "there is there already; nothing was changed"),
        (&["new", "link"], "link is there already; nothing was changed"),
        (&["new", "."], ". is there already; nothing was changed"),
        (&["new", "2048"], "cannot be a crate's name"),
        (&["new", "async"], "async is a word of the language Rust; choose another"),
        (&["new", "Self"], "Self is a word of the language Rust; choose another"),
        (&["new", "deps"], "deps is a folder of cargo's, which refuses it as a name; choose another"),
        (&["new", "compiler_builtins"], "the name of a crate that every program uses"),
        (&["new", "fine", "--template", "demo"], "possible values: hello, game, tests"),
        (&["size"], "there is no Cargo.toml in"),
        (&["test", "--manifest-path", "none/Cargo.toml"], "cannot find none/Cargo.toml"),
    ] {
        let output = c64(folder.path(), arguments);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said) && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_crate_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // The manifest can be made there, but the path of a source is longer than the 4,095 bytes that Linux allows.
    let mut parent = folder.path().to_path_buf();
    while parent.as_os_str().len() < 4_076 {
        let rest = 4_076 - parent.as_os_str().len() - 1;
        let length = if rest > 220 { 100 } else { rest.min(200) };
        parent.push("d".repeat(length.max(1)));
    }
    let mut level = PathBuf::from("/");
    for part in parent.components().skip(1) {
        level.push(part);
        if !level.is_dir() {
            std::fs::create_dir(&level).unwrap();
        }
    }
    let path = parent.join("x");
    let output = c64(folder.path(), &["new", path.to_str().unwrap()]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("File name too long"), "{stderr}");
    assert_eq!(std::fs::read_dir(&parent).unwrap().count(), 0);
}
