//! The page's scripts by a type checker: every name is there, every import is used, and every function of the C64 that is called exists.
//! Needs npm, which fetches the checker that `web/package-lock.json` names, and never skips.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::program;

/// The folder of the page's sources, and the files in it from which npm fetches the checker.
fn web() -> PathBuf {
    program::workspace().root().join("web")
}
const LOCKED: [&str; 2] = ["package.json", "package-lock.json"];

/// The checker, fetched once for a lock file.
fn checker() -> PathBuf {
    let folder = tools::web::folder(&program::workspace()).join("scripts");
    let checker = folder.join("node_modules/.bin/tsc");
    let read = |path: PathBuf| fs::read(path).unwrap_or_default();
    let is_fresh = LOCKED.iter().all(|name| read(folder.join(name)) == read(web().join(name)));
    if is_fresh && checker.is_file() {
        return checker;
    }
    fs::create_dir_all(&folder).unwrap();
    for name in LOCKED {
        fs::copy(web().join(name), folder.join(name)).unwrap();
    }
    let mut npm = Command::new(program::SETUP.npm().unwrap_or_else(|error| panic!("{error:#}")));
    let output = npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "npm ci: {}", String::from_utf8_lossy(&output.stderr));
    checker
}

/// What the checker finds in the scripts of a folder that is laid out as `web` is.
fn complaints(folder: &Path) -> Vec<String> {
    let output = Command::new(checker()).arg("--project").arg(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.success(), text.is_empty(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_string).collect()
}

#[test]
fn the_scripts_have_no_errors_of_types() {
    assert_eq!(complaints(&web()), [""; 0]);
}

#[test]
fn every_function_of_the_c64_that_a_script_calls_exists() {
    let module = fs::read_to_string(web().join("src/lib.rs")).unwrap();
    let has = |name: &str| name == "memory" || module.contains(&format!("pub extern \"C\" fn {name}("));
    let mut called = 0;
    for entry in fs::read_dir(web().join("page")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        let script = fs::read_to_string(&path).unwrap();
        for rest in ["wasm.", "wasm().", "wasm?."].iter().flat_map(|call| script.split(call).skip(1)) {
            let name: String =
                rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            assert!(has(&name) || name.is_empty(), "{}: {name}", path.display());
            called += usize::from(!name.is_empty());
        }
    }
    assert!(called > 50, "{called}");
}
