//! The weights of the empty cells: the value of a stone there to either player.

use super::tables::{
    CENTRE, CENTRES, EMPTY_LINE, FULL, HUNDRED, OPEN, PLACE, SIDE, SIDES, STONE, TORN, TORN_OPEN, UNIT,
};
use super::{EMPTY, FiveInARow, O, WALL, X};
use crate::game::{Game, Move, Side};

/// Marks a cell whose weight must be recomputed: a bit in addition to its content.
const STALE: u8 = 0x80;

/// The weights of a position. They are updated on demand by comparing the position with the one
/// last seen: moves made and unmade in between cost nothing. All zeros when new.
#[derive(Clone, Debug)]
pub struct Weights<const CELLS: usize> {
    /// The cells as last seen, and which weights are stale.
    seen: [u8; CELLS],
    /// The weights below 100, in units of 1/240.
    low: [u8; CELLS],
    high: [u8; CELLS],
    /// The hundreds, the same for either player to move.
    hundreds: [u8; CELLS],
    /// An additional hundred for each five the player to move would make here: the lower four bits for X.
    fives: [u8; CELLS],
    columns: u8,
    rows: u8,
    /// The sum of the cell being weighed.
    sum: Sum,
}

/// The sum over the lines through a cell.
#[derive(Clone, Debug)]
struct Sum {
    units: u16,
    hundreds: u8,
    /// For each player: fives, and lines that would decide the game.
    fives: [u8; 2],
    breaks: [u8; 2],
}

impl Sum {
    const ZERO: Sum = Sum { units: 0, hundreds: 0, fives: [0; 2], breaks: [0; 2] };
}

impl<const CELLS: usize> Weights<CELLS> {
    /// Returns the weights before any position is set.
    pub const fn new() -> Self {
        Weights {
            seen: [0; CELLS],
            low: [0; CELLS],
            high: [0; CELLS],
            hundreds: [0; CELLS],
            fives: [0; CELLS],
            columns: 0,
            rows: 0,
            sum: Sum::ZERO,
        }
    }

    /// Forgets the position last seen: the next update computes every weight.
    pub fn forget(&mut self) {
        self.columns = 0;
    }

    /// Brings the weights up to date with `game`.
    #[inline(never)]
    pub fn update(&mut self, game: &FiveInARow<CELLS>) {
        let mask = FiveInARow::<CELLS>::MASK;
        let first = game.stride as u16;
        let end = game.end();
        if self.columns != game.columns || self.rows != game.rows {
            self.columns = game.columns;
            self.rows = game.rows;
            self.seen = [WALL | STALE; CELLS];
        }
        let mut cell = first;
        while cell < end {
            let i = (cell & mask) as usize;
            let (old, new) = (self.seen[i], game.cells[i]);
            if old & !STALE != new {
                self.seen[i] = new | STALE;
                if old != WALL | STALE {
                    self.spread(game, cell);
                }
            }
            cell += 1;
        }
        cell = first;
        while cell < end {
            let i = (cell & mask) as usize;
            let seen = self.seen[i];
            if seen & STALE != 0 {
                self.seen[i] = seen & !STALE;
                if seen == EMPTY | STALE {
                    self.weigh(game, cell);
                }
            }
            cell += 1;
        }
    }

    /// Marks the cells whose weights a change on `cell` affects: up to five cells away, until stones of both players
    /// or the border are in between. Other stones changed since count as they are now; each of them marks its own cells.
    #[inline(never)]
    fn spread(&mut self, game: &FiveInARow<CELLS>, cell: u16) {
        let mask = FiveInARow::<CELLS>::MASK;
        let mut line = 0;
        loop {
            let step = game.step(line >> 1);
            if step == 0 {
                return;
            }
            let delta = if line & 1 == 0 { step } else { step.wrapping_neg() };
            line += 1;
            let mut other = cell;
            let mut met = 0;
            let mut distance = 5;
            while distance != 0 && met != X | O {
                other = other.wrapping_add(delta);
                let i = (other & mask) as usize;
                let stone = game.cells[i];
                if stone == WALL {
                    break;
                }
                met |= stone;
                self.seen[i] |= STALE;
                distance -= 1;
            }
        }
    }

    /// Computes the weight of an empty cell.
    #[inline(never)]
    fn weigh(&mut self, game: &FiveInARow<CELLS>, cell: u16) {
        self.sum = Sum::ZERO;
        let mut line = 0;
        loop {
            let step = game.step(line);
            if step == 0 {
                break;
            }
            line += 1;
            let (x_before, o_before) = look(game, cell, step.wrapping_neg());
            let (x_after, o_after) = look(game, cell, step);
            if x_before == FULL && x_after == FULL {
                self.sum.units += EMPTY_LINE;
                continue;
            }
            self.add_line(Side::First, x_before, x_after);
            self.add_line(Side::Second, o_before, o_after);
        }
        let i = (cell & FiveInARow::<CELLS>::MASK) as usize;
        let Sum { units, hundreds, fives: [x, o], .. } = self.sum;
        self.low[i] = units as u8;
        self.high[i] = (units >> 8) as u8;
        self.hundreds[i] = hundreds;
        self.fives[i] = x | o << 4;
    }

