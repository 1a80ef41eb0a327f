//! How a search is shown at the board, and ended there.

use engine::games::GameId;
use engine::player::Choice;
use engine::table::Line;

use super::board::{DATA, MENU};
use super::input::{self, Input};
use super::panel::Panel;
use super::settings::Settings;
use crate::device::Device;
use crate::text::Text;
use crate::watch::Progress;

/// A search that a person waits for at the board.
pub struct Thinking<'a> {
    /// Where what is found is shown.
    panel: &'a mut Panel,
    /// What is chosen in the menu.
    settings: &'a Settings,
    /// What the person does meanwhile.
    input: &'a mut Input,
    /// The event that has ended the search: [`input::BACK`], or any other to move now; 0 if none did.
    pub ended_by: u8,
    /// Whether letters are kept rather than end the search.
    keeps: bool,
    /// Whether the cursor keys, the stick's directions and [`DATA`] end the search, too.
    touchy: bool,
}

impl<'a> Thinking<'a> {
    /// Begins to show a search. It goes on with `input`; a letter is kept, or ends it. If it is `touchy`, everything ends it.
    pub fn begin<T: Device>(
        device: &mut T,
        panel: &'a mut Panel,
        settings: &'a Settings,
        input: &'a mut Input,
        keeps: bool,
        touchy: bool,
    ) -> Self {
        panel.begin_search(device);
        Thinking { panel, settings, input, ended_by: 0, keeps, touchy }
    }
}

impl<T: Device> Progress<T> for Thinking<'_> {
    fn searched(&mut self, device: &mut T, nodes: u32) {
        self.panel.nodes(device, nodes);
        self.panel.tick(device);
    }

    fn is_interrupted(&mut self, device: &mut T) -> bool {
        let event = self.input.event(device);
        match event {
            0 => {}
            input::UP | input::DOWN | input::LEFT | input::RIGHT if !self.touchy => {}
            // The moves follow with the next depth.
            DATA if !self.touchy => self.panel.toggle_data(device, self.settings),
            b'A'..=b'Z' if self.keeps => self.input.keep(event),
            _ => self.ended_by = event,
        }
        // Nobody waits for a move to get there, even if it was wanted before this search began.
        if self.keeps && self.input.newest() == MENU {
            self.ended_by = input::FIRE;
        }
        self.ended_by != 0
    }

    fn found(&mut self, text: &mut Text<'_, T>, game: GameId, choice: &Choice, line: &Line) {
        self.panel.found(text.terminal, game, choice, line);
    }
}
