//! Solves five in a row on a small board for a few moves ahead by trying every move of both players.

/// The cells of a board, one bit each, row by row from the first.
pub type Cells = u64;

/// A board of some size: all its cells and every line of five.
pub struct Lines {
    all: Cells,
    fives: Vec<Cells>,
}

impl Lines {
    /// Creates the lines of a board with this many columns and rows, at most 8.
    pub fn new(size: u8) -> Lines {
        let bit = |column: i8, row: i8| 1u64 << (row as u8 * size + column as u8);
        let inside = |at: i8| (0..size as i8).contains(&at);
        let mut fives = Vec::new();
        for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for column in 0..size as i8 {
                for row in 0..size as i8 {
                    if inside(column + 4 * right) && inside(row + 4 * down) {
                        fives.push((0..5).map(|k| bit(column + k * right, row + k * down)).sum());
                    }
                }
            }
        }
        Lines { all: (1 << (size * size)) - 1, fives }
    }

    /// Returns the empty cells that complete a five for the player of these stones.
    pub fn completing(&self, own: Cells, other: Cells) -> Cells {
        let four = |five: &&Cells| **five & other == 0 && (**five & own).count_ones() == 4;
        self.fives.iter().filter(four).fold(0, |cells, five| cells | five & !own)
    }

    /// Returns whether the player to move wins within this many moves, whatever the opponent does.
    pub fn wins(&self, own: Cells, other: Cells, moves: u8) -> bool {
        if self.completing(own, other) != 0 {
            return moves > 0;
        }
        if moves < 2 {
            return false;
        }
        let danger = self.completing(other, own);
        let tried = if danger == 0 { self.all & !own & !other } else { danger };
        danger.count_ones() < 2 && bits(tried).any(|cell| self.has_won(own | cell, other, moves - 1))
    }

    /// Returns whether the player who has just moved wins within this many more moves.
    pub fn has_won(&self, own: Cells, other: Cells, moves: u8) -> bool {
        if self.fives.iter().any(|five| five & own == *five) {
            return true;
        }
        if moves == 0 || self.completing(other, own) != 0 {
            return false;
        }
        let threats = self.completing(own, other);
        match threats.count_ones() {
            // Without a threat nothing is won by the next move, and nothing at all that would not be won if the other one passed.
            0 if moves < 2 || !self.wins(own, other, moves) => false,
            0 => bits(self.all & !own & !other).all(|cell| self.wins(own, other | cell, moves)),
            1 => self.wins(own, other | threats, moves),
            _ => true,
        }
    }
}

/// Iterates over the single bits of a set.
pub fn bits(mut set: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stones of a picture of rows.
    fn stones(rows: [&str; 7], stone: char) -> Cells {
        let cells = rows.iter().flat_map(|row| row.chars());
        (0..).zip(cells).filter(|&(_, c)| c == stone).map(|(at, _)| 1u64 << at).sum()
    }

    #[test]
    fn an_open_three_wins_in_three_and_not_in_two() {
        let rows = [".......", ".......", ".......", "..XXX..", "O.....O", ".......", "O.....O"];
        let (x, o) = (stones(rows, 'X'), stones(rows, 'O'));
        let lines = Lines::new(7);
        assert_eq!(lines.fives.len(), 2 * 7 * 3 + 2 * 9);
        assert_eq!(lines.completing(x, o), 0);
        assert_eq!([1, 2, 3].map(|moves| lines.wins(x, o, moves)), [false, true, true]);
        // Its four is stopped on both sides by nobody.
        assert!(!lines.wins(o, x, 3));
        let four = x | 1 << (3 * 7 + 1);
        assert_eq!(lines.completing(four, o).count_ones(), 2);
        assert!(lines.has_won(four, o, 1) && !lines.has_won(four, o, 0));
    }
}
