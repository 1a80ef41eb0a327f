//! A variable under the KERNAL's ROM, which is therefore switched off between its calls.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering};

use sys2080::prelude::*;

#[cfg_attr(target_vendor = "c64", unsafe(link_section = ".high"))]
static COUNT: AtomicU8 = AtomicU8::new(0);

fn main() {
    for _ in 0..3 {
        print::at(3, 2);
        COUNT.fetch_add(1, Ordering::Relaxed);
        uprint!("Written {} times", COUNT.load(Ordering::Relaxed));
    }
    println!();
}
