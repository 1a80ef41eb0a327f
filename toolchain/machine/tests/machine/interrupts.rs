//! Handlers of a program's own at $0314 and $0318.

use machine::{Error, Line, Stop};

use crate::{EXIT, ORG, machine_with};

/// SEI, $0314 = $0900, CLI.
const HOOK: [u8; 12] = [0x78, 0xa9, 0x00, 0x8d, 0x14, 0x03, 0xa9, 0x09, 0x8d, 0x15, 0x03, 0x58];

#[test]
fn a_hooked_handler_runs_before_the_kernals() {
    // Waits until the handler has run three times: loop: LDA $02, CMP #$5D, BNE loop.
    let code = [HOOK.as_slice(), &[0xa5, 0x02, 0xc9, 0x5d, 0xd0, 0xfa], &EXIT].concat();
    let mut machine = machine_with(&code);
    // INC $02, JMP $EA31
    machine.load_bytes(0x0900, &[0xe6, 0x02, 0x4c, 0x31, 0xea]).expect("the handler fits");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.cycles() / 16_422, 3);
    assert_eq!(machine.peek(0xa2), 3, "the clock went on");
    assert_eq!(machine.registers().sp, 0xff);
}

#[test]
fn a_handler_may_leave_by_the_short_way() {
    let code = [HOOK.as_slice(), &[0xa5, 0x02, 0xc9, 0x5d, 0xd0, 0xfa], &EXIT].concat();
    // INC $02, LDA $DC0D, JMP $EA81; the KERNAL's routine does the second of them from $EA7E on.
    for handler in [&[0xe6, 0x02, 0xad, 0x0d, 0xdc, 0x4c, 0x81, 0xea][..], &[0xe6, 0x02, 0x4c, 0x7e, 0xea]] {
        let mut machine = machine_with(&code);
        machine.load_bytes(0x0900, handler).expect("the handler fits");
        assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
        assert_eq!(machine.cycles() / 16_422, 3);
        assert_eq!(machine.peek(0xa2), 0, "without the KERNAL's part the clock stands");
    }
}

#[test]
fn a_raster_interrupt_comes_at_its_line() {
    // CIA 1 off, raster interrupt at line 100; that of line 0, on which it was, is acknowledged.
    let setup = [
        0xa9, 0x7f, 0x8d, 0x0d, 0xdc, 0xa9, 100, 0x8d, 0x12, 0xd0, 0xa9, 0x1b, 0x8d, 0x11, 0xd0, 0xa9, 0x01,
        0x8d, 0x19, 0xd0, 0x8d, 0x1a, 0xd0,
    ];
    let code = [setup.as_slice(), &HOOK, &[0xa5, 0x02, 0xc9, 0x5d, 0xd0, 0xfa], &EXIT].concat();
    let mut machine = machine_with(&code);
    // INC $02, LDA $D012, STA $03, LDA #1, STA $D019, JMP $EA81
    let handler = [0xe6, 0x02, 0xad, 0x12, 0xd0, 0x85, 0x03, 0xa9, 0x01, 0x8d, 0x19, 0xd0, 0x4c, 0x81, 0xea];
    machine.load_bytes(0x0900, &handler).expect("the handler fits");
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.peek(0x03), 100);
    let frame = 63 * 312;
    assert!(machine.cycles() > 2 * frame && machine.cycles() < 3 * frame);
    // The same without a handler would hang the real machine. NOP, JMP back.
    let mut machine = machine_with(&[setup.as_slice(), &[0xea, 0x4c, 0x37, 0x08]].concat());
    assert!(matches!(machine.run_from(ORG), Err(Error::Kernal { name: "IRQ", .. })));
}

#[test]
fn the_kernals_own_interrupt_costs_the_program_nothing() {
    // LDY #0; loop: LDX #0, DEX, BNE, DEY, BNE loop: 256 rounds.
    let code = [&[0xa0, 0, 0xa2, 0, 0xca, 0xd0, 0xfd, 0x88, 0xd0, 0xf8], EXIT.as_slice()].concat();
    let mut with = machine_with(&code);
    with.run_from(ORG).expect("the program ends");
    let mut without = machine_with(&[&[0x78], code.as_slice()].concat());
    without.run_from(ORG).expect("the program ends");
    assert_eq!(with.cycles() + 2, without.cycles());
    assert_eq!(u64::from(with.peek(0xa2)), with.cycles() / 16_422);
}

#[test]
fn restore_runs_the_hooked_handler() {
    // Waits for a key, RESTORE comes while waiting.
    let code = [&[0x20, 0xe4, 0xff, 0xf0, 0xfb], EXIT.as_slice()].concat();
    let mut machine = machine_with(&code);
    // INC $02, RTI
    machine.load_bytes(0x0900, &[0xe6, 0x02, 0x40]).expect("the handler fits");
    machine.poke(0x0318, 0x00);
    machine.poke(0x0319, 0x09);
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    machine.press_restore();
    assert_eq!(machine.run(), Ok(Stop::WaitingForKey));
    assert_eq!(machine.peek(0x02), 0x5b);
}

