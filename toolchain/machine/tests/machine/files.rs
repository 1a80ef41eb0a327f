//! LOAD, SAVE and the command channel.

use machine::{Error, FileKind, Machine, MemoryDisk, Stop};

use crate::{EXIT, ORG, machine_with};

/// Code that notes A and the carry: PHP, STA $3000, PLA, AND #1, STA $3001.
const NOTE: [u8; 10] = [0x08, 0x8d, 0x00, 0x30, 0x68, 0x29, 0x01, 0x8d, 0x01, 0x30];

/// SETNAM with the name at $2000, SETLFS logical 1, device 8, `secondary`.
fn prepare(length: u8, secondary: u8) -> Vec<u8> {
    vec![
        0xa9, length, 0xa2, 0x00, 0xa0, 0x20, 0x20, 0xbd, 0xff, 0xa9, 1, 0xa2, 8, 0xa0, secondary, 0x20,
        0xba, 0xff,
    ]
}

fn run(name: &[u8], code: &[u8], disk: Option<MemoryDisk>) -> Machine {
    let mut machine = machine_with(&[code, &EXIT].concat());
    machine.load_bytes(0x2000, name).expect("the name fits");
    if let Some(disk) = disk {
        machine.insert_disk(Box::new(disk));
    }
    match machine.run_from(ORG) {
        Ok(Stop::Exit { code: 0, .. }) => machine,
        other => panic!("{:?}", other.map_err(|error| error.to_string())),
    }
}

fn disk_with(name: &[u8], file: &[u8]) -> MemoryDisk {
    let mut disk = MemoryDisk::default();
    disk.insert(name, FileKind::Prg, file);
    disk
}

/// LOAD to X/Y = $4000, then the note and the end address to $3002.
fn load(secondary: u8) -> Vec<u8> {
    let load = [0xa9, 0, 0xa2, 0x00, 0xa0, 0x40, 0x20, 0xd5, 0xff, 0x8e, 2, 0x30, 0x8c, 3, 0x30];
    [prepare(4, secondary).as_slice(), &load, &NOTE].concat()
}

#[test]
fn load_goes_where_the_secondary_address_says() {
    let disk = disk_with(b"GAME", &[0x00, 0x50, 1, 2, 3]);
    let machine = run(b"GAME", &load(0), Some(disk.clone()));
    assert_eq!((machine.peek(0x3001), machine.peek_word(0x3002)), (0, 0x4003));
    assert_eq!(machine.ram(0x4000..0x4003), [1, 2, 3]);
    let machine = run(b"GAM*", &load(1), Some(disk));
    assert_eq!((machine.peek(0x3001), machine.peek_word(0x3002)), (0, 0x5003));
    assert_eq!(machine.ram(0x5000..0x5003), [1, 2, 3]);
    assert_eq!(machine.peek(0x90), 0x40, "end of file");
}

#[test]
fn failures_come_with_the_carry_and_a_number() {
    let machine = run(b"NONE", &load(1), Some(MemoryDisk::default()));
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (4, 1), "file not found");
    let machine = run(b"GAME", &load(1), None);
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (5, 1), "device not present");
    assert_eq!(machine.peek(0x90), 0x80);
    let open = [prepare(0, 15).as_slice(), &[0x20, 0xc0, 0xff], &NOTE].concat();
    let machine = run(b"", &open, None);
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (5, 1), "OPEN too");
    let chkin = [[0xa2, 1, 0x20, 0xc6, 0xff].as_slice(), &NOTE].concat();
    let machine = run(b"", &chkin, None);
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (3, 1), "file not open");
}

