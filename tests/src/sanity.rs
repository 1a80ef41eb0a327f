//! Checks that the play program works after any treatment: it can be brought to the menu, and its board follows from its list
//! of moves.

use std::sync::{Arc, Mutex, MutexGuard};

use engine::Game;
use engine::engines::{parse_move, write_move};
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::record;
use machine::{Disk, DosStatus, FileKind, Listing, MemoryDisk, Reading};
use tools::play_picture::Picture;
use vice::Joystick;

use crate::board::{Layout, Position};
use crate::console::Console;
use crate::local::Local;
use crate::person::{Computer, Person, Row};
use crate::shown::look;

/// Attempts to get to the menu, each with so many jiffies for what is being drawn or blinks.
const ATTEMPTS: u32 = 100;
const ATTEMPT: u16 = 30;

/// PETSCII: RUN/STOP, which is the way back, and RETURN.
const BACK: u8 = 0x03;
const RETURN: u8 = 0x0d;

/// The part of the program that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It has gone back to BASIC.
    Basic,
    /// At the title.
    Title,
    /// At the menu, nothing being asked.
    Menu,
    /// At a board, or anywhere else on the picture.
    Elsewhere,
}

/// The last row of the menu in both languages: what it is used with, or the last of the rules of the game that is being chosen. Source:
/// `c64/src/words.rs`.
const HELP: [&str; 6] = [
    "Joystick in port 2 or cursors, RETURN",
    "Joystick (puerto 2) o cursores, RETURN",
    "to row 8. Four cats go down to trap it",
    "a la fila 8. Los gatos bajan a cercarlo",
    "X begins",
    "Empieza X",
];

/// The languages' words for the same.
fn any(picture: &Picture, texts: [&str; 2]) -> bool {
    texts.iter().any(|text| picture.contains(text))
}

/// Returns the part of the program that is shown.
pub fn place(local: &mut Local) -> Place {
    if local.left() {
        return Place::Basic;
    }
    let picture = local.picture().unwrap_or_else(|| panic!("no picture:\n{}", local.machine().transcript()));
    if any(&picture, ["Press fire", "Pulsa fuego"]) {
        Place::Title
    } else if HELP.iter().any(|text| picture.contains(text)) {
        // What is asked or told stands in its place.
        Place::Menu
    } else {
        Place::Elsewhere
    }
}

/// Checks that BASIC finds everything as it was, and runs the program again.
///
/// # Panics
/// It does not.
pub fn run_again(local: &mut Local) {
    assert_eq!(local.machine().changes_for_basic(), [], "what BASIC needs has changed");
    let machine = local.machine();
    for wrong in ["PROGRAM ERROR", "ERROR DEL PROGRAMA"] {
        assert!(!machine.transcript().contains(wrong), "{}", machine.transcript());
    }
    // Screen and characters where the KERNAL has them, in the VIC's bank 0, and no sprites.
    assert_eq!((machine.peek(0xd018), machine.peek(0xdd00) & 3, machine.peek(0xd015)), (0x15, 3, 0));
    assert_eq!((machine.peek(0xd011) & 0x7f, machine.peek(0xd016) & 0x1f), (0x1b, 8));
    local.run();
}

/// Brings the program to the menu from wherever it is, as a person would: back, and by running it again.
///
/// # Panics
/// It does not get there.
pub fn to_menu(person: &mut Person<Local>) {
    person.c64.hold(Joystick::REST);
    person.c64.machine().press_stop(false);
    for _ in 0..ATTEMPTS {
        person.c64.run_jiffies(ATTEMPT);
        // Keys typed while something blinked or was thought lead back and forth yet, and a menu may be half drawn.
        let rests = person.c64.rest();
        match place(&mut person.c64) {
            Place::Basic => run_again(&mut person.c64),
            Place::Title => person.c64.type_keys(&[RETURN]),
            Place::Menu if rests => return,
            Place::Menu => {}
            Place::Elsewhere => person.c64.type_keys(&[BACK]),
        }
    }
    panic!("never gets to the menu: {:?}", person.c64.picture());
}

/// Goes back, from the menu to a game between persons or the other way.
fn back(person: &mut Person<Local>) {
    person.c64.type_keys(&[BACK]);
    assert!(person.c64.rest(), "never waits for a key: {:?}", person.c64.picture());
    person.settle();
}

/// A drive whose disk is looked at from outside.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<MemoryDisk>>);

