//! Scripts of a person's input, the same wherever the play program runs: all games to their ends, a game saved and loaded.

use engine::games::GameId;
use engine::puzzles::{mark, puzzle};
use engine::record::legal_moves;
use engine::{Game, Side};
use tools::play_picture::Picture;

use crate::album::Album;
use crate::board::{Layout, Position, Square};
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
    let expected = ["Mouse & cats", "3 Bruno"];
    assert!(expected.iter().all(|text| picture.contains(text)), "{picture:?}");
    // What else is at the board is not to be done.
    assert!(!picture.contains("Menu") && !picture.contains("Hint"), "{picture:?}");
    person.act(Deed::Fire);
    person.wait_for("Board games");
    person.act(Deed::Fire);
    person.wait_for("Exit to BASIC");
}

/// Solves a puzzle of every game, after a wrong move each. It is marked from then on, as those that are `known` are at once.
///
/// # Panics
/// Something is not as it should be.
pub fn puzzles<C: Computer>(person: &mut Person<C>, language: Language, number: u8, known: &[u8]) {
    to_menu(person, language, &mut Album::new());
    for game in GameId::ALL {
        person.set(Row::Game, language.of(look(game).names));
        for known in known {
            person.set(Row::Puzzle, &known.to_string());
            // The number is seen while the drive is still read.
            person.wait_for(&format!("{known}*"));
            assert_eq!(person.value(Row::Puzzle), format!("{known}*"));
        }
        person.set(Row::Puzzle, &number.to_string());
        assert_eq!(person.value(Row::Puzzle), number.to_string());
        let puzzle = puzzle(game, number - 1);
        let asked = [["that wins", "ganar"], ["Find the only", "Busca la única"]];
        let asked = language.of(asked[usize::from(puzzle.moves == 0)]);
        let picture = play(person, language, asked);
        let told =
            format!("{} {} {}", language.of(["In", "En"]), puzzle.moves, language.of(["moves", "jugadas"]));
        assert!(puzzle.moves == 0 || picture.contains(&told), "{told} is missing in {picture:?}");
        assert!(picture.contains("3 Bruno"), "{picture:?}");
        let layout = answer(person, game, number, false);
        let refused = [["No: another", "No: gana otra"], ["No: find the", "No: busca la"]];
        person.wait_for(language.of(refused[usize::from(puzzle.moves == 0)]));
        answer(person, game, number, true);
        person.wait_for(language.of(["Right!", "Correcto!"]));
        // That there is no drive is said until something is pressed. The engine answers, and the puzzle is marked in the menu.
        let [goes_on, no_drive] =
            [["Your move", "Te toca"], ["No drive", "No responde"]].map(|of| language.of(of));
        let told = person.wait("an answer", |shown| shown.contains(goes_on) || shown.contains(no_drive));
        if told.contains(no_drive) {
            person.wait_for(language.of(["Fire: go on", "Fuego: sigue"]));
            person.act(Deed::Fire);
        }
        person.wait_for(goes_on);
        person.do_action(layout, Action::Menu);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
        assert_eq!(person.value(Row::Puzzle), format!("{number}*"));
    }
}

/// Makes a move of a puzzle that has just been begun, a right one or a wrong one.
fn answer<C: Computer>(person: &mut Person<C>, game: GameId, number: u8, right: bool) -> Layout {
    let (layout, squares) = answering_squares(game, number, right);
    for square in squares {
        person.go(layout, square);
        person.act(Deed::Fire);
    }
    layout
}

/// The squares of a right or a wrong answer to a puzzle, one after the other, and the board.
///
/// # Panics
/// There is no such answer.
pub fn answering_squares(game: GameId, number: u8, right: bool) -> (Layout, Vec<Square>) {
    let puzzle = puzzle(game, number - 1);
    let engines = tools::solver::puzzles::position(game, puzzle);
    let layout = Layout::of(&Position::start(game, engines.board_size().0));
    let mv = legal_moves(&engines).find(|&mv| (mark(mv) == puzzle.answer) == right).expect("there is one");
    let (from, to) = engines.squares(mv);
    // The mouse goes where the cursor is.
    let squares = if from == to || engines.side() == Side::First { vec![to] } else { vec![from, to] };
    (layout, squares)
}

