//! Sound: the SID's three voices, its filter and its volume, and a music player.
//!
//! ```
//! use sys2080::sound::{self, Instrument, Pitch, Voice, Waveform};
//!
//! const BELL: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 9, 0, 9);
//!
//! sound::volume(15);
//! Voice::One.play(Pitch::hertz(440), &BELL);
//! ```
//!
//! Pitches are the same on PAL and NTSC machines. All but four of the SID's registers are write-only, so nothing here depends on earlier
//! writes.
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix O ("6581 Sound Interface Device (SID) Chip Specifications").

pub mod background;
mod player;
mod track;

pub use player::{Player, Tune};
#[doc(hidden)]
pub use track::compile;

use crate::hardware::{poke, poke_at};
use crate::time::is_pal;

/// The registers of voice 1; those of the others follow, seven registers each.
const VOICES: u16 = 0xd400;
/// Voice 1: frequency and pulse width (low bytes first), control, envelope.
const FREQUENCY: u16 = VOICES;
const PULSE_WIDTH: u16 = VOICES + 2;
const CONTROL: u16 = VOICES + 4;
const ATTACK_DECAY: u16 = VOICES + 5;
const SUSTAIN_RELEASE: u16 = VOICES + 6;
/// The gate, bit 0 of the control register: the note is held.
const GATE: u8 = 1;

/// The filter's cutoff: the lower three bits, then the upper eight.
const CUTOFF: [u16; 2] = [0xd415, 0xd416];
/// The filter's resonance in the upper four bits, and the voices that it filters.
const RESONANCE: u16 = 0xd417;
/// The filter's modes in the upper four bits, and the volume.
const MODE_AND_VOLUME: u16 = 0xd418;
/// Mode bit: voice 3 is muted unless it is filtered.
const VOICE_3_OFF: u8 = 0x80;

/// The frequency register counts in units of clock / 2^24: these are the units per hertz, times 2^10, on PAL and NTSC machines, whose
/// clocks run at 985,248 and 1,022,727 hertz.
const HERTZ: [u32; 2] = [17_437, 16_798];
/// The frequency registers of the twelve notes from C6 (1046.5 hertz) up, with A4 at 440 hertz.
const OCTAVE_6: [[u16; 12]; 2] = [octave(985_248.0), octave(1_022_727.0)];
/// The number of the octave from C6 up; octaves are counted from MIDI note 12, C0.
const OCTAVE: u8 = 6;
/// The number of the first note, C0, and of the highest one that fits the register, A#7.
const FIRST_NOTE: u8 = 12;
const LAST_NOTE: u8 = 106;

const fn octave(clock: f64) -> [u16; 12] {
    const SEMITONE: f64 = 1.059_463_094_359_295_3;
    let mut notes = [0; 12];
    // A6 has 1760 hertz, and is the tenth note.
    let mut hertz = 1760.0;
    let mut note = 9;
    while note > 0 {
        hertz /= SEMITONE;
        note -= 1;
    }
    while note < 12 {
        notes[note] = (hertz * 16_777_216.0 / clock + 0.5) as u16;
        hertz *= SEMITONE;
        note += 1;
    }
    notes
}

/// A pitch, the same on PAL and NTSC machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pitch {
    /// The frequency register on PAL and NTSC machines.
    registers: [u16; 2],
}

impl Pitch {
    /// Creates a pitch from a frequency in hertz.
    ///
    /// # Panics
    /// Panics if it is above 3,848, the highest frequency of the SID in a PAL machine.
    #[must_use]
    pub const fn hertz(hertz: u16) -> Pitch {
        assert!(hertz <= 3848, "the SID has no such pitch");
        let [pal, ntsc] = HERTZ;
        let hertz = hertz as u32;
        Pitch { registers: [((hertz * pal + 512) >> 10) as u16, ((hertz * ntsc + 512) >> 10) as u16] }
    }

    /// Creates a pitch from a MIDI note number: 60 is C4, middle C, and 69 is A4, 440 hertz.
    ///
    /// # Panics
    /// Panics if it is not from 12 (C0) to 106 (A#7).
    #[must_use]
    pub const fn note(number: u8) -> Pitch {
        assert!(number >= FIRST_NOTE && number <= LAST_NOTE, "the SID has no such note");
        let [pal, ntsc] = &OCTAVE_6;
        Pitch { registers: [of_octave(pal, number), of_octave(ntsc, number)] }
    }

    /// Returns the frequency register on this machine.
    fn register(self) -> u16 {
        let [pal, ntsc] = self.registers;
        if is_pal() { pal } else { ntsc }
    }
}

/// Returns the frequency register of a note on this machine.
fn register_of(number: u8) -> u16 {
    let [pal, ntsc] = &OCTAVE_6;
    of_octave(if is_pal() { pal } else { ntsc }, number)
}

