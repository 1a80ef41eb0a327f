//! The KERNAL's screen editor: the effect of CHROUT on the text screen.
//!
//! All of its state is where the KERNAL keeps it, so programs may move the cursor or change the colour with a store: $D1/$D2 start of the
//! logical line, $D3 column, $D4 quote mode, $D5 length of the logical line less one, $D6 row, $C7 reverse, $D8 outstanding insertions,
//! $D9-$F1 line starts, $0286 colour, $0288 page of the screen.

use crate::bus::MemoryMap;
use chips::petscii::{Charset, glyph, screen_code};

/// Columns of the text screen.
pub(crate) const COLUMNS: usize = 40;
/// Rows of the text screen.
pub(crate) const ROWS: usize = 25;

const REVERSE: usize = 0xc7;
const LINE: usize = 0xd1;
const COLUMN: usize = 0xd3;
const QUOTE: usize = 0xd4;
const LENGTH: usize = 0xd5;
const ROW: usize = 0xd6;
const LAST: usize = 0xd7;
const INSERT: usize = 0xd8;
const LINKS: usize = 0xd9;
const COLOUR: usize = 0x0286;
const PAGE: usize = 0x0288;
const SHIFT_LOCK: usize = 0x0291;
const SPACE: u8 = 0x20;

/// PETSCII control codes that select colours 0..16.
const COLOURS: [u8; 16] =
    [0x90, 0x05, 0x1c, 0x9f, 0x9c, 0x1e, 0x1f, 0x9e, 0x81, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b];

