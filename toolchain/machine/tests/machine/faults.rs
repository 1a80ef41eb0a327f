//! Errors of faulty programs, and their messages.

use machine::{Config, Error, Labels, Line, Machine, Registers, Stop};

use crate::{EXIT, ORG, machine_with};

fn fault(code: &[u8]) -> Error {
    machine_with(code).run_from(ORG).expect_err("the program is faulty")
}

#[test]
fn an_illegal_opcode_is_shown_with_what_led_there() {
    let mut machine = machine_with(&[0xa9, 0x12, 0xa2, 0x34, 0xa0, 0x56, 0x4c, 0x30, 0x08]);
    machine.poke(0x0830, 0x02);
    machine.set_labels(Labels::parse("al C:0820 .main\nal C:082e .search\n").expect("good labels"));
    let error = machine.run_from(ORG).expect_err("JAM");
    assert!(matches!(error, Error::IllegalOpcode { pc: 0x0830, opcode: 0x02, .. }));
    assert_eq!(
        error.to_string(),
        "illegal opcode $02 at $0830 (search+2)\n  \
         PC=$0830 A=$12 X=$34 Y=$56 SP=$FF P=..-..... after 9 cycles\n  \
         last instructions, the latest at the end:\n    \
         0820  A9 12     LDA #$12     A=00 X=00 Y=00 SP=FF  main\n    \
         0822  A2 34     LDX #$34     A=12 X=00 Y=00 SP=FF  main+2\n    \
         0824  A0 56     LDY #$56     A=12 X=34 Y=00 SP=FF  main+4\n    \
         0826  4C 30 08  JMP $0830    A=12 X=34 Y=56 SP=FF  main+6\n    \
         0830  02        JAM          A=12 X=34 Y=56 SP=FF  search+2"
    );
}

#[test]
fn all_105_undocumented_opcodes_are_refused() {
    let refused =
        (0..=255).filter(|code| matches!(fault(&[*code, 0, 0, 0]), Error::IllegalOpcode { pc: ORG, .. }));
    assert_eq!(refused.count(), 105);
}

/// A machine that ends a run only where a C64 stops.
fn lenient(code: &[u8]) -> Machine {
    let mut machine = Machine::new(Config {
        strict: false,
        interrupts: false,
        cycle_limit: 1_000_000,
        ..Config::default()
    });
    machine.load_bytes(ORG, code).expect("the program fits");
    machine
}

#[test]
fn undocumented_opcodes_may_be_allowed() {
    // LDA #3, SLO $02, LAX $02, STX $03, and the end.
    let code =
        [&[0xa9, 0x03, 0x85, 0x02, 0xa9, 0x40, 0x07, 0x02, 0xa7, 0x02, 0x86, 0x03], &EXIT[..]].concat();
    assert!(matches!(fault(&code), Error::IllegalOpcode { pc: 0x0826, opcode: 0x07, .. }));
    let allowed = Config { undocumented: true, ..Config::default() };
    for config in [allowed.clone(), Config { strict: false, ..Config::default() }] {
        let mut machine = Machine::new(config);
        machine.load_bytes(ORG, &code).expect("the program fits");
        assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
        assert_eq!((machine.peek(0x02), machine.peek(0x03)), (6, 6));
    }
    let mut machine = Machine::new(allowed);
    machine.load_bytes(ORG, &[0x00]).expect("the program fits");
    assert!(matches!(machine.run_from(ORG), Err(Error::Break { .. })), "BRK is still refused");
}

#[test]
fn every_jam_stops_the_processor() {
    let jams = (0..=255).filter(|code| {
        let end = lenient(&[&[*code, 0, 0, 0], &EXIT[..]].concat()).run_from(ORG);
        matches!(end, Err(Error::Jam { pc: ORG, opcode, .. }) if opcode == *code)
    });
    let expected = [0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xb2, 0xd2, 0xf2];
    assert_eq!(jams.collect::<Vec<u8>>(), expected);
    let error = lenient(&[0xd2]).run_from(ORG).expect_err("JAM").to_string();
    assert!(error.starts_with("JAM ($D2) at $0820 stops the processor until a reset"), "{error}");
}

/// The stack wraps in calls of the KERNAL and in its interrupt, too.
#[test]
fn a_full_stack_stops_no_c64() {
    for pointer in 0..=255 {
        // LDX #pointer, TXS, LDA #"A", JSR CHROUT, PHA, PLA, BRK's handler at $0900 ends the program.
        let code = [0xa2, pointer, 0x9a, 0xa9, 0x41, 0x20, 0xd2, 0xff, 0x48, 0x68, 0x00];
        let mut machine = lenient(&code);
        machine.load_bytes(0x0900, &EXIT).expect("the program fits");
        machine.poke(0x0316, 0x00);
        machine.poke(0x0317, 0x09);
        machine.interrupt_at(10, Line::Irq);
        let end = machine.run_from(ORG);
        assert!(matches!(end, Ok(Stop::Exit { code: 0, .. })), "{pointer}: {end:?}");
        assert_eq!(machine.transcript(), "A", "{pointer}");
    }
}

