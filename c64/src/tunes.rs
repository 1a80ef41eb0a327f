//! The music and the sound effects, note by note. `docs/MUSIC.md` has the score of the title's piece.
//!
//! Instruments have a release of 0: after a slow envelope, the SID begins the next note late, by up to 33 ms.

use sys2080::sound::{Instrument, Tune, Waveform};
use sys2080::track;

use crate::device::Effect;

/// The mouse: thin and quick.
const MOUSE: Instrument = Instrument::new(Waveform::Pulse).pulse_width(0x300).envelope(0, 9, 5, 0);
/// The cats: a soft attack.
const CATS: Instrument = Instrument::new(Waveform::Sawtooth).envelope(3, 9, 8, 0);
/// A plucked guitar string, and one of its low strings.
const STRING: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 8, 0, 0);
const LOW_STRING: Instrument = Instrument::new(Waveform::Pulse).pulse_width(0x600).envelope(0, 9, 0, 0);
/// A castanet.
const CASTANET: Instrument = Instrument::new(Waveform::Noise).envelope(0, 1, 0, 0);
/// A bell.
const BELL: Instrument = Instrument::new(Waveform::Triangle).envelope(0, 10, 0, 0);
/// The sound of an impossible action.
const BUZZ: Instrument = Instrument::new(Waveform::Sawtooth).envelope(0, 5, 6, 0);

/// The title: three variations over a ground of 16 bars, the Andalusian cadence (A minor, G, F, E) and its answer in C, at 187 quarter
/// notes a minute. The mouse on tiptoe; the cats, which it answers from above; the chase.
static TITLE: Tune = Tune::new(
    [
        track!(
            "@0 l8 o5 a16 b16 >c <a e r4 | a16 b16 >c <a >e r4 | <g16 a16 b g d r4 | g16 a16 b g >d r4
             <f16 g16 a f c r4 | f16 g16 a >c <a f r | e f g+ a b g+ | e r f r e4
             >c4 <g >c e4 | d4 <b >d <g4 | >c4 <a >c <e4 | b a g+ b e4
             a4 f a >c4 | <g4 e g >c4 | <b >c <b a g+ b | a e a4 r4

             @1 o3 a4. g+ a4 | >c4. <b >c4 | <b4. a+ b4 | >d4. c+ d4
             c4. <b >c4 | f4. e f4 | e4 f4 e4 | d c <b a g+ b
             @0 o5 r4 e16 f16 g e r | r4 d16 e16 f d r | @1 o3 a4. g+ a4 | b4. a+ b4
             @0 o5 r4 f16 g16 a f r | r4 e16 f16 g e r | @1 o4 e d c <b a g+ | a4 e4 a4

             @0 l16 o5 a b >c <b a g+ a b >c d e8 | e8 d c <b8 >c <b a8 e8 | g a b a g f+ g a b >c d8 | d8 c <b a8 b a g8 d8
             f g a g f e f g a b >c8 | c8 <b a g8 a g f8 c8 | e f g+ a b >c d c <b a g+ b | l8 >e r <b r g+ r
             >e c16 e16 g e c4 | d <b16 >d16 g d <b4 | >c <a16 >c16 e c <a4 | b g+16 b16 >e <b g+4
             a f16 a16 >c <a f4 | g e16 g16 >c <g e4 | l16 e f g+ a b a g+ f e f g+ b | a4 r8 a8 a4"
        ),
        track!(
            "@2 l8 o4 r e a >c <a e | r e a >c <a e | r d g b g d | r d g b g d
             r c f a f c | r c f a f c | r <b >e g+ e <b | >r <b >e g+ e <b
             >r e g >c <g e | r d g b g d | r e a >c <a e | r <b >e g+ e <b
             >r c f a f c | r e g >c <g e | r <b >e g+ d <b | >r e a >c <a e"
        ),
        track!(
            "@3 o2 a4 @4 l8 o7 c c16 c16 c c | @3 o2 a4 e4 e4 | g4 @4 o7 c c16 c16 c c | @3 o2 g4 d4 d4
             f4 @4 o7 c c16 c16 c c | @3 o2 f4 c4 c4 | e4 @4 o7 c c16 c16 c c | @3 o2 e4 <b4 b4
             >c4 @4 o7 c c16 c16 c c | @3 o2 g4 d4 d4 | a4 @4 o7 c c16 c16 c c | @3 o2 e4 <b4 b4
             >f4 @4 o7 c c16 c16 c c | @3 o2 c4 g4 g4 | e4 @4 o7 c c16 c16 c c | @3 o2 a4 e4 a4"
        ),
    ],
    &[MOUSE, CATS, STRING, LOW_STRING, CASTANET],
    2,
);