/// Returns the frequency register of a note, given those of octave 6.
const fn of_octave(notes: &[u16; 12], number: u8) -> u16 {
    let mut octave = 0;
    let mut note = number.wrapping_sub(FIRST_NOTE);
    while note >= 12 {
        note -= 12;
        octave += 1;
    }
    let register = notes[note as usize];
    if octave > OCTAVE { register << (octave - OCTAVE) } else { register >> (OCTAVE - octave) }
}

/// A waveform, with its bit in the control register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Waveform {
    /// Soft, like a flute.
    Triangle = 0x10,
    /// Bright, like brass.
    Sawtooth = 0x20,
    /// Hollow to nasal, depending on [`Instrument::pulse_width`].
    Pulse = 0x40,
    /// Noise; depending on its pitch, it sounds like a drum or like wind.
    Noise = 0x80,
}

/// How a voice sounds: its waveform and its envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instrument {
    waveform: u8,
    pulse_width: u16,
    attack_decay: u8,
    sustain_release: u8,
}

impl Instrument {
    /// Creates an instrument that is at full volume while the note is held, and silent before and after.
    #[must_use]
    pub const fn new(waveform: Waveform) -> Instrument {
        Instrument { waveform: waveform as u8, pulse_width: 0x800, attack_decay: 0, sustain_release: 0xf0 }
    }

    /// Sets the ADSR envelope, in numbers up to 15: the attack time (2 ms to 8 s), the decay time to the sustain level
    /// (6 ms to 24 s), that level, and the release time to silence (6 ms to 24 s). Source of the times: appendix O, table 2.
    ///
    /// A note held at volume 15 has to be released for at least one envelope step before the next one is played: otherwise the
    /// SID's envelope wraps from its highest level to 0, and the next note is not heard. Use 14 if you play notes
    /// directly one after the other. A [`Player`] releases each note for a 32nd.
    ///
    /// # Panics
    /// Panics if a number is above 15.
    #[must_use]
    pub const fn envelope(self, attack: u8, decay: u8, sustain: u8, release: u8) -> Instrument {
        assert!(
            attack < 16 && decay < 16 && sustain < 16 && release < 16,
            "an envelope has numbers up to 15"
        );
        Instrument { attack_decay: attack << 4 | decay, sustain_release: sustain << 4 | release, ..self }
    }

    /// Sets the part of a period for which [`Waveform::Pulse`] is high, in 4,096ths: 2,048, the default, is a square wave.
    ///
    /// # Panics
    /// Panics if it is above 4,095.
    #[must_use]
    pub const fn pulse_width(self, of_4096: u16) -> Instrument {
        assert!(of_4096 < 4096, "a pulse width is below 4,096");
        Instrument { pulse_width: of_4096, ..self }
    }
}

/// A voice of the SID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Voice {
    /// Voice 1.
    One,
    /// Voice 2.
    Two,
    /// Voice 3, which [`random`](crate::random) uses for its noise.
    Three,
}

impl Voice {
    /// All voices.
    pub const ALL: [Voice; 3] = [Voice::One, Voice::Two, Voice::Three];

    /// Returns the offset of its registers from those of voice 1.
    fn offset(self) -> u8 {
        let number = self as u8;
        (number << 3) - number
    }

    /// Starts a note, ending the current one.
    pub fn play(self, pitch: Pitch, instrument: &Instrument) {
        self.play_register(pitch.register(), instrument);
    }

    fn play_register(self, frequency: u16, instrument: &Instrument) {
        let voice = self.offset();
        poke_at::<CONTROL>(voice, 0);
        poke_at::<ATTACK_DECAY>(voice, instrument.attack_decay);
        poke_at::<SUSTAIN_RELEASE>(voice, instrument.sustain_release);
        let [low, high] = instrument.pulse_width.to_le_bytes();
        poke_at::<PULSE_WIDTH>(voice, low);
        poke_at::<{ PULSE_WIDTH + 1 }>(voice, high);
        self.set_register(frequency);
        poke_at::<CONTROL>(voice, instrument.waveform | GATE);
    }

    /// Changes the pitch of the current note.
    pub fn bend(self, pitch: Pitch) {
        self.set_register(pitch.register());
    }

    fn set_register(self, frequency: u16) {
        let [low, high] = frequency.to_le_bytes();
        poke_at::<FREQUENCY>(self.offset(), low);
        poke_at::<{ FREQUENCY + 1 }>(self.offset(), high);
    }

    /// Releases the note of this instrument: it fades according to its envelope.
    pub fn release(self, instrument: &Instrument) {
        poke_at::<CONTROL>(self.offset(), instrument.waveform);
    }

    /// Silences this voice immediately.
    pub fn stop(self) {
        poke_at::<CONTROL>(self.offset(), 0);
    }
}

