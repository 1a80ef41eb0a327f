//! The page by fingers and mouse alone, in a real browser: no press is lost however short it is. Nothing here runs the C64 by hand.
//! Needs Chromium and never skips.

use std::thread::sleep;
use std::time::Duration;

use e2e::board::{Layout, Position, Square};
use e2e::browser::Browser;
use e2e::games;
use e2e::page::{InBrowser, prg};
use e2e::person::{Computer, Hands, Person};
use e2e::script;
use engine::games::GameId;
use vice::COLUMNS;

/// Presses of each length, how long they are, and the time from one to the next, as a quick person's: milliseconds.
const PRESSES: usize = 8;
const LENGTHS: [u64; 6] = [0, 20, 40, 60, 80, 100];
const APART: u64 = 180;

/// The arrow of the menu: its character and its column. Source: `c64/src/art/characters.rs`, `c64/src/app/menu.rs`.
const ARROW: u8 = 85;
const MENU: usize = 6;

fn wait(milliseconds: u64) {
    sleep(Duration::from_millis(milliseconds));
}

/// The page on a phone, at the title.
fn on_a_phone() -> InBrowser {
    let mut page = InBrowser::open();
    page.browser.become_phone(390, 844);
    page.load("");
    shows(&mut page, "Press fire");
    page
}

/// Waits until the picture has a text.
#[track_caller]
fn shows(page: &mut InBrowser, text: &str) {
    for _ in 0..400 {
        if page.picture().is_some_and(|picture| picture.contains(text)) {
            return;
        }
        wait(50);
    }
    panic!("no {text}: {:?}", page.picture());
}

/// The row of the menu with the arrow, once it stands still.
fn row(page: &mut InBrowser) -> usize {
    let mut last = None;
    for _ in 0..100 {
        let picture = page.picture().expect("the menu");
        let row = (0..25).find(|row| picture.codes()[row * COLUMNS + MENU] == ARROW);
        if let Some(row) = row.filter(|row| last == Some(*row)) {
            return row;
        }
        last = row;
        wait(350);
    }
    panic!("no arrow: {:?}", page.picture());
}

fn tap(browser: &mut Browser, selector: &str, milliseconds: u64) {
    let middle = browser.middle(selector);
    browser.touch("touchStart", &[middle]);
    wait(milliseconds);
    browser.touch("touchEnd", &[]);
}

/// The rows of the menu. Source: `c64/src/app/menu.rs`.
const ROWS: [usize; 14] = [7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22];

#[test]
fn no_touch_is_lost_however_short_it_is() {
    let mut page = on_a_phone();
    tap(&mut page.browser, ".fire", 0);
    shows(&mut page, "Exit to BASIC");
    // Down and up in turn.
    for (length, button) in LENGTHS.iter().zip([".down", ".up"].into_iter().cycle()) {
        for _ in 0..PRESSES {
            tap(&mut page.browser, button, *length);
            wait(APART - length);
        }
        assert_eq!(row(&mut page), ROWS[if button == ".down" { PRESSES } else { 0 }], "{length} ms");
    }
}

#[test]
fn mouse_keys_and_several_fingers_lose_no_press_and_hold_nothing_afterwards() {
    let mut page = on_a_phone();
    tap(&mut page.browser, ".fire", 0);
    shows(&mut page, "Exit to BASIC");
    let [up, down, fire, right] =
        [".up", ".down", ".fire", ".right"].map(|button| page.browser.middle(button));
    // Clicks of a mouse in no time, and keys of the button that has the focus.
    for _ in 0..3 {
        page.browser.mouse("mousePressed", down);
        page.browser.mouse("mouseReleased", down);
        wait(APART);
    }
    page.browser.value("document.querySelector('.down').focus()");
    for _ in 0..3 {
        page.browser.key("Enter", "Enter");
        wait(APART);
    }
    assert_eq!(row(&mut page), ROWS[6]);
    // Quicker than the C64 can see: they come one after the other.
    for _ in 0..4 {
        page.browser.mouse("mousePressed", up);
        page.browser.mouse("mouseReleased", up);
    }
    wait(4 * APART);
    assert_eq!(row(&mut page), ROWS[2]);
    // Reads the joystick over and over, into $02.
    page.drop_file("stick.prg", &prg(&[0xad, 0, 0xdc, 0x85, 2, 0xe6, 3, 0x4c, 0x0d, 0x08]));
    let stick = |page: &mut InBrowser| page.memory(2, 1)[0] & 0x1f;
    page.browser.wait("c64.read(3, 1, true)[0] > 0");
    // Two fingers at once.
    page.browser.touch("touchStart", &[right]);
    page.browser.touch("touchStart", &[right, fire]);
    wait(300);
    assert_eq!(stick(&mut page), 0x1f ^ 8 ^ 16);
    // One that slides off a button lets it go, and presses the one to which it slides.
    page.browser.touch("touchMove", &[up, fire]);
    wait(300);
    assert_eq!(stick(&mut page), 0x1f ^ 1 ^ 16);
    page.browser.touch("touchMove", &[(up.0 - 60.0, up.1 - 10.0), fire]);
    wait(300);
    assert_eq!(stick(&mut page), 0x1f ^ 16);
    page.browser.touch("touchEnd", &[]);
    wait(300);
    assert_eq!(stick(&mut page), 0x1f);
    // What the system takes away is let go.
    page.browser.touch("touchStart", &[up]);
    wait(200);
    assert_eq!(stick(&mut page), 0x1f ^ 1);
    page.browser.touch("touchCancel", &[]);
    wait(300);
    assert_eq!(stick(&mut page), 0x1f);
}