/// Registers of the chips are executed like other memory: the colour RAM here, which reads as $F0 and the colour.
#[test]
fn code_may_run_in_the_io_area() {
    let mut machine = lenient(&[0x4c, 0x00, 0xd8]);
    machine.poke(0xd800, 0x08);
    machine.poke(0xd801, 0x0a);
    // SED, then NOP at $FA; JAM at $F2 ends it.
    machine.poke(0xd802, 0x02);
    let error = machine.run_from(ORG).expect_err("JAM");
    assert!(matches!(error, Error::Jam { pc: 0xd802, opcode: 0xf2, .. }), "{error}");
    assert_eq!(machine.registers().p & 0x08, 0x08, "SED");
    let mut machine = machine_with(&[0x4c, 0x00, 0xd8]);
    assert!(matches!(machine.run_from(ORG), Err(Error::NoCode { pc: 0xd800, .. })));
}

/// A raster interrupt that nobody acknowledges leaves a C64 in the KERNAL's handler for ever, with its clock too fast.
#[test]
fn an_interrupt_that_is_not_acknowledged_comes_again_and_again() {
    let code = [0xa9, 0x01, 0x8d, 0x1a, 0xd0, 0x58, 0xe6, 0x02, 0x4c, 0x26, 0x08];
    let mut machine = lenient(&code);
    let error = machine.run_from(ORG).expect_err("nothing ends it");
    assert!(matches!(error, Error::CycleLimit { .. }), "{error}");
    assert!(machine.peek(0xa1) > 0, "a jiffy for each interrupt");
    assert!(matches!(fault(&code), Error::Kernal { name: "IRQ", .. }));
}

#[test]
fn a_report_holds_the_last_sixteen_instructions() {
    let error = fault(&[vec![0xea; 30], vec![0x02]].concat());
    let report = error.report().expect("a running program");
    assert_eq!(report.trace.len(), 16);
    assert!(report.trace[0].starts_with("082F  EA"), "{:?}", report.trace);
}

#[test]
fn break_and_decimal_mode_are_refused() {
    assert!(matches!(fault(&[0xea, 0x00]), Error::Break { pc: 0x0821, .. }));
    assert!(matches!(fault(&[0xf8]), Error::Decimal { pc: ORG, .. }));
    // LDA #$08, PHA, PLP brings D in by the back door.
    assert!(matches!(fault(&[0xa9, 0x08, 0x48, 0x28, 0xea]), Error::Decimal { pc: 0x0823, .. }));
    let mut machine = Machine::new(Config { strict: false, ..Config::default() });
    machine.load_bytes(ORG, &[0xf8, 0xd8, 0x8d, 0xff, 0xd7]).expect("the program fits");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })), "unless the machine is not strict");
}

#[test]
fn the_hardware_stack_is_guarded_at_both_ends() {
    // JSR to itself: 127 return addresses fit into 255 bytes.
    assert!(matches!(fault(&[0x20, 0x20, 0x08]), Error::Stack { pc: ORG, underflow: false, .. }));
    // PHA, JMP to it: pushes until full.
    assert!(matches!(fault(&[0x48, 0x4c, 0x20, 0x08]), Error::Stack { pc: ORG, underflow: false, .. }));
    for code in [[0x68], [0x28], [0x60], [0x40]] {
        assert!(matches!(fault(&code), Error::Stack { pc: ORG, underflow: true, .. }));
    }
}

#[test]
fn an_endless_program_meets_the_limit() {
    let mut machine = machine_with(&[0xea, 0x4c, 0x20, 0x08]);
    machine.set_cycle_limit(1_000);
    let error = machine.run_from(ORG).expect_err("NOP, JMP back");
    assert!(matches!(error, Error::CycleLimit { limit: 1_000, .. }));
    assert_eq!(machine.cycles(), 1_000);
    // A jump to itself needs no limit to be recognised.
    assert_eq!(machine_with(&[0x4c, 0x20, 0x08]).run_from(ORG), Ok(Stop::Halted { pc: ORG }));
}

