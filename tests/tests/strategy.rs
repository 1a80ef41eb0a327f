//! The proof that the cats cannot lose, by the C64's own code: it agrees with the host, and fails with a changed table.

use e2e::program;
use engine::actions::Proof;
use engine::games::GameId;
use engine::games::mouse_and_cats::strategy::{ENTRIES, TABLE};
use serde_json::Value;
use tools::runner::{Host, InProcess, Program, Runner};
use verification::task::{Report, Request, Task};

fn proof(runner: &mut dyn Runner) -> Proof {
    let outcome = runner.run(&Request::new(Task::Prove, GameId::MouseAndCats, 0)).unwrap();
    let Report::Proof(proof) = outcome.report else { panic!("{:?}", outcome.report) };
    proof
}

/// The table's bytes as they stand in memory.
fn table() -> Vec<u8> {
    TABLE.cats.iter().chain(&TABLE.mice).flatten().copied().collect()
}

/// Where the table stands in the program's file.
fn place(program: &Program) -> usize {
    let table = table();
    let places: Vec<usize> =
        program.prg.windows(table.len()).enumerate().filter(|(_, w)| *w == table).map(|(at, _)| at).collect();
    assert_eq!(places.len(), 1, "the table stands at {places:x?}");
    places[0]
}

#[test]
fn the_machine_proves_what_the_host_proves() {
    // The checksum is over every reply: the machine's are the host's.
    let host = proof(&mut Host::new());
    assert!(host.holds(), "{host:?}");
    assert_eq!(proof(&mut InProcess::new(program::program())), host);
}

#[test]
fn no_changed_table_proves_on_the_machine() {
    let program = program::program();
    let place = place(&program);
    for entry in 0..ENTRIES {
        // Each entry once, in every column in turn.
        let column = entry % 6;
        let mut changed = program.clone();
        changed.prg[place + column * ENTRIES + entry] ^= 1 << (entry % 8);
        let proof = proof(&mut InProcess::new(changed));
        assert!(!proof.holds(), "column {column} of entry {entry}: {proof:?}");
    }
}

#[test]
fn the_command_proves_on_host_and_machine() {
    let output = program::sys2080(&["prove", "mouse-and-cats", "--on", "host,machine", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (row, on) in rows.as_array().unwrap().iter().zip(["host", "machine"]) {
        assert_eq!(row["on"], on);
        assert_eq!((&row["losses"], &row["unused"]), (&Value::from(0), &Value::from(0)));
        assert_eq!((&row["positions"], &row["longest"]), (&Value::from(163), &Value::from(44)));
    }
    assert_eq!(rows[0]["checksum"], rows[1]["checksum"]);
    assert!(rows[1]["cycles"].as_u64().unwrap() > 0);
}

#[test]
fn the_command_solves_what_is_asked() {
    let solved = |arguments: &[&str]| {
        let output = program::sys2080(&[&["solve", "mouse-and-cats", "--json"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let start = solved(&[]);
    assert_eq!((&start["winner"], &start["plies"]), (&Value::from("cats"), &Value::from(44)));
    // The best first move of the mouse and the cats' reply take two plies off, and a careless reply loses the win.
    let line: Vec<&str> = start["line"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(line.len(), 44);
    let later = solved(&["--moves", &line[..2].join(",")]);
    assert_eq!((&later["winner"], &later["plies"]), (&Value::from("cats"), &Value::from(42)));
    let careless = solved(&["--moves", "E1D2,D8C7,D2E3,C7B6,E3D4,B6A5"]);
    assert_eq!(careless["winner"], "mouse");
}

#[test]
fn bad_input_is_named() {
    let output = program::sys2080(&["solve", "mouse-and-cats", "--moves", "E1D2,E1D2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("move 2 (E1D2) is illegal"));
    let output = program::sys2080(&["prove", "tic-tac-toe"]);
    assert_eq!(output.status.code(), Some(2));
}
