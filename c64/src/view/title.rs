//! The title picture, and the surroundings of the boards.

use crate::art::characters::{FRAMES, HALF_LETTERS, LEFT_HALVES, STONES, UPPER_HALVES};
use crate::art::lettering;
use crate::device::{Colour, Device};
use crate::games::{Cells, first_with};
use crate::words::Word;

use super::{Mark, NO_PHASE, View};

impl View {
    /// Draws the names of columns and rows, or the lines of tic-tac-toe.
    #[inline(never)]
    pub(super) fn labels<D: Device>(&mut self, device: &mut D) {
        if self.look.cells == Cells::Letters {
            for at in [7, 15] {
                self.fill(device, (self.left, self.top + at), (23, 1), FRAMES, Colour::Blue);
                self.fill(device, (self.left + at, self.top), (1, 23), FRAMES + 1, Colour::Blue);
            }
            for (column, row) in [(7, 7), (15, 7), (7, 15), (15, 15)] {
                device.cell(self.left + column, self.top + row, FRAMES + 6, Colour::Blue);
            }
            return;
        }
        let below = self.top + self.extent();
        let mut k = 0;
        while k < self.size {
            let (column, row) = self.corner((k, k));
            let number = if self.look.from_top { self.size - k } else { k + 1 };
            self.name(device, (column, below), LEFT_HALVES + k, self.is_between(k));
            let between = self.is_between(self.size - 1 - k);
            let mut digit = UPPER_HALVES + number;
            if number > 9 {
                digit -= 10;
                self.name(device, (self.left - 2, row), UPPER_HALVES + 1, between);
            }
            self.name(device, (self.left - 1, row), digit, between);
            k += 1;
        }
    }

    /// Writes the letter or digit whose first half has this code: as two halves, or in the middle of its square.
    #[inline(never)]
    fn name<D: Device>(&self, device: &mut D, (column, row): (u8, u8), half: u8, between: bool) {
        let letter = half < UPPER_HALVES;
        let grey = self.plain(Colour::Grey);
        let (mut code, mut next) = (half, if between { 1 } else { self.step / 4 });
        if !between {
            code -= if letter { LEFT_HALVES - 1 } else { UPPER_HALVES - b'0' };
        } else {
            device.cell(column, row, code, grey);
            code += if letter { HALF_LETTERS } else { 10 };
        }
        let mut at = (column, row);
        if letter {
            at.0 += next;
            next = 0;
        }
        device.cell(at.0, at.1 + next, code, grey);
    }

    /// Whether the middle of a column or row of squares is between two characters; with squares of 12 pixels, every other one is
    /// treated like that.
    fn is_between(&self, number: u8) -> bool {
        self.step == 4 || self.step == 3 && number & 1 == 0
    }

    /// Draws the title picture. Afterwards, the view must be [set up](View::set_up) before a board is drawn.
    #[inline(never)]
    pub fn title<D: Device>(&mut self, device: &mut D) {
        self.clear(device, false);
        self.shine(device);
        self.word(device, 4, 7, 32, Word::Subtitle, Colour::LightBlue);
        self.word(device, 15, 22, 14, Word::PressFire, Colour::White);
        self.set_up(const { first_with(Cells::Squares) }, 3);
        (self.left, self.top) = (1, 11);
        for (at, content) in (0..).zip(&HUNT) {
            self.square(device, (at & 3, at >> 2), *content, Mark::None);
        }
        self.large(device, (15, 10), (5, 5), lettering::X, Colour::Yellow);
        self.large(device, (21, 16), (5, 5), lettering::X + 25, Colour::Cyan);
        self.fill(device, (15, 15), (11, 1), FRAMES, Colour::Blue);
        self.fill(device, (20, 10), (1, 11), FRAMES + 1, Colour::Blue);
        device.cell(20, 15, FRAMES + 6, Colour::Blue);
        self.fill(device, (WOOD.0, WOOD.1), (9, 9), STONES, Colour::Orange);
        let mut stone = STONES + 1;
        for at in &FIVE {
            let colour = if stone == STONES + 1 { Colour::Orange } else { Colour::White };
            device.cell(WOOD.0 + (at & 15), WOOD.1 + (at >> 4), stone, colour);
            stone ^= (STONES + 1) ^ (STONES + 2);
        }
    }

    /// Updates the colours of the lettering of title and menu if they are due to change: light moves over it. Draws it first if necessary.
    #[inline(never)]
    pub fn shine<D: Device>(&mut self, device: &mut D) {
        let phase = device.jiffies() as u8 >> 4;
        if phase == self.phase {
            return;
        }
        if self.phase == NO_PHASE {
            for (column, letter) in &LETTERS {
                self.large(device, (*column, 0), (4, LETTER_ROWS), *letter, Colour::Black);
            }
        }
        self.phase = phase;
        let mut row = 0;
        while row != LETTER_ROWS {
            device.tint(row, SHINE[((phase + row) & 7) as usize]);
            row += 1;
        }
    }
}

/// The colours that move over the rows of the title's letters.
static SHINE: [Colour; 8] = [
    Colour::Yellow,
    Colour::White,
    Colour::White,
    Colour::Yellow,
    Colour::LightRed,
    Colour::Orange,
    Colour::Orange,
    Colour::LightRed,
];
/// The number of rows of the title's letters.
const LETTER_ROWS: u8 = 6;

/// The large letters of the title: the column, and the offset of the letter.
static LETTERS: [(u8, u8); 7] = {
    let mut letters = [(2, 0), (7, 1), (12, 0), (19, 2), (24, 3), (29, 4), (34, 3)];
    let mut at = 0;
    while at < letters.len() {
        letters[at].1 = lettering::TITLE + letters[at].1 * 24;
        at += 1;
    }
    letters
};
/// The pieces on four by three squares of mouse and cats, from the lowest row.
static HUNT: [u8; 12] = [1, 0, 0, 0, 0, 0, 0, 2, 3, 0, 4, 0];
/// The first column and the first row of the nine by nine cells of five in a row.
const WOOD: (u8, u8) = (29, 11);
/// The stones on them, alternately black and white: row from the top and column, one digit each.
static FIVE: [u8; 13] = [0x44, 0x33, 0x53, 0x45, 0x35, 0x34, 0x62, 0x26, 0x55, 0x66, 0x52, 0x43, 0x71];
