//! The host's substitute for a C64: memory that holds what is stored, standard input and output, the host's clock.

use core::cell::RefCell;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU8, Ordering};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{Read, Write};
use std::sync::{LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use std::vec::Vec;

use super::{Passed, Returned};
use crate::petscii::{self, Charset};

/// The registers and variables that change on their own: the jiffy clock, the SID's noise, and the timers of CIA 2.
const JIFFY_CLOCK: u16 = 0xa0;
const NOISE: u16 = 0xd41b;
const TIMERS: u16 = 0xdd04;
/// The control register of timer A of CIA 2, and its bits that start and reload it.
const TIMER_CONTROL: u16 = 0xdd0e;
const RUNS: u8 = 0x01;
const RELOADED: u8 = 0x10;

/// The duration of a PAL cycle in nanoseconds, 1 / 985,248 of a second.
const CYCLE: u64 = 1_015;

/// The KERNAL's variable that is 1 on PAL machines.
const STANDARD: usize = 0x02a6;

/// The ports of CIA 1: Commodore 64 Programmer's Reference Guide, appendix M.
const PORT_A: usize = 0xdc00;
const PORT_B: usize = 0xdc01;

static MEMORY: [AtomicU8; 0x10000] = {
    let mut memory = [const { AtomicU8::new(0) }; 0x10000];
    memory[STANDARD] = AtomicU8::new(1);
    // No key and no joystick is pressed.
    memory[PORT_A] = AtomicU8::new(0xff);
    memory[PORT_B] = AtomicU8::new(0xff);
    memory
};
static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The cycles that the timers have counted, and, if they are running, the cycles from [`START`] to their start.
static TIMERS_COUNT: Mutex<(u64, Option<u64>)> = Mutex::new((0, None));

#[cfg(test)]
std::thread_local! {
    /// The output of this thread, in PETSCII.
    static PRINTED: core::cell::RefCell<std::vec::Vec<u8>> = const { core::cell::RefCell::new(std::vec::Vec::new()) };
}

/// Returns the output of this thread since the last call.
#[cfg(test)]
pub(crate) fn printed() -> std::vec::Vec<u8> {
    PRINTED.take()
}

/// Keeps other tests from using the chips.
#[cfg(test)]
pub(crate) fn own_chips() -> MutexGuard<'static, ()> {
    static CHIPS: Mutex<()> = Mutex::new(());
    CHIPS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn charset() -> Charset {
    if peek(0xd018) & 2 == 0 { Charset::Graphics } else { Charset::Text }
}

pub(crate) fn chrout(petscii: u8) {
    #[cfg(test)]
    PRINTED.with_borrow_mut(|printed| printed.push(petscii));
    let shown = match petscii {
        0x0d => Some('\n'),
        _ => petscii::decode(petscii, charset()),
    };
    if let Some(c) = shown {
        let mut text = [0; 4];
        let bytes = c.encode_utf8(&mut text).as_bytes();
        std::io::stdout().write_all(bytes).expect("standard output takes text");
    }
}

/// Reads a byte from standard input and returns it in PETSCII.
///
/// # Panics
/// Panics if standard input has ended.
pub(crate) fn chrin() -> u8 {
    let mut byte = [0];
    std::io::stdout().flush().expect("standard output takes text");
    std::io::stdin().read_exact(&mut byte).expect("standard input has more to read");
    petscii::encode_ascii(byte[0], charset())
}

pub(crate) fn getin() -> u8 {
    chrin()
}

pub(crate) fn peek(address: u16) -> u8 {
    match address {
        JIFFY_CLOCK..0xa3 => {
            let jiffies = START.elapsed().as_millis() * 60 / 1000;
            let [.., high, middle, low] = jiffies.to_be_bytes();
            [high, middle, low][usize::from(address - JIFFY_CLOCK)]
        }
        // Timer B counts the underflows of timer A: together they are one counter, which counts down from $ffffffff.
        TIMERS..0xdd08 => {
            let (counted, since) = *TIMERS_COUNT.lock().unwrap_or_else(PoisonError::into_inner);
            let passed = counted + since.map_or(0, |since| cycles() - since);
            (!(passed as u32)).to_le_bytes()[usize::from(address - TIMERS)]
        }
        NOISE => RandomState::new().build_hasher().finish() as u8,
        _ => MEMORY[usize::from(address)].load(Ordering::Relaxed),
    }
}

/// The cycles since [`START`].
fn cycles() -> u64 {
    START.elapsed().as_nanos() as u64 / CYCLE
}

pub(crate) fn poke(address: u16, value: u8) {
    if address == TIMER_CONTROL {
        let now = cycles();
        let mut timers = TIMERS_COUNT.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = timers.0 + timers.1.map_or(0, |since| now - since);
        *timers = (if value & RELOADED == 0 { counted } else { 0 }, (value & RUNS != 0).then_some(now));
    }
    MEMORY[usize::from(address)].store(value, Ordering::Relaxed);
}

/// The RAM under the chips, $D000 to $DFFF.
static UNDER_CHIPS: [AtomicU8; 0x1000] = [const { AtomicU8::new(0) }; 0x1000];

pub(crate) fn poke_under_chips(address: u16, value: u8) {
    UNDER_CHIPS[usize::from(address - 0xd000)].store(value, Ordering::Relaxed);
}

/// Returns a byte of the RAM under the chips.
#[cfg(test)]
pub(crate) fn peek_under_chips(address: u16) -> u8 {
    UNDER_CHIPS[usize::from(address - 0xd000)].load(Ordering::Relaxed)
}

/// [`peek`] at a constant address plus an index.
pub(crate) fn peek_at<const BASE: u16>(index: u8) -> u8 {
    peek(BASE + u16::from(index))
}

/// [`poke`] with an index, like [`peek_at`].
pub(crate) fn poke_at<const BASE: u16>(index: u8, value: u8) {
    poke(BASE + u16::from(index), value);
}

/// There is no KERNAL: the registers are unchanged.
pub(crate) fn call<const ENTRY: u16>(_: Passed) -> Returned {
    Returned::default()
}

/// RUN/STOP is never pressed.
pub(crate) fn stop() -> bool {
    false
}

/// Saves nothing.
pub(crate) fn save(_: &[u8]) -> Returned {
    Returned::default()
}

/// A variable shared by interrupt handlers and the program.
pub(crate) struct Shared<T>(Mutex<T>);

impl<T: Copy> Shared<T> {
    pub(crate) const fn new(value: T) -> Shared<T> {
        Shared(Mutex::new(value))
    }

    pub(crate) fn get(&self) -> T {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, value: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }
}

/// A value shared by interrupt handlers and the program.
pub(crate) struct Guarded<T>(Mutex<T>);

impl<T> Guarded<T> {
    pub(crate) const fn new(value: T) -> Guarded<T> {
        Guarded(Mutex::new(value))
    }

    /// Runs `work` on the value with interrupts disabled.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&T) -> R) -> R {
        super::without_interrupts(|| work(&self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Held by the thread that must not be interrupted.
static UNINTERRUPTED: Mutex<()> = Mutex::new(());

std::thread_local! {
    static HELD: RefCell<Option<MutexGuard<'static, ()>>> = const { RefCell::new(None) };
}

/// The duration of a frame on a PAL C64.
const FRAME: Duration = Duration::from_millis(20);

/// Calls a function 50 times a second, in a thread that emulates interrupts.
pub(crate) fn hook(frame: fn()) {
    static STARTED: Once = Once::new();
    static FRAMES: Mutex<Vec<fn()>> = Mutex::new(Vec::new());
    let frames = || FRAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if !frames().iter().any(|known| core::ptr::fn_addr_eq(*known, frame)) {
        frames().push(frame);
    }
    STARTED.call_once(|| {
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(FRAME);
                let before = disable_interrupts();
                let now = frames().clone();
                now.into_iter().for_each(|frame| frame());
                restore_interrupts(before);
            }
        });
    });
}

/// Does nothing: the host has no latch.
pub(crate) fn latch_joystick() {}

/// Returns the switches pressed now.
pub(crate) fn latched_joystick() -> u8 {
    !peek(PORT_A as u16) & 0x1f
}

/// Holds off the handlers' thread, and returns whether it was already held off.
pub(crate) fn disable_interrupts() -> u8 {
    HELD.with_borrow_mut(|held| {
        let before = held.is_some();
        held.get_or_insert_with(|| UNINTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner));
        u8::from(before)
    })
}

pub(crate) fn restore_interrupts(before: u8) {
    if before == 0 {
        HELD.take();
    }
}

/// Waits for `rounds` times five cycles.
pub(crate) fn spin(rounds: u16) {
    std::thread::sleep(Duration::from_nanos(5 * CYCLE * u64::from(rounds)));
}

/// Marks a place where `cargo c64 debug` stops. It takes one byte of the program and two cycles, and has no other effect.
///
/// `cargo c64 run` on the built-in C64 does not stop there, and reports at the end how often it was reached. On the host, and on a C64
/// without a debugger, nothing happens.
#[macro_export]
macro_rules! breakpoint {
    () => {{}};
}

pub(crate) fn exit(code: u8) -> ! {
    std::process::exit(i32::from(code))
}

/// The host's own allocator is used: there is no other memory.
pub(crate) fn program_end() -> u16 {
    0
}

pub(crate) fn free_ram() -> (u16, u16) {
    (0, 0)
}

pub(crate) fn take_ram(_: u16) -> &'static mut [MaybeUninit<u8>] {
    &mut []
}
