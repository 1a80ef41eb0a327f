//! Interrupts: functions that run at a raster line, or after a number of cycles, whatever the program does meanwhile.
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
//! Handlers run with interrupts disabled. What they share with the program is an atomic, or a `critical_section::Mutex` (with the
//! feature `critical-section`). They must not print or read keys: the program may be within the same routine of the KERNAL.
//!
//! Everything ends by itself when the program returns to BASIC, and when it panics.
//!
//! On the host, a thread calls the raster lines' handlers in their order, and the timer's as often as it runs out, 50 times a second.
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix N (VIC-II) and appendix M (6526 CIA).

use crate::hardware::{Shared, expect_handlers, hook, peek, poke, without_interrupts};
use crate::raster;
#[cfg(target_vendor = "c64")]
use crate::{hardware::go_on_to_kernal, time::is_pal};

/// The VIC-II's interrupts, and which of them it makes. Bit 0 is that of the raster line; bit 7 reads as 1 if there is any. A 1
/// stored to a bit of the first register ends the interrupt.
const VIC_FLAGS: u16 = 0xd019;
const VIC_MASK: u16 = 0xd01a;
const RASTER: u8 = 1;
#[cfg(target_vendor = "c64")]
const ANY: u8 = 0x80;

/// Timer B of CIA 1, low byte first, and its control register.
const TIMER: u16 = 0xdc06;
const CONTROL: u16 = 0xdc0f;
/// Loads the timer and starts it, to count cycles and to begin again whenever it has run out. 0 stops it.
const RUN: u8 = 0x11;
/// The interrupts of CIA 1, which a read ends. A store enables those of its lower bits if bit 7 is set, and else disables them.
/// Timer A is the KERNAL's.
const CIA_FLAGS: u16 = 0xdc0d;
const ENABLE: u8 = 0x80;
const TIMER_A: u8 = 1;
const TIMER_B: u8 = 2;

/// A raster line and what runs there.
type Entry = (u16, fn());

/// All entries.
static LIST: Shared<&[Entry]> = Shared::new(&[]);
/// What runs at the next raster interrupt, chosen at the last one so that it runs without delay, and the index of the entry after
/// it.
static NEXT: Shared<Option<fn()>> = Shared::new(None);
static AFTER: Shared<u8> = Shared::new(0);
/// What runs when the timer runs out.
static TIMER_HANDLER: Shared<Option<fn()>> = Shared::new(None);

/// Runs a function at each of these raster lines, in every picture, instead of those of an earlier call. Lines are those of the
/// VIC-II: the text screen has 51 to 250, a picture 312 on PAL machines and 263 on NTSC machines.
///
/// A handler begins about 150 cycles after the start of its line, which is two and a half lines, and up to 7 cycles later: an
/// instruction that is interrupted ends first. What the VIC-II takes to fetch characters and sprites, and wherever the program disables
/// interrupts, comes on top. An interrupt costs about 430 cycles beside the handler itself. If a handler lasts until the
/// next line of the list or longer, that one's handler follows at once.
///
/// After the last handler of each picture, the KERNAL reads the keyboard and counts its clock, which takes up to 25 lines. Its own
/// 60 interrupts a second, which could come at any line, are disabled. On PAL machines the clock counts one more in every fifth
/// picture, so that it still counts sixtieths of a second.
///
/// # Panics
/// There is no line, or there are more than 255, or they do not rise, or one is above 311.
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

/// Runs a function every so many cycles, instead of that of an earlier call:
/// [`time::cycles_per_second`](crate::time::cycles_per_second) says how many a second has. An interrupt costs about 210 cycles
/// beside the handler itself.
///
/// It takes timer B of CIA 1. The KERNAL uses that timer for the serial bus and for tape, so start it again after reading or writing
/// files.
///
/// Without [`start`], the KERNAL's own interrupts go on, and a handler may have to wait for one of them.
///
/// # Panics
/// There are fewer than 2 cycles.
pub fn start_timer(cycles: u16, handler: fn()) {
    assert!(cycles >= 2, "the timer is too fast");
    without_interrupts(|| {
        TIMER_HANDLER.set(Some(handler));
        // It counts down to 0, and takes one more cycle to begin again.
        let [low, high] = (cycles - 1).to_le_bytes();
        poke(TIMER, low);
        poke(TIMER + 1, high);
        poke(CONTROL, RUN);
        enable(TIMER_B, true);
        hook_all();
    });
}

/// Ends the handlers of [`start`] and of [`start_timer`]; the KERNAL's interrupts are as before.
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

/// Enables or disables an interrupt of CIA 1, and ends one that it may have made.
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

/// What the handlers do during a picture.
#[cfg(not(target_vendor = "c64"))]
fn picture() {
    /// Cycles of a picture on a PAL C64.
    const CYCLES: u16 = 312 * 63;
    /// Cycles since the timer has run out.
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

/// The handler behind the KERNAL's vector: it calls those of the program.
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

/// Runs the handler of a line, and those of further lines as long as it is too late to wait for them.
#[cfg(target_vendor = "c64")]
fn lines() {
    loop {
        poke(VIC_FLAGS, RASTER);
        let Some(handler) = NEXT.get() else { return };
        handler();
        let list = LIST.get();
        let ends_picture = usize::from(AFTER.get()) >= list.len();
        let at = if ends_picture { 0 } else { AFTER.get() };
        // The handler may have ended the list.
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

/// Counts the KERNAL's clock once more in every fifth picture of a PAL machine, which has 50 a second.
#[cfg(target_vendor = "c64")]
fn count_clock() {
    /// The lowest byte of the clock: Sheldon Leemon, "Mapping the Commodore 64", $A0-$A2.
    const CLOCK: u16 = 0xa2;
    static PICTURES: Shared<u8> = Shared::new(0);

    let pictures = PICTURES.get() + 1;
    PICTURES.set(pictures);
    let clock = peek(CLOCK);
    // Without a carry into the next byte: then it is left for the next picture.
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
        // Twice in a picture, and now and then once more.
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
