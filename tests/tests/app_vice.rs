//! The play program in VICE: whole games by joystick and by keys, from the booted disk, on PAL and NTSC; and its files. Needs
//! VICE and never skips.

use e2e::person::{Hands, LIMITS, Person};
use e2e::program;
use e2e::script;
use e2e::shown::Language;
use tools::vice::{Config, Drive, Screen, Session, Start, Video};

fn config(video: Video) -> Config {
    Config { video, limits: LIMITS, ..Config::default() }
}

/// The program in memory with a disk in the drive.
fn run(video: Video, disk: &[u8]) -> Session {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let session = Session::run(&paths, &config(video), &program::play().image.prg, Drive::Disk(disk));
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

#[test]
fn puzzles_are_solved_on_pal_and_on_ntsc() {
    for (video, hands, language) in
        [(Video::Pal, Hands::Keys, Language::Spanish), (Video::Ntsc, Hands::Stick, Language::English)]
    {
        script::puzzles(&mut Person::new(run(video, &program::d64()), hands), language);
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
