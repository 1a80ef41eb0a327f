//! Critical sections, one inside another.
#![no_std]
#![cfg_attr(target_vendor = "c64", feature(asm_experimental_arch))]
use core::arch::asm;
use core::cell::Cell;

use critical_section::Mutex;
use sys2080::prelude::*;

static SHARED: Mutex<Cell<u8>> = Mutex::new(Cell::new(1));

/// Whether interrupts are disabled.
fn disabled() -> bool {
    let status: u8;
    // SAFETY: what is pushed is pulled.
    unsafe { asm!("php", "pla", out("r24") status) }
    status & 4 != 0
}

fn main() {
    uprint!("{:?} ", disabled());
    let inside = critical_section::with(|outer| {
        critical_section::with(|inner| SHARED.borrow(inner).set(7));
        SHARED.borrow(outer).set(SHARED.borrow(outer).get() + 1);
        disabled()
    });
    uprintln!("{:?} {:?} {}", inside, disabled(), critical_section::with(|cs| SHARED.borrow(cs).get()));
}
