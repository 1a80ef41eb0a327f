//! Who watches every search of this program, at the console and at the board alike: one type, so that the search is
//! compiled once.

use engine::games::GameId;
use engine::{Observer, Search};

use crate::app::input::{self, Input};
use crate::app::panel::Panel;
use crate::clock::{JIFFIES_A_SECOND, Stopwatch};
use crate::console::think;
use crate::device::Device;
use crate::text::Text;

/// Nodes between two looks at the clock and two figures shown, a power of two: that takes longer than to look for what is pressed.
const NODES_A_FIGURE: u32 = 64;

/// Watches a search.
pub struct Watch<'a, 'b, T> {
    text: &'a mut Text<'b, T>,
    /// Where what is found is shown, on the console if there is none.
    panel: Option<&'a mut Panel>,
    game: GameId,
    clock: Stopwatch,
    /// Jiffies after which the search ends, 0 for never.
    limit: u16,
    /// What a person does meanwhile.
    pub input: Input,
    nodes: u32,
    /// The event at the board that has ended the search: [`input::BACK`], or any other to move now; 0 if none did.
    pub ended_by: u8,
}

impl<'a, 'b, T: Device> Watch<'a, 'b, T> {
    /// For a search of a game that a person waits for at the console, of at most so many seconds, 0 for as long as it takes.
    pub fn for_person(text: &'a mut Text<'b, T>, seconds: u16, game: GameId) -> Self {
        let clock = Stopwatch::start(text.terminal);
        Watch {
            text,
            panel: None,
            game,
            clock,
            limit: seconds.saturating_mul(JIFFIES_A_SECOND),
            input: Input::default(),
            nodes: 0,
            ended_by: 0,
        }
    }

    /// For a search a person waits for at the board, of at most so many seconds, 0 for as long as it takes. It goes on with `input`.
    pub fn for_board(
        text: &'a mut Text<'b, T>,
        seconds: u16,
        game: GameId,
        panel: &'a mut Panel,
        input: Input,
    ) -> Self {
        panel.begin_search(text.terminal);
        Watch { panel: Some(panel), input, ..Watch::for_person(text, seconds, game) }
    }
}

impl<T: Device> Observer for Watch<'_, '_, T> {
    /// Goes on with the panel's clock and looks for what ends the search.
    #[inline(never)]
    fn poll(&mut self, nodes: u8) -> bool {
        let device = &mut *self.text.terminal;
        self.nodes += nodes as u32;
        let figures = self.nodes & (NODES_A_FIGURE - 1) == 0;
        match &mut self.panel {
            None => {
                if device.stop_key() {
                    return true;
                }
            }
            Some(panel) => {
                if figures {
                    panel.nodes(device, self.nodes);
                    panel.tick(device);
                }
                match self.input.event(device) {
                    0 | input::UP | input::DOWN | input::LEFT | input::RIGHT => {}
                    event => {
                        self.ended_by = event;
                        return true;
                    }
                }
            }
        }
        figures && self.limit != 0 && self.clock.has_passed(device, self.limit)
    }

    #[inline(never)]
    fn iteration(&mut self, search: &Search) {
        match &mut self.panel {
            Some(panel) => panel.iteration(self.text.terminal, self.game, search),
            None => think::show(self.text, self.game, search),
        }
        // The next iteration takes longer than all before: it is not begun when it cannot end in time.
        if self.limit != 0 && self.clock.has_passed(self.text.terminal, self.limit / 2) {
            self.limit = 1;
        }
    }
}
