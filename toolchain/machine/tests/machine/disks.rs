//! Disk images in the drive: what a 1541 finds, lists and sends of them, damaged ones included.
//!
//! Sources: the DOS (`mist64/cbmsrc`, DOS_1541_05), open.src, lookup.src and erproc.src; x64sc 3.7.1 gave the same for the whole files and for
//! the looping one.

use d64::geometry::Location;
use d64::image::{DIRECTORY, ENTRY_BYTES, HEADER, IMAGE_BYTES, Image};
use machine::{Disk, DosStatus, FileKind, MemoryDisk, Reading, Stop};

use crate::{EXIT, ORG, machine_with};

const PRG: u8 = 0x82;
const SEQ: u8 = 0x81;
const USR: u8 = 0x83;
const DEL: u8 = 0x80;

const fn at(track: u8, sector: u8) -> Location {
    Location { track, sector }
}

/// The sectors of the files' first blocks: those of track 17 in turn.
fn block(file: usize) -> Location {
    at(17, file as u8)
}

/// A disk whose files, by type byte and name, have a block each; no more than eight of them. 600 blocks are free.
fn image(files: &[(u8, &[u8], &[u8])]) -> Image {
    let mut image = Image::zeroed();
    let header = image.sector_mut(HEADER).expect("it exists");
    header[0x90..0xab].fill(0xa0);
    header[0x90..0x94].copy_from_slice(b"DISK");
    header[0xa2..0xa7].copy_from_slice(b"HD\xa02A");
    (header[4], header[8], header[4 + 4 * 17]) = (255, 255, 255);
    header[12] = 90;
    let mut directory = [0; 256];
    directory[1] = 0xff;
    for (number, (kind, name, contents)) in files.iter().enumerate() {
        let entry = &mut directory[number * ENTRY_BYTES..][..ENTRY_BYTES];
        let first = block(number);
        (entry[2], entry[3], entry[4], entry[30]) = (*kind, first.track, first.sector, 1);
        entry[5..21].fill(0xa0);
        entry[5..5 + name.len()].copy_from_slice(name);
        let sector = image.sector_mut(first).expect("it exists");
        sector[1] = contents.len() as u8 + 1;
        sector[2..2 + contents.len()].copy_from_slice(contents);
    }
    *image.sector_mut(DIRECTORY).expect("it exists") = directory;
    image
}

/// The four files of a disk that c1541 wrote, in their order.
fn mixed() -> Image {
    image(&[
        (PRG, b"ZETA", b"\x01\x08first"),
        (PRG, b"ALPHA", b"\x01\x08second"),
        (SEQ, b"NOTES", b"HELLO SEQ"),
        (USR, b"GEOS", b"USRDATA"),
    ])
}

fn disk(image: &Image) -> MemoryDisk {
    MemoryDisk::from_image(image)
}

fn lines(disk: &mut MemoryDisk) -> Vec<String> {
    let (listing, _) = disk.list().expect("it can be read");
    listing.to_string().lines().map(str::to_string).collect()
}

fn whole(bytes: &[u8]) -> Result<Reading, DosStatus> {
    Ok(Reading { bytes: bytes.to_vec(), error: None })
}

fn error(number: u8, place: Location) -> DosStatus {
    DosStatus { number, track: place.track, sector: place.sector }
}

#[test]
fn all_kinds_are_listed_and_read_in_the_order_of_the_directory() {
    let mut disk = disk(&mixed());
    let expected = [
        "0 \"DISK            \" HD 2A",
        "1    \"ZETA\"             PRG",
        "1    \"ALPHA\"            PRG",
        "1    \"NOTES\"            SEQ",
        "1    \"GEOS\"             USR",
        "600 BLOCKS FREE.",
    ];
    assert_eq!(lines(&mut disk), expected);
    assert_eq!(disk.read(b"NOTES", None), whole(b"HELLO SEQ"));
    assert_eq!(disk.read(b"0:N?TE*", Some(FileKind::Seq)), whole(b"HELLO SEQ"));
    assert_eq!(disk.read(b"GEOS", None), whole(b"USRDATA"));
    assert_eq!(disk.load(b"NOTES"), Err(DosStatus::error(64)));
    assert_eq!(disk.load(b":*"), Ok(b"\x01\x08first".to_vec()));
}

#[test]
fn a_star_is_the_last_program_or_the_first_one() {
    let mut disk =
        disk(&image(&[(DEL, b"-------", b""), (PRG, b"ONE", b"\x01\x081"), (PRG, b"TWO", b"\x01\x082")]));
    assert_eq!(disk.load(b"*"), Ok(b"\x01\x081".to_vec()));
    assert_eq!(disk.load(b"TWO"), Ok(b"\x01\x082".to_vec()));
    assert_eq!(disk.load(b"*"), Ok(b"\x01\x082".to_vec()));
    assert_eq!(disk.load(b"0:*"), Err(DosStatus::error(64)), "the first file is no program");
}

