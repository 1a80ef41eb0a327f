//! How long a person waits for a hint in the play program, in jiffies of the machine: at the beginning of every game, and along games
//! that weak players play.

use e2e::local::Local;
use e2e::person::{Computer, Hands, Person, Row};

/// Jiffies in a second.
const SECOND: u32 = 60;
/// The longest that a hint may take, and one on a board of tic-tac-toe that is empty or has one stone.
const LONGEST: u32 = 15 * SECOND;
const AT_ONCE: u32 = SECOND;
const SOON: u32 = 3 * SECOND;
/// Jiffies within which it is seen that a hint is being looked for.
const BEGUN: u32 = 60;

/// Two persons at a game with the engine at this level beside them.
fn begin(game: &str, size: Option<&str>, level: &str) -> Person<Local> {
    let mut person = Person::new(Local::start(), Hands::Keys);
    person.c64.type_keys(b" ");
    for (row, value) in
        [(Row::Game, game), (Row::Level, level), (Row::First, "Person"), (Row::Second, "Person")]
    {
        person.set(row, value);
    }
    if let Some(size) = size {
        person.set(Row::Board, size);
    }
    person.choose(Row::Play);
    person.wait_for("Your move");
    person
}

/// Jiffies until a hint is seen.
fn hint(person: &mut Person<Local>) -> u32 {
    person.settle();
    person.c64.type_keys(b"H");
    let mut jiffies = 1;
    let mut begun = false;
    loop {
        let looks = person.picture().contains("One moment");
        if !looks && (begun || jiffies > BEGUN) {
            return jiffies;
        }
        begun |= looks;
        person.c64.run_on();
        jiffies += 1;
        assert!(jiffies < 10 * LONGEST, "no hint comes");
    }
}

#[test]
fn a_hint_in_tic_tac_toe_comes_at_once_on_an_empty_board_and_after_any_first_stone() {
    let mut person = begin("Tic-tac-toe", None, "1");
    let empty = hint(&mut person);
    person.settle();
    println!("empty board: {empty} jiffies");
    assert!(empty <= AT_ONCE, "{empty} jiffies on the empty board");
    // The cursor begins in the middle.
    for (square, keys) in
        [(0, &b"\x91\x9d\r"[..]), (1, b"\x91\r"), (2, b"\x91\x1d\r"), (3, b"\x9d\r"), (4, b"\r")]
    {
        let mut person = begin("Tic-tac-toe", None, "1");
        person.c64.type_keys(keys);
        person.settle();
        assert_eq!(person.turn(), 2);
        let jiffies = hint(&mut person);
        println!("a stone on {square}: {jiffies} jiffies");
        assert!(jiffies <= SOON, "{jiffies} jiffies after a stone on {square}");
    }
}

#[test]
fn no_hint_takes_longer_than_fifteen_seconds() {
    for (game, size, level) in [
        ("Mouse & cats", None, "1"),
        ("Mouse & cats", None, "2"),
        ("Mouse & cats", None, "6"),
        ("Tic-tac-toe", None, "1"),
        ("Tic-tac-toe", None, "2"),
        ("Five in a row", Some("5"), "2"),
        ("Five in a row", Some("9"), "2"),
        ("Five in a row", Some("15"), "2"),
        ("Five in a row", Some("15"), "3"),
        ("Five in a row", Some("19"), "2"),
        ("Five in a row", Some("19"), "6"),
    ] {
        let mut person = begin(game, size, level);
        let mut taken = Vec::new();
        for _ in 0..40 {
            taken.push(hint(&mut person));
            let turn = person.turn();
            person.c64.type_keys(b"D");
            let shown = person.wait("a move", |picture| {
                e2e::person::turn(picture) > turn || picture.contains("Fire: another")
            });
            if shown.contains("Fire: another") {
                break;
            }
        }
        taken.sort_unstable();
        let [median, longest] =
            [taken[taken.len() / 2], taken[taken.len() - 1]].map(|at| at as f64 / f64::from(SECOND));
        println!(
            "{game} {size:?} with level {level}: {} hints, median {median:.1} s, longest {longest:.1} s",
            taken.len()
        );
        assert!(taken[taken.len() - 1] <= LONGEST, "{game} {size:?} with level {level}: {longest:.1} s");
    }
}
