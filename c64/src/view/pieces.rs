//! Squares with what stands on them, on the boards of all games.

use engine::Move;
use engine::engines::Engines;

use crate::art::characters::{
    BLANK, CROSSINGS, DOT, LARGE_CROSSINGS, LARGE_STONES, SOLID, STONES, TO_BOTTOM, TO_RIGHT, WEIGHT_COUNT,
    WEIGHTS,
};
use crate::art::lettering;
use crate::art::sprites;
use crate::device::{Colour, Device};
use crate::games::Cells;

use super::{Mark, PIXELS, Square, View};

/// The colours of the dark squares of mouse and cats by [`Mark`].
static SQUARES: [Colour; 6] =
    [Colour::Brown, Colour::Green, Colour::Blue, Colour::LightBlue, Colour::LightBlue, Colour::Purple];
/// The colour of light squares.
const LIGHT: Colour = Colour::Orange;
/// The colours of stones and crossings by [`Mark`], but for unmarked stones.
static CELLS: [Colour; 6] =
    [Colour::Brown, Colour::Green, Colour::White, Colour::LightGreen, Colour::LightGreen, Colour::LightGreen];
/// Pixels that a piece moves at a time.
const GLIDE: u8 = 2;

/// The colours of weights by the binary digits of their sixteenth parts.
static HEAT: [Colour; 16] = [
    Colour::DarkGrey,
    Colour::DarkGrey,
    Colour::DarkGrey,
    Colour::Blue,
    Colour::Blue,
    Colour::Purple,
    Colour::Purple,
    Colour::Red,
    Colour::Red,
    Colour::Orange,
    Colour::LightRed,
    Colour::LightRed,
    Colour::Yellow,
    Colour::White,
    Colour::White,
    Colour::White,
];