#[test]
fn restore_alone_is_harmless_and_with_stop_a_warm_start() {
    let code = [&[0x20, 0xe4, 0xff, 0xf0, 0xfb], EXIT.as_slice()].concat();
    let mut machine = machine_with(&code);
    assert_eq!(machine.run_from(ORG), Ok(Stop::WaitingForKey));
    machine.press_restore();
    assert_eq!(machine.run(), Ok(Stop::WaitingForKey));
    machine.press_stop(true);
    machine.press_restore();
    assert_eq!(machine.run(), Ok(Stop::WarmStart));
}

#[test]
fn an_interrupt_comes_at_the_cycle_that_was_asked_for() {
    // Hook, then 100 NOPs; the handler keeps what the clock of X shows: INX in place of NOP.
    let mut code = [HOOK.as_slice(), &[0xa2, 0x00]].concat();
    code.extend([0xe8; 100]);
    code.extend(EXIT);
    // Up to the first INX: SEI, four loads and stores, CLI, LDX #0.
    let start = 2 + 2 + 4 + 2 + 4 + 2 + 2;
    for n in 0..100 {
        let mut machine = machine_with(&code);
        // STX $02, JMP $EA81
        machine.load_bytes(0x0900, &[0x86, 0x02, 0x4c, 0x81, 0xea]).expect("the handler fits");
        machine.interrupt_at(start + 2 * n, Line::Irq);
        assert_eq!(machine.interrupts_waiting(), 1);
        assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
        assert_eq!((u64::from(machine.peek(0x02)), machine.interrupts_waiting()), (n, 0));
    }
}

#[test]
fn an_irq_from_outside_waits_for_cli_and_an_nmi_does_not() {
    // SEI, NOP, NOP, NOP, CLI, NOP, NOP
    let code = [&[0x78, 0xea, 0xea, 0xea, 0x58, 0xea, 0xea], EXIT.as_slice()].concat();
    let mut machine = machine_with(&code);
    // At $0314: TSX, STX $02, LDA $0104,X (the address it returns to), STA $03, JMP $EA81; at $0318 the same to $04 by RTI.
    let irq = [0xba, 0x86, 0x02, 0xbd, 0x05, 0x01, 0x85, 0x03, 0x4c, 0x81, 0xea];
    let nmi = [0xba, 0xbd, 0x02, 0x01, 0x85, 0x04, 0x40];
    machine.load_bytes(0x0900, &irq).expect("the handler fits");
    machine.load_bytes(0x0940, &nmi).expect("the handler fits");
    for (at, byte) in [(0x0314, 0x00), (0x0315, 0x09), (0x0318, 0x40), (0x0319, 0x09)] {
        machine.poke(at, byte);
    }
    machine.interrupt_at(3, Line::Nmi);
    machine.interrupt_at(3, Line::Irq);
    assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
    assert_eq!(machine.peek(0x04), (ORG + 2) as u8, "the NMI comes before the second NOP");
    assert_eq!(machine.peek(0x03), (ORG + 6) as u8, "the IRQ comes an instruction behind CLI");
    assert_eq!(machine.peek(0x02), 0xff - 6);
}

#[test]
fn an_interrupt_without_room_on_the_stack_is_an_error() {
    // LDX #3, TXS, CLI, NOP, NOP
    let code = [&[0xa2, 0x03, 0x9a, 0x58, 0xea, 0xea], EXIT.as_slice()].concat();
    let mut machine = machine_with(&code);
    machine.interrupt_at(6, Line::Irq);
    assert!(matches!(machine.run_from(ORG), Err(Error::Stack { underflow: false, .. })));
}

#[test]
fn the_status_that_an_interrupt_pushes_has_bit_5_and_not_b() {
    // Source: MCS6500 programming manual: B tells BRK from an IRQ. Bit 5 is no flip-flop and reads as 1.
    // At $0314: TSX, LDA $0104,X (behind Y, X and A), STA $02, JMP $EA81; at $0318: TSX, LDA $0101,X, STA $02, RTI.
    let irq: &[u8] = &[0xba, 0xbd, 0x04, 0x01, 0x85, 0x02, 0x4c, 0x81, 0xea];
    let nmi: &[u8] = &[0xba, 0xbd, 0x01, 0x01, 0x85, 0x02, 0x40];
    for (line, vector, handler) in [(Line::Irq, 0x0314, irq), (Line::Nmi, 0x0318, nmi)] {
        // SEC, LDX #$80, NOP, NOP: N and C are set.
        let mut machine = machine_with(&[&[0x38, 0xa2, 0x80, 0xea, 0xea], EXIT.as_slice()].concat());
        machine.load_bytes(0x0900, handler).expect("the handler fits");
        machine.poke(vector, 0x00);
        machine.poke(vector + 1, 0x09);
        machine.interrupt_at(4, line);
        assert!(matches!(machine.run_from(ORG), Ok(Stop::Exit { .. })));
        assert_eq!(machine.peek(0x02), 0xa1, "{line:?}");
    }
}
