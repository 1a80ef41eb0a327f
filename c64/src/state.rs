//! What a session plays with: the engines and the record of the game.

use engine::engines::Engines;
use engine::games::GameId;
use engine::record::Record;
use engine::{Game, KeySource, Lcg};

use crate::terminal::Terminal;

/// The engines and the game being played. All zeros when new.
///
/// Handed down as an argument rather than kept in the console: there is one on the C64, at a fixed address, and
/// as the constant argument of every call it stays a constant in the code of the search.
// The engines at the beginning of a page: see there.
#[repr(C, align(256))]
pub struct State {
    /// The positions, the search and its tables.
    pub engines: Engines,
    /// The turns of the game in the console.
    pub record: Record,
}

impl State {
    /// A state without keys and without a position.
    pub const fn new() -> Self {
        State { engines: Engines::new(), record: Record::new() }
    }

    /// Takes new random keys, which makes the tables worthless: they are emptied.
    pub fn shuffle_keys<T: Terminal>(&mut self, terminal: &mut T) {
        // Noise alone would give every key of a dead or muted sound chip the same value.
        let mut noise = Noise { terminal, spread: Lcg::fixed() };
        self.engines.set_keys(&mut noise);
    }

    /// Sets up a new game.
    pub fn new_game(&mut self) {
        self.record.restart(&mut self.engines);
        self.engines.forget();
    }

    /// Brings the game back after the engines did other work, with new keys.
    pub fn resume<T: Terminal>(&mut self, terminal: &mut T) {
        self.engines.select(GameId::MouseAndCats);
        self.shuffle_keys(terminal);
        self.record.replay(&mut self.engines);
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

/// Keys out of a terminal's random bytes, spread by the fixed key sequence.
struct Noise<'a, T> {
    terminal: &'a mut T,
    spread: Lcg,
}

impl<T: Terminal> KeySource for Noise<'_, T> {
    fn next_key(&mut self) -> u8 {
        self.terminal.random() ^ self.spread.next_key()
    }
}
