//! The windows of the board, five cells in a line each, with the stones in them: everything that matters about a position
//! if only threats count.

use super::{EMPTY, FiveInARow, WALL, X};
use core::mem::offset_of;

/// The amount that a stone adds to the score of its cell for each window it enters, by the window's code from the
/// player's point of view. Indexed first by own stones, from 0, then by the other's, from 1. Tuned by matches against the article's
/// player: the other's twos are worth stopping early, own threes are left to the search.
static VALUES: [u16; CODES] = values([7, 8, 20, 364], [0, 12, 1_331, 2_555]);

/// The number of codes of windows within the board: a code from here up has more stones than cells.
const CODES: usize = 0x60;

const fn values(own: [u16; 4], others: [u16; 4]) -> [u16; CODES] {
    let mut table = [0; CODES];
    let mut stones = 0;
    while stones < 4 {
        table[stones << 4] = others[stones];
        stones += 1;
    }
    stones = 0;
    while stones < 4 {
        table[stones] = own[stones];
        stones += 1;
    }
    table
}

/// The code of a window that is partly off the board: it never becomes one player's alone, whatever is added.
const DEAD: u8 = 0x77;

/// A window's number holds its line above these bits and its first cell in them.
const LINE_SHIFT: u16 = 14;

/// A stack of cells or windows with a byte as its length. Items that do not fit are dropped.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    low: [u8; 256],
    high: [u8; 256],
    pub(super) len: u8,
}

impl Stack {
    /// The offsets of the two halves of the items.
    pub(super) const PLACES: [usize; 2] = [offset_of!(Stack, low), offset_of!(Stack, high)];

    pub(super) const fn new() -> Self {
        Stack { low: [0; 256], high: [0; 256], len: 0 }
    }

    #[inline(always)]
    pub(super) fn get(&self, i: u8) -> u16 {
        u16::from_le_bytes([self.low[i as usize], self.high[i as usize]])
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len == 0xFF
    }

    #[inline(always)]
    pub(super) fn push(&mut self, item: u16) {
        if !self.is_full() {
            self.low[self.len as usize] = item as u8;
            self.high[self.len as usize] = (item >> 8) as u8;
            self.len += 1;
        }
    }
}

/// The windows of a position. A window's code counts X's stones in its lower four bits, O's in its upper four.
#[derive(Clone, Debug)]
pub(super) struct Windows<const CELLS: usize> {
    /// By line and first cell, see [`Windows::index`]; the other cells follow in the direction of the line's step. There
    /// is one line more than needed, so that an index plus an offset needs no bounds check.
    codes: [[u8; CELLS]; 5],
    /// Windows in which a player got a second or a third stone while alone in it. Some may have got more stones since,
    /// of either player.
    pub(super) twos: Stack,
    pub(super) threes: Stack,
    /// The number of cells that make five after the last stone: 0, 1, or 2 for more.
    pub(super) fours: u8,
    /// One of these cells.
    pub(super) completion: u16,
}

/// Returns the value that one stone of a player adds to a code.
#[inline(always)]
pub(super) const fn unit(stone: u8) -> u8 {
    if stone == X { 0x01 } else { 0x10 }
}

impl<const CELLS: usize> Windows<CELLS> {
    pub(super) const fn new() -> Self {
        Windows { codes: [[0; CELLS]; 5], twos: Stack::new(), threes: Stack::new(), fours: 0, completion: 0 }
    }

    /// The index of first cell 0 within a line: windows that enter the board from below have their first cell up to
    /// three rows and three cells before it.
    const SHIFT: u16 = if CELLS <= 512 { 64 } else { 512 };
    /// The mask of an offset: up to four rows and four cells.
    const OFFSET: u16 = if CELLS <= 512 { 127 } else { 511 };

