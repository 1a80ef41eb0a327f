//! The additional operations of mouse and cats: the proof that the cats cannot lose, and custom positions.

use super::{MouseAndCats, strategy};
use crate::actions::{Actions, Proof};
use crate::game::Side;
use crate::search::Observer;

impl Actions for MouseAndCats {
    /// The bytes are the squares 0..=63 of the mouse and of cats 1 to 4, then the player to move, 0 for the mouse.
    fn set_position(&mut self, bytes: &[u8]) -> bool {
        let [mouse, a, b, c, d, side, ..] = *bytes else { return false };
        self.set_squares(mouse, [a, b, c, d], if side == 0 { Side::First } else { Side::Second })
    }

    #[inline(always)]
    fn opinion(&self) -> Option<u8> {
        Some(self.evaluation)
    }

    #[inline(always)]
    fn prove<O: Observer>(&mut self, observer: &mut O) -> Option<Proof> {
        strategy::prove(self, observer)
    }
}