/// How the picture is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Finger,
    Mouse,
}

/// Presses a place of the picture, in pixels of its 320 by 200, and waits until the page has done what that means.
fn press(page: &mut InBrowser, hand: Hand, (x, y): (u16, u16)) {
    let place = page.browser.value(&format!(
        "(() => {{ const screen = document.getElementById('screen'); const box = screen.getBoundingClientRect(); \
         const top = {{ 272: 35.5, 247: 23.5 }}[screen.height]; return [box.x + ({x} + 32.5) * box.width / 384, \
         box.y + ({y} + top) * box.height / screen.height]; }})()"
    ));
    let [x, y] = [0, 1].map(|at| place[at].as_f64().expect("a number"));
    match hand {
        Hand::Finger => {
            page.browser.touch("touchStart", &[(x, y)]);
            page.browser.touch("touchEnd", &[]);
        }
        Hand::Mouse => {
            page.browser.mouse("mouseMoved", (x, y));
            page.browser.mouse("mousePressed", (x, y));
            page.browser.mouse("mouseReleased", (x, y));
        }
    }
    page.browser.wait("!c64.isTapping()");
}

/// Presses the middle of the first text of the picture that is this one.
#[track_caller]
fn press_text(page: &mut InBrowser, hand: Hand, text: &str) {
    shows(page, text);
    let lines = page.picture().expect("it is shown").lines();
    let find = |line: &String| line.find(&text.to_uppercase()).map(|at| line[..at].chars().count());
    let (row, column) = (0..25)
        .find_map(|row| find(&lines[row]).map(|column| (row, column)))
        .unwrap_or_else(|| panic!("no {text}: {lines:?}"));
    press(page, hand, (8 * column as u16 + 4 * text.chars().count() as u16, 8 * row as u16 + 4));
}

/// Presses a square, and the one to which a piece goes.
fn press_squares(page: &mut InBrowser, hand: Hand, game: &mut Position, text: &str) {
    let layout = Layout::of(game);
    let (from, to) = game.play(text);
    let squares = if from == to { vec![to] } else { vec![from, to] };
    squares.into_iter().for_each(|square| press_square(page, hand, layout, square));
}

fn press_square(page: &mut InBrowser, hand: Hand, layout: Layout, square: Square) {
    let (column, row) = layout.corner(square);
    let middle = 2 * u16::from(layout.step) - 1;
    press(page, hand, (8 * column as u16 + middle, 8 * row as u16 + middle));
}

/// Waits until a board is seen that is a position's.
#[track_caller]
fn stands(person: &mut Person<InBrowser>, game: &Position) {
    let layout = Layout::of(game);
    for _ in 0..200 {
        if person.board(layout) == game.board() {
            return;
        }
        wait(50);
    }
    panic!("{:?} is not {:?}: {:?}", person.board(layout), game.board(), person.picture());
}

/// Waits until the menu has two persons.
fn shows_persons(page: &mut InBrowser) {
    for _ in 0..200 {
        let lines = page.picture().expect("the menu").lines();
        if lines.iter().filter(|line| line.contains("PERSON")).count() == 2 {
            return;
        }
        wait(50);
    }
    panic!("no two persons: {:?}", page.picture());
}

