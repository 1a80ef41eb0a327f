//! The title picture, and what is around the boards.

use crate::art::characters::{FRAMES, HALF_LETTERS, LEFT_HALVES, UPPER_HALVES};
use crate::art::lettering;
use crate::device::{Colour, Device};
use crate::games::{Cells, first_with};
use crate::words::Word;

use super::{Mark, View};

impl View {
    /// The names of columns and rows, or the lines of tic-tac-toe.
    #[inline(never)]
    pub(super) fn labels<D: Device>(&mut self, device: &mut D) {
        if self.look.cells == Cells::Letters {
            for at in [7, 15] {
                self.fill(device, (self.left, self.top + at), (23, 1), FRAMES, Colour::Brown);
                self.fill(device, (self.left + at, self.top), (1, 23), FRAMES + 1, Colour::Brown);
            }
            for (column, row) in [(7, 7), (15, 7), (7, 15), (15, 15)] {
                device.cell(self.left + column, self.top + row, FRAMES + 6, Colour::Brown);
            }
            return;
        }
        let mut k = 0;
        while k < self.size {
            let (column, row) = self.corner((k, k));
            let below = self.top + self.size * self.step;
            let number = if self.look.from_top { self.size - k } else { k + 1 };
            if self.step == 2 {
                self.labels_between(device, (column, row), below, (k, number));
                k += 1;
                continue;
            }
            let middle = self.step / 2;
            device.cell(column + middle, below, k + 1, Colour::Grey);
            let width = if self.size > 9 { 2 } else { 1 };
            self.number(device, self.left - width, row + middle, width, number as u32, Colour::Grey);
            k += 1;
        }
    }

    /// The letter of a column, 0 for A, and the number of a row whose lines run between two characters.
    #[inline(never)]
    fn labels_between<D: Device>(
        &self,
        device: &mut D,
        (column, row): (u8, u8),
        below: u8,
        (letter, number): (u8, u8),
    ) {
        let left = self.left - 1;
        let mut letter = LEFT_HALVES + letter;
        let mut digit = UPPER_HALVES + number;
        let ten = digit > UPPER_HALVES + 9;
        if ten {
            digit -= 10;
        }
        let mut one = UPPER_HALVES + 1;
        let mut half = 0;
        while half < 2 {
            device.cell(column + half, below, letter, Colour::Grey);
            device.cell(left, row + half, digit, Colour::Grey);
            if ten {
                device.cell(left - 1, row + half, one, Colour::Grey);
            }
            letter += HALF_LETTERS;
            digit += 10;
            one += 10;
            half += 1;
        }
    }

    /// The title picture. Afterwards the view is to be [set up](View::set_up) before a board is drawn.
    #[inline(never)]
    pub fn title<D: Device>(&mut self, device: &mut D) {
        self.clear(device);
        self.shine(device);
        self.word(device, 4, 7, 32, Word::Subtitle, Colour::LightBlue);
        self.word(device, 15, 22, 14, Word::PressFire, Colour::White);
        self.set_up(const { first_with(Cells::Squares) }, 3);
        (self.left, self.top) = (1, 11);
        for (at, content) in (0..).zip(&HUNT) {
            self.square(device, (at & 3, at >> 2), *content, Mark::None);
        }
        self.large(device, (15, 10), (5, 5), lettering::X, Some(Colour::Yellow));
        self.large(device, (20, 15), (5, 5), lettering::X + 25, Some(Colour::Cyan));
        self.set_up(const { first_with(Cells::Stones) }, 5);
        (self.left, self.top) = (28, 10);
        for (at, content) in (0..).zip(&FIVE) {
            self.stone(device, (at % 5, at / 5), *content, Mark::None);
        }
    }

    /// Draws the lettering of the title as bright as it is now: light moves over it.
    #[inline(never)]
    pub fn shine<D: Device>(&mut self, device: &mut D) {
        self.phase = device.jiffies() as u8 >> 3;
        for (column, letter) in &LETTERS {
            self.large(device, (*column, 0), (4, 6), *letter, None);
        }
    }
}

/// The large letters of the title: column, and where they begin.
static LETTERS: [(u8, u8); 7] = {
    let mut letters = [(2, 0), (7, 1), (12, 0), (19, 2), (24, 3), (29, 4), (34, 3)];
    let mut at = 0;
    while at < letters.len() {
        letters[at].1 = lettering::TITLE + letters[at].1 * 24;
        at += 1;
    }
    letters
};
/// What stands on four by three squares of mouse and cats, from the lowest row.
static HUNT: [u8; 12] = [1, 0, 0, 0, 0, 0, 0, 2, 3, 0, 4, 0];
/// What stands on five by five cells of five in a row, from the lowest row.
static FIVE: [u8; 25] = [1, 0, 0, 0, 0, 0, 1, 2, 2, 0, 0, 2, 1, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0, 2, 1];
