//! The serial register of the 6526 as an output: timer A shifts its bits out and generates the clock on CNT.
//!
//! Sources: data sheet MOS 6526; VICE's testprogs (`CIA/shiftregister`) and VICE's bug 1219 for the cycles, and for the interrupt of an
//! aborted transfer.

use super::delay::Delay;
use crate::config::CiaModel;

/// CNT edges per byte: two per bit.
const CHANGES: u8 = 16;

/// The serial register after the accesses of a cycle.
#[derive(Clone, Debug)]
pub(super) struct Serial {
    model: CiaModel,
    data: u8,
    is_output: bool,
    /// CNT edges until the byte is shifted out.
    left: u8,
    /// Whether a byte waits for the end of the one being shifted out.
    waits: bool,
    /// Whether a change to input has aborted a byte; the change back to output still sets the flag.
    broken_off: bool,
    /// The level of CNT in the last four cycles; bit 0 is the most recent.
    levels: u8,
    level: bool,
    /// When the shift register takes the byte, when CNT changes, and when the end of a byte sets the flag.
    takes: Delay,
    changes: Delay,
    /// Underflows of timer A too soon after another one to change CNT.
    misses: Delay,
    ends: Delay,
}

impl Serial {
    pub(super) fn new(model: CiaModel) -> Serial {
        Serial {
            model,
            data: 0,
            is_output: false,
            left: 0,
            waits: false,
            broken_off: false,
            levels: 0x0f,
            level: true,
            takes: Delay::default(),
            changes: Delay::default(),
            misses: Delay::default(),
            ends: Delay::default(),
        }
    }

    pub(super) fn data(&self) -> u8 {
        self.data
    }

    pub(super) fn set_data(&mut self, value: u8) {
        self.data = value;
        if self.is_output {
            self.takes.schedule(1);
        }
    }

    /// Handles an underflow of timer A.
    pub(super) fn tick(&mut self) {
        if !self.is_output || self.left == 0 && !self.waits {
            return;
        }
        if self.changes.is_next() || self.misses.is_next() {
            self.misses.schedule(1);
        } else {
            self.changes.schedule(1);
        }
    }

    /// Ends a cycle, after the accesses in it. Returns whether a byte has been shifted out.
    pub(super) fn step(&mut self) -> bool {
        if self.takes.step() {
            match self.left {
                0 => self.left = CHANGES,
                1 => self.left = CHANGES + 1,
                _ => self.waits = true,
            }
        }
        let mut ended = false;
        if self.changes.step() {
            self.left = self.left.saturating_sub(1);
            self.level = self.left & 1 == 0;
            ended = self.left == 1;
            if ended && std::mem::take(&mut self.waits) {
                self.left = CHANGES + 1;
            }
        }
        self.misses.step();
        let asks = self.ends.step();
        if ended {
            self.ends.schedule(1);
        }
        self.levels = self.levels << 1 & 0x0f | u8::from(self.level);
        asks
    }

    pub(super) fn set_direction(&mut self, is_output: bool) {
        if is_output == self.is_output {
            return;
        }
        if is_output {
            if std::mem::take(&mut self.broken_off) {
                self.ends.schedule(2);
            }
        } else {
            let looked_at = if self.model == CiaModel::Mos6526 { 0b111 } else { 0b110 };
            self.broken_off =
                self.levels & looked_at != looked_at || self.left != 2 && self.changes.is_only_next();
        }
        self.is_output = is_output;
        (self.left, self.waits, self.level) = (0, false, true);
        self.changes.cancel();
        self.misses.cancel();
    }

    /// Returns whether there is nothing to shift out.
    pub(super) fn is_empty(&self) -> bool {
        self.left == 0 && !self.waits && self.takes.is_idle() && self.ends.is_idle()
    }

    /// Returns whether nothing happens until timer A underflows.
    pub(super) fn is_quiet(&self) -> bool {
        let delays = [self.takes, self.changes, self.misses, self.ends];
        delays.iter().all(|delay| delay.is_idle()) && (self.levels == 0 || self.levels == 0x0f)
    }
}
