//! The console program, driven key by key on the in-process machine.

use cargo_c64::backtrace::Source;
use cargo_c64::execution::Options;
use cargo_c64::terminal;
use e2e::console::{Console, RETURN};
use e2e::{games, program};
use engine::Side;
use engine::games::GameId;
use machine::Stop;

/// The commands, without those that choose a game: the games' numbers.
const COMMANDS: [&str; 21] = [
    ".B", ".M", ".G", ".O", ".C", ".S", ".U", ".F", ".P", ".N", ".LN", ".DN", ".TN", ".E", ".X", ".AN", ".W",
    ".R", ".I", ".H", ".Q",
];

#[test]
fn the_greeting_and_the_board_are_shown() {
    let mut console = Console::start();
    assert!(console.all().contains("SYS 2080: MOUSE & CATS"), "{}", console.all());
    let board = console.line(".B");
    for row in ["8   1   2   3   4 8", "4   .   .   .   . 4", "1 .   .   M   .   1", "S: M P:00 H:00 #:"] {
        assert!(board.contains(row), "{row:?} is missing in {board}");
    }
    let screen = console.machine().screen_text();
    assert!(screen.iter().any(|line| line == "1 .   .   M   .   1"), "{screen:#?}");
}

#[test]
fn help_lists_every_command() {
    let help = Console::start().line(".H");
    let games = (1..=GameId::ALL.len()).map(|number| format!(".{number}"));
    for command in COMMANDS.map(String::from).into_iter().chain(games) {
        assert!(help.split_whitespace().any(|word| word == command), "{command} is missing in {help}");
    }
    // On one screen, the prompt included.
    assert!(help.lines().count() < 25, "{help}");
}

#[test]
fn every_command_answers() {
    let mut console = Console::start();
    let moves = format!(" {}\n", games::legal_moves(&games::after::<&str>(&[])).join(" "));
    assert!(console.line(".M").contains(&moves), "{moves}");
    assert!(console.line(".L5").contains("LEVEL 5"));
    assert!(console.line(".T2").contains("MINUTES 2"));
    assert!(console.line(".D3").contains("DEPTH 3"));
    assert!(console.line(".G").contains("COMPUTER'S MOVE: E1"));
    let entries = console.line(".E");
    assert!(entries.contains("HASH, MOVE, DEPTH, VALUE\n ") && entries.contains(" E1F2 3="), "{entries}");
    assert!(console.line(".U").contains("UNDO"));
    assert!(console.line(".M").contains(&moves), "the undone move can be played again");
    assert!(console.line(".S").contains("SIDE"));
    assert!(console.line(".B").contains("S: C P:00 H:01"));
    assert!(console.line(".O").contains("OFF"));
    assert!(console.line(".N").contains("NEW GAME"));
    assert!(console.line(".B").contains("S: M P:00 H:00"));
    console.quit();
}

#[test]
fn thinking_shows_each_iteration() {
    let mut console = Console::start();
    console.line(".D4");
    let text = console.line(".G");
    for depth in 1..=4 {
        assert!(text.contains(&format!("DEPTH {depth} NODES ")), "{text}");
    }
    assert!(text.contains("SCORE $14"), "{text}");
}

#[test]
fn what_is_no_move_and_no_command_is_refused() {
    let mut console = Console::start();
    let before = console.line(".B");
    let refused = [
        "", "E1", "E1E2", "E1D", "E1D2X", "Z9Z9", "B8A7", ".Y", ".Z", ".", ".D", ".D0", ".D16", ".DX", ".Q1",
    ];
    for text in refused {
        let answer = console.line(text);
        // A letter that is no command is unknown, and so is one with something behind it that it does not take.
        let word = if [".Y", ".Z", ".", ".Q1"].contains(&text) { "UNKNOWN: ." } else { "ILLEGAL: ." };
        assert!(answer.contains(word), "{text:?}: {answer}");
    }
    assert_eq!(console.line(".B"), before);
    assert!(console.line("E1D2").lines().all(|line| !line.contains("ILLEGAL")));
    console.quit();
}

#[test]
fn no_key_harms_the_prompt() {
    let mut console = Console::start();
    // Without RETURN and shifted RETURN, which end a line; DEL then clears it.
    for key in (1..=255).filter(|key| ![RETURN, 0x8d].contains(key)) {
        assert_eq!(console.keys(&[key; 12]), Stop::WaitingForKey, "{key:#04x}");
        assert_eq!(console.keys(&[0x14; 12]), Stop::WaitingForKey, "{key:#04x}");
    }
    for key in 1..=255 {
        assert_eq!(console.keys(&[key, RETURN]), Stop::WaitingForKey, "{key:#04x}");
    }
    let board = console.line(".B");
    assert!(board.contains("1 .   .   M   .   1") && board.contains("H:00"), "{board}");
    console.quit();
}

