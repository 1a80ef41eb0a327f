//! House rules that a compiler does not check.

use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::program;

/// What no source may hold; written in two parts so that this file does not.
const BANNED: [(&str, &str); 4] =
    [("todo", "!("), ("unimplemented", "!("), ("#[should_", "panic"), ("allow(dead", "_code)")];

/// The tests of the harness on the C64, and a crate that shows it to users: they need what is banned elsewhere.
const HARNESS: [&str; 3] = [
    "tests/sdk/tests/harness.rs",
    "toolchain/cargo-c64/tests/new.rs",
    "toolchain/cargo-c64/templates/tests/src/lib.rs",
];

/// The corpus is source to be compiled, not to be read: dense, and with `unsafe` on purpose.
const CORPUS: &str = "tests/corpus/";

/// The files that reach the hardware.
const HARDWARE: &str = "c64/src/";

/// What reaches the hardware in the crate for everybody's programs.
const SDK: [&str; 3] = [
    "toolchain/sdk/src/hardware/c64.rs",
    "toolchain/sdk/src/heap/global.rs",
    "toolchain/sdk/src/critical.rs",
];

/// What the benchmarks share and what the foreign crates' programs share, and the mailbox around the program's chips: their
/// ways to the hardware.
const KITS: [&str; 9] = [
    "tests/bench/src/lib.rs",
    "tests/crates/kit/src/c64.rs",
    "tests/crates/kit/src/lib.rs",
    "tests/device/src/main.rs",
    "tests/sdk/src/bin/high.rs",
    // Modes that the VIC-II has and the crate does not.
    "tests/sdk/src/bin/pattern.rs",
    "tests/sdk/src/bin/section.rs",
    // Memory that is not initialised.
    "tests/sdk/src/bin/stacks.rs",
    // Functions under names that the page knows.
    "web/src/lib.rs",
];

/// What stands for `std` around core's own tests: the machine, a heap, and locks for one thread.
const STAND_INS: &str = "toolchain/conformance/";

fn root() -> PathBuf {
    program::workspace().root().to_path_buf()
}

/// Every file under version control, by its path from the root.
fn files() -> Vec<String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).unwrap();
    let names = names.split('\0').filter(|name| !name.is_empty() && root().join(name).is_file());
    let names: Vec<String> = names.map(str::to_string).collect();
    assert!(names.len() > 100, "{names:?}");
    names
}

/// The Rust sources, with their text, the corpus left out.
fn sources() -> Vec<(String, String)> {
    let names = files().into_iter().filter(|name| name.ends_with(".rs") && !name.starts_with(CORPUS));
    names.map(|name| (name.clone(), read(&name))).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Fails with all faults, a line each.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_source_says_first_what_it_is() {
    let names = files().into_iter().filter(|name| name.ends_with(".rs"));
    let silent = names.filter(|name| !read(name).starts_with("//! "));
    none(silent.map(|name| format!("{name} does not begin with //!")).collect());
}

#[test]
fn nothing_is_left_unfinished_or_switched_off() {
    let mut faults = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| !HARNESS.contains(&&**name)) {
        for (number, line) in text.lines().enumerate() {
            if has_word(line, concat!("TO", "DO")) {
                faults.push(format!("{name}:{}: something is left to do", number + 1));
            }
            // Slow tests are run every week.
            if line.contains(concat!("#[ign", "ore")) && !line.contains("toolchains.yml runs it every week") {
                faults.push(format!("{name}:{}: a test that nothing runs", number + 1));
            }
            for (first, second) in BANNED {
                if line.contains(&format!("{first}{second}")) {
                    faults.push(format!("{name}:{}: {first}{second}", number + 1));
                }
            }
        }
    }
    none(faults);
    assert!(read(".github/workflows/toolchains.yml").contains("cargo c64 test -- --include-ignored"));
}

/// Source text without its comments and the insides of its strings, line for line.
fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find("\"'").map_or(rest.len(), |at| at + 3)
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = hashes + 2;
            rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len())
        } else if first == '"' {
            string_length(rest)
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let (skipped, after) = rest.split_at(length);
        code.extend(skipped.chars().filter(|c| *c == '\n'));
        rest = after;
    }
    code
}

