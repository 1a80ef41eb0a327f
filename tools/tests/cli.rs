//! The command line as scripts see it: exit codes, what goes to stdout, the shape of the JSON.

use std::process::{Command, Output, Stdio};

use clap::CommandFactory;
use serde_json::{Value, json};

/// Runs the binary with the arguments that `line` holds, and without installing anything.
fn sys2080(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_games"));
    command.arg("--no-install").args(line.split_whitespace()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json_of(line: &str) -> Value {
    let output = sys2080(line);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a command that cannot work says: exit code 2, nothing on stdout, no trace of a panic.
fn refusal(line: &str) -> String {
    let output = sys2080(line);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{line}: {text}");
    assert_eq!(output.stdout, b"", "{line}");
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn the_command_line_is_consistent() {
    tools::commands::Cli::command().debug_assert();
}

#[test]
fn perft_as_json() {
    let rows = json_of("perft tic-tac-toe --depth 6 --json");
    let expected = json!([{"game": "tic-tac-toe", "on": "host", "depth": 6, "leaves": 56160, "wins": [1440, 5328],
        "draws": 0, "cycles": null}]);
    assert_eq!(rows, expected);
}

#[test]
fn perft_after_moves() {
    let rows = json_of("perft mouse-and-cats --depth 1 --moves E1D2,B8A7 --json");
    assert_eq!(rows[0]["leaves"], 4);
}

#[test]
fn search_as_json() {
    let rows = json_of("search mouse-and-cats --depth 8 --mode seed --json");
    let row = &rows[0];
    assert_eq!(rows.as_array().unwrap().len(), 1);
    assert_eq!((&row["nodes"], &row["score"], &row["best"]), (&json!(3502), &json!(0x18), &json!("E1D2")));
    assert_eq!(row["pv"], json!(["E1D2", "B8A7", "D2C3", "D8C7", "C3B4", "F8E7", "B4A5", "H8G7"]));
    assert_eq!(
        (&row["game"], &row["on"], &row["mode"]),
        (&json!("mouse-and-cats"), &json!("host"), &json!("seed"))
    );
    assert!(row["alpha_cutoffs"].is_u64() && row["beta_cutoffs"].is_u64() && row["cycles"].is_null());
}

#[test]
fn deepening_sums_the_nodes() {
    let rows = json_of("search mouse-and-cats --depth 8 --mode seed --deepening --json");
    assert_eq!(rows[0]["nodes"], 5410);
}

#[test]
fn search_for_people() {
    let output = sys2080("search mouse-and-cats --depth 4 --mode seed");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().any(|line| line.contains("$14") && line.ends_with("E1D2 B8A7 D2C3 D8C7")), "{text}");
}

#[test]
fn unknown_games_are_listed() {
    let text = refusal("search mouse-and-cat --depth 3");
    assert!(text.contains("mouse-and-cats") && text.contains("tic-tac-toe"), "{text}");
    assert!(text.contains("similar"), "{text}");
}

#[test]
fn games_without_such_a_task_are_refused() {
    for mode in ["play", "seed"] {
        let text = refusal(&format!("search five-in-a-row --depth 2 --mode {mode} --json"));
        assert!(text.starts_with("error: five-in-a-row has no search by depth: "), "{text}");
    }
    assert!(refusal("solve tic-tac-toe").contains("mouse-and-cats"));
    assert!(refusal("prove five-in-a-row").contains("mouse-and-cats"));
    assert!(refusal("weights tic-tac-toe --rows - --turn X").contains("five-in-a-row"));
}

#[test]
fn every_game_and_mode_that_is_not_refused_searches() {
    for game in ["mouse-and-cats", "tic-tac-toe"] {
        for mode in ["play", "seed"] {
            let rows = json_of(&format!("search {game} --depth 3 --mode {mode} --json"));
            assert!(rows[0]["nodes"].as_u64().unwrap() > 0 && rows[0]["best"].is_string(), "{rows}");
        }
    }
    assert_eq!(json_of("perft five-in-a-row --depth 1 --json")[0]["leaves"], 225);
}

#[test]
fn trees_as_json_as_text_and_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("tree.svg");
    let example =
        "tree --structure 3,2,2,2,2,1,2,1,1,2,2,3,1,1,2,1,1,2,1 --values 5,6,7,4,5,3,6,6,9,7,5,9,8,6";
    let row = json_of(&format!("{example} --json --svg {}", picture.display()));
    let counts =
        ["value", "leaves", "evaluated", "alpha_cutoffs", "beta_cutoffs"].map(|name| row[name].clone());
    assert_eq!(counts, [6, 14, 9, 3, 0].map(Value::from));
    assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    let left = &row["tree"]["children"][0]["children"][0]["children"];
    assert_eq!(
        (&left[1]["value"], &left[1]["kind"], &left[1]["alpha"]),
        (&json!(4), &json!("at most"), &json!(5))
    );
    assert_eq!(
        (&left[1]["children"][2]["value"], &left[1]["children"][2]["kind"]),
        (&Value::Null, &json!("pruned"))
    );
    let missing = folder.path().join("none/tree.svg");
    assert!(refusal(&format!("{example} --svg {}", missing.display())).contains("there is no folder "));
    assert!(!missing.parent().unwrap().exists());
    let text = String::from_utf8(sys2080("tree mouse-and-cats --moves E1D2 --depth 2").stdout).unwrap();
    assert!(text.starts_with("min 19 *  (-∞, ∞)\n├─ B8A7 19 *"), "{text}");
    assert!(text.contains("leaves pruned: D2E1 D2E3 D2C3"), "{text}");
    assert!(refusal("tree five-in-a-row --depth 1").contains("possible values: mouse-and-cats, tic-tac-toe"));
    assert!(refusal("tree tic-tac-toe").contains("--depth"));
    assert!(refusal("tree tic-tac-toe --depth 1 --moves 4,4").contains("`4` is not a legal move there"));
    assert!(refusal("tree --structure 2 --values 1").contains("2 leaves and 1 values"));
}

#[test]
fn bad_arguments_are_usage_errors() {
    assert!(refusal("serch mouse-and-cats --depth 3").contains("search"));
    assert!(refusal("search mouse-and-cats --depth 0").contains("1..=15"));
    assert!(refusal("perft tic-tac-toe --depth 17").contains("0..=16"));
    assert!(refusal("perft tic-tac-toe --depth 1 --on moon").contains("machine"));
    assert!(refusal("perft tic-tac-toe --dept 1").contains("--depth"));
    refusal("");
}

#[test]
fn a_host_is_a_name_or_an_address() {
    for host in ["http://ultimate", "ultimate/x", "me@ultimate", "::1", "ultimate:99999", ":80"] {
        let text = refusal(&format!("deploy nowhere.prg --to {host}"));
        assert!(
            text.contains("a host is a name or an address, such as 192.168.1.64 or ultimate:8080"),
            "{text}"
        );
    }
    for host in ["192.168.1.64", "ultimate:8080", "[::1]:80"] {
        assert!(refusal(&format!("deploy nowhere.prg --to {host}")).contains("cannot read nowhere.prg"));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_games"))
        .args(["deploy", "nowhere.prg", "--to", "ultimate", "--password", "two\nlines"])
        .output()
        .unwrap();
    assert!(stderr(&output).contains("a password has no line breaks or other control characters"));
}

#[test]
fn bad_moves_are_quoted() {
    let text = refusal("perft tic-tac-toe --depth 1 --moves 4,E1D2");
    assert!(text.starts_with("error: `E1D2` is not a move of tic-tac-toe\n  because: "), "{text}");
    let text = refusal("search mouse-and-cats --depth 1 --moves E1D2,D2E1");
    assert_eq!(text, "error: move 2 (D2E1) is illegal\n");
    let many = ["E1D2"; 59].join(",");
    assert!(
        refusal(&format!("perft mouse-and-cats --depth 1 --moves {many}")).contains("more than 58 moves")
    );
}

#[test]
fn missing_files_are_named() {
    let text = refusal("build --manifest-path nowhere/Cargo.toml");
    assert!(text.starts_with("error: cannot find nowhere/Cargo.toml\n"), "{text}");
}

#[test]
fn missing_tools_are_listed_when_nothing_may_be_installed() {
    let empty = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_games"))
        .args(["--no-install", "verify", "--on", "vice"])
        .env("SYS2080_ROMS", empty.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(text.contains("vice open-roms xvfb xauth"), "{text}");
    assert!(!text.contains("panicked") && text.lines().count() <= 3, "{text}");
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_games"))
        .args(["perft", "tic-tac-toe", "--depth", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}
