//! What the timers of the CIAs count.
//!
//! Sources: data sheet MOS 6526 (interrupt control register, control registers A and B), Programmer's Reference Guide,
//! appendix M; where they are silent, VICE's `ciacore.c`.

use crate::{read, store, wait};

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
