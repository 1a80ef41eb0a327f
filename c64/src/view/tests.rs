//! Tests of the picture: the contents of the screen after each call.

use std::format;
use std::string::String;
use std::vec::Vec;

use engine::actions::Action;
use engine::engines::{Engines, parse_move};
use engine::games::GameId;
use engine::player::random_move;
use engine::{Game, Lcg, Move, Outcome};

use crate::art::characters::{ACCENTS, BLANK, BOARD, DOT, STONES};
use crate::art::{characters, sprites, wood};
use crate::device::Colour;
use crate::games::Cells;
use crate::testing::{Mock, Sprite};
use crate::words::{Language, PLAYED_WORDS, Word};

use super::{Mark, PANEL, PANEL_WIDTH, TEXT, TEXT_WIDTH, View};

/// Returns the start of a game on a board with this many columns.
fn set_up(game: GameId, size: u8) -> Engines {
    let mut engines = Engines::new();
    engines.select(game);
    assert_eq!(engines.set_size(size, size), game.can(Action::Sizes));
    engines.set_keys(&mut Lcg::fixed());
    engines.reset();
    assert_eq!(engines.board_size(), (size, size));
    engines
}

/// Returns every game on its usual board.
fn usual_boards() -> impl Iterator<Item = (GameId, u8)> {
    GameId::ALL.into_iter().map(|game| (game, game.descriptor().sides[1]))
}

/// Returns every game on its smallest and its largest board, and on those between which the squares change size.
fn boards() -> impl Iterator<Item = (GameId, u8)> {
    GameId::ALL.into_iter().flat_map(|game| {
        let [least, _, most] = game.descriptor().sides;
        let step = move |size| View::new(game, size).step;
        let differs = move |size, other| (least..=most).contains(&other) && step(size) != step(other);
        let wanted = move |&size: &u8| {
            size == least || size == most || differs(size, size - 1) || differs(size, size + 1)
        };
        (least..=most).filter(wanted).map(move |size| (game, size))
    })
}

/// Plays moves and draws each; returns the last one.
fn play(view: &mut View, mock: &mut Mock, engines: &mut Engines, moves: &str) -> Move {
    let mut last = Move::NONE;
    for text in moves.split(' ') {
        last = parse_move(engines.selected(), text.as_bytes()).unwrap();
        assert!(engines.is_legal(last), "{text}");
        engines.play(last);
        view.play(mock, engines, last);
    }
    last
}

/// Plays random moves, at most this many, and draws each; returns the last one.
fn play_any(view: &mut View, mock: &mut Mock, engines: &mut Engines, moves: u8) -> Move {
    let (mut random, mut last) = (Lcg::new(1), Move::NONE);
    for _ in 0..moves {
        let mv = random_move(engines, &mut random);
        if mv.is_none() {
            break;
        }
        last = mv;
        engines.play(mv);
        view.play(mock, engines, mv);
    }
    last
}

/// Returns the visible picture: the cells, blank ones without their colour, and the sprites.
fn all(mock: &Mock) -> (Vec<(u8, Colour)>, [Option<Sprite>; 8]) {
    let plain = |cell: &(u8, Colour)| if cell.0 == BLANK { (BLANK, Colour::Black) } else { *cell };
    (mock.cells.iter().flatten().map(plain).collect(), mock.sprites)
}

/// Checks that every screen code on the picture belongs to the set, and every shape, too.
fn check(mock: &Mock) {
    for &(code, _) in mock.cells.iter().flatten() {
        assert!(code < characters::END, "{code}");
    }
    for (shape, x, y, _) in mock.sprites.iter().flatten() {
        assert!((*shape as usize) < sprites::COUNT && (-24..320).contains(x) && (-21..200).contains(y));
    }
}

#[test]
fn a_move_drawn_leaves_the_picture_of_the_position() {
    for (game, size) in usual_boards() {
        let mut mock = Mock::new();
        let mut engines = set_up(game, size);
        let mut view = View::new(game, size);
        view.clear(&mut mock, true);
        view.board(&mut mock, &engines);
        let start = all(&mock);
        let last = play_any(&mut view, &mut mock, &mut engines, 5);
        let after = all(&mock);
        view.board(&mut mock, &engines);
        assert!(after == all(&mock));
        check(&mock);
        // Back again, by the same call.
        let (from, to) = engines.squares(last);
        engines.undo(last);
        view.play(&mut mock, &engines, engines.move_between(to, from));
        let before = all(&mock);
        view.board(&mut mock, &engines);
        assert!(before == all(&mock));
        engines.reset();
        view.board(&mut mock, &engines);
        assert!(start == all(&mock));
    }
}

