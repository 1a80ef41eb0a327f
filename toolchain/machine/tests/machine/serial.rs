//! The serial bus for programs that work its lines themselves, and answers of the drive that are no messages.
//!
//! Source: Programmer's Reference Guide, the table of CIA 2's port A: outputs pull their lines through inverters.

use machine::{Disk, DosStatus, Machine, MemoryDisk, SerialLines, Stop};

use crate::{EXIT, ORG, machine_with, store};

/// LDA $DD00, STA $3000.
const LOOK: [u8; 6] = [0xad, 0x00, 0xdd, 0x8d, 0x00, 0x30];

fn ended(mut machine: Machine) -> Machine {
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { code: 0, .. })));
    machine
}

#[test]
fn lines_are_low_while_anybody_pulls_them() {
    for own in 0..8 {
        for others in 0..4 {
            let (clock, data) = (others & 1 != 0, others & 2 != 0);
            let code = [store(0xdd02, 0x3f), store(0xdd00, 7 | own << 3), LOOK.into(), EXIT.into()].concat();
            let mut machine = machine_with(&code);
            machine.set_serial_lines(SerialLines { attention: false, clock, data });
            let machine = ended(machine);
            let pulled = machine.serial_lines();
            let bits = [pulled.attention, pulled.clock, pulled.data].map(u8::from);
            assert_eq!(bits, [own & 1, own >> 1 & 1, own >> 2]);
            let low = [pulled.clock || clock, pulled.data || data].map(u8::from);
            let read = machine.peek(0x3000);
            assert_eq!([read >> 6 & 1, read >> 7], low.map(|low| 1 - low), "{own}, {others}");
            assert_eq!(read & 0x3f, 7 | own << 3);
        }
    }
}

#[test]
fn without_a_bus_nobody_pulls_a_line() {
    let code = [store(0xdd02, 0x3f), store(0xdd00, 0x37), LOOK.into(), EXIT.into()].concat();
    assert_eq!(ended(machine_with(&code)).peek(0x3000) & 0xc0, 0xc0);
}

/// A drive whose memory can be read: three bytes.
struct Answering(MemoryDisk);

impl Disk for Answering {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        self.0.load(name)
    }

    fn save(&mut self, name: &[u8], file: &[u8]) -> DosStatus {
        self.0.save(name, file)
    }

    fn command(&mut self, _: &[u8]) -> DosStatus {
        DosStatus::OK
    }

    fn answer(&mut self) -> Option<Vec<u8>> {
        Some(vec![7, 0, 9])
    }
}

#[test]
fn an_answer_comes_in_place_of_the_message() {
    // OPEN 15,8,15 with the name at $2000; CHKIN 15; then four times CHRIN to $3000.
    let open = [
        0xa9, 1, 0xa2, 0, 0xa0, 0x20, 0x20, 0xbd, 0xff, 0xa9, 15, 0xa2, 8, 0xa0, 15, 0x20, 0xba, 0xff, 0x20,
        0xc0, 0xff, 0xa2, 15, 0x20, 0xc6, 0xff,
    ];
    let reads: Vec<u8> = (0..4).flat_map(|at| [0x20, 0xcf, 0xff, 0x8d, at, 0x30]).collect();
    let mut machine = machine_with(&[&open[..], &reads, &EXIT].concat());
    machine.load_bytes(0x2000, b"M").expect("the name fits");
    machine.insert_disk(Box::new(Answering(MemoryDisk::default())));
    assert_eq!(ended(machine).ram(0x3000..0x3004), [7, 0, 9, b'0'], "behind it, the drive says OK again");
}
