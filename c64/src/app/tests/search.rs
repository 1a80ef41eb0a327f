//! The search data, shown below the players' names on request.

use engine::player::{Choice, Source};

use super::reactions::typed_while_it_thinks;
use super::*;
use crate::app::progress::Thinking;
use crate::text::Text;
use crate::watch::Progress;

#[test]
fn the_search_is_shown_when_asked_for_and_only_what_it_tells() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.settings.set(Row::Level, 2);
    let shown = |session: &Session| ["DEPTH", "NODES"].map(|label| session.picture().contains(label));
    session.app.device.type_keys(b"D");
    session.settle();
    assert_eq!(shown(&session), [false; 2]);
    session.shows("PERSON");
    session.app.device.type_keys(b"VD");
    session.settle();
    assert_eq!(shown(&session), [true; 2]);
    session.shows("MOUSE PERSON");
    let colours = [27, 31, 35].map(|column| session.app.device.cells[6][column].1);
    assert!(colours[0] != colours[1] && colours[1] != colours[2], "moves without a blank between them");
    session.shows("CATS  PERSON");
    // A new game clears the search data, but not the players.
    session.app.device.type_keys(b"N\r");
    session.settle();
    assert_eq!(shown(&session), [false; 2]);
    session.shows("CATS  PERSON");
    session.app.device.type_keys(b"V");
    session.settle();
    assert_eq!(shown(&session), [false; 2]);
    assert!(!session.picture().contains("CATS  PERSON"));
    session.shows("PERSON");
    // Also while the engine thinks.
    let session = typed_while_it_thinks(b'V');
    assert_eq!((shown(&session), session.state.record.turns()), ([true; 2], 2));
    // The search for wins by fours has no depth.
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    for keys in [b"VD", b"DH"] {
        session.app.device.type_keys(keys);
        session.settle();
        let picture = session.picture();
        assert!(!picture.contains("DEPTH  0") && !picture.contains("NODES       0"), "{picture}");
        for label in ["DEPTH", "NODES"] {
            if let Some(line) = picture.lines().find(|line| line.contains(label)) {
                assert!(line.trim_end().ends_with(|c: char| c.is_ascii_digit()), "{picture}");
            }
        }
    }
}

#[test]
fn a_search_that_is_not_shown_leaves_names_and_score_alone() {
    const ABOVE_THE_CLOCK: usize = 9;
    for game in GameId::ALL {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        session.app.device.type_keys(b"D");
        session.settle();
        session.app.device.changes = [0; 25];
        session.app.panel.thinking = Word::Wait;
        session.app.panel.begin_search(&mut session.app.device);
        assert_eq!(session.app.device.changes[..ABOVE_THE_CLOCK], [0; ABOVE_THE_CLOCK], "{game:?}");
        session.shows("ONE MOMENT");
        session.app.device.type_keys(b"V");
        session.settle();
        session.app.device.changes = [0; 25];
        session.app.panel.begin_search(&mut session.app.device);
        assert_eq!(
            [2, 3].map(|row| session.app.device.changes[row]),
            [0; 2],
            "names that stay do not flicker"
        );
        for row in 4..8 {
            let row: String = session.app.device.row(row).chars().skip(26).collect();
            assert_eq!(row.trim(), "", "it is for what is found");
        }
    }
}

#[test]
fn a_move_found_without_a_search_says_how_and_a_value_says_what_it_is() {
    let row = |session: &Session, row| {
        let row = session.app.device.row(row);
        String::from(row[row.len() - 14..].trim_end())
    };
    // Starting at the column of the name above.
    let row = |session: &Session, at| {
        let row = row(session, at);
        assert!(at > 4 || row.is_empty() || row.starts_with(' ') && !row.starts_with("  "), "{row}");
        String::from(row.trim_start())
    };
    // A weak player's search, and the strategy of the cats.
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.settings.set(Row::Level, 2);
    session.app.device.type_keys(b"VD");
    session.settle();
    // The largest figures do not touch the labels.
    let mv = session.moves()[0];
    let choice = Choice { mv, source: Source::Search, depth: 11, score: 0xFF, nodes: 1_000_000 };
    let device = &mut session.app.device;
    session.app.panel.found(device, GameId::MouseAndCats, &choice, &engine::table::Line::new());
    assert_eq!([4, 5].map(|at| row(&session, at)), ["DEPTH 11 V255", "NODES 1000000"]);
    let figures = row(&session, 4).replace(|c: char| c.is_ascii_digit(), "");
    assert_eq!(figures.split_whitespace().collect::<Vec<_>>(), ["DEPTH", "V"]);
    session.app.settings.set(Row::Level, 5);
    session.app.device.type_keys(b"D");
    session.settle();
    assert_eq!([4, 5, 6].map(|at| row(&session, at)), ["FROM MEMORY", "", ""]);
    // A random move; by the weights; the only move.
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.app.device.type_keys(b"V");
    let mut seen = Vec::new();
    for level in [0, 5] {
        session.app.settings.set(Row::Level, level);
        for _ in 0..8 {
            session.app.device.type_keys(b"D");
            session.settle();
            seen.push(row(&session, 4));
        }
    }
    assert!(["RANDOM", "WEIGHT"].iter().all(|how| seen.iter().any(|seen| seen == how)), "{seen:?}");
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for at in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)] {
        session.fire_at(at);
    }
    session.app.device.type_keys(b"VH");
    session.settle();
    assert_eq!(row(&session, 4), "ONLY MOVE");
}

