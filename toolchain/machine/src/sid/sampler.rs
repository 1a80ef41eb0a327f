//! Resamples the SID's output, one value per few cycles, to any sample rate, removing frequencies that the rate cannot represent.
//!
//! Each sample is a sum over the last values, weighted by a windowed sinc: the usual low-pass filter for resampling.

use std::f64::consts::PI;

/// The number of values in a sample.
const LENGTH: usize = 48;
/// Sample positions between two values, each with its own weights. The nearest is off by at most 1/512 of a value, which is 70 dB below a
/// tone of 5 kHz.
const PLACES: usize = 256;
/// Sums that are accumulated in parallel, because in sequence each would wait for the previous one.
const LANES: usize = 8;

/// A converter from one rate to another.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    /// Values per sample.
    step: f64,
    /// Values until the next sample.
    wait: f64,
    /// The last values, stored twice so that those of a sample are contiguous.
    values: Box<[f32; 2 * LENGTH]>,
    at: usize,
    /// The number of zeros at the end of the values, up to [`LENGTH`].
    zeros: usize,
    /// [`PLACES`] times [`LENGTH`] weights.
    weights: Box<[f32]>,
}

impl Sampler {
    /// Creates a converter from `from` values per second to `to` samples per second.
    pub(super) fn new(from: f64, to: f64) -> Sampler {
        // The middle of the slope is so far below half of the rate that little is left above it.
        let cutoff = (0.40 * to).min(0.45 * from) / from;
        let mut weights = vec![0.0; PLACES * LENGTH];
        for (place, weights) in weights.chunks_exact_mut(LENGTH).enumerate() {
            let weight = |index: usize| {
                let x = index as f64 - (LENGTH / 2) as f64 - place as f64 / PLACES as f64;
                let sinc = if x == 0.0 { 2.0 * cutoff } else { (2.0 * PI * cutoff * x).sin() / (PI * x) };
                sinc * (0.5 + 0.5 * (2.0 * PI * x / (LENGTH + 2) as f64).cos())
            };
            let sum: f64 = (0..LENGTH).map(weight).sum();
            weights.iter_mut().enumerate().for_each(|(index, place)| *place = (weight(index) / sum) as f32);
        }
        Sampler {
            step: from / to,
            wait: from / to,
            values: Box::new([0.0; 2 * LENGTH]),
            at: 0,
            zeros: LENGTH,
            weights: weights.into(),
        }
    }

    /// Adds the next value, and appends the samples that are due.
    #[inline]
    pub(super) fn push(&mut self, value: f32, samples: &mut Vec<f32>) {
        self.values[self.at] = value;
        self.values[self.at + LENGTH] = value;
        self.at = (self.at + 1) % LENGTH;
        self.zeros = if value == 0.0 { LENGTH.min(self.zeros + 1) } else { 0 };
        self.wait -= 1.0;
        while self.wait < 1.0 {
            let place = (self.wait.max(0.0) * PLACES as f64) as usize;
            let weights = &self.weights[place * LENGTH..][..LENGTH];
            samples.push(product(weights, &self.values[self.at..][..LENGTH]));
            self.wait += self.step;
        }
    }

    /// Does the same as this many [`Sampler::push`] calls with 0.
    pub(super) fn push_silence(&mut self, times: u64, samples: &mut Vec<f32>) {
        let mut left = times;
        while left > 0 && self.zeros < LENGTH {
            self.push(0.0, samples);
            left -= 1;
        }
        // All values are 0 now, and so is each sample. Up to the next one, 1 is subtracted from the time several times, always exactly.
        while left > 0 {
            let values = self.wait.floor().min(left as f64);
            self.wait -= values;
            left -= values as u64;
            while self.wait < 1.0 {
                samples.push(0.0);
                self.wait += self.step;
            }
        }
    }
}

/// Returns the sum of the products of weights and values.
fn product(weights: &[f32], values: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (weights, values) in weights.chunks_exact(LANES).zip(values.chunks_exact(LANES)) {
        for ((sum, weight), value) in sums.iter_mut().zip(weights).zip(values) {
            *sum += weight * value;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: f64 = 123_156.0;

    /// Returns the samples of a sine of amplitude 1.
    fn sine(hertz: f64, to: f64) -> Vec<f32> {
        let mut sampler = Sampler::new(FROM, to);
        let mut samples = Vec::new();
        for index in 0..FROM as u32 {
            sampler.push((2.0 * PI * hertz * f64::from(index) / FROM).sin() as f32, &mut samples);
        }
        samples
    }

    #[test]
    fn there_are_as_many_samples_as_asked_for() {
        for to in [8_000.0, 44_100.0, 48_000.0, 96_000.0] {
            let count = sine(100.0, to).len() as f64;
            assert!((count - to).abs() < 2.0, "{to}: {count}");
        }
    }

    #[test]
    fn tones_stay_clean_and_what_has_no_room_is_gone() {
        let samples = sine(1_000.0, 48_000.0);
        // The best-fitting sine of that frequency, and the residue.
        let (mut a, mut b) = (0.0, 0.0);
        let tail = &samples[4_800..43_200];
        let angle = |at: usize| 2.0 * PI * 1_000.0 * at as f64 / 48_000.0;
        for (at, sample) in tail.iter().enumerate() {
            a += f64::from(*sample) * angle(at).sin() * 2.0 / tail.len() as f64;
            b += f64::from(*sample) * angle(at).cos() * 2.0 / tail.len() as f64;
        }
        let rest = tail
            .iter()
            .enumerate()
            .map(|(at, sample)| (f64::from(*sample) - a * angle(at).sin() - b * angle(at).cos()).powi(2));
        let rest = (rest.sum::<f64>() / tail.len() as f64).sqrt();
        assert!(((a * a + b * b).sqrt() - 1.0).abs() < 0.01 && rest < 0.001, "{a} {b} {rest}");
        let alias =
            sine(40_000.0, 48_000.0)[100..].iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
        assert!(alias < 0.01, "{alias}");
    }
}