impl Shared {
    fn disk(&self) -> MutexGuard<'_, MemoryDisk> {
        self.0.lock().unwrap_or_else(|error| panic!("{error}"))
    }

    /// The name of the only file, if there is one.
    fn name(&self) -> Option<String> {
        self.disk().files().next().map(|(name, ..)| String::from_utf8_lossy(name).into_owned())
    }
}

impl Disk for Shared {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        self.disk().load(name)
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        self.disk().save(name, file)
    }

    fn read(&mut self, name: &[u8], kind: Option<FileKind>) -> Result<Reading, DosStatus> {
        self.disk().read(name, kind)
    }

    fn write(&mut self, name: &[u8], kind: FileKind, file: &[u8]) -> DosStatus {
        self.disk().write(name, kind, file)
    }

    fn list(&mut self) -> Result<(Listing, Option<DosStatus>), DosStatus> {
        self.disk().list()
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        self.disk().command(command)
    }
}

/// Saves the game at the board; returns the drive with it.
fn saved(person: &mut Person<Local>) -> Shared {
    let drive = Shared::default();
    person.c64.machine().insert_disk(Box::new(drive.clone()));
    person.c64.type_keys(b"S\r");
    person.wait("a saved game", |_| drive.name().is_some());
    person.settle();
    person.c64.machine().remove_disk();
    drive
}

/// The lines of a console's answer that begin with a blank, word by word.
fn listed(console: &mut Console, command: &str) -> Vec<String> {
    let answer = console.line(command);
    let lines = answer.lines().filter(|line| line.starts_with(' '));
    lines.flat_map(str::split_whitespace).map(String::from).collect()
}

/// Compares a console's game, on a board that was set up as `position` is, with its list of moves, which are played there. Returns how
/// many turns it has.
///
/// # Panics
/// They differ.
pub fn check_console(console: &mut Console, position: &mut Position) -> usize {
    let played = listed(console, ".P");
    let legal = listed(console, ".M");
    for (at, text) in played.iter().enumerate() {
        match parse_move(position.game, text.as_bytes()) {
            Ok(mv) => {
                assert!(position.engines.is_legal(mv), "turn {at}: {played:?}");
                position.engines.play(mv);
            }
            Err(_) => position.engines.pass(),
        }
    }
    assert_eq!(legal, legal_moves(position), "{played:?}");
    played.len()
}

/// The legal moves of a position as the console writes them.
fn legal_moves(position: &Position) -> Vec<String> {
    let written = |mv| {
        let mut text = [0; MAX_TEXT];
        let length = write_move(position.game, mv, &mut text);
        String::from_utf8_lossy(&text[..length.into()]).into_owned()
    };
    record::legal_moves(&position.engines).map(written).collect()
}

/// Gives both sides to persons.
fn persons_play(person: &mut Person<Local>) {
    let english = person.value(Row::Language) == "ENGLISH";
    for row in [Row::First, Row::Second] {
        person.set(row, if english { "Person" } else { "Persona" });
    }
}

/// Brings the program to the menu and compares the game that goes on there, if there is one, with its list of moves, for which it is saved
/// and loaded at a console. Afterwards both sides are persons and the program is in the menu. Returns how many turns the game has.
///
/// # Panics
/// The program cannot be brought there, or something differs.
pub fn check(person: &mut Person<Local>) -> Option<usize> {
    to_menu(person);
    // The players of the game that goes on, which are others than those shown if another puzzle is chosen, or none.
    person.c64.type_keys(&[BACK]);
    to_menu(person);
    persons_play(person);
    back(person);
    if place(&mut person.c64) == Place::Menu {
        return None;
    }
    // Back in the menu the rows say which game it is.
    back(person);
    let (name, size) = (person.value(Row::Game), person.value(Row::Board));
    let is_called = |game: &GameId| look(*game).names.iter().any(|own| own.to_uppercase() == name);
    let game = GameId::ALL.into_iter().find(is_called).unwrap_or_else(|| panic!("no game is called {name}"));
    let mut position = Position::start(game, size.parse().unwrap_or_else(|error| panic!("{size}: {error}")));
    let layout = Layout::of(&position);
    back(person);
    let (board, turn) = (person.board(layout), usize::from(person.turn()));
    let drive = saved(person);
    to_menu(person);
    let mut console = Console::start();
    let name = drive.name().unwrap_or_else(|| panic!("no file"));
    console.machine().insert_disk(Box::new(drive));
    let loaded = console.line(&format!(".R {name}"));
    assert!(loaded.contains("LOADED"), "{loaded}");
    let played = check_console(&mut console, &mut position);
    assert_eq!(board, position.board(), "{}", console.all());
    assert_eq!(turn, played + usize::from(!position.is_over()), "{}", console.all());
    Some(played)
}
