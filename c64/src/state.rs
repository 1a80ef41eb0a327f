//! What a session plays with: the engines and the record of the game.

use engine::engines::Engines;
use engine::games::GameId;
use engine::record::Record;
use engine::{Game, KeySource, Lcg};

use crate::device::Device;

/// The engines and the game being played. All zeros when new.
///
/// Handed down as an argument rather than kept in the console: there is one on the C64, at a fixed address, and
/// as the constant argument of every call it stays a constant in the code of the search.
// The engines at the beginning of a page: see there.
#[repr(C, align(256))]
pub struct State {
    /// The positions, the search and its tables.
    pub engines: Engines,
    /// The turns of the game being played.
    pub record: Record,
    /// The game being played, also while the engines do other work.
    pub game: GameId,
    /// Columns and rows of its board, if its boards differ in size.
    pub size: u8,
}

impl State {
    /// A state without keys and without a position.
    pub const fn new() -> Self {
        State { engines: Engines::new(), record: Record::new(), game: GameId::FIRST, size: 0 }
    }

    /// Takes new keys, random ones unless they are to be always the same, which makes the tables worthless: they are emptied.
    pub fn shuffle_keys<D: Device>(&mut self, terminal: &mut D, fixed: bool) {
        // Noise alone would give every key of a dead or muted sound chip the same value.
        let mut noise = Noise { terminal, fixed, spread: Lcg::fixed() };
        self.engines.set_keys(&mut noise);
    }

    /// Sets up a new game.
    #[inline(never)]
    pub fn new_game(&mut self) {
        self.record.restart(&mut self.engines);
        self.engines.forget();
    }

    /// Has the engines take up [`State::game`] on a board of [`State::size`], with new keys, those that are always the same if they are
    /// to be `fixed`. The board is not set up.
    #[inline(never)]
    pub fn take_up<D: Device>(&mut self, terminal: &mut D, fixed: bool) {
        self.engines.select(self.game);
        self.size = self.game.board(self.size);
        self.engines.set_size(self.size, self.size);
        self.shuffle_keys(terminal, fixed);
    }

    /// Brings the game back after the engines did other work, with new keys.
    #[inline(never)]
    pub fn resume<D: Device>(&mut self, terminal: &mut D) {
        self.take_up(terminal, false);
        self.record.replay(&mut self.engines);
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

/// Keys out of a terminal's random bytes, spread by the fixed key sequence; or that sequence alone.
struct Noise<'a, D> {
    terminal: &'a mut D,
    fixed: bool,
    spread: Lcg,
}

impl<D: Device> KeySource for Noise<'_, D> {
    #[inline(never)]
    fn next_key(&mut self) -> u8 {
        let noise = if self.fixed { 0 } else { self.terminal.random() };
        noise ^ self.spread.next_key()
    }
}
