//! Raster bars: interrupts change the colours at certain raster lines, while the program counts.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::irq;
use sys2080::prelude::*;

/// The colours of the bar, from top to bottom.
const BAR: [Colour; 8] = [
    Colour::Blue,
    Colour::LightBlue,
    Colour::Cyan,
    Colour::White,
    Colour::Cyan,
    Colour::LightBlue,
    Colour::Blue,
    Colour::Black,
];

/// The index of the bar's next colour.
static NEXT: AtomicU8 = AtomicU8::new(0);
/// Frames since the start: the interrupt counts them, and the program reads them.
static FRAMES: AtomicU8 = AtomicU8::new(0);

/// Draws one stripe of the bar: from here on, border and background have the next colour.
fn stripe() {
    let next = NEXT.load(Relaxed);
    let colour = BAR[usize::from(next) % BAR.len()];
    screen::border(colour);
    screen::background(colour);
    NEXT.store(next + 1, Relaxed);
}

/// Runs below the screen: the frame is complete.
fn end_of_picture() {
    NEXT.store(0, Relaxed);
    FRAMES.store(FRAMES.load(Relaxed).wrapping_add(1), Relaxed);
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    irq::start(&[
        (120, stripe),
        (130, stripe),
        (140, stripe),
        (150, stripe),
        (160, stripe),
        (170, stripe),
        (180, stripe),
        (190, stripe),
        (251, end_of_picture),
    ]);
    // The bars do not depend on this loop, which runs until a key is pressed.
    let mut seconds = 0_u16;
    while input::key().is_none() {
        if FRAMES.load(Relaxed) >= 50 {
            FRAMES.store(0, Relaxed);
            seconds += 1;
            sys2080::print::at(0, 0);
            uprint!("{} SECONDS", seconds);
        }
    }
    irq::stop();
}
