//! Keys, the clock, starting from BASIC, marks and exit.

use machine::{Config, Error, Machine, Mark, Registers, Stop};

use crate::{EXIT, ORG, machine_with, print, run};

/// JSR GETIN, BEQ back, STA $3000.
const WAIT_FOR_KEY: [u8; 8] = [0x20, 0xe4, 0xff, 0xf0, 0xfb, 0x8d, 0x00, 0x30];

#[test]
fn a_program_waiting_for_a_key_is_paused_and_resumed() {
    let mut machine = machine_with(&[WAIT_FOR_KEY.as_slice(), &EXIT].concat());
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    assert_eq!(machine.run(), Ok(Stop::WaitingForKey), "still none");
    machine.type_keys(b"K");
    assert!(matches!(machine.run(), Ok(Stop::Exit { code: 0, .. })));
    assert_eq!(machine.peek(0x3000), b'K');
}

#[test]
fn asking_now_and_then_is_not_waiting() {
    // GETIN once every 1,280 cycles or so, 200 times: LDA #200, STA $02; loop: JSR GETIN, LDX #0, DEX, BNE, DEC $02, BNE.
    let code = [0xa9, 200, 0x85, 0x02, 0x20, 0xe4, 0xff, 0xa2, 0, 0xca, 0xd0, 0xfd, 0xc6, 0x02, 0xd0, 0xf4];
    assert!(run(&code).cycles() > 200 * 1_280);
}

#[test]
fn keys_wait_in_the_kernals_buffer() {
    // The interrupt brings the first key to $0277; a program may look at $C6: LDA $C6, BEQ back, LDA $0277, STA $3000.
    let mut machine = machine_with(
        &[&[0xa5, 0xc6, 0xf0, 0xfc, 0xad, 0x77, 0x02, 0x8d, 0x00, 0x30], EXIT.as_slice()].concat(),
    );
    machine.type_keys(b"QX");
    machine.run_from(ORG).expect("the program ends");
    assert_eq!((machine.peek(0x3000), machine.peek(0xc6)), (b'Q', 1));
    assert_eq!(machine.cycles() / 16_422, 1, "one jiffy later");
    // GETIN takes it from there, then the one behind it, whatever a test put into the buffer by hand.
    let two = [WAIT_FOR_KEY.as_slice(), &[0x20, 0xe4, 0xff, 0x8d, 0x01, 0x30], &EXIT].concat();
    let mut machine = machine_with(&two);
    for (address, byte) in [(0x277, b'1'), (0x278, b'2'), (0xc6, 2)] {
        machine.poke(address, byte);
    }
    machine.run_from(ORG).expect("the program ends");
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001), machine.peek(0xc6)), (b'1', b'2', 0));
}

#[test]
fn chrin_hands_out_an_edited_line() {
    // LDY #0; loop: JSR CHRIN, STA $3000,Y, INY, CMP #$0D, BNE loop
    let code = [0xa0, 0, 0x20, 0xcf, 0xff, 0x99, 0x00, 0x30, 0xc8, 0xc9, 0x0d, 0xd0, 0xf5];
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    machine.type_keys(b"E1");
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey), "no return yet");
    machine.type_keys(b"X\x14D2\x0d");
    assert!(matches!(machine.run(), Ok(Stop::Exit { .. })));
    let line: Vec<u8> = (0x3000..0x3005).map(|address| machine.peek(address)).collect();
    assert_eq!(line, b"E1D2\x0d");
    assert_eq!(machine.screen_text()[0], "E1D2");
    assert_eq!(machine.peek(0xd6), 0, "the return is not echoed");
}

