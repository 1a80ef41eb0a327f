//! A music player for three voices, driven by an interrupt handler.

use core::cell::Cell;

use super::track::{INSTRUMENT, LENGTH, REST, duration};
use super::{Instrument, Voice, register_of, silence, volume};
use crate::time::is_pal;

/// A tune: the tracks of the three voices, and their instruments.
///
/// ```
/// use sys2080::sound::{Instrument, Tune, Waveform};
/// use sys2080::track;
///
/// const LEAD: Instrument = Instrument::new(Waveform::Pulse).envelope(0, 8, 6, 8);
/// const BASS: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 9, 0, 9);
///
/// static TUNE: Tune = Tune::new(
///     [track!("l8 c e g >c"), track!("@1 o2 c2"), track!("")],
///     &[LEAD, BASS],
///     4,
/// );
/// ```
#[derive(Debug)]
pub struct Tune {
    tracks: [&'static [u8]; 3],
    instruments: &'static [Instrument],
    speed: u8,
    repeats: bool,
}

impl Tune {
    /// Creates a tune that loops: the [`track!`](crate::track) of each voice, the instruments, and the duration of a 32nd note in
    /// fiftieths of a second, 1 to 255. At a speed of 3, there are 125 quarter notes per minute.
    ///
    /// A track that is shorter than the longest is repeated. A track without notes leaves its voice unused.
    ///
    /// # Panics
    /// Panics if the tracks do not end together, or if the speed is 0. In a constant or a static, this is a compile-time error.
    #[must_use]
    pub const fn new(tracks: [&'static [u8]; 3], instruments: &'static [Instrument], speed: u8) -> Tune {
        assert!(speed > 0, "the speed is at least 1");
        let [one, two, three] = [duration(tracks[0]), duration(tracks[1]), duration(tracks[2])];
        let longest = if one > two { one } else { two };
        let longest = if longest > three { longest } else { three };
        assert!(
            fits(one, longest) && fits(two, longest) && fits(three, longest),
            "the length of the tune is a multiple of that of each track"
        );
        Tune { tracks, instruments, speed, repeats: true }
    }

    /// Returns whether the tune uses voice 3. If not, that voice is free for [`random`](crate::random).
    #[must_use]
    pub const fn uses_voice_3(&self) -> bool {
        !self.tracks[2].is_empty()
    }

    /// Returns the number of PAL frames, 50 a second, until the tune ends or loops.
    #[must_use]
    pub const fn duration(&self) -> u32 {
        let mut longest = 0;
        let mut voice = 0;
        while voice < 3 {
            let ticks = duration(self.tracks[voice]);
            if ticks > longest {
                longest = ticks;
            }
            voice += 1;
        }
        longest * self.speed as u32
    }

    /// Makes the tune play only once: each track stops at its end.
    #[must_use]
    pub const fn once(self) -> Tune {
        Tune { repeats: false, ..self }
    }
}

/// Whether a track, repeated if necessary, is exactly as long as the tune.
const fn fits(track: u32, tune: u32) -> bool {
    track == 0 || tune.is_multiple_of(track)
}

/// Plays a tune. Keep it in a `critical_section::Mutex`, so that the program and the interrupt handler can share it:
///
/// ```
/// # #[cfg(feature = "critical-section")] {
/// use sys2080::critical_section::{self, Mutex};
/// use sys2080::irq;
/// use sys2080::sound::{Instrument, Player, Tune, Waveform};
/// use sys2080::track;
///
/// static TUNE: Tune = Tune::new([track!("c d e"), &[], &[]], &[Instrument::new(Waveform::Sawtooth)], 3);
/// static PLAYER: Mutex<Player> = Mutex::new(Player::new());
///
/// fn frame() {
///     critical_section::with(|cs| PLAYER.borrow(cs).step());
/// }
///
/// critical_section::with(|cs| PLAYER.borrow(cs).start(&TUNE));
/// irq::start(&[(251, frame)]);
/// # irq::stop();
/// # }
/// ```
#[derive(Debug)]
pub struct Player {
    tune: Cell<Option<&'static Tune>>,
    // Arrays of bytes rather than structures, so that each is reached with a byte index.
    /// The index of the next byte in each voice's track.
    next: [Cell<u16>; 3],
    /// Ticks until each voice's next note.
    left: [Cell<u8>; 3],
    /// The current note length in ticks.
    length: [Cell<u8>; 3],
    instrument: [Cell<u8>; 3],
    /// Calls until the next tick, and the calls counted towards the next skipped one on NTSC machines.
    wait: Cell<u8>,
    calls: Cell<u8>,
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// Creates a player without a tune.
    #[must_use]
    pub const fn new() -> Player {
        Player {
            tune: Cell::new(None),
            next: [const { Cell::new(0) }; 3],
            left: [const { Cell::new(0) }; 3],
            length: [const { Cell::new(0) }; 3],
            instrument: [const { Cell::new(0) }; 3],
            wait: Cell::new(0),
            calls: Cell::new(0),
        }
    }

    /// Starts a tune, at volume 15.
    pub fn start(&self, tune: &'static Tune) {
        silence();
        volume(15);
        for voice in 0..3 {
            self.next[voice].set(0);
            self.left[voice].set(0);
            self.instrument[voice].set(0);
        }
        self.wait.set(0);
        self.tune.set(Some(tune));
    }

