//! Random bytes: the noise of the SID's third voice.

use mos_hardware::{c64, sid::VoiceControlFlags};

/// Sets voice 3 going as a noise generator, at its highest frequency. It is not heard: see [`sound`](super::sound).
pub fn start() {
    c64::sid().start_random_generator();
}

/// Silences voice 3 again.
pub fn stop() {
    // SAFETY: a write to a SID register changes sound only.
    unsafe { c64::sid().channel3.control.write(VoiceControlFlags::empty()) }
}

/// The oscillator's output, crossed with the running timer of the keyboard interrupt: after a reset the noise
/// always starts alike, and only the moment of reading differs.
pub fn byte() -> u8 {
    let [low, _] = c64::cia1().timer_a.read().to_le_bytes();
    c64::sid().random_byte() ^ low
}
