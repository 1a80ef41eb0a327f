//! How a search is shown, at the board or at the console, and ended there.

use engine::games::GameId;
use engine::player::Choice;
use engine::table::Line;

use super::board::{DATA, MENU};
use super::input::{self, Input};
use super::panel::Panel;
use super::settings::Settings;
use crate::console::think::AtConsole;
use crate::device::Device;
use crate::text::Text;
use crate::watch::Progress;

/// A search that a person waits for, at the board or at the console: one type, so that each game's search is compiled once.
pub struct Thinking<'a> {
    /// Where what is found is shown, with what is chosen; on the console if there is none.
    panel: Option<(&'a mut Panel, &'a Settings)>,
    /// What the person does meanwhile at the board.
    pub input: Input,
    /// The event at the board that has ended the search: [`input::BACK`], or any other to move now; 0 if none did.
    pub ended_by: u8,
    /// A letter to be obeyed afterwards, 0 for none.
    pub kept: u8,
    /// Whether letters are kept rather than end the search.
    keeps: bool,
}

impl<'a> Thinking<'a> {
    /// Begins to show a search at the board. It goes on with `input`; a letter is kept, or ends it.
    pub fn at_board<T: Device>(
        device: &mut T,
        panel: &'a mut Panel,
        settings: &'a Settings,
        input: Input,
        keeps: bool,
    ) -> Self {
        panel.begin_search(device, settings);
        Thinking { panel: Some((panel, settings)), input, ended_by: 0, kept: 0, keeps }
    }

    /// Searches at the console.
    pub const fn at_console() -> Self {
        Thinking { panel: None, input: Input::new(), ended_by: 0, kept: 0, keeps: false }
    }
}

impl<T: Device> Progress<T> for Thinking<'_> {
    fn searched(&mut self, device: &mut T, nodes: u32) {
        if let Some((panel, _)) = &mut self.panel {
            panel.nodes(device, nodes);
            panel.tick(device);
        }
    }

    fn is_interrupted(&mut self, device: &mut T) -> bool {
        let Some((panel, settings)) = &mut self.panel else { return AtConsole.is_interrupted(device) };
        let event = self.input.event(device);
        match event {
            0 | input::UP | input::DOWN | input::LEFT | input::RIGHT => return false,
            DATA => {
                panel.toggle_data(device, settings);
                return false;
            }
            b'A'..=b'Z' if self.keeps => {
                self.kept = event;
                if event != MENU {
                    return false;
                }
                // Nobody waits for a move to get there.
                self.ended_by = input::FIRE;
            }
            _ => self.ended_by = event,
        }
        true
    }

    fn found(&mut self, text: &mut Text<'_, T>, game: GameId, choice: &Choice, line: &Line) {
        match &mut self.panel {
            Some((panel, _)) => panel.found(text.terminal, game, choice, line),
            None => AtConsole.found(text, game, choice, line),
        }
    }
}