/// The clock, a handler of the program's own and the sound go on, and the line is the same as where time stands still.
#[test]
fn time_passes_while_a_line_is_typed_if_it_is_to() {
    // SEI, LDA #$40, STA $0314, LDA #$08, STA $0315, CLI, and as above; at $0840: INC $3080, JMP $EA31.
    let code = [
        0x78, 0xa9, 0x40, 0x8d, 0x14, 0x03, 0xa9, 0x08, 0x8d, 0x15, 0x03, 0x58, 0xa0, 0, 0x20, 0xcf, 0xff,
        0x99, 0x00, 0x30, 0xc8, 0xc9, 0x0d, 0xd0, 0xf5,
    ];
    let config = Config { line_takes_time: true, sound: Some(8_000), ..Config::default() };
    let mut machine = Machine::new(config);
    machine.load_bytes(ORG, &[code.as_slice(), &EXIT].concat()).unwrap();
    machine.load_bytes(0x0840, &[0xee, 0x80, 0x30, 0x4c, 0x31, 0xea]).unwrap();
    machine.poke(0x3080, 0);
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    machine.type_keys(b"E1");
    assert_eq!(machine.run_for(20 * 16_422), Ok(None));
    assert!(machine.awaits_line());
    assert_eq!((machine.peek(0x3080), machine.peek(0xa2)), (19, 19), "one for each jiffy");
    assert_eq!(machine.take_samples().len(), 20 * 16_422 * 8_000 / 985_248);
    assert_eq!(machine.screen_text()[0], "E1", "what has been typed is shown");
    machine.type_keys(b"X\x14D2\x0d");
    assert!(matches!(machine.run(), Ok(Stop::Exit { .. })));
    assert!(!machine.awaits_line());
    let line: Vec<u8> = (0x3000..0x3005).map(|address| machine.peek(address)).collect();
    assert_eq!(line, b"E1D2\x0d");
    // Without it, it pauses at once and tells that, too.
    let mut machine = machine_with(&code);
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    assert!(machine.awaits_line());
}

#[test]
fn chrout_keeps_the_registers_and_getin_does_not() {
    // LDA #"A", LDX #$11, LDY #$22, JSR CHROUT, STA/STX/STY $3000.., LDX #$11, LDY #$22, JSR GETIN, STX/STY $3003..
    let machine = run(&[
        0xa9, 0x41, 0xa2, 0x11, 0xa0, 0x22, 0x20, 0xd2, 0xff, 0x8d, 0, 0x30, 0x8e, 1, 0x30, 0x8c, 2, 0x30,
        0xa2, 0x11, 0xa0, 0x22, 0x20, 0xe4, 0xff, 0x8e, 3, 0x30, 0x8c, 4, 0x30,
    ]);
    let bytes = [0, 1, 2, 3, 4].map(|offset| machine.peek(0x3000 + offset));
    assert_eq!(bytes[..3], [0x41, 0x11, 0x22]);
    assert_ne!(bytes[3], 0x11);
    assert_ne!(bytes[4], 0x22);
}

#[test]
fn the_kernal_stays_out_of_the_programs_zero_page() {
    let mut code = print(b"\x93TEXT\x0d\x05");
    for routine in [0xe4, 0xde, 0xe1, 0xea, 0x9f, 0x81, 0x84, 0x8a, 0xe7, 0xcc, 0xb7, 0xed] {
        code.extend([0x20, routine, 0xff]);
    }
    let machine = run(&code);
    let fresh = machine_with(&[]);
    for address in (0x02..0x90).chain(0xfb..0xff) {
        assert_eq!(machine.peek(address), fresh.peek(address), "${address:02X}");
    }
}

