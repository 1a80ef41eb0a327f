//! The picture that the VIC-II draws, its collisions, and the cycles that it takes.

use machine::{Config, Frame, Machine, Registers, Stop, VideoStandard, palette};

use crate::{CLI, HOOK, ORG, SEI, store, wait};

/// The first pixel of the window: its column, and its row with PAL.
const LEFT: usize = 32;
const TOP: usize = 35;

fn drawing(standard: VideoStandard, video_stalls: bool) -> Machine {
    Machine::new(Config { standard, display: true, video_stalls, ..Config::default() })
}

/// Runs `code`, and a loop behind it, for some frames.
fn run(machine: &mut Machine, code: &[u8], frames: u64) {
    let [low, high] = (ORG + code.len() as u16).to_le_bytes();
    machine.load_bytes(ORG, &[code, &[0xea, 0x4c, low, high]].concat()).unwrap();
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    let end = machine.cycles() + frames * 312 * 63;
    while machine.cycles() < end {
        match machine.run_for(end - machine.cycles()).unwrap() {
            None => {}
            stop => panic!("{stop:?}"),
        }
    }
}

fn pixel(frame: &Frame, column: usize, row: usize) -> u8 {
    frame.pixels()[row * Frame::WIDTH + column]
}

#[test]
fn a_frame_has_the_screen_within_its_border() {
    for (standard, height, top) in [(VideoStandard::Pal, 272, TOP), (VideoStandard::Ntsc, 247, 23)] {
        let mut machine = drawing(standard, false);
        assert!(machine.frame().is_none(), "before the first is drawn");
        let before = machine.still().unwrap();
        // A reversed blank is a square; the second character is half of one.
        let code = [store(0x0400, 0xa0), store(0x0401, 0x61), store(0xd800, 1), store(0xd801, 2)].concat();
        run(&mut machine, &code, 2);
        assert_eq!(machine.frames(), 2 * 312 * 63 / standard.cycles_per_frame());
        assert_eq!(machine.frame(), machine.still().as_ref(), "nothing changes any more");
        let frame = machine.still().unwrap();
        assert_eq!(frame.height(), height);
        assert_eq!([pixel(&frame, 0, 0), pixel(&frame, 383, height - 1)], [14, 14]);
        assert_eq!([pixel(&frame, LEFT - 1, top), pixel(&frame, LEFT, top - 1)], [14, 14]);
        let row: Vec<u8> = (LEFT..LEFT + 17).map(|column| pixel(&frame, column, top)).collect();
        assert_eq!(row, [vec![1; 8], vec![2; 4], vec![6; 5]].concat());
        assert_eq!([pixel(&frame, 351, top + 199), pixel(&frame, 352, top + 199)], [6, 14]);
        assert_eq!(pixel(&before, LEFT, top), 6, "before the program");
    }
    assert_eq!(palette()[1], [255; 3]);
}

#[test]
fn without_a_display_nothing_is_drawn() {
    let mut machine = Machine::new(Config::default());
    run(&mut machine, &[SEI], 2);
    assert!(machine.frame().is_none() && machine.still().is_none());
    assert_eq!(machine.frames(), 0);
}

#[test]
fn text_is_in_characters_of_our_own() {
    let mut machine = drawing(VideoStandard::Pal, false);
    machine.poke(0x0400, 1);
    machine.poke(0xd800, 1);
    let frame = machine.still().unwrap();
    let letter: Vec<String> = (TOP..TOP + 8)
        .map(|row| (LEFT..LEFT + 8).map(|at| if pixel(&frame, at, row) == 1 { '#' } else { '.' }).collect())
        .collect();
    let sides = "##...##.";
    assert_eq!(letter, [".#####..", sides, sides, "#######.", sides, sides, sides, "........"]);
}

/// Changes the border at line 100 by polling, and back at line 200: SEI; wait: LDA $D012, CMP #line, BNE wait; LDA #colour,
/// STA $D020; and so on, again and again.
fn splits() -> Vec<u8> {
    let mut code = vec![SEI];
    for (line, colour) in [(100, 2), (200, 5)] {
        code.extend([0xad, 0x12, 0xd0, 0xc9, line, 0xd0, 0xf9, 0xa9, colour, 0x8d, 0x20, 0xd0]);
    }
    let [low, high] = (ORG + 1).to_le_bytes();
    code.extend([0x4c, low, high]);
    code
}

#[test]
fn a_change_is_seen_from_its_line_on() {
    for stalls in [false, true] {
        let mut machine = drawing(VideoStandard::Pal, stalls);
        run(&mut machine, &splits(), 4);
        let frame = machine.frame().unwrap();
        // Line 100 is row 84. The change comes within the line.
        let left: Vec<u8> = (0..272).map(|row| pixel(frame, 0, row)).collect();
        let right: Vec<u8> = (0..272).map(|row| pixel(frame, 383, row)).collect();
        assert_eq!((left[84], right[84], left[85], left[184], left[185]), (5, 2, 2, 2, 5), "{stalls}");
        assert!(left[85..185].iter().all(|colour| *colour == 2));
    }
}

#[test]
fn a_change_within_a_line_is_seen_from_its_column_on() {
    let mut machine = drawing(VideoStandard::Pal, false);
    // The store is in the last cycle of its instruction: the 30th of the first line that is seen, or that is cycle 29 from 0.
    let line = 16 * 63;
    let start = 2 + 2;
    let code = [&[SEI, 0xa9, 7][..], &wait(line + 29 - 3 - start), &[0x8d, 0x20, 0xd0]].concat();
    run(&mut machine, &code, 1);
    let frame = machine.frame().unwrap();
    // That is in column 28, whose first pixel is still in the old colour; the picture begins with column 11.
    let change = (0..384).find(|column| pixel(frame, *column, 0) == 7).unwrap();
    assert_eq!(change, (28 - 11) * 8 + 1);
}

