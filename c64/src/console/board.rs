//! The board and the line of numbers under it.

use engine::games::mouse_and_cats::{MouseAndCats, Piece};
use engine::{Evaluate, Game, Side};

use crate::strings;
use crate::terminal::Terminal;
use crate::text::Text;

/// Prints the board as the mouse sees it, row 8 on top: `M` the mouse, `1` to `4` the cats, `.` an empty dark square.
pub fn show<T: Terminal>(text: &mut Text<T>, game: &MouseAndCats, moves_played: u8) {
    text.line(strings::COLUMNS);
    let mut row = 8;
    while row > 0 {
        row -= 1;
        row_of(text, game, row);
    }
    text.line(strings::COLUMNS);
    numbers(text, game, moves_played);
}

fn row_of<T: Terminal>(text: &mut Text<T>, game: &MouseAndCats, row: u8) {
    let label = b'1' + row;
    text.ascii(label);
    for column in 0..8 {
        text.ascii(b' ');
        let square = row * 8 + column;
        text.ascii(match game.piece_on(square) {
            Some(Piece::Mouse) => b'M',
            Some(Piece::Cat(number)) => b'0' + number,
            None if MouseAndCats::cell(square).is_some() => b'.',
            None => b' ',
        });
    }
    text.ascii(b' ');
    text.ascii(label);
    text.newline();
}

/// Side to move, plies below the position being searched (none: the console only shows the position itself),
/// moves played, hash, lock and evaluation, in hexadecimal.
fn numbers<T: Terminal>(text: &mut Text<T>, game: &MouseAndCats, moves_played: u8) {
    text.print("S: ");
    text.ascii(letter(game.side()));
    for (label, value) in [
        (" P:", 0),
        (" H:", moves_played),
        (" #:", game.hash()),
        (" L:", game.lock()),
        (" E:", game.evaluate()),
    ] {
        text.print(label);
        text.hex8(value);
    }
    text.newline();
}

/// The letter of a side: mouse or cats.
pub const fn letter(side: Side) -> u8 {
    match side {
        Side::First => b'M',
        Side::Second => b'C',
    }
}