#[test]
fn the_program_cannot_overwrite_itself() {
    let error = fault(&[0xa9, 0x60, 0x8d, 0x20, 0x08, 0xea]);
    assert!(matches!(error, Error::WriteToProtected { address: ORG, value: 0x60, .. }));
    let mut machine = machine_with(&[0xea]);
    machine.poke(ORG, 0x00);
    assert_eq!(machine.peek(ORG), 0x00, "the host may");
}

#[test]
fn the_neighbours_of_a_protected_range_are_free() {
    let mut machine = machine_with(&[0x8d, 0x1f, 0x08, 0x8d, 0x2b, 0x08, 0x8d, 0xff, 0xd7]);
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
}

#[test]
fn places_without_code_are_named() {
    assert!(matches!(fault(&[0x4c, 0x00, 0xa0]), Error::NoCode { pc: 0xa000, .. }));
    assert!(matches!(fault(&[0x4c, 0x20, 0xd0]), Error::NoCode { pc: 0xd020, .. }));
    assert!(matches!(fault(&[0x20, 0x24, 0xea]), Error::NoCode { pc: 0xea24, .. }));
    let error = fault(&[0x20, 0xb1, 0xff]);
    assert!(matches!(error, Error::Kernal { name: "LISTEN", .. }), "{error}");
}

#[test]
fn bad_images_are_refused() {
    let mut machine = Machine::new(Config::default());
    assert_eq!(machine.load_prg(&[]), Err(Error::Prg { size: 0, load: None }));
    assert_eq!(machine.load_prg(&[0x01, 0x08]), Err(Error::Prg { size: 2, load: None }));
    assert_eq!(machine.load_prg(&[0xff, 0xff, 1, 2]), Err(Error::Prg { size: 4, load: Some(0xffff) }));
    let range = machine.load_prg(&[0xff, 0xff, 1]).expect("one byte fits");
    assert_eq!((range.start, range.end), (0xffff, 0x10000));
    let error = machine.load_rom(machine::Rom::Kernal, &[0; 100]).expect_err("too short");
    assert_eq!(error.to_string(), "this ROM image must have 8192 bytes and has 100");
}

#[test]
fn every_error_says_what_happened_and_where() {
    let first = |error: Error| error.to_string().lines().next().unwrap_or_default().to_string();
    assert_eq!(first(fault(&[0x00])), "BRK at $0820");
    assert_eq!(first(fault(&[0xf8])), "decimal mode switched on at $0820");
    assert_eq!(first(fault(&[0x4c, 0, 0xd0])), "no code at $D000: a ROM without image, or I/O");
    assert_eq!(first(fault(&[0x20, 0x20, 0x08])), "hardware stack overflow at $0820");
    assert_eq!(first(fault(&[0x68])), "pull from an empty hardware stack at $0820");
    assert_eq!(first(fault(&[0x8d, 0x20, 0x08])), "$00 stored to $0820, which is protected");
    let mut machine = machine_with(&[0xea, 0x4c, 0x20, 0x08]);
    machine.set_cycle_limit(100);
    assert_eq!(first(machine.run_from(ORG).expect_err("an endless loop")), "cycle limit of 100 reached");
    let mut machine = Machine::new(Config::default());
    let texts = [
        (
            machine.load_prg(&[1]).map(drop),
            "a PRG file needs a load address and at least one byte; the size of this one is 1",
        ),
        (
            machine.load_prg(&[0xff, 0xff, 1, 2]).map(drop),
            "a PRG file of 4 bytes loaded at $FFFF reaches beyond $FFFF",
        ),
        (machine.load_bytes(0xfffe, &[0; 3]).map(drop), "3 bytes at $FFFE reach beyond $FFFF"),
        (machine.load_rom(machine::Rom::Characters, &[]), "this ROM image must have 4096 bytes and has 0"),
        (machine.start_basic_program().map(drop), "there is no BASIC line with SYS and an address at $0801"),
        (Labels::parse("al").map(drop), "line 1 of the label file is not `al C:0820 .name`: al"),
    ];
    for (result, text) in texts {
        let error = result.expect_err(text);
        assert_eq!((error.to_string().as_str(), error.report()), (text, None));
    }
}

#[test]
fn registers_are_shown_with_their_flags() {
    let shown = |p: u8| Registers { pc: 0x1234, a: 1, x: 2, y: 0xab, sp: 0xfd, p }.to_string();
    assert_eq!(shown(0x20), "PC=$1234 A=$01 X=$02 Y=$AB SP=$FD P=..-.....");
    assert_eq!(shown(0xff), "PC=$1234 A=$01 X=$02 Y=$AB SP=$FD P=NV-BDIZC");
    assert_eq!(shown(0x81), "PC=$1234 A=$01 X=$02 Y=$AB SP=$FD P=N.-....C");
}

