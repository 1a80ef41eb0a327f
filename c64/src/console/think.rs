//! The engine's output at the console: search reports and moves.

use engine::Move;
use engine::engines::write_move;
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::player::Choice;
use engine::table::Line;

use crate::device::Computer;
use crate::terminal::Terminal;
use crate::text::Text;
use crate::watch::Progress;
use crate::words::Word;

/// Moves per screen line.
const MOVES_A_LINE: u8 = 7;

/// A search that a person waits for at the console; RUN/STOP ends it.
pub struct AtConsole;

impl<D: Computer> Progress<D> for AtConsole {
    fn is_interrupted(&mut self, device: &mut D) -> bool {
        device.stop_key()
    }

    fn searched(&mut self, _device: &mut D, _nodes: u32) {}

    fn found(&mut self, text: &mut Text<'_, D>, game: GameId, choice: &Choice, line: &Line) {
        report(text, game, choice, line);
    }
}

/// Prints depth, nodes, score and principal variation of a choice.
#[inline(never)]
pub fn report<D: Computer>(text: &mut Text<'_, D>, game: GameId, choice: &Choice, line: &Line) {
    text.say(Word::DepthIs);
    text.number(choice.depth as u32);
    text.say(Word::NodesAre);
    text.number(choice.nodes);
    text.say(Word::ScoreIs);
    text.hex8(choice.score);
    text.newline();
    variation(text, game, line);
}

/// Prints the moves of a variation on separate lines.
#[inline(never)]
pub fn variation<D: Terminal>(text: &mut Text<'_, D>, game: GameId, line: &Line) {
    let mut columns = Columns::new(MOVES_A_LINE);
    for index in 0..line.len() {
        columns.print_move(text, game, line.get(index));
    }
    columns.finish(text);
}

/// Prints one move.
#[inline(never)]
pub fn print_move<D: Terminal>(text: &mut Text<'_, D>, game: GameId, mv: Move) {
    let mut bytes = [b' '; MAX_TEXT];
    let length = write_move(game, mv, &mut bytes);
    text.print(bytes.get(..length as usize).unwrap_or_default());
}

/// Breaks a list of equally wide items into lines.
pub struct Columns {
    used: u8,
    width: u8,
}

impl Columns {
    /// Creates lines of `width` items.
    pub const fn new(width: u8) -> Self {
        Columns { used: 0, width }
    }

    /// Prints a move as the next item.
    #[inline(never)]
    pub fn print_move<D: Terminal>(&mut self, text: &mut Text<'_, D>, game: GameId, mv: Move) {
        text.space();
        print_move(text, game, mv);
        self.step(text);
    }

    /// Counts an item as printed.
    #[inline(never)]
    pub fn step<D: Terminal>(&mut self, text: &mut Text<'_, D>) {
        self.used += 1;
        if self.used == self.width {
            self.finish(text);
        }
    }

    /// Ends a line if one has been begun.
    #[inline(never)]
    pub fn finish<D: Terminal>(&mut self, text: &mut Text<'_, D>) {
        if self.used > 0 {
            text.newline();
            self.used = 0;
        }
    }
}
