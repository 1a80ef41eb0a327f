//! The interrupts of a random crate: none, handlers that it stores in the vectors, or those of the crate `sys2080`.

use crate::random::Random;

/// The percentage of crates with interrupt handlers.
const INTERRUPTED: u64 = 10;

/// The percentage of these whose handlers are those of `sys2080`.
const BY_SYS2080: u64 = 50;

/// The minimum number of cycles between two timer interrupts, and the upper bound: an interrupt takes about 700, including the work of
/// `one`.
const CYCLES: [u64; 2] = [2_000, 30_000];

/// The last raster line of an NTSC machine.
const LAST_LINE: u64 = 262;
/// The maximum number of lines with handlers.
const LINES: u64 = 3;

/// The interrupts of a crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interrupts {
    /// No interrupts.
    None,
    /// An IRQ handler and an NMI handler, whose addresses the crate stores in the KERNAL's vectors.
    Vectors,
    /// A function called through `sys2080::irq::start_timer`, with this period in cycles.
    Timer(u16),
    /// Functions called through `sys2080::irq::start` at these raster lines.
    Lines(Vec<u16>),
}

impl Interrupts {
    /// Chooses the interrupts of a crate without a heap, which handlers must not use.
    pub(super) fn any(random: &mut Random, seed: u64) -> Interrupts {
        if !random.percent(INTERRUPTED) {
            return Interrupts::None;
        }
        // A separate random stream, so that the rest of a crate does not depend on its interrupts.
        let random = &mut Random::new(seed ^ 0x1e90);
        if !random.percent(BY_SYS2080) {
            return Interrupts::Vectors;
        }
        if random.percent(50) {
            return Interrupts::Timer((CYCLES[0] + random.below(CYCLES[1] - CYCLES[0])) as u16);
        }
        let mut lines: Vec<u16> =
            (0..1 + random.below(LINES)).map(|_| random.below(LAST_LINE + 1) as u16).collect();
        lines.sort_unstable();
        lines.dedup();
        Interrupts::Lines(lines)
    }

    /// Returns whether there are interrupts.
    pub fn come(&self) -> bool {
        *self != Interrupts::None
    }

    /// Returns whether the crate needs the crate `sys2080`.
    pub fn use_sys2080(&self) -> bool {
        matches!(self, Interrupts::Timer(_) | Interrupts::Lines(_))
    }

    /// Returns the first part of a crate's source: the output of a byte on the C64, and its handlers.
    pub(super) fn source(&self) -> String {
        let start = match self {
            Interrupts::None => return MARKS.to_string(),
            Interrupts::Vectors => return VECTORS.to_string(),
            Interrupts::Timer(cycles) => format!("irq::start_timer({cycles}, one)"),
            Interrupts::Lines(lines) => {
                let handlers = ["one", "other"].into_iter().cycle();
                let lines = lines.iter().zip(handlers).map(|(line, handler)| format!("({line}, {handler})"));
                format!("irq::start(&[{}])", lines.collect::<Vec<_>>().join(", "))
            }
        };
        SYS2080.replace("$START", &start)
    }
}

/// The source that outputs a byte on the C64, without interrupts.
const MARKS: &str = r#"#![cfg_attr(target_vendor = "c64", no_std, no_main)]

#[cfg(target_vendor = "c64")]
fn o8(byte: u8) {
    unsafe { core::ptr::write_volatile(0xd7fe as *mut u8, byte) }
}
"#;

/// The same with handlers in the vectors, and these handlers. No chip requests the interrupts:
/// [`run::execute_interrupted`](crate::run::execute_interrupted) raises them, so nothing is acknowledged. They call `i_work`, which
/// [`check`](super::check()) replaces with some drivers; the output of these is summed in the meantime, and must give the same sum each
/// time. `i_start` runs before the other drivers and outputs 1 when the handlers are installed; `i_end` runs after them and outputs 0 if
/// all sums were the same.
const VECTORS: &str = r#"#![cfg_attr(target_vendor = "c64", no_std, no_main)]
#![cfg_attr(target_vendor = "c64", feature(abi_avr_interrupt, asm_experimental_arch))]

#[cfg(target_vendor = "c64")]
fn o8(byte: u8) {
    interrupts::show(byte)
}

#[cfg(target_vendor = "c64")]
mod interrupts {
    use core::arch::asm;

    const READY: u8 = 1;
    static mut QUIET: bool = false;
    static mut SUM: u16 = 0;
    static mut EXPECTED: u16 = 0;
    static mut WRONG: u8 = 0;

    #[unsafe(no_mangle)]
    #[inline(never)]
    pub extern "C" fn i_work() {
        unsafe { asm!("") }
    }

    pub fn show(byte: u8) {
        unsafe {
            match (&raw const QUIET).read_volatile() {
                true => {
                    let sum = (&raw const SUM).read_volatile();
                    (&raw mut SUM).write_volatile(sum.rotate_left(3) ^ byte as u16)
                }
                false => core::ptr::write_volatile(0xd7fe as *mut u8, byte),
            }
        }
    }