    /// Returns the index of the code of the window of a line with this first cell.
    #[inline(always)]
    fn index(line: u8, first: u16) -> usize {
        const { assert!(3 * (FiveInARow::<CELLS>::MAX_SIDE as u16 + 2) <= Self::SHIFT) };
        const { assert!(4 * (FiveInARow::<CELLS>::MAX_SIDE as u16 + 2) <= Self::OFFSET) };
        let place = first.wrapping_add(Self::SHIFT) & FiveInARow::<CELLS>::MASK;
        (line & 3) as usize * CELLS + place as usize
    }

    #[inline(always)]
    fn code(&self, line: u8, first: u16) -> u8 {
        self.codes.as_flattened()[Self::index(line, first)]
    }

    /// Loads the stones of a position.
    #[inline(never)]
    pub(super) fn set_up(&mut self, game: &FiveInARow<CELLS>) {
        self.twos.len = 0;
        self.threes.len = 0;
        let end = game.end();
        let mut line = 0;
        loop {
            let step = game.step(line);
            if step == 0 {
                return;
            }
            self.codes[(line & 3) as usize] = [DEAD; CELLS];
            let mut first = game.stride as u16;
            while first < end {
                let mut code = 0;
                let mut cell = first;
                let mut k = 5;
                while k != 0 {
                    let stone = game.at(cell);
                    if stone == WALL {
                        code = DEAD;
                        break;
                    }
                    if stone != EMPTY {
                        code += unit(stone);
                    }
                    cell = cell.wrapping_add(step);
                    k -= 1;
                }
                self.codes.as_flattened_mut()[Self::index(line, first)] = code;
                self.note(game, line, first, code);
                first += 1;
            }
            line += 1;
        }
    }

    /// Places a stone on an empty cell.
    #[inline(never)]
    pub(super) fn place(&mut self, game: &mut FiveInARow<CELLS>, cell: u16, stone: u8) {
        let mask = FiveInARow::<CELLS>::MASK;
        game.cells[(cell & mask) as usize] = stone;
        let unit = unit(stone);
        let others = if unit == 1 { 0xF0 } else { 0x0F };
        self.fours = 0;
        let mut line = 0;
        loop {
            let step = game.step(line);
            if step == 0 {
                return;
            }
            let first = cell.wrapping_sub(step << 2);
            let index = Self::index(line, first);
            let mut offset = 0u16;
            // The same five times, because a loop takes a third longer.
            self.enter(game, line, first, index, offset, unit, others);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.enter(game, line, first, index, offset, unit, others);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.enter(game, line, first, index, offset, unit, others);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.enter(game, line, first, index, offset, unit, others);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.enter(game, line, first, index, offset, unit, others);
            line += 1;
        }
    }

    /// Adds a stone to the code at `index` plus `offset`, that of the window at `first` plus `offset`.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "they are the variables of a loop's body")]
    fn enter(
        &mut self,
        game: &FiveInARow<CELLS>,
        line: u8,
        first: u16,
        index: usize,
        offset: u16,
        unit: u8,
        others: u8,
    ) {
        let code = &mut self.codes.as_flattened_mut()[index + offset as usize];
        *code = code.wrapping_add(unit);
        let code = *code;
        if code & others == 0 && code != unit {
            self.note(game, line, first.wrapping_add(offset), code);
        }
    }

    /// Removes a stone from the code at `index` plus `offset`.
    #[inline(always)]
    fn leave(&mut self, index: usize, offset: u16, unit: u8) {
        let code = &mut self.codes.as_flattened_mut()[index + offset as usize];
        *code = code.wrapping_sub(unit);
    }

    /// Notes a window whose code has changed or been found if it has two to four stones of one player alone.
    #[inline(never)]
    fn note(&mut self, game: &FiveInARow<CELLS>, line: u8, first: u16, code: u8) {
        match code {
            0x02 | 0x20 => self.twos.push(window(line, first)),
            0x03 | 0x30 => self.threes.push(window(line, first)),
            0x04 | 0x40 => {
                let cell = self.empty_cell(game, line, first);
                if self.fours == 0 {
                    self.fours = 1;
                    self.completion = cell;
                } else if cell != self.completion {
                    self.fours = 2;
                }
            }
            _ => {}
        }
    }

