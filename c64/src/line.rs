//! Line input from the keyboard buffer, with a visible cursor.

use crate::device::Computer;
use crate::text::{self, Text};

/// Longest line, in characters: a command with a file's name.
pub const LINE: usize = 18;

/// One line as typed: upper-case ASCII.
pub struct Line {
    bytes: [u8; LINE],
    length: u8,
}

impl Line {
    /// Returns the typed text, without the blanks around it.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length as usize).unwrap_or_default()
    }

    /// Takes the blanks at the end away; there are none at the beginning.
    fn trim(&mut self) {
        while self.length != 0 && self.bytes.get(self.length as usize - 1) == Some(&b' ') {
            self.length -= 1;
        }
    }
}

/// Reads a line up to RETURN, echoing it. DEL rubs out; blanks at the beginning, a character beyond the line's length and every key
/// without a plain character are ignored.
pub fn read<D: Computer>(text: &mut Text<'_, D>) -> Line {
    let mut line = Line { bytes: [0; LINE], length: 0 };
    loop {
        text.terminal.put(text::LOW_LINE);
        text.terminal.put(text::LEFT);
        let key = wait(text);
        match key {
            text::RETURN | 0x8d => {
                text.space();
                text.newline();
                line.trim();
                return line;
            }
            b' ' if line.length == 0 => {}
            text::DELETE if line.length > 0 => {
                line.length -= 1;
                // Blank the cursor first: it stands where the next one will not.
                text.space();
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

fn wait<D: Computer>(text: &mut Text<'_, D>) -> u8 {
    loop {
        let key = text.terminal.key();
        if key != 0 {
            return key;
        }
    }
}