#[test]
fn v_shows_the_last_search_as_if_it_had_been_shown_before() {
    for game in GameId::ALL {
        let [early, late] = [true, false].map(|early| {
            let mut session = Session::new();
            session.start(game, [Player::Person; 2]);
            // The other levels sometimes choose at random.
            session.app.settings.set(Row::Level, 5);
            let before = panel(&session);
            session.app.device.type_keys(if early { b"VD" } else { b"DV" });
            session.settle();
            assert_ne!(panel(&session), before, "{game:?}");
            // To the menu and back.
            session.app.device.type_keys(b"M\x03");
            session.settle();
            let shown = panel(&session);
            session.app.device.type_keys(b"N\r");
            session.settle();
            let row: String = session.app.device.row(4).chars().skip(26).collect();
            assert_eq!(row.trim(), "", "nothing is known of a new game");
            shown
        });
        assert_eq!(early, late, "{game:?}");
    }
}

#[test]
fn v_during_a_search_shows_at_once_what_it_has_found_so_far() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    let mv = session.moves()[0];
    let choice = Choice { mv, source: Source::Search, depth: 7, score: 0x91, nodes: 1_234 };
    let App { device, panel, input, settings, .. } = &mut session.app;
    let mut thinking = Thinking::begin(device, panel, settings, input, true, false);
    let line = engine::table::Line::new();
    let mut text = Text { terminal: device, language: Language::English };
    thinking.found(&mut text, GameId::MouseAndCats, &choice, &line);
    assert!(!device.picture().contains("DEPTH"));
    device.type_keys(b"V");
    assert!(!thinking.is_interrupted(device));
    for shown in ["DEPTH  7 V145", "NODES    1234"] {
        session.shows(shown);
    }
}

/// Returns the rows beside the board down to the clock.
fn panel(session: &Session) -> Vec<String> {
    (0..9).map(|row| session.app.device.row(row).chars().skip(26).collect()).collect()
}

#[test]
fn a_stone_that_threatens_or_stops_a_threat_says_so() {
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.app.settings.set(Row::Level, 5);
    // An open three, which must be stopped; then a four.
    for at in [(7, 7), (0, 0), (7, 8), (0, 14), (7, 9)] {
        session.fire_at(at);
    }
    session.app.device.type_keys(b"V");
    let mut seen = Vec::new();
    for _ in 0..8 {
        session.app.device.type_keys(b"D");
        session.settle();
        let row = session.app.device.row(4);
        seen.push(String::from(row[row.len() - 13..].trim()));
    }
    assert!(
        seen.iter().all(|how| how == "BY THREATS" || how == "WEIGHT" || how.starts_with("DEPTH")),
        "{seen:?}"
    );
    assert!(seen[0] == "BY THREATS", "{seen:?}");
}

#[test]
fn v_only_changes_the_panel_while_engines_play_and_the_end_shows_who_has_played() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.settings.set(Row::First, Player::Random as u8);
    session.app.settings.set(Row::Second, Player::Engine as u8);
    // A few polls after the first move, in the pause before the next one.
    for looks in [5, 20, 60] {
        session.app.device.late_key = Some((looks, b'V'));
        let data = session.app.panel.data;
        while session.app.device.late_key.is_some() && session.state.engines.outcome() == Outcome::Ongoing {
            session.app.step(&mut session.state);
            assert!(!session.app.paused);
        }
        assert_ne!(session.app.panel.data, data);
    }
    assert!(session.app.panel.data);
    session.settle();
    assert_ne!(session.state.engines.outcome(), Outcome::Ongoing);
    assert!(session.app.panel.data, "the next search is shown again");
    for shown in ["RANDOM", "1 PIP"] {
        session.shows(shown);
    }
}

#[test]
fn who_plays_stones_has_one_beside_the_name_until_the_search_needs_the_room() {
    use crate::art::{characters::BOARD, wood};
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    let stones = |session: &Session| {
        [(2, 1), (5, 2)].map(|(row, content)| {
            let first = BOARD + wood::WHOLE[1] + 4 * content;
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| {
                session.app.device.cells[row + down][36 + right].0 == first + (2 * down + right) as u8
            })
        })
    };
    assert_eq!(stones(&session), [[true; 4]; 2]);
    session.app.device.type_keys(b"V");
    session.settle();
    assert!(!stones(&session).as_flattened().contains(&true));
    // A small stone in place of the name.
    assert_eq!(
        [2, 3].map(|row| session.app.device.cells[row][28].0),
        [1, 2].map(|of| BOARD + wood::WHOLE[0] + of)
    );
    session.shows("PERSON");
    session.app.device.type_keys(b"V");
    session.settle();
    assert_eq!(stones(&session), [[true; 4]; 2]);
}
