//! The panel beside the board: players, clock, search progress and messages.

use engine::Side;
use engine::engines::write_move;
use engine::games::GameId;
use engine::notation::MAX_TEXT;
use engine::player::{Choice, Source};
use engine::table::Line;

use super::settings::{Row, Settings, Shown};
use crate::art::characters::{ARROW, BLANK};
use crate::clock::JIFFIES_A_SECOND;
use crate::device::{Colour, Device};
use crate::games::face;
use crate::view::{PANEL, PANEL_WIDTH, TEXT, TEXT_WIDTH, View};
use crate::words::Word;

/// The row of the game's name.
const TITLE: u8 = 0;
/// The row of the first player, and the distance to the second one's. The player's kind is in the row below, or beside the
/// name while search data is shown, which takes the rows below both.
const PLAYERS: u8 = 2;
const APART: u8 = 3;
/// The column of a player's stone, beside both rows.
const EMBLEM: u8 = 10;
/// The width of a side's name and the blank after it, if the player's kind is beside it.
const NAME_WIDTH: u8 = 6;
/// The row of the session's score.
const SCORE: u8 = 8;
/// The row of turn and clock.
const TURN: u8 = 9;
/// The rows of depth and value, and of the nodes, while the person has search data shown.
const DEPTH: u8 = 4;
const NODES: u8 = 5;
/// The two rows of the principal variation.
const VARIATION: u8 = 6;
/// The first row of the actions.
pub const ACTIONS: u8 = 11;
/// The first of the three rows of messages.
pub const MESSAGE: u8 = 22;

/// The position and the size in columns and rows of the menu's help, and of questions and messages in its place. The row above is
/// empty.
pub const HELP: (u8, u8) = (1, 24);
pub const HELP_EXTENT: (u8, u8) = (38, 1);
/// The column of the number of moves, in the last message row, after [`Word::In`] and [`Word::WinsIn`].
const NUMBER: u8 = TEXT + 3;
const WINS: u8 = TEXT + 8;
/// The columns of a file's name and of its keys there.
const NAME: u8 = 9;
const KEYS: u8 = 25;

/// The position of the digit in a file's name.
pub const DIGIT: u8 = 10;

/// The label of a value, in both languages.
const VALUE: &[u8] = b"V";
/// The labels in the depth row, by how a move was found.
static SOURCES: [Word; 6] =
    [Word::OnlyMove, Word::Random, Word::Depth, Word::FromMemory, Word::Weight, Word::Nothing];

/// Moves per row of the variation.
const MOVES_A_ROW: u8 = 3;

/// The panel: draws on the view and holds the clock.
pub struct Panel {
    /// The view to draw on.
    pub view: View,
    /// The side to move, if any.
    side: Option<Side>,
    /// Games won by the first side, by the second, and drawn in this session, up to 99 each.
    pub score: [u8; 3],
    minutes: u8,
    seconds: u8,
    /// When the current second began, in jiffies.
    began: u16,
    /// The message shown during a search.
    pub thinking: Word,
    /// Whether depth, value, nodes and variation of searches are shown.
    pub data: bool,
    /// The result of the last search in this game.
    pub known: Option<Choice>,
    /// Whether messages appear below the menu rather than beside the board.
    pub wide: bool,
}

impl Panel {
    /// Creates the panel of a new session.
    pub const fn new(view: View) -> Self {
        Panel {
            view,
            side: None,
            score: [0; 3],
            minutes: 0,
            seconds: 0,
            began: 0,
            thinking: Word::Thinking,
            data: false,
            known: None,
            wide: false,
        }
    }

    /// Writes a word at the left of a row and pads the row with blanks.
    #[inline(never)]
    fn label<D: Device>(&self, device: &mut D, row: u8, word: Word, colour: Colour) {
        self.view.word(device, TEXT, row, TEXT_WIDTH, word, colour);
    }

    /// Writes a number into `width` columns that end this many columns before the panel's end.
    #[inline(never)]
    fn figure<D: Device>(&self, device: &mut D, row: u8, end: u8, width: u8, value: u32) {
        self.view.number(device, PANEL + PANEL_WIDTH - end - width, row, width, value, Colour::White);
    }

