//! The chips' registers as programs read them: what is stored, what reads as ones, what a read changes.

use machine::{Error, Line, Machine, Registers, Rom, Stop};

use crate::{CLI, EXIT, HOOK, ORG, SEI, counted, machine_with, read, store, wait};

#[test]
fn ports_and_directions_are_read_back() {
    let before = [store(0xdd03, 0x5a), store(0xdd01, 0x33), store(0xdd0c, 0x77)].concat();
    assert_eq!(read(&before, &[0xdd03, 0xdd01, 0xdd0c, 0xdd02]), [0x5a, 0x33 | 0xa5, 0x77, 0xff]);
    assert_eq!(read(&store(0xdd02, 0x3f), &[0xdd02, 0xdd03]), [0x3f, 0]);
    // Every 16 bytes the registers come again.
    assert_eq!(read(&store(0xdd1c, 0x12), &[0xddfc]), [0x12]);
    assert_eq!(read(&[], &[0xdd00]), [0xff]);
}

#[test]
fn a_key_joins_its_row_and_column() {
    let keys = |before: &[u8], address: u16| {
        let [low, high] = address.to_le_bytes();
        let code = [before, &[0xad, low, high, 0x8d, 0, 0x30], &EXIT].concat();
        let mut machine = machine_with(&code);
        machine.press_stop(true);
        machine.run_from(ORG).expect("the program ends");
        machine.peek(0x3000)
    };
    // Column 7 pulled low by port A, seen at row 7 of port B.
    assert_eq!(keys(&store(0xdc00, 0x7f), 0xdc01), 0x7f);
    assert_eq!(keys(&store(0xdc00, 0xff), 0xdc01), 0xff);
    assert_eq!(keys(&store(0xdc00, 0xbf), 0xdc01), 0xff, "another column");
    // As an input, port A pulls nothing, whatever is stored in it.
    for stored in [0x7f, 0xff, 0x00] {
        assert_eq!(keys(&[store(0xdc02, 0), store(0xdc00, stored)].concat(), 0xdc01), 0xff, "{stored:02X}");
    }
    // The other way round: row 7 pulled low by port B, seen at column 7 of port A.
    let reversed = [store(0xdc02, 0), store(0xdc03, 0xff)].concat();
    assert_eq!(keys(&[reversed.as_slice(), &store(0xdc01, 0x7f)].concat(), 0xdc00), 0x7f);
    assert_eq!(keys(&[reversed.as_slice(), &store(0xdc01, 0xff)].concat(), 0xdc00), 0xff);
    assert_eq!(keys(&[reversed.as_slice(), &store(0xdc01, 0xbf)].concat(), 0xdc00), 0xff);
    assert_eq!(keys(&[store(0xdc02, 0), store(0xdc01, 0x00)].concat(), 0xdc00), 0xff, "port B is an input");
}

#[test]
fn joysticks_have_two_ports_and_five_lines() {
    for (port, address, other) in [(1, 0x01, 0x00), (2, 0x00, 0x01)] {
        let code = [0xad, address, 0xdc, 0x8d, 0, 0x30, 0xad, other, 0xdc, 0x8d, 1, 0x30];
        let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
        machine.hold_joystick(port, 0xff);
        machine.hold_joystick(0, 0x01);
        machine.hold_joystick(3, 0x01);
        machine.run_from(ORG).expect("the program ends");
        assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (0xe0, 0xff), "port {port}");
    }
}

#[test]
fn a_one_shot_timer_runs_out_once() {
    let start = [store(0xdd04, 9), store(0xdd05, 0), store(0xdd0e, 0x19)].concat();
    let before = [start.as_slice(), &wait(100)].concat();
    // Its flag once, its control register without the start bit, its counter at the latch.
    assert_eq!(read(&before, &[0xdd0d, 0xdd0d, 0xdd0e, 0xdd04, 0xdd05]), [1, 0, 8, 9, 0]);
    let twice = [before.as_slice(), &[0xad, 0x0d, 0xdd], &wait(100)].concat();
    assert_eq!(read(&twice, &[0xdd0d]), [0], "nor later");
    assert_eq!(read(&[start.as_slice(), &wait(2)].concat(), &[0xdd0e]), [9], "it runs first");
}

