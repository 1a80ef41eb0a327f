//! Which rustc builds a crate, on machines that have others: toolchains and a rustup made of shell scripts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A machine: a folder of programs for `PATH`, a crate, and toolchains.
struct Machine {
    folder: TempDir,
}

impl Machine {
    /// One whose rustc is a proxy: it prints the sysroot that the file `sysroot` in the current folder names, else that
    /// of the toolchain `usual`.
    fn new() -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        let usual = machine.toolchain("usual");
        machine.script("bin/rustc", &format!("/bin/cat sysroot 2>/dev/null || echo '{}'", usual.display()));
        machine.write("crate/Cargo.toml", "this is no manifest");
        // Whatever goes wrong, nothing is installed on the machine that the tests run on.
        machine.script("bin/apt-get", "exit 1");
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn toolchain(&self, name: &str) -> PathBuf {
        self.path("toolchains").join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        self.write(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Adds a toolchain with the source of `core`. Its cargo cannot do anything.
    fn add(&self, name: &str, release: &str, llvm: &str) {
        let sysroot = self.toolchain(name);
        let text = format!(
            "case $1 in --print) echo '{}';; *) echo 'release: {release}'; echo 'LLVM version: {llvm}';; esac",
            sysroot.display()
        );
        self.script(&format!("toolchains/{name}/bin/rustc"), &text);
        self.script(&format!("toolchains/{name}/bin/cargo"), "exit 1");
        self.write(&format!("toolchains/{name}/lib/rustlib/src/rust/library/core/Cargo.toml"), "");
    }

    /// Adds a rustup that has these toolchains, and cannot install any. Its list fails in the folder of a file that it cannot read.
    fn add_rustup_with(&self, names: &[&str]) {
        let cases: String = names
            .iter()
            .map(|name| format!("'run {name}') echo '{}';;\n", self.toolchain(name).display()))
            .collect();
        let text = format!(
            "case \"$1 $2\" in\n--version*) echo 'rustup 1.29.0';;\n\
             'toolchain list') [ -f rust-toolchain.toml ] && exit 1; printf '%s (active)\\n' {};;\n{cases}\
             *) echo 'error: no such thing' >&2; exit 1;;\nesac",
            names.join(" ")
        );
        self.script("bin/rustup", &text);
    }

    /// Adds a rustup that knows the toolchain `name` once it has installed it: then it moves the one called `waiting`.
    fn add_rustup(&self, name: &str) {
        let [there, waiting] = [name, "waiting"].map(|name| self.toolchain(name));
        let text = format!(
            "echo \"$@\" >>'{log}'\n\
             case \"$1 $2\" in\n\
             --version*) echo 'rustup 1.29.0';;\n\
             'run {name}') [ -d '{there}' ] && echo '{there}';;\n\
             'toolchain install') [ \"$3\" = {name} ] && /bin/mv '{waiting}' '{there}';;\n\
             *) echo 'error: no such thing' >&2; exit 1;;\n\
             esac",
            log = self.path("rustup.log").display(),
            there = there.display(),
            waiting = waiting.display(),
        );
        self.script("bin/rustup", &text);
    }

    /// What `build` of the crate says on stderr. It always fails: the crate is none.
    fn build(&self, arguments: &[&str], variable: Option<&str>) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-c64"));
        command
            .env("PATH", self.path("bin"))
            .env("SYS2080_SYSTEM", "")
            .env_remove("RUST_BACKTRACE")
            .env_remove("SYS2080_TOOLCHAIN");
        if let Some(name) = variable {
            command.env("SYS2080_TOOLCHAIN", name);
        }
        command
            .args(arguments)
            .arg("build")
            .arg("--manifest-path")
            .arg(self.path("crate/Cargo.toml"))
            .current_dir(self.path("crate"));
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn asked_of_rustup(&self) -> String {
        fs::read_to_string(self.path("rustup.log")).unwrap_or_default()
    }
}

fn says_which(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("sys2080: building with "))
}

fn rustc(toolchain: &Path) -> String {
    toolchain.join("bin/rustc").display().to_string()
}

#[test]
fn the_usual_one_is_taken_without_a_word() {
    let machine = Machine::new();
    machine.add("usual", "1.95.0", "22.1.2");
    let text = machine.build(&["--no-install"], None);
    assert!(!text.contains("sys2080: "), "{text}");
    assert!(text.contains("cargo cannot read"), "{text}");
}

#[test]
fn a_newer_one_than_the_tested_is_taken_and_told() {
    let machine = Machine::new();
    machine.add("usual", "3.1.0-nightly", "55.0.1");
    let text = machine.build(&["--no-install"], None);
    let told: Vec<&str> = text.lines().filter(|line| line.starts_with("sys2080: ")).collect();
    assert_eq!(told.len(), 1, "{text}");
    assert!(
        told[0].starts_with("sys2080: rustc 3.1 with LLVM 55 is not one of the tested versions"),
        "{text}"
    );
    assert!(text.contains("cargo cannot read"), "{text}");
}

#[test]
fn an_old_one_is_refused_and_rustup_brings_another() {
    let machine = Machine::new();
    machine.add("usual", "1.80.1", "18.1.7");
    machine.add("waiting", "1.99.1", "23.1.1");
    machine.add_rustup("1.99.1");
    // Not where nothing may be installed.
    let text = machine.build(&["--no-install"], None);
    assert!(text.contains("rustc 1.80 with LLVM 18 is too old: 1.95 or newer is needed"), "{text}");
    assert!(text.contains("rustup toolchain install 1.99.1"), "{text}");
    assert!(!machine.asked_of_rustup().contains("install"), "{}", machine.asked_of_rustup());
    let text = machine.build(&[], None);
    let asked = machine.asked_of_rustup();
    assert!(
        asked.contains("toolchain install 1.99.1 --profile minimal --component rust-src"),
        "{asked}\n{text}"
    );
    let taken = rustc(&machine.toolchain("1.99.1"));
    let expected = format!(
        "sys2080: building with rustc 1.99 with LLVM 23 ({taken}) because the one that cargo would use here cannot be used: \
         rustc 1.80 with LLVM 18 is too old"
    );
    assert!(text.contains(&expected), "{text}");
}

#[test]
fn a_crate_in_another_folder_may_have_another_one() {
    let machine = Machine::new();
    machine.add("usual", "1.95.0", "22.1.2");
    machine.add("crates", "1.99.1", "23.1.1");
    machine.write("crate/sysroot", &machine.toolchain("crates").display().to_string());
    let text = machine.build(&["--no-install"], None);
    assert!(!says_which(&text), "it is the one that cargo takes there: {text}");
    machine.add("crates", "1.70.0", "16.0.2");
    machine.add_rustup("1.99.1");
    machine.add("1.99.1", "1.99.1", "23.1.1");
    machine.write("crate/rust-toolchain.toml", "[toolchain]\nchannel = \"1.70\"\n");
    let text = machine.build(&["--no-install"], None);
    assert!(says_which(&text), "{text}");
    let file = fs::canonicalize(machine.path("crate/rust-toolchain.toml")).unwrap();
    assert!(text.contains(&format!("1.95 or newer is needed ({} asks for it)", file.display())));
}

#[test]
fn the_variable_decides() {
    let machine = Machine::new();
    machine.add("usual", "1.95.0", "22.1.2");
    machine.add("other", "1.99.1", "23.1.1");
    let folder = machine.toolchain("other");
    let text = machine.build(&["--no-install"], folder.to_str());
    let expected = format!(
        "sys2080: building with rustc 1.99 with LLVM 23 ({}) as set in SYS2080_TOOLCHAIN",
        rustc(&folder)
    );
    assert!(text.contains(&expected), "{text}");
    let text = machine.build(&["--no-install"], Some("no-such-name"));
    assert!(text.contains("the toolchain of SYS2080_TOOLCHAIN cannot be used"), "{text}");
    assert!(text.contains("rustup has no toolchain no-such-name"), "{text}");
}

#[test]
fn a_machine_without_rust_is_told_so() {
    let machine = Machine::new();
    fs::remove_file(machine.path("bin/rustc")).unwrap();
    let text = machine.build(&["--no-install"], None);
    assert!(text.contains("\n  because: no usable rustc: there is none in PATH\n"), "{text}");
}

#[test]
fn an_unusable_one_is_replaced_by_another_of_rustups() {
    let machine = Machine::new();
    machine.add("usual", "1.101.0-nightly", "23.1.1");
    fs::remove_dir_all(machine.toolchain("usual").join("lib")).unwrap();
    for (name, release, llvm) in
        [("old", "1.80.1", "18.1.7"), ("1.95", "1.95.0", "22.1.2"), ("1.97", "1.97.0", "22.1.8")]
    {
        machine.add(name, release, llvm);
    }
    machine.add("future", "1.199.0", "40.0.0");
    machine.add_rustup_with(&["old", "1.95", "future", "1.97"]);
    machine.write("crate/rust-toolchain.toml", "[toolchain]\nchannel = \"nightly\"\n");
    let text = machine.build(&["--no-install"], None);
    let taken = rustc(&machine.toolchain("1.97"));
    let expected = format!(
        "sys2080: building with rustc 1.97 with LLVM 22 ({taken}) because the one that cargo would use here cannot be used: "
    );
    assert!(text.contains(&expected), "{text}");
    assert!(
        text.contains("has no source of core") && text.contains("rust-toolchain.toml asks for it"),
        "{text}"
    );
    // A file that rustup cannot read, a folder that is not there, an old release: the proxy fails.
    for file in ["[toolchain", "[toolchain]\npath = \"/nowhere\"\n", "[toolchain]\nchannel = \"1.70.0\"\n"] {
        machine.write("crate/rust-toolchain.toml", file);
        machine.script("bin/rustc", "echo 'error: no such toolchain' >&2; exit 1");
        let text = machine.build(&["--no-install"], None);
        assert!(text.contains(&format!("building with rustc 1.97 with LLVM 22 ({taken})")), "{file}: {text}");
        assert!(text.contains("no such toolchain"), "{file}: {text}");
    }
    // Without another one, the headline names the file.
    machine.add_rustup_with(&["old"]);
    let text = machine.build(&["--no-install"], None);
    let file = fs::canonicalize(machine.path("crate/rust-toolchain.toml")).unwrap();
    let headline = format!(
        "error: the toolchain that {} asks for cannot be used, and there is no other; change the file, or install",
        file.display()
    );
    assert!(text.contains(&headline), "{text}");
    assert!(text.contains("too old: 1.95 or newer is needed"), "{text}");
}
