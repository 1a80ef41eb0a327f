//! The memory map under the processor port.

use machine::{Config, Machine, Rom, Stop};

use crate::{EXIT, ORG, machine_with, run};

#[test]
fn the_basic_area_is_ram_when_banked_out() {
    // LDA $A000, STA $3000, LDA #$36, STA $01, LDA #$77, STA $A000, LDA $A000, STA $3001, LDA #$37, STA $01, LDA $A000..
    let machine = run(&[
        0xad, 0, 0xa0, 0x8d, 0, 0x30, 0xa9, 0x36, 0x85, 1, 0xa9, 0x77, 0x8d, 0, 0xa0, 0xad, 0, 0xa0, 0x8d, 1,
        0x30, 0xa9, 0x37, 0x85, 1, 0xad, 0, 0xa0, 0x8d, 2, 0x30,
    ]);
    let [before, out, back] = [0, 1, 2].map(|offset| machine.peek(0x3000 + offset));
    assert_eq!(out, 0x77);
    assert_eq!(before, back, "the missing ROM reads as a fixed byte");
    assert_ne!(before, 0x77);
    assert_eq!(machine.ram(0xa000..0xa001), [0x77]);
}

/// The bytes read at $A000, $D000, $E000 for each of the eight settings of $01, ROMs filled with B, K, C, RAM with R.
#[test]
fn all_eight_settings_of_the_port() {
    let expected: [&[u8; 3]; 8] = [b"RRR", b"RCR", b"RCK", b"BCK", b"RRR", b"RIR", b"RIK", b"BIK"];
    for (setting, expected) in (0_u8..).zip(expected) {
        let mut machine = Machine::new(Config { ram_fill: b'R', ..Config::default() });
        machine.load_rom(Rom::Basic, &[b'B'; 0x2000]).expect("8 KiB");
        machine.load_rom(Rom::Kernal, &[b'K'; 0x2000]).expect("8 KiB");
        machine.load_rom(Rom::Characters, &[b'C'; 0x1000]).expect("4 KiB");
        machine.poke(0x01, 0x30 | setting);
        machine.poke(0x00, 0x2f);
        // $D020 in the I/O area reads $F0 | colour.
        let io = machine.peek(0xd020) == 0xfe;
        let seen = [machine.peek(0xa000), if io { b'I' } else { machine.peek(0xd020) }, machine.peek(0xe000)];
        assert_eq!(&seen, expected, "setting {setting}");
    }
}

#[test]
fn inputs_of_the_port_are_pulled_up() {
    let mut machine = machine_with(&[]);
    assert_eq!((machine.peek(0x00), machine.peek(0x01)), (0x2f, 0x37));
    machine.poke(0x01, 0x30);
    machine.poke(0x00, 0x00);
    assert_eq!(machine.peek(0x01) & 7, 7, "the banking lines float high");
    assert_eq!(machine.peek(0xd020), 0xfe, "and so I/O is in");
}

#[test]
fn code_runs_under_the_roms_and_in_given_ones() {
    // With $01 = $34 the KERNAL's area is RAM: a routine at $FFD2 of our own.
    let mut machine =
        machine_with(&[&[0x78, 0xa9, 0x35, 0x85, 1, 0x20, 0xd2, 0xff], EXIT.as_slice()].concat());
    machine.load_bytes(0xffd2, &[0xe6, 0x02, 0x60]).expect("the routine fits");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.peek(0x02), 0x5b);
    assert_eq!(machine.transcript(), "");
    // A KERNAL image of which nothing is known but a CHROUT that counts.
    let mut image = vec![0x02; 0x2000];
    image[0x1fd2..0x1fd5].copy_from_slice(&[0xe6, 0x02, 0x60]);
    let mut machine = machine_with(&[&[0x78, 0x20, 0xd2, 0xff], EXIT.as_slice()].concat());
    machine.load_rom(Rom::Kernal, &image).expect("8 KiB");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.peek(0x02), 0x5b);
}

#[test]
fn stores_go_through_roms_into_the_ram_below() {
    let machine = run(&[0xa9, 0x99, 0x8d, 0x00, 0xa0, 0x8d, 0x00, 0xe0]);
    assert_eq!(
        (machine.ram(0xa000..0xa001), machine.ram(0xe000..0xe001)),
        ([0x99].as_slice(), [0x99].as_slice())
    );
    assert_ne!(machine.peek(0xa000), 0x99);
}

#[test]
fn reset_boots_a_kernal_image_and_its_interrupt_brings_keys() {
    // Reset at $E000: STA $D020, CLI, JMP to itself. Interrupt at $E010: INC $02, LDA $DC0D, RTI.
    let mut image = vec![0x02; 0x2000];
    image[..7].copy_from_slice(&[0x8d, 0x20, 0xd0, 0x58, 0x4c, 0x04, 0xe0]);
    image[0x10..0x16].copy_from_slice(&[0xe6, 0x02, 0xad, 0x0d, 0xdc, 0x40]);
    image[0x1ffc..].copy_from_slice(&[0x00, 0xe0, 0x10, 0xe0]);
    let mut machine = machine_with(&[]);
    machine.load_rom(Rom::Kernal, &image).expect("8 KiB");
    machine.reset();
    machine.type_keys(b"K");
    assert_eq!(machine.run_for(100_000), Ok(None));
    assert!((100_000..100_010).contains(&machine.cycles()), "{}", machine.cycles());
    assert_eq!(machine.peek(0xd020), 0xf0);
    assert_eq!(machine.peek(0x02), 0x5a + 6, "100,000 cycles hold six periods of 16,422");
    assert_eq!((machine.peek(0xc6), machine.peek(0x277)), (1, b'K'));
}
