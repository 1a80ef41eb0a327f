//! Interrupts: functions that run at a raster line, or after a number of cycles, independently of the main program.
//!
//! ```
//! use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
//!
//! use sys2080::prelude::*;
//! use sys2080::irq;
//!
//! static FRAMES: AtomicU8 = AtomicU8::new(0);
//!
//! fn sky() {
//!     screen::background(Colour::LightBlue);
//! }
//!
//! fn sea() {
//!     screen::background(Colour::Blue);
//!     FRAMES.store(FRAMES.load(Relaxed).wrapping_add(1), Relaxed);
//! }
//!
//! irq::start(&[(50, sky), (150, sea)]);
//! ```
//!
//! Handlers run with interrupts disabled. Data shared with the program must be atomic or in a `critical_section::Mutex` (with the
//! feature `critical-section`). Handlers must not print or read keys: the program may be in the middle of the same KERNAL routine.
//!
//! All handlers are removed automatically when the program returns to BASIC or panics.
//!
//! On the host, 50 times a second, a thread calls the raster line handlers in order, and the timer's handler as often as the timer expires.
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix N (VIC-II) and appendix M (6526 CIA).

use crate::hardware::{Shared, expect_handlers, hook, peek, poke, without_interrupts};
use crate::raster;
#[cfg(target_vendor = "c64")]
use crate::{hardware::go_on_to_kernal, time::is_pal};

/// The VIC-II's interrupt flags and its interrupt mask. Bit 0 is the raster interrupt; bit 7 reads as 1 if any is pending. Writing
/// 1 to a bit of the flags acknowledges the interrupt.
const VIC_FLAGS: u16 = 0xd019;
const VIC_MASK: u16 = 0xd01a;
const RASTER: u8 = 1;
#[cfg(target_vendor = "c64")]
const ANY: u8 = 0x80;

/// Timer B of CIA 1, low byte first, and its control register.
const TIMER: u16 = 0xdc06;
const CONTROL: u16 = 0xdc0f;
/// Loads and starts the timer, which counts cycles and restarts whenever it expires. 0 stops it.
const RUN: u8 = 0x11;
/// CIA 1's interrupts; reading acknowledges them. Writing enables those in the lower bits if bit 7 is set, and disables them otherwise.
/// Timer A belongs to the KERNAL.
const CIA_FLAGS: u16 = 0xdc0d;
const ENABLE: u8 = 0x80;
const TIMER_A: u8 = 1;
const TIMER_B: u8 = 2;

/// A raster line and its handler.
type Entry = (u16, fn());

/// All entries.
static LIST: Shared<&[Entry]> = Shared::new(&[]);
/// The handler of the next raster interrupt, chosen at the previous one so that it runs without delay, and the index of the following
/// entry.
static NEXT: Shared<Option<fn()>> = Shared::new(None);
static AFTER: Shared<u8> = Shared::new(0);
/// The handler that runs when the timer expires.
static TIMER_HANDLER: Shared<Option<fn()>> = Shared::new(None);

/// Runs a function at each of these raster lines, in every frame, replacing those of an earlier call. Line numbers are the
/// VIC-II's: the text screen covers 51 to 250; a frame has 312 lines on PAL machines and 263 on NTSC machines.
///
/// A handler begins about 150 cycles after the start of its line, which is two and a half lines, and up to 7 cycles later, since
/// the interrupted instruction ends first. Cycles that the VIC-II takes to fetch characters and sprites, and any time for which the
/// program disables interrupts, come on top. An interrupt costs about 430 cycles besides the handler itself. If a handler lasts until the
/// next line of the list or longer, the next handler follows immediately.
///
/// After the last handler of each frame, the KERNAL scans the keyboard and advances its clock, which takes up to 25 lines. Its own
/// 60 interrupts per second, which could come at any line, are disabled. On PAL machines, the clock advances one extra jiffy every fifth
/// frame, so that it still counts sixtieths of a second.
///
/// # Panics
/// Panics if there is no line or more than 255, if they are not in ascending order, or if one is above 311.
pub fn start(lines: &'static [(u16, fn())]) {
    assert!(lines.is_sorted_by(|a, b| a.0 < b.0), "raster lines rise");
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { panic!("there is no raster line") };
    assert!(last.0 < 312 && lines.len() < 256, "there are no such raster lines");
    without_interrupts(|| {
        LIST.set(lines);
        NEXT.set(Some(first.1));
        AFTER.set(1);
        enable(TIMER_A, false);
        raster::interrupt_at(first.0);
        poke(VIC_FLAGS, RASTER);
        poke(VIC_MASK, RASTER);
        hook_all();
    });
}

/// Runs a function every `cycles` cycles, replacing that of an earlier call:
/// [`time::cycles_per_second`](crate::time::cycles_per_second) returns the cycles in a second. An interrupt costs about 210 cycles
/// besides the handler itself.
///
/// It uses timer B of CIA 1. The KERNAL uses that timer for the serial bus and for tape, so start it again after reading or writing
/// files.
///
/// Without [`start`], the KERNAL's own interrupts continue, and a handler may have to wait for one of them.
///
/// # Panics
/// Panics if `cycles` is below 2.
pub fn start_timer(cycles: u16, handler: fn()) {
    assert!(cycles >= 2, "the timer is too fast");
    without_interrupts(|| {
        TIMER_HANDLER.set(Some(handler));
        // It counts down to 0 and takes one more cycle to restart.
        let [low, high] = (cycles - 1).to_le_bytes();
        poke(TIMER, low);
        poke(TIMER + 1, high);
        poke(CONTROL, RUN);
        enable(TIMER_B, true);
        hook_all();
    });
}

