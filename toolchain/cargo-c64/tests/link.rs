//! Crates built for the C64 in the two ways there are: by our own command, and by a plain cargo with us as its linker.

use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_c64::failure::Failed;
use cargo_c64::home::Home;
use cargo_c64::link::Files;
use cargo_c64::rust_build::{self, Choice};
use cargo_c64::setup::{Setup, Toolchain};
use cargo_c64::target;
use machine::{Config, Machine, Stop};

/// Stores the squares of 0 to 7 at $C000 and returns to BASIC.
const SQUARES: &str = "
#[unsafe(no_mangle)]
pub extern \"C\" fn main() {
    for i in 0..8u8 {
        // SAFETY: nothing else uses this memory.
        unsafe { (0xc000 as *mut u8).add(i as usize).write_volatile(core::hint::black_box(i) * i) }
    }
}";

const FAT_LTO: &str = "lto = \"fat\"";

fn toolchain() -> Toolchain {
    Setup { install: false }.rust().unwrap()
}

/// Where the C64 program is built, and all crates of this file, so that they share its `core`.
fn target_dir() -> PathBuf {
    Home::find().unwrap().target()
}

/// Makes a crate `name` in `folder` and returns its manifest.
fn crate_in(folder: &Path, name: &str, profile: &str, source: &str) -> PathBuf {
    let manifest = folder.join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[profile.release]\n\
         opt-level = \"s\"\npanic = \"abort\"\ncodegen-units = 1\ndebug = \"line-tables-only\"\n{profile}\n"
    );
    let frame = "#[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! { loop {} }\n";
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(&manifest, text).unwrap();
    std::fs::write(folder.join("src/main.rs"), format!("#![no_std]\n#![no_main]\n{source}\n{frame}"))
        .unwrap();
    manifest
}

fn assert_squares(prg: &[u8]) {
    let mut machine = Machine::new(Config::default());
    machine.load_prg(prg).unwrap();
    assert_eq!(machine.start_basic_program().unwrap(), Stop::Returned);
    assert_eq!(machine.ram(0xc000..0xc008), [0, 1, 4, 9, 16, 25, 36, 49]);
}

#[test]
fn our_command_builds_any_crate() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let manifest = crate_in(folder.path(), "squares", FAT_LTO, SQUARES);
    // The command builds in the crate's own target folder.
    std::fs::create_dir_all(target_dir()).unwrap();
    std::fs::create_dir(folder.path().join("target")).unwrap();
    std::os::unix::fs::symlink(target_dir(), folder.path().join("target/c64")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
        .args(["--no-install", "build", "--json", "--manifest-path"])
        .arg(&manifest)
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let prg = out.join("squares.prg");
    let bytes = std::fs::read(&prg).unwrap();
    assert_squares(&bytes);
    let files = Files::beside(&prg);
    for (name, path) in
        [("prg", &files.prg), ("list", &files.list), ("labels", &files.labels), ("map", &files.map)]
    {
        assert_eq!(json[name], path.to_str().unwrap());
        assert!(path.metadata().unwrap().len() > 0);
    }
    assert_eq!(json["bytes"], bytes.len());
    assert_eq!((&json["load"], &json["entry"]), (&0x0801.into(), &0x0820.into()));
    assert!(json["d64"].is_null() && json["end"].as_u64().unwrap() > 0x0820);
}

#[test]
fn two_builds_give_the_same_bytes() {
    let images = ["one", "another"].map(|name| {
        let folder = tempfile::tempdir().unwrap();
        let manifest = crate_in(&folder.path().join(name), "same", FAT_LTO, SQUARES);
        let image =
            rust_build::build(&toolchain(), &manifest, &Choice::default(), target_dir()).unwrap().image;
        (image.prg, image.listing, image.labels, image.map)
    });
    assert_squares(&images[0].0);
    assert!(images[0] == images[1]);
}

#[test]
fn a_plain_cargo_build_has_us_as_its_linker() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = crate_in(folder.path(), "plain", FAT_LTO, SQUARES);
    // As the documentation of cargo_c64::link says, with the linker's path instead of a place in PATH.
    let flags = target::RUSTFLAGS.iter().chain(&target::RUSTFLAGS_FOR_SIZE);
    let flags = flags.map(|flag| format!("\"{flag}\"")).collect::<Vec<_>>().join(", ");
    let config = format!(
        "[unstable]\nbuild-std = [\"core\", \"alloc\"]\nbuild-std-features = [\"optimize_for_size\"]\n\
         json-target-spec = true\n[build]\ntarget = \"{}\"\n\
         rustflags = [{flags}]\n[target.mos-c64-none]\nlinker = \"{}\"\n",
        target::write(&target_dir()).unwrap().display(),
        env!("CARGO_BIN_EXE_cargo-c64")
    );
    std::fs::create_dir(folder.path().join(".cargo")).unwrap();
    std::fs::write(folder.path().join(".cargo/config.toml"), config).unwrap();
    let mut cargo = toolchain().cargo();
    // With another linker cargo has another `core`.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain");
    cargo.current_dir(folder.path()).args(["build", "--release", "--target-dir"]).arg(&target);
    let output = cargo.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(!text.contains("warning"), "{text}");
    let prg = target.join("mos-c64-none/release/plain.prg");
    let bytes = std::fs::read(prg).unwrap();
    assert_squares(&bytes);
    assert_eq!(
        bytes,
        rust_build::build(&toolchain(), &manifest, &Choice::default(), target_dir()).unwrap().image.prg
    );
}

#[test]
fn a_program_that_rustc_refuses_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = crate_in(folder.path(), "wrong", FAT_LTO, "pub fn main() -> u8 { \"text\" }");
    let error = rust_build::build(&toolchain(), &manifest, &Choice::default(), target_dir()).unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&Failed("wrong does not compile".into())));
}

#[test]
fn a_program_that_our_compiler_refuses_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let source = "unsafe extern \"C\" { fn nowhere(); }\n\
        #[unsafe(no_mangle)]\npub extern \"C\" fn main() { unsafe { nowhere() } }";
    let manifest = crate_in(folder.path(), "undefined", FAT_LTO, source);
    let error = rust_build::build(&toolchain(), &manifest, &Choice::default(), target_dir()).unwrap_err();
    assert!(error.downcast_ref::<Failed>().is_some(), "{error:#}");
    assert!(format!("{error:#}").contains("nowhere"), "{error:#}");
}
