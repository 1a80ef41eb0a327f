//! Drawing squares and their contents, on the boards of all games.

use engine::engines::Engines;
use engine::{Game, Move};

use crate::art::characters::{BLANK, BOARD, DOT, SOLID};
use crate::art::lettering;
use crate::art::{sprites, wood};
use crate::device::{Colour, Device};
use crate::games::Cells;

use super::{Mark, PIXELS, SMALL_MIDDLE, STONE, Square, TEXT, View};

/// The colours of the dark squares of mouse and cats by [`Mark`]. A selected piece, which has no dot, also stands out from the other
/// squares by brightness: not everybody can tell purple from blue. White and yellow pieces are clearly visible on all of them.
static SQUARES: [Colour; 6] =
    [Colour::Blue, Colour::Grey, Colour::DarkGrey, Colour::Black, Colour::Purple, Colour::Orange];
/// The colour of light squares.
const LIGHT: Colour = Colour::LightBlue;
/// The colours of large letters and empty squares by [`Mark`], except for unmarked letters. The letter of a hint is darker than those
/// already there.
static CELLS: [Colour; 6] =
    [Colour::Brown, Colour::Green, Colour::White, Colour::LightGreen, Colour::LightGreen, Colour::Grey];
/// Pixels that the mouse moves per step, and a cat: divisors of a square's 24.
const SCURRY: u8 = 4;
const PROWL: u8 = 1;

/// The colour of the shades: yellow, unlike the stones.
const SHADE: Colour = Colour::LightGrey;
/// The colours of the rings on winning black and white stones: one bright and one dark, so that both stand out from their stones even in
/// shades of grey.
static RINGS: [Colour; 2] = [Colour::LightGreen, Colour::Blue];
/// The colours of the spots on a black and on a white stone that was placed last.
static SPOTS: [Colour; 2] = [Colour::Yellow, Colour::Red];
/// The sprite of the spot on the last stone, and the first of the five for the rings on winning stones. As long as nobody has won,
/// the first of these shows the stone of a hint in a small cell.
const LAST: u8 = 1;
const WINNING: u8 = 3;

