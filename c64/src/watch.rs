//! The observer of every search in the program: it keeps the time, and a [`Progress`] shows the search and listens to the player.
//! A program uses one type of each for all its searches, so that each game's search is compiled only once.

use engine::games::GameId;
use engine::player::Choice;
use engine::table::Line;
use engine::{Observer, Search};

use crate::clock::{JIFFIES_A_SECOND, Stopwatch};
use crate::device::Computer;
use crate::text::Text;

/// Nodes between two checks of the clock and two displayed figures, a power of two: both take longer than checking for input.
const NODES_A_FIGURE: u32 = 64;

/// Shows a search, and handles what a person can do meanwhile.
pub trait Progress<T> {
    /// Returns whether a person wants the search to end.
    fn is_interrupted(&mut self, device: &mut T) -> bool;

    /// Shows the number of nodes, after every 64 nodes.
    fn searched(&mut self, device: &mut T, nodes: u32);

    /// Shows the move found by a finished iteration, and its principal variation.
    fn found(&mut self, text: &mut Text<'_, T>, game: GameId, choice: &Choice, line: &Line);
}

/// Watches a search.
pub struct Watch<'a, 'b, T, P> {
    text: &'a mut Text<'b, T>,
    progress: &'a mut P,
    game: GameId,
    clock: Stopwatch,
    /// Jiffies after which the search ends, 0 for no limit.
    limit: u16,
    nodes: u32,
}

impl<'a, 'b, T: Computer, P: Progress<T>> Watch<'a, 'b, T, P> {
    /// Starts watching the search of a game, which may take at most this many seconds, 0 for as long as it needs.
    pub fn start(text: &'a mut Text<'b, T>, progress: &'a mut P, seconds: u16, game: GameId) -> Self {
        let clock = Stopwatch::start(text.terminal);
        // A 16-bit product, which other code needs, too: a saturating one has 32 bits, and a routine of its own.
        let limit = seconds.min(u16::MAX / JIFFIES_A_SECOND) * JIFFIES_A_SECOND;
        Watch { text, progress, game, clock, limit, nodes: 0 }
    }
}

impl<T: Computer, P: Progress<T>> Observer for Watch<'_, '_, T, P> {
    /// Checks whether something ends the search.
    #[inline(never)]
    fn poll(&mut self, nodes: u8) -> bool {
        let device = &mut *self.text.terminal;
        self.nodes += nodes as u32;
        let figures = self.nodes & (NODES_A_FIGURE - 1) == 0;
        if figures {
            self.progress.searched(device, self.nodes);
            if self.limit != 0 && self.clock.has_passed(device, self.limit) {
                return true;
            }
        }
        self.progress.is_interrupted(device)
    }

    #[inline(never)]
    fn iteration(&mut self, search: &Search) {
        self.progress.found(self.text, self.game, &Choice::of(search), search.variation());
        // The next iteration takes longer than all previous ones: it is not begun when it cannot end in time.
        if self.limit != 0 && self.clock.has_passed(self.text.terminal, self.limit / 2) {
            self.limit = 1;
        }
    }
}
