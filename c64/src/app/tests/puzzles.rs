//! Puzzles: chosen in the menu, set up, solved or not, and marked.

use engine::puzzles::{PUZZLES, SIZE, mark, puzzle};

use std::borrow::ToOwned;

use super::*;
use crate::art::characters::BLANK;
use crate::view::Mark;

/// Goes from the menu to a puzzle.
fn begin(session: &mut Session, game: GameId, number: u8) {
    session.choose(Row::Game, game as u8);
    session.choose(Row::Puzzle, number);
    session.choose(Row::Level, 0);
    session.go_to(Row::Play);
    let asks = session.app.playing
        && session.state.engines.outcome() == Outcome::Ongoing
        && !session.state.is_at_first_turn();
    session.push_all(&[Joystick::FIRE, Joystick::FIRE][..1 + usize::from(asks)]);
    assert_eq!((session.app.screen, session.state.puzzle), (Screen::Game, number));
}

/// Plays a legal move of a puzzle: the right one, or a wrong one.
fn answer(session: &mut Session, right: bool) {
    assert!(session.state.is_asked());
    let answer = session.state.answer;
    let mv = session.moves().into_iter().find(|&mv| (mark(mv) == answer) == right).unwrap();
    let (from, to) = session.state.engines.squares(mv);
    if from != to {
        session.fire_at(from);
    }
    session.fire_at(to);
}

/// Returns the characters outside the panel, blank ones without their colour, and the sprites.
fn board(session: &Session) -> impl PartialEq + use<> {
    let seen = |(code, colour): (u8, Colour)| (code, if code == BLANK { Colour::Black } else { colour });
    let device = &session.app.device;
    (device.cells.map(|row| row[..26].iter().copied().map(seen).collect::<Vec<_>>()), device.sprites)
}

#[test]
fn every_puzzle_is_solved_by_its_move_alone_and_played_on() {
    let mut session = Session::new();
    session.fire();
    for game in GameId::ALL {
        for number in 1..=PUZZLES {
            begin(&mut session, game, number);
            let task = puzzle(game, number - 1);
            let turns = u16::from(task.turns);
            assert_eq!(session.state.record.turns(), turns);
            assert!(session.app.device.row(0).trim_end().ends_with(&std::format!("PUZZLE   {number:2}")));
            session.shows(if task.moves == 0 { "THE ONLY" } else { "THAT WINS" });
            if task.moves != 0 {
                session.shows(&std::format!("IN {} MOVES", task.moves));
            }
            answer(&mut session, false);
            let after = board(&session);
            session.app.show_board(&session.state);
            assert!(after == board(&session), "{game:?} {number}: it is as it was");
            // The task is shown again.
            if task.moves == 0 {
                session.shows("NO: FIND THE");
                session.shows("ONLY DEFENCE");
            } else {
                session.shows("NO: ANOTHER");
                session.shows("MOVE WINS");
                session.shows(&std::format!("IN {} MOVES", task.moves));
            }
            assert_eq!(session.state.record.turns(), turns);
            session.check();
            assert!(!session.state.is_solved(game as u8, number));
            answer(&mut session, true);
            assert!(session.state.is_solved(game as u8, number));
            assert!(session.state.record.turns() > turns);
            session.check();
            session.app.device.type_keys(b"M");
            session.settle();
        }
    }
    assert!(session.app.device.effects.contains(&Effect::Win));
    for game in GameId::ALL {
        session.choose(Row::Game, game as u8);
        for number in 0..=PUZZLES {
            session.choose(Row::Puzzle, number);
            let row = session.app.device.row(9);
            assert_eq!((row.contains('*'), row.contains("OFF ")), (number != 0, number == 0), "{row}");
        }
    }
}