impl View {
    /// Draws a square in its present state, with a mark.
    #[inline(never)]
    pub fn mark<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square, mark: Mark) {
        let content = engines.content(at.0, at.1);
        match self.look.cells {
            Cells::Squares => self.square(device, at, content, mark),
            Cells::Letters => self.letter(device, engines, at, mark),
            Cells::Stones => self.stone(device, engines, at, mark),
        }
    }

    /// Draws a square of mouse and cats.
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

    /// Returns the sprite of the mouse or of a cat.
    #[inline(never)]
    pub(super) fn piece<D: Device>(&mut self, device: &mut D, content: u8, (x, y): (u8, u8)) {
        let shape = match content {
            1 => sprites::MOUSE,
            _ if self.blinks => sprites::BLINK,
            _ => sprites::CAT,
        };
        device.sprite(content, shape, x as i16, y as i16 + 1, self.colour(content));
    }

    /// Draws a square of tic-tac-toe. A hint shows the letter that would be placed there.
    fn letter<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square, mark: Mark) {
        let (column, row) = self.corner(at);
        let mut content = engines.content(at.0, at.1);
        if mark == Mark::Hint {
            content = engines.side() as u8 + 1;
        }
        let unmarked = content != 0 && mark == Mark::None;
        let colour = if unmarked { self.colour(content) } else { CELLS[mark as usize] };
        if content == 0 {
            self.fill(device, (column + 1, row + 1), (5, 5), BLANK, colour);
        } else {
            let from = lettering::X + if content == 2 { 25 } else { 0 };
            self.large(device, (column + 1, row + 1), (5, 5), from, colour);
        }
    }

    /// Returns the colour of a piece, by [`Engines::content`].
    #[inline(never)]
    pub fn colour(&self, content: u8) -> Colour {
        self.look.colour(content)
    }

    /// Draws a cell of five in a row. Its mark is a spot or a ring on it.
    fn stone<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square, mark: Mark) {
        let content = engines.content(at.0, at.1);
        if self.step == 3 {
            self.small_stone(device, engines, at, content);
        } else {
            self.whole_stone(device, at, content, STONE);
        }
        let winning = WINNING + (at.0 + 2 * at.1) % 5;
        let (number, shape, colour) = match mark {
            Mark::None => {
                device.hide(LAST);
                return device.hide(winning);
            }
            Mark::Hint if self.step > 3 => return self.whole_stone(device, at, 2, SHADE),
            Mark::Hint => (winning, sprites::GHOST, Colour::Yellow),
            Mark::Winning => {
                let ring = if self.step > 3 { sprites::LARGE_RING } else { sprites::RING };
                (winning, ring, RINGS[(content != 1) as usize])
            }
            _ => {
                let spot = if self.step > 3 { sprites::RING } else { sprites::SPOT };
                (LAST, spot, SPOTS[(content != 1) as usize])
            }
        };
        let (x, y) = self.middle(at);
        device.sprite(number, shape, x - SMALL_MIDDLE.0, y - SMALL_MIDDLE.1, colour);
    }

    /// Draws a cell of whole characters. A white stone in the colour of the shades is a suggested one.
    #[inline(never)]
    fn whole_stone<D: Device>(&self, device: &mut D, at: Square, content: u8, colour: Colour) {
        self.tile(device, at, self.whole(content, self.step / 2), colour);
    }

    /// Draws a player's stone, one or two characters `across`, if the board is wooden. Returns whether it is.
    #[inline(never)]
    pub fn emblem<D: Device>(&self, device: &mut D, at: (u8, u8), content: u8, across: u8) -> bool {
        if self.wooden {
            self.block(device, at, across, self.whole(content, across), STONE);
        }
        self.wooden
    }

    /// Draws a character of bare wood.
    pub fn wood<D: Device>(&self, device: &mut D, at: (u8, u8)) {
        device.cell(at.0, at.1, BOARD + wood::WOOD, STONE);
    }

    /// Returns the first character of a stone this many characters wide and high, and the step to the next one.
    #[inline(never)]
    fn whole(&self, content: u8, across: u8) -> (u8, u8) {
        (BOARD + wood::WHOLE[(across as usize - 1) % 3] + content * across * across, 1)
    }

    /// Draws a cell of 12 pixels: its own character, and those shared with the cells beside it, above or below it, and diagonally.
    #[inline(never)]
    fn small_stone<D: Device>(&self, device: &mut D, engines: &Engines, at: Square, content: u8) {
        let (column, row) = self.corner(at);
        let down = self.size - 1 - at.1;
        let (right, below) = (at.0 & 1, down & 1);
        device.cell(column, row, BOARD + wood::MIDDLES + (2 * below + right) * 3 + content, STONE);
        let pair =
            |second: u8, other: u8| if second == 0 { 3 * content + other } else { 3 * other + content };
        let beside = pair(right, engines.content(at.0 ^ 1, at.1));
        device.cell(column + 1 - 2 * right, row, BOARD + wood::BESIDE + 9 * below + beside, STONE);
        let under = pair(below, engines.content(at.0, (self.size - 1).wrapping_sub(down ^ 1)));
        device.cell(column, row + 1 - 2 * below, BOARD + wood::BELOW + 9 * right + under, STONE);
        if right == 0 {
            device.cell(column + 1, row + 1 - 2 * below, BOARD + wood::CORNERS + under, STONE);
        }
    }

    /// Fills the characters that belong to a cell of five in a row alone with those from a code on, each this much higher than the one
    /// before.
    #[inline(never)]
    fn tile<D: Device>(&self, device: &mut D, at: Square, (code, next): (u8, u8), colour: Colour) {
        self.block(device, self.corner(at), self.step / 2, (code, next), colour);
    }

    /// Does the same for a block this many characters wide and high, at this column and row.
    #[inline(never)]
    fn block<D: Device>(
        &self,
        device: &mut D,
        (column, row): (u8, u8),
        across: u8,
        (code, next): (u8, u8),
        colour: Colour,
    ) {
        let mut code = code;
        let mut down = 0;
        while down < across {
            let mut right = 0;
            while right < across {
                device.cell(column + right, row + down, code, colour);
                code += next;
                right += 1;
            }
            down += 1;
        }
    }

    /// Shows the weight of each empty cell for the player to move: the brighter, the greater. The greatest weight is all yellow, half of
    /// it is a shade darker; weights below the last shade are not shown. The shades also appear in a row of the panel. Shows nothing when
    /// the game is over. Returns false in a game without weights.
    #[inline(never)]
    pub fn weights<D: Device>(&mut self, device: &mut D, engines: &mut Engines, legend: u8) -> bool {
        if !engines.weigh() {
            return false;
        }
        let mut greatest = 0;
        for draws in [false, true] {
            let mut row = 0;
            while row < self.size {
                let mut column = 0;
                while column < self.size {
                    let at = (column, row);
                    if draws {
                        self.shade(device, engines, at, greatest);
                    } else {
                        greatest = digits(engines, at).max(greatest);
                    }
                    column += 1;
                }
                row += 1;
            }
        }
        device.cell(TEXT, legend, b'-', Colour::White);
        let mut shade = 0;
        while shade < wood::SHADE_COUNT {
            device.cell(TEXT + 2 + shade, legend, BOARD + wood::SHADES + shade, SHADE);
            shade += 1;
        }
        device.cell(TEXT + 3 + shade, legend, b'+', Colour::White);
        true
    }

    /// Shades a cell by its weight, unless that is too small compared with the greatest one, which has this many binary digits.
    #[inline(never)]
    fn shade<D: Device>(&self, device: &mut D, engines: &Engines, at: Square, greatest: u8) {
        let own = shade_of(engines, at, greatest);
        if own == 0 {
            return;
        }
        self.tile(device, at, (BOARD + wood::SHADES - 1 + own, 0), SHADE);
        if self.step != 3 {
            return;
        }
        // The characters shared with other cells get the darkest of their shades.
        let (column, row) = self.corner(at);
        let down = self.size - 1 - at.1;
        let (column_beside, row_below) = (column + 1 - 2 * (at.0 & 1), row + 1 - 2 * (down & 1));
        let under = (self.size - 1).wrapping_sub(down ^ 1);
        let beside = shade_of(engines, (at.0 ^ 1, at.1), greatest).min(own);
        let below = shade_of(engines, (at.0, under), greatest).min(own);
        let across = shade_of(engines, (at.0 ^ 1, under), greatest).min(beside).min(below);
        for (column, row, shade) in
            [(column_beside, row, beside), (column, row_below, below), (column_beside, row_below, across)]
        {
            if shade != 0 {
                device.cell(column, row, BOARD + wood::SHADES - 1 + shade, SHADE);
            }
        }
    }

    /// Moves the sprite that stands on `to` there from `from`, a diagonally adjacent square.
    #[inline(never)]
    pub(super) fn glide<D: Device>(&mut self, device: &mut D, engines: &Engines, from: Square, to: Square) {
        let content = engines.content(to.0, to.1);
        let (column, row) = self.corner(from);
        let (mut x, mut y) = (column * PIXELS, row * PIXELS);
        let glide = if content == 1 { SCURRY } else { PROWL };
        let right = if from.0 < to.0 { glide } else { 0u8.wrapping_sub(glide) };
        let down = if from.1 > to.1 { glide } else { 0u8.wrapping_sub(glide) };
        let end = self.corner(to).0 * PIXELS;
        while x != end {
            x = x.wrapping_add(right);
            y = y.wrapping_add(down);
            self.piece(device, content, (x, y));
            wait(device, 1);
        }
    }

    /// Highlights a stone for a moment.
    #[inline(never)]
    pub(super) fn flash<D: Device>(&mut self, device: &mut D, engines: &Engines, at: Square) {
        self.mark(device, engines, at, Mark::LastMove);
        wait(device, 8);
        self.mark(device, engines, at, Mark::None);
    }

    /// Marks the line, or the piece, with which the last move won the game: it blinks and stays marked.
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

/// Returns the number of binary digits of a cell's weight, 0 outside the board and for an occupied cell.
#[inline(never)]
fn digits(engines: &Engines, at: Square) -> u8 {
    let mut digits = 0;
    let mut rest = engines.weight(at).unwrap_or(0);
    while rest != 0 {
        rest >>= 1;
        digits += 1;
    }
    digits
}

/// Returns the shade of a cell, 1 being the darkest, when the greatest weight has this many binary digits; 0 for none.
fn shade_of(engines: &Engines, at: Square, greatest: u8) -> u8 {
    let digits = digits(engines, at);
    if digits == 0 { 0 } else { (digits + wood::SHADE_COUNT).saturating_sub(greatest) }
}

/// Walks on while the contents are the same; returns the last square and the number of squares.
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

/// Waits this many jiffies.
#[inline(never)]
pub(super) fn wait<D: Device>(device: &mut D, jiffies: u8) {
    let start = device.jiffies();
    while device.jiffies().wrapping_sub(start) < jiffies as u16 {}
}
