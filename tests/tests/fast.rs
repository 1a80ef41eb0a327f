//! The fast loader against the model of a 1541: the program comes byte for byte, or the KERNAL loads it.

use std::collections::BTreeMap;

use cargo_c64::artifacts;
use cargo_c64::disk::d64::Image;
use cargo_c64::disk::geometry::Location;
use cargo_c64::disk::write::format;
use cargo_c64::disk::{Disk, File, FileKind, fast};
use e2e::drive::{Drive, Fault};
use e2e::{program, wired::Wired};
use machine::{Config, Machine, MemoryDisk, Stop, VideoStandard};

const NAME: &str = "SYS2080";
const PLAIN: &str = "LOAD SYS2080";
/// Bits of a sector as it is sent: status, bytes and sum.
const BITS: u64 = 258 * 8;
/// The byte by which the drive says that it is there comes before.
const HELLO: u64 = 8;

fn file(name: &str, data: &[u8]) -> File {
    File { name: name.as_bytes().to_vec(), kind: FileKind::Prg, data: data.to_vec() }
}

fn image(files: Vec<File>) -> Image {
    format(&Disk { title: b"TEST".to_vec(), id: *b"01", files }).unwrap()
}

/// A program of so many bytes behind its address. No two blocks are the same.
fn sample(bytes: usize) -> Vec<u8> {
    let data = (0..bytes).map(|at| (at * 7 + at / 251 * 13) as u8);
    [1, 8].into_iter().chain(data).collect()
}

fn loader() -> Vec<u8> {
    fast::program(NAME.as_bytes()).unwrap()
}

/// A C64 and a drive with the program.
fn wired(prg: &[u8], seed: u64) -> Wired {
    let standard = if seed.is_multiple_of(2) { VideoStandard::Pal } else { VideoStandard::Ntsc };
    Wired::new(standard, Drive::new(image(vec![file(NAME, prg)]), seed), &loader())
}

/// The program is in memory as after LOAD and starts, and the drive is the DOS's again. `log` is what the KERNAL did besides.
fn check(wired: &Wired, prg: &[u8], log: &[&str]) {
    let screen = wired.machine.screen_text().join("\n");
    let end = 0x0801 + prg.len() - 2;
    assert!(wired.machine.ram(0x0801..end) == &prg[2..], "other bytes: {screen}");
    for pointer in [0x2d, 0x2f, 0x31] {
        assert_eq!(usize::from(wired.machine.peek_word(pointer)), end, "{screen}");
    }
    assert!(wired.has_started(), "{screen}");
    assert_eq!(wired.machine.peek(1) & 7, 7, "BASIC is in");
    let lines = wired.machine.serial_lines();
    assert!(!lines.attention && !lines.clock && !lines.data, "{lines:?}");
    assert!(wired.drive().is_at_home(), "{screen}");
    assert_eq!(wired.drive().log, log, "{screen}");
    // Whoever waits for the KERNAL's LOAD knows for how long.
    assert_eq!(log.contains(&PLAIN), screen.contains("PLAIN LOAD: ABOUT 85 SECONDS"), "{screen}");
}

fn screen_has(wired: &Wired, text: &str) {
    let screen = wired.machine.screen_text().join("\n");
    assert!(screen.contains(text), "{text}: {screen}");
}

/// Seconds that the model's drive and the loader need for our own program, at most: what the manual says, and some to spare.
const MOST_SECONDS: f64 = 38.0;

#[test]
fn our_program_comes_byte_for_byte_in_the_time_that_the_manual_says() {
    let prg = artifacts::packed(program::play()).unwrap();
    let disk = Image::from_bytes(program::d64()).unwrap();
    let entries = disk.directory().unwrap();
    let fast = entries.iter().find(|entry| entry.name == b"FAST").unwrap();
    let loader = disk.read(fast).unwrap();
    for (standard, seed) in [(VideoStandard::Pal, 1), (VideoStandard::Ntsc, 2)] {
        let mut wired = Wired::new(standard, Drive::new(disk.clone(), seed), &loader);
        let seconds = wired.run();
        println!(
            "{standard:?}: {seconds:.1} s, {} sectors; the loader has {} blocks, the program {}",
            wired.drive().reads,
            fast.blocks,
            entries[0].blocks
        );
        check(&wired, &prg, &[]);
        assert!(seconds < MOST_SECONDS, "{standard:?}: {seconds} s");
    }
}