#[test]
fn the_interrupt_register_tells_which_timer_and_whether_it_counts() {
    // Both timers of CIA 1 run out, with IRQs held off; bit 7 says that an enabled one did.
    let start = |mask: u8| {
        let timers = [store(0xdc04, 9), store(0xdc05, 0), store(0xdc06, 9), store(0xdc07, 0)].concat();
        let mask = [store(0xdc0d, 0x7f), store(0xdc0d, mask)].concat();
        [vec![SEI], timers, mask, store(0xdc0e, 0x19), store(0xdc0f, 0x19), wait(40)].concat()
    };
    for (mask, seen) in [(0x80, 0x03), (0x81, 0x83), (0x82, 0x83), (0x84, 0x03)] {
        assert_eq!(read(&start(mask), &[0xdc0d, 0xdc0d]), [seen, 0], "mask {mask:02X}");
    }
    let cleared = [start(0x83), store(0xdc0d, 0x01), store(0xdc0f, 0x19), wait(40)].concat();
    assert_eq!(read(&cleared, &[0xdc0d]), [0x83], "the mask of timer B is still on");
    let cleared = [vec![SEI], store(0xdc0d, 0x83), store(0xdc0d, 0x03), start(0x80)].concat();
    assert_eq!(read(&cleared, &[0xdc0d]), [0x03]);
}

#[test]
fn interrupts_of_timer_a_come_while_their_mask_is_on() {
    assert_eq!(counted(&[], 16_422 * 3), (2, None), "set by the KERNAL, at most one period late");
    let (calls, end) = counted(&store(0xdc0d, 0x7f), 100_000);
    assert_eq!(calls, 0);
    assert!(matches!(end, Some(Stop::Halted { .. })), "nothing can come: {end:?}");
    // A period of 1,000 cycles.
    let faster = [store(0xdc04, 0xe7), store(0xdc05, 0x03), store(0xdc0e, 0x11)].concat();
    assert_eq!(counted(&faster, 10_500).0, 10);
    // One shot, one call; then nothing can come.
    let once = [store(0xdc04, 0xe7), store(0xdc05, 0x03), store(0xdc0e, 0x19)].concat();
    let (calls, end) = counted(&once, 10_500);
    assert_eq!(calls, 1);
    assert!(matches!(end, Some(Stop::Halted { .. })), "{end:?}");
    // Stopped, or counting pulses that nobody gives.
    for control in [0x00, 0x21] {
        let (calls, end) = counted(&store(0xdc0e, control), 100_000);
        assert_eq!(calls, 0);
        assert!(matches!(end, Some(Stop::Halted { .. })), "{end:?}");
    }
}

#[test]
fn the_time_of_day_counts_pulses_of_50_hz() {
    // Sets one o'clock, then keeps the tenths in $3000: loop: LDA $DC08, STA $3000, JMP loop.
    let clock = |control: u8, pulses: u64| {
        let before = [
            store(0xdc0e, control),
            store(0xdc0b, 0x01),
            store(0xdc0a, 0),
            store(0xdc09, 0),
            store(0xdc08, 0),
        ]
        .concat();
        let [low, high] = (ORG + 1 + before.len() as u16).to_le_bytes();
        let forever = [0xad, 0x08, 0xdc, 0x8d, 0x00, 0x30, 0x4c, low, high];
        let mut machine = machine_with(&[&[SEI], before.as_slice(), &forever].concat());
        run_for(&mut machine, 19_705 * pulses + 100);
        machine
    };
    let tenths = |control: u8, pulses: u64| clock(control, pulses).peek(0x3000);
    assert_eq!((tenths(0x80, 5), tenths(0x80, 4), tenths(0x80, 10)), (1, 0, 2));
    assert_eq!((tenths(0x00, 6), tenths(0x00, 5), tenths(0x00, 12)), (1, 0, 2));
}

