//! The play program in VICE: whole games, puzzles and lessons by joystick and by keys, from the booted disk, on PAL and NTSC; and its
//! files. Needs
//! VICE and never skips.

use cargo_c64::disk::d64::Image;
use e2e::person::{Hands, LIMITS, Person};
use e2e::program;
use e2e::script;
use e2e::shown::Language;
use engine::games::GameId;
use vice::{Config, Drive, Screen, Session, Start, Video};

fn config(video: Video) -> Config {
    Config { video, limits: LIMITS, ..Config::default() }
}

/// The program in memory with a disk in the drive.
fn run(video: Video, disk: &[u8]) -> Session {
    run_with(video, Drive::Disk(disk))
}

/// The program in memory with this drive.
fn run_with(video: Video, drive: Drive) -> Session {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let session = Session::run(&paths, &config(video), &program::play().image.prg, drive);
    session.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn all_games_from_the_booted_disk_by_the_stick_alone_in_english_on_pal() {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let session = Session::start(&paths, &config(Video::Pal), &program::d64(), Start::Run);
    let session = session.unwrap_or_else(|error| panic!("{error}"));
    script::all_games(&mut Person::new(session, Hands::Stick), Language::English);
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn all_games_by_keys_alone_in_spanish_on_ntsc() {
    script::all_games(&mut Person::new(run(Video::Ntsc, &program::d64()), Hands::Keys), Language::Spanish);
}

#[test]
fn the_program_plays_by_itself_after_half_a_minute_on_pal_and_on_ntsc() {
    for (video, hands) in [(Video::Pal, Hands::Stick), (Video::Ntsc, Hands::Keys)] {
        script::attract(&mut Person::new(run(video, &program::d64()), hands));
    }
}

/// The file that has the puzzles solved: its bytes, without its address.
fn record(image: &Image) -> Vec<u8> {
    let entries = image.directory().unwrap();
    let entry = entries.iter().find(|entry| entry.name == b"2080 SOLVED").expect("the file is there");
    image.read(entry).unwrap()[2..].to_vec()
}

#[test]
fn puzzles_solved_are_on_the_disk_and_lessons_are_shown_on_pal_and_on_ntsc() {
    // The first puzzle of every game by keys in Spanish, the second on another day by the stick in English.
    let mut disk = program::d64();
    for (video, hands, language, number, known) in [
        (Video::Pal, Hands::Keys, Language::Spanish, 1, &[][..]),
        (Video::Ntsc, Hands::Stick, Language::English, 2, &[1]),
    ] {
        let mut person = Person::new(run(video, &disk), hands);
        script::puzzles(&mut person, language, number, known);
        disk = person.c64.disk().unwrap();
        let solved = record(&Image::from_bytes(disk.clone()).unwrap());
        // Four bytes, then 16 for each game. Source: `c64/src/savegame.rs`.
        for at in 0..GameId::ALL.len() * 16 {
            let expected = (1..=usize::from(number)).contains(&(at % 16));
            assert_eq!(solved[4 + at] != 0, expected, "{solved:?}");
        }
    }
    // A disk that knows both and must not be written; and one whose file is damaged, which is kept and not believed.
    let solved = record(&Image::from_bytes(disk.clone()).unwrap());
    let at = disk.windows(solved.len()).position(|bytes| bytes == solved).expect("it is in a single block");
    let mut damaged = disk.clone();
    damaged[at + 20] ^= 1;
    let protected = ("1*", "El disco está protegido", GameId::MouseAndCats);
    let refused = ("1", "The file is damaged", GameId::FiveInARow);
    for (video, hands, language, drive, (known, said, game)) in [
        (Video::Pal, Hands::Keys, Language::Spanish, Drive::Protected(&disk), protected),
        (Video::Ntsc, Hands::Stick, Language::English, Drive::Disk(&damaged), refused),
    ] {
        let before = if let Drive::Disk(bytes) | Drive::Protected(bytes) = drive { bytes } else { &[] };
        let mut person = Person::new(run_with(video, drive), hands);
        script::puzzle_without_a_record(&mut person, language, known, said);
        assert!(person.c64.disk().unwrap() == before, "the disk is as it was");
        // All of them are shown on the in-process machine.
        script::lessons(&mut person, language, &[game]);
    }
}

#[test]
fn a_saved_game_goes_on_after_a_reset() {
    let mut person = Person::new(run(Video::Ntsc, &program::d64()), Hands::Stick);
    script::save(&mut person, Language::Spanish);
    let c64 = &mut person.c64;
    c64.reset().unwrap();
    c64.type_text("LOAD\"*\",8,1\n").unwrap();
    let ready = |screen: &Screen| screen.lines().iter().filter(|line| *line == "READY.").count() == 2;
    c64.wait_until("READY. after loading", ready).unwrap();
    c64.type_text("RUN\n").unwrap();
    script::load(&mut person, Language::English);
}
