//! The page and the running game, in a real browser: one language for both, links to positions and puzzles, and what a screen reader is
//! told. Needs Chromium and never skips.

use e2e::album::Album;
use e2e::board::{Layout, Position};
use e2e::page::InBrowser;
use e2e::person::{Computer, Deed, Hands, Person, Row};
use e2e::script;
use e2e::shown::Language;
use engine::games::GameId;
use serde_json::json;

type Page = Person<InBrowser>;

/// From a page that has just been opened to a game of two persons.
fn game(page: InBrowser, game: &str) -> Page {
    let mut person = Person::new(page, Hands::Keys);
    script::to_menu(&mut person, Language::English, &mut Album::new());
    person.set(Row::Second, "Person");
    person.set(Row::Game, game);
    person.choose(Row::Play);
    person.wait_for("Your move");
    person
}

/// Checks that a game is on the board, after so many turns.
#[track_caller]
fn stands(person: &mut Page, game: &Position, turns: u16) {
    person.settle();
    assert_eq!((person.board(Layout::of(game)), person.turn()), (game.board(), turns + 1));
}

#[test]
fn a_choice_of_language_changes_the_running_game_and_the_page_follows_the_games() {
    let mut person = game(InBrowser::open(), "Tic-tac-toe");
    let mut position = Position::start(GameId::TicTacToe, 3);
    person.play(&mut position, "4");
    let page_is = |person: &mut Page, language: &str| {
        person.c64.run_jiffies(30);
        person.c64.browser.wait(&format!("document.documentElement.lang === {language:?}"));
    };
    person.c64.browser.click("language");
    person.wait_for("Te toca");
    stands(&mut person, &position, 1);
    page_is(&mut person, "es");
    // A question is not answered by it: the game waits for the answer.
    person.c64.type_keys(b"N");
    person.wait_for("Abandonas");
    person.c64.browser.click("language");
    person.c64.run_jiffies(150);
    assert!(person.picture().contains("Abandonas"));
    person.act(Deed::Down);
    person.wait_for("Your move");
    stands(&mut person, &position, 1);
    // The games' own key, at the board and in the menu.
    person.c64.type_keys(b"I");
    person.wait_for("Te toca");
    page_is(&mut person, "es");
    person.c64.type_keys(b"M");
    person.wait_for("Salir a BASIC");
    person.c64.type_keys(b"I");
    person.wait_for("Exit to BASIC");
    page_is(&mut person, "en");
    person.c64.browser.click("language");
    person.wait_for("Salir a BASIC");
    // The engine thinks meanwhile: the game takes it as soon as it can.
    person.set(Row::Second, "Máquina");
    person.choose(Row::Play);
    person.wait_for("Te toca");
    person.c64.type_keys(b"N\r");
    person.wait_for("Te toca");
    person.c64.type_keys(b"\r");
    person.c64.browser.click("language");
    person.wait_for("Your move");
    person.c64.run_jiffies(150);
    assert!(person.picture().contains("Your move"));
    // At the title, too, and the next time.
    person.c64.browser.click("language");
    person.c64.load("");
    person.wait_for("Juegos de mesa");
    person.c64.browser.click("language");
    person.wait_for("Board games");
}

#[test]
fn run_stop_leads_from_the_weights_to_the_board() {
    let mut person = game(InBrowser::open(), "Five in a row");
    for back in [("Enter", "Enter"), ("Escape", "Escape"), ("F9", "F9")] {
        person.c64.type_keys(b"T");
        person.wait_for("Fire: back");
        person.c64.browser.key(back.0, back.1);
        person.wait_for("Your move");
        person.c64.run_jiffies(60);
        assert!(person.picture().contains("Your move"), "{back:?}");
    }
}

/// Presses the button for links in a browser whose clipboard is closed, and returns the link without the page's address.
fn link(person: &mut Page) -> String {
    let browser = &mut person.c64.browser;
    browser.value("Clipboard.prototype.writeText = () => Promise.reject(new Error('closed')); true");
    browser.value("document.getElementById('share').click()");
    browser.wait("/#[a-z]+=/.test(document.getElementById('status').textContent)");
    let said = person.c64.status();
    said[said.find('#').expect("a link")..].to_string()
}

