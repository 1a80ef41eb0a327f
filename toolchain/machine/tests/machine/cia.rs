//! The interrupts of the CIAs, and what their timers count.
//!
//! Sources: data sheet MOS 6526 (interrupt control register, control registers A and B), Programmer's Reference Guide,
//! appendix M; where they are silent, VICE's `ciacore.c`.

use machine::Stop;

use crate::{SEI, counted, read, store, wait};

/// Stops both timers of a CIA at `base`, and sets their latches.
fn latches(base: u16, a: u16, b: u16) -> Vec<u8> {
    let [[a_low, a_high], [b_low, b_high]] = [a.to_le_bytes(), b.to_le_bytes()];
    let values = [(14, 0), (15, 0), (4, a_low), (5, a_high), (6, b_low), (7, b_high)];
    values.iter().flat_map(|(register, value)| store(base + register, *value)).collect()
}

#[test]
fn timer_b_counts_timer_a_with_cnt_high_too() {
    // Nothing is connected to CNT, which is high: modes 10 and 11 of timer B are the same on a C64.
    for mode in [0x41, 0x61] {
        let start = [latches(0xdd00, 9, 100), store(0xdd0f, mode), store(0xdd0e, 0x11), wait(100)].concat();
        assert_eq!(read(&start, &[0xdd06]), [90], "mode {mode:02X}");
    }
}

#[test]
fn a_timer_a_that_stands_gives_timer_b_nothing() {
    let start = [latches(0xdd00, 9, 100), store(0xdd0f, 0x41), store(0xdd0e, 0x31), wait(100)].concat();
    assert_eq!(read(&start, &[0xdd04, 0xdd06, 0xdd0d]), [9, 100, 0]);
}

/// CIA 1's interrupts of timer A off, which the KERNAL has set up, and those of `mask` on.
fn irq_mask(mask: u8) -> Vec<u8> {
    [store(0xdc0d, 0x7f), store(0xdc0d, 0x80 | mask)].concat()
}

fn halted(end: Option<Stop>) -> bool {
    matches!(end, Some(Stop::Halted { .. }))
}

#[test]
fn timer_b_interrupts_while_its_mask_is_on() {
    let every_1000 = [latches(0xdc00, 0xffff, 999), store(0xdc0f, 0x11)].concat();
    assert_eq!(counted(&[irq_mask(2), every_1000.clone()].concat(), 10_500), (10, None));
    let (calls, end) = counted(&[irq_mask(0), every_1000.clone()].concat(), 10_500);
    assert!(calls == 0 && halted(end), "{calls}, {end:?}");
    let (calls, end) = counted(&[irq_mask(1), every_1000].concat(), 10_500);
    assert!(calls == 0 && halted(end), "timer A stands: {calls}, {end:?}");
    let once = [irq_mask(2), latches(0xdc00, 0xffff, 999), store(0xdc0f, 0x19)].concat();
    let (calls, end) = counted(&once, 10_500);
    assert!(calls == 1 && halted(end), "one shot: {calls}, {end:?}");
}

#[test]
fn both_timers_interrupt_side_by_side() {
    let both = [latches(0xdc00, 2999, 999), store(0xdc0e, 0x11), wait(100), store(0xdc0f, 0x11)].concat();
    assert_eq!(counted(&[irq_mask(3), both.clone()].concat(), 11_900), (3 + 11, None));
    assert_eq!(counted(&[irq_mask(1), both].concat(), 11_900), (3, None));
}

#[test]
fn timers_in_a_chain_interrupt_when_both_have_run_out() {
    // Ten underflows of timer A, 100 cycles apart.
    let chain = |control: u8, latch: u16| {
        [irq_mask(2), latches(0xdc00, 99, latch), store(0xdc0f, control), store(0xdc0e, 0x11)].concat()
    };
    assert_eq!(counted(&chain(0x51, 9), 10_500), (10, None));
    assert_eq!(counted(&chain(0x71, 9), 10_500), (10, None));
    let (calls, end) = counted(&chain(0x59, 9), 10_500);
    assert!(calls == 1 && halted(end), "one shot: {calls}, {end:?}");
    // A timer A in one-shot mode gives timer B one underflow and no more.
    for (latch, expected) in [(0, 1), (1, 0)] {
        let before = [irq_mask(2), latches(0xdc00, 99, latch), store(0xdc0f, 0x51), store(0xdc0e, 0x19)];
        let (calls, end) = counted(&before.concat(), 10_500);
        assert!(calls == expected && halted(end), "latch {latch}: {calls}, {end:?}");
    }
    // A timer A that stands, or waits for pulses on CNT.
    for control in [0x10, 0x31] {
        let before = [irq_mask(2), latches(0xdc00, 99, 0), store(0xdc0f, 0x51), store(0xdc0e, control)];
        let (calls, end) = counted(&before.concat(), 10_500);
        assert!(calls == 0 && halted(end), "control {control:02X}: {calls}, {end:?}");
    }
}