/// A pasodoble flourish, in A.
static WIN: Tune = Tune::new(
    [
        track!("l16 o5 e e e e a8 a8 >c+8 <a8 | >e4. d c+ d8 <b8 | >c+4. <b a b8 g+8 | a2 r4"),
        track!("l16 o5 c+ c+ c+ c+ e8 e8 a8 e8 | a4. f+ e f+8 d8 | e4. d c+ d8 <b8 | >c+2 r4"),
        track!("@1 o3 r4 l8 a e a e | a4 <a >d4 <d | >a4 <a e4 e | a2 r4"),
    ],
    &[MOUSE, LOW_STRING],
    2,
)
.once();

/// The Andalusian cadence, slowly descending.
static LOSS: Tune = Tune::new(
    [
        track!("l16 o4 a8 g+ a g8 f+ g f8 e f | e4 f8 e2 r8"),
        track!("@1 o3 c4 <b4 a4 | g+2 g+4. r8"),
        track!("@1 o2 a4 g4 f4 | e2 e4. r8"),
    ],
    &[CATS, LOW_STRING],
    3,
)
.once();

static DRAW: Tune =
    Tune::new([track!("l8 o5 e d e d c2 r8"), track!("l8 o4 c <b >c <b a2 r8"), &[]], &[STRING], 2).once();
static SQUEAK: Tune = Tune::new([track!("l32 o6 b >e <b >g r16"), &[], &[]], &[MOUSE], 1).once();
static PAWS: Tune = Tune::new([track!("o3 l16 c r d r"), &[], &[]], &[STRING], 1).once();
static STONES: [Tune; 2] = [
    Tune::new([track!("@0 l32 o7 c @1 o5 c8 r"), &[], &[]], &[CASTANET, STRING], 1).once(),
    Tune::new([track!("@0 l32 o6 c @1 o4 f8 r"), &[], &[]], &[CASTANET, STRING], 1).once(),
];
static ILLEGAL: Tune = Tune::new([track!("o2 l16 c r32 c r"), &[], &[]], &[BUZZ], 2).once();
static HINT: Tune = Tune::new([track!("l16 o6 c e g >c4 r"), &[], &[]], &[BELL], 1).once();

/// Returns the tune of an effect.
pub const fn tune(effect: Effect) -> &'static Tune {
    match effect {
        Effect::Mouse => &SQUEAK,
        Effect::Cat => &PAWS,
        Effect::Cross => &STONES[0],
        Effect::Nought => &STONES[1],
        Effect::Illegal => &ILLEGAL,
        Effect::Hint => &HINT,
        Effect::Win => &WIN,
        Effect::Loss => &LOSS,
        Effect::Draw => &DRAW,
        Effect::Title => &TITLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In fiftieths of a second: the sound of a move must not last into the next one.
    #[test]
    fn every_sound_lasts_as_long_as_its_occasion() {
        let all = [
            (Effect::Title, 1500..=3000),
            (Effect::Win, 100..=250),
            (Effect::Loss, 100..=250),
            (Effect::Draw, 40..=120),
            (Effect::Mouse, 4..=15),
            (Effect::Cat, 4..=15),
            (Effect::Cross, 4..=15),
            (Effect::Nought, 4..=15),
            (Effect::Illegal, 4..=20),
            (Effect::Hint, 10..=30),
        ];
        for (effect, lengths) in &all {
            let length = tune(*effect).duration();
            assert!(lengths.contains(&length), "{effect:?}: {length}");
        }
        for (at, (effect, _)) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|(other, _)| !core::ptr::eq(tune(*effect), tune(*other))));
        }
    }

    /// The noise of voice 3 is needed when a game begins and before each of the engine's moves.
    #[test]
    fn only_what_is_heard_outside_of_games_takes_voice_3() {
        for effect in
            [Effect::Mouse, Effect::Cat, Effect::Cross, Effect::Nought, Effect::Illegal, Effect::Hint]
        {
            assert!(!tune(effect).uses_voice_3(), "{effect:?}");
        }
    }
}