    /// Returns the first empty cell of a window from `cell` on; there must be one.
    #[inline(never)]
    fn empty_cell(&self, game: &FiveInARow<CELLS>, line: u8, cell: u16) -> u16 {
        let step = game.step(line);
        let mut cell = cell;
        let mut k = 0;
        while k < 4 && game.at(cell) != EMPTY {
            cell = cell.wrapping_add(step);
            k += 1;
        }
        cell
    }

    /// Removes a stone again; the caller must restore the lengths of the stacks.
    #[inline(never)]
    pub(super) fn remove(&mut self, game: &mut FiveInARow<CELLS>, cell: u16, stone: u8) {
        let mask = FiveInARow::<CELLS>::MASK;
        game.cells[(cell & mask) as usize] = EMPTY;
        let unit = unit(stone);
        let mut line = 0;
        loop {
            let step = game.step(line);
            if step == 0 {
                return;
            }
            let index = Self::index(line, cell.wrapping_sub(step << 2));
            let mut offset = 0u16;
            self.leave(index, offset, unit);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.leave(index, offset, unit);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.leave(index, offset, unit);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.leave(index, offset, unit);
            offset = offset.wrapping_add(step) & Self::OFFSET;
            self.leave(index, offset, unit);
            line += 1;
        }
    }

    /// Returns a cell that makes five for the player of `stone`, 0 if there is none. Checks every window.
    #[inline(never)]
    pub(super) fn find_five(&self, game: &FiveInARow<CELLS>, stone: u8) -> u16 {
        let four = unit(stone) * 4;
        let end = game.end();
        let mut line = 0;
        while line < 4u8 {
            let mut first = game.stride as u16;
            while first < end {
                if self.code(line, first) == four {
                    return self.empty_cell(game, line, first);
                }
                first += 1;
            }
            line += 1;
        }
        0
    }

    /// Returns the value of a stone of the player of `stone` on an empty cell, apart from what the search sees.
    #[inline(never)]
    pub(super) fn score(&self, game: &FiveInARow<CELLS>, cell: u16, stone: u8) -> u16 {
        let mut sum = 0u16;
        let mut line = 0;
        loop {
            let step = game.step(line);
            if step == 0 {
                return sum;
            }
            let index = Self::index(line, cell.wrapping_sub(step << 2));
            let mut offset = 0u16;
            let mut k = 5;
            while k != 0 {
                let code = self.codes.as_flattened()[index + offset as usize];
                let code = if stone == X { code } else { code.rotate_left(4) };
                if (code as usize) < CODES {
                    // At most 20 times the greatest value.
                    sum = sum.wrapping_add(VALUES[code as usize]);
                }
                offset = offset.wrapping_add(step) & Self::OFFSET;
                k -= 1;
            }
            line += 1;
        }
    }

    /// Adds the cells that make a four for the player of `stone` to `cells`, without duplicates from `base` on; the
    /// latest threes come first.
    #[inline(never)]
    pub(super) fn add_fours(&self, game: &FiveInARow<CELLS>, stone: u8, cells: &mut Stack, base: u8) {
        let three = unit(stone) * 3;
        let mut i = self.threes.len;
        while i > 0 {
            i -= 1;
            let (line, first) = split(self.threes.get(i));
            if self.code(line, first) == three {
                let cell = self.empty_cell(game, line, first);
                add(cells, base, cell);
                let next = cell.wrapping_add(game.step(line));
                add(cells, base, self.empty_cell(game, line, next));
            }
        }
    }

