//! The menu: choosing a game, its players and the settings.

use super::panel::{HELP, HELP_EXTENT};
use super::settings::{COUNTS, KEYS, LABELS, ROWS, Row, Shown};
use super::{App, Screen, choose, input};
use crate::art::characters::BLANK;
use crate::device::{Colour, Device};
use crate::games::face;
use crate::state::State;
use crate::words::Word;

/// The first column of the list.
const LEFT: u8 = 6;
/// The screen rows of the menu: the game, then who plays and how, and the rest.
static PLACES: [u8; ROWS] = [7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22];
/// The column of the values.
const VALUE: u8 = 22;
/// The rows of the players.
const FIRST: u8 = Row::First as u8;
const SECOND: u8 = Row::Second as u8;
/// Columns for values.
const VALUE_WIDTH: u8 = 15;

impl<T: Device> App<T> {
    /// Goes to the menu.
    #[inline(never)]
    pub(super) fn show_menu(&mut self, state: &State) {
        self.screen = Screen::Menu;
        self.row = 0;
        self.draw_menu(state);
    }

    /// Draws the whole menu.
    #[inline(never)]
    fn draw_menu(&mut self, state: &State) {
        let device = &mut self.device;
        let view = &mut self.panel.view;
        view.clear(device, false);
        view.shine(device);
        self.panel.wide = true;
        self.draw_rows(state);
        self.play_music();
    }

    /// Draws the rows with their values, and the help below unless a message is there.
    #[inline(never)]
    fn draw_rows(&mut self, state: &State) {
        let device = &mut self.device;
        let view = &self.panel.view;
        let puzzle = self.settings.get(Row::Puzzle);
        let mut row = 0;
        while let (Some(&at), Some(&label)) = (PLACES.get(row as usize), LABELS.get(row as usize)) {
            let chosen = row == self.row;
            // Its key.
            view.text(device, LEFT - 2, at, 1, &KEYS[row as usize % ROWS..][..1], Colour::Grey);
            view.item(device, (LEFT, at), label, chosen);
            let colour = if chosen { Colour::White } else { Colour::LightGrey };
            let shown = match row {
                // The puzzle's text is its own.
                FIRST | SECOND if puzzle != 0 => Shown::Word(Word::PuzzleRow),
                _ => self.settings.shown(row),
            };
            match shown {
                Shown::Nothing => {}
                Shown::Word(word) => view.word(device, VALUE, at, VALUE_WIDTH, word, colour),
                Shown::Number(number) => view.number(device, VALUE, at, 2, number as u32, colour),
            }
            row += 1;
        }
        if puzzle != 0 {
            // A blank also erases what is left of a word.
            let star = if state.is_solved(self.settings.get(Row::Game), puzzle) { b'*' } else { BLANK };
            device.cell(VALUE + 2, PLACES[Row::Puzzle as usize], star, Colour::Yellow);
        }
        if self.told {
            return;
        }
        // The aim of the game being chosen, the character of the opponent, or how to use the menu.
        const GAME: u8 = Row::Game as u8;
        const PUZZLE: u8 = Row::Puzzle as u8;
        const LEVEL: u8 = Row::Level as u8;
        let face = face(self.settings.game());
        let help = match self.row {
            GAME => face.aim,
            LEVEL => {
                let level = self.settings.get(Row::Level) as usize;
                face.opponents.get(level).copied().unwrap_or(Word::Nothing)
            }
            PUZZLE => Word::SolvedOf,
            _ => Word::MenuHelp,
        };
        view.message(device, HELP, HELP_EXTENT, help, Colour::LightGrey);
        if self.row == PUZZLE {
            let solved = state.solved_of(self.settings.get(Row::Game));
            view.number(device, HELP.0, HELP.1, 2, solved as u32, Colour::LightGrey);
        }
    }

    /// Handles one event in the menu. Returns false when the program is left.
    #[inline(never)]
    pub(super) fn menu(&mut self, state: &mut State) -> bool {
        let mut event = self.event();
        let mut done = None;
        if event == 0 {
            return true;
        }
        if self.told {
            self.told = false;
            self.play_music();
            // The message has been read; if it came up by the way, fire still acts on the row.
            if event == input::FIRE && self.row != Row::Puzzle as u8 {
                event = 0;
            }
        }
        match event {
            input::BACK if self.playing => {
                self.settings.follow(state);
                self.show_game(state);
                return true;
            }
            input::LEFT | input::RIGHT => self.change(state, self.row, event == input::LEFT),
            _ => done = choose(event, &KEYS, &mut self.row),
        }
        if let Some(row) = done {
            if COUNTS.get(row as usize).is_some_and(|&count| count != 0) {
                self.change(state, row, false);
            } else if row == Row::Play as u8 {
                self.play(state);
                return true;
            } else if row == Row::Rules as u8 {
                self.teach(state);
                return true;
            } else if row == Row::Exit as u8 {
                return !self.may_leave(state, true);
            } else if self.may_leave(state, false) {
                // The message stays until something is pressed.
                self.told = self.file(state, false) && self.screen == Screen::Menu;
                if self.screen == Screen::Menu && !self.told {
                    self.draw_menu(state);
                }
                return true;
            }
        }
        self.draw_rows(state);
        true
    }

    /// Changes a value.
    #[inline(never)]
    fn change(&mut self, state: &mut State, row: u8, back: bool) {
        self.settings.change(row, back);
        if row == Row::Puzzle as u8 {
            self.recall_solved(state);
        }
        if row == Row::Language as u8 {
            self.set_language();
            self.draw_menu(state);
        } else if row == Row::Sound as u8 {
            self.play_music();
        }
    }

    /// Continues the game, or begins a new one if that is chosen or there is none.
    #[inline(never)]
    fn play(&mut self, state: &mut State) {
        let game = self.settings.game();
        let puzzle = self.settings.get(Row::Puzzle);
        let same = self.playing
            && (state.game, state.puzzle) == (game, puzzle)
            && state.engines.board_size().0 == self.settings.size();
        if same {
            self.show_game(state);
        } else if self.may_leave(state, false) {
            self.new_game(state);
        }
    }

    /// Clears the help row for a message about the chosen row.
    #[inline(never)]
    pub(super) fn clear_help(&mut self, state: &State) {
        self.draw_rows(state);
        self.panel.view.fill(&mut self.device, HELP, HELP_EXTENT, BLANK, Colour::Grey);
    }

    /// Whether the program may be left or, failing that, the present game abandoned.
    #[inline(never)]
    fn may_leave(&mut self, state: &State, program: bool) -> bool {
        self.clear_help(state);
        let may = if program { self.confirm(Word::Leave) } else { self.may_end(state) };
        if !may {
            self.draw_menu(state);
        }
        may
    }
}
