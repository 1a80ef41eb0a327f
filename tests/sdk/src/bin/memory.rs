//! The heap to its end: what is freed can be had again, and what is too much is refused.
#![no_std]
extern crate alloc;

use alloc::vec::Vec;

use sys2080::heap;
use sys2080::prelude::*;

fn main() {
    let all = heap::free();
    // All of it, but for what is missing to whole blocks.
    uprintln!("{:?}", heap::room() - all < 8);
    for _ in 0..3 {
        let mut numbers: Vec<u16> = Vec::new();
        let mut count = 0;
        while numbers.try_reserve(1000).is_ok() {
            numbers.extend(count..count + 1000);
            count += 1000;
        }
        let sum: u32 = numbers.iter().map(|number| u32::from(*number)).sum();
        uprintln!("{} {}", count, sum);
    }
    uprintln!("{:?}", heap::free() == all);
}
