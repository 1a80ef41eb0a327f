//! Synthesises the sound of the SID, cycle by cycle: three voices, the filter, the volume.
//!
//! A silent voice outputs the middle of its range. A store to the volume therefore makes no sound of its own, and samples that a program
//! plays with such stores are not heard: on later chips they are faint, on a 6581 as loud as a voice.

use super::envelope::Envelope;
use super::filter::Filter;
use super::oscillator::{Oscillator, TOGETHER};
use super::sampler::Sampler;

/// The waveform value that means no signal: half of 12 bits.
const MIDDLE: i32 = 0x800;
/// The constant part of the output below which it counts as zero: 120 dB below the loudest sound.
const NO_OFFSET: f32 = 1e-6;
/// Seconds of sound that are kept until they are taken.
const KEPT: usize = 10;
/// The number of times that [`TOGETHER`] cycles pass in silence before old samples are dropped: about a second, because the samples of a
/// long silence might not fit in memory.
const SILENT_AT_ONCE: u64 = 1 << 17;
/// Three voices at their loudest, at the highest volume.
const LOUDEST: f32 = 3.0 * 2048.0 * 255.0 * 15.0;
/// The capacitor at the audio output removes frequencies below this. Source: the C64's circuit diagram, 10 µF into about 1 kΩ.
const LOWEST_HERTZ: f32 = 16.0;

const VOICE_3_OFF: u8 = 0x80;
/// The voice that can affect each voice's oscillator. It does not restart that oscillator in a cycle in which its own would be restarted.
/// Source: Dag Lem's reSID, which has it from register $D41B of the chip.
const BEFORE: [usize; 3] = [2, 0, 1];

#[derive(Clone, Debug)]
struct Voice {
    oscillator: Oscillator,
    envelope: Envelope,
}

/// A SID with sound.
#[derive(Clone, Debug)]
pub(super) struct Synthesiser {
    now: u64,
    voices: [Voice; 3],
    /// The voices routed through the filter: the lower bits of $D417.
    routed: u8,
    filter: Filter,
    volume_mode: u8,
    /// The sums over the current [`TOGETHER`] cycles, which are averaged before the filter and the resampling.
    summed: u32,
    direct: i32,
    filtered: i32,
    /// The constant part of the output so far, which the capacitor blocks.
    offset: f32,
    follow: f32,
    sampler: Sampler,
    samples: Vec<f32>,
    /// The maximum number of samples kept.
    most: usize,
}

impl Synthesiser {
    /// Creates a synthesiser for a clock in cycles per second and a rate in samples per second, from cycle `now` on.
    pub(super) fn new(clock: u64, rate: u32, now: u64) -> Synthesiser {
        let inner = clock as f32 / TOGETHER as f32;
        let voice = Voice { oscillator: Oscillator::new(), envelope: Envelope::new() };
        Synthesiser {
            now,
            voices: [voice.clone(), voice.clone(), voice],
            routed: 0,
            filter: Filter::new(inner),
            volume_mode: 0,
            summed: 0,
            direct: 0,
            filtered: 0,
            offset: 0.0,
            follow: std::f32::consts::TAU * LOWEST_HERTZ / inner,
            sampler: Sampler::new(clock as f64 / f64::from(TOGETHER), f64::from(rate.max(1))),
            samples: Vec::new(),
            most: KEPT * rate as usize,
        }
    }

    /// Stores to register `register` (0..32) at the current cycle.
    pub(super) fn write(&mut self, register: u8, value: u8) {
        match register {
            0x00..=0x14 => {
                let voice = &mut self.voices[usize::from(register / 7)];
                match register % 7 {
                    5 => voice.envelope.set_attack_decay(value),
                    6 => voice.envelope.set_sustain_release(value),
                    other => {
                        voice.oscillator.write(other, value);
                        if other == 4 {
                            voice.envelope.set_gate(value & 1 != 0);
                        }
                    }
                }
            }
            0x15 => self.filter.set_cutoff_low(value),
            0x16 => self.filter.set_cutoff_high(value),
            0x17 => {
                self.filter.set_resonance(value);
                self.routed = value & 7;
            }
            0x18 => {
                self.filter.set_mode(value);
                self.volume_mode = value;
            }
            _ => {}
        }
    }

    /// Simulates the cycles up to `to`.
    pub(super) fn run_to(&mut self, to: u64) {
        let coupled = self.voices.iter().any(|voice| voice.oscillator.is_coupled());
        while self.now < to {
            let together = self.summed == 0 && self.now + u64::from(TOGETHER) <= to;
            if together && self.is_silent() {
                self.pass_silently(SILENT_AT_ONCE.min((to - self.now) / u64::from(TOGETHER)));
            } else if together && !coupled {
                self.now += u64::from(TOGETHER);
                self.step_together();
            } else {
                self.now += 1;
                self.step();
            }
        }
    }