#[test]
fn a_wrong_move_is_seen_for_a_while() {
    for game in GameId::ALL {
        let mut session = Session::new();
        session.fire();
        begin(&mut session, game, 1);
        let answer = session.state.answer;
        let mv = session.moves().into_iter().find(|&mv| mark(mv) != answer).unwrap();
        let (from, to) = session.state.engines.squares(mv);
        session.app.cursor = to;
        session.app.selected = Some(from).filter(|_| from != to);
        session.app.device.changes = [0; 25];
        // The key that ends the message comes after half a second.
        session.app.device.late_key = Some((30, b'V'));
        session.app.device.type_keys(b"\r");
        session.app.step(&mut session.state);
        assert!(session.app.device.late_key.is_none(), "{game:?}: nobody could see it");
        let changes: u32 = session.app.device.changes[..20].iter().sum();
        assert!(from != to || changes > 0, "{game:?}");
        assert!(session.state.is_asked());
        session.check();
    }
}

#[test]
fn a_puzzle_solved_with_a_hint_is_not_marked() {
    let mut session = Session::new();
    session.fire();
    for (keys, solved) in [(&b"H"[..], false), (b"", true)] {
        begin(&mut session, GameId::FiveInARow, 2);
        session.app.device.type_keys(keys);
        session.settle();
        answer(&mut session, true);
        session.settle();
        assert_eq!(session.state.is_solved(GameId::FiveInARow as u8, 2), solved);
        session.app.device.type_keys(b"N\rM");
        session.settle();
        session.go_to(Row::Puzzle);
        session.shows(if solved { "1 OF 12 SOLVED" } else { "0 OF 12 SOLVED" });
    }
}

#[test]
fn who_plays_a_puzzle_is_not_chosen_in_the_menu() {
    let mut session = Session::new();
    session.fire();
    session.choose(Row::First, Player::Random as u8);
    session.choose(Row::Puzzle, 1);
    for row in [Row::First, Row::Second] {
        session.go_to(row);
        session.fire();
        let at = if row == Row::First { 11 } else { 12 };
        let shown = session.app.device.row(at);
        assert!(shown.trim_end().ends_with("PUZZLE"), "{shown}");
    }
    // The players chosen for games are kept.
    session.choose(Row::Puzzle, 0);
    let row = session.app.device.row(11);
    assert!(row.trim_end().ends_with("RANDOM"), "{row}");
}

#[test]
fn the_hint_of_a_puzzle_is_its_move_at_once_and_says_what_is_good_about_it() {
    let mut threats = 0;
    for game in GameId::ALL {
        for number in 1..=PUZZLES {
            let mut session = Session::new();
            session.fire();
            begin(&mut session, game, number);
            let task = puzzle(game, number - 1);
            let before = session.app.device.time;
            session.app.device.type_keys(b"H");
            session.settle();
            assert!(session.app.device.time.wrapping_sub(before) < 60, "nobody waits");
            let cells = session.app.device.cells;
            let answer = session.moves().into_iter().find(|mv| mark(*mv) == task.answer).unwrap();
            session.app.unmark(&session.state);
            session.app.mark_move(&session.state, answer, Mark::Hint);
            assert!(session.app.device.cells == cells, "{game:?} {number} advises another move");
            if task.moves == 0 {
                session.shows("THE ONLY");
                session.shows("DEFENCE");
                assert!(!session.picture().contains("FIND"));
            } else {
                // A win begins with a threat; what it also stops is not what it is played for, but for the other's win.
                let picture = session.picture();
                assert!(
                    !picture.replace("STOPS A ROW", "").contains("STOPS"),
                    "{game:?} {number}:\n{picture}"
                );
                let threatens = !picture.contains("A WIN WITH");
                let told = if threatens {
                    std::format!("WINS IN {}", task.moves)
                } else {
                    std::format!("IN {} MOVES", task.moves)
                };
                session.shows(&told);
                threats += usize::from(threatens);
            }
        }
    }
    assert!(threats > 6, "{threats}");
}

