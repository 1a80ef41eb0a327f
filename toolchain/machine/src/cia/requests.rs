//! The interrupt control register of the 6526: flags and mask of its sources, and the interrupt line.
//!
//! Source: Wolfgang Lorenz, "A Software Model of the CIA6526", for the 6526; VICE's testprogs for the 6526A (`interrupts/cia-int`,
//! `interrupts/irqnmi`, `CIA/irqdelay`), whose line goes low a cycle earlier and whose flags are cleared two cycles after a read.

use std::ops::Range;

use super::delay::Delay;
use crate::config::CiaModel;

pub(super) const TIMER_A: u8 = 1;
pub(super) const TIMER_B: u8 = 2;
pub(super) const ALARM: u8 = 4;
pub(super) const SERIAL: u8 = 8;
/// When read: the line is low. When written: the other bits are set in the mask, not cleared.
const REQUEST: u8 = 0x80;
const SOURCES: u8 = 0x1f;

/// The interrupt register at the end of a cycle.
#[derive(Clone, Debug)]
pub(super) struct Requests {
    model: CiaModel,
    mask: u8,
    flags: u8,
    /// Flags set since the last step.
    new: u8,
    /// Flags to clear because a read has returned them.
    seen: u8,
    /// When the flags in `seen` are cleared, when REQUEST is set, and when the line goes low.
    clears: Delay,
    shows: Delay,
    falls: Delay,
    /// The cycle of the last read.
    read_at: Option<u64>,
    /// The next read does not return timer B's flag, although timer B has requested an interrupt: a bug of the 6526.
    loses_timer_b: bool,
    /// The cycle since which the line has been low.
    low_since: Option<u64>,
    /// The cycles in which it was low before the last read.
    was_low: Range<u64>,
}

impl Requests {
    pub(super) fn new(model: CiaModel) -> Requests {
        Requests {
            model,
            mask: 0,
            flags: 0,
            new: 0,
            seen: 0,
            clears: Delay::default(),
            shows: Delay::default(),
            falls: Delay::default(),
            read_at: None,
            loses_timer_b: false,
            low_since: None,
            was_low: 0..0,
        }
    }

    pub(super) fn mask(&self) -> u8 {
        self.mask
    }

    pub(super) fn low_since(&self) -> Option<u64> {
        self.low_since
    }

    /// Returns whether the line was low in a cycle, if at most one read has followed.
    pub(super) fn was_low(&self, cycle: u64) -> bool {
        self.low_since.is_some_and(|since| since <= cycle) || self.was_low.contains(&cycle)
    }

    /// Forgets that the line was low before the last read.
    pub(super) fn forget(&mut self) {
        self.was_low = 0..0;
    }

    fn was_read(&self, cycle: Option<u64>) -> bool {
        cycle.is_some() && self.read_at == cycle
    }

    /// Sets the flags of sources that request an interrupt in the next step.
    pub(super) fn set_flags(&mut self, sources: u8) {
        self.flags |= sources;
        self.new |= sources;
        self.seen &= !sources;
    }

    /// Simulates cycle `now`, in which these sources request interrupts.
    pub(super) fn step(&mut self, sources: u8, now: u64) {
        let old = self.model == CiaModel::Mos6526;
        let read_before = self.was_read(now.checked_sub(1));
        if sources & TIMER_B != 0 {
            self.loses_timer_b = old && read_before;
        }
        self.set_flags(sources);
        if self.clears.step() {
            self.flags &= !self.seen;
            if old {
                self.flags &= !REQUEST;
            }
            self.seen = 0;
        }
        if self.new & self.mask != 0 {
            let cycles = u8::from(old || read_before);
            self.shows.schedule(cycles);
            self.falls.schedule(cycles);
        }
        self.new = 0;
        if self.shows.step() {
            self.flags |= REQUEST;
        }
        if self.falls.step() {
            self.low_since.get_or_insert(now);
        }
    }

    /// Returns whether nothing happens until a source sets its flag.
    pub(super) fn is_quiet(&self) -> bool {
        self.clears.is_idle() && self.shows.is_idle() && self.falls.is_idle() && self.new == 0
    }

    /// Reads the register in cycle `now`: the line goes high.
    pub(super) fn read(&mut self, now: u64) -> u8 {
        if std::mem::take(&mut self.loses_timer_b) {
            self.flags &= !TIMER_B;
        }
        if self.model == CiaModel::Mos6526A && self.falls.is_next() && self.flags & SOURCES != 0 {
            self.flags |= REQUEST;
        }
        let read = self.flags;
        match self.model {
            CiaModel::Mos6526 => {
                self.flags &= REQUEST;
                self.new = 0;
            }
            CiaModel::Mos6526A => {
                self.seen |= if read == 0 { 0 } else { read | REQUEST };
                self.shows.cancel_next();
            }
        }
        self.falls.cancel_next();
        self.clears.schedule(1);
        self.read_at = Some(now);
        if let Some(since) = self.low_since.take() {
            self.was_low = since..now;
        }
        read
    }

    /// Stores to the mask in cycle `now`.
    pub(super) fn set_mask(&mut self, value: u8, now: u64) {
        let bits = value & SOURCES;
        self.mask = if value & REQUEST != 0 { self.mask | bits } else { self.mask & !bits };
        let old = self.model == CiaModel::Mos6526;
        if self.flags & self.mask != 0 {
            if self.low_since.is_none() && (old || !self.was_read(now.checked_sub(1))) {
                self.shows.schedule(old.into());
                self.falls.schedule(old.into());
            }
        } else if old && self.was_read(now.checked_sub(2)) {
            self.shows.cancel_next();
            self.falls.cancel_next();
        }
    }
}
