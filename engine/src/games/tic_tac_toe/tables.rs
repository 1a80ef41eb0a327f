//! The lines of tic-tac-toe, a bit of a byte each.

/// The lines through each square: row, column, diagonals; none through an index that is no square.
pub(super) static LINES_THROUGH: [u8; 16] = lines_through();

/// The squares of the eight lines: rows, columns, diagonals.
const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const fn lines_through() -> [u8; 16] {
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

/// How many stones of a player lie on each line, 0 to 3, in binary: the bits of a line in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    ones: u8,
    twos: u8,
}

impl Counts {
    /// No stone anywhere.
    pub(super) const NONE: Counts = Counts { ones: 0, twos: 0 };

    /// One stone more on each of `lines`, at most two of which are there.
    #[inline(always)]
    pub(super) const fn add(&mut self, lines: u8) {
        self.twos ^= self.ones & lines;
        self.ones ^= lines;
    }

    /// One stone less on each of `lines`, at least one of which is there.
    #[inline(always)]
    pub(super) const fn remove(&mut self, lines: u8) {
        self.ones ^= lines;
        self.twos ^= self.ones & lines;
    }

    /// Whether there are three on a line.
    #[inline(always)]
    pub(super) const fn has_line(self) -> bool {
        self.ones & self.twos != 0
    }

    /// On how many lines there are any.
    pub(super) const fn lines(self) -> u8 {
        (self.ones | self.twos).count_ones() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_stones_is_counted() {
        for stones in 0..512u16 {
            let squares = (0..9u8).filter(|square| stones & 1 << square != 0);
            let mut counts = Counts::NONE;
            squares.clone().for_each(|square| counts.add(LINES_THROUGH[square as usize]));
            let on = |line: &[u8; 3]| line.iter().filter(|&&square| stones & 1 << square != 0).count();
            assert_eq!(counts.has_line(), LINES.iter().any(|line| on(line) == 3), "{stones:09b}");
            assert_eq!(counts.lines() as usize, LINES.iter().filter(|line| on(line) > 0).count());
            squares.rev().for_each(|square| counts.remove(LINES_THROUGH[square as usize]));
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
