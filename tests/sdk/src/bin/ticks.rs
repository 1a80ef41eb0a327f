//! A timer: beside the KERNAL's interrupts, stopped, and beside raster lines, one of which is always late.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::irq;
use sys2080::prelude::*;

static TICKS: AtomicU8 = AtomicU8::new(0);
static LINES: AtomicU8 = AtomicU8::new(0);

fn tick() {
    TICKS.store(TICKS.load(Relaxed) + 1, Relaxed);
}

fn line() {
    LINES.store(LINES.load(Relaxed) + 1, Relaxed);
}

fn main() {
    time::wait_jiffies(1);
    let start = time::jiffies();
    irq::start_timer(5_000, tick);
    time::wait_jiffies(60);
    irq::stop();
    uprintln!("{} {}", time::jiffies() - start, TICKS.load(Relaxed));

    let ticks = TICKS.load(Relaxed);
    time::wait_jiffies(10);
    uprintln!("{}", TICKS.load(Relaxed) - ticks);

    TICKS.store(0, Relaxed);
    irq::start(&[(30, line), (31, line), (300, line)]);
    irq::start_timer(10_000, tick);
    while LINES.load(Relaxed) < 150 {}
    irq::stop();
    uprintln!("{} {}", TICKS.load(Relaxed), LINES.load(Relaxed));

    let start = time::jiffies();
    time::wait_jiffies(10);
    uprintln!("{}", time::jiffies() - start);
}