#[test]
fn the_clock_ticks_sixty_times_a_second() {
    // LDA #0, TAX, TAY, JSR SETTIM, then a second of waiting: LDY #3, LDX #0, LDA #0; SBC #1, BNE; DEX, BNE; DEY, BNE.
    let wait = [0xa0, 3, 0xa2, 0, 0xa9, 0, 0x38, 0xe9, 1, 0xd0, 0xfc, 0xca, 0xd0, 0xf6, 0x88, 0xd0, 0xf1];
    let read = [0x20, 0xde, 0xff, 0x8d, 0x00, 0x30, 0x8e, 0x01, 0x30, 0x8c, 0x02, 0x30];
    let set = [0xa9, 0, 0xaa, 0xa8, 0x20, 0xdb, 0xff];
    let machine = run(&[set.as_slice(), &wait, &read].concat());
    // 16,421 is the latch, 16,422 the period: 59.995 Hz on PAL.
    let jiffies = machine.cycles() / 16_422;
    assert!(jiffies > 50 && jiffies < 256, "{jiffies}");
    assert_eq!(u64::from(machine.peek(0x3000)), jiffies);
    assert_eq!((machine.peek(0x3001), machine.peek(0x3002)), (0, 0));
    // With interrupts off it stands still.
    let stopped = run(&[&[0x78], wait.as_slice(), &[0xa5, 0xa2, 0x8d, 0x00, 0x30]].concat());
    assert_eq!(stopped.peek(0x3000), 0);
}

#[test]
fn the_stop_key_is_seen_by_stop_only_while_held() {
    // JSR STOP, BEQ +5, LDA #1, STA $3000 (skipped when pressed)
    let code = [&[0x20, 0xe1, 0xff, 0xf0, 0x05, 0xa9, 0x01, 0x8d, 0x00, 0x30], EXIT.as_slice()].concat();
    for (pressed, expected) in [(true, 0xa5), (false, 1)] {
        let mut machine = machine_with(&code);
        machine.press_stop(pressed);
        machine.run_from(ORG).expect("the program ends");
        assert_eq!(machine.peek(0x3000), expected);
    }
}

#[test]
fn marks_stamp_the_cycle_and_exit_gives_the_code() {
    // LDA #1, STA $D7FE, NOP, NOP, LDA #2, STA $D7FE, LDA #255, STA $D7FF
    let code =
        [0xa9, 1, 0x8d, 0xfe, 0xd7, 0xea, 0xea, 0xa9, 2, 0x8d, 0xfe, 0xd7, 0xa9, 255, 0x8d, 0xff, 0xd7];
    let mut machine = machine_with(&code);
    assert_eq!(machine.run_from(ORG), Ok(Stop::Exit { code: 255, cycles: 22 }));
    assert_eq!(machine.marks(), [Mark { value: 1, cycle: 6 }, Mark { value: 2, cycle: 16 }]);
}

/// `10 SYS 2080` at $0801, then `code` at $0820.
fn basic_program(code: &[u8]) -> Machine {
    let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e];
    prg.extend(b"2080\0\0\0");
    prg.resize(2 + 0x1f, 0);
    prg.extend(code);
    let mut machine = machine_with(&[]);
    let range = machine.load_prg(&prg).expect("a good program");
    assert_eq!((range.start, usize::from(machine.peek(0x2d))), (0x0801, (range.end & 0xff) as usize));
    machine
}

#[test]
fn sys_starts_the_program_and_rts_leads_back() {
    let mut machine =
        basic_program(&[0xe6, 0x02, 0xa9, 0x36, 0x85, 0x01, 0xa9, 0x37, 0x85, 0x01, 0xc6, 0x02, 0x60]);
    assert_eq!(machine.start_basic_program(), Ok(Stop::Returned));
    assert_eq!(machine.changes_for_basic(), []);
    assert_eq!(machine.peek_word(0x2b), 0x0801);
    let mut careless = basic_program(&[0x84, 0x2b, 0xa9, 0x36, 0x85, 0x01, 0x60]);
    assert_eq!(careless.start_basic_program(), Ok(Stop::Returned));
    assert_eq!(careless.changes_for_basic(), [(0x01, 0x37, 0x36), (0x2b, 0x01, 0x00)]);
}

#[test]
fn returning_with_a_lopsided_stack_is_no_return() {
    // PHA, RTS goes astray.
    let mut machine = basic_program(&[0xa9, 0xea, 0x48, 0x48, 0x60]);
    assert!(matches!(machine.start_basic_program(), Err(Error::NoCode { pc: 0xeaeb, .. })));
}

