//! The KERNAL's calls one by one: what each gives, changes and leaves alone.

use machine::{Config, Error, Machine, Stop};

use crate::{EXIT, ORG, machine_with, print, run};

/// SEI or SEC: JSR to a routine, then PHP, STA $3000, STX $3001, STY $3002, PLA, STA $3003.
fn call(before: &[u8], routine: u8) -> Machine {
    let after = [0x20, routine, 0xff, 0x08, 0x8d, 0, 0x30, 0x8e, 1, 0x30, 0x8c, 2, 0x30, 0x68, 0x8d, 3, 0x30];
    run(&[before, &after].concat())
}

const SEI: u8 = 0x78;
const CLC: u8 = 0x18;
const SEC: u8 = 0x38;
const CARRY: u8 = 1;
const INTERRUPTS_OFF: u8 = 4;

#[test]
fn memory_limits_are_told_and_set() {
    for (routine, at, limit) in [(0x99, 0x0283, 0xa000), (0x9c, 0x0281, 0x0800)] {
        let machine = call(&[SEC], routine);
        assert_eq!((machine.peek_word(0x3001), machine.peek_word(at)), (limit, limit));
        // LDX #$34, LDY #$12, CLC
        let machine = call(&[0xa2, 0x34, 0xa0, 0x12, CLC], routine);
        assert_eq!(machine.peek_word(at), 0x1234);
    }
}

#[test]
fn screen_and_iobase_are_constants() {
    let machine = call(&[], 0xed);
    assert_eq!((machine.peek(0x3001), machine.peek(0x3002)), (40, 25));
    assert_eq!(call(&[], 0xf3).peek_word(0x3001), 0xdc00);
}

#[test]
fn flags_and_messages_are_stored() {
    // LDA #$80
    assert_eq!(call(&[0xa9, 0x80], 0xa2).peek(0x0285), 0x80);
    assert_eq!(call(&[0xa9, 0xc0], 0x90).peek(0x9d), 0xc0);
}

#[test]
fn the_clock_is_set_read_and_advanced() {
    // LDA #3, LDX #2, LDY #1, JSR SETTIM, JSR RDTIM
    let set = [SEI, 0xa9, 3, 0xa2, 2, 0xa0, 1, 0x20, 0xdb, 0xff];
    let machine = call(&set, 0xde);
    assert_eq!([0x3000, 0x3001, 0x3002].map(|at| machine.peek(at)), [3, 2, 1]);
    assert_eq!([0xa0, 0xa1, 0xa2].map(|at| machine.peek(at)), [1, 2, 3]);
    assert_eq!(machine.peek(0x3003) & INTERRUPTS_OFF, 0, "both routines end with CLI");
    assert_eq!(call(&[SEI], 0xed).peek(0x3003) & INTERRUPTS_OFF, INTERRUPTS_OFF, "SCREEN does not");
    let advanced = call(&[SEI, 0xa9, 0xff, 0xa2, 0xff, 0xa0, 1, 0x20, 0xdb, 0xff, SEI], 0xea);
    assert_eq!([0xa0, 0xa1, 0xa2].map(|at| advanced.peek(at)), [2, 0, 0]);
    // The last jiffy of a day is $4F1A00.
    let midnight = call(&[SEI, 0xa9, 0x00, 0xa2, 0x1a, 0xa0, 0x4f, 0x20, 0xdb, 0xff, SEI], 0xea);
    assert_eq!([0xa0, 0xa1, 0xa2].map(|at| midnight.peek(at)), [0, 0, 0]);
    let before = call(&[SEI, 0xa9, 0xff, 0xa2, 0x19, 0xa0, 0x4f, 0x20, 0xdb, 0xff, SEI], 0xea);
    assert_eq!([0xa0, 0xa1, 0xa2].map(|at| before.peek(at)), [0x4f, 0x1a, 0]);
}

