//! Interrupt handlers by the vectors of the 6502 itself, with BASIC and the KERNAL switched off: main program, IRQs and NMIs
//! compute with the same function. Stores 0 to $D7FF if nobody's results are disturbed, else the number of what went wrong.
//! The IRQs are those of timer A of CIA 1 as the KERNAL has set it, some 60 a second; timer A of CIA 2 is started for NMIs.
//! Handlers take half of the time at most.
#![no_std]
#![feature(abi_avr_interrupt, asm_experimental_arch)]

use bare::{exit, peek, poke};
use core::arch::asm;
use core::sync::atomic::{AtomicU8, Ordering};

/// Recursive, so that it needs the software stack, and with a product and a quotient, which need the scratch memory.
#[inline(never)]
fn work(depth: u8, n: u32) -> u32 {
    let mut bytes = n.to_le_bytes();
    bytes.rotate_left(usize::from(depth & 3));
    let n = u32::from_le_bytes(bytes);
    match depth {
        0 => n,
        _ => work(depth - 1, n.wrapping_mul(69_069) / 3).wrapping_add(n % 1009),
    }
}

const MAINS: (u8, u32) = (9, 0x1234_5678);
const IRQS: (u8, u32) = (1, 0x0bad_cafe);
const NMIS: (u8, u32) = (1, 0xfeed_f00d);

static EXPECTED: [AtomicU8; 2] = [AtomicU8::new(0), AtomicU8::new(0)];
static RAN: [AtomicU8; 2] = [AtomicU8::new(0), AtomicU8::new(0)];
static FAULT: AtomicU8 = AtomicU8::new(0);

/// The work as one byte.
fn sum((depth, n): (u8, u32)) -> u8 {
    work(depth, n).to_le_bytes().iter().fold(0, |sum, byte| sum.rotate_left(1) ^ byte)
}

/// What both handlers do, each with a counter and an expected sum of its own.
fn handle(which: usize, job: (u8, u32)) {
    RAN[which].store(RAN[which].load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    if sum(job) != EXPECTED[which].load(Ordering::Relaxed) {
        FAULT.store(2 + which as u8, Ordering::Relaxed);
    }
}

extern "avr-non-blocking-interrupt" fn irq() {
    peek(0xdc0d);
    handle(0, IRQS);
}

extern "avr-non-blocking-interrupt" fn nmi() {
    peek(0xdd0d);
    handle(1, NMIS);
}

#[unsafe(no_mangle)]
pub extern "C" fn main() {
    let expected = work(MAINS.0, MAINS.1);
    EXPECTED[0].store(sum(IRQS), Ordering::Relaxed);
    EXPECTED[1].store(sum(NMIS), Ordering::Relaxed);
    unsafe {
        // I/O stays; writes reach the RAM below the KERNAL either way.
        asm!("sei", "lda #$35", "sta $01");
        (0xfffe as *mut extern "avr-non-blocking-interrupt" fn()).write_volatile(irq);
        (0xfffa as *mut extern "avr-non-blocking-interrupt" fn()).write_volatile(nmi);
        asm!("cli");
    }
    // An NMI every 60001 cycles, which no IRQ keeps step with.
    poke(0xdd04, 0x60);
    poke(0xdd05, 0xea);
    poke(0xdd0d, 0x81);
    poke(0xdd0e, 0x11);
    while RAN[0].load(Ordering::Acquire) < 60 {
        if work(MAINS.0, MAINS.1) != expected {
            exit(1)
        }
    }
    poke(0xdd0d, 0x7f);
    match FAULT.load(Ordering::Relaxed) {
        0 if RAN[1].load(Ordering::Relaxed) < 5 => exit(4),
        fault => exit(fault),
    }
}
