//! The additional operations of five in a row: other board sizes, weights, and custom positions.

use super::{FiveInARow, Thinker};
use crate::actions::Actions;
use crate::board::Square;
use crate::game::{Game, Move, Side};
use crate::player::{Choice, Choose, Level, Limits};
use crate::search::{Mode, Observer};

impl<const CELLS: usize> Actions for FiveInARow<CELLS> {
    #[inline(always)]
    fn set_size(&mut self, columns: u8, rows: u8) -> bool {
        FiveInARow::set_size(self, columns, rows).is_ok()
    }

    /// The bytes are the player to move, 0 for X, then two bits per square, 0 for empty, 1 for X and 2 for O, row by row from the
    /// top left, starting with the lowest bits. Missing squares at the end are empty.
    fn set_position(&mut self, bytes: &[u8]) -> bool {
        let mut square = 0u16;
        let mut row = 0;
        while row < self.rows() {
            let mut column = 0;
            while column < self.columns() {
                let byte = bytes.get(1 + (square >> 2) as usize).copied().unwrap_or(0);
                let stone = match (byte >> (2 * (square & 3))) & 3 {
                    0 => None,
                    1 => Some(Side::First),
                    2 => Some(Side::Second),
                    _ => return false,
                };
                self.put(column, row, stone);
                square += 1;
                column += 1;
            }
            row += 1;
        }
        self.side = match bytes.first() {
            Some(0) => Side::First,
            Some(_) => Side::Second,
            None => return false,
        };
        self.refresh();
        true
    }

    #[inline(always)]
    fn weigh(&self, thinker: &mut Thinker<CELLS>) -> bool {
        thinker.weights(self);
        true
    }

    #[inline(always)]
    fn weight(&self, thinker: &Thinker<CELLS>, (column, row): Square) -> Option<u32> {
        thinker.known_weights()?.weight(self, column, self.rows() - 1 - row)
    }

    /// The published program does not look beyond the weights.
    #[inline(always)]
    fn look_ahead<O: Observer>(
        &mut self,
        thinker: &mut Thinker<CELLS>,
        mode: Mode,
        plies: u8,
        observer: &mut O,
    ) -> Option<Choice> {
        let best = Level::BEST.of(&Self::LIMITS);
        let limits = match mode {
            Mode::Seed => Limits { quota: 0, ..best },
            Mode::Play => Limits { depth: plies, ..best },
        };
        Some(self.think(thinker, &limits, observer))
    }

    #[inline(always)]
    fn heaviest(&self, thinker: &mut Thinker<CELLS>) -> Move {
        thinker.heaviest(self)
    }
}
