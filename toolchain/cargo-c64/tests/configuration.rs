//! `cargo c64` takes target folder, flags for rustc and the choice of a package as cargo does.

use std::path::PathBuf;
use std::process::{Command, Output};

use cargo_c64::disk::d64::Image;
use cargo_c64::home::Home;
use cargo_c64::rust_build::CACHE_VARIABLE;
use serde_json::Value;

/// A virtual workspace of two programs, each of which ends with an exit code of its own.
struct Crates {
    folder: tempfile::TempDir,
}

impl Crates {
    fn new() -> Crates {
        let crates = Crates { folder: tempfile::tempdir().unwrap() };
        let profile = "[profile.release]\nopt-level = \"s\"\n";
        crates.write(
            "Cargo.toml",
            &format!("[workspace]\nmembers = [\"a\", \"b\"]\nresolver = \"3\"\n{profile}"),
        );
        let package =
            |name: &str| format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        let lints = "[lints.rust]\nunexpected_cfgs = \"allow\"\n";
        crates.write("a/Cargo.toml", &format!("{}{lints}", package("a")));
        crates.write("a/src/main.rs", &program("if cfg!(from_config) { 20 } else { 10 }"));
        crates.write("b/Cargo.toml", &(package("b") + "default-run = \"second\"\n"));
        crates.write("b/src/bin/first.rs", &program("1"));
        crates.write("b/src/bin/second.rs", &program("2"));
        crates
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the command in a folder of the workspace.
    fn c64(&self, folder: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-c64"));
        command
            .args(["c64", "--no-install"])
            .args(arguments)
            .current_dir(self.path(folder))
            .env(CACHE_VARIABLE, Home::find().unwrap().target().join("cache"))
            .env_remove("CARGO_MANIFEST_DIR");
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied()).output().unwrap()
    }

    /// The exit code with which the program ends that `run` chooses.
    fn code(&self, folder: &str, arguments: &[&str]) -> u64 {
        let all = [&["run", "--on", "machine", "--json"], arguments].concat();
        let output = self.c64(folder, &all, &[]);
        json(&output)["code"].as_u64().unwrap()
    }