/// In line 48, which is bad if the picture is not scrolled down, the wait was missed unless the machine paused at its beginning.
#[test]
fn pauses_change_no_cycle() {
    for scroll in 0..8 {
        let [low, high] = (ORG + 6).to_le_bytes();
        let code = [&[SEI][..], &store(0xd011, 0x18 | scroll), &[0xea, 0x4c, low, high]].concat();
        let end = 3 * VideoStandard::Pal.cycles_per_frame();
        let states = [1, end].map(|step| {
            let mut machine = drawing(VideoStandard::Pal, true);
            machine.load_bytes(ORG, &code).unwrap();
            machine.set_registers(Registers { pc: ORG, ..machine.registers() });
            while machine.cycles() < end {
                assert_eq!(machine.run_for(step.min(end - machine.cycles())).unwrap(), None);
            }
            (machine.cycles(), machine.registers())
        });
        assert_eq!(states[0], states[1], "{scroll}");
    }
}

#[test]
fn sprites_collide_and_may_interrupt() {
    let mut machine = drawing(VideoStandard::Pal, false);
    machine.load_bytes(0x0340, &[0xff; 63]).unwrap();
    machine.load_bytes(0x07f8, &[13, 13]).unwrap();
    // The handler: INC $02, LDA #4, STA $D019, JMP $EA81. The main program may read $D01E.
    machine.load_bytes(0x0900, &[0xe6, 2, 0xa9, 4, 0x8d, 0x19, 0xd0, 0x4c, 0x81, 0xea]).unwrap();
    machine.poke(2, 0);
    let places = [
        (0xd000, 100),
        (0xd001, 100),
        (0xd002, 110),
        (0xd003, 110),
        (0xd015, 3),
        (0xd01a, 4),
        (0xdc0d, 0x7f),
    ];
    let set: Vec<u8> = places.iter().flat_map(|(address, value)| store(*address, *value)).collect();
    run(&mut machine, &[&HOOK[..], &set, &[CLI]].concat(), 3);
    assert_eq!((machine.peek(2), machine.peek(0xd01e)), (1, 3), "known collisions request nothing");
    assert_eq!(machine.peek(0xd01f), 0, "there is no foreground");
    let [low, high] = 0xd01e_u16.to_le_bytes();
    // Reading clears the register, and the next frame sets it again.
    run(&mut machine, &[0xad, low, high, 0x85, 3, 0xad, low, high, 0x85, 4], 2);
    assert_eq!([2, 3, 4].map(|address| machine.peek(address)), [2, 3, 0]);
}

/// Cycles of 8,000 NOPs from the top of the frame on, past the last bad line.
fn nops(sprites: u8, stalls: bool) -> u64 {
    let mut machine = Machine::new(Config {
        video_stalls: stalls,
        interrupts: false,
        cycle_limit: 100_000,
        ..Config::default()
    });
    machine.poke(0xd015, sprites);
    for sprite in 0..8 {
        machine.poke(0xd001 + 2 * sprite, 100);
    }
    let code = [&store(0xd7fe, 0)[..], &wait(16_000), &[0x8d, 0xfe, 0xd7, 0x8d, 0xff, 0xd7]].concat();
    machine.load_bytes(0x2000, &code).unwrap();
    assert!(matches!(machine.run_from(0x2000), Ok(Stop::Exit { .. })));
    machine.marks()[1].cycle - machine.marks()[0].cycle - 16_000 - 4
}

#[test]
fn bad_lines_and_sprites_take_cycles_if_asked_to() {
    assert_eq!([nops(0, false), nops(0xff, false)], [0, 0]);
    assert_eq!(nops(0, true), 25 * 43);
    assert_eq!(nops(1, true), 25 * 43 + 21 * 5);
    assert_eq!(nops(0xff, true), 25 * 43 + 21 * 19);
    // Between the reads for sprites 1 and 5 the processor runs.
    assert_eq!(nops(0x22, true), 25 * 43 + 21 * 10);
}

#[test]
fn stores_go_on_for_a_while_in_a_bad_line() {
    let lost = |code: &[u8]| {
        let mut machine = Machine::new(Config { video_stalls: true, interrupts: false, ..Config::default() });
        machine.load_bytes(0x2000, &[code, &[0x8d, 0xff, 0xd7]].concat()).unwrap();
        assert!(matches!(machine.run_from(0x2000), Ok(Stop::Exit { .. })));
        machine.cycles() - 4
    };
    // Line 51 is bad; the bus is wanted from its cycle 11 on.
    let wanted = 51 * 63 + 11;
    let from = |before: usize| {
        let cycles = wanted - before;
        if cycles.is_multiple_of(2) { wait(cycles) } else { [vec![0xa5, 2], wait(cycles - 3)].concat() }
    };
    // INC reads three times, then writes twice; STA reads twice, then writes.
    for (before, code, cycles, stores) in [
        (2, &[0xea, 0xea][..], 4, 0),
        (1, &[0xea, 0xea], 4, 0),
        (2, &[0xe6, 0xfb], 5, 0),
        (3, &[0xe6, 0xfb], 5, 2),
        (4, &[0xe6, 0xfb], 5, 1),
        (5, &[0xe6, 0xfb], 5, 0),
        (1, &[0x85, 0xfb], 3, 0),
        (2, &[0x85, 0xfb], 3, 1),
        (3, &[0x85, 0xfb], 3, 0),
    ] {
        let all = lost(&[&from(before)[..], code, &wait(100)].concat());
        let expected = wanted - before + cycles + 100 + 43 - stores;
        assert_eq!(all, expected as u64, "{before} {code:02x?}");
    }
}
