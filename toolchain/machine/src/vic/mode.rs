//! The graphics modes: the conversion of the byte read for a column to eight pixels.
//!
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.7.3.

use std::ops::Range;

use super::line::Line;
use super::memory::VideoMemory;
use super::registers::Registers;

/// Columns of the video matrix.
pub(super) const COLUMNS: usize = 40;

/// The columns of a line that the window covers.
pub(super) const WINDOW: Range<usize> = 15..15 + COLUMNS;

/// A 12-bit cell of the video matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// The byte in the video matrix.
    pub(super) code: u8,
    /// The nibble in the colour RAM: 0..16.
    pub(super) colour: u8,
}

/// The state from which the graphics of a line are read.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// The cells read in the last bad line.
    pub(super) cells: [Cell; COLUMNS],
    /// VC at the left edge of the window: 10 bits.
    pub(super) counter: u16,
    /// RC, the line within the row: 0..8.
    pub(super) row_line: u16,
    /// Whether the sequencer is in the display state rather than the idle state.
    pub(super) displays: bool,
    /// The cell that was drawn last: until the window begins, that of the previous line.
    pub(super) last: Cell,
}

impl Matrix {
    fn cell(&self, column: usize) -> Cell {
        if self.displays { self.cells[column] } else { Cell::default() }
    }
}

/// The graphics mode selected by ECM, BMM and MCM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Text,
    MulticolourText,
    Bitmap,
    MulticolourBitmap,
    ExtendedColourText,
    /// ECM with one of the others: everything is black. With `multicolour`, pixels have two bits, as in multicolour text (`bitmap` is
    /// false) or in bitmaps.
    Black {
        bitmap: bool,
        multicolour: bool,
    },
}

impl Mode {
    /// Returns the mode selected by ECM, BMM and MCM.
    pub(super) fn of(extended_colour: bool, bitmap: bool, multicolour: bool) -> Mode {
        match (extended_colour, bitmap, multicolour) {
            (false, false, false) => Mode::Text,
            (false, false, true) => Mode::MulticolourText,
            (false, true, false) => Mode::Bitmap,
            (false, true, true) => Mode::MulticolourBitmap,
            (true, false, false) => Mode::ExtendedColourText,
            (true, bitmap, multicolour) => Mode::Black { bitmap, multicolour },
        }
    }
}

/// For each byte, eight bytes that are $FF for each set bit, highest bit first.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte] |= 0xff << (bit * 8);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// Returns eight pixels of one bit each.
fn single(byte: u8, clear: u8, set: u8) -> ([u8; 8], u8) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mask = SPREAD[usize::from(byte)];
    let pixels = mask & (EACH * u64::from(set)) | !mask & (EACH * u64::from(clear));
    (pixels.to_be_bytes(), byte)
}

/// Returns four pixels of two bits each. Pixels with the higher bit set are foreground.
fn double(byte: u8, colours: [u8; 4]) -> ([u8; 8], u8) {
    let [a, b, c, d] = [6, 4, 2, 0].map(|shift| colours[usize::from(byte >> shift & 3)]);
    let high = byte & 0xaa;
    ([a, a, b, b, c, c, d, d], high | high >> 1)
}

/// The source of the bytes of a line's columns: the g-accesses.
#[derive(Clone, Copy)]
enum Graphics {
    /// The last address, in each column.
    Idle,
    /// Indexed by the counter of the first column; `rest` is the address without it.
    Bitmap { counter: u16, rest: u16 },
    /// Indexed by the cells' codes; `rest` is the address without them.
    Characters { rest: u16 },
}

impl Graphics {
    fn of(registers: &Registers, matrix: &Matrix) -> Graphics {
        match (matrix.displays, registers.bitmap()) {
            (false, _) => Graphics::Idle,
            (true, true) => {
                Graphics::Bitmap { counter: matrix.counter, rest: registers.bitmap_base() | matrix.row_line }
            }
            (true, false) => Graphics::Characters { rest: registers.characters() | matrix.row_line },
        }
    }

    /// Returns the address for a column of the window, which has a cell. ECM pulls two address lines low.
    #[inline]
    fn address(self, column: usize, cell: Cell, extended_colour: bool) -> u16 {
        let address = match self {
            Graphics::Idle => 0x3fff,
            Graphics::Bitmap { counter, rest } => ((counter + column as u16) & 0x3ff) << 3 | rest,
            Graphics::Characters { rest } => u16::from(cell.code) << 3 | rest,
        };
        address & if extended_colour { 0x39ff } else { 0x3fff }
    }
}

