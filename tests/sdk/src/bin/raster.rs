//! Handlers at two raster lines, which change the border, and the clock beside them.
#![no_std]
use core::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use sys2080::irq;
use sys2080::prelude::*;

static FIRST: AtomicU16 = AtomicU16::new(0);
static FRAMES: AtomicU8 = AtomicU8::new(0);

fn first() {
    screen::border(Colour::White);
    FIRST.store(FIRST.load(Relaxed) + 1, Relaxed);
}

fn second() {
    screen::border(Colour::Black);
    FRAMES.store(FRAMES.load(Relaxed) + 1, Relaxed);
}

fn main() {
    irq::start(&[(100, first), (200, second)]);
    while FRAMES.load(Relaxed) < 50 {}
    let jiffies = time::jiffies();
    while FRAMES.load(Relaxed) < 150 {}
    uprintln!("{} {}", FIRST.load(Relaxed), time::jiffies() - jiffies);
}
