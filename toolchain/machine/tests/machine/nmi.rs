//! The interrupts of CIA 2, which come as NMIs: at once, and once for each time that the line falls.
//!
//! Sources: data sheet MOS 6526, data sheet MOS 6502 (NMI is edge-sensitive), KERNAL 901227-03 from $FE43.

use machine::{Error, Line, Machine, Registers, Stop};

use crate::{EXIT, ORG, SEI, machine_with, read, store, wait};

/// $0318 = $0900, interrupts held off.
const HOOK: [u8; 11] = [SEI, 0xa9, 0x00, 0x8d, 0x18, 0x03, 0xa9, 0x09, 0x8d, 0x19, 0x03];
/// INC $02, BIT $DD0D, RTI.
const HANDLER: [u8; 6] = [0xe6, 0x02, 0x2c, 0x0d, 0xdd, 0x40];
/// The same without the read that ends the request.
const CARELESS: [u8; 3] = [0xe6, 0x02, 0x40];

/// A program that does what `before` says and then jumps to itself; `handler` at $0900, and 0 in $02 for it to count.
fn waiting(before: &[u8], handler: &[u8]) -> Machine {
    let [low, high] = (ORG + before.len() as u16).to_le_bytes();
    let mut machine = machine_with(&[before, &[0x4c, low, high]].concat());
    machine.load_bytes(0x0900, handler).expect("the handler fits");
    machine.poke(0x02, 0);
    machine.set_registers(Registers { pc: ORG, ..machine.registers() });
    machine
}

/// How often the handler at $0318 was called within `cycles`, and how the run ended.
fn counted(before: &[u8], handler: &[u8], cycles: u64) -> (u8, Option<Stop>) {
    let mut machine = waiting(&[&HOOK, before].concat(), handler);
    let end = machine.run_for(cycles).expect("nothing goes wrong");
    (machine.peek(0x02), end)
}

/// Timer A (register 14) or B (15) of CIA 2 with a period of 1,000 cycles, and `mask` on.
fn every_1000(control_register: u16, control: u8, mask: u8) -> Vec<u8> {
    let low = 0xdd04 + 2 * (control_register - 14);
    let timer = [store(low, 0xe7), store(low + 1, 0x03), store(0xdd0d, 0x80 | mask)].concat();
    [timer, store(0xdd00 + control_register, control)].concat()
}

fn halted(end: Option<Stop>) -> bool {
    matches!(end, Some(Stop::Halted { .. }))
}

#[test]
fn both_timers_of_cia_2_make_nmis() {
    for (register, mask) in [(14, 1), (15, 2)] {
        assert_eq!(counted(&every_1000(register, 0x11, mask), &HANDLER, 10_500), (10, None));
        let (calls, end) = counted(&every_1000(register, 0x19, mask), &HANDLER, 10_500);
        assert!(calls == 1 && halted(end), "one shot: {calls}, {end:?}");
        let (calls, end) = counted(&every_1000(register, 0x11, 3 ^ mask), &HANDLER, 10_500);
        assert!(calls == 0 && halted(end), "another's mask: {calls}, {end:?}");
    }
}

#[test]
fn an_nmi_comes_when_the_timer_has_run_out() {
    // STA $D7FE, BIT $DD0D, RTI. The timer counts from two cycles after the store on, one more for the load.
    let handler = [0x8d, 0xfe, 0xd7, 0x2c, 0x0d, 0xdd, 0x40];
    let before = [&HOOK, every_1000(14, 0x11, 1).as_slice()].concat();
    let mut machine = waiting(&before, &handler);
    assert_eq!(machine.run_for(20_000), Ok(None));
    // SEI, then loads and stores of six cycles; the last store is in its last cycle.
    let started = 2 + 6 * 6 - 1;
    let marks: Vec<u64> = machine.marks().iter().map(|mark| mark.cycle).collect();
    assert_eq!(marks.len(), 19);
    for (n, mark) in (1..).zip(marks) {
        // 14 cycles to the handler, 4 for the mark, after the JMP in whose last but one cycle the processor has seen it.
        let late = mark - (started + 3 + 1000 * n - 1) - 14 - 4;
        assert!((2..5).contains(&late), "NMI {n} is {late} cycles late");
    }
}

