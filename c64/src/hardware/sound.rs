//! Sounds and music, played by the KERNAL's interrupt only while there is something to play.
//!
//! Voice 3 makes the inaudible noise that random bytes come from. Music that plays on it keeps the voice until
//! the music ends or a random byte is needed.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sys2080::random;
use sys2080::sound::{self, background};
use sys2080_console::device::Effect;
use sys2080_console::tunes;

/// Whether music is using voice 3.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Initialises the SID, whatever state it was in, and stops all sound.
#[inline(never)]
pub fn silence() {
    background::stop();
    free_voice_3();
}

/// Makes voice 3 produce inaudible noise.
#[inline(never)]
fn free_voice_3() {
    TAKEN.store(false, Relaxed);
    sound::volume_without_voice_3(15);
    random::start_noise();
}

/// Turns the SID off.
pub fn stop() {
    background::stop();
    TAKEN.store(false, Relaxed);
}

/// Starts a sound in place of any other.
pub fn effect(effect: Effect) {
    let tune = tunes::tune(effect);
    background::start(tune);
    if tune.uses_voice_3() {
        TAKEN.store(true, Relaxed);
    } else {
        free_voice_3();
    }
}

/// Stops music that uses voice 3.
pub fn give_voice_3_back() {
    if TAKEN.load(Relaxed) {
        silence();
    }
}
