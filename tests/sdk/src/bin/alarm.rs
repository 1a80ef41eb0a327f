//! A panic in an interrupt handler.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::irq;

static LEFT: AtomicU8 = AtomicU8::new(10);

fn count() {
    let left = LEFT.load(Relaxed);
    assert!(left > 0, "there is none left");
    LEFT.store(left - 1, Relaxed);
}

fn main() {
    irq::start(&[(100, count)]);
    loop {}
}
