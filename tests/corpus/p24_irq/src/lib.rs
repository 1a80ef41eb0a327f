//! Interrupt handlers, without a platform: main program, IRQs and NMIs compute with the same functions. Stores 0 to $D7FF if
//! nobody's results are disturbed, else the number of what went wrong. Needs NMIs: timer A of CIA 2 is started for them.
//! Handlers take a third of the time at most.
#![no_std]
#![feature(abi_avr_interrupt, asm_experimental_arch)]

use bare::{exit, peek, poke};
use core::arch::asm;
use core::sync::atomic::{AtomicU8, AtomicU16, Ordering};

unsafe extern "C" {
    /// Has the KERNAL's own interrupt routine follow the handler.
    fn __kernal_irq();
}

/// What main program and handlers call by pointer.
trait Step: Sync {
    fn step(&self, n: u32, by: u16) -> u32;
}

struct Adds(u16);
struct Divides(u32);

impl Step for Adds {
    fn step(&self, n: u32, by: u16) -> u32 {
        n.wrapping_add(u32::from(self.0) * u32::from(by))
    }
}

impl Step for Divides {
    fn step(&self, n: u32, by: u16) -> u32 {
        (n / self.0) ^ (n % (u32::from(by) + 1))
    }
}

static STEPS: [&dyn Step; 2] = [&Adds(777), &Divides(1001)];

fn fibonacci(n: u8) -> u16 {
    if n < 2 { u16::from(n) } else { fibonacci(n - 1).wrapping_add(fibonacci(n - 2)) }
}

#[inline(never)]
fn work(n: u16) -> u32 {
    let mut bytes = [0u8; 12];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (n >> (i as u16 & 7)) as u8;
    }
    let length = usize::from(n & 7);
    bytes.copy_within(..length, 4);
    let mut sum = u32::from(fibonacci((n & 3) as u8 + 2));
    for (i, byte) in bytes.iter().step_by(4).enumerate() {
        sum = STEPS[(i + usize::from(n)) % 2].step(sum.rotate_left(u32::from(*byte) & 15), n);
    }
    sum.wrapping_mul(u32::from(n) | 1)
}

const IRQS_NUMBER: u16 = 0x1357;
const NMIS_NUMBER: u16 = 0xfdb9;

static IRQS_RESULT: AtomicU16 = AtomicU16::new(0);
static NMIS_RESULT: AtomicU16 = AtomicU16::new(0);
static TICKS: AtomicU16 = AtomicU16::new(0);
static NMIS: AtomicU8 = AtomicU8::new(0);
static FAULT: AtomicU8 = AtomicU8::new(0);

extern "avr-interrupt" fn irq() {
    poke(0xd020, TICKS.fetch_add(1, Ordering::Relaxed) as u8);
    if work(IRQS_NUMBER) as u16 != IRQS_RESULT.load(Ordering::Relaxed) {
        FAULT.store(2, Ordering::Relaxed);
    }
    unsafe { __kernal_irq() }
}

extern "avr-non-blocking-interrupt" fn nmi() {
    peek(0xdd0d);
    NMIS.store(NMIS.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    if work(NMIS_NUMBER) as u16 != NMIS_RESULT.load(Ordering::Relaxed) {
        FAULT.store(3, Ordering::Relaxed);
    }
}

#[unsafe(no_mangle)]
static mut SEED: u16 = 0x2468;

#[unsafe(no_mangle)]
pub extern "C" fn main() {
    let seed = unsafe { (&raw const SEED).read_volatile() };
    let expected = work(seed);
    IRQS_RESULT.store(work(IRQS_NUMBER) as u16, Ordering::Relaxed);
    NMIS_RESULT.store(work(NMIS_NUMBER) as u16, Ordering::Relaxed);
    unsafe {
        asm!("sei");
        (0x0314 as *mut extern "avr-interrupt" fn()).write_volatile(irq);
        (0x0318 as *mut extern "avr-non-blocking-interrupt" fn()).write_volatile(nmi);
        asm!("cli");
    }
    // Timer A of CIA 2: an NMI every 60001 cycles, which no IRQ keeps step with.
    poke(0xdd04, 0x60);
    poke(0xdd05, 0xea);
    poke(0xdd0d, 0x81);
    poke(0xdd0e, 0x11);
    while TICKS.load(Ordering::Acquire) < 30 {
        if work(seed) != expected {
            exit(1)
        }
    }
    poke(0xdd0d, 0x7f);
    match FAULT.load(Ordering::Relaxed) {
        0 if NMIS.load(Ordering::Relaxed) < 3 => exit(4),
        // The KERNAL's clock has gone on.
        0 if peek(0xa2) == 0 && peek(0xa1) == 0 => exit(5),
        fault => exit(fault),
    }
}
