//! `cargo c64 debug`, and `breakpoint!()` on the built-in C64: where programs stop, and what VICE's monitor is told.

use std::path::Path;
use std::process::{Command, Output};

use cargo_c64::home::Home;
use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::{Value, json};

/// Runs the command in a folder, as cargo's subcommand, without a display.
fn c64(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["c64", "--no-install"])
        .args(arguments)
        .current_dir(folder)
        .env(CACHE_VARIABLE, Home::find().unwrap().target().join("cache"))
        .env_remove("CARGO_MANIFEST_DIR")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// A program that comes by a breakpoint three times, the first time after it has printed.
const MAIN: &str = "#![no_std]
#![forbid(unsafe_code)]
use sys2080::prelude::*;
use sys2080::print;

fn main() {
    println!(\"before\");
    count(0);
    for n in 1..=3 {
        breakpoint!();
        count(n);
    }
}

#[inline(never)]
fn count(n: u8) {
    print::raw(b'0' + core::hint::black_box(n));
}
";

#[test]
fn programs_stop_at_breakpoints_functions_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    let made = c64(folder.path(), &["new", "stops"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let path = folder.path().join("stops");
    std::fs::write(path.join("src/main.rs"), MAIN).unwrap();

    let output = c64(&path, &["run", "--json"]);
    let json = json_of(&output);
    assert_eq!(json["breakpoints"], json!([{"place": "main at src/main.rs:10", "count": 3}]));
    assert_eq!((&json["end"], &json["printed"]), (&json!("returned"), &json!("BEFORE\n0123")));
    let stderr = text(&c64(&path, &["run", "--on", "machine"]).stderr);
    assert!(stderr.contains("came by the breakpoint in main at src/main.rs:10 3 times\n"), "{stderr}");

    let json = json_of(&c64(&path, &["debug", "--json"]));
    assert_eq!(
        (&json["stop"], &json["file"], &json["line"]),
        (&json!("breakpoint"), &json!("src/main.rs"), &json!(10))
    );
    let shows = |json: &Value, text: &str| json["screen"].as_array().unwrap().iter().any(|row| row == text);
    assert!(shows(&json, "BEFORE") && json["cycles"].as_u64().unwrap() > 1_000, "{json}");
    let json = json_of(&c64(&path, &["debug", "--json", "--break", "count", "--break", "main.rs:8"]));
    assert_eq!((&json["stop"], &json["line"]), (&json!("breakpoint"), &json!(8)), "{json}");

    let main = MAIN.replace("        breakpoint!();\n", "");
    std::fs::write(path.join("src/main.rs"), main).unwrap();
    let output = c64(&path, &["debug", "--json"]);
    assert_eq!((output.status.code(), &json_of(&output)["stop"]), (Some(0), &json!("returned")));
    assert!(text(&output.stderr).contains("it will not stop"), "{}", text(&output.stderr));
    let json = json_of(&c64(&path, &["debug", "--json", "--break", "count"]));
    assert_eq!((&json["stop"], &json["a"]), (&json!("breakpoint"), &json!(0)), "{json}");
    assert!(json["place"].as_str().unwrap().starts_with("stops::count at src/main.rs:1"), "{json}");

    for (arguments, said) in [
        (&["debug"][..], "VICE's monitor needs a display; --json"),
        (&["debug", "--json", "--break", "lost"], "the program has no function lost"),
        (&["debug", "--json", "--break", "main.rs:3"], "no code of its own for line 3 of main.rs"),
    ] {
        let output = c64(&path, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
