//! Random bytes from the noise of the SID's third voice. [`sound`] starts it and keeps it inaudible.

use super::sound;

/// Returns a byte of noise. Ends music that plays on that voice.
#[inline(never)]
pub fn byte() -> u8 {
    sound::give_voice_3_back();
    sys2080::random::noise()
}