#[test]
fn what_a_puzzle_asks_comes_back_after_a_move_that_is_not_possible() {
    for game in GameId::ALL {
        let mut session = Session::new();
        session.fire();
        begin(&mut session, game, 1);
        let asked = session.picture();
        let stone = (0..49).map(|at| (at % 7, at / 7)).find(|&(column, row)| {
            let engines = &session.state.engines;
            // The person's own pieces can move.
            engines.content(column, row) != 0
                && session.moves().iter().all(|&mv| engines.squares(mv).0 != (column, row))
        });
        let before = session.app.device.effects.len();
        session.fire_at(stone.unwrap());
        assert_eq!(session.app.device.effects[before..], [Effect::Illegal], "{game:?}");
        let rows = |picture: &str| {
            picture.lines().skip(22).map(|row| String::from(&row[row.len() - 14..])).collect::<Vec<_>>()
        };
        assert_eq!(rows(&session.picture()), rows(&asked));
        // Input in the meantime is handled.
        session.app.device.type_keys(b"\rM");
        session.settle();
        assert_eq!(session.app.screen, Screen::Menu);
    }
}

#[test]
fn nothing_before_a_puzzle_is_taken_back() {
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::FiveInARow, 1);
    assert_eq!(session.state.engines.board_size(), (SIZE, SIZE));
    let turns = session.state.record.turns();
    assert!(!session.picture().contains("UNDO"));
    session.app.device.type_keys(b"U");
    session.settle();
    assert_eq!(session.state.record.turns(), turns);
    answer(&mut session, true);
    session.app.device.type_keys(b"UU");
    session.settle();
    assert_eq!(session.state.record.turns(), turns);
    session.shows("THAT WINS");
    answer(&mut session, true);
    // Another game begins without a puzzle, and all of it can be taken back.
    session.app.device.type_keys(b"M");
    session.settle();
    session.choose(Row::Puzzle, 0);
    session.go_to(Row::Play);
    session.push_all(&[Joystick::FIRE; 2]);
    assert_eq!((session.state.puzzle, session.state.record.turns()), (0, 0));
    session.shows("YOUR MOVE");
}

/// Lets the engine make all remaining moves.
fn play_to_the_end(session: &mut Session) {
    while session.state.engines.outcome() == Outcome::Ongoing {
        session.app.device.type_keys(b"D");
        session.settle();
    }
}

#[test]
fn after_the_end_of_a_puzzle_comes_the_next_one() {
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::TicTacToe, 1);
    answer(&mut session, true);
    play_to_the_end(&mut session);
    session.shows("FIRE: NEXT");
    session.fire_at(session.app.cursor);
    assert_eq!((session.state.puzzle, session.app.settings.get(Row::Puzzle)), (2, 2));
    // The menu's way back shows the puzzle being played.
    session.app.device.type_keys(b"MZZ\x03");
    session.settle();
    assert_eq!((session.app.screen, session.app.settings.get(Row::Puzzle)), (Screen::Game, 2));
}

#[test]
fn after_the_last_puzzle_comes_a_game_on_the_board_chosen_for_games() {
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::FiveInARow, 12);
    answer(&mut session, true);
    play_to_the_end(&mut session);
    session.check();
    session.fire_at(session.app.cursor);
    assert_eq!((session.state.puzzle, session.app.settings.get(Row::Puzzle)), (0, 0));
    session.check();
    assert_eq!(session.state.engines.board_size(), (15, 15));
}

/// Creates the program of a person who returns with the same disk.
fn another_day(session: &mut Session) -> Session {
    let mut next = Session::new();
    next.app.device.file = session.app.device.file.take();
    next.fire();
    next
}

#[test]
fn solved_puzzles_are_kept_on_the_disk_and_nothing_is_lost() {
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::TicTacToe, 1);
    answer(&mut session, true);
    assert_eq!(session.app.device.file.as_ref().unwrap().0, b"2080 SOLVED");
    // Another day, another puzzle: both are marked afterwards.
    let mut session = another_day(&mut session);
    assert_eq!(session.app.device.disk_uses, 0, "the disk is not asked before a puzzle is looked for");
    begin(&mut session, GameId::MouseAndCats, 2);
    answer(&mut session, true);
    let mut session = another_day(&mut session);
    session.choose(Row::Puzzle, 1);
    let marked = |session: &Session| {
        let places =
            GameId::ALL.into_iter().flat_map(|game| (1..=PUZZLES).map(move |number| (game as u8, number)));
        places.filter(|(game, number)| session.state.is_solved(*game, *number)).collect::<Vec<_>>()
    };
    assert_eq!(marked(&session), [(0, 2), (1, 1)]);
    session.choose(Row::Puzzle, 2);
    assert!(session.app.device.row(9).contains("2*"), "{}", session.app.device.row(9));
}

