//! Line input from the keyboard buffer, with a visible cursor.

use crate::terminal::Terminal;
use crate::text::{self, Text};

/// Longest line, in characters: a move has four, a command three.
pub const LINE: usize = 8;

/// One line as typed: upper-case ASCII.
pub struct Line {
    bytes: [u8; LINE],
    length: u8,
}

impl Line {
    /// What was typed, without the blanks around it.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length as usize).unwrap_or_default().trim_ascii()
    }
}

/// Reads a line up to RETURN, echoing it. DEL rubs out; a character beyond the line's length and every key
/// without a plain character are ignored.
pub fn read<T: Terminal>(text: &mut Text<T>) -> Line {
    let mut line = Line { bytes: [0; LINE], length: 0 };
    loop {
        show_cursor(text);
        let key = wait(text);
        match key {
            text::RETURN | 0x8d => {
                text.terminal.put(b' ');
                text.newline();
                return line;
            }
            text::DELETE if line.length > 0 => {
                line.length -= 1;
                // Blank the cursor first: it stands where the next one will not.
                text.terminal.put(b' ');
                text.terminal.put(text::LEFT);
                text.terminal.put(text::LEFT);
            }
            _ => {
                if let (Some(ascii), Some(place)) =
                    (text::ascii_of_key(key), line.bytes.get_mut(line.length as usize))
                {
                    *place = ascii;
                    line.length += 1;
                    text.terminal.put(ascii);
                }
            }
        }
    }
}

fn show_cursor<T: Terminal>(text: &mut Text<T>) {
    text.terminal.put(text::LOW_LINE);
    text.terminal.put(text::LEFT);
}

fn wait<T: Terminal>(text: &mut Text<T>) -> u8 {
    loop {
        let key = text.terminal.key();
        if key != 0 {
            return key;
        }
    }
}