/// The number of `#` of a raw string that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('r')?;
    let hashes = inner.len() - inner.trim_start_matches('#').len();
    inner[hashes..].starts_with('"').then_some(hashes)
}

/// The length of the string literal that begins here, its quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn has_word(line: &str, wanted: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == wanted)
}

#[test]
fn code_is_told_from_texts() {
    let text = "a(\"un\\\"safe\", '\"', b'\\\\'); // unsafe\nr#\"un\nsafe\"#; b";
    assert_eq!(code_of(text), "a(, , b'\\\\'); \n\n; b");
}

#[test]
fn only_what_reaches_the_hardware_is_unsafe() {
    let library = read("c64/src/lib.rs");
    let modules = library.lines().filter_map(|line| line.trim().strip_prefix("pub mod ")?.strip_suffix(';'));
    let safe: Vec<String> = modules.map(|module| format!("{HARDWARE}{module}")).collect();
    assert!(!safe.is_empty());
    let mut faults = Vec::new();
    for (name, text) in sources() {
        let allowed = name.starts_with(HARDWARE)
            && !safe
                .iter()
                .any(|module| name == format!("{module}.rs") || name.starts_with(&format!("{module}/")));
        let code = code_of(&text);
        let allowed =
            allowed || name.starts_with(STAND_INS) || [&SDK[..], &KITS].concat().contains(&name.as_str());
        let lines = code.lines().enumerate().filter(|(_, line)| has_word(line, "unsafe"));
        faults.extend(lines.filter(|_| !allowed).map(|(at, line)| format!("{name}:{}: {line}", at + 1)));
    }
    none(faults);
}

#[test]
fn every_unsafe_block_says_why_it_is_sound() {
    let mut faults = Vec::new();
    let is_hardware = |name: &str| {
        name.starts_with(HARDWARE)
            || name.starts_with(STAND_INS)
            || [&SDK[..], &KITS].concat().contains(&name)
    };
    for (name, text) in sources().into_iter().filter(|(name, _)| is_hardware(name)) {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let before = lines[..at].iter().rev().take(4);
            if line.contains("unsafe {") && !before.into_iter().any(|line| line.contains("SAFETY:")) {
                faults.push(format!("{name}:{}: no SAFETY comment", at + 1));
            }
        }
    }
    none(faults);
}

/// Texts between single backticks on a line.
fn quoted(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// Whether a quoted text is meant as a path in this repository: it begins with one of its folders.
fn is_path(text: &str, folders: &[String]) -> bool {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    plain && text.split_once('/').is_some_and(|(first, _)| folders.iter().any(|folder| folder == first))
}

/// The way from a document to where GitHub shows what a repository has published, from `/OWNER/NAME/blob/main/docs/`.
const PUBLISHED: &str = "../../../deployments/github-pages";

#[test]
fn paths_named_in_the_documents_exist() {
    let names = files();
    let folders: Vec<String> =
        names.iter().filter_map(|name| Some(name.split_once('/')?.0.to_string())).collect();
    let documents: Vec<&String> = names
        .iter()
        .filter(|name| name.ends_with(".md") && (name.starts_with("docs/") || !name.contains('/')))
        .collect();
    assert!(!documents.is_empty(), "there is no document");
    let mut faults = Vec::new();
    for name in documents {
        let text = read(name);
        for (number, line) in text.lines().enumerate() {
            for path in quoted(line) {
                if is_path(path, &folders) && !root().join(path.trim_end_matches('/')).exists() {
                    faults.push(format!("{name}:{}: there is no {path}", number + 1));
                }
            }
            for link in line.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
                let path = link.0.split('#').next().unwrap_or_default();
                let beside = Path::new(name).parent().unwrap_or(Path::new(""));
                // Beside the checkout, GitHub has the page that a release publishes.
                let known = path.is_empty() || path.contains(':') || path == PUBLISHED;
                if !known && !root().join(beside).join(path).exists() {
                    faults.push(format!("{name}:{}: the link leads nowhere: {path}", number + 1));
                }
            }
        }
    }
    none(faults);
}