/// Runs the program for so many cycles, which it does not end in.
fn run_for(machine: &mut Machine, cycles: u64) {
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    assert_eq!(machine.run_for(cycles), Ok(None));
}

#[test]
fn unused_bits_of_the_vic_read_as_ones() {
    let mut before: Vec<u8> = Vec::new();
    for register in [0x15, 0x16, 0x18, 0x1a, 0x1e, 0x1f, 0x20, 0x2e, 0x2f, 0x3f] {
        before.extend(store(0xd000 + register, 0));
    }
    let read_at = [0xd015, 0xd016, 0xd018, 0xd01a, 0xd01e, 0xd01f, 0xd020, 0xd02e, 0xd02f, 0xd03f];
    assert_eq!(read(&before, &read_at), [0, 0xc0, 1, 0xf0, 0, 0, 0xf0, 0xf0, 0xff, 0xff]);
    assert_eq!(read(&store(0xd000, 0x55), &[0xd040]), [0x55], "the registers come again every 64 bytes");
    assert_eq!(read(&[], &[0xd011, 0xd018, 0xd020, 0xd021]), [0x1b, 0x15, 0xfe, 0xf6]);
    assert_eq!(read(&[], &[0xde00, 0xdf00]), [0xff, 0xff], "nothing answers in the expansion's area");
}

#[test]
fn the_raster_request_is_seen_until_it_is_acknowledged() {
    // Line 3, not enabled: $D019 shows the request without bit 7. Enabled, with it.
    let line = [vec![SEI], store(0xd012, 3), store(0xd019, 1)].concat();
    let later = wait(63 * 6);
    assert_eq!(read(&[line.as_slice(), &later].concat(), &[0xd019]), [0x71]);
    let enabled = [line.as_slice(), &store(0xd01a, 1), &later].concat();
    assert_eq!(read(&enabled, &[0xd019, 0xd01a]), [0xf1, 0xf1]);
    let acknowledged = [enabled.as_slice(), &store(0xd019, 1)].concat();
    assert_eq!(read(&acknowledged, &[0xd019]), [0x70]);
    let other_bits = [enabled.as_slice(), &store(0xd019, 2)].concat();
    assert_eq!(read(&other_bits, &[0xd019]), [0xf1]);
    assert_eq!(read(&[line.as_slice(), &wait(63)].concat(), &[0xd019]), [0x70], "not there yet");
}

#[test]
fn a_raster_interrupt_has_nine_bits_of_line() {
    // CIA 1 off; line 256 + 20, by bit 7 of $D011; the handler acknowledges and keeps $D012 and $D011.
    let line = [store(0xdc0d, 0x7f), store(0xd012, 20), store(0xd011, 0x9b)].concat();
    // That of line 0, on which it was, is acknowledged.
    let before = [line, store(0xd019, 1), store(0xd01a, 1)].concat();
    let handler = [
        0xe6, 0x02, 0xad, 0x12, 0xd0, 0x8d, 0, 0x30, 0xad, 0x11, 0xd0, 0x8d, 1, 0x30, 0xa9, 1, 0x8d, 0x19,
        0xd0, 0x4c, 0x81, 0xea,
    ];
    let here = ORG + (HOOK.len() + before.len() + 1) as u16;
    let [low, high] = here.to_le_bytes();
    let mut machine = machine_with(&[&HOOK, before.as_slice(), &[CLI, 0x4c, low, high]].concat());
    machine.load_bytes(0x0900, &handler).expect("the handler fits");
    machine.poke(0x02, 0);
    run_for(&mut machine, 63 * 312 * 3);
    assert_eq!((machine.peek(0x02), machine.peek(0x3000), machine.peek(0x3001)), (3, 20, 0x9b));
    // A line that no picture has.
    let line = [store(0xdc0d, 0x7f), store(0xd012, 56), store(0xd011, 0x9b)].concat();
    let before = [line, store(0xd019, 1), store(0xd01a, 1)].concat();
    let (calls, end) = counted(&before, 100_000);
    assert_eq!(calls, 0);
    assert!(matches!(end, Some(Stop::Halted { .. })), "{end:?}");
}

