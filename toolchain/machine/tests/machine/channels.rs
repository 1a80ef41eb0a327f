//! OPEN to CLALL: logical files, channels and the numbers of the KERNAL's errors.

use machine::{Disk, DosStatus, Error, FileKind, Machine, MemoryDisk, Stop};

use crate::{EXIT, ORG, machine_with, print};

const OPEN: [u8; 3] = [0x20, 0xc0, 0xff];
const LOAD: u8 = 0xd5;
const SAVE: u8 = 0xd8;
/// PHP, STA $3000, PLA, AND #1, STA $3001: the number of the error and the carry.
const NOTE: [u8; 10] = [0x08, 0x8d, 0x00, 0x30, 0x68, 0x29, 0x01, 0x8d, 0x01, 0x30];

/// SETNAM with the name at $2000, SETLFS.
fn file(length: u8, logical: u8, device: u8, secondary: u8) -> Vec<u8> {
    let name = [0xa9, length, 0xa2, 0x00, 0xa0, 0x20, 0x20, 0xbd, 0xff];
    let numbers = [0xa9, logical, 0xa2, device, 0xa0, secondary, 0x20, 0xba, 0xff];
    [name, numbers].concat()
}

fn open(logical: u8, device: u8, secondary: u8) -> Vec<u8> {
    [file(0, logical, device, secondary).as_slice(), &OPEN].concat()
}

/// LDX #logical, JSR.
fn with_file(logical: u8, routine: u8) -> Vec<u8> {
    vec![0xa2, logical, 0x20, routine, 0xff]
}

fn chkin(logical: u8) -> Vec<u8> {
    with_file(logical, 0xc6)
}

fn chkout(logical: u8) -> Vec<u8> {
    with_file(logical, 0xc9)
}

fn ready(code: &[u8]) -> Machine {
    let mut machine = machine_with(&[code, &EXIT].concat());
    machine.load_bytes(0x2000, b"NAME").expect("the name fits");
    machine
}

fn finished(mut machine: Machine) -> Machine {
    match machine.run_from(ORG) {
        Ok(Stop::Exit { code: 0, .. }) => machine,
        other => panic!("{:?}", other.map_err(|error| error.to_string())),
    }
}

fn run(parts: &[&[u8]]) -> Machine {
    let mut machine = ready(&parts.concat());
    machine.insert_disk(Box::new(MemoryDisk::default()));
    finished(machine)
}

/// The number of the KERNAL's error after all parts, 0 if the carry is clear.
fn number(parts: &[&[u8]]) -> u8 {
    let machine = run(&[&parts.concat(), &NOTE]);
    if machine.peek(0x3001) == 0 { 0 } else { machine.peek(0x3000) }
}

#[test]
fn opened_files_are_counted() {
    let [one, two] = [open(1, 8, 15), open(2, 3, 0)];
    assert_eq!(run(&[&one, &two]).peek(0x98), 2);
    // LDA #1, JSR CLOSE
    assert_eq!(run(&[&one, &two, &[0xa9, 1, 0x20, 0xc3, 0xff]]).peek(0x98), 1);
    assert_eq!(number(&[&one, &two, &[0xa9, 1, 0x20, 0xc3, 0xff], &chkin(1)]), 3, "file 1 is closed");
    assert_eq!(number(&[&one, &two, &[0xa9, 1, 0x20, 0xc3, 0xff], &chkout(2)]), 0, "file 2 is not");
    // CLALL
    assert_eq!(run(&[&one, &two, &[0x20, 0xe7, 0xff]]).peek(0x98), 0);
}

#[test]
fn the_errors_have_their_numbers() {
    let numbers: Vec<Vec<u8>> = (1..=11).map(|logical| open(logical, 3, 0)).collect();
    assert_eq!(number(&[&numbers[..10].concat()]), 0);
    assert_eq!(number(&[&numbers.concat()]), 1, "too many files");
    assert_eq!(number(&[&open(1, 8, 15), &open(1, 8, 15)]), 2, "file open");
    assert_eq!(number(&[&chkin(1)]), 3, "file not open");
    assert_eq!(number(&[&open(1, 9, 15)]), 5, "device not present");
    assert_eq!(number(&[&open(1, 3, 0), &chkin(1)]), 6, "not an input file");
    assert_eq!(number(&[&open(1, 0, 0), &chkout(1)]), 7, "not an output file");
    for routine in [LOAD, SAVE] {
        // LDA #$FB with $FB = $4000, LDX #$10, LDY #$40
        let call = [
            0xa9, 0, 0x85, 0xfb, 0xa9, 0x40, 0x85, 0xfc, 0xa9, 0xfb, 0xa2, 0x10, 0xa0, 0x40, 0x20, routine,
            0xff,
        ];
        assert_eq!(number(&[&file(0, 1, 8, 1), &call]), 8, "missing file name");
        for device in [0, 3] {
            assert_eq!(number(&[&file(4, 1, device, 1), &call]), 9, "illegal device number");
        }
        assert_eq!(number(&[&file(4, 1, 9, 1), &call]), 5, "device not present");
    }
}