    /// Adds the value of a line through the cell being weighed for a player; `a` and `b` are the player's codes in both directions.
    #[inline(never)]
    fn add_line(&mut self, player: Side, a: u8, b: u8) {
        let sum = &mut self.sum;
        let (a, b) = ((a & 63) as usize, (b & 63) as usize);
        if PLACE[a] + PLACE[b] < 4 {
            return;
        }
        let attacks = CENTRE[a] + CENTRE[b];
        let centre = (attacks & (SIDE - 1)) + STONE;
        let mut power = centre;
        if attacks >= SIDE {
            let open = centre % STONE == 2;
            power += if open { TORN_OPEN[a].max(TORN_OPEN[b]) } else { TORN[a].max(TORN[b]) };
        }
        if power >= 4 * STONE || centre == 3 * STONE + 2 {
            let breaks = &mut sum.breaks[player as usize];
            *breaks += 1;
            if *breaks == 2 {
                sum.hundreds += 1;
                return;
            }
        }
        if attacks >= SIDE {
            sum.units += SIDES[a] + SIDES[b];
        }
        if centre >= 5 * STONE {
            sum.hundreds += 2;
            sum.fives[player as usize] += 1;
        } else if centre == 4 * STONE + 2 {
            sum.hundreds += 1;
        } else {
            sum.units += CENTRES[(centre & 31) as usize];
        }
    }

    /// Returns the weight of a square in 1/1200 for the player to move; `None` if it is occupied or off the
    /// board. As of the last update: call [`Weights::update`] first.
    pub fn weight(&self, game: &FiveInARow<CELLS>, column: u8, row: u8) -> Option<u32> {
        if column >= game.columns || row >= game.rows {
            return None;
        }
        let cell = game.cell(column, row);
        if game.at(cell) != EMPTY {
            return None;
        }
        Some(self.units(cell, game.side()) * UNIT)
    }

    /// Returns the weight of an empty cell in units.
    #[inline(never)]
    fn units(&self, cell: u16, side: Side) -> u32 {
        let i = (cell & FiveInARow::<CELLS>::MASK) as usize;
        let fives = self.fives[i];
        let mut hundreds = self.hundreds[i] + if side == Side::First { fives & 15 } else { fives >> 4 };
        let mut units = u16::from_le_bytes([self.low[i], self.high[i]]) as u32;
        while hundreds != 0 {
            units += HUNDRED / UNIT;
            hundreds -= 1;
        }
        units
    }

    /// Brings the weights up to date and returns the move of maximum weight for the player to move: the first of equals
    /// in move order, row by row from A1. [`Move::NONE`] on a full board.
    #[inline(never)]
    pub fn best(&mut self, game: &FiveInARow<CELLS>) -> Move {
        self.update(game);
        let mut best = 0;
        let mut greatest = 0;
        let end = game.end();
        let mut cell = game.stride as u16;
        while cell < end {
            if game.at(cell) == EMPTY {
                let units = self.units(cell, game.side());
                if best == 0 || units > greatest {
                    best = cell;
                    greatest = units;
                }
            }
            cell += 1;
        }
        game.move_to(best)
    }
}

impl<const CELLS: usize> Default for Weights<CELLS> {
    fn default() -> Self {
        Weights::new()
    }
}

/// Returns the codes of one direction from an empty cell, for X and for O.
#[inline(never)]
fn look<const CELLS: usize>(game: &FiveInARow<CELLS>, cell: u16, step: u16) -> (u8, u8) {
    let mut code = 1;
    let mut other = cell;
    let mut stone;
    loop {
        other = other.wrapping_add(step);
        stone = game.at(other);
        if stone != EMPTY {
            break;
        }
        code <<= 1;
        if code == FULL {
            return (code, code);
        }
    }
    if stone == WALL {
        return (code, code);
    }
    // For the player who does not own the first stone, the direction ends there.
    let ended = code;
    let figure = stone;
    while stone == EMPTY || stone == figure {
        code <<= 1;
        if stone == figure {
            code += 1;
        }
        if code >= FULL {
            if stone == figure && game.at(other.wrapping_add(step)) == EMPTY {
                code += OPEN;
            }
            break;
        }
        other = other.wrapping_add(step);
        stone = game.at(other);
    }
    if figure == X { (code, ended) } else { (ended, code) }
}