#[test]
fn of_equal_names_the_first_is_found_and_a_pad_ends_a_name() {
    let mut disk = disk(&image(&[
        (PRG, b"SAME", b"\x01\x081"),
        (PRG, b"SAME", b"\x01\x082"),
        (PRG, b"ART\xa0,8,1", b"\x01\x083"),
    ]));
    assert_eq!(disk.load(b"SAME"), Ok(b"\x01\x081".to_vec()));
    assert_eq!(disk.load(b"ART"), Ok(b"\x01\x083".to_vec()));
    assert_eq!(lines(&mut disk)[3], "1    \"ART\",8,1          PRG");
    assert_eq!(disk.command(b"S:SAME").to_string(), "01,FILES SCRATCHED,02,00");
}

#[test]
fn locked_unclosed_and_scratched_files_are_as_the_drive_has_them() {
    let mut disk = disk(&image(&[
        (PRG | 0x40, b"LOCKED", b"\x01\x081"),
        (0x02, b"SPLAT", b"\x01\x082"),
        (0, b"GONE", b"\x01\x083"),
        (PRG, b"LAST", b"\x01\x084"),
    ]));
    let listed =
        ["1    \"LOCKED\"           PRG<", "1    \"SPLAT\"           *PRG", "1    \"LAST\"             PRG"];
    assert_eq!(lines(&mut disk)[1..4], listed);
    assert_eq!(disk.load(b"SPLAT"), Err(DosStatus::error(60)));
    assert_eq!(disk.load(b"GONE"), Err(DosStatus::error(62)));
    assert_eq!(disk.command(b"S:*").to_string(), "01,FILES SCRATCHED,02,00");
    // The unclosed file's block is not freed.
    assert_eq!(lines(&mut disk)[1..], [listed[0], "601 BLOCKS FREE."]);
    assert_eq!(disk.save(b"NEW", &[1, 8, 0]), DosStatus::OK);
    assert_eq!(disk.command(b"R:OLD=NEW"), DosStatus::OK);
    assert_eq!(lines(&mut disk)[1..], [listed[0], "1    \"OLD\"              PRG", "600 BLOCKS FREE."]);
    assert_eq!(disk.command(b"R:OLD=LOCKED").number, 63);
    assert_eq!(disk.command(b"R:X=Y").number, 62);
}

#[test]
fn a_new_file_takes_the_first_free_place() {
    let mut disk = disk(&mixed());
    disk.command(b"S:ALPHA");
    assert_eq!(disk.write(b"NEW", FileKind::Seq, b"X"), DosStatus::OK);
    assert_eq!(lines(&mut disk)[2], "1    \"NEW\"              SEQ");
    assert_eq!(disk.write(b"@:NEW", FileKind::Prg, b"X").number, 64);
    assert_eq!(disk.write(b"@:NEW", FileKind::Seq, &[7; 300]), DosStatus::OK);
    assert_eq!(lines(&mut disk)[2], "2    \"NEW\"              SEQ");
    assert_eq!(lines(&mut disk)[5], "599 BLOCKS FREE.");
}

#[test]
fn a_bad_chain_is_met_only_where_it_is() {
    // The second file leads to itself; the third, a line of directory art, to a track that no drive has.
    let mut damaged =
        image(&[(PRG, b"GOOD", b"\x01\x081"), (PRG, b"LOOP", b"\x01\x082"), (DEL, b"-----", b"")]);
    damaged.sector_mut(block(1)).expect("it exists")[..2].copy_from_slice(&[17, 1]);
    damaged.sector_mut(DIRECTORY).expect("it exists")[2 * ENTRY_BYTES + 3] = 99;
    let mut disk = disk(&damaged);
    assert_eq!(lines(&mut disk).len(), 5);
    assert_eq!(disk.load(b"GOOD"), Ok(b"\x01\x081".to_vec()));
    let reading = disk.read(b"LOOP", None).expect("its block can be read");
    assert_eq!((reading.bytes.len(), reading.error), (254, Some(error(71, block(1)))));
    assert_eq!(disk.read(b"-----", None), Err(error(66, at(99, 2))));
}

#[test]
fn a_bad_directory_has_the_files_before_the_break() {
    for (link, number) in [([18, 1], 71), ([18, 19], 66), ([40, 3], 66)] {
        let mut damaged = mixed();
        damaged.sector_mut(DIRECTORY).expect("it exists")[..2].copy_from_slice(&link);
        let mut disk = disk(&damaged);
        let broken = error(number, at(link[0], link[1]));
        assert_eq!(disk.load(b"ALPHA"), Ok(b"\x01\x08second".to_vec()));
        assert_eq!(disk.load(b"NONE"), Err(broken));
        assert_eq!(disk.list().expect("it has a sector").1, Some(broken));
    }
}

