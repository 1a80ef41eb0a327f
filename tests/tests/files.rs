//! The play program reports every error of drive, disk or file at the board, keeps the game and goes on. Needs VICE and never
//! skips.
//!
//! VICE answers in the drive's place, as no drive ROM is free, and always has a disk. Drives without one, or with one that cannot be
//! read, are tried on the in-process machine.

use cargo_c64::disk::d64::{BLOCK_BYTES, Image};
use cargo_c64::disk::write::format;
use cargo_c64::disk::{Disk, File, FileKind};
use e2e::board::{Layout, Position};
use e2e::local::Local;
use e2e::person::{Action, Computer, Deed, Hands, LIMITS, Person, Row};
use e2e::program;
use e2e::script;
use e2e::shown::Language;
use machine::{Disk as Files, DosStatus};
use vice::{Config, Drive, Session};

/// Blocks free on an empty disk.
const BLOCKS: usize = 664;

/// A disk with these files, each behind two bytes of address.
fn disk(files: &[(&str, &[u8])]) -> Image {
    let file = |(name, data): &(&str, &[u8])| File {
        name: name.as_bytes().to_vec(),
        kind: FileKind::Prg,
        data: [&[1, 8], *data].concat(),
    };
    let files = files.iter().map(file).collect();
    format(&Disk { title: b"TEST".to_vec(), id: *b"01", files }).unwrap()
}

/// Somebody with a joystick before the title.
fn person(drive: Drive) -> Person<Session> {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let config = Config { limits: LIMITS, ..Config::default() };
    let session = Session::run(&paths, &config, &program::play().image.prg, drive);
    Person::new(session.unwrap_or_else(|error| panic!("{error}")), Hands::Stick)
}

/// Saves or loads file `number`, reads the answer, and looks whether the game is as before.
fn answers<C: Computer>(
    person: &mut Person<C>,
    position: &Position,
    action: Action,
    number: u8,
    answer: &str,
) {
    let (layout, turn) = (Layout::of(position), person.turn());
    person.do_action(layout, action);
    if action == Action::Load {
        // It asks before the game is given up.
        person.act(Deed::Fire);
    }
    script::choose_file(person, number);
    person.wait_for(answer);
    assert_eq!((person.turn(), person.board(layout)), (turn, position.board()), "{answer}");
}

#[test]
fn nobody_on_the_bus() {
    let mut person = person(Drive::Absent);
    let language = Language::Spanish;
    let mut position = script::game_to_save(&mut person, language);
    for action in [Action::Save, Action::Load] {
        answers(&mut person, &position, action, 1, "No responde la unidad");
    }
    person.do_action(Layout::of(&position), Action::Menu);
    person.wait_for("Salir a BASIC");
    person.choose(Row::Load);
    person.wait_for("¿Abandonas?");
    person.act(Deed::Fire);
    script::choose_file(&mut person, 9);
    person.wait_for("No responde la unidad");
    // The answer stays until something is pressed.
    person.act(Deed::Fire);
    person.wait_for("Salir a BASIC");
    person.choose(Row::Play);
    person.wait_for("Te toca");
    script::goes_on(&mut person, &mut position, language);
}

#[test]
fn a_file_is_replaced_only_when_asked_and_refused_when_it_is_not_ours() {
    let language = Language::English;
    let mut before = person(Drive::Disk(disk(&[]).bytes()));
    let mut position = script::game_to_save(&mut before, language);
    answers(&mut before, &position, Action::Save, 1, "Saved");
    for (deed, answer) in [(Deed::Down, "Not saved"), (Deed::Fire, "Saved")] {
        answers(&mut before, &position, Action::Save, 1, "Replace it? Fire: yes.");
        before.act(deed);
        before.wait_for(answer);
    }
    let image = Image::from_bytes(before.c64.disk().unwrap()).unwrap();
    let [entry] = &image.directory().unwrap()[..] else { panic!("one file") };
    let good = image.read(entry).unwrap()[2..].to_vec();
    script::goes_on(&mut before, &mut position, language);
    drop(before);

    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    let newer = [b"2080\x02", &good[5..]].concat();
    let image = disk(&[
        ("2080 GAME 1", &good),
        ("2080 GAME 2", &damaged),
        ("2080 GAME 3", &good[..good.len() - 1]),
        ("2080 GAME 4", b"10 PRINT"),
        ("2080 GAME 5", &newer),
        ("2080 GAME 6", &[0; 5000]),
    ]);
    let mut person = person(Drive::Protected(image.bytes()));
    let mut position = script::game_to_save(&mut person, language);
    for (action, number, answer) in [
        (Action::Save, 7, "Disk is write protected"),
        (Action::Load, 7, "There is no such file"),
        (Action::Load, 6, "The file is damaged"),
        (Action::Load, 5, "From a newer version"),
        (Action::Load, 4, "Not a game of this program"),
        (Action::Load, 3, "The file is damaged"),
        (Action::Load, 2, "The file is damaged"),
        (Action::Load, 1, "Loaded"),
    ] {
        answers(&mut person, &position, action, number, answer);
    }
    assert_eq!(person.c64.disk().unwrap(), image.bytes());
    script::goes_on(&mut person, &mut position, language);
}

#[test]
fn a_full_disk() {
    let image = disk(&[("REST", &vec![7; BLOCKS * BLOCK_BYTES - 2])]);
    let mut person = person(Drive::Disk(image.bytes()));
    let language = Language::Spanish;
    let mut position = script::game_to_save(&mut person, language);
    answers(&mut person, &position, Action::Save, 1, "El disco está lleno");
    assert_eq!(person.c64.disk().unwrap(), image.bytes());
    script::goes_on(&mut person, &mut position, language);
}

/// A drive that answers to whatever it is told with the same number.
struct Broken(u8);

impl Files for Broken {
    fn load(&mut self, _: &[u8]) -> Result<Vec<u8>, DosStatus> {
        Err(DosStatus::error(self.0))
    }

    fn save(&mut self, _: &[u8], _: &[u8]) -> DosStatus {
        DosStatus::error(self.0)
    }

    fn command(&mut self, _: &[u8]) -> DosStatus {
        DosStatus::error(self.0)
    }
}

#[test]
fn a_drive_without_a_disk_or_with_one_that_cannot_be_read() {
    // 1541 User's Guide, appendix B: drive not ready; no sync mark, as on a disk never formatted; no number of anything.
    for (number, answer) in
        [(74, "No disk in the drive"), (21, "No disk in the drive"), (99, "Drive reports an error")]
    {
        let mut local = Local::start();
        local.machine().insert_disk(Box::new(Broken(number)));
        let mut person = Person::new(local, Hands::Stick);
        let mut position = script::game_to_save(&mut person, Language::English);
        for action in [Action::Save, Action::Load] {
            answers(&mut person, &position, action, 1, answer);
        }
        script::goes_on(&mut person, &mut position, Language::English);
    }
}