#[test]
fn marks_come_and_go_on_every_square() {
    for (game, size) in usual_boards() {
        let mut mock = Mock::new();
        let mut engines = set_up(game, size);
        let mut view = View::new(game, size);
        view.clear(&mut mock, true);
        view.board(&mut mock, &engines);
        play_any(&mut view, &mut mock, &mut engines, 1);
        let plain = all(&mock);
        for at in (0..size).flat_map(|column| (0..size).map(move |row| (column, row))) {
            // Nothing happens on light squares.
            if view.look.cells == Cells::Squares && (at.0 + at.1) % 2 != 0 {
                continue;
            }
            for mark in [Mark::Target, Mark::LastMove, Mark::Selected, Mark::Winning, Mark::Hint] {
                // An empty square of tic-tac-toe can only be marked as a hint.
                let empty = engines.content(at.0, at.1) == 0;
                if view.look.cells == Cells::Letters && empty && mark != Mark::Hint {
                    continue;
                }
                view.mark(&mut mock, &engines, at, mark);
                assert!(all(&mock) != plain, "{game:?} {at:?} {mark:?}");
                check(&mock);
            }
            view.mark(&mut mock, &engines, at, Mark::None);
            assert!(all(&mock) == plain);
        }
    }
}

#[test]
fn the_cursor_is_around_its_square_and_leaves_nothing_behind() {
    assert!(boards().any(|board| board == (GameId::FiveInARow, 13)), "cells share characters from there on");
    for (game, size) in boards() {
        let mut mock = Mock::new();
        let engines = set_up(game, size);
        let mut view = View::new(game, size);
        view.clear(&mut mock, true);
        view.board(&mut mock, &engines);
        let without = all(&mock);
        let mut seen = Vec::new();
        for at in (0..size).flat_map(|column| (0..size).map(move |row| (column, row))) {
            view.cursor(&mut mock, Some(at));
            check(&mock);
            assert!(!seen.contains(&all(&mock)));
            seen.push(all(&mock));
            // A new board keeps it.
            let with = all(&mock);
            view.board(&mut mock, &engines);
            assert!(with == all(&mock));
        }
        view.cursor(&mut mock, None);
        assert!(without == all(&mock));
        assert!(!seen.contains(&without));
    }
}

#[test]
fn boards_of_all_sizes_stay_left_of_the_panel_and_name_their_rows() {
    for size in 5..=19 {
        let mut mock = Mock::new();
        let engines = set_up(GameId::FiveInARow, size);
        let mut view = View::new(GameId::FiveInARow, size);
        view.clear(&mut mock, true);
        let empty = mock.cells;
        view.board(&mut mock, &engines);
        assert!((0..25).all(|row| mock.cells[row][PANEL as usize..] == empty[row][PANEL as usize..]));
        let text = mock.picture();
        let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMNOPQRS"[..size as usize]);
        let numbers: String = text
            .split_whitespace()
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .map(|word| word.trim_end_matches('·').parse::<u8>().unwrap() as char)
            .collect();
        assert_eq!(numbers, (1..=size).map(|n| n as char).collect::<String>());
    }
}

#[test]
fn squares_of_mouse_and_cats_stand_beside_their_names() {
    let mut mock = Mock::new();
    let engines = set_up(GameId::MouseAndCats, 8);
    View::new(GameId::MouseAndCats, 8).board(&mut mock, &engines);
    let (shape, x, y, _) = mock.sprites[1].unwrap();
    assert_eq!(shape, sprites::MOUSE);
    // E1: the letter is below its middle, the number left of its row.
    assert_eq!(mock.cells[24][(x / 8 + 1) as usize].0, 5);
    assert_eq!(mock.cells[(y / 8 + 1) as usize][0].0, b'1');
    let cats: Vec<i16> = (2..6).map(|n| mock.sprites[n].unwrap().1).collect();
    assert_eq!(cats, [32, 80, 128, 176]);
}