    /// Adds the cells that make an open three for the player of `stone` to `cells`, without duplicates from `base` on;
    /// the latest twos come first.
    #[inline(never)]
    pub(super) fn add_threes(&self, game: &FiveInARow<CELLS>, stone: u8, cells: &mut Stack, base: u8) {
        let two = unit(stone) * 2;
        let mut i = self.twos.len;
        while i > 0 {
            i -= 1;
            let (line, first) = split(self.twos.get(i));
            if self.is_open(game, line, first, two) {
                let step = game.step(line);
                let cell = self.empty_cell(game, line, first.wrapping_add(step));
                add(cells, base, cell);
                add(cells, base, self.empty_cell(game, line, cell.wrapping_add(step)));
            }
        }
    }

    /// Whether the window and the next along the line hold the same stones, `code` of them, between two empty
    /// ends.
    #[inline(always)]
    fn is_open(&self, game: &FiveInARow<CELLS>, line: u8, first: u16, code: u8) -> bool {
        if self.code(line, first) != code {
            return false;
        }
        let step = game.step(line);
        let second = first.wrapping_add(step);
        self.code(line, second) == code
            && game.at(first) == EMPTY
            && game.at(second.wrapping_add(step << 2)) == EMPTY
    }

    /// Adds the cells that stop the latest open three of the player of `stone` to `cells`, without duplicates from `base` on: the
    /// one in between and both ends. Returns false if there is no open three.
    #[inline(never)]
    pub(super) fn add_stops(&self, game: &FiveInARow<CELLS>, stone: u8, cells: &mut Stack, base: u8) -> bool {
        let three = unit(stone) * 3;
        let mut i = self.threes.len;
        while i > 0 {
            i -= 1;
            let (line, first) = split(self.threes.get(i));
            if self.is_open(game, line, first, three) {
                let step = game.step(line);
                let second = first.wrapping_add(step);
                add(cells, base, self.empty_cell(game, line, second));
                add(cells, base, first);
                add(cells, base, second.wrapping_add(step << 2));
                return true;
            }
        }
        false
    }
}

/// Returns the window of a line with this first cell.
#[inline(always)]
const fn window(line: u8, first: u16) -> u16 {
    (line as u16) << LINE_SHIFT | first
}

/// Returns the line and the first cell of a window.
#[inline(always)]
const fn split(window: u16) -> (u8, u16) {
    ((window >> LINE_SHIFT) as u8, window & ((1 << LINE_SHIFT) - 1))
}

/// Pushes `cell` unless it is already there from `base` on.
#[inline(never)]
fn add(cells: &mut Stack, base: u8, cell: u16) {
    let mut i = base;
    while i < cells.len {
        if cells.get(i) == cell {
            return;
        }
        i += 1;
    }
    cells.push(cell);
}

#[cfg(test)]
mod tests {
    use super::super::{Board19, Board99, O};
    use super::*;
    use crate::game::{Game, Side};
    use crate::keys::{KeySource, Lcg};

    /// Checks that codes equal those of a position set up from scratch after stones were placed and removed.
    fn check_codes<const CELLS: usize>(columns: u8, rows: u8) {
        let mut random = Lcg::new(8);
        let mut game = FiveInARow::<CELLS>::start();
        game.set_size(columns, rows).unwrap();
        let mut windows = std::boxed::Box::new(Windows::new());
        windows.set_up(&game);
        let mut placed = std::vec::Vec::new();
        for _ in 0..400 {
            let cell = game.cell(random.next_key() % columns, random.next_key() % rows);
            if game.at(cell) == EMPTY {
                let stone = X + (random.next_key() & 1);
                windows.place(&mut game, cell, stone);
                placed.push((cell, stone));
            }
            if random.next_key() < 100
                && let Some((cell, stone)) = placed.pop()
            {
                windows.remove(&mut game, cell, stone);
            }
        }
        let mut fresh = std::boxed::Box::new(Windows::new());
        fresh.set_up(&game);
        let mut alive = 0;
        for line in 0..4 {
            for first in 0..game.end() {
                let code = fresh.code(line, first);
                if code < DEAD {
                    assert_eq!(windows.code(line, first), code);
                    alive += 1;
                } else {
                    assert!(windows.code(line, first) >= DEAD);
                }
            }
        }
        let (columns, rows) = (columns as u32, rows as u32);
        let diagonals = 2 * (columns - 4) * (rows - 4);
        assert_eq!(alive, (columns - 4) * rows + columns * (rows - 4) + diagonals);
    }