    /// Writes the name of the game or the number of the puzzle, the names of the sides and of their players, and the session's score.
    #[inline(never)]
    pub fn heads<D: Device>(&self, device: &mut D, settings: &Settings) {
        let face = face(settings.game());
        let puzzle = settings.get(Row::Puzzle);
        let title = if puzzle == 0 { face.name } else { Word::PuzzleRow };
        self.label(device, TITLE, title, Colour::White);
        if puzzle != 0 {
            self.figure(device, TITLE, 2, 2, puzzle as u32);
        }
        self.clear(device, PLAYERS);
        for (side, name) in (0..).zip(face.sides) {
            let row = self.row_of(side);
            self.label(device, row, name, self.view.colour(side + 1));
            // A stone stands for the side's name, which may be longer.
            let at = if self.data { (TEXT + NAME_WIDTH, row) } else { (TEXT, row + 1) };
            if let Shown::Word(word) = settings.player_shown(side) {
                self.view.word(device, at.0, at.1, PANEL + PANEL_WIDTH - at.0, word, Colour::LightGrey);
            }
            if !self.data {
                self.view.emblem(device, (PANEL + EMBLEM, row), side + 1, 2);
            } else if self.view.emblem(device, (TEXT + 1, row), side + 1, 1) {
                // On wood, as a black stone would be invisible on black.
                self.view.wood(device, (TEXT, row));
                self.view.wood(device, (TEXT + 2, row));
                self.view.fill(device, (TEXT + 3, row), (NAME_WIDTH - 3, 1), BLANK, Colour::White);
            }
        }
        self.arrow(device);
        self.label(device, SCORE, Word::Score, Colour::LightGrey);
        self.count(device);
        self.figures(device);
    }

    /// Writes the numbers of the session's score.
    #[inline(never)]
    pub fn count<D: Device>(&self, device: &mut D) {
        for (k, &count) in (0..).zip(&self.score) {
            self.figure(device, SCORE, 6 - 3 * k, 2, count as u32);
        }
    }

    /// Returns the row of a side's name.
    fn row_of(&self, side: u8) -> u8 {
        PLAYERS + if self.data { side } else { APART * side }
    }

    /// Clears the player's kind and the search data, from this row on.
    #[inline(never)]
    fn clear<D: Device>(&self, device: &mut D, row: u8) {
        self.view.fill(device, (PANEL, row), (PANEL_WIDTH, SCORE - row), BLANK, Colour::White);
    }

    /// Draws the arrow beside the side to move.
    #[inline(never)]
    fn arrow<D: Device>(&self, device: &mut D) {
        for (row, of) in (0..).zip([Side::First, Side::Second]) {
            let code = if self.side == Some(of) { ARROW } else { BLANK };
            device.cell(PANEL, self.row_of(row), code, Colour::White);
        }
    }

    /// Shows the side to move (none after the end) and the number of the turn, or of the last one after the end, and resets the clock.
    /// `turns` have been made.
    #[inline(never)]
    pub fn turn<D: Device>(&mut self, device: &mut D, side: Option<Side>, turns: u16) {
        self.side = side;
        self.arrow(device);
        self.label(device, TURN, Word::Turn, Colour::LightGrey);
        self.figure(device, TURN, 5, 3, turns as u32 + side.is_some() as u32);
        self.minutes = 0;
        self.seconds = 0;
        self.began = device.jiffies();
        self.clock(device);
    }

    /// Advances the clock.
    #[inline(never)]
    pub fn tick<D: Device>(&mut self, device: &mut D) {
        if device.jiffies().wrapping_sub(self.began) < JIFFIES_A_SECOND {
            return;
        }
        self.began = self.began.wrapping_add(JIFFIES_A_SECOND);
        if self.seconds < 59 {
            self.seconds += 1;
        } else if self.minutes < 99 {
            self.seconds = 0;
            self.minutes += 1;
        }
        self.clock(device);
    }

    /// Writes the clock: minutes and seconds, up to 99:59.
    #[inline(never)]
    fn clock<D: Device>(&self, device: &mut D) {
        self.figure(device, TURN, 3, 2, self.minutes as u32);
        device.cell(PANEL + PANEL_WIDTH - 3, TURN, b':', Colour::White);
        self.figure(device, TURN, 0, 2, self.seconds as u32);
        if self.seconds < 10 {
            device.cell(PANEL + PANEL_WIDTH - 2, TURN, b'0', Colour::White);
        }
    }

    /// Shows or hides the data of the last search and of those to come.
    #[inline(never)]
    pub fn toggle_data<D: Device>(&mut self, device: &mut D, settings: &Settings) {
        self.data = !self.data;
        self.heads(device, settings);
    }

    /// Starts showing a search in place of the last one, if wanted: redrawing names that stay would only make them flicker.
    pub fn begin_search<D: Device>(&mut self, device: &mut D) {
        self.forget_search(device);
        self.say(device, self.thinking);
    }

    /// Forgets the result of the last search, and clears it where it is shown.
    #[inline(never)]
    pub fn forget_search<D: Device>(&mut self, device: &mut D) {
        self.known = None;
        if self.data {
            self.clear(device, DEPTH);
        }
    }

    /// Shows how many nodes were searched, if any.
    #[inline(never)]
    pub fn nodes<D: Device>(&self, device: &mut D, nodes: u32) {
        if self.data && nodes != 0 {
            self.label(device, NODES, Word::Nodes, Colour::LightGrey);
            self.figure(device, NODES, 0, 7, nodes);
        }
    }

