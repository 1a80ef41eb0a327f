//! Random bytes: the noise of the SID's third voice. It is not heard: see [`sound`](super::sound).

use sys2080::sound::Voice;

pub use sys2080::random::{noise as byte, start_noise as start};

/// Silences voice 3 again.
pub fn stop() {
    Voice::Three.stop();
}
