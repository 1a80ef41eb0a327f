//! The boards of the games, and the line of figures below them.

use engine::engines::Engines;
use engine::{Game, Side};

use crate::device::Computer;
use crate::games::{Cells, Face, face};
use crate::state::State;
use crate::text::Text;

/// The number of columns from which there is no room for blanks between them.
const NARROW: u8 = 19;
/// A weight of 1.
const ONE: u32 = 1200;
/// The weight of a cell that decides the game.
const DECIDES: u32 = 100 * ONE;

/// Prints the board as it appears on screen: `M` the mouse, `1` to `4` the cats, `X` and `O` the stones; `.` an empty square, or its
/// digit where moves are digits. With `weights`, empty squares show their weights: see [`grade`].
#[inline(never)]
pub fn show<D: Computer>(text: &mut Text<'_, D>, state: &mut State, weights: bool) {
    let engines = &mut state.engines;
    let face = face(engines.selected());
    let (columns, rows) = engines.board_size();
    header(text, face, columns);
    let mut row = rows;
    while row != 0 {
        row -= 1;
        label(text, face, if face.look.from_top { rows - row } else { row + 1 });
        let mut column = 0;
        while column != columns {
            if columns < NARROW {
                text.space();
            }
            let mut shown = character(text, engines, column, row);
            if weights && let Some(weight) = engines.weight((column, row)) {
                shown = grade(weight);
            }
            text.ascii(shown);
            column += 1;
        }
        if face.look.cells == Cells::Squares {
            text.space();
            label(text, face, row + 1);
        }
        text.newline();
    }
    header(text, face, columns);
}

/// Prints the letters of the columns.
#[inline(never)]
fn header<D: Computer>(text: &mut Text<'_, D>, face: &Face, columns: u8) {
    if face.look.cells == Cells::Letters {
        return;
    }
    text.space();
    if face.look.cells == Cells::Stones {
        text.space();
    }
    let mut column = 0;
    while column != columns {
        if columns < NARROW {
            text.space();
        }
        text.ascii(b'A' + column);
        column += 1;
    }
    text.newline();
}

/// Prints the number of a row.
#[inline(never)]
fn label<D: Computer>(text: &mut Text<'_, D>, face: &Face, number: u8) {
    if face.look.cells == Cells::Letters {
        return;
    }
    if face.look.cells == Cells::Stones && number < 10 {
        text.space();
    }
    text.number(number as u32);
}

/// Returns the character for a square.
#[inline(never)]
fn character<D: Computer>(text: &mut Text<'_, D>, engines: &Engines, column: u8, row: u8) -> u8 {
    let face = face(engines.selected());
    match (engines.content(column, row), face.look.cells) {
        (0, Cells::Letters) => b'6' - row * 3 + column,
        (0, Cells::Squares) if (column ^ row) & 1 != 0 => b' ',
        (0, _) => b'.',
        (1, _) => letter(text, face, Side::First),
        (content, Cells::Squares) => b'0' - 1 + content,
        (_, Cells::Letters | Cells::Stones) => letter(text, face, Side::Second),
    }
}

/// Returns a weight as a character: its whole part if that is a digit, `+` for more, `*` for one that decides the game.
fn grade(weight: u32) -> u8 {
    if weight >= DECIDES {
        return b'*';
    }
    let mut grade = b'0';
    let mut rest = weight;
    while rest >= ONE {
        rest -= ONE;
        grade += 1;
        if grade > b'9' {
            return b'+';
        }
    }
    grade
}

/// Prints the side to move, the plies below the position being searched (none: the console only shows the position itself), the
/// moves played, hash, lock and, in a game that has one, the evaluation, in hexadecimal.
#[inline(never)]
pub fn numbers<D: Computer>(text: &mut Text<'_, D>, state: &mut State) {
    let engines = &mut state.engines;
    let face = face(engines.selected());
    let side = letter(text, face, engines.side());
    text.print(b"S: ");
    text.ascii(side);
    let [low, high] = state.record.turns().to_le_bytes();
    text.print(b" P:00 H:");
    if high != 0 {
        text.hex8(high);
    }
    text.hex8(low);
    text.print(b" #:");
    text.hex8(engines.hash());
    text.print(b" L:");
    text.hex8(engines.lock());
    if let Some(evaluation) = engines.opinion() {
        text.print(b" E:");
        text.hex8(evaluation);
    }
    text.newline();
}

/// Returns the letter of a side: mouse or cats, crosses or noughts.
#[inline(never)]
fn letter<D: Computer>(text: &mut Text<'_, D>, face: &Face, side: Side) -> u8 {
    text.letter(face.letters, side as u8)
}