/// Solves a puzzle that a disk cannot be told of, which is `said`, then goes to the menu, where it is marked nevertheless.
///
/// # Panics
/// Something is not as it should be.
pub fn puzzle_without_a_record<C: Computer>(
    person: &mut Person<C>,
    language: Language,
    known: &str,
    said: &str,
) {
    const NUMBER: u8 = 3;
    to_menu(person, language, &mut Album::new());
    person.set(Row::Game, language.of(look(GameId::TicTacToe).names));
    person.set(Row::Puzzle, "1");
    person.wait_for(known);
    assert_eq!(person.value(Row::Puzzle), known);
    person.set(Row::Puzzle, &NUMBER.to_string());
    person.choose(Row::Play);
    person.wait_for(language.of(["Menu", "Menú"]));
    let layout = answer(person, GameId::TicTacToe, NUMBER, true);
    person.wait_for(said);
    person.act(Deed::Fire);
    person.wait_for(language.of(["Your move", "Te toca"]));
    person.do_action(layout, Action::Menu);
    person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
    assert_eq!(person.value(Row::Puzzle), format!("{NUMBER}*"));
}

/// The lessons: the beginning of the first and of the last sentence, the side of the board, and the moves since the board was set up
/// last. Source: `c64/src/words.rs`, `c64/src/games`.
const LESSONS: [([&str; 2], [&str; 2], u8, &str); GameId::ALL.len()] = [
    (
        ["The mouse", "El ratón va en"],
        ["The side that", "Pierde el"],
        8,
        "E1D2 D8C7 D2E3 H8G7 E3F4 G7F6 F4G5 F8G7 G5H6 F6G5",
    ),
    (["X and O take", "X y O se"], ["If nobody has", "Si nadie tiene"], 3, "4 0 2 6 3 5 7 1 8"),
    (["Black and", "Negras y"], ["Five or more", "Ganan cinco o"], 7, "D4 D3 C4 E3 E4 C3 F4 B4 G4"),
];

/// Jiffies of a lesson: long enough to be read, and less than a minute.
const LESSON: std::ops::Range<u32> = 600..3600;

/// Jiffies for which a sentence of a lesson stands, and some in which the position after its last move is not missed.
const READ: u16 = 130;
const GLANCE: u16 = 50;

/// Has the lessons of some games shown to their ends, then ends the last one early, from the menu.
///
/// # Panics
/// Something is not as it should be.
pub fn lessons<C: Computer>(person: &mut Person<C>, language: Language, games: &[GameId]) {
    for game in games {
        let (first, last, size, moves) = LESSONS[*game as usize];
        person.set(Row::Game, language.of(look(*game).names));
        person.choose(Row::Rules);
        let begun = jiffies(person);
        for sentence in [first, last] {
            while !person.picture().contains(language.of(sentence)) {
                assert!(
                    jiffies(person) - begun < LESSON.end,
                    "{sentence:?} never came: {:?}",
                    person.picture()
                );
                person.c64.run_jiffies(GLANCE);
            }
        }
        let mut position = Position::start(*game, size);
        for mv in moves.split(' ') {
            position.play(mv);
        }
        let layout = Layout::of(&position);
        while person.board(layout) != position.board() {
            let picture = person.picture();
            assert!(picture.contains(language.of(last)), "the moves were not seen: {picture:?}");
            person.c64.run_jiffies(GLANCE);
        }
        person.c64.run_jiffies(READ);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
        let taken = jiffies(person) - begun;
        assert!(LESSON.contains(&taken), "{game:?}: {taken} jiffies");
    }
    person.choose(Row::Rules);
    let shown = |picture: &Picture| !picture.contains(language.of(["Exit to BASIC", "Salir a BASIC"]));
    person.wait("a lesson", shown);
    person.settle();
    person.act(Deed::Fire);
    person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
}

/// The KERNAL's clock. VICE stands still where its low byte has been counted: if that is 0, the bytes above are still to be.
fn jiffies<C: Computer>(person: &mut Person<C>) -> u32 {
    loop {
        let [high, middle, low] = person.c64.memory(0xa0, 3)[..] else { panic!("not three bytes") };
        if low != 0 {
            return u32::from_be_bytes([0, high, middle, low]);
        }
        person.c64.run_jiffies(1);
    }
}

/// Goes from the menu to a game that begins by this being said; one that goes on is given up.
fn play<C: Computer>(person: &mut Person<C>, language: Language, begun: &str) -> Picture {
    let asked = language.of(["Fire: yes", "Fuego: s"]);
    person.choose(Row::Play);
    let shown = person.wait(begun, |picture| picture.contains(begun) || picture.contains(asked));
    if shown.contains(asked) {
        person.wait_for(asked);
        person.act(Deed::Fire);
    }
    person.wait_for(begun)
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
    play(person, language, language.of(["Your move", "Te toca"]));
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
        person.wait_for(language.of(["Fire: another", "Fuego: otra"]));
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
    person.wait_for(language.of(["Saved", "Guardada"]));
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
    person.wait_for(language.of(["Loaded", "Cargada"]));
    saved_goes_on(person, language);
}

/// Checks that the game that [`save`] has saved is on the board, and plays it to its end.
///
/// # Panics
/// Something is not as it should be.
pub fn saved_goes_on<C: Computer>(person: &mut Person<C>, language: Language) {
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