#[test]
fn an_interrupt_that_waited_comes_when_a_clock_routine_allows_it() {
    // The period passes with interrupts off; after RDTIM the jiffy has come: LDX #30, LDY #0, DEY, BNE, DEX, BNE.
    let wait = [SEI, 0xa2, 30, 0xa0, 0, 0x88, 0xd0, 0xfd, 0xca, 0xd0, 0xf8];
    let machine = run(&[wait.as_slice(), &[0x20, 0xde, 0xff, 0xea, 0xa5, 0xa2, 0x8d, 0, 0x30]].concat());
    assert_eq!(machine.peek(0x3000), 1);
}

#[test]
fn vectors_are_copied_out_and_in_and_restored() {
    // LDX #$00, LDY #$40, SEC: to $4000.
    let machine = call(&[0xa2, 0x00, 0xa0, 0x40, SEC], 0x8d);
    // Source: KERNAL 901227-03, $FD30.
    let vectors = [
        0xea31, 0xfe66, 0xfe47, 0xf34a, 0xf291, 0xf20e, 0xf250, 0xf333, 0xf157, 0xf1ca, 0xf6ed, 0xf13e,
        0xf32f, 0xfe66, 0xf4a5, 0xf5ed,
    ];
    for (index, vector) in (0..).zip(vectors) {
        assert_eq!(machine.peek_word(0x4000 + 2 * index), vector);
        assert_eq!(machine.peek_word(0x0314 + 2 * index), vector);
    }
    assert_eq!(machine.peek(0x4020), 0xa5, "32 bytes and no more");
    // From $4000 in, with $F234 in the last place, then RESTOR.
    let code = [0xa2, 0x00, 0xa0, 0x40, CLC, 0x20, 0x8d, 0xff];
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    for (index, vector) in (0..).zip(vectors) {
        machine.poke(0x4000 + 2 * index, vector as u8);
        machine.poke(0x4001 + 2 * index, (vector >> 8) as u8);
    }
    machine.poke(0x401e, 0x34);
    machine.poke(0x401f, 0xf2);
    machine.run_from(ORG).expect("the program ends");
    assert_eq!((machine.peek_word(0x0330), machine.peek_word(0x0332)), (0xf4a5, 0xf234));
    let restored = run(&[0xa9, 0x12, 0x8d, 0x32, 0x03, 0x8d, 0x33, 0x03, 0x20, 0x8a, 0xff]);
    assert_eq!(restored.peek_word(0x0332), 0xf5ed);
}

#[test]
fn cint_clears_the_screen_and_scnkey_brings_a_key() {
    let code = [print(b"\x05\x12TEXT").as_slice(), &[0x20, 0x81, 0xff]].concat();
    let machine = run(&code);
    assert_eq!((machine.screen_text()[0].as_str(), machine.peek(0x0286), machine.peek(0xc7)), ("", 14, 0));
    let mut machine = machine_with(&[&[SEI, 0x20, 0x9f, 0xff, 0x20, 0x9f, 0xff], EXIT.as_slice()].concat());
    machine.type_keys(b"QX");
    machine.run_from(ORG).expect("the program ends");
    assert_eq!(
        (machine.peek(0xc6), machine.peek(0x277)),
        (1, b'Q'),
        "no second one while the first is there"
    );
}

#[test]
fn stop_leaves_y_alone() {
    // LDX #$11, LDY #$22
    let machine = call(&[0xa2, 0x11, 0xa0, 0x22], 0xe1);
    assert_ne!(machine.peek(0x3001), 0x11);
    assert_eq!(machine.peek(0x3002), 0x22);
}

#[test]
fn getin_sets_zero_and_sign_of_the_key_and_clears_the_carry() {
    for (key, flags) in [(b'A', 0), (0xc1, 0x80)] {
        let mut machine =
            machine_with(&[&[SEC, 0x20, 0xe4, 0xff, 0x08, 0x68, 0x8d, 0, 0x30], EXIT.as_slice()].concat());
        machine.type_keys(&[key]);
        machine.run_from(ORG).expect("the program ends");
        assert_eq!(machine.peek(0x3000) & (0x82 | CARRY), flags);
    }
    assert_eq!(run(&[SEC, 0x20, 0xe4, 0xff, 0x08, 0x68, 0x8d, 0, 0x30]).peek(0x3000) & 0x83, 2, "no key");
    assert_eq!(call(&[SEC], 0xd2).peek(0x3003) & CARRY, 0, "CHROUT, too");
}

