//! Recursion 60 deep with 400 bytes each time over a variable of 30,000 bytes: more than there is. Without a check of the
//! stack it prints a wrong sum.
#![no_std]
use core::hint::black_box;
use rt::*;
#[no_mangle]
pub static mut LARGE: [u8; 30_000] = [0; 30_000];
#[no_mangle]
pub static mut DEPTH: u16 = 60;
#[inline(never)]
fn deep(n: u16) -> u32 {
    let mut frame = [0u16; 200];
    for (i, slot) in black_box(&mut frame).iter_mut().enumerate() { *slot = n + (i as u16 & 1) }
    let below = if n == 0 { 0 } else { deep(n - 1) };
    black_box(&frame).iter().map(|n| u32::from(n & 0x1f)).sum::<u32>() + below
}
#[no_mangle]
pub extern "C" fn main() {
    let depth = unsafe { core::ptr::read_volatile(&raw const DEPTH) };
    for i in (0..30_000).step_by(100) { unsafe { core::ptr::write_volatile((&raw mut LARGE).cast::<u8>().add(i), 1) } }
    hex32(deep(depth)); nl();
}
