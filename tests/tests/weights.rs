//! The weights of five in a row: the article's own figures on the command line, and from the C64's own code.

use std::io::Write;
use std::process::{Output, Stdio};

use e2e::program::{command, program, workspace};
use engine::Side;
use engine::games::five_in_a_row::Board19;
use serde_json::Value;
use tools::games::weights::{on_c64, on_host, parse};
use tools::runner::{Host, InProcess};

/// A position of the article's author and its weights × 1200.
struct Fixture {
    rows: String,
    turn: String,
    weights: Value,
}

impl Fixture {
    fn side(&self) -> Side {
        if self.turn == "X" { Side::First } else { Side::Second }
    }
}

fn fixtures() -> Vec<Fixture> {
    let path = workspace().root().join("engine/tests/fixtures/five-in-a-row.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let read = |one: &Value| Fixture {
        rows: one["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| format!("{}\n", row.as_str().unwrap()))
            .collect(),
        turn: one["turn"].as_str().unwrap().to_string(),
        weights: one["weights"].clone(),
    };
    let fixtures: Vec<Fixture> = all.as_array().unwrap().iter().map(read).collect();
    assert_eq!(fixtures.len(), 24);
    fixtures
}

/// Those on boards that the C64 has room for.
fn small() -> Vec<Fixture> {
    let limit = usize::from(Board19::MAX_SIDE);
    let fits = |fixture: &Fixture| fixture.rows.lines().count() <= limit;
    let small: Vec<Fixture> = fixtures().into_iter().filter(fits).collect();
    assert_eq!(small.len(), 18);
    small
}

/// Runs the command with `rows` on its standard input.
fn weights(arguments: &[&str], rows: &str) -> Output {
    let mut child = command()
        .args(["weights", "five-in-a-row", "--rows", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(rows.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn the_command_gives_the_articles_weights() {
    for fixture in fixtures() {
        let output = weights(&["--turn", &fixture.turn, "--json"], &fixture.rows);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer[0]["on"], "host");
        assert_eq!(answer[0]["weights"], fixture.weights, "{}", fixture.rows);
    }
}

#[test]
fn requests_give_the_articles_weights() {
    let mut host = Host::new();
    for fixture in small() {
        let board = parse(&fixture.rows, fixture.side()).unwrap();
        let found = serde_json::to_value(on_c64(&board, &mut host).unwrap()).unwrap();
        assert_eq!(found, fixture.weights, "{}", fixture.rows);
    }
}

#[test]
fn the_machine_gives_the_articles_weights() {
    let mut machine = InProcess::new(program());
    for fixture in small().iter().step_by(4) {
        let board = parse(&fixture.rows, fixture.side()).unwrap();
        let found = on_c64(&board, &mut machine).unwrap();
        assert_eq!(serde_json::to_value(&found).unwrap(), fixture.weights, "{}", fixture.rows);
        assert_eq!(found, on_host(&board));
    }
}

#[test]
fn a_file_and_a_table_for_people() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, ".....\n.....\n..X..\n.....\n....O\n").unwrap();
    let output =
        e2e::program::sys2080(&["weights", "five-in-a-row", "--rows", path.to_str().unwrap(), "--turn", "o"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows[0][0], &rows[1][..]), ("host", &["A", "B", "C", "D", "E"][..]), "{text}");
    assert_eq!((rows[4][3], rows[6][5]), ("X", "O"), "{text}");
    assert!(rows[2][1..].iter().all(|weight| weight.parse::<f64>().is_ok()), "{text}");
}

#[test]
fn what_is_wrong_with_the_rows_is_told() {
    for (rows, what) in [
        (".....\n.....\n..Z..\n.....\n.....\n", "line 3, column 3: 'Z'"),
        (".....\n....\n", "line 2 has 4 cells, but line 1 has 5"),
        ("", "no board of 0 by 0"),
    ] {
        let output = weights(&["--turn", "X", "--json"], rows);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{text}");
        assert!(text.contains(what) && !text.contains("panicked"), "{text}");
    }
    let large = format!("{}\n", ".".repeat(20)).repeat(20);
    assert!(weights(&["--turn", "X"], &large).status.success(), "the host has larger boards");
    let output = weights(&["--turn", "X", "--on", "machine"], &large);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("too large for the C64"));
}