    /// Stops the tune, and all sound.
    pub fn stop(&self) {
        self.tune.set(None);
        silence();
    }

    /// Whether a tune has been started, and has neither been stopped nor ended.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.tune.get().is_some()
    }

    /// Advances by one frame. Call it once per frame, from a raster line handler: [`irq::start`](crate::irq::start).
    ///
    /// On NTSC machines, which have 60 frames a second, every sixth call does nothing, so a tune is as fast as on PAL machines.
    pub fn step(&self) {
        if is_pal() { self.go_on() } else { self.step_jiffy() }
    }

    /// Advances by a sixtieth of a second: every sixth call does nothing.
    pub(super) fn step_jiffy(&self) {
        let calls = self.calls.get() + 1;
        if calls == 6 {
            self.calls.set(0);
            return;
        }
        self.calls.set(calls);
        self.go_on();
    }

    /// Advances by a fiftieth of a second.
    fn go_on(&self) {
        let Some(tune) = self.tune.get() else { return };
        let wait = self.wait.get();
        if wait > 0 {
            self.wait.set(wait - 1);
            return;
        }
        self.wait.set(tune.speed - 1);
        let mut ended = true;
        for voice in Voice::ALL {
            ended &= !self.tick(voice, tune);
        }
        if ended {
            self.tune.set(None);
        }
    }

    /// Advances one voice by a 32nd note. Returns whether there is still something to play.
    #[inline(never)]
    fn tick(&self, voice: Voice, tune: &'static Tune) -> bool {
        let number = voice as u8 as usize;
        let left = self.left[number].get();
        if left > 0 {
            self.left[number].set(left - 1);
            // The last tick of a note is its release, so that the start of the next one is audible.
            if left == 1
                && let Some(instrument) = self.instrument(voice, tune)
            {
                voice.release(instrument);
            }
            return true;
        }
        let track = tune.tracks[number];
        let mut begun_again = false;
        loop {
            let next = self.next[number].get();
            let Some(&byte) = track.get(usize::from(next)) else {
                if !tune.repeats || begun_again || track.is_empty() {
                    return false;
                }
                begun_again = true;
                self.next[number].set(0);
                continue;
            };
            self.next[number].set(next + 1);
            match byte {
                LENGTH..INSTRUMENT => self.length[number].set(byte - LENGTH),
                INSTRUMENT.. => self.instrument[number].set(byte - INSTRUMENT),
                note => {
                    self.left[number].set(self.length[number].get().saturating_sub(1));
                    if note != REST
                        && let Some(instrument) = self.instrument(voice, tune)
                    {
                        voice.play_register(register_of(note), instrument);
                    }
                    return true;
                }
            }
        }
    }

    fn instrument(&self, voice: Voice, tune: &'static Tune) -> Option<&'static Instrument> {
        tune.instruments.get(usize::from(self.instrument[voice as u8 as usize].get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{own_chips, peek, poke};
    use crate::sound::Waveform;
    use crate::track;

    const PIPE: Instrument = Instrument::new(Waveform::Triangle).envelope(1, 2, 3, 4);
    const HORN: Instrument = Instrument::new(Waveform::Sawtooth);

    static TUNE: Tune =
        Tune::new([track!("o4 l16 a r >a"), track!("@1 l16. c"), track!("")], &[PIPE, HORN], 2);
    static SHORT: Tune = Tune::new([track!("l32 c"), &[], &[]], &[HORN], 1).once();

    /// The control registers of voices 1 and 2, and the high byte of the frequency of voice 1.
    fn registers() -> [u8; 3] {
        [peek(0xd404), peek(0xd40b), peek(0xd401)]
    }

    #[test]
    fn a_tune_is_played_step_by_step_and_again() {
        let _chips = own_chips();
        let player = Player::new();
        assert!(!player.is_playing());
        poke(0xd405, 0xff);
        player.start(&TUNE);
        assert_eq!([peek(0xd418), peek(0xd405)], [15, 0]);
        // Sixteenths of 4 steps, the last 2 of which are the release, then dotted ones of 6.
        let expected = [
            [0x11, 0x21, 29],
            [0x11, 0x21, 29],
            [0x10, 0x21, 29],
            [0x10, 0x21, 29],
            [0x10, 0x20, 29],
            [0x10, 0x20, 29],
            [0x10, 0x21, 29],
            [0x10, 0x21, 29],
            [0x11, 0x21, 58],
            [0x11, 0x21, 58],
            [0x10, 0x20, 58],
            [0x10, 0x20, 58],
        ];
        for round in 0..3 {
            for (at, expected) in expected.into_iter().enumerate() {
                player.step();
                assert_eq!(registers(), expected, "step {at} of round {round}");
            }
        }
        assert_eq!([peek(0xd405), peek(0xd406)], [0x12, 0x34]);
        player.stop();
        player.step();
        assert_eq!(registers(), [0; 3]);
        player.start(&SHORT);
        player.step();
        assert!(player.is_playing());
        player.step();
        assert!(!player.is_playing());
    }

    #[test]
    fn tracks_end_together() {
        let tune = |text: [&'static [u8]; 3]| std::panic::catch_unwind(|| Tune::new(text, &[HORN], 1));
        assert!(tune([track!("c1"), track!("c4 c4"), track!("")]).is_ok());
        assert!(tune([track!("c1"), track!("c4."), track!("")]).is_err());
    }
}
