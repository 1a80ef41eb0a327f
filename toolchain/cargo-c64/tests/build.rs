//! `cargo c64 build` of a user's crate: cargo's own options, and settings of the profile that the command adds.

use std::path::PathBuf;
use std::process::{Command, Output};

use cargo_c64::home::Home;
use machine::{Config, Machine, Stop};

/// Where the C64 program is built, and all crates of this file, so that they share its `core`.
fn target_dir() -> PathBuf {
    Home::find().unwrap().target()
}

/// A crate in a folder of its own.
struct Crate {
    folder: tempfile::TempDir,
}

impl Crate {
    /// A crate with this in its manifest below the package, and these files. Each test has a name of its own: cargo takes
    /// crates of one name in a common folder for versions of one.
    fn new(name: &str, manifest: &str, files: &[(&str, &str)]) -> Crate {
        let folder = tempfile::tempdir().unwrap();
        let head =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n");
        std::fs::write(folder.path().join("Cargo.toml"), head + manifest).unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        // Its own target folder, which the command chooses, is the common one.
        std::fs::create_dir_all(target_dir()).unwrap();
        std::fs::create_dir(folder.path().join("target")).unwrap();
        std::os::unix::fs::symlink(target_dir(), folder.path().join("target/c64")).unwrap();
        Crate { folder }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// Runs `cargo c64 build` on it with more arguments.
    fn build(&self, arguments: &str) -> Output {
        self.run("build", &format!("--out {} {arguments}", self.out().display()))
    }

    /// Runs a command on it.
    fn run(&self, command: &str, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-c64"))
            .args(["--no-install", command, "--manifest-path"])
            .arg(self.folder.path().join("Cargo.toml"))
            .args(arguments.split_whitespace())
            .output()
            .unwrap()
    }

    /// Builds the crate, and returns what the command prints on stderr.
    fn built(&self, arguments: &str) -> String {
        let output = self.build(arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{text}");
        text
    }

    /// A machine with its program `name`.
    fn machine(&self, name: &str) -> Machine {
        let prg = std::fs::read(self.out().join(name).with_extension("prg")).unwrap();
        let mut machine = Machine::new(Config::default());
        machine.load_prg(&prg).unwrap();
        machine
    }

    /// What its program `name` stores at $C000.
    fn stores(&self, name: &str) -> u8 {
        let mut machine = self.machine(name);
        assert_eq!(machine.start_basic_program().unwrap(), Stop::Returned);
        machine.ram(0xc000..0xc001)[0]
    }
}

/// A program that stores the value of an expression at $C000.
fn stores(expression: &str) -> String {
    format!(
        "#![no_std]\n#![no_main]\n#[unsafe(no_mangle)]\npub extern \"C\" fn main() {{\n    \
         // SAFETY: nothing else uses this memory.\n    \
         unsafe {{ (0xc000 as *mut u8).write_volatile({expression}) }}\n}}\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! {{ loop {{}} }}\n"
    )
}

/// The settings of the C64 program that a crate has to choose.
const SMALL: &str = "[profile.release]\nopt-level = \"s\"\ndebug = \"line-tables-only\"\n";

#[test]
fn a_crate_without_link_time_optimisation_builds() {
    for value in [7, 6] {
        let own = Crate::new("alone", SMALL, &[("src/main.rs", &stores(&value.to_string()))]);
        let said = own.built("-v");
        assert!(!said.contains("sys2080:"), "{said}");
        assert_eq!(own.stores("alone"), value);
        // The links to the common folder are two.
        assert!(value == 7 || said.contains("Fresh core "), "{said}");
    }
}

#[test]
fn settings_that_cannot_be_give_way_with_a_word() {
    let manifest = format!("{SMALL}lto = \"off\"\ncodegen-units = 4\n");
    let own = Crate::new("settled", &manifest, &[("src/main.rs", &stores("8"))]);
    let said = own.built("");
    for word in [
        "sys2080: the profile release sets lto = \"off\", but a C64 program needs fat, which is used instead\n",
        "sys2080: the profile release sets codegen-units = 4, but a C64 program needs 1, which is used instead\n",
    ] {
        assert!(said.contains(word), "{said}");
    }
    assert_eq!(own.stores("settled"), 8);
}

#[test]
fn options_mean_what_they_mean_to_cargo() {
    let manifest = format!(
        "[features]\ndefault = [\"two\"]\none = []\ntwo = []\n\
        {SMALL}\
        [profile.speed]\ninherits = \"release\"\nopt-level = 3\n"
    );
    let features = "u8::from(cfg!(feature = \"one\")) + 2 * u8::from(cfg!(feature = \"two\"))";
    let example = format!("100 + {features}");
    let files = [("src/main.rs", &*stores(features)), ("examples/more.rs", &*stores(&example))];
    let own = Crate::new("chosen", &manifest, &files);
    for (arguments, name, expected) in [
        ("--bin chosen", "chosen", 2),
        ("--features one", "chosen", 3),
        ("--no-default-features", "chosen", 0),
        ("--no-default-features -F one", "chosen", 1),
        ("--all-features --example more", "more", 103),
    ] {
        own.built(&format!("--profile speed {arguments}"));
        assert_eq!(own.stores(name), expected, "{arguments}");
    }
    let said = own.built("--profile speed --no-default-features -F two --locked -v");
    let call = said.lines().find(|line| line.contains("rustc --crate-name chosen"));
    assert!(call.is_some_and(|call| call.contains("-C opt-level=3")), "{said}");
    std::fs::remove_file(own.folder.path().join("Cargo.lock")).unwrap();
    let output = own.build("--profile speed --locked");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--locked"));
}

/// The dev profile is that of a new crate: at level 0, with all checks.
#[test]
fn programs_look_at_their_stacks_in_the_dev_profile_and_when_asked() {
    let source = "#![no_std]\n#![no_main]\nfn deep(n: u32) -> u32 {\n    core::hint::black_box(1) + deep(n | 1)\n}\n\
        #[unsafe(no_mangle)]\npub extern \"C\" fn main() {\n    core::hint::black_box(deep(2));\n}\n\
        #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! { loop {} }\n";
    let own = Crate::new("deep", SMALL, &[("src/main.rs", source)]);
    for arguments in ["--profile dev", "--stack-check"] {
        own.built(arguments);
        let mut machine = own.machine("deep");
        let stop = machine.start_basic_program();
        assert!(matches!(stop, Ok(Stop::Exit { code: 102 | 103, .. })), "{arguments}: {stop:?}");
        let printed = String::from_utf8_lossy(machine.printed()).to_lowercase();
        assert!(printed.contains("deep"), "{arguments}: {printed}");
    }
}

#[test]
fn unknown_profiles_are_refused() {
    let own = Crate::new("unknown", SMALL, &[("src/main.rs", &stores("1"))]);
    let output = own.build("--profile tiny");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("profile `tiny` is not defined"));
}

#[test]
fn packing_keeps_the_smaller_file() {
    let own = Crate::new("packed", SMALL, &[("src/main.rs", &stores("9"))]);
    let said = own.built("--pack");
    assert!(said.contains("sys2080: packed stays unpacked: its "), "{said}");
    assert_eq!(own.stores("packed"), 9);
    assert!(!own.out().join("packed-unpacked.prg").exists());
}

/// What a build that cannot be says at its end, and its exit code.
fn refused(own: &Crate) -> (Option<i32>, String) {
    let output = own.build("");
    let text = String::from_utf8(output.stderr).unwrap();
    let last = text.lines().rev().find(|line| line.starts_with("error: ")).unwrap_or(&text);
    (output.status.code(), last.to_string())
}

#[test]
fn failures_are_told_as_what_they_are() {
    let assembly = "core::arch::global_asm!(\"mine:\", \"lda #1\", \"sta $d020\", \"rts\");";
    let naked = stores("1")
        .replace("#![no_main]\n", &format!("#![no_main]\n#![feature(asm_experimental_arch)]\n{assembly}\n"));
    let std = "fn main() { println!(\"hello\"); }";
    let fails = "fn main() { std::process::exit(3) }";
    let wrong = "fn main() { nothing() }";
    let main = stores("1");
    for (files, expected) in [
        (
            vec![("src/main.rs", std)],
            "failing does not compile: there is no std on a C64; the crate needs #![no_std], and the crate sys2080",
        ),
        (vec![("src/main.rs", naked.as_str())], "failing does not compile: rustc assembles `global_asm!`"),
        (
            vec![("src/main.rs", &main), ("build.rs", fails)],
            "failing cannot be built: the build script of failing failed",
        ),
        (
            vec![("src/main.rs", &main), ("build.rs", wrong)],
            "failing does not compile: the build script of failing does not compile",
        ),
    ] {
        let (code, text) = refused(&Crate::new("failing", SMALL, &files));
        assert_eq!(code, Some(1), "{text}");
        assert!(text.starts_with(&format!("error: {expected}")), "{text}");
    }
}

#[test]
fn a_program_that_does_not_fit_has_its_listing_and_map() {
    let main = format!("{}static mut BIG: [u8; 30_000] = [0; 30_000];\n", stores("fill(5)"));
    let fill = "static mut MORE: [u8; 30_000] = [0; 30_000];\n\
        #[inline(never)]\nfn fill(at: usize) -> u8 {\n    let at = core::hint::black_box(at);\n    \
        // SAFETY: one thread, and the index is small.\n    unsafe {\n        \
        let first = (&raw mut BIG).cast::<u8>().add(at).read_volatile();\n        \
        first + (&raw mut MORE).cast::<u8>().add(at).read_volatile()\n    }\n}\n";
    let own = Crate::new("large", SMALL, &[("src/main.rs", &(main + fill))]);
    for old in ["large.prg", "large-unpacked.prg", "large.lbl"] {
        std::fs::create_dir_all(own.out()).unwrap();
        std::fs::write(own.out().join(old), "old").unwrap();
    }
    let output = own.build("");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "error: large does not fit; see ",
        "     30000 large::BIG\n           main → large::fill → large::BIG\n",
    ] {
        assert!(text.contains(part), "{part} is missing in: {text}");
    }
    let read = |name: &str| std::fs::read_to_string(own.out().join(name)).unwrap();
    assert!(read("large.map").contains("30000  ") && read("large.lst").contains("; src/main.rs:"));
    for old in ["large.prg", "large-unpacked.prg", "large.lbl"] {
        assert!(!own.out().join(old).exists(), "{old} is another program's");
    }
}

