//! What the engine says about its thinking.

use engine::engines::write_move;
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::table::Line;
use engine::{Move, Search};
use ufmt::uwrite;

use crate::terminal::Terminal;
use crate::text::Text;

/// Moves on a screen line.
const MOVES_A_LINE: u8 = 7;

/// Prints depth, nodes of all iterations so far, score and principal variation of the last iteration.
pub fn show<T: Terminal>(text: &mut Text<T>, search: &Search) {
    let Ok(()) = uwrite!(text, "DEPTH {} NODES {} SCORE $", u32::from(search.depth()), search.nodes());
    text.hex8(search.score());
    text.newline();
    variation(text, GameId::MouseAndCats, search.variation());
}

/// Prints the moves of a variation on lines of their own.
pub fn variation<T: Terminal>(text: &mut Text<T>, game: GameId, line: &Line) {
    let mut column = Columns::new(MOVES_A_LINE);
    for index in 0..line.len() {
        text.ascii(b' ');
        print_move(text, game, line.get(index));
        column.step(text);
    }
    column.finish(text);
}

/// Prints one move.
pub fn print_move<T: Terminal>(text: &mut Text<T>, game: GameId, mv: Move) {
    let mut bytes = [b' '; MAX_TEXT];
    let length = write_move(game, mv, &mut bytes);
    for &ascii in bytes.iter().take(length as usize) {
        text.ascii(ascii);
    }
}

/// Breaks a list of equally wide items into lines.
pub struct Columns {
    used: u8,
    width: u8,
}

impl Columns {
    /// Lines of `width` items.
    pub const fn new(width: u8) -> Self {
        Columns { used: 0, width }
    }

    /// An item has been printed.
    pub fn step<T: Terminal>(&mut self, text: &mut Text<T>) {
        self.used += 1;
        if self.used == self.width {
            self.finish(text);
        }
    }

    /// Ends a line that has been begun.
    pub fn finish<T: Terminal>(&mut self, text: &mut Text<T>) {
        if self.used > 0 {
            text.newline();
            self.used = 0;
        }
    }
}
