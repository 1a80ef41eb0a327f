//! Errors of faulty programs, and their messages.

use machine::{Config, Error, Labels, Machine, Stop};

use crate::{ORG, machine_with};

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
         0830  02        .BYTE $02    A=12 X=34 Y=56 SP=FF  search+2"
    );
}

#[test]
fn all_105_undocumented_opcodes_are_refused() {
    let refused =
        (0..=255).filter(|code| matches!(fault(&[*code, 0, 0, 0]), Error::IllegalOpcode { pc: ORG, .. }));
    assert_eq!(refused.count(), 105);
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