/// SAVE of $4000-$4004 by way of the pointer at $FB, then OPEN 1,8,15, and the error channel to $3010 up to the return.
fn save_and_read_status(name_length: u8) -> Vec<u8> {
    let mut code = vec![0xa9, 0x00, 0x85, 0xfb, 0xa9, 0x40, 0x85, 0xfc];
    code.extend(prepare(name_length, 1));
    code.extend([0xa9, 0xfb, 0xa2, 0x04, 0xa0, 0x40, 0x20, 0xd8, 0xff]);
    code.extend(NOTE);
    code.extend(prepare(0, 15));
    code.extend([0x20, 0xc0, 0xff, 0xa2, 1, 0x20, 0xc6, 0xff, 0xa0, 0]);
    code.extend([0x84, 0x02, 0x20, 0xcf, 0xff, 0xa4, 0x02, 0x99, 0x10, 0x30, 0xc8, 0xc9, 0x0d, 0xd0, 0xf1]);
    code.extend([0x20, 0xb7, 0xff, 0x8d, 0x02, 0x30, 0x20, 0xcc, 0xff, 0xa9, 1, 0x20, 0xc3, 0xff]);
    code
}

fn status(machine: &Machine) -> String {
    let bytes = (0x3010..).map(|address| machine.peek(address)).take_while(|byte| *byte != 0x0d);
    bytes.map(char::from).collect()
}

#[test]
fn save_succeeds_and_the_error_channel_tells_the_truth() {
    let machine = run(b"SAVED", &save_and_read_status(5), Some(MemoryDisk::default()));
    assert_eq!((machine.peek(0x3001), machine.peek(0x3002)), (0, 0x40));
    assert_eq!(status(&machine), "00, OK,00,00");
    let mut machine = run(b"SAVED", &save_and_read_status(5), Some(disk_with(b"SAVED", &[0, 0, 0])));
    assert_eq!((machine.peek(0x3001), status(&machine).as_str()), (0, "63,FILE EXISTS,00,00"));
    assert!(machine.remove_disk().is_some());
    let mut protected = MemoryDisk::default();
    protected.write_protected = true;
    let machine = run(b"SAVED", &save_and_read_status(5), Some(protected));
    assert_eq!((machine.peek(0x3001), status(&machine).as_str()), (0, "26,WRITE PROTECT ON,00,00"));
}

#[test]
fn commands_reach_the_drive_by_name_and_by_chrout() {
    // OPEN 1,8,15,"S0:GAME"
    let by_name = [prepare(7, 15).as_slice(), &[0x20, 0xc0, 0xff], &NOTE].concat();
    let mut machine = run(b"S0:GAME", &by_name, Some(disk_with(b"GAME", &[1, 8, 0])));
    let mut disk = machine.remove_disk().expect("the disk is in");
    assert!(disk.load(b"GAME").is_err());
    // OPEN 1,8,15 : CHKOUT 1 : PRINT "S0:GAME" : CLRCHN
    let mut by_chrout = prepare(0, 15);
    by_chrout.extend([0x20, 0xc0, 0xff, 0xa2, 1, 0x20, 0xc9, 0xff]);
    by_chrout.extend(crate::print(b"S0:GAME"));
    by_chrout.extend([0x20, 0xcc, 0xff]);
    by_chrout.extend(crate::print(b"X"));
    let mut machine = run(b"", &by_chrout, Some(disk_with(b"GAME", &[1, 8, 0])));
    let mut disk = machine.remove_disk().expect("the disk is in");
    assert!(disk.load(b"GAME").is_err());
    assert_eq!(machine.transcript(), "X", "the command is not on the screen");
}

#[test]
fn what_is_not_modelled_is_refused_by_name() {
    // The same for device 1.
    let mut tape = prepare(0, 2);
    let device = tape.windows(2).position(|bytes| bytes == [0xa2, 8]).expect("LDX #8");
    tape[device + 1] = 1;
    let mut machine = machine_with(&[tape.as_slice(), &[0x20, 0xc0, 0xff]].concat());
    let error = machine.run_from(ORG).expect_err("a tape");
    assert!(matches!(error, Error::Kernal { name: "OPEN", .. }));
    assert!(error.to_string().starts_with("KERNAL routine OPEN: device 1, tape or RS-232, is not offered"));
}

#[test]
fn a_file_cannot_be_loaded_over_the_program() {
    let mut machine = machine_with(&[load(1).as_slice(), &EXIT].concat());
    machine.load_bytes(0x2000, b"GAME").expect("the name fits");
    machine.insert_disk(Box::new(disk_with(b"GAME", &[0x20, 0x08, 0xea])));
    assert!(matches!(machine.run_from(ORG), Err(Error::WriteToProtected { address: ORG, .. })));
}
