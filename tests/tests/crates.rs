//! Crates by other authors: each computes the same on the C64 as on the host.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use cargo_c64::failure::Failed;
use cargo_c64::rust_build::{self, Choice};
use cargo_c64::setup::Setup;
use e2e::corpus::{self, Level, Module};
use e2e::crates;
use tools::workspace::Workspace;

/// What the programs print on the host.
fn on_host() -> &'static BTreeMap<String, Vec<u8>> {
    static PRINTED: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    PRINTED.get_or_init(|| crates::on_host().unwrap_or_else(|error| panic!("{error:#}")))
}

/// Runs every program at a level by `run` and lists all that print something else than on the host.
fn compare(level: Level, run: impl Fn(&Module) -> Result<Vec<u8>, String>) {
    let modules = crates::modules(level).unwrap_or_else(|error| panic!("{error:#}"));
    assert!(modules.keys().eq(&crates::names().unwrap()), "not every folder became a program");
    assert!(modules.keys().eq(on_host().keys()), "the host has other programs");
    let mut faults = String::new();
    for (name, module) in &modules {
        let expected = &on_host()[name];
        match run(module) {
            Ok(printed) if printed == *expected => {}
            Ok(printed) => {
                let [printed, expected] = [&printed, expected].map(|text| String::from_utf8_lossy(text));
                writeln!(faults, "{name} at {}: {printed:?}, on the host {expected:?}", level.name())
                    .unwrap();
            }
            Err(error) => writeln!(faults, "{name} at {}: {error}", level.name()).unwrap(),
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

fn interpret(module: &Module) -> Result<Vec<u8>, String> {
    module.interpret().map_err(|error| format!("{error:#}"))
}

fn run(module: &Module) -> Result<Vec<u8>, String> {
    let image = module.compile().map_err(|error| error.to_string())?;
    let run = corpus::run(&image).map_err(|error| format!("{error:#}"))?;
    eprintln!("{} at {}: {} cycles, {} bytes", module.name, module.level.name(), run.cycles, image.prg.len());
    Ok(run.printed)
}

#[test]
fn the_interpreter_agrees_with_the_host_for_size() {
    compare(Level::Size, interpret);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn the_interpreter_agrees_with_the_host_for_speed() {
    compare(Level::Speed, interpret);
}

#[test]
fn the_6502_agrees_with_the_host_for_size() {
    compare(Level::Size, run);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn the_6502_agrees_with_the_host_for_speed() {
    compare(Level::Speed, run);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn a_program_without_optimisation_agrees_with_the_host() {
    let module = crates::unoptimised("plain").unwrap_or_else(|error| panic!("{error:#}"));
    let expected = on_host()["plain"].clone();
    assert_eq!(interpret(&module), Ok(expected.clone()));
    assert_eq!(run(&module), Ok(expected));
}

/// What the error says that ends the build of a crate which cannot be had with pointers of 16 bits.
fn refusal(name: &str) -> String {
    let toolchain = Setup { install: false }.rust().unwrap();
    let manifest = crates::folder().join("refused").join(name).join("Cargo.toml");
    let target_dir = Workspace::find().unwrap().target();
    let error = rust_build::build(&toolchain, &manifest, &Choice::default(), &target_dir).unwrap_err();
    assert!(error.is::<Failed>(), "{name} counts as a fault of the environment: {error:#}");
    format!("{error:#}")
}

#[test]
fn the_documents_count_the_crates() {
    // These programs use no crate.
    let others = ["floats", "wide128", "format", "plain"];
    let names = crates::names().unwrap();
    let count = names.iter().filter(|name| !others.contains(&name.as_str())).count();
    for (file, words) in [
        ("README.md", format!("{count} third-party crates")),
        ("toolchain/compiler/README.md", format!("{count} third-party crates")),
        ("docs/VERIFYING.md", format!("programs that use {count} crates")),
    ] {
        let text = std::fs::read_to_string(e2e::program::workspace().root().join(file)).unwrap();
        assert!(text.contains(&words), "{file}: {words}");
    }
}

#[test]
fn crates_for_wider_pointers_are_refused_by_name() {
    let names = crates::refused().unwrap();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let text = refusal(&name);
        let dependency = name.replace('-', "_");
        assert!(text.contains(&format!("its dependency {dependency} ")), "{name}: {text}");
        assert!(text.contains("where a pointer has 16 bits"), "{name}: {text}");
    }
}