#[test]
fn flags_that_a_call_may_change_do_change() {
    // Eight times: CLC or SEC, CLV, JSR SCREEN, PHP, PLA, STA $3000 and so on.
    for before in [CLC, SEC] {
        let calls = (0..8).flat_map(|n| [before, 0xb8, 0x20, 0xed, 0xff, 0x08, 0x68, 0x8d, n, 0x30]);
        let machine = run(&calls.collect::<Vec<u8>>());
        let seen: Vec<u8> = (0..8).map(|n| machine.peek(0x3000 + n)).collect();
        for flag in [0x80, 0x40, 0x02, 0x01] {
            let set = seen.iter().filter(|p| *p & flag != 0).count();
            assert!((1..8).contains(&set), "flag {flag:02X}: {seen:02X?}");
        }
    }
}

#[test]
fn chrin_keeps_y() {
    let mut machine = machine_with(
        &[&[0xa0, 0x22, 0x20, 0xcf, 0xff, 0x8c, 0, 0x30, 0x8d, 1, 0x30], EXIT.as_slice()].concat(),
    );
    machine.type_keys(b"A\x8d");
    machine.run_from(ORG).expect("the program ends");
    assert_eq!((machine.peek(0x3000), machine.peek(0x3001)), (0x22, b'A'));
}

#[test]
fn delete_in_an_empty_line_is_not_echoed() {
    let mut machine = machine_with(&[print(b"?").as_slice(), &[0x20, 0xcf, 0xff], &EXIT].concat());
    machine.type_keys(b"\x14A\x0d");
    machine.run_from(ORG).expect("the program ends");
    assert_eq!(machine.screen_text()[0], "?A");
}

#[test]
fn the_buffer_holds_ten_keys() {
    // Eleven times GETIN, stored from $3000 on: LDY #0; STY $02, JSR GETIN, LDY $02, STA $3000,Y, INY, CPY #11, BNE.
    let code = [SEI, 0xa0, 0, 0x84, 2, 0x20, 0xe4, 0xff, 0xa4, 2, 0x99, 0, 0x30, 0xc8, 0xc0, 11, 0xd0, 0xf1];
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    for (offset, key) in (0..).zip(b"0123456789") {
        machine.poke(0x0277 + offset, *key);
    }
    machine.poke(0xc6, 200);
    machine.type_keys(b"K");
    machine.run_from(ORG).expect("the program ends");
    assert_eq!(machine.ram(0x3000..0x300b), b"0123456789K");
}

#[test]
fn waiting_is_64_empty_answers_in_a_row() {
    // JSR GETIN, JMP back: 6 + 6 + 3 cycles a round.
    let mut machine = machine_with(&[0x20, 0xe4, 0xff, 0x4c, 0x20, 0x08]);
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    assert_eq!(machine.cycles(), 64 * 15 - 3);
    assert_eq!(machine.run(), Ok(Stop::WaitingForKey));
    assert_eq!(machine.cycles(), 2 * 64 * 15 - 3);
    // A look at the clock in between is no other business, a character printed is.
    let mut machine = machine_with(&[0x20, 0xe4, 0xff, 0x20, 0xde, 0xff, 0x4c, 0x20, 0x08]);
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    let mut machine = machine_with(&[0x20, 0xe4, 0xff, 0x20, 0xed, 0xff, 0x4c, 0x20, 0x08]);
    machine.set_cycle_limit(100_000);
    assert!(matches!(machine.run_from(ORG), Err(Error::CycleLimit { .. })));
}

#[test]
fn the_gap_between_two_empty_answers_is_at_most_the_configured_one() {
    for (gap, waits) in [(15, true), (14, false)] {
        let mut machine = Machine::new(Config { idle_gap: gap, cycle_limit: 100_000, ..Config::default() });
        machine.load_bytes(ORG, &[0x20, 0xe4, 0xff, 0x4c, 0x20, 0x08]).expect("the program fits");
        assert_eq!(machine.run_from(ORG) == Ok(Stop::WaitingForKey), waits, "a gap of {gap}");
    }
}

