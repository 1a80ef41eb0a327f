//! The envelope generator of a voice: attack, decay, sustain, release.
//!
//! A 15-bit counter divides the clock, and the level moves by one step at the end of each period. In decay and release, a second divider
//! slows down the steps at low levels, which gives a nearly exponential curve of straight segments. Sources: MOS Technology, "6581 Sound
//! Interface Device" (data sheet), table 2, for the times; Bob Yannes in an interview of August 1996 by Andreas Varga, for the principle;
//! Kevin Horton, "New SID info!" (2008), for the periods, and Frank Wolf, "6581 Envelope Generator" (2010, in Plogue's blog on chip
//! sounds), for the levels of the second divider, both read from pictures of the chip; Dag Lem's reSID, as included in VICE, for the
//! behaviour at the ends of the level range, which he measured through register $D41C.
//!
//! The level has eight bits and wraps. A note restarted while the level is 255 drops to 0 with its first step and stays there: it is not
//! heard. A note released at 0, before its first step, wraps to 255 and fades from there.
//!
//! The second divider changes at seven levels, which are also passed on the way up. A note released before its attack has reached the top
//! therefore fades more slowly at first.

/// Cycles between two steps, indexed by the four bits of a register.
const PERIODS: [u16; 16] =
    [9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251];
/// The counter's last value. If the counter is past a new period, it first runs up to this value and continues with 1: on the chip it is a
/// 15-bit shift register with feedback, which only becomes 0 through the reset at the end of a period.
const COUNTER_END: u16 = 0x7fff;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Attack,
    DecayOrSustain,
    Release,
}

/// The envelope generator of a voice.
#[derive(Clone, Debug)]
pub(super) struct Envelope {
    phase: Phase,
    /// The level, 0 to 255.
    level: u8,
    gate: bool,
    attack: u8,
    decay: u8,
    sustain: u8,
    release: u8,
    counter: u16,
    /// The period of the current phase.
    period: u16,
    /// The number of periods per step down, and the number since the last step.
    divider: u8,
    divided: u8,
    /// Whether the level has reached 0 and stays there until the gate opens again.
    ended: bool,
}

impl Envelope {
    pub(super) fn new() -> Envelope {
        Envelope {
            phase: Phase::Release,
            level: 0,
            gate: false,
            attack: 0,
            decay: 0,
            sustain: 0,
            release: 0,
            counter: 0,
            period: PERIODS[0],
            divider: 1,
            divided: 0,
            ended: true,
        }
    }

    pub(super) fn level(&self) -> u8 {
        self.level
    }

    /// Opens or closes the gate, bit 0 of a voice's control register.
    pub(super) fn set_gate(&mut self, gate: bool) {
        match (self.gate, gate) {
            (false, true) => {
                self.ended = false;
                self.start(Phase::Attack);
            }
            (true, false) => self.start(Phase::Release),
            _ => {}
        }
        self.gate = gate;
    }

    pub(super) fn set_attack_decay(&mut self, value: u8) {
        (self.attack, self.decay) = (value >> 4, value & 15);
        self.start(self.phase);
    }

    pub(super) fn set_sustain_release(&mut self, value: u8) {
        (self.sustain, self.release) = (value >> 4, value & 15);
        self.start(self.phase);
    }

    /// Starts a phase. The counter keeps its value; only the period it is compared with changes.
    fn start(&mut self, phase: Phase) {
        let rate = match phase {
            Phase::Attack => self.attack,
            Phase::DecayOrSustain => self.decay,
            Phase::Release => self.release,
        };
        (self.phase, self.period) = (phase, PERIODS[usize::from(rate)]);
    }

    /// Simulates one cycle.
    #[inline]
    pub(super) fn step(&mut self) {
        self.counter = wrapped(self.counter + 1);
        if self.counter == self.period {
            self.counter = 0;
            self.move_level();
        }
    }

    /// Simulates this many cycles, fewer than the shortest period, like the same number of [`Self::step`]s. Returns the cycle, counted from
    /// 1, in which the level changed, if it did.
    #[inline]
    pub(super) fn pass(&mut self, cycles: u16) -> Option<u16> {
        let next = self.counter + cycles;
        // A counter past the period wraps far above every period.
        if next < self.period || self.counter >= self.period {
            self.counter = wrapped(next);
            return None;
        }
        let left = self.period - self.counter;
        let before = self.level;
        self.counter = cycles - left;
        self.move_level();
        (self.level != before).then_some(left)
    }