/// Removes the handlers of [`start`] and [`start_timer`] and restores the KERNAL's interrupts.
pub fn stop() {
    without_interrupts(|| {
        poke(VIC_MASK, 0);
        poke(VIC_FLAGS, RASTER);
        poke(CONTROL, 0);
        enable(TIMER_B, false);
        LIST.set(&[]);
        NEXT.set(None);
        TIMER_HANDLER.set(None);
        enable(TIMER_A, true);
    });
}

/// Enables or disables an interrupt of CIA 1, and acknowledges any pending one.
fn enable(timer: u8, on: bool) {
    poke(CIA_FLAGS, timer | if on { ENABLE } else { 0 });
    peek(CIA_FLAGS);
}

#[cfg(target_vendor = "c64")]
fn hook_all() {
    expect_handlers();
    hook(interrupt);
}

#[cfg(not(target_vendor = "c64"))]
fn hook_all() {
    expect_handlers();
    hook(picture);
}

/// Calls the handlers for one frame.
#[cfg(not(target_vendor = "c64"))]
fn picture() {
    /// Cycles of a frame on a PAL C64.
    const CYCLES: u16 = 312 * 63;
    /// Cycles since the timer last expired.
    static SINCE: Shared<u16> = Shared::new(0);

    for (_, handler) in LIST.get() {
        handler();
    }
    if let Some(handler) = TIMER_HANDLER.get() {
        let period = u32::from(u16::from_le_bytes([peek(TIMER), peek(TIMER + 1)])) + 1;
        let since = u32::from(SINCE.get()) + u32::from(CYCLES);
        (0..since / period).for_each(|_| handler());
        SINCE.set((since % period) as u16);
    }
}

/// The handler in the KERNAL's vector: it calls the program's handlers.
#[cfg(target_vendor = "c64")]
extern "avr-interrupt" fn interrupt() {
    let raster = NEXT.get().is_some();
    if raster && peek(VIC_FLAGS) & ANY != 0 {
        lines();
    }
    match TIMER_HANDLER.get() {
        Some(handler) => {
            let flags = peek(CIA_FLAGS);
            if flags & TIMER_B != 0 {
                handler();
            }
            if flags & TIMER_A != 0 && !raster {
                go_on_to_kernal();
            }
        }
        None if raster => {}
        None => go_on_to_kernal(),
    }
}

/// Runs the handler of a line, and those of further lines while it is too late to wait for them.
#[cfg(target_vendor = "c64")]
fn lines() {
    loop {
        poke(VIC_FLAGS, RASTER);
        let Some(handler) = NEXT.get() else { return };
        handler();
        let list = LIST.get();
        let ends_picture = usize::from(AFTER.get()) >= list.len();
        let at = if ends_picture { 0 } else { AFTER.get() };
        // The handler may have cleared the list.
        let Some((line, handler)) = list.get(usize::from(at)) else { return };
        NEXT.set(Some(*handler));
        AFTER.set(at + 1);
        raster::interrupt_at(*line);
        if ends_picture {
            count_clock();
            go_on_to_kernal();
            return;
        }
        if raster::line() < *line {
            return;
        }
    }
}

/// Advances the KERNAL's clock by an extra jiffy in every fifth frame of a PAL machine, which has 50 frames a second.
#[cfg(target_vendor = "c64")]
fn count_clock() {
    /// The lowest byte of the clock: Sheldon Leemon, "Mapping the Commodore 64", $A0-$A2.
    const CLOCK: u16 = 0xa2;
    static PICTURES: Shared<u8> = Shared::new(0);

    let pictures = PICTURES.get() + 1;
    PICTURES.set(pictures);
    let clock = peek(CLOCK);
    // Only if it does not carry into the next byte; otherwise it is left for the next frame.
    if pictures >= 5 && clock != u8::MAX {
        PICTURES.set(0);
        if is_pal() {
            poke(CLOCK, clock + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicU16, Ordering::Relaxed};
    use std::time::Duration;

    use super::*;
    use crate::hardware::own_chips;

    static SEEN: AtomicU16 = AtomicU16::new(0);

    fn first() {
        SEEN.store(SEEN.load(Relaxed) << 1, Relaxed);
    }

    fn second() {
        SEEN.store(SEEN.load(Relaxed) << 1 | 1, Relaxed);
    }

    fn tick() {
        SEEN.store(SEEN.load(Relaxed) + 1, Relaxed);
    }

    fn wait_until_seen(enough: impl Fn(u16) -> bool) {
        while !enough(SEEN.load(Relaxed)) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn handlers_run_in_their_order_until_they_are_stopped() {
        let _chips = own_chips();
        start(&[(50, first), (250, second)]);
        // Of four pictures at least: it stays so in all that follow.
        wait_until_seen(|seen| seen & 0xff == 0b0101_0101);
        let held = without_interrupts(|| {
            let before = SEEN.load(Relaxed);
            std::thread::sleep(Duration::from_millis(60));
            SEEN.load(Relaxed) == before
        });
        assert!(held);
        stop();
        SEEN.store(0, Relaxed);
        // Twice per frame, and occasionally once more.
        start_timer(9_000, tick);
        wait_until_seen(|seen| seen >= 6);
        stop();
        let ended = SEEN.load(Relaxed);
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(SEEN.load(Relaxed), ended);
    }

    #[test]
    fn lines_are_in_their_order() {
        assert!(std::panic::catch_unwind(|| start(&[(50, first), (50, second)])).is_err());
        assert!(std::panic::catch_unwind(|| start(&[(50, first), (312, second)])).is_err());
        assert!(std::panic::catch_unwind(|| start(&[])).is_err());
    }
}
