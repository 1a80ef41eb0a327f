//! Random bytes: the noise of the SID's third voice. [`sound`] starts it, and keeps it from being heard.

use super::sound;

/// A byte of noise. Music on that voice ends.
#[inline(never)]
pub fn byte() -> u8 {
    sound::give_voice_3_back();
    sys2080::random::noise()
}