    /// Returns whether nothing is heard until the gate opens again.
    pub(super) fn has_ended(&self) -> bool {
        self.ended && self.level == 0
    }

    /// Simulates cycles after the end, in which only the counter runs, like the same number of [`Self::step`]s.
    pub(super) fn pass_ended(&mut self, cycles: u64) {
        debug_assert!(self.has_ended());
        let mut left = cycles;
        if self.counter >= self.period {
            let wrap = u64::from(COUNTER_END - self.counter) + 1;
            if left < wrap {
                self.counter += left as u16;
                return;
            }
            left -= wrap;
            self.counter = 1;
        }
        self.counter = ((u64::from(self.counter) + left) % u64::from(self.period)) as u16;
    }

    fn move_level(&mut self) {
        if self.phase != Phase::Attack {
            self.divided += 1;
            if self.divided < self.divider {
                return;
            }
        }
        self.divided = 0;
        if self.ended {
            return;
        }
        match self.phase {
            Phase::Attack => {
                self.level = self.level.wrapping_add(1);
                self.ended = self.level == 0;
                if self.level == 0xff {
                    self.start(Phase::DecayOrSustain);
                }
            }
            Phase::DecayOrSustain if self.level == self.sustain * 0x11 => {}
            Phase::DecayOrSustain | Phase::Release => {
                // Decay continues below a sustain level that is raised in the meantime, as on the chip.
                self.level = self.level.wrapping_sub(1);
                self.ended = self.level == 0;
            }
        }
        self.divider = match self.level {
            255 | 0 => 1,
            93 => 2,
            54 => 4,
            26 => 8,
            14 => 16,
            6 => 30,
            _ => self.divider,
        };
    }
}