#[test]
fn a_link_opens_the_very_position_and_a_puzzle_as_that_puzzle() {
    let mut person = game(InBrowser::open(), "Five in a row");
    let mut position = Position::start(GameId::FiveInARow, 15);
    for mv in ["H8", "A1", "O15"] {
        person.play(&mut position, mv);
    }
    let address = link(&mut person);
    assert!(address.starts_with("#game=") && person.c64.status().contains("this position"), "{address}");
    // It has the file that the games save.
    person.c64.type_keys(b"S");
    person.wait_for("Save as:");
    person.c64.type_keys(b"1\r");
    person.wait_for("Saved");
    let saved = "Object.values(JSON.parse(localStorage.getItem('sys2080.files') ?? '{}'))[0]";
    person.c64.browser.wait(&format!("typeof {saved} === 'string'"));
    let saved = person.c64.browser.value(saved).as_str().unwrap().to_string();
    // But for two bytes, the address from which the C64 has saved it.
    let without = |letters: &str| [&letters[..18], &letters[22..]].concat();
    assert_eq!(without(&saved), without(address.trim_start_matches("#game=")));
    // In another browser nobody has saved anything.
    let mut other = Person::new(InBrowser::open(), Hands::Keys);
    other.c64.load(&address);
    assert!(other.c64.status().starts_with("A shared game is on the board"), "{}", other.c64.status());
    other.wait_for("Your move");
    stands(&mut other, &position, 3);
    other.play(&mut position, "H9");
    stands(&mut other, &position, 4);
    // A reload goes on, and *Restart* leads to the title.
    assert_eq!(other.c64.browser.value("location.hash"), json!(""));
    other.c64.reload("");
    stands(&mut other, &position, 4);
    for _ in 0..2 {
        other.c64.browser.click("restart");
    }
    other.wait_for("Press fire");
    other.act(Deed::Fire);
    other.wait_for("Exit to BASIC");
    // Puzzles of two games; the last of them is answered already, and its link asks all the same.
    for (game, name, number) in [("Mouse & cats", "mouse-and-cats", 3), ("Five in a row", "five-in-a-row", 2)]
    {
        other.set(Row::Game, game);
        other.set(Row::Puzzle, &number.to_string());
        other.choose(Row::Play);
        let board = |person: &mut Page| {
            person.settle();
            (person.picture().lines()[..21].to_vec(), person.sprites())
        };
        other.wait_for("Find the");
        let before = board(&mut other);
        assert_eq!(link(&mut other), format!("#puzzle={name}/{number}"));
        person.c64.load(&format!("#puzzle={name}/{number}"));
        person.wait_for("Find the");
        let after = board(&mut person);
        let without_clock = |lines: &[String]| [lines[..9].to_vec(), lines[10..].to_vec()].concat();
        assert_eq!((without_clock(&after.0), after.1), (without_clock(&before.0), before.1));
        other.c64.type_keys(b"M");
        other.wait_for("Exit to BASIC");
    }
    // Addresses that lead nowhere leave the page as it was.
    for bad in ["#puzzle=chess/1", "#puzzle=five-in-a-row/13", "#puzzle=five-in-a-row/x", "#game=AAAA"] {
        person.c64.load(bad);
        assert!(person.c64.status().starts_with("The link has no"), "{bad}: {}", person.c64.status());
        person.wait_for("Press fire");
    }
}

/// What was said since the last time, sentence by sentence.
fn spoken(person: &mut Page) -> Vec<String> {
    person.c64.run_jiffies(60);
    let said = person.c64.browser.value(
        "(() => { const said = [...document.querySelectorAll('#spoken p')].map((p) => `${p.lang}: ${p.textContent}`); \
         document.getElementById('spoken').replaceChildren(); return said; })()",
    );
    said.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
}

#[test]
fn a_screen_reader_hears_whose_turn_it_is_each_move_each_message_and_the_result() {
    let mut person = Person::new(InBrowser::open(), Hands::Keys);
    let live = "(({ role, ariaLive }) => [role, ariaLive])(document.getElementById('spoken'))";
    assert_eq!(person.c64.browser.value(live), json!(["log", "polite"]));
    person.wait_for("Press fire");
    assert_eq!(spoken(&mut person), ["en: Press fire"]);
    person.act(Deed::Fire);
    person.wait_for("Exit to BASIC");
    assert_eq!(spoken(&mut person)[0], "en: Play");
    person.act(Deed::Down);
    assert_eq!(spoken(&mut person), ["en: Game: mouse & cats", "en: Get the mouse to row 8, or trap it"]);
    person.set(Row::Second, "Person");
    person.set(Row::Game, "Tic-tac-toe");
    spoken(&mut person);
    person.choose(Row::Play);
    person.wait_for("Your move");
    assert_eq!(spoken(&mut person), ["en: Tic-tac-toe", "en: X to move.", "en: Your move"]);
    let mut position = Position::start(GameId::TicTacToe, 3);
    person.play(&mut position, "4");
    assert_eq!(spoken(&mut person), ["en: X: 4.", "en: O to move."]);
    person.c64.type_keys(b"U");
    assert_eq!(spoken(&mut person), ["en: A turn is taken back.", "en: X to move."]);
    let mut position = Position::start(GameId::TicTacToe, 3);
    for mv in ["0", "3", "1", "4"] {
        person.play(&mut position, mv);
    }
    spoken(&mut person);
    // An error, and the end.
    person.go(Layout::of(&position), (0, 2));
    person.act(Deed::Fire);
    assert_eq!(spoken(&mut person), ["en: Taken: choose an empty square"]);
    person.c64.browser.click("language");
    person.wait_for("Tres en raya");
    let said = spoken(&mut person);
    assert!(said.contains(&"es: Te toca".to_string()), "{said:?}");
    person.play(&mut position, "2");
    person.wait_for("Gana X");
    let said = spoken(&mut person);
    assert_eq!(said[0], "es: X: 2.");
    assert!(said.last().unwrap().starts_with("es: ¡Gana X!"), "{said:?}");
    // Whoever cannot see it still has it in the order of the page, out of the way of those who can.
    let size = "document.getElementById('spoken').getBoundingClientRect().width";
    assert_eq!(person.c64.browser.value(size), json!(1));
}