/// A program of these lines at $0801, with zeros up to code that prints OK at 2112.
fn started(lines: &[(u16, &[u8])]) -> Result<(Machine, Stop), Error> {
    let mut prg = vec![1, 8];
    for (number, text) in lines {
        // LOAD links the lines anew: any high byte but 0 will do.
        prg.extend([0x00, 0x01]);
        prg.extend(number.to_le_bytes());
        prg.extend(*text);
        prg.push(0);
    }
    prg.extend([0, 0]);
    prg.resize(2 + 0x3f, 0);
    prg.extend([0xa9, b'O', 0x20, 0xd2, 0xff, 0xa9, b'K', 0x20, 0xd2, 0xff, 0x60]);
    let mut machine = machine_with(&[]);
    machine.load_prg(&prg)?;
    let stop = machine.start_basic_program()?;
    Ok((machine, stop))
}

#[test]
fn the_address_of_sys_is_an_expression_of_basic() {
    for text in [
        &b"\x9e2112"[..],
        b"\x9e (2112)",
        b"\x9e21 12",
        b"\x9e2112 HELLO",
        b"\x9e2112:\x9e2112",
        b"\x9e2112:\x8f BY ME",
        b"\x9e2048\xaa64",
        b"\x9e8\xac264",
        b"\x9e\xab2\xae2\xaa2116",
        b"\x9e2\xae(\xab1)\xac4224",
        b"\x9e\xb5(2112.9)",
        b"\x9e\xc2(43)\xaa256\xac\xc2(44)\xaa63",
        b"\x972,7:\x9c:\x9e2105\xaa\xc2(2)",
    ] {
        let (machine, stop) = started(&[(10, text)]).unwrap_or_else(|error| panic!("{text:x?}: {error}"));
        assert_eq!((machine.transcript().trim_end(), stop), ("OK", Stop::Returned), "{text:x?}");
    }
    let (machine, _) =
        started(&[(0, b"\x8f TITLE: \x9e1"), (10, b"\x9753280,5"), (20, b"\x9e2112")]).unwrap();
    assert_eq!((machine.transcript().trim_end(), machine.peek(0xd020) & 15), ("OK", 5));
}

#[test]
fn basic_that_is_not_understood_is_named() {
    let said = |text: &[u8]| started(&[(20, text)]).map(|_| ()).unwrap_err().to_string();
    for (text, why) in [
        (&b"\x8910"[..], "line 20: GOTO is not understood; REM, CLR, POKE and SYS are"),
        (b"A\xb21:\x9eA", "line 20: A is not understood; REM"),
        (b"\x9eA", "line 20: A is not understood in an expression; numbers, "),
        (b"\x9e", "line 20: the end of the line is not understood in an expression"),
        (b"\x9e(2112", "line 20: ) is expected, not the end of the line"),
        (b"\x972:\x9e2112", "line 20: , is expected, not :"),
        (b"\x972,256:\x9e2112", "line 20: 256 is not from 0 to 255"),
        (b"\x9e65536", "line 20: 65536 is not from 0 to 65535"),
        (b"\x9e\xab1", "line 20: -1 is not from 0 to 65535"),
        (b"\x9e1\xad0", "line 20: division by zero"),
        (b"\x9e((((((((((((1))))))))))))", "line 20: more than 10 parentheses"),
        (b"\x8f", "the BASIC program at $0801 ends without a SYS"),
    ] {
        assert!(said(text).contains(why), "{text:x?}: {}", said(text));
    }
    let mut machine = machine_with(&[]);
    let error = machine.start_basic_program().unwrap_err().to_string();
    assert_eq!(error, "there is no BASIC line with SYS and an address at $0801");
}

#[test]
fn a_routine_can_be_called_by_itself() {
    let mut machine = machine_with(&[0xa9, 0x2a, 0x60]);
    assert_eq!(machine.call(ORG), Ok(Stop::Returned));
    assert_eq!((machine.registers().a, machine.registers().sp, machine.cycles()), (0x2a, 0xff, 8));
    assert_eq!(machine.call(ORG), Ok(Stop::Returned), "and again");
}
