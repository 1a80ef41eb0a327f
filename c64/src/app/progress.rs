//! How the board shows a search, and how the person ends it.

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
    /// The panel that shows the results.
    panel: &'a mut Panel,
    /// The settings of the menu.
    settings: &'a Settings,
    /// The person's input during the search.
    input: &'a mut Input,
    /// The event that ended the search: [`input::BACK`], or any other for moving now; 0 if none did.
    pub ended_by: u8,
    /// Whether letters are queued rather than end the search.
    keeps: bool,
    /// Whether the cursor keys, the stick's directions and [`DATA`] end the search, too.
    touchy: bool,
}

impl<'a> Thinking<'a> {
    /// Starts showing a search, which reads `input`. A letter is queued, or ends the search. If it is `touchy`, any event ends it.
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
            // The moves appear with the next depth.
            DATA if !self.touchy => self.panel.toggle_data(device, self.settings),
            b'A'..=b'Z' if self.keeps => self.input.keep(event),
            _ => self.ended_by = event,
        }
        // The menu key ends the search at once, even if it was pressed before this search began.
        if self.keeps && self.input.newest() == MENU {
            self.ended_by = input::FIRE;
        }
        self.ended_by != 0
    }

    fn found(&mut self, text: &mut Text<'_, T>, game: GameId, choice: &Choice, line: &Line) {
        self.panel.found(text.terminal, game, choice, line);
    }
}