/// Wraps a counter value that exceeds the last one by less than a period.
fn wrapped(counter: u16) -> u16 {
    if counter > COUNTER_END { counter - COUNTER_END } else { counter }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds of an attack and of a decay or release, at a clock of 1 MHz. Source: the data sheet, table 2.
    const ATTACK: [f64; 16] = [
        2.0, 8.0, 16.0, 24.0, 38.0, 56.0, 68.0, 80.0, 100.0, 250.0, 500.0, 800.0, 1000.0, 3000.0, 5000.0,
        8000.0,
    ];
    const RELEASE: [f64; 16] = [
        6.0, 24.0, 48.0, 72.0, 114.0, 168.0, 204.0, 240.0, 300.0, 750.0, 1500.0, 2400.0, 3000.0, 9000.0,
        15000.0, 24000.0,
    ];

    /// Returns the cycles until the level is `wanted`.
    fn cycles_to(envelope: &mut Envelope, wanted: u8) -> f64 {
        let cycles = (1_u32..40_000_000).find(|_| {
            envelope.step();
            envelope.level() == wanted
        });
        f64::from(cycles.unwrap())
    }

    #[test]
    fn attack_and_release_take_the_times_of_the_data_sheet() {
        for rate in 0..16_u8 {
            let mut envelope = Envelope::new();
            envelope.set_attack_decay(rate << 4);
            envelope.set_sustain_release(0xf0 | rate);
            envelope.set_gate(true);
            let attack = cycles_to(&mut envelope, 255) / 1000.0;
            envelope.set_gate(false);
            let release = cycles_to(&mut envelope, 0) / 1000.0;
            // The shortest times are whole cycles: 9 instead of 7.8, which the data sheet rounds.
            let tolerance = if rate == 0 { 0.17 } else { 0.03 };
            let index = usize::from(rate);
            let faults = [(attack, ATTACK[index]), (release, RELEASE[index])]
                .map(|(ours, theirs)| (ours / theirs - 1.0).abs());
            assert!(faults.iter().all(|fault| *fault < tolerance), "rate {rate}: {attack} {release} ms");
        }
    }

    #[test]
    fn decay_ends_at_the_sustain_level_and_stays() {
        let mut envelope = Envelope::new();
        envelope.set_attack_decay(0x00);
        envelope.set_sustain_release(0xa0);
        envelope.set_gate(true);
        cycles_to(&mut envelope, 0xff);
        cycles_to(&mut envelope, 0xaa);
        (0..100_000).for_each(|_| envelope.step());
        assert_eq!(envelope.level(), 0xaa);
    }

    #[test]
    fn cycles_that_pass_together_are_as_many_steps() {
        let mut together = Envelope::new();
        let mut single = together.clone();
        let mut changes = 0;
        for round in 0..60_000_u32 {
            // Each of 60 pieces has its own rates and gate, including periods that the counter is already past.
            if round % 1_000 == 0 {
                let piece = round / 1_000;
                for envelope in [&mut together, &mut single] {
                    envelope.set_attack_decay((piece * 37) as u8 & 0x33);
                    envelope.set_sustain_release((piece * 91) as u8 & 0xf3);
                    envelope.set_gate(piece % 3 != 0);
                }
            }
            let cycles = (1 + round % 8) as u16;
            let changed = (1..=cycles).filter(|_| {
                let before = single.level;
                single.step();
                single.level != before
            });
            let changed: Vec<u16> = changed.collect();
            assert_eq!(together.pass(cycles), changed.first().copied(), "round {round}");
            changes += changed.len();
            assert_eq!(format!("{together:?}"), format!("{single:?}"), "round {round}");
        }
        assert!(changes > 500, "{changes}");
    }

    #[test]
    fn a_note_released_early_fades_by_the_level_passed_on_the_way_up() {
        // Level 54 was passed last: 4 periods per step, down to 26.
        for (top, periods) in [(60, 4 * 34), (255, 162 + 2 * 39 + 4 * 28)] {
            let mut envelope = Envelope::new();
            envelope.set_attack_decay(0x00);
            envelope.set_sustain_release(0xf0);
            envelope.set_gate(true);
            cycles_to(&mut envelope, top);
            envelope.set_gate(false);
            assert_eq!(cycles_to(&mut envelope, 26), f64::from(9 * periods), "from {top}");
        }
    }

    #[test]
    fn a_note_begun_again_at_the_top_is_not_heard() {
        let mut envelope = Envelope::new();
        envelope.set_attack_decay(0x00);
        envelope.set_sustain_release(0xf9);
        envelope.set_gate(true);
        cycles_to(&mut envelope, 255);
        for heard in [false, true, false] {
            envelope.set_gate(false);
            // Too short for a release step.
            (0..100).for_each(|_| envelope.step());
            envelope.set_gate(true);
            // The counter may have to wrap first.
            (0..40_000).for_each(|_| envelope.step());
            assert_eq!((envelope.level(), envelope.has_ended()), (if heard { 255 } else { 0 }, !heard));
        }
        let mut single = envelope.clone();
        envelope.pass_ended(100_000);
        (0..100_000).for_each(|_| single.step());
        assert_eq!(format!("{envelope:?}"), format!("{single:?}"));
    }

    #[test]
    fn a_note_released_before_its_first_step_fades_from_the_top() {
        let mut envelope = Envelope::new();
        envelope.set_attack_decay(0xf0);
        envelope.set_sustain_release(0x02);
        envelope.set_gate(true);
        (0..20).for_each(|_| envelope.step());
        assert_eq!(envelope.level(), 0);
        envelope.set_gate(false);
        assert!(cycles_to(&mut envelope, 255) <= 63.0);
        let release = cycles_to(&mut envelope, 0) / 1000.0;
        assert!((release / RELEASE[2] - 1.0).abs() < 0.03, "{release} ms");
        (0..100_000).for_each(|_| envelope.step());
        assert_eq!(envelope.level(), 0);
    }

    #[test]
    fn a_counter_past_its_new_period_goes_all_the_way_round() {
        let mut envelope = Envelope::new();
        envelope.set_attack_decay(0xf0);
        (0..100).for_each(|_| envelope.step());
        envelope.set_gate(true);
        (0..20_000).for_each(|_| envelope.step());
        envelope.set_attack_decay(0x00);
        let cycles = cycles_to(&mut envelope, 1);
        assert!((12_000.0..13_000.0).contains(&cycles), "{cycles}");
    }
}