#[test]
fn screen_and_keyboard_can_be_opened() {
    let machine = run(&[&open(1, 3, 0), &chkout(1), &print(b"SEEN"), &[0x20, 0xcc, 0xff]]);
    assert_eq!((machine.screen_text()[0].as_str(), machine.peek(0x9a)), ("SEEN", 3));
    assert_eq!(number(&[&open(1, 0, 0), &chkin(1)]), 0);
}

#[test]
fn channels_are_chosen_and_cleared() {
    let chosen = [open(1, 8, 15), chkin(1), chkout(1)].concat();
    let machine = run(&[&chosen]);
    assert_eq!((machine.peek(0x99), machine.peek(0x9a)), (8, 8));
    for clear in [0xcc, 0xe7] {
        let machine = run(&[&chosen, &[0x20, clear, 0xff]]);
        assert_eq!((machine.peek(0x99), machine.peek(0x9a)), (0, 3));
    }
}

#[test]
fn choosing_channels_leaves_y_alone_and_opening_does_not() {
    let y_after = |code: &[u8]| run(&[&open(1, 8, 15), &[0xa0, 0x5c], code, &[0x8c, 0, 0x30]]).peek(0x3000);
    for code in [chkin(1), chkout(1), vec![0x20, 0xcc, 0xff], vec![0x20, 0xe7, 0xff]] {
        assert_eq!(y_after(&code), 0x5c, "{code:02X?}");
    }
    assert_ne!(y_after(&[0xa9, 1, 0x20, 0xc3, 0xff]), 0x5c, "CLOSE");
}

#[test]
fn the_error_channel_says_what_drive_it_is_and_then_ok() {
    // Reads 50 bytes to $3100 after LDY #0; STY $02, JSR CHRIN, LDY $02, STA $3100,Y, INY, CPY #50, BNE.
    let read = [0xa0, 0, 0x84, 2, 0x20, 0xcf, 0xff, 0xa4, 2, 0x99, 0, 0x31, 0xc8, 0xc0, 50, 0xd0, 0xf1];
    let machine = run(&[&open(1, 8, 15), &chkin(1), &read]);
    assert_eq!(
        machine.ram(0x3100..0x3132),
        b"73,CBM DOS V2.6 1541,00,00\x0d00, OK,00,00\x0d00, OK,00,".as_slice()
    );
    // The status byte is $40 with the return only: READST after each byte, kept at $3200.
    let read = [
        0xa0, 0, 0x84, 2, 0x20, 0xcf, 0xff, 0x20, 0xb7, 0xff, 0xa4, 2, 0x99, 0, 0x32, 0xc8, 0xc0, 28, 0xd0,
        0xee,
    ];
    let machine = run(&[&open(1, 8, 15), &chkin(1), &read]);
    let ends: Vec<usize> = (0..28).filter(|at| machine.peek(0x3200 + *at as u16) == 0x40).collect();
    assert_eq!(ends, [26]);
}

#[test]
fn status_is_cleared_by_open_and_by_load() {
    // LDA #$FF, STA $90
    assert_eq!(run(&[&[0xa9, 0xff, 0x85, 0x90], &open(1, 3, 0)]).peek(0x90), 0);
    let load = [0xa9, 0, 0xa2, 0, 0xa0, 0x40, 0x20, LOAD, 0xff];
    assert_eq!(run(&[&[0xa9, 0xff, 0x85, 0x90], &file(4, 1, 8, 1), &load]).peek(0x90), 0, "no such file");
    assert_eq!(run(&[&file(4, 1, 9, 1), &load]).peek(0x90), 0x80, "no such device");
}

#[test]
fn verify_compares_and_loads_nothing() {
    let verify = |byte: u8| {
        let code = [file(4, 1, 8, 1).as_slice(), &[0xa9, 1, 0x20, LOAD, 0xff, 0x8e, 2, 0x30, 0x8c, 3, 0x30]]
            .concat();
        let mut machine = ready(&code);
        let mut disk = MemoryDisk::default();
        disk.insert(b"NAME", FileKind::Prg, &[0x00, 0x40, 1, 2, 3]);
        machine.insert_disk(Box::new(disk));
        machine.load_bytes(0x4000, &[1, byte, 3]).expect("the bytes fit");
        let machine = finished(machine);
        assert_eq!(
            (machine.ram(0x4000..0x4003), machine.peek_word(0x3002)),
            ([1, byte, 3].as_slice(), 0x4003)
        );
        assert_eq!(machine.peek_word(0xae), 0x4003);
        machine.peek(0x90)
    };
    assert_eq!((verify(2), verify(9)), (0x40, 0x50));
}