/// The names of a crate's dependencies, from the tables of its manifest whose name ends so.
fn dependencies(folder: &str, table: &str) -> Vec<String> {
    let text = read(&format!("{folder}/Cargo.toml"));
    let mut names = Vec::new();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        if let Some(heading) = line.strip_prefix('[') {
            inside = heading.trim_end_matches(']') == table;
        } else if inside && !line.starts_with('#') {
            names.extend(
                line.split(['=', '.', ' ']).next().filter(|name| !name.is_empty()).map(str::to_string),
            );
        }
    }
    names
}

#[test]
fn dependencies_point_one_way() {
    let ours = |folder: &str| -> Vec<String> {
        let names = dependencies(folder, "dependencies").into_iter();
        const OURS: [&str; 12] = [
            "cargo-c64",
            "chips",
            "compiler",
            "conformance",
            "d64",
            "engine",
            "fuzz",
            "machine",
            "sys2080",
            "tools",
            "verification",
            "vice",
        ];
        names.filter(|name| OURS.contains(&name.as_str())).collect()
    };
    assert_eq!(dependencies("engine", "dependencies"), [""; 0], "the engine stands alone");
    assert_eq!(ours("verification"), ["engine"]);
    assert_eq!(ours("c64"), ["engine", "sys2080", "verification"]);
    assert_eq!(ours("web"), ["d64", "machine"]);
    // The toolchain knows no game.
    assert_eq!(dependencies("toolchain/chips", "dependencies"), [""; 0]);
    assert_eq!(ours("toolchain/compiler"), ["chips"]);
    assert_eq!(ours("toolchain/d64"), ["chips"]);
    assert_eq!(ours("toolchain/machine"), ["chips", "d64"]);
    assert_eq!(ours("toolchain/sdk"), [""; 0]);
    assert_eq!(ours("toolchain/sdk-test"), ["sys2080"]);
    assert_eq!(ours("toolchain/vice"), ["chips", "d64", "machine"]);
    assert_eq!(ours("toolchain/cargo-c64"), ["compiler", "d64", "machine", "vice"]);
    assert_eq!(ours("toolchain/fuzz"), ["cargo-c64", "compiler", "machine"]);
    assert_eq!(ours("toolchain/conformance"), ["cargo-c64", "compiler", "machine", "vice"]);
}

#[test]
fn the_command_of_the_toolchain_needs_no_game() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "cargo-c64", "--edges", "normal,build", "--prefix", "none", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("sys2080-compiler"), "{text}");
    let foreign = ["engine", "verification", "fuzz", "conformance", "tools"];
    none(
        text.lines()
            .filter(|line| foreign.iter().any(|name| line.contains(name)))
            .map(str::to_string)
            .collect(),
    );
}

#[test]
fn tests_install_nothing() {
    // Put together, so that this file does not count.
    let words = ["install: ", "true"].concat();
    let is_test = |name: &str| name.starts_with("tests/") || name.contains("/tests/");
    none(
        sources()
            .into_iter()
            .filter(|(name, text)| is_test(name) && text.contains(&words))
            .map(|(name, _)| name)
            .collect(),
    );
}

#[test]
fn no_line_ends_in_blanks() {
    const TEXTS: [&str; 8] = [".rs", ".toml", ".md", ".txt", ".s", ".json", ".yml", ".sh"];
    let mut faults = Vec::new();
    for name in files().iter().filter(|name| TEXTS.iter().any(|ending| name.ends_with(ending))) {
        // What the corpus prints is compared byte by byte.
        if name.starts_with("tests/corpus/expected/") {
            continue;
        }
        let text = read(name);
        let lines = text.lines().enumerate().filter(|(_, line)| line.trim_end() != *line);
        faults.extend(lines.map(|(at, _)| format!("{name}:{}: blanks at the end", at + 1)));
        if !text.is_empty() && !text.ends_with('\n') {
            faults.push(format!("{name}: the last line has no end"));
        }
    }
    none(faults);
}

#[test]
fn no_file_names_this_workplace() {
    let mut faults = Vec::new();
    for name in files().iter().filter(|name| !name.starts_with("disk/") && !name.ends_with(".png")) {
        let bytes = std::fs::read(root().join(name)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for (first, second) in [("/wo", "rk/"), ("/ro", "ot/"), ("/ho", "me/")] {
            if text.contains(&format!("{first}{second}")) {
                faults.push(format!("{name} names a path of one machine: {first}{second}"));
            }
        }
    }
    none(faults);
}