#[test]
fn programs_of_any_length_come_at_any_phase_of_the_clocks() {
    let lengths = [2, 251, 252, 253, 254, 506, 507, 2000, 20 * 254, 21 * 254 - 2, 22 * 254, 45 * 254 + 77];
    for (seed, length) in (10..).zip(lengths) {
        let prg = sample(length);
        let mut wired = wired(&prg, seed);
        wired.run();
        check(&wired, &prg, &[]);
    }
}

#[test]
fn the_file_may_lie_anywhere_on_the_disk() {
    // Behind a full directory sector, on the outer tracks and across the directory.
    let mut files: Vec<File> = (0..9).map(|at| file(&format!("F{at}"), &sample(60 * 254))).collect();
    let prg = sample(110 * 254 - 9);
    files.push(file(NAME, &prg));
    let disk = image(files);
    let tracks: Vec<u8> = {
        let entry =
            disk.directory().unwrap().into_iter().find(|entry| entry.name == NAME.as_bytes()).unwrap();
        disk.chain(entry.first).unwrap().iter().map(|at| at.track).collect()
    };
    assert!(tracks.iter().any(|track| *track > 24), "{tracks:?}");
    let mut wired = Wired::new(VideoStandard::Pal, Drive::new(disk, 3), &loader());
    wired.run();
    check(&wired, &prg, &[]);
}

#[test]
fn another_drive_is_told_apart_and_loads_plainly() {
    let prg = sample(3000);
    for model in
        [&b"\xc3BM DOS V3.0 157\xb1"[..], b"", b"\xc3BM DOS V2.6 1541", b"COPYRIGHT CBM DOS V10 1581"]
    {
        let mut wired = wired(&prg, 4);
        wired.drive_mut().model = model;
        wired.run();
        check(&wired, &prg, &[PLAIN]);
        screen_has(&wired, "NOT A 1541");
        assert_eq!(wired.drive().reads, 0);
    }
}

/// The page has the drive's files and no bus.
#[test]
fn on_the_built_in_c64_the_program_runs_and_returns_to_basic() {
    let mut prg = loader()[..2 + 2080 - 0x0801].to_vec();
    // LDA #"H", JSR CHROUT, RTS.
    prg.extend([0xa9, b'H', 0x20, 0xd2, 0xff, 0x60]);
    let mut machine = Machine::new(Config::default());
    machine.insert_disk(Box::new(MemoryDisk::with_programs([(NAME.as_bytes().to_vec(), prg)])));
    machine.load_prg(&loader()).unwrap();
    assert_eq!(machine.start_basic_program().unwrap(), Stop::Returned);
    assert!(machine.transcript().ends_with("UNOS 85 SEGUNDOS\nH"), "{}", machine.transcript());
}

#[test]
fn run_stop_chooses_the_plain_load() {
    let prg = sample(3000);
    let mut wired = wired(&prg, 5);
    // Before the loader looks for it, up to when LOAD would break off.
    wired.run_for(0.1);
    wired.machine.press_stop(true);
    wired.run_for(1.5);
    assert!(!wired.has_started(), "the key is still held");
    wired.machine.press_stop(false);
    wired.run();
    check(&wired, &prg, &[PLAIN]);
    assert_eq!(wired.drive().reads, 0);
}

#[test]
fn without_a_drive_the_loader_says_so() {
    let mut wired = wired(&sample(3000), 6);
    wired.machine.remove_disk();
    wired.run();
    screen_has(&wired, "CANNOT LOAD THE PROGRAM");
    assert!(!wired.has_started());
}

#[test]
fn a_disk_without_the_program_says_so() {
    let mut wired =
        Wired::new(VideoStandard::Pal, Drive::new(image(vec![file("OTHER", &sample(9))]), 7), &loader());
    wired.run();
    screen_has(&wired, "CANNOT LOAD THE PROGRAM");
    assert!(!wired.has_started() && wired.drive().is_at_home());
}

/// Places in an exchange: the first bit, within the greeting, the directory, the file, and its last sector.
fn places(blocks: u64) -> [u64; 7] {
    let file = HELLO + BITS;
    [1, 5, HELLO + 1, HELLO + 900, file + 3, file + BITS + 1234, file + blocks * BITS]
}