#[test]
fn the_sid_is_read_at_four_places() {
    assert_eq!(read(&[], &[0xd419, 0xd41a, 0xd41b, 0xd41c, 0xd400]), [0xff, 0xff, 0, 0, 0]);
    // Noise, but no frequency; a frequency, but no noise.
    assert_eq!(read(&store(0xd412, 0x80), &[0xd41b]), [0]);
    assert_eq!(read(&[store(0xd40f, 0xff), store(0xd412, 0x40)].concat(), &[0xd41b]), [0]);
    // A new value whenever the accumulator of 24 bits has advanced by 2^20: 256 cycles at a frequency of $1000.
    let noise = |cycles: usize| {
        let before = [vec![SEI], store(0xd412, 0x80), store(0xd40e, 0), store(0xd40f, 0x10), wait(cycles)];
        read(&before.concat(), &[0xd43b])[0]
    };
    let values: Vec<u8> = (0..12).map(|n| noise(100 * n)).collect();
    let changes = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changes, 4, "{values:02X?}");
}

#[test]
fn without_images_roms_read_as_one_byte_but_for_the_vectors() {
    let machine = machine_with(&[]);
    for address in [0xa000, 0xbffa, 0xbfff, 0xe000, 0xfff9] {
        assert_eq!(machine.peek(address), 0xb2, "${address:04X}");
    }
    // Source: KERNAL 901227-03, $FFFA.
    assert_eq!([0xfffa, 0xfffc, 0xfffe].map(|at| machine.peek_word(at)), [0xfe43, 0xfce2, 0xff48]);
    assert_eq!(read(&[], &[0xa000, 0xe000, 0xfffe, 0xffff]), [0xb2, 0xb2, 0x48, 0xff], "for programs, too");
}

#[test]
fn an_image_is_read_byte_by_byte() {
    let mut machine = machine_with(&[]);
    let image: Vec<u8> = (0..0x2000_u16).map(|at| (at ^ at >> 8) as u8).collect();
    machine.load_rom(Rom::Basic, &image).expect("8 KiB");
    machine.load_rom(Rom::Characters, &image[..0x1000]).expect("4 KiB");
    machine.poke(0x01, 0x33);
    for at in [0, 1, 0x123, 0xfff] {
        assert_eq!(machine.peek(0xa000 + at), image[usize::from(at)]);
        assert_eq!(machine.peek(0xd000 + at), image[usize::from(at)]);
    }
    assert_eq!(machine.peek(0xbfff), image[0x1fff]);
}

#[test]
fn page_zero_can_be_protected_without_hurting_the_port() {
    // LDA #$36, STA $01, STA $02, STA $20
    let mut machine = machine_with(&[0xa9, 0x36, 0x85, 0x01, 0x85, 0x02, 0x85, 0x20]);
    machine.protect(0x20..0x30);
    let end = machine.run_from(ORG);
    assert!(matches!(end, Err(Error::WriteToProtected { address: 0x20, value: 0x36, .. })), "{end:?}");
    assert_eq!((machine.peek(0x01), machine.peek(0x02)), (0x36, 0x36));
    // The last byte of a range, and ranges that end at a page's end.
    for (range, address) in [(0x2000..0x3000, 0x2fff_u16), (0x20ff..0x2100, 0x20ff), (0x2100..0x2101, 0x2100)]
    {
        let [low, high] = address.to_le_bytes();
        let mut machine = machine_with(&[0x8d, low, high]);
        machine.protect(range);
        assert!(matches!(machine.run_from(ORG), Err(Error::WriteToProtected { .. })), "${address:04X}");
    }
}

