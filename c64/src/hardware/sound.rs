//! Sounds and music, played by the KERNAL's interrupt while there is something to be heard, and by nothing at other times.
//!
//! Voice 3 makes the noise that random bytes come from, which is not heard. Music that plays on it has it until
//! the music ends or a random byte is needed.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sys2080::random;
use sys2080::sound::{self, background};
use sys2080_console::device::Effect;
use sys2080_console::tunes;

/// Whether music has taken voice 3.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Makes the SID ready, whatever it was left at, and ends all sound.
#[inline(never)]
pub fn silence() {
    background::stop();
    free_voice_3();
}

/// Has voice 3 make noise that is not heard.
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

/// Ends music that has taken voice 3.
pub fn give_voice_3_back() {
    if TAKEN.load(Relaxed) {
        silence();
    }
}