#[test]
fn the_disk_is_only_written_when_there_is_something_new() {
    let mut session = Session::new();
    session.fire();
    for (number, uses) in [(1, 3), (2, 2)] {
        let before = session.app.device.disk_uses;
        begin(&mut session, GameId::FiveInARow, number);
        answer(&mut session, true);
        assert_eq!(session.app.device.disk_uses - before, uses, "puzzle {number}");
        assert!(!session.picture().contains("MOMENT"), "it is over");
        // The same once more.
        session.app.device.type_keys(b"N\r");
        session.settle();
        answer(&mut session, true);
        assert_eq!(session.app.device.disk_uses - before, uses, "puzzle {number} again");
        session.app.device.type_keys(b"M");
        session.settle();
    }
    // A failed write is repeated later.
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::TicTacToe, 3);
    session.app.device.faults.push_back(crate::device::Fault::Protected);
    answer(&mut session, true);
    assert_eq!(session.app.device.file, None);
    session.app.device.type_keys(b"N\r");
    session.settle();
    answer(&mut session, true);
    assert_eq!(session.app.device.file.as_ref().unwrap().0, b"2080 SOLVED");
}

#[test]
fn a_bad_file_is_neither_believed_nor_overwritten() {
    let mut session = Session::new();
    session.fire();
    begin(&mut session, GameId::TicTacToe, 1);
    answer(&mut session, true);
    let good = session.app.device.file.take().unwrap();
    let mut damaged = good.clone();
    damaged.1[20] ^= 1;
    let short = (good.0.clone(), good.1[..30].to_vec());
    let other = (good.0.clone(), b"10 PRINT".to_vec());
    for file in [damaged, short, other, (good.0.clone(), Vec::new())] {
        let mut session = Session::new();
        session.app.device.file = Some(file.clone());
        session.fire();
        begin(&mut session, GameId::FiveInARow, 1);
        assert!(!session.state.is_solved(1, 1));
        answer(&mut session, true);
        assert_eq!(session.app.device.file, Some(file));
        assert!(session.state.is_solved(2, 1), "it counts until the end of the session");
    }
}

#[test]
fn a_missing_disk_is_said_when_a_puzzle_is_solved_and_play_goes_on() {
    use crate::device::Fault;
    for (fault, word) in
        [(Fault::NoDrive, "NO DRIVE"), (Fault::NoDisk, "NO DISK"), (Fault::Protected, "PROTECTED")]
    {
        let mut session = Session::new();
        session.fire();
        begin(&mut session, GameId::TicTacToe, 1);
        session.app.device.faults.push_back(fault);
        // The key that ends the message is handled; nothing else ends it, so that it can be read.
        session.app.device.late_key = Some((250, b'H'));
        let before = session.app.device.time;
        answer(&mut session, true);
        assert_eq!(session.app.device.late_key, None);
        let jiffies = session.app.device.time.wrapping_sub(before);
        assert!((600..6_000).contains(&jiffies), "{word}: {jiffies} jiffies");
        assert_eq!(session.app.device.file, None);
        assert!(session.app.device.effects.contains(&Effect::Illegal), "{word}");
        assert!(session.app.marked, "{word}: the hint is shown");
        assert!(session.state.is_solved(1, 1));
        session.check();
    }
}

