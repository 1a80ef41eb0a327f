//! The cartridge of a release, plugged into VICE, and the release's archive. Needs VICE and never skips.

use std::time::Duration;

use cargo_c64::artifacts;
use e2e::page;
use e2e::program;
use tools::play_picture::Pictures;
use tools::release::{self, Release};
use vice::{Config, Drive, Limits, Session, Video};

/// Two minutes of a C64, ten of a busy host: the program unpacks itself first.
const LIMITS: Limits = Limits { cycles: 120_000_000, wall: Duration::from_secs(600) };

#[test]
fn the_cartridge_starts_the_program() {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let packed = artifacts::packed(program::play()).unwrap();
    let image = release::cartridge("sys2080", &packed).unwrap();
    for video in [Video::Pal, Video::Ntsc] {
        let config = Config { video, limits: LIMITS, ..Config::default() };
        let mut session = Session::cartridge(&paths, &config, &image, Drive::Absent).unwrap();
        loop {
            session.run_on().unwrap_or_else(|error| panic!("the title never came on {video:?}: {error}"));
            if session.picture().unwrap().is_some_and(|picture| picture.contains("Press fire")) {
                break;
            }
        }
        // It is a program like any other now: a key leads on.
        session.type_keys(b"\r").unwrap();
        loop {
            session.run_on().unwrap_or_else(|error| panic!("the menu never came on {video:?}: {error}"));
            if session.picture().unwrap().is_some_and(|picture| picture.contains("Exit to BASIC")) {
                break;
            }
        }
    }
}

#[test]
fn a_release_has_everything_and_its_archive_is_the_same_each_time() {
    let packed = artifacts::packed(program::play()).unwrap();
    let gather = || {
        let built = vec![("sys2080.prg".to_string(), packed.clone())];
        Release::gather(program::workspace().root(), built, &packed, page::built().clone()).unwrap()
    };
    let release = gather();
    let names: Vec<&str> = release.files.iter().map(|(name, _)| name.as_str()).collect();
    for name in
        ["sys2080.crt", "sys2080.prg", "web/index.html", "web/c64.wasm", "manual/playing.html", "SHA256SUMS"]
    {
        assert!(names.contains(&name), "{name}");
    }
    assert_eq!(release.archive("sys2080").unwrap(), gather().archive("sys2080").unwrap());
    let (_, sums) = &release.files[names.iter().position(|name| *name == "SHA256SUMS").unwrap()];
    let sums = String::from_utf8(sums.clone()).unwrap();
    assert_eq!(sums.lines().count(), names.len() - 1);
    assert!(sums.contains(&format!("{}  sys2080.prg\n", release::sha256(&packed))));
}