#[test]
fn whole_games_end_with_their_message() {
    for (winner, message) in [(Side::First, "*** MOUSE WINS!! ***"), (Side::Second, "*** CATS WIN!! ***")] {
        let mut console = Console::start();
        let (last, moves) = games::won_by(winner).split_last().map(|(l, m)| (l.clone(), m.to_vec())).unwrap();
        for mv in moves {
            let answer = console.line(&mv);
            assert!(!answer.contains("***") && !answer.contains("ILLEGAL"), "{mv}: {answer}");
        }
        let answer = console.line(&last);
        assert!(answer.contains(message) && answer.contains("NEW GAME"), "{last}: {answer}");
        assert!(console.line(".B").contains("S: M P:00 H:00"));
        console.quit();
    }
}

#[test]
fn a_person_can_play_against_the_machine() {
    let mut console = Console::start();
    console.line(".D3");
    let mut moves = Vec::new();
    let mut answer = console.line(".G");
    loop {
        let (_, after) = answer.split_once("COMPUTER'S MOVE: ").unwrap_or_else(|| panic!("{answer}"));
        moves.push(after[..4].to_string());
        // `after` panics on an illegal move of the machine.
        let legal = games::legal_moves(&games::after(&moves));
        let Some(mv) = legal.first() else { break };
        moves.push(mv.clone());
        answer = console.line(mv);
        if answer.contains("***") && !answer.contains("COMPUTER'S MOVE") {
            break;
        }
    }
    assert!(console.all().contains("*** MOUSE WINS!! ***"), "{moves:?}");
    console.quit();
}

#[test]
fn every_game_is_played() {
    let mut console = Console::start();
    console.line(".2");
    let board = console.line(".B");
    assert!(board.contains(" 0 1 2\n 3 4 5\n 6 7 8\nS: X P:00 H:00 #:"), "{board}");
    for mv in ["0", "4", "1", "8"] {
        assert!(!console.line(mv).contains("ILLEGAL"));
    }
    let end = console.line("2");
    assert!(end.contains("*** X WINS!! ***\nNEW GAME\n"), "{end}");

    assert!(console.line(".A9").contains("FIVE IN A ROW\nNEW GAME\n"));
    console.line(".L3");
    for mv in ["C3", "D4"] {
        assert!(!console.line(mv).contains("ILLEGAL"));
    }
    let weights = console.line(".X");
    assert!(weights.contains(" 3 ") && weights.contains(" X ") && weights.contains(" O "), "{weights}");
    let once = console.line(".C");
    assert!(once.contains("COMPUTER'S MOVE: ") && once.contains("S: O P:00 H:03"), "{once}");
    assert!(console.line(".P").contains(" C3 D4 "));
    assert!(console.line(".U").contains("UNDO"));
    assert!(console.line(".F").contains("REDO"));
    assert!(console.line(".B").contains("H:03"));
    // The largest board fills the screen's width but for a column.
    console.line(".A19");
    console.line("S19");
    let board = console.line(".B");
    assert!(board.contains("19..................X\n  ABCDEFGHIJKLMNOPQRS\n"), "{board}");
    console.line(".1");
    assert!(console.line(".B").contains("1 .   .   M   .   1"));
    console.quit();
}

#[test]
fn spanish_is_spoken() {
    let mut console = Console::start();
    assert!(console.line(".I").contains(".H AYUDA"));
    assert!(console.line(".X").contains("NO EN ESTE JUEGO"));
    assert!(console.line("E1E1").contains("ILEGAL"));
    let help = console.line(".H");
    assert!(help.contains(".B TABLERO") && help.contains(".I ENGLISH"), "{help}");
    console.line(".D1");
    let answer = console.line(".G");
    assert!(
        answer.contains("JUEGA EL C64: E1") && answer.contains("1 .   .   ") && answer.contains("R"),
        "{answer}"
    );
    console.quit();
}

#[test]
fn the_program_runs_again_after_leaving_it() {
    let mut console = Console::start();
    for _ in 0..3 {
        assert!(console.line("E1D2").lines().all(|line| !line.contains("ILLEGAL")));
        let stack = console.machine().registers().sp;
        console.quit();
        assert_eq!(console.machine().peek(0x01), 0x37);
        assert_eq!(console.machine().peek_word(0x0314), 0xea31);
        assert_eq!(console.machine().registers().sp, 0xf6);
        assert!(stack < 0xf6);
        console.run_again();
        assert!(console.line(".B").contains("1 .   .   M   .   1"), "a new game");
    }
}

#[test]
fn a_terminal_shows_the_console() {
    let image = &program::console().image;
    let (options, source) =
        (Options { limit: Some(50_000_000), ..Options::default() }, Source::of_image(image));
    let mut execution = options.execution(&image.prg, &image.labels, &source).unwrap();
    let (mut shown, mut notes) = (Vec::new(), Vec::new());
    let outcome =
        terminal::run(&mut execution, &mut &b".b\n.q\nnever read\n"[..], &mut shown, &mut notes).unwrap();
    assert!(outcome.is_good(), "{}", outcome.sentence());
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("SYS 2080: MOUSE & CATS") && shown.contains("1 .   .   M   .   1"), "{shown}");
}