    /// Returns whether nothing is heard until the next store, however long that takes. Even so, an oscillator that another one restarts has
    /// to be simulated.
    fn is_silent(&self) -> bool {
        self.offset == 0.0
            && self.filter.is_at_rest()
            && self
                .voices
                .iter()
                .all(|voice| voice.envelope.has_ended() && !voice.oscillator.is_synchronised())
    }

    /// Does the same as this many [`Synthesiser::step_together`] calls in silence, almost for free: most programs are silent most of the
    /// time.
    fn pass_silently(&mut self, times: u64) {
        let cycles = times * u64::from(TOGETHER);
        self.now += cycles;
        for voice in &mut self.voices {
            voice.oscillator.skip(cycles);
            voice.envelope.pass_ended(cycles);
        }
        self.sampler.push_silence(times, &mut self.samples);
        self.forget_old();
    }

    /// Does the same as [`TOGETHER`] times [`Synthesiser::step`], several times faster, when no oscillator affects another one.
    fn step_together(&mut self) {
        for index in 0..3 {
            let Voice { oscillator, envelope } = &mut self.voices[index];
            let before = i32::from(envelope.level());
            let changed = envelope.pass(TOGETHER as u16);
            let level = i32::from(envelope.level());
            // A voice that has died away is not heard, and most voices have most of the time.
            if (before, level) == (0, 0) {
                oscillator.skip(TOGETHER.into());
                continue;
            }
            let output = if let Some(changed) = changed {
                let mut output = 0;
                for cycle in 1..=TOGETHER as u16 {
                    oscillator.step();
                    let level = if cycle < changed { before } else { level };
                    output += oscillator.waveform(0).map_or(0, |wave| (wave as i32 - MIDDLE) * level);
                }
                output
            } else {
                let sum = oscillator.step_together();
                sum.map_or(0, |sum| (sum as i32 - TOGETHER as i32 * MIDDLE) * level)
            };
            self.mix(index, output);
        }
        self.summed = TOGETHER;
        self.put_out();
    }

    /// Adds the output of a voice to the filtered or the direct sum.
    #[inline]
    fn mix(&mut self, voice: usize, output: i32) {
        if self.routed >> voice & 1 != 0 {
            self.filtered += output;
        } else if voice < 2 || self.volume_mode & VOICE_3_OFF == 0 {
            self.direct += output;
        }
    }

    #[inline]
    fn step(&mut self) {
        for voice in &mut self.voices {
            voice.oscillator.step();
            voice.envelope.step();
        }
        let rose = BEFORE.map(|before| self.voices[before].oscillator.rose());
        let restarts = [0, 1, 2].map(|voice| rose[voice] && self.voices[voice].oscillator.is_synchronised());
        for (voice, before) in BEFORE.into_iter().enumerate() {
            if restarts[voice] && !restarts[before] {
                self.voices[voice].oscillator.restart();
            }
        }
        let tops = BEFORE.map(|before| self.voices[before].oscillator.top());
        for (index, top) in tops.into_iter().enumerate() {
            let Voice { oscillator, envelope } = &self.voices[index];
            if let Some(wave) = oscillator.waveform(top) {
                self.mix(index, (wave as i32 - MIDDLE) * i32::from(envelope.level()));
            }
        }
        self.summed += 1;
        if self.summed == TOGETHER {
            self.put_out();
        }
    }

    /// Outputs the result of a few cycles.
    fn put_out(&mut self) {
        let mixed = self.direct as f32 + self.filter.step(self.filtered as f32);
        let volume = f32::from(self.volume_mode & 15);
        let output = mixed * volume / (TOGETHER as f32 * LOUDEST);
        self.offset += (output - self.offset) * self.follow;
        if output == 0.0 && self.offset.abs() < NO_OFFSET {
            self.offset = 0.0;
        }
        self.sampler.push(output - self.offset, &mut self.samples);
        self.forget_old();
        (self.summed, self.direct, self.filtered) = (0, 0, 0);
    }

    /// Now and then drops samples that nobody takes.
    #[inline]
    fn forget_old(&mut self) {
        if self.samples.len() > 2 * self.most {
            self.samples.drain(..self.samples.len() - self.most);
        }
    }