fn every_screen_is_used(page: InBrowser, hand: Hand) {
    let mut person = Person::new(page, Hands::Keys);
    let c64 = |person: &mut Person<InBrowser>, text: &str| press_text(&mut person.c64, hand, text);
    c64(&mut person, "Press fire");
    // Two persons at each game.
    c64(&mut person, "Second player");
    shows_persons(&mut person.c64);
    for (name, id, size, moves) in [
        ("Mouse & cats", GameId::MouseAndCats, 8, games::won_by(engine::Side::First)[..4].to_vec()),
        ("Tic-tac-toe", GameId::TicTacToe, 3, ["0", "3", "1", "4", "2"].map(String::from).to_vec()),
        ("Five in a row", GameId::FiveInARow, 15, ["H8", "A1", "O15", "H9"].map(String::from).to_vec()),
    ] {
        shows(&mut person.c64, name);
        c64(&mut person, "Play");
        shows(&mut person.c64, "Your move");
        let mut game = Position::start(id, size);
        if id == GameId::MouseAndCats {
            // The message about an illegal move names a direction, but asks nothing.
            let layout = Layout::of(&game);
            for square in [(4, 0), (4, 6)] {
                press_square(&mut person.c64, hand, layout, square);
            }
            shows(&mut person.c64, "cats: down");
        }
        for text in &moves {
            press_squares(&mut person.c64, hand, &mut game, text);
            stands(&mut person, &game);
        }
        if id == GameId::TicTacToe {
            shows(&mut person.c64, "X wins!");
            c64(&mut person, "Fire: another");
            shows(&mut person.c64, "Your move");
            stands(&mut person, &Position::start(id, size));
        } else {
            // An action; a question that is answered by no, by a press beside it, and by yes.
            if id == GameId::FiveInARow {
                c64(&mut person, "Weights");
                c64(&mut person, "Fire: back");
                shows(&mut person.c64, "Your move");
            } else {
                c64(&mut person, "Legal");
            }
            c64(&mut person, "New game");
            c64(&mut person, "Down: no");
            stands(&mut person, &game);
            c64(&mut person, "New game");
            shows(&mut person.c64, "Down: no");
            press(&mut person.c64, hand, (100, 100));
            shows(&mut person.c64, "Your move");
            c64(&mut person, "New game");
            c64(&mut person, "Fire: yes");
            stands(&mut person, &Position::start(id, size));
        }
        c64(&mut person, "Menu");
        shows(&mut person.c64, "Exit to BASIC");
        c64(&mut person, "Game");
    }
    c64(&mut person, "How to play");
    c64(&mut person, "Fire: back");
    shows(&mut person.c64, "Exit to BASIC");
    c64(&mut person, "Puzzle");
    shows(&mut person.c64, "0 of 12 solved");
}

#[test]
fn every_screen_is_used_by_fingers_on_the_picture() {
    every_screen_is_used(on_a_phone(), Hand::Finger);
}

#[test]
fn every_screen_is_used_by_clicks_on_the_picture() {
    let mut page = InBrowser::open();
    shows(&mut page, "Press fire");
    every_screen_is_used(page, Hand::Mouse);
}

#[test]
fn a_puzzle_is_solved_by_taps_in_spanish_and_on_ntsc() {
    let mut page = on_a_phone();
    page.browser
        .value("for (const id of ['language', 'standard', 'standard']) document.getElementById(id).click()");
    page.browser.wait("document.getElementById('screen').height === 247");
    for text in ["Pulsa fuego", "Problema", "Jugar"] {
        press_text(&mut page, Hand::Finger, text);
    }
    shows(&mut page, "Halla");
    let (layout, squares) = script::answering_squares(GameId::MouseAndCats, 1, true);
    for square in squares {
        press_square(&mut page, Hand::Finger, layout, square);
    }
    shows(&mut page, "Correcto!");
}

#[test]
fn a_display_of_120_pictures_a_second_makes_the_c64_no_faster_and_loses_no_press() {
    let mut page = on_a_phone();
    page.browser.value(
        "window.pictures = 0; window.requestAnimationFrame = (task) => setTimeout(() => { pictures++; task(performance.now()); }, 1000 / 120); \
         window.cancelAnimationFrame = clearTimeout; window.begin = { frames: c64.counts.frames, at: performance.now() }; true",
    );
    tap(&mut page.browser, ".fire", 0);
    shows(&mut page, "Exit to BASIC");
    for _ in 0..PRESSES {
        tap(&mut page.browser, ".down", 0);
        wait(APART);
    }
    let rate = page.browser.value(
        "[c64.counts.frames - begin.frames, (performance.now() - begin.at) / 1000, pictures].map(Number)",
    );
    let [frames, seconds, pictures] = [0, 1, 2].map(|at| rate[at].as_f64().expect("a number"));
    assert!(
        pictures > 10.0 && frames < seconds * 50.2 + 12.0,
        "{frames} frames, {pictures} pictures in {seconds} s"
    );
    assert_eq!(row(&mut page), ROWS[PRESSES]);
}