/// Sets the volume, 0 to 15, and switches the filter off. After a machine reset, the volume is 0.
///
/// # Panics
/// Panics if the volume is above 15.
pub fn volume(volume: u8) {
    assert!(volume < 16, "a volume is at most 15");
    poke(RESONANCE, 0);
    poke(MODE_AND_VOLUME, volume);
}

/// Sets the volume, 0 to 15, of voices 1 and 2. Voice 3 is muted, and free for random noise.
///
/// # Panics
/// See [`volume`].
pub fn volume_without_voice_3(volume: u8) {
    self::volume(volume);
    poke(MODE_AND_VOLUME, volume | VOICE_3_OFF);
}

/// Silences everything: stores 0 to all registers of the SID.
pub fn silence() {
    for register in (VOICES..=MODE_AND_VOLUME).rev() {
        poke(register, 0);
    }
}

/// The filter type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Pass {
    /// Low-pass: passes frequencies below the cutoff.
    Low = 0x10,
    /// Band-pass: passes frequencies near the cutoff.
    Band = 0x20,
    /// High-pass: passes frequencies above the cutoff.
    High = 0x40,
    /// Notch: passes all frequencies except those near the cutoff.
    Notch = 0x50,
}

/// A filter setting for some of the voices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    cutoff: u16,
    resonance_and_voices: u8,
    mode: u8,
}

impl Filter {
    /// Creates a filter without resonance or voices. The cutoff is 0 to 2,047, about 30 hertz to 12 kilohertz; SID chips vary widely.
    ///
    /// # Panics
    /// Panics if the cutoff is above 2,047.
    #[must_use]
    pub const fn new(pass: Pass, cutoff: u16) -> Filter {
        assert!(cutoff < 2048, "a cutoff is below 2,048");
        Filter { cutoff, resonance_and_voices: 0, mode: pass as u8 }
    }

    /// Sets how much frequencies near the cutoff are emphasised: 0 to 15.
    ///
    /// # Panics
    /// Panics if it is above 15.
    #[must_use]
    pub const fn resonance(self, resonance: u8) -> Filter {
        assert!(resonance < 16, "a resonance is at most 15");
        Filter { resonance_and_voices: self.resonance_and_voices & 15 | resonance << 4, ..self }
    }

    /// Adds a voice to be filtered.
    #[must_use]
    pub const fn of(self, voice: Voice) -> Filter {
        Filter { resonance_and_voices: self.resonance_and_voices | 1 << voice as u8, ..self }
    }

    /// Switches the filter on and sets the volume, 0 to 15.
    ///
    /// # Panics
    /// Panics if the volume is above 15.
    pub fn set(self, volume: u8) {
        assert!(volume < 16, "a volume is at most 15");
        poke(CUTOFF[0], self.cutoff as u8 & 7);
        poke(CUTOFF[1], (self.cutoff >> 3) as u8);
        poke(RESONANCE, self.resonance_and_voices);
        poke(MODE_AND_VOLUME, self.mode | volume);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clocks of PAL and NTSC machines, in hertz.
    const CLOCKS: [f64; 2] = [985_248.0, 1_022_727.0];

    /// The pitches in hertz that PAL and NTSC machines produce from the registers.
    fn heard(pitch: Pitch) -> [f64; 2] {
        let [pal, ntsc] = pitch.registers.map(|register| f64::from(register) / 16_777_216.0);
        [pal * CLOCKS[0], ntsc * CLOCKS[1]]
    }

    #[test]
    fn pitches_are_heard_on_either_machine() {
        for hertz in [16, 440, 3848] {
            for heard in heard(Pitch::hertz(hertz)) {
                assert!((heard - f64::from(hertz)).abs() < 0.06, "{hertz}: {heard}");
            }
        }
    }

    #[test]
    fn notes_are_in_tune() {
        for number in FIRST_NOTE..=LAST_NOTE {
            let hertz = 440.0 * 2_f64.powf((f64::from(number) - 69.0) / 12.0);
            for heard in heard(Pitch::note(number)) {
                let cents = 1200.0 * (heard / hertz).log2();
                // In the lowest octave, the registers have a resolution of 6 cents.
                assert!(cents.abs() < if number < 24 { 7.0 } else { 3.5 }, "{number}: {cents} cents");
            }
        }
        assert!(std::panic::catch_unwind(|| Pitch::note(LAST_NOTE + 1)).is_err());
    }

    #[test]
    fn a_filter_has_all_its_registers() {
        let filter =
            Filter::new(Pass::Notch, 0x7f9).resonance(1).of(Voice::One).of(Voice::Three).resonance(10);
        assert_eq!(filter, Filter { cutoff: 0x7f9, resonance_and_voices: 0xa5, mode: 0x50 });
    }
}
