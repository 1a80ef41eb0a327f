//! `[package.metadata.c64]` of a crate: what it changes of the program, and what is refused.

use std::path::Path;
use std::process::{Command, Output};

use cargo_c64::disk::d64::Image;
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

/// Prints a letter for each level of a recursion.
const MAIN: &str = "#![no_std]
#![no_main]
unsafe extern \"C\" {
    safe fn chrout(byte: u8);
}
#[unsafe(no_mangle)]
extern \"C\" fn main() {
    down(core::hint::black_box(3));
}
#[inline(never)]
fn down(n: u8) -> u8 {
    if n == 0 {
        return 1;
    }
    let below = down(n - 1);
    chrout(b'A' + n + below);
    core::hint::black_box(below)
}
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
";

/// Gives the crate in a folder these settings.
fn set(folder: &Path, settings: &str) {
    let manifest = format!(
        "[package]\nname = \"low_level\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [profile.release]\nopt-level = \"s\"\n[package.metadata.c64]\n{settings}"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
}

fn crate_with(settings: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(folder.path().join("src/main.rs"), MAIN).unwrap();
    set(folder.path(), settings);
    folder
}

#[test]
fn a_program_goes_where_its_manifest_says_and_still_runs() {
    let settings = "load = 0xc000\nbasic-line = false\nzero-page = [0x10, 0x4f]\ndisk-name = \"tools\"\n";
    let folder = crate_with(settings);
    let built = json_of(&c64(folder.path(), &["build", "--json"]));
    assert_eq!((&built["load"], &built["entry"]), (&json!(0xc000), &json!(0xc000)));
    let prg = std::fs::read(built["prg"].as_str().unwrap()).unwrap();
    assert_eq!(prg[..2], [0x00, 0xc0]);
    let image = Image::from_bytes(std::fs::read(built["d64"].as_str().unwrap()).unwrap()).unwrap();
    let disk = image.contents().unwrap();
    assert_eq!((&*disk.title, &*disk.files[0].name), (&b"TOOLS"[..], &b"LOW-LEVEL"[..]));
    assert_eq!(disk.files[0].data, prg);
    for place in ["machine", "vice"] {
        let ran = json_of(&c64(folder.path(), &["run", "--json", "--on", place]));
        assert_eq!(ran["end"], "returned", "{place}: {ran}");
        let screen = ran["screen"].as_array().unwrap();
        assert!(screen.iter().any(|row| row.as_str().unwrap().ends_with("CDE")), "{place}: {ran}");
    }
}

#[test]
fn options_win_over_the_manifest() {
    let bytes = |output: &Output| json_of(output)["bytes"].as_u64().unwrap();
    let folder = crate_with("");
    let path = folder.path();
    let plain = bytes(&c64(path, &["build", "--json"]));
    let packed = c64(path, &["build", "--json", "--pack"]);
    assert!(text(&packed.stderr).contains("stays unpacked"), "{}", text(&packed.stderr));
    set(path, "stack-check = true\npack = true\n");
    let checked = c64(path, &["build", "--json"]);
    assert!(bytes(&checked) > plain);
    assert!(text(&checked.stderr).contains("stays unpacked"), "{}", text(&checked.stderr));
    let unchecked = c64(path, &["build", "--json", "--stack-check=false", "--pack=false"]);
    assert_eq!(bytes(&unchecked), plain);
    assert!(!text(&unchecked.stderr).contains("stays unpacked"), "{}", text(&unchecked.stderr));
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let folder = crate_with("");
    for (settings, code, said) in [
        ("lode = 0x1000", 2, "unknown field `lode`, expected one of"),
        ("load = 0xe000", 2, "the memory for programs from $E000 on cannot end at $D000"),
        ("stack-reserve = 51000", 1, "the program overflows by"),
    ] {
        set(folder.path(), settings);
        let output = c64(folder.path(), &["build"]);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{settings}: {stderr}");
        assert!(stderr.contains(said) && !stderr.contains("panicked"), "{settings}: {stderr}");
    }
}