#[test]
fn pieces_glide_there() {
    let mut mock = Mock::new();
    let mut engines = set_up(GameId::MouseAndCats, 8);
    let mut view = View::new(GameId::MouseAndCats, 8);
    view.board(&mut mock, &engines);
    let start = mock.time;
    play(&mut view, &mut mock, &mut engines, "E1D2");
    let scurried = mock.time - start;
    assert_eq!(mock.sprites[1].map(|(_, x, y, _)| (x, y)), Some((80, 145)));
    play(&mut view, &mut mock, &mut engines, "B8A7");
    let prowled = mock.time - start - scurried;
    assert!((6..30).contains(&scurried) && (2 * scurried..90).contains(&prowled), "{scurried}, {prowled}");
}

#[test]
fn the_line_that_wins_is_marked_and_only_it() {
    for (game, size, moves) in [
        (GameId::TicTacToe, 3, "0 1 4 2 8"),
        (GameId::TicTacToe, 3, "0 3 1 4 6 5"),
        (GameId::FiveInARow, 15, "A1 A2 B1 B2 C1 C2 D1 D2 E1"),
        (GameId::FiveInARow, 15, "O1 A1 N2 A2 M3 A3 L4 A4 K5"),
        (GameId::FiveInARow, 9, "A9 A1 A8 B1 A7 C1 A5 D1 I9 E1"),
        (GameId::FiveInARow, 17, "A1 A2 B1 B2 C1 C2 D1 D2 E1"),
        // Six in a row get five rings.
        (GameId::FiveInARow, 15, "H1 A1 H2 B1 H4 C1 H5 D1 H6 G1 H3"),
    ] {
        let mut mock = Mock::new();
        let mut engines = set_up(game, size);
        let mut view = View::new(game, size);
        view.board(&mut mock, &engines);
        let last = play(&mut view, &mut mock, &mut engines, moves);
        assert_ne!(engines.outcome(), Outcome::Ongoing);
        let plain = mock.cells;
        view.winner(&mut mock, &engines, last);
        let changed = (0..25)
            .flat_map(|row| (0..40).map(move |column| (column, row)))
            .filter(|&(column, row)| mock.cells[row][column] != plain[row][column])
            .inspect(|&(column, row)| assert_eq!(mock.cells[row][column].1, Colour::LightGreen))
            .count();
        // Bright on black stones, dark on white ones. No spot is left: the last stone is part of the line.
        let colour = if engines.outcome() == Outcome::First { Colour::LightGreen } else { Colour::Blue };
        let ring = if size < 13 { sprites::LARGE_RING } else { sprites::RING };
        let rings =
            mock.sprites.iter().flatten().inspect(|sprite| assert_eq!((sprite.0, sprite.3), (ring, colour)));
        let expected = if game == GameId::TicTacToe { (3 * 25, 0) } else { (0, 5) };
        assert_eq!((changed, rings.count()), expected, "{moves}");
    }
}