/// Timer B has run out once, and interrupts are held off.
fn run_out(mask: u8) -> Vec<u8> {
    [irq_mask(mask), latches(0xdc00, 0xffff, 9), store(0xdc0f, 0x19), wait(40)].concat()
}

#[test]
fn a_request_lasts_until_the_register_is_read() {
    assert_eq!(counted(&run_out(2), 10_000).0, 1);
    // Switching the source off leaves the request: "the IRQ line returns high following a read of the data register".
    let masked = [run_out(2), store(0xdc0d, 0x02)].concat();
    assert_eq!(counted(&masked, 10_000).0, 1);
    assert_eq!(read(&[vec![SEI], masked.clone()].concat(), &[0xdc0d, 0xdc0d]), [0x82, 0]);
    let read_first = [masked, vec![0xad, 0x0d, 0xdc]].concat();
    let (calls, end) = counted(&read_first, 10_000);
    assert!(calls == 0 && halted(end), "{calls}, {end:?}");
    let read_only = [run_out(2), vec![0xad, 0x0d, 0xdc]].concat();
    let (calls, end) = counted(&read_only, 10_000);
    assert!(calls == 0 && halted(end), "a read acknowledges: {calls}, {end:?}");
}

#[test]
fn a_flag_that_waits_interrupts_when_its_mask_is_set() {
    assert_eq!(counted(&[run_out(0), store(0xdc0d, 0x82)].concat(), 10_000).0, 1);
    assert_eq!(counted(&[run_out(0), store(0xdc0d, 0x81)].concat(), 10_000).0, 0, "another's mask");
    assert_eq!(counted(&[run_out(0), store(0xdc0d, 0x02)].concat(), 10_000).0, 0, "bit 7 says set or clear");
}

#[test]
fn timer_b_counts_cycles_as_timer_a_does() {
    let of = |timer: u16| {
        let [low, control] = [0xdd04 + 2 * timer, 0xdd0e + timer];
        let forced = [store(control, 0x11), wait(20), store(control, 0x11), wait(6)].concat();
        // A new latch, loaded by force while the timer runs, and by the timer itself when it has run out.
        let relatched = [store(control, 0x11), store(low, 0x34), store(low + 1, 0x02), wait(20)].concat();
        let reloaded = [relatched.as_slice(), &store(control, 0x11), &wait(6)].concat();
        let run_out = [store(low + 1, 0), store(control, 0x11), store(low + 1, 0x02), wait(140)].concat();
        let one_shot = [store(low + 1, 0), store(control, 0x19), wait(140)].concat();
        let stopped = [store(control, 0x11), wait(20), store(control, 0x00), wait(20)].concat();
        [forced, relatched, reloaded, run_out, one_shot, stopped].map(|program| {
            let start = latches(0xdd00, 0x0180, 0x0180);
            read(&[start, program].concat(), &[low, low + 1, control, 0xdd0d]).to_vec()
        })
    };
    let [of_a, mut of_b] = [of(0), of(1)];
    // Only the flag differs: bit 0 is timer A's and bit 1 timer B's.
    for seen in &mut of_b {
        seen[3] >>= 1;
    }
    assert_eq!(of_a, of_b);
    let flags = of_a.each_ref().map(|seen| seen[3]);
    assert_eq!(flags, [0, 0, 0, 1, 1, 0], "{of_a:02X?}");
    let controls = of_a.each_ref().map(|seen| seen[2]);
    assert_eq!(controls, [1, 1, 1, 1, 8, 0]);
    let high_bytes = of_a.each_ref().map(|seen| seen[1]);
    assert_eq!(high_bytes, [1, 1, 2, 2, 0, 1], "{of_a:02X?}");
}