    /// Returns the samples that have not been taken yet, mostly from -1 to 1: those of the last ten seconds.
    pub(super) fn take(&mut self) -> Vec<f32> {
        let mut samples = std::mem::take(&mut self.samples);
        samples.drain(..samples.len().saturating_sub(self.most));
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: u64 = chips::clock::PAL_HZ;
    const RATE: u32 = 48_000;

    /// Returns a second of sound after these stores.
    fn second(stores: &[(u8, u8)]) -> Vec<f32> {
        let mut sid = Synthesiser::new(CLOCK, RATE, 0);
        for (register, value) in stores {
            sid.write(*register, *value);
        }
        sid.run_to(CLOCK);
        sid.take()
    }

    /// Returns the amplitude of one frequency in the second half.
    fn amplitude(samples: &[f32], hertz: f64) -> f64 {
        let half = &samples[samples.len() / 2..];
        let (mut a, mut b) = (0.0, 0.0);
        for (at, sample) in half.iter().enumerate() {
            let (sin, cos) = (std::f64::consts::TAU * hertz * at as f64 / f64::from(RATE)).sin_cos();
            a += f64::from(*sample) * sin;
            b += f64::from(*sample) * cos;
        }
        2.0 * (a * a + b * b).sqrt() / half.len() as f64
    }

    /// Returns the stores that play a tone of a frequency in hertz.
    fn tone(voice: u8, hertz: f64, control: u8) -> [(u8, u8); 5] {
        let [low, high] = ((hertz * 16_777_216.0 / CLOCK as f64).round() as u16).to_le_bytes();
        let base = voice * 7;
        [(base, low), (base + 1, high), (base + 5, 0), (base + 6, 0xf0), (base + 4, control)]
    }

    fn all(parts: &[&[(u8, u8)]]) -> Vec<f32> {
        second(&parts.concat())
    }

    #[test]
    fn each_voice_has_the_pitch_that_its_register_says() {
        for voice in 0..3 {
            let samples = all(&[&tone(voice, 440.0, 0x11), &[(0x18, 15)]]);
            assert!(amplitude(&samples, 440.0) > 0.2, "voice {voice}");
            assert!(amplitude(&samples, 452.0) < 0.02 && amplitude(&samples, 428.0) < 0.02);
        }
    }

    #[test]
    fn waveforms_have_the_harmonics_of_their_shapes() {
        let harmonics = |control: u8, width: u8| {
            let samples = all(&[&tone(0, 440.0, control), &[(2, 0), (3, width), (0x18, 15)]]);
            let first = amplitude(&samples, 440.0);
            [2.0, 3.0, 4.0].map(|n| amplitude(&samples, 440.0 * n) / first)
        };
        let close = |ours: [f64; 3], theirs: [f64; 3]| {
            assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 0.02), "{ours:?} {theirs:?}");
        };
        close(harmonics(0x11, 0), [0.0, 1.0 / 9.0, 0.0]);
        close(harmonics(0x21, 0), [1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0]);
        close(harmonics(0x41, 8), [0.0, 1.0 / 3.0, 0.0]);
        // A pulse of a quarter: sin(πn/4) / n.
        let pulse = |n: f64| (std::f64::consts::FRAC_PI_4 * n).sin().abs() / n * std::f64::consts::SQRT_2;
        close(harmonics(0x41, 4), [pulse(2.0), pulse(3.0), pulse(4.0)]);
    }

    #[test]
    fn nothing_is_heard_without_volume_gate_or_waveform() {
        for stores in [[(0x18, 0), (4, 0x21)], [(0x18, 15), (4, 0x20)], [(0x18, 15), (4, 0x01)]] {
            let samples = all(&[&tone(0, 440.0, 0), &stores]);
            assert!(samples.iter().all(|sample| *sample == 0.0), "{stores:?}");
        }
        let third = all(&[&tone(2, 440.0, 0x21), &[(0x18, 0x8f)]]);
        assert!(third.iter().all(|sample| *sample == 0.0));
    }

    #[test]
    fn synchronised_voices_repeat_with_the_other_and_ring_modulation_has_sums_and_differences() {
        let other = tone(2, 300.0, 0x00);
        let synchronised = all(&[&other, &tone(0, 700.0, 0x23), &[(0x18, 15)]]);
        assert!(amplitude(&synchronised, 700.0) < 0.01);
        assert!(amplitude(&synchronised, 300.0) > 0.05 && amplitude(&synchronised, 600.0) > 0.05);
        let ringing = all(&[&other, &tone(0, 700.0, 0x15), &[(0x18, 15)]]);
        assert!(amplitude(&ringing, 700.0) < 0.01 && amplitude(&ringing, 300.0) < 0.01);
        assert!(amplitude(&ringing, 1000.0) > 0.05 && amplitude(&ringing, 400.0) > 0.05);
    }

    #[test]
    fn an_oscillator_that_would_be_restarted_restarts_no_other() {
        // All of them rise in the same cycle.
        for (controls, expected) in [
            ([0x02, 0x02, 0x00], [0, 0x80_0000, 0x80_0000]),
            ([0x02, 0x00, 0x02], [0x80_0000, 0x80_0000, 0]),
            ([0x02, 0x02, 0x02], [0x80_0000; 3]),
            ([0x00, 0x02, 0x00], [0x80_0000, 0, 0x80_0000]),
        ] {
            let mut sid = Synthesiser::new(CLOCK, RATE, 0);
            for (voice, control) in (0..3).zip(controls) {
                sid.write(voice * 7 + 1, 0x80);
                sid.write(voice * 7 + 4, control);
            }
            sid.run_to(256);
            let phases = sid.voices.each_ref().map(|voice| voice.oscillator.phase());
            assert_eq!(phases, expected, "{controls:?}");
        }
    }

    #[test]
    fn cycles_at_once_are_cycles_one_by_one() {
        for waveform in 0..16_u8 {
            let [mut fast, mut slow] = [0, 1].map(|_| Synthesiser::new(CLOCK, RATE, 0));
            let mut random = u32::from(waveform) + 1;
            for store in 1..400_u64 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (register, value) = ((random >> 24) as u8 % 25, (random >> 16) as u8);
                let at = store * 97;
                // The waveforms that were chosen, usually without the influence of another oscillator.
                let value = match register {
                    4 | 11 | 18 => waveform << 4 | value & 9 | if store > 300 { value & 6 } else { 0 },
                    _ => value,
                };
                fast.run_to(at);
                (slow.now..at).for_each(|cycle| slow.run_to(cycle + 1));
                fast.write(register, value);
                slow.write(register, value);
            }
            assert_eq!(fast.take(), slow.take(), "waveform {waveform:x}");
        }
    }

    /// A note that dies away, with or without noise and filter, followed by a long silence and another note.
    #[test]
    fn silence_at_once_is_silence_cycle_by_cycle() {
        for (waveform, routed, release) in
            [(0x10, 0, 0x05), (0x80, 1, 0x00), (0x40, 7, 0x03), (0x30, 0, 0x08)]
        {
            let [mut fast, mut slow] = [0, 1].map(|_| Synthesiser::new(CLOCK, RATE, 0));
            let stores = [
                (0x18, 0x1f),
                (0x16, 0x80),
                (0x17, routed),
                (1, 0x31),
                (3, 8),
                (5, 0x12),
                (6, 0x80 | release),
            ];
            let notes = [(4, waveform | 1), (4, waveform), (6, 0x8a), (0x12, 0x80), (4, waveform | 1)];
            let times = [0, 30_000, 900_001, 900_002, 900_050].into_iter();
            let events = stores.into_iter().map(|store| (0, store)).chain(times.zip(notes));
            let mut silent = 0;
            for (at, (register, value)) in events.chain([(960_000, (0, 0))]) {
                fast.run_to(at);
                for cycle in slow.now..at {
                    slow.run_to(cycle + 1);
                    silent += u64::from(slow.is_silent());
                }
                fast.write(register, value);
                slow.write(register, value);
            }
            assert!((400_000..890_000).contains(&silent), "silent in {silent} cycles");
            let [heard, samples] = [fast.take(), slow.take()];
            assert!(heard[heard.len() - 100..].iter().any(|sample| sample.abs() > 0.01));
            assert_eq!(heard, samples, "waveform {waveform:x}");
        }
    }

    #[test]
    fn samples_that_nobody_takes_are_forgotten() {
        let mut sid = Synthesiser::new(CLOCK, 8_000, 0);
        for second in 1..=35 {
            sid.run_to(second * CLOCK);
            assert!(sid.samples.len() <= 20 * 8_000 + 8_001);
        }
        for (register, value) in tone(0, 440.0, 0x11).into_iter().chain([(0x18, 15)]) {
            sid.write(register, value);
        }
        for second in 36..=60 {
            sid.run_to(second * CLOCK);
            assert!(sid.samples.len() <= 20 * 8_000 + 1);
        }
        let samples = sid.take();
        assert_eq!(samples.len(), 80_000);
        assert!(
            samples.iter().all(|sample| sample.is_finite()) && samples[79_000..].iter().any(|s| *s > 0.1)
        );
        assert!(sid.take().is_empty());
        // Twenty minutes of silence in one call.
        let mut silent = Synthesiser::new(CLOCK, 8_000, 0);
        silent.run_to(1_200 * CLOCK);
        assert!(silent.samples.capacity() <= 4 * 80_000, "{}", silent.samples.capacity());
        assert_eq!(silent.take(), [0.0; 80_000]);
    }

    #[test]
    fn only_routed_voices_are_filtered() {
        let loud = |routed: u8| {
            let filter = [(0x15, 0), (0x16, 8), (0x17, routed), (0x18, 0x1f)];
            amplitude(&all(&[&tone(0, 3000.0, 0x11), &filter]), 3000.0)
        };
        assert!(loud(0) > 0.2 && loud(2) > 0.2);
        // 400 Hz: almost three octaves at 12 dB each.
        assert!(loud(1) < 0.01, "{}", loud(1));
    }
}
