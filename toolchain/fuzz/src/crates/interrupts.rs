//! What interrupts a random crate: nothing, handlers that it stores in the vectors, or the crate `sys2080`.

use crate::random::Random;

/// In so many crates in a hundred there are interrupt handlers.
const INTERRUPTED: u64 = 10;

/// Of these, so many in a hundred have those of `sys2080`.
const BY_SYS2080: u64 = 50;

/// The fewest cycles from one interrupt of the timer to the next, and what they stay below: an interrupt takes some 700, what `one` does
/// included.
const CYCLES: [u64; 2] = [2_000, 30_000];

/// The last raster line of an NTSC machine.
const LAST_LINE: u64 = 262;
/// The most lines with handlers.
const LINES: u64 = 3;

/// What interrupts a crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interrupts {
    /// Nothing does.
    None,
    /// An IRQ handler and an NMI handler, whose addresses the crate stores in the KERNAL's vectors.
    Vectors,
    /// A function, by `sys2080::irq::start_timer` every so many cycles.
    Timer(u16),
    /// Functions, by `sys2080::irq::start` at these raster lines.
    Lines(Vec<u16>),
}

impl Interrupts {
    /// Those of a crate without a heap, which no handler may use.
    pub(super) fn any(random: &mut Random, seed: u64) -> Interrupts {
        if !random.percent(INTERRUPTED) {
            return Interrupts::None;
        }
        // Numbers of their own, so that the rest of a crate does not depend on what interrupts it.
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

    /// Whether there are any.
    pub fn come(&self) -> bool {
        *self != Interrupts::None
    }

    /// Whether the crate needs the crate `sys2080`.
    pub fn use_sys2080(&self) -> bool {
        matches!(self, Interrupts::Timer(_) | Interrupts::Lines(_))
    }

    /// The first part of a crate's source: how it shows a byte on the C64, and its handlers.
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

/// The source that shows a byte on the C64, where nothing interrupts.
const MARKS: &str = r#"#![cfg_attr(target_vendor = "c64", no_std, no_main)]

#[cfg(target_vendor = "c64")]
fn o8(byte: u8) {
    unsafe { core::ptr::write_volatile(0xd7fe as *mut u8, byte) }
}
"#;

/// The same where handlers in the vectors interrupt, and these handlers. No chip does:
/// [`run::execute_interrupted`](crate::run::execute_interrupted) raises the interrupts, so nothing is acknowledged. They call `i_work`,
/// whose place [`check`](super::check()) gives to some drivers; what these show is summed up meanwhile, and must give the same sum each
/// time. `i_start` comes before the other drivers and shows 1 when the handlers are installed, `i_end` comes behind them and shows 0 if
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

/// The same where the crate `sys2080` interrupts. The handlers call `i_work` as above, but seldom, as they run often. They and
/// `o8` also count in one variable, by atomic operations, and `o8` stores a pair that they never see half of. `i_end` shows 0 if
/// all of that is right, after a handler has run.
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