#[test]
fn weights_are_the_brighter_the_heavier_and_have_a_legend() {
    const FIRST: u8 = BOARD + wood::SHADES;
    let shade = |code: u8| code.checked_sub(FIRST).filter(|shade| *shade < wood::SHADE_COUNT);
    for size in [7, 9, 15, 19] {
        let mut mock = Mock::new();
        let mut engines = set_up(GameId::FiveInARow, size);
        let mut view = View::new(GameId::FiveInARow, size);
        view.clear(&mut mock, true);
        assert!(mock.wood);
        view.board(&mut mock, &engines);
        play(&mut view, &mut mock, &mut engines, "E5 A1 F6 A3 D4 A5");
        assert!(view.weights(&mut mock, &mut engines, 23));
        check(&mock);
        let squares = || (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
        let heaviest = squares().filter_map(|at| engines.weight(at)).max().unwrap();
        for at in squares() {
            let (x, y) = view.corner(at);
            let shown = shade(mock.cells[y as usize][x as usize].0);
            let halvings = engines.weight(at).map(|weight| heaviest.ilog2() - weight.max(1).ilog2());
            let expected = halvings.and_then(|n| (wood::SHADE_COUNT - 1).checked_sub(n as u8));
            assert_eq!(shown, expected, "{at:?} of {size}");
        }
        let legend: Vec<u8> =
            mock.cells[23][PANEL as usize..].iter().filter_map(|cell| shade(cell.0)).collect();
        assert_eq!(legend, (0..wood::SHADE_COUNT).collect::<Vec<u8>>());
        view.board(&mut mock, &engines);
        let board = mock.cells.iter().flat_map(|row| &row[..PANEL as usize]);
        assert!(board.map(|cell| cell.0).all(|code| shade(code).is_none()));
    }
}

#[test]
fn the_wooden_board_is_the_only_multicolour_picture() {
    let mut mock = Mock::new();
    for (game, size) in usual_boards() {
        let mut view = View::new(game, size);
        view.clear(&mut mock, true);
        assert_eq!(mock.wood, view.look.cells == Cells::Stones);
        view.board(&mut mock, &set_up(game, size));
        view.word(&mut mock, PANEL, 3, PANEL_WIDTH, Word::YourMove, Colour::LightGrey);
        let plain = |&&(code, colour): &&(u8, Colour)| code < BOARD && code != BLANK && colour as u8 > 7;
        assert_eq!(mock.cells.iter().flatten().any(|cell| plain(&cell)), !mock.wood, "{game:?}");
        view.clear(&mut mock, false);
        assert!(!mock.wood);
    }
}

#[test]
fn there_are_no_weights_in_other_games() {
    let mut mock = Mock::new();
    let mut engines = set_up(GameId::TicTacToe, 3);
    let mut view = View::new(GameId::TicTacToe, 3);
    view.board(&mut mock, &engines);
    let before = all(&mock);
    assert!(!view.weights(&mut mock, &mut engines, 23));
    assert!(before == all(&mock));
}

/// Returns the text in some columns of a row.
fn read(mock: &Mock, column: usize, row: usize, width: usize) -> String {
    mock.row(row).chars().skip(column).take(width).collect()
}

#[test]
fn text_is_cut_and_filled_to_its_width() {
    let mut mock = Mock::new();
    let view = View::new(GameId::TicTacToe, 3);
    view.text(&mut mock, 30, 3, 10, b"Longer than that", Colour::White);
    assert_eq!(read(&mock, 29, 3, 11), " LONGER THA");
    view.text(&mut mock, 30, 3, 10, b"E1-D2?", Colour::White);
    assert_eq!(read(&mock, 29, 3, 11), " E1-D2?    ");
    view.word(&mut mock, 30, 3, 4, Word::YourMove, Colour::White);
    assert_eq!(read(&mock, 29, 3, 11), " YOUR2?    ");
}

#[test]
fn accents_are_our_own_characters() {
    let mut mock = Mock::new();
    let mut view = View::new(GameId::TicTacToe, 3);
    view.language = Language::Spanish;
    view.word(&mut mock, 0, 0, 10, Word::Spanish, Colour::White);
    assert_eq!(mock.cells[0][4].0, ACCENTS + 5);
    view.text(&mut mock, 0, 0, 2, &[0x85, 0x88], Colour::White);
    assert_eq!((mock.cells[0][0].0, mock.cells[0][1].0), (ACCENTS + 5, ACCENTS + 8));
}

#[test]
fn numbers_stand_at_the_right() {
    let mut mock = Mock::new();
    let view = View::new(GameId::TicTacToe, 3);
    for value in [0, 7, 10, 99, 100, 65_535, 65_536, 1_234_567_890, u32::MAX] {
        view.number(&mut mock, 20, 5, 12, value, Colour::White);
        assert_eq!(read(&mock, 20, 5, 12), format!("{value:>12}"));
    }
    view.number(&mut mock, 20, 5, 2, 123, Colour::White);
    assert_eq!(read(&mock, 20, 5, 3), "234");
}

#[test]
fn messages_break_between_words() {
    const WIDTH: usize = TEXT_WIDTH as usize;
    let mut mock = Mock::new();
    for language in [Language::English, Language::Spanish] {
        let mut view = View::new(GameId::TicTacToe, 3);
        view.language = language;
        for &word in PLAYED_WORDS {
            view.message(&mut mock, (TEXT, 20), (TEXT_WIDTH, 3), word, Colour::White);
            let rows: Vec<String> = (20..23).map(|row| read(&mock, TEXT as usize, row, WIDTH)).collect();
            view.word(&mut mock, 0, 0, 40, word, Colour::White);
            let whole = read(&mock, 0, 0, 40);
            let letters = |text: &str| text.chars().filter(|&c| c != ' ').collect::<String>();
            let (seen, all) = (letters(&rows.concat()), letters(&whole));
            assert!(all.starts_with(&seen), "{rows:?}");
            if whole.split_whitespace().all(|word| word.chars().count() <= WIDTH) {
                let words: Vec<&str> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
                let last = words.len().saturating_sub(1);
                assert!(whole.split_whitespace().take(last).eq(words[..last].iter().copied()), "{rows:?}");
            }
            if whole.trim_end().len() < 2 * WIDTH {
                assert_eq!(seen, all);
            }
        }
    }
}

#[test]
fn an_arrow_points_at_the_item_chosen() {
    let mut mock = Mock::new();
    let view = View::new(GameId::TicTacToe, 3);
    for chosen in [true, false] {
        view.item(&mut mock, (10, 5), Word::YourMove, chosen);
        assert_eq!(mock.cells[5][10].0 != BLANK, chosen);
        assert_eq!(read(&mock, 11, 5, 9), "YOUR MOVE");
    }
}

#[test]
fn the_title_shows_the_three_games_and_shines() {
    let mut mock = Mock::new();
    let mut view = View::new(GameId::FiveInARow, 19);
    view.language = Language::Spanish;
    view.title(&mut mock);
    check(&mock);
    assert!(mock.picture().contains("PULSA FUEGO"));
    assert_eq!(view.language, Language::Spanish);
    assert_eq!(mock.sprites.iter().flatten().count(), 4);
    let first = mock.cells;
    let mut asked = Mock::new();
    asked.time = mock.time;
    view.shine(&mut asked);
    assert!(asked.cells == Mock::new().cells, "nothing has changed since");
    mock.time += 16;
    view.shine(&mut mock);
    assert_eq!(first.map(|row| row.map(|cell| cell.0)), mock.cells.map(|row| row.map(|cell| cell.0)));
    assert!(first != mock.cells);
    view.clear(&mut mock, true);
    assert!(mock.cells.iter().flatten().all(|cell| cell.0 == BLANK) && mock.sprites == [None; 8]);
}

#[test]
fn the_last_stone_has_a_ring_or_a_spot_that_stands_out_from_it() {
    for (size, shape) in [(7, sprites::RING), (15, sprites::SPOT), (19, sprites::SPOT)] {
        let mut mock = Mock::new();
        let mut engines = set_up(GameId::FiveInARow, size);
        let mut view = View::new(GameId::FiveInARow, size);
        view.board(&mut mock, &engines);
        for (text, colour) in [("A1", Colour::Yellow), ("B1", Colour::Red)] {
            play(&mut view, &mut mock, &mut engines, text);
            let at = if text == "A1" { (0, size - 1) } else { (1, size - 1) };
            view.mark(&mut mock, &engines, at, Mark::LastMove);
            let seen = mock.sprites.iter().flatten().find(|sprite| sprite.0 == shape).unwrap();
            assert_eq!(seen.3, colour, "{text} of {size}");
        }
    }
}

#[test]
fn a_target_is_a_dot() {
    let mut mock = Mock::new();
    let engines = set_up(GameId::MouseAndCats, 8);
    let mut view = View::new(GameId::MouseAndCats, 8);
    view.board(&mut mock, &engines);
    assert!(mock.cells.iter().flatten().all(|&(code, _)| code != DOT && code != STONES));
    view.mark(&mut mock, &engines, (3, 1), Mark::Target);
    assert_eq!(mock.cells[19][11].0, DOT);
}

#[test]
fn a_hint_is_seen_from_afar() {
    // Tic-tac-toe: the letter of the player to move. Five in a row: a yellow stone in the middle of the cell.
    let mut mock = Mock::new();
    let mut engines = set_up(GameId::TicTacToe, 3);
    let mut view = View::new(GameId::TicTacToe, 3);
    view.board(&mut mock, &engines);
    play(&mut view, &mut mock, &mut engines, "4");
    let codes = |mock: &Mock| mock.cells.map(|row| row.map(|cell| cell.0));
    view.mark(&mut mock, &engines, (0, 0), Mark::Hint);
    let (hinted, colour) = (codes(&mock), mock.cells[20][4].1);
    view.mark(&mut mock, &engines, (0, 0), Mark::None);
    play(&mut view, &mut mock, &mut engines, "6");
    view.mark(&mut mock, &engines, (0, 0), Mark::None);
    assert!(hinted == codes(&mock), "the same letter");
    assert_ne!(colour, mock.cells[20][4].1);
    let mut mock = Mock::new();
    for size in [7, 9, 15, 19] {
        let engines = set_up(GameId::FiveInARow, size);
        let mut view = View::new(GameId::FiveInARow, size);
        view.clear(&mut mock, true);
        view.board(&mut mock, &engines);
        let before = all(&mock);
        view.mark(&mut mock, &engines, (2, 3), Mark::Hint);
        let (x, y) = view.corner((2, 3));
        let cell = mock.cells[y as usize][x as usize];
        let sprites: Vec<_> = mock.sprites.iter().flatten().collect();
        if size < 13 {
            let across = view.step / 2;
            let white = BOARD + wood::WHOLE[across as usize - 1] + 2 * across * across;
            assert_eq!((cell, &sprites[..]), ((white, Colour::LightGrey), &[][..]), "{size}");
        } else {
            // Rows and columns of the shape that have pixels: the same number on either side of the middle.
            let &&[&(shape, left, top, colour)] = &&sprites[..] else { panic!("{sprites:?}") };
            let rows = sprites::SHAPES[shape as usize].as_chunks::<3>().0;
            let bits = |row: &[u8; 3]| u32::from_be_bytes([0, row[0], row[1], row[2]]);
            let columns = rows.iter().fold(0, |all, row| all | bits(row));
            let first = (rows.iter().position(|row| bits(row) != 0).unwrap(), columns.leading_zeros() - 8);
            let last = (rows.iter().rposition(|row| bits(row) != 0).unwrap(), 23 - columns.trailing_zeros());
            let (x, y) = view.middle((2, 3));
            let middle = ((first.1 + last.1 + 1) as i16, (first.0 + last.0 + 1) as i16);
            assert_eq!(
                (2 * left + middle.0, 2 * top + middle.1, colour),
                (2 * x, 2 * y, Colour::Yellow),
                "{size}"
            );
        }
        view.mark(&mut mock, &engines, (2, 3), Mark::None);
        assert!(before == all(&mock), "{size}");
    }
}

#[test]
fn cats_blink_now_and_then_and_nobody_else_does() {
    for (game, size) in boards() {
        let (mut mock, engines, mut view) = (Mock::new(), set_up(game, size), View::new(game, size));
        view.board(&mut mock, &engines);
        let before = mock.sprites;
        let mut closed = 0;
        for _ in 0..512 {
            view.blink(&mut mock, &engines, true);
            closed += usize::from(mock.sprites != before);
            for (sprite, open) in mock.sprites.iter().zip(&before) {
                let Some((shape, x, y, colour)) = *sprite else { continue };
                let (was, ..) = open.unwrap();
                assert!(shape == was || (shape, was) == (sprites::BLINK, sprites::CAT));
                assert_eq!(open.map(|(_, x, y, colour)| (x, y, colour)), Some((x, y, colour)));
            }
        }
        assert_eq!(closed > 0, game == GameId::MouseAndCats, "{closed}");
        view.blink(&mut mock, &engines, false);
        assert_eq!(mock.sprites, before);
    }
}

#[test]
fn the_end_of_mouse_and_cats_is_a_scene_after_which_all_stand_where_they_stood() {
    let lines =
        ["E1D2D8C7D2C3B8A7C3B4C7B6B4A5B6C5A5B6C5B4B6C7B4A3C7B8", "E1D2D8C7D2E3H8G7E3F4G7F6F4G5F8G7G5H6F6G5"];
    for line in lines {
        let game = GameId::MouseAndCats;
        let (mut mock, mut engines, mut view) = (Mock::new(), set_up(game, 8), View::new(game, 8));
        for mv in line.as_bytes().chunks(4) {
            engines.play(engine::engines::parse_move(GameId::MouseAndCats, mv).unwrap());
        }
        view.board(&mut mock, &engines);
        let (before, began) = (mock.sprites, mock.time);
        view.last_scene(&mut mock, &engines);
        assert_eq!(mock.sprites, before);
        let took = mock.time.wrapping_sub(began);
        assert!((10..240).contains(&took), "{took}");
        assert_eq!(mock.cut, 0, "a part of it was hidden by the border");
    }
}