    /// The values of `--cfg` that rustc gets, in order. A flag that rustc refuses makes cargo print them at once.
    fn cfgs(&self, folder: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Vec<String> {
        let all = [&["build", "-p", "a"], arguments].concat();
        let output = self.c64(folder, &all, variables);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let line = stderr.lines().find(|line| line.contains("--print=file-names")).expect(&stderr);
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(words.contains(&"--no-such-flag") && words.contains(&"-Ctarget-cpu=atmega328p"), "{line}");
        words.windows(2).filter(|pair| pair[0] == "--cfg").map(|pair| pair[1].to_string()).collect()
    }
}

/// A program that stores its exit code.
fn program(code: &str) -> String {
    format!(
        "#![no_std]\n#![no_main]\n#[unsafe(no_mangle)]\nextern \"C\" fn main() {{\n    \
         unsafe {{ (0xd7ff as *mut u8).write_volatile({code}) }}\n}}\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! {{ loop {{}} }}\n"
    )
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

#[test]
fn flags_come_from_the_first_source_that_cargo_looks_at() {
    let crates = Crates::new();
    let build = "[build]\nrustflags = [\"--cfg\", \"build\", \"--no-such-flag\"]\n";
    crates.write(".cargo/config.toml", build);
    assert_eq!(crates.cfgs(".", &[], &[]), ["build"]);
    assert_eq!(crates.cfgs("a", &[], &[("CARGO_BUILD_RUSTFLAGS", "--cfg variable")]), ["build", "variable"]);
    let option = ["--config", "build.rustflags = ['--cfg', 'option']"];
    assert_eq!(crates.cfgs(".", &option, &[]), ["build", "option"]);
    // The flags of all tables for the target are joined, and those of `build` are not looked at.
    let conditional = "[target.'cfg(target_vendor = \"c64\")']\nrustflags = [\"--cfg\", \"vendor\"]\n\
        [target.'cfg(not(target_os = \"none\"))']\nrustflags = [\"--cfg\", \"foreign\"]\n\
        [target.x86_64-unknown-linux-gnu]\nrustflags = [\"--cfg\", \"host\"]\n";
    let named = "[target.mos-c64-none]\nrustflags = \"--cfg target --no-such-flag\"\n";
    crates.write(".cargo/config.toml", &format!("{build}{conditional}{named}"));
    assert_eq!(crates.cfgs(".", &[], &[]), ["target", "vendor"]);
    let variable = ("CARGO_TARGET_MOS_C64_NONE_RUSTFLAGS", "--cfg variable");
    assert_eq!(crates.cfgs(".", &[], &[variable]), ["target", "variable", "vendor"]);
    // Variables win over all tables.
    let plain = ("RUSTFLAGS", "--no-such-flag  --cfg plain");
    assert_eq!(crates.cfgs(".", &[], &[plain]), ["plain"]);
    let encoded = ("CARGO_ENCODED_RUSTFLAGS", "--no-such-flag\x1f--cfg\x1fencoded");
    assert_eq!(crates.cfgs(".", &[], &[plain, encoded]), ["encoded"]);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn flags_reach_the_program_and_ours_win() {
    let crates = Crates::new();
    crates.write(
        ".cargo/config.toml",
        "[build]\nrustflags = [\"--cfg\", \"from_config\", \"-Ctarget-cpu=native\"]\n",
    );
    let output = crates.c64("a", &["run", "--on", "machine", "--json"], &[]);
    assert_eq!(json(&output)["code"], 20);
    assert!(text(&output.stderr).contains("the flag -Ctarget-cpu=native for rustc gives way"));
}

#[test]
fn the_target_folder_is_where_cargo_has_it() {
    let crates = Crates::new();
    let place = |arguments: &[&str], variables: &[(&str, &str)]| {
        let all = [&["build", "-p", "a", "--json"], arguments].concat();
        let prg = PathBuf::from(json(&crates.c64("a", &all, variables))["prg"].as_str().unwrap());
        assert!(prg.is_file(), "{}", prg.display());
        assert!(!crates.path("a/target").exists(), "a member has no target folder of its own");
        let [prg, folder] =
            [prg, crates.folder.path().into()].map(|path| std::fs::canonicalize(path).unwrap());
        let inside = prg.strip_prefix(folder).unwrap();
        inside.display().to_string()
    };
    assert_eq!(place(&[], &[]), "target/c64/out/a.prg");
    assert!(!crates.path("a/elsewhere").exists());
    crates.write(".cargo/config.toml", "[build]\ntarget-dir = \"configured\"\n");
    assert_eq!(place(&[], &[]), "configured/c64/out/a.prg");
    let build = ("CARGO_BUILD_TARGET_DIR", "built");
    assert_eq!(place(&[], &[build]), "a/built/c64/out/a.prg");
    let short = ("CARGO_TARGET_DIR", "elsewhere");
    assert_eq!(place(&[], &[build, short]), "a/elsewhere/c64/out/a.prg");
    assert_eq!(place(&["--target-dir", "../chosen"], &[build, short]), "chosen/c64/out/a.prg");
    crates.write(".cargo/config.toml", "[build]\nbuild-dir = \"between\"\n");
    assert_eq!(place(&[], &[]), "target/c64/out/a.prg");
    assert!(crates.path("between/mos-c64-none").is_dir());
}

#[test]
fn a_workspace_names_the_crate_of_its_program() {
    let crates = Crates::new();
    let manifest = text(&std::fs::read(crates.path("Cargo.toml")).unwrap());
    crates.write("Cargo.toml", &(manifest.clone() + "[workspace.metadata.c64]\nprogram = \"a\"\n"));
    assert_eq!(crates.code(".", &[]), 10);
    assert_eq!(crates.code("b", &[]), 10);
    assert_eq!(crates.code("b", &["--manifest-path", "Cargo.toml"]), 2);
    crates.write("Cargo.toml", &(manifest + "[workspace.metadata.c64]\nporgram = \"a\"\n"));
    let said = text(&crates.c64(".", &["size"], &[]).stderr);
    assert!(
        said.contains("[workspace.metadata.c64] in ") && said.contains("unknown field `porgram`"),
        "{said}"
    );
}

#[test]
fn a_disk_has_several_programs() {
    let crates = Crates::new();
    let manifest = text(&std::fs::read(crates.path("b/Cargo.toml")).unwrap());
    let settings = "[package.metadata.c64]\ndisk = \"disk.toml\"\npack = [\"first\"]\nterminal = \"first\"\n";
    crates.write("b/Cargo.toml", &(manifest + settings));
    crates.write(
        "b/disk.toml",
        "title = \"two\"\nid = \"22\"\nentries = [\n    { name = \"TWO\", kind = \"program\", bin = \"second\" },\n    \
         { name = \"ONE\", kind = \"program\", bin = \"first\" },\n]\n",
    );
    let built = json(&crates.c64("b", &["build", "--json"], &[]));
    let image = Image::from_bytes(std::fs::read(built["d64"].as_str().unwrap()).unwrap()).unwrap();
    let names: Vec<Vec<u8>> = image.directory().unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, [&b"TWO"[..], b"ONE"]);
    assert!(built["others"][0]["prg"].as_str().unwrap().ends_with("first.prg"), "{built}");
    let alone = json(&crates.c64("b", &["build", "--json", "--bin", "first"], &[]));
    assert_eq!(
        (alone["d64"].is_null(), alone["others"].as_array().map(Vec::len)),
        (true, Some(0)),
        "{alone}"
    );
    // In a terminal, the first program is the one to start; its exit code is 1.
    assert_eq!(crates.c64("b", &["run", "--on", "machine"], &[]).status.code(), Some(1));
}

#[test]
fn a_package_and_its_program_are_chosen_as_cargo_run_chooses_them() {
    let crates = Crates::new();
    assert_eq!(crates.code(".", &["-p", "a"]), 10);
    assert_eq!(crates.code(".", &["--package", "b@0.1.0"]), 2);
    assert_eq!(crates.code("b", &[]), 2);
    assert_eq!(crates.code("a", &["-p", "b", "--bin", "first"]), 1);
    // The only default program of all members.
    assert_eq!(crates.code(".", &[]), 2);
    let sizes = crates.c64("b", &["size", "--json", "-p", "a"], &[]);
    assert!(json(&sizes).as_array().is_some_and(|parts| !parts.is_empty()));
    let unknown = crates.c64("a", &["build", "-p", "c"], &[]);
    let said = text(&unknown.stderr);
    assert!(said.contains("the workspace has no package c; it has a, b"), "{said}");
    let tests = crates.c64(".", &["test", "-p", "a"], &[]);
    let said = text(&tests.stderr);
    assert!(said.contains("a/Cargo.toml does not name the crate that tests need"), "{said}");
}
