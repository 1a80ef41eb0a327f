//! Raster, noise, colour memory, joysticks and keyboard matrix.

use crate::{EXIT, ORG, machine_with, run};

/// Cycles of a picture of the MOS 6569, the PAL VIC-II: 312 lines of 63.
const CYCLES_PER_PICTURE: u32 = 312 * 63;

#[test]
fn the_raster_line_advances_with_the_cycles() {
    // LDA $D012 twice, 63 cycles apart: 4 of the load, 4 of the store, 54 + 1 of waiting.
    let wait = [vec![0xea; 26], vec![0xa5, 0x02]].concat();
    let read = |to: u8| [0xad, 0x12, 0xd0, 0x8d, to, 0x30];
    let code = [[0x78].as_slice(), &read(0), &wait, &read(1), &wait, &read(2)].concat();
    let machine = run(&code);
    let lines = [0, 1, 2].map(|offset| machine.peek(0x3000 + offset));
    assert_eq!(lines[1] - lines[0], 1);
    assert_eq!(lines[2] - lines[1], 1);
}

#[test]
fn a_picture_has_312_lines() {
    // Counts how often bit 7 of $D011 changes within 20 pictures: SEI; loop: LDA $D011, EOR $02, AND #$80, BEQ +8,
    // EOR $02, STA $02, INC $03, ...; ends when $03 = 40.
    let code = [
        0x78, 0xa9, 0, 0x85, 2, 0x85, 3, 0xad, 0x11, 0xd0, 0x45, 2, 0x29, 0x80, 0xf0, 0xf7, 0x45, 2, 0x85, 2,
        0xe6, 3, 0xa5, 3, 0xc9, 40, 0xd0, 0xeb,
    ];
    let machine = run(&code);
    let pictures = machine.cycles() as f64 / f64::from(CYCLES_PER_PICTURE);
    assert!((pictures - 20.0).abs() < 0.01, "{pictures}");
}

#[test]
fn noise_needs_a_running_oscillator_and_is_repeatable() {
    let read = [0xad, 0x1b, 0xd4, 0x8d, 0x00, 0x30];
    assert_eq!(run(&read).peek(0x3000), 0, "nobody started voice 3");
    let noise = || {
        // LDA #$FF, STA $D40E, STA $D40F, LDA #$80, STA $D412, LDX #0; loop: LDA $D41B, STA $3000,X, (wait) INX, BNE
        let mut code =
            vec![0xa9, 0xff, 0x8d, 0x0e, 0xd4, 0x8d, 0x0f, 0xd4, 0xa9, 0x80, 0x8d, 0x12, 0xd4, 0xa2, 0];
        code.extend([0xad, 0x1b, 0xd4, 0x9d, 0x00, 0x30, 0xea, 0xea, 0xea, 0xe8, 0xd0, 0xf4]);
        run(&code).ram(0x3000..0x3100).to_vec()
    };
    let first = noise();
    assert_eq!(first, noise());
    let mut values = first;
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "{} different values of 256", values.len());
}

#[test]
fn colour_memory_keeps_four_bits() {
    let machine = run(&[0xa9, 0x5a, 0x8d, 0x00, 0xd8, 0xad, 0x00, 0xd8, 0x29, 0x0f, 0x8d, 0x00, 0x30]);
    assert_eq!(machine.peek(0x3000), 0x0a);
    assert_eq!(machine.ram(0xd800..0xd801), [0xa5], "the RAM below is untouched");
}

#[test]
fn joysticks_and_keys_pull_lines_down() {
    // LDA $DC00, STA $3000, LDA $DC01, STA $3001, then column 7 of the keyboard: LDA #$7F, STA $DC00, LDA $DC01, STA $3002
    let code = [
        0xad, 0x00, 0xdc, 0x8d, 0, 0x30, 0xad, 0x01, 0xdc, 0x8d, 1, 0x30, 0xa9, 0x7f, 0x8d, 0x00, 0xdc, 0xad,
        0x01, 0xdc, 0x8d, 2, 0x30,
    ];
    let idle = run(&code);
    assert_eq!([0, 1, 2].map(|offset| idle.peek(0x3000 + offset)), [0xff, 0xff, 0xff]);
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    machine.hold_joystick(2, 0x10);
    machine.hold_joystick(1, 0x01);
    machine.run_from(ORG).expect("the program ends");
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (0xef, 0xfe));
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    machine.press_stop(true);
    machine.run_from(ORG).expect("the program ends");
    assert_eq!(machine.peek(0x3002), 0x7f, "RUN/STOP is row 7 of column 7");
}
