//! The notes of a voice as text, and as the bytes that the player reads. The text is translated at compile time.

/// The bytes of a track: from 0 a note, as its MIDI number; from 128 a length in ticks; from 192 an instrument number.
pub(super) const REST: u8 = 127;
pub(super) const LENGTH: u8 = 128;
pub(super) const INSTRUMENT: u8 = 192;
/// Ticks of a whole note, and of the longest note that a byte can encode.
const WHOLE: u8 = 32;
const LONGEST: u8 = 63;

/// The notes of a voice: `track!("o4 l8 c e g >c4 r4")` is a `&'static [u8]` for a [`Tune`](crate::sound::Tune).
///
/// | text | meaning |
/// |---|---|
/// | `c` `d` `e` `f` `g` `a` `b` | a note; `+` or `#` after it makes it sharp, `-` flat |
/// | `r` | a rest |
/// | `4` after a note or rest | its length: a quarter; 1, 2, 4, 8, 16 and 32 |
/// | `.` after that | dotted: half as long again |
/// | `l8` | the default note length; initially a quarter |
/// | `o4` | the octave, 0 to 7; initially 4, which begins with middle C |
/// | `>` `<` | an octave up or down |
/// | `@1` | the instrument of the following notes: an index into the tune's instruments, up to 63; initially 0 |
///
/// Spaces and bars (`|`) are ignored. Anything else is a compile-time error.
#[macro_export]
macro_rules! track {
    ($text:expr) => {{
        const TEXT: &str = $text;
        const BYTES: [u8; $crate::sound::compile(TEXT, &mut [])] = {
            let mut bytes = [0; $crate::sound::compile(TEXT, &mut [])];
            $crate::sound::compile(TEXT, &mut bytes);
            bytes
        };
        const TRACK: &'static [u8] = &BYTES;
        TRACK
    }};
}

/// Translates the text of [`track!`](crate::track) into as many bytes as fit, and returns how many there are in total.
#[doc(hidden)]
pub const fn compile(text: &str, bytes: &mut [u8]) -> usize {
    let text = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    let (mut octave, mut default, mut length) = (4, 8, 0);
    while at < text.len() {
        let byte = text[at];
        at += 1;
        match byte {
            b' ' | b'\n' | b'|' => {}
            b'<' | b'>' => {
                assert!(if byte == b'<' { octave > 0 } else { octave < 7 }, "there is no such octave");
                octave = if byte == b'<' { octave - 1 } else { octave + 1 };
            }
            b'o' => {
                (octave, at) = number(text, at);
                assert!(octave < 8, "there is no such octave");
            }
            b'l' => (default, at) = ticks(text, at, 0),
            b'@' => {
                let instrument;
                (instrument, at) = number(text, at);
                assert!(instrument < 64, "an instrument is at most 63");
                count = put(bytes, count, INSTRUMENT | instrument);
            }
            b'a'..=b'g' | b'r' => {
                let pitch;
                (pitch, at) = if byte == b'r' { (REST, at) } else { note(text, at, octave) };
                let own;
                (own, at) = ticks(text, at, default);
                if own != length {
                    length = own;
                    count = put(bytes, count, LENGTH | length);
                }
                count = put(bytes, count, pitch);
            }
            _ => panic!("a track has notes a to g, r, o, l, @, < and >, numbers behind them, and spaces"),
        }
    }
    count
}

const fn put(bytes: &mut [u8], at: usize, byte: u8) -> usize {
    if at < bytes.len() {
        bytes[at] = byte;
    }
    at + 1
}

/// Returns the note whose letter precedes this position, and the position after it.
const fn note(text: &[u8], mut at: usize, octave: u8) -> (u8, usize) {
    // Semitones above C, for the letters from A on.
    const LETTERS: [u8; 7] = [9, 11, 0, 2, 4, 5, 7];
    let mut note = 12 + 12 * octave + LETTERS[(text[at - 1] - b'a') as usize];
    while at < text.len() && matches!(text[at], b'+' | b'#' | b'-') {
        note = if text[at] == b'-' { note - 1 } else { note + 1 };
        at += 1;
    }
    assert!(super::FIRST_NOTE <= note && note <= super::LAST_NOTE, "the SID has no such note");
    (note, at)
}

/// Parses a number, and returns the position after it.
const fn number(text: &[u8], mut at: usize) -> (u8, usize) {
    assert!(at < text.len() && text[at].is_ascii_digit(), "o, l and @ have a number behind them");
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = number * 10 + (text[at] - b'0');
        at += 1;
    }
    (number, at)
}

/// Parses a length in ticks, and returns the position after it. Without a number, it is `default`; 0 there makes the number mandatory.
const fn ticks(text: &[u8], mut at: usize, default: u8) -> (u8, usize) {
    let mut ticks = default;
    if default == 0 || at < text.len() && text[at].is_ascii_digit() {
        let part;
        (part, at) = number(text, at);
        assert!(part > 0 && part <= WHOLE && part.is_power_of_two(), "a length is 1, 2, 4, 8, 16 or 32");
        ticks = WHOLE / part;
    }
    if at < text.len() && text[at] == b'.' {
        assert!(ticks.is_multiple_of(2), "there is no dotted 32nd");
        ticks += ticks / 2;
        at += 1;
    }
    assert!(ticks <= LONGEST, "a note is too long");
    (ticks, at)
}

/// Returns the length of a track in ticks.
pub(super) const fn duration(track: &[u8]) -> u32 {
    let (mut at, mut length, mut sum) = (0, 0, 0);
    while at < track.len() {
        match track[at] {
            0..LENGTH => sum += length,
            LENGTH..INSTRUMENT => length = (track[at] - LENGTH) as u32,
            INSTRUMENT.. => {}
        }
        at += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_track_is_as_short_as_can_be() {
        let bytes = track!("@2 o4 l8 c d e- | f#4. <b16 >r2 @0 c");
        let expected =
            [194, 128 + 4, 60, 62, 63, 128 + 12, 66, 128 + 2, 59, 128 + 16, REST, 192, 128 + 4, 60];
        assert_eq!(bytes, expected);
        assert_eq!(duration(bytes), 4 * 3 + 12 + 2 + 16 + 4);
        assert_eq!(track!(""), []);
    }

    #[test]
    fn what_is_no_track_is_refused() {
        let faulty = ["h", "o8", "o", "o7b", "o0c-", "l3", "l", "c64", "c32.", "@64", "<<<<<", "1"];
        for text in faulty {
            assert!(std::panic::catch_unwind(|| compile(text, &mut [])).is_err(), "{text}");
        }
    }
}
