//! The keyboard: whole lines, and single key presses.
//!
//! Key codes: Commodore 64 Programmer's Reference Guide, appendix C ("ASCII and CHR$ Codes").

use core::fmt;
use core::ops::Deref;

use crate::hardware::{chrin, chrout, getin};
use crate::petscii;
use crate::screen;

/// The maximum length of a line: two rows of the screen.
pub const LINE: usize = 80;

/// PETSCII code of the RETURN key.
const RETURN: u8 = 0x0d;

/// A typed line, as text: at most [`LINE`] characters, all ASCII.
#[derive(Clone, Copy)]
pub struct Line {
    text: [u8; LINE],
    length: u8,
}

impl Deref for Line {
    type Target = str;

    fn deref(&self) -> &str {
        // `line` only stores ASCII, so this cannot fail.
        self.text.get(..usize::from(self.length)).and_then(|text| str::from_utf8(text).ok()).unwrap_or("")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// Waits for a line: the cursor blinks, and all keys edit the screen as in BASIC until RETURN. Text printed before the
/// cursor in the same row is not part of the input. Afterwards, the cursor is at the start of the next row.
///
/// In the character set after power-on, [`Charset::Graphics`](petscii::Charset::Graphics), all letters are upper case:
/// compare with `eq_ignore_ascii_case`. Characters that are not in ASCII become `?`, and input beyond [`LINE`] characters
/// is lost.
///
/// ```no_run
/// #![no_std]
/// use sys2080::prelude::*;
///
/// fn main() {
///     print!("WHAT IS YOUR NAME? ");
///     let name = input::line();
///     println!("HELLO, {name}");
/// }
/// ```
pub fn line() -> Line {
    let mut line = Line { text: [0; LINE], length: 0 };
    let charset = screen::charset();
    loop {
        let byte = chrin();
        if byte == RETURN {
            // The KERNAL leaves the cursor after the typed text.
            chrout(RETURN);
            return line;
        }
        if let Some(place) = line.text.get_mut(usize::from(line.length)) {
            *place = petscii::decode_ascii(byte, charset);
            line.length += 1;
        }
    }
}

/// A key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A printable character, as shown in the screen's character set.
    Char(char),
    /// RETURN, with or without SHIFT.
    Return,
    /// DEL.
    Delete,
    /// INST: DEL with SHIFT.
    Insert,
    /// HOME.
    Home,
    /// CLR: HOME with SHIFT.
    Clear,
    /// Cursor up: the vertical cursor key with SHIFT.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left: the horizontal cursor key with SHIFT.
    Left,
    /// Cursor right.
    Right,
    /// A function key: 1 to 8.
    Function(u8),
    /// RUN/STOP.
    Stop,
    /// Another key, with its PETSCII code: colours, reverse video, and graphics that are not in Unicode.
    Other(u8),
}

impl Event {
    /// Decodes a PETSCII code from the keyboard.
    #[must_use]
    pub const fn of(petscii: u8, charset: petscii::Charset) -> Event {
        match petscii {
            0x0d | 0x8d => Event::Return,
            0x14 => Event::Delete,
            0x94 => Event::Insert,
            0x13 => Event::Home,
            0x93 => Event::Clear,
            0x91 => Event::Up,
            0x11 => Event::Down,
            0x9d => Event::Left,
            0x1d => Event::Right,
            0x03 => Event::Stop,
            // F1, F3, F5, F7, and with SHIFT F2, F4, F6, F8.
            0x85..=0x88 => Event::Function(2 * (petscii - 0x85) + 1),
            0x89..=0x8c => Event::Function(2 * (petscii - 0x89) + 2),
            _ => match petscii::decode(petscii, charset) {
                Some(c) => Event::Char(c),
                None => Event::Other(petscii),
            },
        }
    }
}

/// Returns the next key of the keyboard buffer, `None` if it is empty.
pub fn key() -> Option<Event> {
    match getin() {
        0 => None,
        petscii => Some(Event::of(petscii, screen::charset())),
    }
}

/// Waits for a key.
pub fn wait_key() -> Event {
    loop {
        if let Some(event) = key() {
            return event;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::petscii::Charset;

    #[test]
    fn keys_have_their_meaning() {
        let of = |petscii| Event::of(petscii, Charset::Text);
        assert_eq!([of(b'A'), of(0xc1), of(b' ')], ['a', 'A', ' '].map(Event::Char));
        assert_eq!([of(0x85), of(0x89), of(0x8c)], [1, 2, 8].map(Event::Function));
        assert_eq!([of(0x91), of(0x9d), of(0x8d)], [Event::Up, Event::Left, Event::Return]);
        assert_eq!(of(0x05), Event::Other(0x05));
    }

    #[test]
    fn a_line_is_text() {
        let mut line = Line { text: [b'x'; LINE], length: 3 };
        assert_eq!(&*line, "xxx");
        line.length = LINE as u8;
        assert_eq!(line.len(), LINE);
    }
}
