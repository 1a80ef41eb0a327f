//! The lines of tic-tac-toe, a bit of a byte each.

use crate::game::Side;

/// The lines through a square: row, column, diagonals.
#[inline(always)]
pub(super) fn lines_through(square: u8) -> u8 {
    LINES_THROUGH[(square & 15) as usize]
}

static LINES_THROUGH: [u8; 16] = each_square_s_lines();

/// The squares of the eight lines: rows, columns, diagonals.
const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const fn each_square_s_lines() -> [u8; 16] {
    let mut table = [0; 16];
    let mut line = 0;
    while line < 8 {
        let mut i = 0;
        while i < 3 {
            table[LINES[line][i] as usize] |= 1 << line;
            i += 1;
        }
        line += 1;
    }
    table
}

/// The number of stones of each player on each line, 0 to 3, in binary: a bit of a line in each of two bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    ones: [u8; 2],
    twos: [u8; 2],
}

impl Counts {
    /// No stone anywhere.
    pub(super) const NONE: Counts = Counts { ones: [0; 2], twos: [0; 2] };

    /// One stone of `side` more on each of `lines`, at most two of which are there.
    #[inline(always)]
    pub(super) const fn add(&mut self, side: Side, lines: u8) {
        self.twos[side as usize] ^= self.ones[side as usize] & lines;
        self.ones[side as usize] ^= lines;
    }

    /// One stone of `side` less on each of `lines`, at least one of which is there.
    #[inline(always)]
    pub(super) const fn remove(&mut self, side: Side, lines: u8) {
        self.ones[side as usize] ^= lines;
        self.twos[side as usize] ^= self.ones[side as usize] & lines;
    }

    /// Whether `side` has three on a line.
    #[inline(always)]
    pub(super) const fn has_line(&self, side: Side) -> bool {
        self.ones[side as usize] & self.twos[side as usize] != 0
    }

    /// Whether one stone of `side` more on each of `lines` makes three on one of them. None of them has three.
    #[inline(always)]
    pub(super) const fn completes(&self, side: Side, lines: u8) -> bool {
        self.twos[side as usize] & lines != 0
    }

    /// On how many lines `side` has any.
    pub(super) const fn lines(&self, side: Side) -> u8 {
        (self.ones[side as usize] | self.twos[side as usize]).count_ones() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_stones_is_counted() {
        for stones in 0..512u16 {
            let squares = (0..9u8).filter(|square| stones & 1 << square != 0);
            let side = if stones & 1 == 0 { Side::First } else { Side::Second };
            let mut counts = Counts::NONE;
            squares.clone().for_each(|square| counts.add(side, lines_through(square)));
            let on = |line: &[u8; 3]| line.iter().filter(|&&square| stones & 1 << square != 0).count();
            assert_eq!(counts.has_line(side), LINES.iter().any(|line| on(line) == 3), "{stones:09b}");
            assert_eq!(counts.lines(side) as usize, LINES.iter().filter(|line| on(line) > 0).count());
            assert!(!counts.has_line(side.other()) && counts.lines(side.other()) == 0);
            let added = lines_through((0..9).find(|square| stones & 1 << square == 0).unwrap_or(9));
            let mut more = counts.clone();
            more.add(side, added);
            assert!(counts.has_line(side) || counts.completes(side, added) == more.has_line(side));
            squares.rev().for_each(|square| counts.remove(side, lines_through(square)));
            assert_eq!(counts, Counts::NONE);
        }
    }

    #[test]
    fn each_pair_of_lines_shares_at_most_one_square() {
        for (i, line) in LINES.iter().enumerate() {
            for other in &LINES[i + 1..] {
                assert!(line.iter().filter(|square| other.contains(square)).count() <= 1);
            }
        }
    }
}