#[test]
fn a_drive_that_is_reset_in_the_middle_loads_plainly() {
    let prg = sample(6 * 254 - 2);
    for (seed, at) in (20..).zip(places(6)) {
        let mut wired = wired(&prg, seed);
        wired.drive_mut().fault = Some(Fault::Reset(at));
        wired.run();
        assert_eq!(wired.drive().fault, None, "{at}: it came that far");
        check(&wired, &prg, &["I", PLAIN]);
        screen_has(&wired, "FAST LOAD FAILED");
    }
}

#[test]
fn a_drive_that_hangs_is_not_asked_again() {
    let prg = sample(6 * 254 - 2);
    for (seed, at) in (30..).zip(places(6)) {
        let mut wired = wired(&prg, seed);
        wired.drive_mut().fault = Some(Fault::Hang(at));
        let seconds = wired.run();
        screen_has(&wired, "THE DRIVE HANGS");
        assert!(seconds < 18.0, "{at}: {seconds} s");
        assert!(!wired.has_started());
    }
}

#[test]
fn a_drive_that_is_switched_off_is_missed() {
    for (seed, at) in (40..).zip(places(6)) {
        let mut wired = wired(&sample(6 * 254 - 2), seed);
        wired.drive_mut().fault = Some(Fault::Off(at));
        let seconds = wired.run();
        screen_has(&wired, "CANNOT LOAD THE PROGRAM");
        assert!(seconds < 18.0, "{at}: {seconds} s");
    }
}

#[test]
fn a_drive_whose_c64_stands_still_goes_home() {
    for (seed, at) in (80..).zip(places(6)) {
        let mut wired = wired(&sample(6 * 254 - 2), seed);
        wired.run_to_bit(at);
        assert!(!wired.drive().is_at_home(), "{at}");
        wired.stand_still(1.5);
        assert!(wired.drive().is_at_home(), "{at}");
    }
}

#[test]
fn a_bit_that_the_wire_turns_around_is_never_part_of_the_program() {
    let prg = sample(6 * 254 - 2);
    let (mut again, mut plain) = (0, 0);
    let everywhere = (0..24).map(|at| HELLO + 1 + at * 611);
    for (seed, at) in (50..).zip(everywhere) {
        let mut wired = wired(&prg, seed);
        wired.drive_mut().fault = Some(Fault::Flip(at));
        wired.run();
        assert_eq!(wired.drive().fault, None, "{at}: it came that far");
        // Where the line of a bit is taken before the last one is free, a crossed wire has both sides wait.
        let log: &[&str] = if wired.drive().log.is_empty() { &[] } else { &["I", PLAIN] };
        check(&wired, &prg, log);
        let sectors_again = wired.drive().reads - 7;
        match log.is_empty() {
            true => again += u32::from(sectors_again == 1),
            false => plain += 1,
        }
    }
    // None passes unseen: the sector comes again, or the KERNAL loads.
    assert_eq!(again + plain, 24);
    assert!(again >= 6 && plain >= 6, "{again} {plain}");
}

#[test]
fn a_sector_that_cannot_be_read_at_once_is_read_again_and_else_the_kernal_tries() {
    let prg = sample(6 * 254 - 2);
    let second = Location { track: 17, sector: 10 };
    for (seed, times, log) in
        [(60, 1, &[][..]), (61, 5, &[]), (62, 6, &["I", PLAIN]), (63, 100, &["I", PLAIN])]
    {
        for code in [2, 3, 4, 5, 9, 11] {
            let mut wired = wired(&prg, seed);
            wired.drive_mut().bad = BTreeMap::from([(second, (times, code))]);
            wired.run();
            check(&wired, &prg, log);
        }
    }
}

#[test]
fn a_program_that_belongs_elsewhere_or_is_too_long_loads_plainly() {
    let elsewhere = [&[0, 0x20][..], &sample(600)[2..]].concat();
    let mut moved = wired(&elsewhere, 70);
    moved.run();
    assert_eq!(moved.drive().log, ["I", PLAIN]);
    assert!(moved.machine.ram(0x2000..0x2258) == &elsewhere[2..]);
    // The sectors are gathered at $A000.
    let long = sample(0xa000 - 0x0801 + 1);
    let mut wired = wired(&long, 71);
    wired.run();
    check(&wired, &long, &["I", PLAIN]);
}