    /// Stores the result of a search and shows it.
    #[inline(never)]
    pub fn found<D: Device>(&mut self, device: &mut D, game: GameId, choice: &Choice, line: &Line) {
        self.known = Some(*choice);
        self.figures(device);
        self.line(device, game, line);
    }

    /// If wanted, shows the depth, value and nodes of the last search, as far as there are any, or how a move was found without a
    /// search.
    #[inline(never)]
    fn figures<D: Device>(&self, device: &mut D) {
        let Some(choice) = &self.known else { return };
        if !self.data {
            return;
        }
        // Stones that make or stop a threat are found without a depth. An index that might be out of range would link in the
        // messages of panics.
        let mut how = Word::ByThreats;
        if (choice.source != Source::Search || choice.depth != 0)
            && let Some(&source) = SOURCES.get(choice.source as usize)
        {
            how = source;
        }
        self.label(device, DEPTH, how, Colour::LightGrey);
        if choice.depth != 0 {
            self.figure(device, DEPTH, 5, 2, choice.depth as u32);
            self.view.text(device, PANEL + 10, DEPTH, 1, VALUE, Colour::LightGrey);
            self.figure(device, DEPTH, 0, 3, choice.score as u32);
        }
        self.nodes(device, choice.nodes);
    }

    /// Shows the principal variation of the last search, if there was one and if that is wanted.
    #[inline(never)]
    pub fn line<D: Device>(&self, device: &mut D, game: GameId, line: &Line) {
        if self.data && matches!(self.known, Some(Choice { source: Source::Search, .. })) {
            self.variation(device, game, line);
        }
    }

    /// Shows as much of a variation as fits.
    #[inline(never)]
    fn variation<D: Device>(&self, device: &mut D, game: GameId, line: &Line) {
        let (mut column, mut row) = (0, VARIATION);
        let mut text = [0; MAX_TEXT];
        for index in 0..line.len() {
            if column == MOVES_A_ROW {
                column = 0;
                row += 1;
                if row == VARIATION + 2 {
                    return;
                }
            }
            let length = write_move(game, line.get(index), &mut text);
            let shown = text.get(..length as usize).unwrap_or_default();
            // Long moves leave no room for blanks: alternating colours separate them, and green belongs to neither side.
            let colour = if index & 1 == 0 { Colour::White } else { Colour::Green };
            let width = MAX_TEXT as u8;
            self.view.text(device, TEXT + width * column, row, width, shown, colour);
            column += 1;
        }
    }

    /// Shows a message in place of the last one.
    #[inline(never)]
    pub fn say<D: Device>(&self, device: &mut D, word: Word) {
        let (at, extent) = if self.wide { (HELP, HELP_EXTENT) } else { ((TEXT, MESSAGE), (TEXT_WIDTH, 3)) };
        self.view.message(device, at, extent, word, Colour::White);
    }

    /// Shows a message in the last message row, such as what fire does now.
    pub fn say_last<D: Device>(&self, device: &mut D, word: Word) {
        self.label(device, MESSAGE + 2, word, Colour::LightGrey);
    }

    /// Writes a file's name with its number below a message or, in the menu, after it; and the key that leads back.
    pub fn say_name<D: Device>(&self, device: &mut D, name: &[u8], number: u8) {
        let (column, row) = if self.wide { (NAME, HELP.1) } else { (TEXT, MESSAGE + 1) };
        self.view.text(device, column, row, name.len() as u8, name, Colour::Yellow);
        self.view.number(device, column + DIGIT, row, 1, number as u32, Colour::White);
        let (column, row) = if self.wide { (KEYS, row) } else { (TEXT, row + 1) };
        self.view.word(device, column, row, TEXT_WIDTH, Word::FileKeys, Colour::LightGrey);
    }

    /// Shows the weight of a square in a message row.
    pub fn say_weight<D: Device>(&self, device: &mut D, weight: u32) {
        self.figure(device, MESSAGE, 0, 7, weight);
    }

    /// Shows a number of moves in the last message row unless it is 0: as the end of the sentence above, or as a sentence of its own
    /// that announces a win.
    #[inline(never)]
    pub fn say_moves<D: Device>(&self, device: &mut D, moves: u8, wins: bool) {
        const ROW: u8 = MESSAGE + 2;
        if moves == 0 {
            return;
        }
        let digits = if moves > 9 { 2 } else { 1 };
        if wins {
            self.say_last(device, Word::WinsIn);
            return self.view.number(device, WINS, ROW, digits, moves as u32, Colour::White);
        }
        self.say_last(device, Word::In);
        let behind = NUMBER + digits;
        self.view.number(device, NUMBER, ROW, digits, moves as u32, Colour::White);
        let word = if moves == 1 { Word::OneMove } else { Word::Moves };
        self.view.word(device, behind + 1, ROW, PANEL + PANEL_WIDTH - 1 - behind, word, Colour::LightGrey);
    }
}