    unsafe fn sum() -> u16 {
        unsafe {
            let kept = ((&raw const QUIET).read_volatile(), (&raw const SUM).read_volatile());
            (&raw mut QUIET).write_volatile(true);
            (&raw mut SUM).write_volatile(0);
            i_work();
            let sum = (&raw const SUM).read_volatile();
            (&raw mut SUM).write_volatile(kept.1);
            (&raw mut QUIET).write_volatile(kept.0);
            sum
        }
    }

    unsafe fn compare() {
        unsafe {
            if sum() != (&raw const EXPECTED).read_volatile() {
                (&raw mut WRONG).write_volatile(1);
            }
        }
    }

    extern "avr-interrupt" fn irq() {
        unsafe { compare() }
    }

    extern "avr-non-blocking-interrupt" fn nmi() {
        unsafe { compare() }
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn i_start() {
        unsafe {
            asm!("sei");
            (&raw mut EXPECTED).write_volatile(sum());
            (0x0314 as *mut extern "avr-interrupt" fn()).write_volatile(irq);
            (0x0318 as *mut extern "avr-non-blocking-interrupt" fn()).write_volatile(nmi);
            asm!("cli");
            show(READY);
        }
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn i_end() {
        unsafe {
            asm!("sei");
            show((&raw const WRONG).read_volatile());
        }
    }
}
"#;

/// The same with interrupts from the crate `sys2080`. The handlers call `i_work` as above, but seldom, because they run often. They and
/// `o8` also count in one variable with atomic operations, and `o8` stores a pair of which they must never see only half. `i_end` outputs 0
/// if all of that is right, after a handler has run.
const SYS2080: &str = r#"#![cfg_attr(target_vendor = "c64", no_std, no_main)]
#![cfg_attr(target_vendor = "c64", feature(asm_experimental_arch))]

#[cfg(target_vendor = "c64")]
fn o8(byte: u8) {
    interrupts::show(byte)
}

#[cfg(target_vendor = "c64")]
mod interrupts {
    use core::arch::asm;
    use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};

    use sys2080::{irq, time, without_interrupts};

    const READY: u8 = 1;
    static QUIET: AtomicBool = AtomicBool::new(false);
    static SUM: AtomicU16 = AtomicU16::new(0);
    static EXPECTED: AtomicU16 = AtomicU16::new(0);
    static WRONG: AtomicU8 = AtomicU8::new(0);
    static RUNS: AtomicU16 = AtomicU16::new(0);
    static NEXT: AtomicU16 = AtomicU16::new(0);
    static SHOWN: AtomicU16 = AtomicU16::new(0);
    static BOTH: AtomicU16 = AtomicU16::new(0);
    static PAIR: [AtomicU8; 2] = [AtomicU8::new(0), AtomicU8::new(255)];

    #[unsafe(no_mangle)]
    #[inline(never)]
    pub extern "C" fn i_work() {
        unsafe { asm!("") }
    }

    pub fn show(byte: u8) {
        if QUIET.load(Relaxed) {
            SUM.store(SUM.load(Relaxed).rotate_left(3) ^ byte as u16, Relaxed);
            return;
        }
        SHOWN.store(SHOWN.load(Relaxed).wrapping_add(1), Relaxed);
        BOTH.fetch_add(1, Relaxed);
        without_interrupts(|| {
            PAIR[0].store(byte, Relaxed);
            PAIR[1].store(!byte, Relaxed);
        });
        time::mark(byte);
    }

    fn sum() -> u16 {
        QUIET.store(true, Relaxed);
        SUM.store(0, Relaxed);
        i_work();
        QUIET.store(false, Relaxed);
        SUM.load(Relaxed)
    }

    fn check(right: bool) {
        if !right {
            WRONG.store(1, Relaxed);
        }
    }

    fn one() {
        let runs = RUNS.load(Relaxed).wrapping_add(1);
        RUNS.store(runs, Relaxed);
        BOTH.fetch_add(256, Relaxed);
        check(PAIR[0].load(Relaxed) == !PAIR[1].load(Relaxed));
        if runs >= NEXT.load(Relaxed) {
            NEXT.store(runs.saturating_add(runs / 4).saturating_add(1), Relaxed);
            check(sum() == EXPECTED.load(Relaxed));
        }
    }

    fn other() {
        RUNS.store(RUNS.load(Relaxed).wrapping_add(1), Relaxed);
        BOTH.fetch_add(256, Relaxed);
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn i_start() {
        EXPECTED.store(sum(), Relaxed);
        $START;
        show(READY);
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn i_end() {
        while RUNS.load(Relaxed) == 0 {}
        irq::stop();
        let expected = SHOWN.load(Relaxed).wrapping_add(RUNS.load(Relaxed).wrapping_mul(256));
        check(BOTH.load(Relaxed) == expected);
        show(WRONG.load(Relaxed));
    }
}
"#;
