//! Sounds: short sequences of tones on the SID's first voice, which advance whenever the program reads the clock or the
//! joystick.
//!
//! Voice 3 is the random generator's, see [`random`](super::random); its output is disconnected.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::kernal;
use sys2080::sound::{self, Instrument, Pitch, Voice, Waveform};
use sys2080_console::device::Effect;

/// A tone: pitch, instrument, jiffies until the next one.
struct Tone(Pitch, Instrument, u8);

/// A waveform that fades to silence.
const fn fading(waveform: Waveform, decay: u8) -> Instrument {
    Instrument::new(waveform).envelope(0, decay, 0, 0)
}

const fn triangle(hertz: u16, decay: u8, jiffies: u8) -> Tone {
    Tone(Pitch::hertz(hertz), fading(Waveform::Triangle, decay), jiffies)
}

/// Where a sound ends.
const END: Tone = triangle(0, 0, 0);

/// Silence, then the effects in the order of [`Effect`], each with its end.
const TONES: [Tone; 21] = [
    END,
    // A piece put on wood.
    Tone(Pitch::hertz(2600), fading(Waveform::Noise, 1), 1),
    triangle(430, 3, 5),
    END,
    Tone(Pitch::hertz(75), fading(Waveform::Sawtooth, 7), 12),
    END,
    // C major upwards.
    triangle(523, 8, 7),
    triangle(659, 8, 7),
    triangle(784, 8, 7),
    triangle(1047, 10, 40),
    END,
    // A minor downwards.
    triangle(659, 8, 10),
    triangle(523, 8, 10),
    triangle(440, 8, 10),
    triangle(330, 10, 40),
    END,
    triangle(523, 8, 12),
    triangle(587, 8, 12),
    triangle(523, 8, 12),
    triangle(523, 10, 30),
    END,
];

/// [`TONES`], once.
static TABLE: [Tone; TONES.len()] = TONES;

/// Where each effect begins.
static BEGINNINGS: [u8; 5] = {
    let mut beginnings = [0; 5];
    let (mut at, mut effect) = (0, 0);
    while effect < 5 {
        if TONES[at].2 == 0 {
            beginnings[effect] = at as u8 + 1;
            effect += 1;
        }
        at += 1;
    }
    beginnings
};

/// The tone that is heard, a place in [`TABLE`].
static TONE: AtomicU8 = AtomicU8::new(0);
/// The jiffy at which the next one comes.
static NEXT: AtomicU8 = AtomicU8::new(0);

/// Makes the SID ready, whatever it was left at. Voice 3 is the random generator's.
pub fn start() {
    silence();
    sound::volume_without_voice_3(15);
}

/// Turns the SID off.
pub fn stop() {
    silence();
    sound::volume(0);
}

/// Ends the sound that is heard.
pub fn silence() {
    play(0, 0);
}

/// Starts a sound.
pub fn effect(effect: Effect) {
    let [now, ..] = kernal::rdtim().to_le_bytes();
    play(BEGINNINGS[effect as usize], now);
}

/// Goes on to the next tone if it is time.
pub fn step(now: u8) {
    let at = TONE.load(Relaxed);
    let sounds = TABLE.get(usize::from(at)).is_some_and(|tone| tone.2 != 0);
    if sounds && now.wrapping_sub(NEXT.load(Relaxed)) < 0x80 {
        play(at + 1, now);
    }
}

#[inline(never)]
fn play(tone: u8, now: u8) {
    if let Some(Tone(pitch, instrument, jiffies)) = TABLE.get(usize::from(tone)) {
        TONE.store(tone, Relaxed);
        NEXT.store(now.wrapping_add(*jiffies), Relaxed);
        match *jiffies {
            0 => Voice::One.stop(),
            _ => Voice::One.play(*pitch, instrument),
        }
    }
}
