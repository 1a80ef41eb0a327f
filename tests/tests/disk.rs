//! The program's files in VICE, with every error that a drive may report. Needs VICE and never skips.
//!
//! VICE answers in the drive's place, as no drive ROM is free. A drive without a disk and blocks that cannot be read are
//! beyond it: `files.rs` tries those on the in-process machine.

use cargo_c64::disk::d64::{BLOCK_BYTES, Image};
use cargo_c64::disk::write::format;
use cargo_c64::disk::{Disk, File, FileKind};
use e2e::device::{Device, MOST, Order, Outcome};
use tools::play_picture::Pictures;
use vice::{Config, Drive};

/// Blocks free on an empty disk.
const BLOCKS: usize = 664;

fn file(name: &str, bytes: usize) -> File {
    File { name: name.as_bytes().to_vec(), kind: FileKind::Prg, data: [vec![1, 8], data(bytes)].concat() }
}

/// What the file holds behind its two bytes of address.
fn data(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at % 251) as u8).collect()
}

fn disk(files: Vec<File>) -> Image {
    format(&Disk { title: b"TEST".to_vec(), id: *b"01", files }).unwrap()
}

fn start(image: &[u8]) -> Device {
    Device::start(&Config::default(), Drive::Disk(image))
}

/// The file on the disk as the tools read it.
fn on_disk(device: &mut Device, name: &[u8]) -> Option<Vec<u8>> {
    let image = Image::from_bytes(device.session().disk().unwrap()).unwrap();
    let entry = image.directory().unwrap().into_iter().find(|entry| entry.name == name)?;
    assert!(entry.closed && entry.kind == Some(FileKind::Prg), "{entry:?}");
    Some(image.read(&entry).unwrap()[2..].to_vec())
}

#[test]
fn files_are_saved_and_loaded() {
    let mut device = start(disk(vec![file("OTHER", 3)]).bytes());
    for length in [1, 251, 252, 253, 700, MOST] {
        let name = format!("GAME {length}").into_bytes();
        let data = data(length);
        assert_eq!(device.save(&name, &data, false), Outcome::Done, "{length}");
        assert_eq!(device.load(&name, MOST), (Outcome::Done, data.clone()), "{length}");
        assert_eq!(on_disk(&mut device, &name), Some(data));
    }
    assert_eq!(on_disk(&mut device, b"OTHER"), Some(data(3)));
}

#[test]
fn a_file_is_replaced_only_when_asked() {
    let mut device = start(disk(Vec::new()).bytes());
    let (old, new) = (data(300), vec![7; 20]);
    assert_eq!(device.save(b"GAME", &old, true), Outcome::Done);
    assert_eq!(device.save(b"GAME", &new, false), Outcome::Exists);
    assert_eq!(device.load(b"GAME", MOST), (Outcome::Done, old));
    assert_eq!(device.save(b"GAME", &new, true), Outcome::Done);
    assert_eq!(device.load(b"GAME", MOST), (Outcome::Done, new.clone()));
    assert_eq!(on_disk(&mut device, b"GAME"), Some(new));
}

#[test]
fn nobody_on_the_bus() {
    let mut device = Device::start(&Config::default(), Drive::Absent);
    for _ in 0..2 {
        assert_eq!(device.save(b"GAME", b"0123", false), Outcome::NoDrive);
        assert_eq!(device.load(b"GAME", 100), (Outcome::NoDrive, Vec::new()));
    }
    device.still_works();
}

#[test]
fn a_write_protected_disk() {
    let image = disk(vec![file("GAME", 300)]);
    let mut device = Device::start(&Config::default(), Drive::Protected(image.bytes()));
    assert_eq!(device.save(b"NEW", b"0123", false), Outcome::Protected);
    assert_eq!(device.save(b"GAME", b"0123", true), Outcome::Protected);
    assert_eq!(device.load(b"GAME", MOST), (Outcome::Done, data(300)));
    assert_eq!(device.session().disk().unwrap(), image.bytes());
    device.still_works();
}

