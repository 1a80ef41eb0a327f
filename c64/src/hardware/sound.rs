//! Sounds: short sequences of tones on the SID's first voice, which advance whenever the program reads the clock or the
//! joystick.
//!
//! Voice 3 is the random generator's, see [`random`](super::random); its output is disconnected.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use mos_hardware::{c64, sid::VoiceControlFlags};
use sys2080::kernal;
use sys2080_console::device::Effect;

use super::video_standard;

/// Volume 15, voice 3 disconnected. Source: "Commodore 64 Programmer's Reference Guide", appendix O, register 24.
const LOUD: u8 = 0x8f;
/// The system clock in hertz, PAL and NTSC: a value of the frequency register is another pitch on each.
const CLOCKS: [u64; 2] = [985_248, 1_022_727];

/// A tone: pitch, waveform with the gate, attack and decay, jiffies until the next one. Sustain is 0.
struct Tone(u64, VoiceControlFlags, u8, u8);

const GATE: u8 = VoiceControlFlags::GATE.bits();
const TRIANGLE: VoiceControlFlags =
    VoiceControlFlags::from_bits_truncate(VoiceControlFlags::TRIANGLE.bits() | GATE);
const SAWTOOTH: VoiceControlFlags =
    VoiceControlFlags::from_bits_truncate(VoiceControlFlags::SAWTOOTH.bits() | GATE);
const NOISE: VoiceControlFlags =
    VoiceControlFlags::from_bits_truncate(VoiceControlFlags::NOISE.bits() | GATE);

/// Silence, which nothing follows.
const END: Tone = Tone(0, VoiceControlFlags::empty(), 0, 0);

/// Silence, then the effects in the order of [`Effect`], each with its end.
const TONES: [Tone; 21] = [
    END,
    // A piece put on wood.
    Tone(2600, NOISE, 0x01, 1),
    Tone(430, TRIANGLE, 0x03, 5),
    END,
    Tone(75, SAWTOOTH, 0x07, 12),
    END,
    // C major upwards.
    Tone(523, TRIANGLE, 0x08, 7),
    Tone(659, TRIANGLE, 0x08, 7),
    Tone(784, TRIANGLE, 0x08, 7),
    Tone(1047, TRIANGLE, 0x0a, 40),
    END,
    // A minor downwards.
    Tone(659, TRIANGLE, 0x08, 10),
    Tone(523, TRIANGLE, 0x08, 10),
    Tone(440, TRIANGLE, 0x08, 10),
    Tone(330, TRIANGLE, 0x0a, 40),
    END,
    Tone(523, TRIANGLE, 0x08, 12),
    Tone(587, TRIANGLE, 0x08, 12),
    Tone(523, TRIANGLE, 0x08, 12),
    Tone(523, TRIANGLE, 0x0a, 30),
    END,
];

/// [`TONES`] as the 6502 reaches them by an index.
struct Table {
    frequency: [[u16; TONES.len()]; 2],
    control: [u8; TONES.len()],
    attack_decay: [u8; TONES.len()],
    jiffies: [u8; TONES.len()],
    beginnings: [u8; 5],
}

static TABLE: Table = {
    let mut table = Table {
        frequency: [[0; TONES.len()]; 2],
        control: [0; TONES.len()],
        attack_decay: [0; TONES.len()],
        jiffies: [0; TONES.len()],
        beginnings: [0; 5],
    };
    let (mut at, mut effect) = (0, 0);
    while at < TONES.len() {
        let Tone(hertz, control, attack_decay, jiffies) = &TONES[at];
        // The frequency register counts in units of the clock over 2^24. Source: as for `LOUD`.
        table.frequency[0][at] = ((*hertz << 24) / CLOCKS[0]) as u16;
        table.frequency[1][at] = ((*hertz << 24) / CLOCKS[1]) as u16;
        table.control[at] = control.bits();
        table.attack_decay[at] = *attack_decay;
        table.jiffies[at] = *jiffies;
        if *jiffies == 0 && effect < 5 {
            table.beginnings[effect] = at as u8 + 1;
            effect += 1;
        }
        at += 1;
    }
    table
};

/// The tone that is heard, a place in [`TABLE`].
static TONE: AtomicU8 = AtomicU8::new(0);
/// The jiffy at which the next one comes.
static NEXT: AtomicU8 = AtomicU8::new(0);

/// Makes the SID ready, whatever it was left at.
pub fn start() {
    silence();
    // SAFETY: a write to a SID register changes sound only.
    unsafe {
        c64::sid().channel1.sustain_release.write(0);
        c64::sid().volume_filter_mode.write(LOUD);
    }
}

/// Turns the SID off.
pub fn stop() {
    silence();
    // SAFETY: as in `start`.
    unsafe { c64::sid().volume_filter_mode.write(0) }
}

/// Ends the sound that is heard.
pub fn silence() {
    play(0, 0);
}

/// Starts a sound.
pub fn effect(effect: Effect) {
    let [now, ..] = kernal::rdtim().to_le_bytes();
    play(TABLE.beginnings[effect as usize], now);
}

/// Goes on to the next tone if it is time.
pub fn step(now: u8) {
    let at = TONE.load(Relaxed);
    let sounds = TABLE.jiffies.get(usize::from(at)).is_some_and(|jiffies| *jiffies != 0);
    if sounds && now.wrapping_sub(NEXT.load(Relaxed)) < 0x80 {
        play(at + 1, now);
    }
}

#[inline(never)]
fn play(tone: u8, now: u8) {
    let at = usize::from(tone);
    if at >= TONES.len() {
        return;
    }
    TONE.store(tone, Relaxed);
    NEXT.store(now.wrapping_add(TABLE.jiffies[at]), Relaxed);
    let voice = &c64::sid().channel1;
    // SAFETY: as in `start`. The gate is closed first, so that the envelope begins anew.
    unsafe {
        voice.control.write(VoiceControlFlags::empty());
        voice.frequency.write(TABLE.frequency[usize::from(video_standard::is_ntsc())][at]);
        voice.attack_decay.write(TABLE.attack_decay[at]);
        voice.control.write(VoiceControlFlags::from_bits_truncate(TABLE.control[at]));
    }
}