impl View {
    /// Draws a square as it is now, with a mark.
    #[inline(never)]
    pub fn mark<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square, mark: Mark) {
        let content = engines.content(at.0, at.1);
        match self.look.cells {
            Cells::Squares => self.square(device, at, content, mark),
            Cells::Letters => self.letter(device, at, content, mark),
            Cells::Stones => self.stone(device, at, content, mark),
        }
    }

    /// A square of mouse and cats.
    pub(super) fn square<D: Device>(&mut self, device: &mut D, at: Square, content: u8, mark: Mark) {
        let (column, row) = self.corner(at);
        let dark = (at.0 ^ at.1) & 1 == 0;
        let colour = if dark { SQUARES[mark as usize] } else { LIGHT };
        self.fill(device, (column, row), (3, 3), SOLID, colour);
        if content == 0 {
            if matches!(mark, Mark::Target | Mark::Hint) {
                device.cell(column + 1, row + 1, DOT, Colour::White);
            }
        } else {
            self.piece(device, content, (column * PIXELS, row * PIXELS));
        }
    }

    /// The sprite of the mouse or of a cat.
    #[inline(never)]
    fn piece<D: Device>(&mut self, device: &mut D, content: u8, (x, y): (u8, u8)) {
        let shape = if content == 1 { sprites::MOUSE } else { sprites::CAT };
        device.sprite(content, shape, x as i16, y as i16 + 1, self.colour(content));
    }

    /// A square of tic-tac-toe.
    fn letter<D: Device>(&mut self, device: &mut D, at: Square, content: u8, mark: Mark) {
        let (column, row) = self.corner(at);
        let colour = self.shade(content, mark);
        if content == 0 {
            self.fill(device, (column + 1, row + 1), (5, 5), BLANK, colour);
        } else {
            let from = lettering::X + if content == 2 { 25 } else { 0 };
            self.large(device, (column + 1, row + 1), (5, 5), from, Some(colour));
        }
        if content == 0 && mark != Mark::None {
            device.cell(column + 3, row + 3, DOT, colour);
        }
    }

    /// The colour of a piece, by [`Engines::content`].
    #[inline(never)]
    pub fn colour(&self, content: u8) -> Colour {
        self.look.colour(content)
    }

    /// The colour of a stone, or of an empty cell.
    #[inline(never)]
    fn shade(&self, content: u8, mark: Mark) -> Colour {
        if content != 0 && mark == Mark::None { self.colour(content) } else { CELLS[mark as usize] }
    }

    /// A cell of five in a row.
    pub(super) fn stone<D: Device>(&mut self, device: &mut D, at: Square, content: u8, mark: Mark) {
        let colour = self.shade(content, mark);
        let last = self.size - 1;
        let (left, right) = (at.0 == 0, at.0 == last);
        let (bottom, top) = (at.1 == 0, at.1 == last);
        if self.step == 1 {
            let code = if content != 0 {
                STONES - 1 + content
            } else if mark != Mark::None {
                WEIGHTS + 2
            } else {
                let across = if left { 0 } else { 1 + right as u8 };
                let down = if top { 0 } else { 3 + 3 * bottom as u8 };
                CROSSINGS + down + across
            };
            let (column, row) = self.corner(at);
            device.cell(column, row, code, colour);
            return;
        }
        let codes = if content != 0 {
            let first = LARGE_STONES - 4 + content * 4;
            [first, first + 1, first + 2, first + 3]
        } else {
            [
                LARGE_CROSSINGS + left as u8 + 2 * top as u8,
                if right { BLANK } else { TO_RIGHT },
                if bottom { BLANK } else { TO_BOTTOM },
                BLANK,
            ]
        };
        self.four(device, at, codes, colour);
    }

    /// A cell of two by two characters.
    #[inline(never)]
    fn four<D: Device>(&mut self, device: &mut D, at: Square, codes: [u8; 4], colour: Colour) {
        let (column, row) = self.corner(at);
        for (k, code) in (0..).zip(codes) {
            device.cell(column + (k & 1), row + (k >> 1), code, colour);
        }
    }

    /// Shows what each empty cell is worth for the player to move: the larger and brighter, the more. When the game is over,
    /// nothing. False in a game without weights.
    #[inline(never)]
    pub fn weights<D: Device>(&mut self, device: &mut D, engines: &mut Engines) -> bool {
        if !engines.weigh() {
            return false;
        }
        let mut row = 0;
        while row < self.size {
            let mut column = 0;
            while column < self.size {
                if let Some(weight) = engines.weight((column, row)) {
                    let mut rest = (weight >> 7) as u16;
                    let mut digits = 0;
                    while rest != 0 {
                        rest >>= 1;
                        digits += 1;
                    }
                    let code = WEIGHTS + (digits / 2).min(WEIGHT_COUNT - 1);
                    let colour = HEAT[(digits & 15) as usize];
                    if self.step == 1 {
                        let (column, row) = self.corner((column, row));
                        device.cell(column, row, code, colour);
                    } else {
                        self.four(device, (column, row), [code; 4], colour);
                    }
                }
                column += 1;
            }
            row += 1;
        }
        true
    }

    /// Moves the sprite that stands on `to` there from `from`, a square diagonally beside it.
    #[inline(never)]
    pub(super) fn glide<D: Device>(&mut self, device: &mut D, engines: &Engines, from: Square, to: Square) {
        let content = engines.content(to.0, to.1);
        let (column, row) = self.corner(from);
        let (mut x, mut y) = (column * PIXELS, row * PIXELS);
        let right = if from.0 < to.0 { GLIDE } else { 0u8.wrapping_sub(GLIDE) };
        let down = if from.1 > to.1 { GLIDE } else { 0u8.wrapping_sub(GLIDE) };
        let mut steps = 3 * PIXELS / GLIDE;
        while steps != 0 {
            steps -= 1;
            x = x.wrapping_add(right);
            y = y.wrapping_add(down);
            self.piece(device, content, (x, y));
            wait(device, 1);
        }
    }

    /// Shows a stone brightly for a moment.
    #[inline(never)]
    pub(super) fn flash<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square) {
        self.mark(device, engines, at, Mark::LastMove);
        wait(device, 8);
        self.mark(device, engines, at, Mark::None);
    }

    /// Marks the line, or the piece, with which the last move of a game has won: it blinks and stays marked.
    #[inline(never)]
    pub fn winner<D: Device>(&mut self, device: &mut D, engines: &Engines, last: Move) {
        let mut blinks = 7;
        while blinks != 0 {
            blinks -= 1;
            let mark = if blinks & 1 == 0 { Mark::Winning } else { Mark::None };
            self.mark_line(device, engines, engines.squares(last).1, mark);
            wait(device, 10);
        }
    }

    /// Marks every line through a square that is long enough to win.
    #[inline(never)]
    fn mark_line<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square, mark: Mark) {
        for step in [(1, 0), (0, 1), (1, 1), (1, 0xFF)] {
            let back = (0u8.wrapping_sub(step.0), 0u8.wrapping_sub(step.1));
            let (start, _) = walk(engines, at, back);
            let (_, count) = walk(engines, start, step);
            if count >= self.line {
                let mut square = start;
                for _ in 0..count {
                    self.mark(device, engines, square, mark);
                    square = (square.0.wrapping_add(step.0), square.1.wrapping_add(step.1));
                }
            }
        }
    }
}

/// Walks on as long as the same stands there; returns the last square and how many there are.
#[inline(never)]
fn walk(engines: &Engines, from: Square, step: (u8, u8)) -> (Square, u8) {
    let content = engines.content(from.0, from.1);
    let mut at = from;
    let mut count = 1;
    loop {
        let next = (at.0.wrapping_add(step.0), at.1.wrapping_add(step.1));
        if content == 0 || engines.content(next.0, next.1) != content {
            return (at, count);
        }
        at = next;
        count += 1;
    }
}

/// Lets so many jiffies pass.
#[inline(never)]
fn wait<D: Device>(device: &mut D, jiffies: u8) {
    let start = device.jiffies();
    while device.jiffies().wrapping_sub(start) < jiffies as u16 {}
}