/// Returns the pixels of a byte, and which of them are foreground.
fn pixels(mode: Mode, byte: u8, cell: Cell, backgrounds: [u8; 4]) -> ([u8; 8], u8) {
    let background = |number: usize| backgrounds[number];
    let [high, low] = [cell.code >> 4, cell.code & 15];
    match mode {
        Mode::Text => single(byte, background(0), cell.colour),
        Mode::MulticolourText if cell.colour & 8 == 0 => single(byte, background(0), cell.colour),
        Mode::MulticolourText => double(byte, [background(0), background(1), background(2), cell.colour & 7]),
        Mode::Bitmap => single(byte, low, high),
        Mode::MulticolourBitmap => double(byte, [background(0), high, low, cell.colour]),
        Mode::ExtendedColourText => single(byte, background(usize::from(cell.code >> 6)), cell.colour),
        Mode::Black { bitmap, multicolour } if multicolour && (bitmap || cell.colour & 8 != 0) => {
            double(byte, [0; 4])
        }
        Mode::Black { .. } => single(byte, 0, 0),
    }
}

/// Draws the graphics of some columns in which the registers do not change.
pub(super) fn paint(
    columns: Range<usize>,
    matrix: &mut Matrix,
    registers: &Registers,
    memory: &VideoMemory,
    line: &mut Line,
) {
    let mode = Mode::of(registers.extended_colour(), registers.bitmap(), registers.multicolour());
    paint_in(mode, columns, matrix, registers, memory, line);
}

/// Returns the byte and the cell of a column of the line; outside of the window, zeros and the cell that was drawn last.
pub(super) fn shown(
    column: usize,
    matrix: &Matrix,
    registers: &Registers,
    memory: &VideoMemory,
    last: Cell,
) -> (u8, Cell) {
    match column.checked_sub(WINDOW.start).filter(|column| *column < COLUMNS) {
        Some(column) => {
            let cell = matrix.cell(column);
            let address = Graphics::of(registers, matrix).address(column, cell, registers.extended_colour());
            (memory.read(address), cell)
        }
        None => (0, last),
    }
}

/// Returns the background colours.
pub(super) fn backgrounds(registers: &Registers) -> [u8; 4] {
    [0x21, 0x22, 0x23, 0x24].map(|register| registers.colour(register))
}

/// Draws columns in a given mode, whatever mode the registers select.
pub(super) fn paint_in(
    mode: Mode,
    columns: Range<usize>,
    matrix: &mut Matrix,
    registers: &Registers,
    memory: &VideoMemory,
    line: &mut Line,
) {
    let scroll = registers.x_scroll();
    let backgrounds = backgrounds(registers);
    // Outside of the window, and before the first pixel that is scrolled into it, the sequencer shifts out zeros, in the colours of the
    // previous cell.
    let backdrop = |cell| pixels(mode, 0, cell, backgrounds).0[0];
    let Range { start, end } = columns;
    if start < WINDOW.start {
        line.fill(start * 8..end.min(WINDOW.start) * 8, backdrop(matrix.last));
    }
    let inside = start.max(WINDOW.start)..end.min(WINDOW.end);
    if !inside.is_empty() {
        let at = inside.start * 8;
        if inside.start == WINDOW.start {
            line.fill(at..at + scroll, backdrop(matrix.last));
        }
        // Most pictures are text, which gets a loop of its own.
        match mode {
            Mode::Text => {
                let draw = |byte, cell: Cell| single(byte, backgrounds[0], cell.colour);
                paint_window(inside, matrix, registers, memory, line, draw);
            }
            _ => {
                let draw = |byte, cell| pixels(mode, byte, cell, backgrounds);
                paint_window(inside, matrix, registers, memory, line, draw);
            }
        }
    }
    if end > WINDOW.end {
        let first = start.max(WINDOW.end);
        let scrolled = if first == WINDOW.end { scroll } else { 0 };
        line.fill(first * 8 + scrolled..end * 8, backdrop(matrix.last));
    }
}