#[test]
fn the_program_after_a_pass_is_written_as_text() {
    let own = Crate::new("dumped", SMALL, &[("src/main.rs", &stores("7"))]);
    for (pass, part) in
        [("reach", "define "), ("hoist", "store volatile [$c000], $07"), ("select", "  sta $C000\n")]
    {
        let text = own.built(&format!("--dump {pass}"));
        let path = own.out().join(format!("dumped.{pass}.txt"));
        assert!(text.contains(&format!("dumped after the pass {pass}: {}", path.display())), "{text}");
        let dump = std::fs::read_to_string(&path).unwrap();
        assert!(dump.contains(part), "{dump}");
    }
    let output = own.build("--dump nothing");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("fold-loads") && text.contains("encode"), "{text}");
}

#[test]
fn a_pass_is_left_out_and_the_one_that_changes_a_program_is_found() {
    let work = "let mut sum = 0_u8;\nfor n in 0..core::hint::black_box(20_u8) {\n    \
        if n & 3 == 1 { sum = sum.wrapping_add(n) } else { sum ^= n << 1 }\n}\n";
    let own = Crate::new("passes", SMALL, &[("src/main.rs", &stores(&format!("{{ {work} sum }}")))]);
    let bytes = || std::fs::read(own.out().join("passes.prg")).unwrap().len();
    own.built("");
    let all = bytes();
    own.built("--without values --without tails");
    assert!(bytes() > all, "{} of {all} bytes", bytes());
    assert_eq!(own.build("--without encode").status.code(), Some(2), "it cannot be left out");
    let same = own.run("bisect", "");
    assert!(same.status.success(), "{}", String::from_utf8_lossy(&same.stderr));
    // The exit code is the low byte of an address behind the code, which becomes shorter by the passes.
    let end = format!(
        "#![no_std]\n#![no_main]\n#![feature(asm_experimental_arch)]\n#[unsafe(no_mangle)]\npub extern \"C\" fn main() {{\n    \
         {work}let n: u8;\n    // SAFETY: the store ends the run.\n    unsafe {{\n        \
         (0xc000 as *mut u8).write_volatile(sum);\n        core::arch::asm!(\"lda #<__end\", out(\"r24\") n);\n        \
         (0xd7ff as *mut u8).write_volatile(n & 0x7f);\n    }}\n}}\n\
         #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! {{ loop {{}} }}\n"
    );
    let other = Crate::new("address", SMALL, &[("src/main.rs", &end)]);
    let output = other.run("bisect", "--json");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let pass = json["pass"].as_str().unwrap();
    assert!(said.contains(&format!("the program does something else from the pass {pass} on")), "{said}");
    assert!(json["runs"].as_u64().unwrap() <= 10, "{json}");
}