#[test]
fn the_line_falls_once_for_each_request() {
    let (calls, end) = counted(&every_1000(14, 0x11, 1), &CARELESS, 10_500);
    assert!(calls == 1 && halted(end), "nobody reads $DD0D: {calls}, {end:?}");
    // The main program reads it: LDA $DD0D, JMP back. Every request is answered, even one that this read ends.
    let before = [&HOOK, every_1000(14, 0x11, 1).as_slice()].concat();
    let [low, high] = (ORG + before.len() as u16).to_le_bytes();
    let mut machine = waiting(&[before.as_slice(), &[0xad, 0x0d, 0xdd, 0x4c, low, high]].concat(), &CARELESS);
    assert_eq!(machine.run_for(100_500), Ok(None));
    assert_eq!(machine.peek(0x02), 100);
}

#[test]
fn a_flag_that_waits_makes_an_nmi_when_its_mask_is_set() {
    let run_out = [every_1000(14, 0x19, 0), vec![0xa2, 0], vec![0xca, 0xd0, 0xfd]].concat();
    assert_eq!(counted(&run_out, &HANDLER, 10_000).0, 0);
    assert_eq!(counted(&[run_out, store(0xdd0d, 0x81)].concat(), &HANDLER, 10_000).0, 1);
}

#[test]
fn the_kernals_handler_switches_cia_2_off() {
    // Nothing at $0318. The timer goes on; its interrupt does not come again.
    let before = [vec![SEI], every_1000(14, 0x11, 1), wait(120)].concat();
    let mut machine = waiting(&before, &[]);
    assert!(halted(machine.run_for(10_500).expect("nothing goes wrong")), "no NMI has a handler");
    let rest = [[0xa2, 0].as_slice(), &[0xca, 0xd0, 0xfd, 0xca, 0xd0, 0xfd]].concat();
    let seen = read(&[vec![SEI], every_1000(14, 0x11, 1), rest].concat(), &[0xdd0d, 0xdd0d]);
    assert_eq!(seen, [0x01, 0x00], "run out again, without a request");
}

#[test]
fn the_kernals_handler_leaves_rs_232_to_others() {
    // Source: KERNAL 901227-03, $FE72: what $02A1 and the interrupt register agree on is RS-232's.
    let with_enabled = |bits: u8| {
        let before = [vec![SEI], store(0x02a1, bits), every_1000(14, 0x11, 1)].concat();
        let here = [before.as_slice(), &[0xa2, 0, 0xca, 0xd0, 0xfd, 0xca, 0xd0, 0xfd], &EXIT].concat();
        machine_with(&here).run_from(ORG)
    };
    let end = with_enabled(0x01);
    assert!(matches!(&end, Err(Error::Kernal { name: "NMI", .. })), "{end:?}");
    let end = with_enabled(0x12);
    assert!(matches!(end, Ok(Stop::Exit { .. })), "timer A is none of these: {end:?}");
    // What is stored there becomes the mask again, here that of timer B, which starts when timer A has run out.
    let then_timer_b = |bits: u8| {
        let later = [0xa2, 0, 0xca, 0xd0, 0xfd, 0xca, 0xd0, 0xfd];
        let before = [vec![SEI], store(0x02a1, bits), every_1000(14, 0x19, 1), later.to_vec()].concat();
        let timer_b = [store(0xdd06, 9), store(0xdd07, 0), store(0xdd0f, 0x19), wait(40)].concat();
        machine_with(&[before, timer_b, EXIT.to_vec()].concat()).run_from(ORG)
    };
    let end = then_timer_b(0x82);
    assert!(matches!(&end, Err(Error::Kernal { name: "NMI", .. })), "{end:?}");
    let end = then_timer_b(0x02);
    assert!(matches!(end, Ok(Stop::Exit { .. })), "bit 7 says set or clear: {end:?}");
}

#[test]
fn restore_needs_a_line_that_is_high() {
    // Known as the way to switch RESTORE off: CIA 2 holds the line, and no edge comes through.
    let mut machine = waiting(&[&HOOK, every_1000(14, 0x19, 1).as_slice()].concat(), &CARELESS);
    machine.interrupt_at(500, Line::Nmi);
    assert_eq!(machine.run_for(700), Ok(None));
    assert_eq!(machine.peek(0x02), 1, "from outside, before the timer has run out");
    machine.interrupt_at(1500, Line::Nmi);
    assert_eq!(machine.run_for(500), Ok(None));
    assert_eq!(machine.peek(0x02), 2, "by the timer");
    assert!(halted(machine.run_for(1000).expect("nothing goes wrong")));
    machine.press_restore();
    assert!(halted(machine.run_for(1000).expect("nothing goes wrong")));
    assert_eq!((machine.peek(0x02), machine.interrupts_waiting()), (2, 0), "the line is low");
}
