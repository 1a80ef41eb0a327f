//! How a search is shown, at the board or at the console, and ended there.

use engine::games::GameId;
use engine::player::Choice;
use engine::table::Line;

use super::input::{self, Input};
use super::panel::Panel;
use crate::console::think::AtConsole;
use crate::device::Device;
use crate::text::Text;
use crate::watch::Progress;

/// A search that a person waits for, at the board or at the console: one type, so that each game's search is compiled once.
pub struct Thinking<'a> {
    /// Where what is found is shown, on the console if there is none.
    panel: Option<&'a mut Panel>,
    /// What the person does meanwhile at the board.
    pub input: Input,
    /// The event at the board that has ended the search: [`input::BACK`], or any other to move now; 0 if none did.
    pub ended_by: u8,
}

impl<'a> Thinking<'a> {
    /// Begins to show a search at the board. It goes on with `input`.
    pub fn at_board<T: Device>(device: &mut T, panel: &'a mut Panel, input: Input) -> Self {
        panel.begin_search(device);
        Thinking { panel: Some(panel), input, ended_by: 0 }
    }

    /// Searches at the console.
    pub const fn at_console() -> Self {
        Thinking { panel: None, input: Input::new(), ended_by: 0 }
    }
}

impl<T: Device> Progress<T> for Thinking<'_> {
    fn searched(&mut self, device: &mut T, nodes: u32) {
        if let Some(panel) = &mut self.panel {
            panel.nodes(device, nodes);
            panel.tick(device);
        }
    }

    fn is_interrupted(&mut self, device: &mut T) -> bool {
        if self.panel.is_none() {
            return AtConsole.is_interrupted(device);
        }
        match self.input.event(device) {
            0 | input::UP | input::DOWN | input::LEFT | input::RIGHT => false,
            event => {
                self.ended_by = event;
                true
            }
        }
    }

    fn found(&mut self, text: &mut Text<'_, T>, game: GameId, choice: &Choice, line: &Line) {
        match &mut self.panel {
            Some(panel) => panel.found(text.terminal, game, choice, line),
            None => AtConsole.found(text, game, choice, line),
        }
    }
}
