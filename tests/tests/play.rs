//! Games in the terminal as a person plays them: lines typed in, answers read back.

use std::io::Write;
use std::process::{Output, Stdio};

use e2e::program;

/// Runs `play` with these arguments and lines to type.
fn play_with(arguments: &str, lines: &[&str], colours: bool) -> Output {
    let mut command = program::command();
    command
        .arg("play")
        .args(arguments.split_whitespace())
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if colours {
        command.env("CLICOLOR_FORCE", "1");
    }
    let mut child = command.spawn().unwrap();
    let typed: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What is answered, of a game that ends well.
fn play(arguments: &str, lines: &[&str]) -> String {
    let output = play_with(arguments, lines, false);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains('\u{1b}'), "no colours where there is no terminal: {text:?}");
    text
}

/// The parts of the text in their order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} after the others in\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

const TWO_PEOPLE: &str = "--first human --second human --seed 1";

#[test]
fn bad_input_is_explained_and_nothing_is_lost() {
    let lines = ["4", "4", "z", "44", "", "9", "level 12", "0", "board", "quit", "1"];
    let text = play(&format!("tic-tac-toe {TWO_PEOPLE}"), &lines);
    assert_in_order(
        &text,
        &[
            "[X]",
            "4 is not legal here: square 4 is taken by X",
            "`z` is neither a move",
            "`44` is neither a move",
            "`9` is neither a move",
            "The levels are 1 to 6",
            "  [O]│ 1 │ 2 \n  ───┼───┼───\n   3 │ X │ 5 ",
            "X to move>",
            "  [O]│ 1 │ 2 \n  ───┼───┼───\n   3 │ X │ 5 ",
        ],
    );
    assert!(!text.contains("[X]│ 2"), "nothing is read after quit: {text}");
}

#[test]
fn bytes_that_are_no_text_are_no_move() {
    let text = play(&format!("tic-tac-toe {TWO_PEOPLE}"), &["\u{0}\u{1b}[2J", "😀", "4"]);
    assert_in_order(&text, &["is neither a move", "is neither a move", "[X]"]);
}

#[test]
fn the_winner_is_told_and_a_new_game_offered() {
    let lines = ["0", "3", "1", "4", "2", "8", "hint", "undo", "5"];
    let text = play(&format!("tic-tac-toe {TWO_PEOPLE}"), &lines);
    assert_in_order(
        &text,
        &[
            "X wins! after 5 moves",
            "`new` starts another game",
            "game over> The game is over",
            "game over> The game is over",
            "1 move taken back",
            "X to move>",
            "O to move>",
        ],
    );
    let text = play(&format!("tic-tac-toe {TWO_PEOPLE}"), &["0", "3", "1", "4", "8", "5", "new", "4"]);
    assert_in_order(&text, &["O wins! after 6 moves", "A new game.", "[X]", "O to move>"]);
}

#[test]
fn undo_gives_the_person_the_turn_again() {
    let text = play("tic-tac-toe --second engine --seed 1", &["undo", "4", "undo", "redo", "undo", "0"]);
    assert_in_order(
        &text,
        &[
            "There is nothing to be taken back",
            "O plays",
            "2 moves taken back",
            "2 moves played again",
            "2 moves taken back",
            "O plays",
        ],
    );
}

#[test]
fn players_of_the_best_draw_and_never_ask() {
    for ties in ["first", "last"] {
        let text = play(&format!("tic-tac-toe --first seed --second engine --seed 1 --ties {ties}"), &[]);
        assert!(text.trim_end().ends_with("A draw. after 9 moves"), "{text}");
        let opening = if ties == "first" { "X plays 0" } else { "X plays 8" };
        assert!(text.contains(opening) && !text.contains("to move>"), "{text}");
    }
}

#[test]
fn the_seeds_game_is_played_with_ties_to_the_last() {
    let text = play("tic-tac-toe --second seed --ties last --seed 1", &["4", "5", "2", "7"]);
    assert_in_order(&text, &["O plays 8", "O plays 3", "O plays 6", "O plays 0", "O wins!"]);
}

#[test]
fn mouse_and_cats_is_advised_exactly() {
    let text = play(
        &format!("mouse-and-cats {TWO_PEOPLE}"),
        &[
            "verdict", "e1-d2", "B8 A7", "d2e3", "a7b6", "e3f4", "b6a5", "f4e5", "a5b4", "verdict", "hint",
            "B4A3", "E5D6",
        ],
    );
    assert_in_order(
        &text,
        &[
            "The cats win in 22 moves.",
            "The mouse can still win, in 3 moves: E5D6.",
            "E5D6: it wins soonest",
            "the cats to move>",
        ],
    );
    let text =
        play(&format!("mouse-and-cats {TWO_PEOPLE}"), &["E1F2", "F2E1", "E1E2", "B8A7", "F2G4", "A7B6"]);
    assert_in_order(
        &text,
        &[
            "it is the cats' turn",
            "`E1E2` is neither a move",
            "`F2G4` is neither a move",
            "it is the mouse's turn",
        ],
    );
}

#[test]
fn the_cats_of_the_best_level_win_and_say_how_they_move() {
    let text = play("mouse-and-cats --first engine:1 --second engine --seed 5", &[]);
    assert!(text.contains("The cats play") && text.contains("The cats win! after"), "{text}");
    assert!(text.contains("by the proven strategy") || text.contains("by search"), "{text}");
}

#[test]
fn five_in_a_row_is_named_from_the_top_left() {
    let lines = ["a1", "a2", "b1", "b2", "c1", "C1", "f9", "c2", "weights", "d1", "d2", "e1"];
    let text = play(&format!("five-in-a-row {TWO_PEOPLE} --size 6x5"), &lines);
    assert_in_order(
        &text,
        &[
            "  1[X]· · · · ·  1",
            "C1 is taken by X",
            "F9 is not legal here: the board goes from A1 to F5",
            "X to move>",
            "X wins! after 9 moves",
        ],
    );
}

#[test]
fn auto_swap_and_level_change_who_plays() {
    let text = play("tic-tac-toe --second engine --seed 2", &["auto", "level 1", "level", "swap", "moves"]);
    assert_in_order(
        &text,
        &[
            "X plays",
            "O plays",
            "engine now plays at level 1.",
            "plays at level 1.",
            "You have swapped sides.",
            "X plays",
            "O to move>",
            "moves: ",
        ],
    );
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game =
        |seed: u32| play(&format!("mouse-and-cats --first random --second engine:2 --seed {seed}"), &[]);
    assert_eq!(game(4), game(4));
    assert_ne!(game(4).replace("seed 4", ""), game(5).replace("seed 5", ""));
}

#[test]
fn colours_come_only_when_they_are_wanted() {
    let output = play_with("tic-tac-toe --seed 1", &["4"], true);
    assert!(String::from_utf8(output.stdout).unwrap().contains("\u{1b}["));
}

#[test]
fn bad_arguments_are_usage_errors() {
    for arguments in [
        "tic-tac-toe --first nobody",
        "tic-tac-toe --level 7",
        "tic-tac-toe --size 9",
        "five-in-a-row --size 4",
        "mouse-and-cats --delay -1",
    ] {
        let output = play_with(arguments, &[], false);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{arguments}");
    }
}
