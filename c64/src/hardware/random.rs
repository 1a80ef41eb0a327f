//! Random bytes: the noise of the SID's third voice. It is not heard: see [`sound`](super::sound).

use mos_hardware::{c64, sid::VoiceControlFlags};

pub use sys2080::random::{noise as byte, start_noise as start};

/// Silences voice 3 again.
pub fn stop() {
    // SAFETY: a write to a SID register changes sound only.
    unsafe { c64::sid().channel3.control.write(VoiceControlFlags::empty()) }
}