/// The bytes of an image with error bytes behind its sectors.
fn with_errors(image: &Image, size: usize, errors: &[(usize, u8)]) -> Image {
    let mut bytes = image.bytes().to_vec();
    let sectors = size / 257;
    bytes.resize(sectors * 256, 0);
    bytes.resize(size, 1);
    for (sector, result) in errors {
        bytes[sectors * 256 + sector] = *result;
    }
    Image::from_bytes(bytes).expect("it has the size of one")
}

#[test]
fn error_bytes_are_the_drives_errors() {
    // Sectors before tracks 17 and 18, of 21 a track.
    const TRACK_17: usize = 16 * 21;
    const TRACK_18: usize = 17 * 21;
    let results = [(2, 20), (3, 21), (4, 22), (5, 23), (7, 25), (9, 27), (11, 29), (15, 74)];
    for size in [175_531, 197_376, 201_745, 206_114] {
        for (result, number) in results {
            let image = with_errors(&mixed(), size, &[(TRACK_17 + 1, result)]);
            let mut disk = disk(&image);
            assert_eq!(disk.load(b"ALPHA"), Err(error(number, block(1))), "{size}, {result}");
            assert_eq!(disk.load(b"ZETA").map(|file| file.len()), Ok(7));
        }
    }
    assert_eq!(error(23, block(1)).to_string(), "23,READ ERROR,17,01");
    // Of a header or a directory that cannot be read, nothing can.
    for sector in [0, 1] {
        let image = with_errors(&mixed(), 175_531, &[(TRACK_18 + sector, 5)]);
        let broken = error(23, at(18, sector as u8));
        assert_eq!((disk(&image).load(b"ZETA"), disk(&image).list()), (Err(broken), Err(broken)));
    }
}

#[test]
fn the_bytes_before_a_bad_block_are_loaded() {
    // A second block that cannot be read.
    let mut damaged = image(&[(PRG, b"NAME", &[0, 0x40, 7])]);
    damaged.sector_mut(block(0)).expect("it exists")[..2].copy_from_slice(&[17, 20]);
    let damaged = with_errors(&damaged, 175_531, &[(16 * 21 + 20, 4)]);
    // SETNAM, SETLFS 1,8,1, LDA #0, JSR LOAD; the error channel then goes to $3000.
    let load = [
        0xa9, 4, 0xa2, 0, 0xa0, 0x20, 0x20, 0xbd, 0xff, 0xa9, 1, 0xa2, 8, 0xa0, 1, 0x20, 0xba, 0xff, 0xa9, 0,
        0x20, 0xd5, 0xff, 0x20, 0xb7, 0xff, 0x8d, 0x00, 0x30,
    ];
    let mut machine = machine_with(&[&load[..], &EXIT].concat());
    machine.load_bytes(0x2000, b"NAME").expect("the name fits");
    machine.insert_disk(Box::new(disk(&damaged)));
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { code: 0, .. })));
    assert_eq!((machine.peek(0x4000), machine.peek(0x3000), machine.peek_word(0xae)), (7, 0x42, 0x40fc));
}

#[test]
fn load_knows_the_directory() {
    // SETNAM, SETLFS 1,8,1, LDA #0, JSR LOAD.
    let load = [
        0xa9, 1, 0xa2, 0, 0xa0, 0x20, 0x20, 0xbd, 0xff, 0xa9, 1, 0xa2, 8, 0xa0, 1, 0x20, 0xba, 0xff, 0xa9, 0,
        0x20, 0xd5, 0xff,
    ];
    let mut machine = machine_with(&[&load[..], &EXIT].concat());
    machine.load_bytes(0x2000, b"$").expect("the name fits");
    machine.insert_disk(Box::new(disk(&mixed())));
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { code: 0, .. })));
    // Behind the title, a line with the number 1.
    assert_eq!(machine.ram(0x0401 + 30..0x0401 + 45), b"\x01\x01\x01\x00   \"ZETA\"  ");
}

#[test]
fn images_of_every_size_are_served() {
    for size in [IMAGE_BYTES, 196_608, 200_960, 205_312] {
        let mut bytes = mixed().bytes().to_vec();
        bytes.resize(size, 0);
        let mut disk = disk(&Image::from_bytes(bytes).expect("it has the size of one"));
        assert_eq!(disk.load(b"ALPHA"), Ok(b"\x01\x08second".to_vec()));
    }
}