#[test]
fn a_missing_drive_is_said_when_a_puzzle_is_chosen_until_something_is_pressed() {
    for stick in [Joystick::RIGHT, Joystick::FIRE, Joystick::DOWN] {
        let mut session = Session::new();
        session.fire();
        session.go_to(Row::Puzzle);
        session.app.device.faults.push_back(crate::device::Fault::NoDrive);
        session.push(Joystick::RIGHT, 1);
        let said = |session: &Session| session.app.device.row(24).trim().to_owned();
        assert_eq!((said(&session), session.app.settings.get(Row::Puzzle)), ("NO DRIVE ANSWERS".into(), 1));
        assert!(session.app.device.row(9).contains(" 1 "), "{}", session.app.device.row(9));
        assert_eq!(session.app.device.heard, Some(Effect::Illegal));
        session.push(stick, 1);
        let help =
            if stick == Joystick::DOWN { "JOYSTICK IN PORT 2 OR CURSORS, RETURN" } else { "0 OF 12 SOLVED" };
        assert_eq!(said(&session), help);
        let expected = if stick == Joystick::DOWN { (1, Row::First as u8) } else { (2, Row::Puzzle as u8) };
        assert_eq!(
            (session.app.settings.get(Row::Puzzle), session.app.row),
            expected,
            "what is pressed counts"
        );
        assert_eq!(session.app.device.heard, Some(Effect::Title));
    }
}

#[test]
fn a_puzzle_leaves_the_size_of_the_board_as_it_was_chosen() {
    let mut session = Session::new();
    session.fire();
    session.choose(Row::Game, GameId::FiveInARow as u8);
    let chosen = session.app.settings.size();
    begin(&mut session, GameId::FiveInARow, 1);
    assert_eq!((session.app.settings.size(), session.state.engines.board_size().0), (SIZE, SIZE));
    session.app.device.type_keys(b"M");
    session.settle();
    session.choose(Row::Puzzle, 0);
    assert_ne!(chosen, SIZE);
    assert_eq!(session.app.settings.size(), chosen);
}

#[test]
fn no_engine_moves_for_the_person_in_a_puzzle() {
    let mut session = Session::new();
    session.fire();
    for game in GameId::ALL {
        begin(&mut session, game, 1);
        let turns = session.state.record.turns();
        assert!(!session.app.device.picture().contains("D MOVE FOR ME"), "{game:?}");
        session.app.device.type_keys(b"D");
        session.settle();
        assert_eq!((session.state.record.turns(), session.state.is_asked()), (turns, true), "{game:?}");
        session.app.device.type_keys(b"M");
        session.settle();
    }
}

#[test]
fn puzzles_leave_the_players_of_games_as_they_were_chosen() {
    let mut session = Session::new();
    session.fire();
    session.choose(Row::Second, Player::Random as u8);
    let players = |session: &Session| [Row::First, Row::Second].map(|row| session.app.settings.get(row));
    let chosen = players(&session);
    // The person plays the cats in one of them.
    for number in 1..=4 {
        begin(&mut session, GameId::MouseAndCats, number);
        let asked = session.state.engines.side() as usize;
        let mut expected = [Player::Engine as u8; 2];
        expected[asked] = Player::Person as u8;
        assert_eq!(players(&session), expected);
        session.app.device.type_keys(b"M");
        session.settle();
        // Looking at the other rows and going back to the puzzle changes nothing.
        session.choose(Row::Puzzle, 0);
        assert_eq!(players(&session), chosen);
        session.app.device.type_keys(b"\x03");
        session.settle();
        assert_eq!((session.app.screen, players(&session)), (Screen::Game, expected));
        assert!(session.state.is_asked());
        session.app.device.type_keys(b"M");
        session.settle();
    }
    session.choose(Row::Puzzle, 0);
    session.start_again();
    session.settle();
    assert_eq!(players(&session), chosen);
    // After the last puzzle, a game follows.
    let mut session = Session::new();
    session.fire();
    let chosen = players(&session);
    begin(&mut session, GameId::TicTacToe, PUZZLES);
    answer(&mut session, true);
    play_to_the_end(&mut session);
    assert_eq!(session.app.panel.score, [0; 3], "a puzzle is no game won");
    session.fire_at(session.app.cursor);
    assert_eq!((session.state.puzzle, players(&session)), (0, chosen));
}