    #[test]
    fn codes_are_kept_up_to_date() {
        check_codes::<512>(15, 15);
        check_codes::<512>(19, 19);
        check_codes::<512>(5, 19);
        check_codes::<512>(19, 5);
        check_codes::<16384>(99, 99);
        check_codes::<16384>(64, 5);
    }

    fn laid(rows: &[&str]) -> (Board19, Windows<512>) {
        let mut game = Board19::start();
        let rows: std::vec::Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
        game.set_rows(&rows, Side::First).unwrap();
        let mut windows = Windows::new();
        windows.set_up(&game);
        (game, windows)
    }

    /// The squares of a stack's cells, sorted.
    fn squares<const CELLS: usize>(game: &FiveInARow<CELLS>, cells: &Stack) -> std::vec::Vec<(u8, u8)> {
        let mut squares: std::vec::Vec<_> =
            (0..cells.len).map(|i| game.move_to(cells.get(i))).map(|mv| (mv.from, mv.to)).collect();
        squares.sort_unstable();
        squares
    }

    #[test]
    fn fours_open_threes_and_their_answers_are_found() {
        let (mut game, mut windows) = laid(&[
            ".......", //
            "..XX...", ".......", ".......", "OO.O...", ".......", ".......",
        ]);
        let mut cells = Stack::new();
        windows.add_fours(&game, O, &mut cells, 0);
        assert_eq!(squares(&game, &cells), [(3, 5), (5, 5)]);
        cells.len = 0;
        windows.add_fours(&game, X, &mut cells, 0);
        assert_eq!(cells.len, 0);
        windows.add_threes(&game, X, &mut cells, 0);
        assert_eq!(squares(&game, &cells), [(2, 2), (5, 2), (6, 2)]);
        assert!(!windows.add_stops(&game, X, &mut cells, 0));
        let e2 = game.cell(4, 1);
        windows.place(&mut game, e2, X);
        cells.len = 0;
        assert!(windows.add_stops(&game, X, &mut cells, 0));
        assert_eq!(cells.len, 3);
        let c5 = game.cell(2, 4);
        windows.place(&mut game, c5, O);
        assert_eq!((windows.fours, windows.completion), (1, game.cell(4, 4)));
        assert_eq!(windows.find_five(&game, O), game.cell(4, 4));
        assert_eq!(windows.find_five(&game, X), 0);
        let b2 = game.cell(1, 1);
        windows.place(&mut game, b2, X);
        assert_eq!(windows.fours, 2);
    }

    #[test]
    fn a_full_stack_drops_what_is_pushed() {
        let mut stack = Stack::new();
        for item in 0..300 {
            stack.push(item);
        }
        assert!(stack.is_full());
        assert_eq!((stack.len, stack.get(254)), (255, 254));
    }

    #[test]
    fn scores_favour_neighbours() {
        let mut game = Board99::start();
        game.set_size(99, 99).unwrap();
        assert!(game.put(50, 50, Some(Side::Second)));
        game.refresh();
        let mut windows = std::boxed::Box::new(Windows::new());
        windows.set_up(&game);
        let score = |column, row| windows.score(&game, game.cell(column, row), X);
        assert!(score(51, 51) > score(52, 52));
        assert!(score(52, 50) > score(60, 60));
        assert_eq!(score(10, 10), 20 * VALUES[0]);
        assert_eq!(score(0, 0), 3 * VALUES[0]);
        assert_eq!(score(98, 0), 3 * VALUES[0]);
    }
}
