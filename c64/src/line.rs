//! Line input from the keyboard buffer, with a visible cursor.

use crate::device::Computer;
use crate::text::{self, Text};

/// The longest line, in characters: a command with a file name.
pub const LINE: usize = 18;

/// One line as typed: upper-case ASCII.
pub struct Line {
    bytes: [u8; LINE],
    length: u8,
}

impl Line {
    /// Returns the typed text, without leading and trailing blanks.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length as usize).unwrap_or_default()
    }

    /// Removes trailing blanks; there are no leading ones.
    fn trim(&mut self) {
        while self.length != 0 && self.bytes.get(self.length as usize - 1) == Some(&b' ') {
            self.length -= 1;
        }
    }
}

/// Reads a line up to RETURN and echoes it. DEL rubs out; ignores leading blanks, characters beyond the line's length and all keys
/// without a plain character.
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
                // Blank the cursor first: the next one will be elsewhere.
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