#[test]
fn the_status_has_no_b_and_always_bit_5() {
    let mut machine = machine_with(&[]);
    for (given, kept) in [(0x00, 0x20), (0xff, 0xef), (0x10, 0x20)] {
        machine.set_registers(Registers { p: given, ..machine.registers() });
        assert_eq!(machine.registers().p, kept);
    }
    // PHP pushes both bits: LDA #0, PHA, PLP, PHP, PLA, STA $3000.
    let code = [0xa9, 0, 0x48, 0x28, 0x08, 0x68, 0x8d, 0, 0x30];
    assert_eq!(crate::run(&code).peek(0x3000) & 0x30, 0x30);
}

#[test]
fn a_jump_or_branch_to_itself_halts_and_other_loops_do_not() {
    assert_eq!(machine_with(&[0x18, 0x90, 0xfe]).run_from(ORG), Ok(Stop::Halted { pc: ORG + 1 }));
    let mut machine = machine_with(&[0x6c, 0x00, 0x30]);
    machine.load_bytes(0x3000, &[0x20, 0x08]).expect("the pointer fits");
    assert_eq!(machine.run_from(ORG), Ok(Stop::Halted { pc: ORG }));
    // RTS to itself changes the stack: with $081F as return address, again and again, until the stack is empty.
    let mut machine = machine_with(&[0x60]);
    machine.load_bytes(0x01fa, &[0x1f, 0x08, 0x1f, 0x08]).expect("the stack fits");
    machine.set_registers(Registers { sp: 0xf9, ..machine.registers() });
    machine.load_bytes(0x01fe, &[0xff, 0x08]).expect("the stack fits");
    machine.load_bytes(0x0900, &crate::EXIT).expect("the program fits");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
}

#[test]
fn the_deepest_stack_is_remembered() {
    // JSR to PHA, PLA, RTS. The pointer is looked at before a push or pull.
    let mut machine = machine_with(&[0x20, 0x28, 0x08, 0x8d, 0xff, 0xd7, 0xea, 0xea, 0x48, 0x68, 0x60]);
    assert_eq!(machine.lowest_stack_pointer(), 0xff);
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.lowest_stack_pointer(), 0xff - 3);
}

#[test]
fn the_stack_may_be_used_up_to_its_last_byte() {
    // LDX #…, TXS, then the instruction.
    let runs = |pointer: u8, instruction: &[u8]| {
        let code = [&[0xa2, pointer, 0x9a], instruction].concat();
        let mut machine = machine_with(&[code.as_slice(), &crate::EXIT].concat());
        machine.set_cycle_limit(100);
        !matches!(machine.run_from(ORG), Err(Error::Stack { .. }))
    };
    for (instruction, first_bad) in [([0x48], 0), ([0x08], 0)] {
        assert!(runs(first_bad + 1, &instruction) && !runs(first_bad, &instruction), "{instruction:02X?}");
    }
    assert!(runs(2, &[0x20, 0x26, 0x08]) && !runs(1, &[0x20, 0x26, 0x08]), "JSR");
    for (instruction, needed) in [([0x68], 1), ([0x28], 1), ([0x60], 2), ([0x40], 3)] {
        let first_bad = 0xff - needed + 1;
        assert!(runs(first_bad - 1, &instruction) && !runs(first_bad, &instruction), "{instruction:02X?}");
    }
}

#[test]
fn those_who_called_are_known_after_a_fault() {
    // JSR $0824, BRK, then at $0824: PHA, JSR $0829, NOP, and at $0829 an opcode that is none.
    let code = [0x20, 0x24, 0x08, 0x00, 0x48, 0x20, 0x29, 0x08, 0xea, 0x02];
    let mut machine = machine_with(&code);
    machine.run_from(ORG).expect_err("JAM");
    assert_eq!((machine.registers().pc, machine.callers()), (0x0829, vec![0x0825, 0x0820]));
    // A routine that has returned is no caller.
    let mut machine = machine_with(&[0x20, 0x24, 0x08, 0x02, 0x60]);
    machine.run_from(ORG).expect_err("JAM");
    assert_eq!(machine.callers(), []);
}

#[test]
fn breakpoints_are_counted_and_the_program_goes_on() {
    // LDX #3: NOP: NOP: DEX: BNE to the first NOP
    let mut machine = machine_with(&[&[0xa2, 3, 0xea, 0xea, 0xca, 0xd0, 0xfb], &EXIT[..]].concat());
    machine.count_breakpoints(&[0x0822, 0x0826]);
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { code: 0, .. })));
    assert_eq!(machine.breakpoints(), [(0x0822, 3), (0x0826, 0)]);
}