/// Draws columns of the window; `draw` returns the pixels of a byte in a cell, and which of them are foreground.
#[inline(always)]
fn paint_window(
    columns: Range<usize>,
    matrix: &mut Matrix,
    registers: &Registers,
    memory: &VideoMemory,
    line: &mut Line,
    draw: impl Fn(u8, Cell) -> ([u8; 8], u8),
) {
    let first = columns.start - WINDOW.start;
    let (graphics, extended_colour) = (Graphics::of(registers, matrix), registers.extended_colour());
    let cells = &matrix.cells[first..columns.end - WINDOW.start];
    line.put(columns.start * 8 + registers.x_scroll(), cells, |number, cell| {
        let byte = memory.read(graphics.address(first + number, *cell, extended_colour));
        draw(byte, if matrix.displays { *cell } else { Cell::default() })
    });
    matrix.last = matrix.cell(columns.end - 1 - WINDOW.start);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the first 16 pixels of a line and their foreground, with the byte $1B ("four pixels: 0, 1, 2, 3") in every column.
    fn drawn(control: u8, multicolour: bool, code: u8, colour: u8, displays: bool) -> (Vec<u8>, u16) {
        let mut registers = Registers::new();
        registers[0x11] = 0x18 | control;
        registers[0x16] = 8 | u8::from(multicolour) << 4;
        registers[0x18] = 0x18;
        for (number, background) in [0x21, 0x22, 0x23, 0x24].into_iter().zip([11, 12, 13, 14]) {
            registers[number] = background;
        }
        let ram = [0x1b; 0x10000];
        let (colours, characters) = ([0; 0x400], [0; 0x1000]);
        let memory = VideoMemory::new(&ram, &colours, &characters, 3);
        let cells = [Cell { code, colour }; COLUMNS];
        let mut matrix = Matrix { cells, counter: 0, row_line: 0, displays, last: cells[0] };
        let mut line = Line::new();
        paint(0..63, &mut matrix, &registers, &memory, &mut line);
        let foreground = (line.foreground.from(WINDOW.start * 8) >> 48) as u16;
        (line.pixels[WINDOW.start * 8..][..8].to_vec(), foreground)
    }

    #[test]
    fn every_mode_has_its_colours() {
        let text = |clear, set| vec![clear, clear, clear, set, set, clear, set, set];
        let wide = |colours: [u8; 4]| colours.iter().flat_map(|colour| [*colour; 2]).collect::<Vec<u8>>();
        let both = |byte: u8| u16::from_be_bytes([byte, byte]);
        assert_eq!(drawn(0, false, 0x85, 9, true), (text(11, 9), both(0x1b)));
        assert_eq!(drawn(0, true, 0x85, 7, true), (text(11, 7), both(0x1b)));
        assert_eq!(drawn(0, true, 0x85, 9, true), (wide([11, 12, 13, 1]), both(0x0f)));
        assert_eq!(drawn(0x20, false, 0x85, 9, true), (text(5, 8), both(0x1b)));
        assert_eq!(drawn(0x20, true, 0x85, 9, true), (wide([11, 8, 5, 9]), both(0x0f)));
        assert_eq!(drawn(0x40, false, 0x85, 9, true), (text(13, 9), both(0x1b)));
        assert_eq!(drawn(0x40, true, 0x85, 9, true), (vec![0; 8], both(0x0f)));
        assert_eq!(drawn(0x60, false, 0x85, 9, true), (vec![0; 8], both(0x1b)));
    }

    #[test]
    fn an_idle_sequencer_draws_in_black() {
        assert_eq!(drawn(0, false, 0x85, 9, false).0, [11, 11, 11, 0, 0, 11, 0, 0]);
        assert_eq!(drawn(0x20, false, 0x85, 9, false).0, [0; 8]);
    }

    #[test]
    fn graphics_are_read_where_the_registers_say() {
        let mut registers = Registers::new();
        registers[0x18] = 0x1c;
        let address = |registers: &Registers, matrix: &Matrix, column: usize| {
            let graphics = Graphics::of(registers, matrix);
            graphics.address(column, matrix.cells[column], registers.extended_colour())
        };
        let mut matrix = Matrix {
            cells: [Cell { code: 0xc1, colour: 0 }; COLUMNS],
            counter: 0x3f0,
            row_line: 5,
            displays: true,
            last: Cell::default(),
        };
        assert_eq!(address(&registers, &matrix, 3), 0x3000 + 0xc1 * 8 + 5);
        registers[0x11] |= 0x40;
        assert_eq!(address(&registers, &matrix, 3), 0x3000 + 8 + 5, "64 characters");
        registers[0x11] = 0x3b;
        assert_eq!(address(&registers, &matrix, 3), 0x2000 + 0x3f3 * 8 + 5);
        assert_eq!(address(&registers, &matrix, 20), 0x2000 + 4 * 8 + 5, "the counter has ten bits");
        matrix.displays = false;
        assert_eq!(address(&registers, &matrix, 3), 0x3fff);
        registers[0x11] |= 0x40;
        assert_eq!(address(&registers, &matrix, 3), 0x39ff);
    }

    #[test]
    fn scrolled_graphics_leave_background_behind() {
        let mut registers = Registers::new();
        registers[0x16] = 8 | 5;
        let ram = [0xff; 0x10000];
        let (colours, characters) = ([0; 0x400], [0xff; 0x1000]);
        let memory = VideoMemory::new(&ram, &colours, &characters, 3);
        let cells = [Cell { code: 0, colour: 1 }; COLUMNS];
        let mut matrix = Matrix { cells, counter: 0, row_line: 0, displays: true, last: cells[0] };
        let mut line = Line::new();
        paint(0..63, &mut matrix, &registers, &memory, &mut line);
        let white: Vec<usize> = (0..504).filter(|at| line.pixels[*at] == 1).collect();
        assert_eq!((white[0], white.len()), (WINDOW.start * 8 + 5, 320));
        assert_eq!(white[319], WINDOW.end * 8 + 4);
    }
}