#[test]
fn a_file_of_two_bytes_loads_nothing_and_a_shorter_one_is_not_found() {
    let load = [file(4, 1, 8, 1).as_slice(), &[0xa9, 0, 0x20, LOAD, 0xff], &NOTE].concat();
    for (content, number) in [(vec![0x00, 0x40], None), (vec![0x00], Some(4))] {
        let mut machine = ready(&load);
        let mut disk = MemoryDisk::default();
        disk.insert(b"NAME", FileKind::Prg, &content);
        machine.insert_disk(Box::new(disk));
        let machine = finished(machine);
        let found = (machine.peek(0x3001) == 1).then(|| machine.peek(0x3000));
        assert_eq!((found, machine.peek(0x4000)), (number, 0xa5));
    }
}

#[test]
fn save_writes_from_the_pointer_up_to_the_end() {
    // $FF/$00 hold no pointer a program would use; here $FB/$FC = $4001, the end $4004.
    let save =
        [0xa9, 1, 0x85, 0xfb, 0xa9, 0x40, 0x85, 0xfc, 0xa9, 0xfb, 0xa2, 4, 0xa0, 0x40, 0x20, SAVE, 0xff];
    let mut machine = ready(&[file(4, 1, 8, 1).as_slice(), &save].concat());
    machine.insert_disk(Box::new(MemoryDisk::default()));
    machine.load_bytes(0x4000, &[9, 1, 2, 3, 9]).expect("the bytes fit");
    let mut machine = finished(machine);
    let mut disk = machine.remove_disk().expect("the disk is in");
    assert_eq!(disk.load(b"NAME"), Ok(vec![0x01, 0x40, 1, 2, 3]));
    assert!(machine.remove_disk().is_none());
    // An end that is not after the start.
    for end in [1, 0] {
        let save = [
            0xa9, 1, 0x85, 0xfb, 0xa9, 0x40, 0x85, 0xfc, 0xa9, 0xfb, 0xa2, end, 0xa0, 0x40, 0x20, SAVE, 0xff,
        ];
        let mut machine = ready(&[file(4, 1, 8, 1).as_slice(), &save].concat());
        machine.insert_disk(Box::new(MemoryDisk::default()));
        let error = machine.run_from(ORG).expect_err("nothing to save");
        assert!(error.to_string().starts_with("KERNAL routine SAVE: its end $400"), "{error}");
    }
}

#[test]
fn tape_and_rs_232_are_refused_by_name() {
    for device in [1, 2] {
        let calls =
            [(OPEN.to_vec(), "OPEN"), (vec![0x20, LOAD, 0xff], "LOAD"), (vec![0x20, SAVE, 0xff], "SAVE")];
        for (call, name) in calls {
            let end = ready(&[file(4, 1, device, 0).as_slice(), &call].concat()).run_from(ORG);
            let Err(Error::Kernal { name: found, why, .. }) = end else { panic!("{end:?}") };
            assert_eq!((found, why), (name, format!("device {device}, tape or RS-232, is not offered")));
        }
    }
}

#[test]
fn the_drive_obeys_its_commands() {
    let mut disk = MemoryDisk::default();
    for name in [b"A1".as_slice(), b"A2", b"B"] {
        assert_eq!(disk.save(name, &[1, 8, 0]), DosStatus::OK);
    }
    assert_eq!(disk.command(b"I0\r"), DosStatus::OK);
    assert_eq!(disk.command(b"I"), DosStatus::OK);
    assert_eq!(disk.command(b"S:A*\r").to_string(), "01,FILES SCRATCHED,02,00");
    assert_eq!(disk.files().map(|(name, ..)| name).collect::<Vec<_>>(), [b"B"]);
    assert_eq!(disk.command(b"V0").to_string(), "31,SYNTAX ERROR,00,00");
    for name in [b"".as_slice(), b"@", b"@0:", b"A*", b"A?", b"A,S"] {
        assert_eq!(disk.save(name, &[1, 8, 0]), DosStatus::error(33), "{name:?}");
    }
    assert_eq!(disk.save(b":C", &[1, 8, 0]), DosStatus::OK);
    assert_eq!(disk.load(b"0:C"), Ok(vec![1, 8, 0]));
    disk.write_protected = true;
    assert_eq!(disk.save(b"NEW", &[1, 8, 0]), DosStatus::error(26));
}

#[test]
fn the_drive_has_a_message_for_every_number() {
    let texts = [
        (0, " OK"),
        (1, "FILES SCRATCHED"),
        (20, "READ ERROR"),
        (25, "WRITE ERROR"),
        (26, "WRITE PROTECT ON"),
        (29, "DISK ID MISMATCH"),
        (30, "SYNTAX ERROR"),
        (34, "SYNTAX ERROR"),
        (62, "FILE NOT FOUND"),
        (63, "FILE EXISTS"),
        (64, "FILE TYPE MISMATCH"),
        (66, "ILLEGAL TRACK OR SECTOR"),
        (72, "DISK FULL"),
        (73, "CBM DOS V2.6 1541"),
        (74, "DRIVE NOT READY"),
    ];
    for (number, text) in texts {
        assert_eq!(DosStatus::error(number).to_string(), format!("{number:02},{text},00,00"));
    }
}