#[test]
fn a_call_overwrites_eight_bytes_below_the_stack_pointer() {
    // LDX #$80, TXS, JSR CHROUT, LDX #0: loop: LDA $0100,X, STA $3000,X, INX, BNE. The return address lies at $017F.
    let code = [0xa2, 0x80, 0x9a, 0x20, 0xd2, 0xff, 0xa2, 0, 0xbd, 0, 1, 0x9d, 0, 0x30, 0xe8, 0xd0, 0xf7];
    let mut machine = machine_with(&[code.as_slice(), &EXIT].concat());
    for offset in 0..0x100 {
        machine.poke(0x0100 + offset, 0x77);
    }
    machine.run_from(ORG).expect("the program ends");
    let changed: Vec<u16> = (0..0x100).filter(|offset| machine.peek(0x3000 + offset) != 0x77).collect();
    assert_eq!(changed, (0x77..=0x80).collect::<Vec<_>>(), "and the return address above");
}

#[test]
fn a_call_needs_eight_bytes_of_stack_and_a_return_address() {
    // LDX #…, TXS, JSR SCREEN
    for (pointer, fits) in [(0x0a, true), (0x09, false)] {
        let mut machine = machine_with(&[&[0xa2, pointer, 0x9a, 0x20, 0xed, 0xff], EXIT.as_slice()].concat());
        let end = machine.run_from(ORG);
        match fits {
            true => assert!(matches!(end, Ok(Stop::Exit { .. })), "{end:?}"),
            false => assert!(matches!(end, Err(Error::Stack { underflow: false, .. })), "{end:?}"),
        }
    }
    // JMP SCREEN with one byte on the stack, and with two.
    for (pointer, fits) in [(0xfe, false), (0xfd, true)] {
        let mut machine = machine_with(&[0xa2, pointer, 0x9a, 0x4c, 0xed, 0xff]);
        // RTS goes to $0900.
        machine.load_bytes(0x0900, &EXIT).expect("the program fits");
        machine.poke(0x01fe, 0xff);
        machine.poke(0x01ff, 0x08);
        let end = machine.run_from(ORG);
        match fits {
            true => assert!(matches!(end, Ok(Stop::Exit { .. })), "{end:?}"),
            false => assert!(matches!(end, Err(Error::Stack { underflow: true, .. })), "{end:?}"),
        }
    }
}

#[test]
fn variables_are_those_of_a_machine_at_ready() {
    let machine = machine_with(&[]);
    // Source: Mapping the Commodore 64, at each address. The fourth pointer is the top of strings.
    for (at, value) in [(0x2b, 0x0801), (0x2d, 0x0803), (0x2f, 0x0803), (0x31, 0x0803), (0x33, 0xa000)] {
        assert_eq!(machine.peek_word(at), value, "${at:02X}");
    }
    for (at, value) in [(0x35, 0xa000), (0x37, 0xa000), (0x0281, 0x0800), (0x0283, 0xa000)] {
        assert_eq!(machine.peek_word(at), value, "${at:04X}");
    }
    let bytes =
        [(0x90, 0), (0x91, 0xff), (0x99, 0), (0x9a, 3), (0xba, 8), (0x0289, 10), (0x02a6, 1), (0x0800, 0)];
    for (at, value) in bytes {
        assert_eq!(machine.peek(at), value, "${at:04X}");
    }
    // CHRGET begins with INC $7A and ends with RTS.
    assert_eq!((machine.peek_word(0x73), machine.peek(0x8a)), (0x7ae6, 0x60));
}

#[test]
fn unknown_entries_are_named_and_places_between_entries_hold_no_code() {
    let routines = [(0x93, "SECOND"), (0xa5, "ACPTR"), (0xb4, "TALK")];
    for (routine, name) in routines {
        let error = machine_with(&[0x20, routine, 0xff]).run_from(ORG).expect_err("a serial routine");
        assert!(error.to_string().starts_with(&format!("KERNAL routine {name}: ")), "{error}");
    }
    for address in [0x80_u8, 0x82, 0xf4, 0xf6] {
        let end = machine_with(&[0x20, address, 0xff]).run_from(ORG);
        assert!(matches!(end, Err(Error::NoCode { .. })), "$FF{address:02X}: {end:?}");
    }
}
