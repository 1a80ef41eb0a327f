//! Scripts of a person's input, the same wherever the play program runs: all games to their ends, a game saved and loaded.

use engine::games::GameId;
use engine::puzzles::{mark, puzzle};
use engine::record::legal_moves;
use engine::{Game, Side};

use crate::album::Album;
use crate::board::{Layout, Position};
use crate::person::{Action, Computer, Deed, Person, Row};
use crate::shown::{Course, Language, look};

/// Moves after which a picture of the board is kept.
const MIDDLE: usize = 4;

/// The side of the board of five in a row when the program has begun.
const USUAL_SIDE: u8 = 15;

/// From the title to the menu, in a language.
pub fn to_menu<C: Computer>(person: &mut Person<C>, language: Language, album: &mut Album) {
    album.add("title", person.wait_for("Press fire"));
    person.act(Deed::Fire);
    person.wait_for("Exit to BASIC");
    person.set(Row::Language, language.of(["English", "Español"]));
    album.add("menu", person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"])));
}

/// Jiffies of most of half a minute, apart from what it takes to see that the title is there; and those until it is over.
const NOT_YET: u16 = 1_500;
const AND_MORE: u16 = 330;

/// Waits at the title until the program plays by itself, touches it, and goes to the menu.
///
/// # Panics
/// Something is not as it should be.
pub fn attract<C: Computer>(person: &mut Person<C>) {
    person.wait_for("Board games");
    person.c64.run_jiffies(NOT_YET);
    assert!(person.picture().contains("Board games"), "{:?}", person.picture());
    person.c64.run_jiffies(AND_MORE);
    person.wait_for("Turn");
    let picture = person.wait_for("Press fire");
    let expected = ["Mouse and cats", "3 Bruno"];
    assert!(expected.iter().all(|text| picture.contains(text)), "{picture:?}");
    // What else is at the board is not to be done.
    assert!(!picture.contains("Menu") && !picture.contains("Hint"), "{picture:?}");
    person.act(Deed::Fire);
    person.wait_for("Board games");
    person.act(Deed::Fire);
    person.wait_for("Exit to BASIC");
}

/// Solves the first puzzle of every game, after a wrong move each.
///
/// # Panics
/// Something is not as it should be.
pub fn puzzles<C: Computer>(person: &mut Person<C>, language: Language) {
    to_menu(person, language, &mut Album::new());
    for game in GameId::ALL {
        let puzzle = puzzle(game, 0);
        let engines = tools::solver::puzzles::position(game, puzzle);
        person.set(Row::Game, language.of(look(game).names));
        person.set(Row::Puzzle, "1");
        person.choose(Row::Play);
        let asked = person.wait_for(language.of(["You can win.", "Puedes ganar."]));
        assert!(asked.contains(&format!("{:2}", puzzle.moves)), "{asked:?}");
        assert!(asked.contains("3 Bruno"), "{asked:?}");
        let layout = Layout::of(&Position::start(game, engines.board_size().0));
        let moves: Vec<_> = legal_moves(&engines).collect();
        for right in [false, true] {
            let mv = moves.iter().find(|&&mv| (mark(mv) == puzzle.answer) == right).expect("there is one");
            let (from, to) = engines.squares(*mv);
            // The mouse goes where the cursor is.
            let squares = if from == to || engines.side() == Side::First { vec![to] } else { vec![from, to] };
            for square in squares {
                person.go(layout, square);
                person.act(Deed::Fire);
            }
            person.wait_for(match right {
                false => language.of(["No. You can", "No. Puedes"]),
                true => language.of(["Right!", "Correcto!"]),
            });
        }
        // The engine answers, and the puzzle is marked in the menu.
        person.wait_for(language.of(["Your move", "Te toca"]));
        person.do_action(layout, Action::Menu);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
        assert_eq!(person.value(Row::Puzzle), "1*");
        person.set(Row::Puzzle, "2");
        person.choose(Row::Play);
        // The game that goes on is given up.
        person.wait_for(language.of(["Fire: yes", "Fuego: s"]));
        person.act(Deed::Fire);
        person.wait_for(language.of(["Menu", "Menú"]));
        person.do_action(layout, Action::Menu);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
        assert_eq!(person.value(Row::Puzzle), "2");
    }
}

/// Begins a game of two persons, from the menu. A game that goes on is given up.
pub fn begin<C: Computer>(person: &mut Person<C>, language: Language, course: &Course) -> Position {
    person.set(Row::Game, language.of(look(course.game).names));
    for row in [Row::First, Row::Second] {
        person.set(row, language.of(["Person", "Persona"]));
    }
    if course.game.can(engine::actions::Action::Sizes) && course.size != USUAL_SIDE {
        person.set(Row::Board, &course.size.to_string());
    }
    person.choose(Row::Play);
    let [begun, asked] =
        [["Your move", "Te toca"], ["Fire: yes", "Fuego: s"]].map(|texts| language.of(texts));
    let shown = person.wait(begun, |picture| picture.contains(begun) || picture.contains(asked));
    if shown.contains(asked) {
        person.wait_for(asked);
        person.act(Deed::Fire);
    }
    person.wait_for(begun);
    Position::start(course.game, course.size)
}

/// Plays every game from the title to its end, two persons against each other.
///
/// # Panics
/// Something is not as it should be.
pub fn all_games<C: Computer>(person: &mut Person<C>, language: Language) {
    let mut album = Album::new();
    to_menu(person, language, &mut album);
    for course in language.courses() {
        let mut position = begin(person, language, &course);
        for (at, mv) in course.moves.iter().enumerate() {
            if at == MIDDLE {
                album
                    .add(&format!("{} after {at} moves", look(course.game).names[0]), person.board_as_text());
            }
            person.play(&mut position, mv);
        }
        person.wait_for(course.end);
        person.wait_for(language.of(["Fire: new game", "Fuego: nueva"]));
        album.add(&format!("{} at the end", look(course.game).names[0]), person.board_as_text());
        // Fire begins the next game.
        person.act(Deed::Fire);
        person.wait_for(language.of(["Your move", "Te toca"]));
        let start = Position::start(course.game, course.size);
        let layout = Layout::of(&start);
        assert_eq!((person.turn(), person.board(layout)), (1, start.board()));
        person.do_action(layout, Action::Menu);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
    }
    album.compare(language.album());
}

/// Moves of tic-tac-toe before the game is saved, and after it is loaded.
const SAVED: [&str; 3] = ["4", "0", "2"];
const LOADED: [&str; 2] = ["1", "6"];

/// Begins a game and plays the moves that are saved.
pub fn game_to_save<C: Computer>(person: &mut Person<C>, language: Language) -> Position {
    to_menu(person, language, &mut Album::new());
    let mut position = begin(person, language, &language.courses()[1]);
    for mv in SAVED {
        person.play(&mut position, mv);
    }
    position
}

/// Chooses a file by its number where the program asks for one.
///
/// # Panics
/// It does not ask.
pub fn choose_file<C: Computer>(person: &mut Person<C>, number: u8) {
    let name = |number: u8| format!("2080 GAME {number}");
    let picture = person.wait_for(&name(0)[..10]);
    let shown = (1..=9).find(|&number| picture.contains(&name(number)));
    let shown = shown.unwrap_or_else(|| panic!("no number: {picture:?}"));
    for _ in 0..shown.abs_diff(number) {
        person.act(if shown < number { Deed::Right } else { Deed::Left });
    }
    person.wait_for(&name(number));
    person.act(Deed::Fire);
}

/// The number of the file that is saved and loaded.
const FILE: u8 = 2;

/// Begins a game and saves it.
///
/// # Panics
/// Something is not as it should be.
pub fn save<C: Computer>(person: &mut Person<C>, language: Language) {
    let position = game_to_save(person, language);
    person.do_action(Layout::of(&position), Action::Save);
    person.wait_for(language.of(["Save as:", "Guardar:"]));
    choose_file(person, FILE);
    person.wait_for(language.of(["Saved.", "Guardada."]));
}

/// Loads the game by the menu of a machine that has just been started, and plays it to its end.
///
/// # Panics
/// Something is not as it should be.
pub fn load<C: Computer>(person: &mut Person<C>, language: Language) {
    to_menu(person, language, &mut Album::new());
    person.choose(Row::Load);
    person.wait_for(language.of(["Load:", "Cargar:"]));
    choose_file(person, FILE);
    person.wait_for(language.of(["Loaded.", "Cargada."]));
    let mut position = Position::start(GameId::TicTacToe, 3);
    for mv in SAVED {
        position.play(mv);
    }
    goes_on(person, &mut position, language);
}

/// Checks that the game saved is the one seen, and plays it to its end.
///
/// # Panics
/// Something is not as it should be.
pub fn goes_on<C: Computer>(person: &mut Person<C>, position: &mut Position, language: Language) {
    assert_eq!(person.turn(), SAVED.len() as u16 + 1);
    assert_eq!(person.board(Layout::of(position)), position.board());
    for mv in LOADED {
        person.play(position, mv);
    }
    person.wait_for(language.of(["X wins!", "¡Gana X!"]));
}