#[test]
fn a_full_disk() {
    // One block is free.
    let image = disk(vec![file("GAME", 300), file("REST", (BLOCKS - 3) * BLOCK_BYTES - 2)]);
    let mut device = start(image.bytes());
    assert_eq!(device.save(b"NEW", &[1; BLOCK_BYTES - 1], false), Outcome::Full);
    assert_eq!(device.save(b"GAME", &[1; 3 * BLOCK_BYTES - 1], true), Outcome::Full);
    assert_eq!(device.session().disk().unwrap(), image.bytes(), "what does not fit destroys nothing");
    let all = data(3 * BLOCK_BYTES - 2);
    assert_eq!(device.save(b"GAME", &all, true), Outcome::Done, "the old file's room counts");
    assert_eq!(on_disk(&mut device, b"GAME"), Some(all));
    assert_eq!(device.save(b"NEW", b"1", false), Outcome::Full);
    device.still_works();
}

#[test]
fn a_full_directory() {
    let mut device = start(disk((0..144).map(|at| file(&format!("F{at}"), 1)).collect()).bytes());
    assert_eq!(device.save(b"NEW", b"1", false), Outcome::Full);
    assert_eq!(device.save(b"F7", b"2", true), Outcome::Done);
    device.still_works();
}

#[test]
fn no_such_file() {
    let mut device = start(disk(vec![file("GAMES", 4)]).bytes());
    assert_eq!(device.load(b"GAME", 100), (Outcome::Missing, Vec::new()));
    assert_eq!(device.load(b"GAMES", 100), (Outcome::Done, data(4)));
    device.still_works();
}

#[test]
fn files_of_another_length() {
    let mut device = start(disk(vec![file("FIRST", 4), file("LONG", MOST + 1)]).bytes());
    assert_eq!(device.load(b"LONG", MOST).0, Outcome::Damaged, "longer than any of ours");
    assert_eq!(device.load(b"FIRST", 3).0, Outcome::Damaged, "longer than wanted");
    assert_eq!(device.load(b"FIRST", 4), (Outcome::Done, data(4)));
    device.still_works();
}

#[test]
fn names_that_a_drive_would_take_for_something_else() {
    let image = disk(vec![file("GAME", 4), file("OTHER", 4)]);
    let mut device = start(image.bytes());
    for name in
        [&b""[..], b"*", b"GA*", b"GAM?", b"A,P", b"A=GAME", b"1:GAME", b"GAME\r", b"SEVENTEEN LETTERS"]
    {
        assert_eq!(device.save(name, b"1", true), Outcome::Other(33), "{name:?}");
        assert_eq!(device.load(name, 100).0, Outcome::Other(33), "{name:?}");
    }
    assert_eq!(device.session().disk().unwrap(), image.bytes());
    assert_eq!(device.save(b"SIXTEEN LETTERS.", b"1", false), Outcome::Done);
    assert_eq!(device.load(b"SIXTEEN LETTERS.", 100), (Outcome::Done, b"1".to_vec()));
}

#[test]
fn the_picture_survives_a_file_and_sprites_are_hidden_meanwhile() {
    let mut device = start(disk(Vec::new()).bytes());
    device.order(Order::Show, 1);
    device.order(Order::Draw, 0);
    let before = device.session().chips(0xd000, 0x2f).unwrap();
    let picture = device.session().picture().unwrap();
    assert!(picture.is_some());
    assert_eq!(before[0x15], 0x81, "two sprites");
    assert_eq!(device.save(b"GAME", &[1; 300], false), Outcome::Done);
    assert_eq!(device.session().picture().unwrap(), picture);
    let after = device.session().chips(0xd000, 0x2f).unwrap();
    assert_eq!((&before[..0x11], &before[0x15..0x19]), (&after[..0x11], &after[0x15..0x19]));
    // The file is written while the order is obeyed.
    device.send(Order::Load, 0);
    device.wait("hidden sprites", |device| device.session().chips(0xd015, 1).unwrap() == [0]);
    device.finish();
}
