//! Random bytes: the noise of the SID's third voice. It is not heard: see [`sound`](super::sound).

use super::sound;

pub use sys2080::random::start_noise as start;

/// A byte of noise. Music on that voice ends.
#[inline(never)]
pub fn byte() -> u8 {
    sound::give_voice_3_back();
    sys2080::random::noise()
}