#[test]
fn the_port_floats_high_where_it_is_an_input() {
    let mut machine = machine_with(&[]);
    machine.poke(0x00, 0x00);
    assert_eq!((machine.peek(0x01), machine.peek(0xd020)), (0x17, 0xfe), "$37 stored, all inputs");
    machine.poke(0x00, 0xff);
    machine.poke(0x01, 0xc0);
    assert_eq!(machine.peek(0x01), 0xc0);
}

#[test]
fn interrupts_without_the_kernal_take_seven_cycles() {
    // $01 = $35, vectors at $FFFA: LDA #$35, STA $01, CLI, then NOPs; both handlers store the cycle as a mark and return.
    let mut machine =
        machine_with(&[&[SEI, 0xa9, 0x35, 0x85, 0x01, CLI], wait(60).as_slice(), &EXIT].concat());
    machine.load_bytes(0x0900, &[0x8d, 0xfe, 0xd7, 0x40]).expect("the handler fits");
    machine.load_bytes(0xfffa, &[0x00, 0x09, 0, 0, 0x00, 0x09]).expect("the vectors fit");
    machine.interrupt_at(12, Line::Irq);
    machine.interrupt_at(40, Line::Nmi);
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    let cycles: Vec<u64> = machine.marks().iter().map(|mark| mark.cycle).collect();
    // Instructions begin at 13 and, after the first handler, at 40. 7 cycles to enter, 4 to store.
    assert_eq!(cycles, [13 + 7 + 4, 40 + 7 + 4]);
}

#[test]
fn the_kernals_exits_need_six_bytes_on_the_stack() {
    // LDX #…, TXS, JMP $EA81
    for (pointer, fits) in [(0xf9, true), (0xfa, false)] {
        let mut machine = machine_with(&[SEI, 0xa2, pointer, 0x9a, 0x4c, 0x81, 0xea]);
        machine.load_bytes(0x0900, &EXIT).expect("the program fits");
        // Y, X, A, the status and $0900.
        machine.load_bytes(0x01fa, &[1, 2, 3, 0x24, 0x00, 0x09]).expect("the stack fits");
        let end = machine.run_from(ORG);
        match fits {
            true => assert_eq!(end, Ok(Stop::Exit { code: 0, cycles: 2 + 2 + 2 + 3 + 22 + 2 + 4 })),
            false => assert!(matches!(end, Err(Error::Stack { underflow: true, .. })), "{end:?}"),
        }
        let registers = machine.registers();
        assert!(!fits || (registers.x, registers.y, registers.sp) == (2, 1, 0xff), "{registers}");
    }
}

#[test]
fn a_break_goes_by_its_own_vector() {
    let config = machine::Config { strict: false, ..machine::Config::default() };
    let mut machine = Machine::new(config);
    // BRK with $0316 = $0900, where: TSX, LDA $0104,X (the status), STA $3000, exit.
    machine.load_bytes(ORG, &[SEI, 0x00]).expect("the program fits");
    let handler = [&[0xba, 0xbd, 0x04, 0x01, 0x8d, 0, 0x30], EXIT.as_slice()].concat();
    machine.load_bytes(0x0900, &handler).expect("the handler fits");
    machine.poke(0x0316, 0x00);
    machine.poke(0x0317, 0x09);
    // 2 for SEI, 7 for BRK, 29 of the KERNAL's entry, then 2 + 4 + 4 and 6 for the exit.
    assert_eq!(machine.run_from(ORG), Ok(Stop::Exit { code: 0, cycles: 2 + 7 + 29 + 10 + 6 }));
    assert_eq!(machine.peek(0x3000) & 0x30, 0x30);
}