/// The screen editor's operations, on the C64's own memory.
pub(crate) struct Screen<'a> {
    map: &'a mut MemoryMap,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(map: &'a mut MemoryMap) -> Screen<'a> {
        Screen { map }
    }

    /// Initialises the screen as CINT does: light blue on blue, upper case, cleared.
    pub(crate) fn initialise(&mut self) {
        self.map.ram[COLOUR] = 14;
        self.map.ram[PAGE] = 0x04;
        self.map.ram[SHIFT_LOCK] = 0;
        for at in [REVERSE, QUOTE, INSERT] {
            self.map.ram[at] = 0;
        }
        self.clear();
    }

    fn get(&self, at: usize) -> usize {
        usize::from(self.map.ram[at])
    }

    fn cell(&self, row: usize, column: usize) -> usize {
        ((self.get(PAGE) << 8) + row * COLUMNS + column) & 0xffff
    }

    /// Stores one cell of the screen; `column` is counted across the logical line that starts at `row`.
    fn store(&mut self, row: usize, column: usize, code: u8, colour: u8) {
        let cell = self.cell(row, column);
        self.map.ram[cell] = code;
        self.map.set_colour(row * COLUMNS + column, colour);
    }

    fn load(&self, row: usize, column: usize) -> (u8, u8) {
        (self.map.ram[self.cell(row, column)], self.map.colour(row * COLUMNS + column))
    }

    fn blank(&mut self, row: usize, column: usize) {
        let colour = self.map.ram[COLOUR];
        self.store(row, column, SPACE, colour);
    }

    fn starts_line(&self, row: usize) -> bool {
        row >= ROWS || self.map.ram[LINKS + row] & 0x80 != 0
    }

    fn set_start(&mut self, row: usize, start: bool) {
        if row < ROWS {
            let page = (self.cell(row, 0) >> 8) as u8 & 0x7f;
            self.map.ram[LINKS + row] = if start { page | 0x80 } else { page };
        }
    }

    /// Returns the first row of the logical line that contains `row`; a logical line has one or two rows.
    fn first_row(&self, row: usize) -> usize {
        if row > 0 && !self.starts_line(row) { row - 1 } else { row }
    }

    /// Returns the last column of the logical line that begins at `first`: 39 or 79.
    fn last_column(&self, first: usize) -> usize {
        if self.starts_line(first + 1) { COLUMNS - 1 } else { 2 * COLUMNS - 1 }
    }

    fn clear(&mut self) {
        for row in 0..ROWS {
            self.set_start(row, true);
            for column in 0..COLUMNS {
                self.blank(row, column);
            }
        }
        self.set_cursor(0, 0);
    }

    /// Moves the cursor to a physical row and column and updates the line's start and length.
    pub(crate) fn set_cursor(&mut self, row: usize, column: usize) {
        let row = row.min(ROWS - 1);
        let first = self.first_row(row);
        let column = column.min(COLUMNS - 1) + (row - first) * COLUMNS;
        self.map.ram[ROW] = row as u8;
        self.map.ram[COLUMN] = column as u8;
        self.map.ram[LENGTH] = self.last_column(first) as u8;
        let [low, high] = (self.cell(first, 0) as u16).to_le_bytes();
        self.map.ram[LINE] = low;
        self.map.ram[LINE + 1] = high;
    }

    /// Returns the cursor position: physical row, and column across the logical line (0..80).
    pub(crate) fn cursor(&self) -> (usize, usize) {
        (self.get(ROW).min(ROWS - 1), self.get(COLUMN).min(2 * COLUMNS - 1))
    }

    /// Scrolls up by one logical line, which may have two rows. Returns the number of rows scrolled.
    fn scroll(&mut self) -> usize {
        let mut moved = 0;
        loop {
            for row in 0..ROWS - 1 {
                for column in 0..COLUMNS {
                    let (code, colour) = self.load(row + 1, column);
                    self.store(row, column, code, colour);
                }
                let start = self.starts_line(row + 1);
                self.set_start(row, start);
            }
            for column in 0..COLUMNS {
                self.blank(ROWS - 1, column);
            }
            self.set_start(ROWS - 1, true);
            moved += 1;
            if self.starts_line(0) || moved == ROWS {
                return moved;
            }
        }
    }

    fn next_line(&mut self) {
        let (mut row, _) = self.cursor();
        row += 1;
        while !self.starts_line(row) {
            row += 1;
        }
        if row == ROWS {
            row -= self.scroll();
        }
        self.set_cursor(row, 0);
    }

    /// Prints one PETSCII byte like CHROUT with the screen as output.
    pub(crate) fn print(&mut self, byte: u8) {
        self.map.ram[LAST] = byte;
        if let Some(code) = screen_code(byte) {
            if byte == b'"' {
                self.map.ram[QUOTE] ^= 1;
            }
            let reverse = self.map.ram[REVERSE] != 0;
            self.put(if reverse { code | 0x80 } else { code });
            return;
        }
        if byte & 0x7f == 0x0d {
            for at in [REVERSE, QUOTE, INSERT] {
                self.map.ram[at] = 0;
            }
            self.next_line();
            return;
        }
        // In quote and insert mode, control codes are shown in reverse video instead of being executed: all but DEL in quote mode and INST
        // in insert mode. Source: KERNAL 901227-03, $E745 and $E7EA.
        let [quoted, inserting] = [QUOTE, INSERT].map(|at| self.map.ram[at] != 0);
        let shown = match byte {
            0x14 => inserting,
            0x94 => quoted,
            _ => quoted || inserting,
        };
        if shown {
            self.put(if byte < 0x80 { byte | 0x80 } else { byte | 0xc0 });
            return;
        }
        self.control(byte);
    }

    fn control(&mut self, byte: u8) {
        let (row, column) = self.cursor();
        let physical = column % COLUMNS;
        match byte {
            0x08 => self.map.ram[SHIFT_LOCK] |= 0x80,
            0x09 => self.map.ram[SHIFT_LOCK] &= 0x7f,
            0x0e => self.map.vic.registers[0x18] |= 2,
            0x8e => self.map.vic.registers[0x18] &= !2,
            0x11 if row + 1 < ROWS => self.set_cursor(row + 1, physical),
            0x11 => {
                let moved = self.scroll();
                self.set_cursor(ROWS - moved, physical);
            }
            0x91 if row > 0 => self.set_cursor(row - 1, physical),
            0x12 => self.map.ram[REVERSE] = 0x12,
            0x92 => self.map.ram[REVERSE] = 0,
            0x13 => self.set_cursor(0, 0),
            0x93 => self.clear(),
            0x1d if physical + 1 < COLUMNS => self.set_cursor(row, physical + 1),
            0x1d if !self.starts_line(row + 1) => self.set_cursor(row + 1, 0),
            0x1d => self.next_line(),
            0x9d if physical > 0 => self.set_cursor(row, physical - 1),
            0x9d if row > 0 => self.set_cursor(row - 1, COLUMNS - 1),
            0x14 => self.delete(),
            0x94 => self.insert(),
            _ => {
                if let Some(colour) = COLOURS.iter().position(|code| *code == byte) {
                    self.map.ram[COLOUR] = colour as u8;
                }
            }
        }
    }

    /// Stores a screen code at the cursor and advances it, joining the next row to this line when a row is full.
    fn put(&mut self, code: u8) {
        self.map.ram[INSERT] = self.map.ram[INSERT].saturating_sub(1);
        let (row, column) = self.cursor();
        let first = self.first_row(row);
        let colour = self.map.ram[COLOUR];
        self.store(row, column % COLUMNS, code, colour);
        if column % COLUMNS + 1 < COLUMNS {
            self.set_cursor(row, column % COLUMNS + 1);
        } else if row > first {
            self.next_line();
        } else if self.starts_line(row + 1) {
            self.join(row);
        } else {
            self.set_cursor(row + 1, 0);
        }
    }

    /// Makes the row after `row` the second row of its logical line and moves the cursor to the start of that row.
    fn join(&mut self, row: usize) {
        let mut second = row + 1;
        if second == ROWS {
            second -= self.scroll();
        }
        self.set_start(second, false);
        let after_is_middle = !self.starts_line(second + 1);
        if after_is_middle {
            self.set_start(second + 1, true);
        }
        self.set_cursor(second, 0);
    }

    fn delete(&mut self) {
        let (row, column) = self.cursor();
        if column == 0 {
            if row > 0 {
                self.set_cursor(row - 1, COLUMNS - 1);
                self.blank(row - 1, COLUMNS - 1);
            }
            return;
        }
        let first = self.first_row(row);
        let length = self.last_column(first);
        for at in column..=length {
            let (code, colour) = self.load(first, at);
            self.store(first, at - 1, code, colour);
        }
        self.blank(first, length);
        self.set_cursor(first + (column - 1) / COLUMNS, (column - 1) % COLUMNS);
    }

    fn insert(&mut self) {
        let (mut row, column) = self.cursor();
        let mut first = self.first_row(row);
        let mut last = self.last_column(first);
        if self.load(first, last).0 != SPACE {
            if last > COLUMNS {
                return;
            }
            self.open_row(first + 1);
            (row, _) = self.cursor();
            first = self.first_row(row);
            last = 2 * COLUMNS - 1;
        }
        for at in (column..last).rev() {
            let (code, colour) = self.load(first, at);
            self.store(first, at + 1, code, colour);
        }
        self.blank(first, column);
        self.set_cursor(row, column % COLUMNS);
        self.map.ram[INSERT] = self.map.ram[INSERT].saturating_add(1);
    }

    /// Opens a blank row at `row`, pushing the rest down, and joins it to the line above.
    fn open_row(&mut self, row: usize) {
        let mut row = row;
        if row == ROWS {
            row -= self.scroll();
        }
        for below in (row + 1..ROWS).rev() {
            for column in 0..COLUMNS {
                let (code, colour) = self.load(below - 1, column);
                self.store(below, column, code, colour);
            }
            let start = self.starts_line(below - 1);
            self.set_start(below, start);
        }
        for column in 0..COLUMNS {
            self.blank(row, column);
        }
        self.set_start(row, false);
        self.set_start(row + 1, true);
        self.set_cursor(row - 1, 0);
    }
}

/// Returns the character set that the VIC-II shows, from bit 1 of $D018.
pub(crate) fn charset(map: &MemoryMap) -> Charset {
    if map.vic.registers[0x18] & 2 == 0 { Charset::Graphics } else { Charset::Text }
}

/// Returns the 25 rows of the screen as readable text, without trailing spaces.
pub(crate) fn text(map: &MemoryMap) -> Vec<String> {
    let base = usize::from(map.ram[PAGE]) << 8;
    let rows = (0..ROWS).map(|row| {
        let cells = (0..COLUMNS).map(|column| map.ram[(base + row * COLUMNS + column) & 0xffff]);
        let text: String = cells.map(|code| glyph(code, charset(map))).collect();
        text.trim_end().to_string()
    });
    rows.collect()
}
