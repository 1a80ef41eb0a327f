//! The lines of tic-tac-toe, one bit of a byte each.

/// Returns the lines through a square: row, column, diagonals.
#[inline(always)]
pub(super) fn lines_through(square: u8) -> u8 {
    LINES_THROUGH[(square.wrapping_add(1) & 15) as usize]
}

/// The lines through square n, at index n + 1, because that number is what the callers have at hand.
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
            table[LINES[line][i] as usize + 1] |= 1 << line;
            i += 1;
        }
        line += 1;
    }
    table
}

/// Entries of [`Counts`]: a power of two, more than there are turns.
const TURNS: usize = 16;

/// The number of a player's stones on each line, 0 to 3, in binary: one bit per line in each of two bytes. They are stored for every
/// turn of the game, so that unmaking a move means going back one turn: entry `turn`, where `turn` is the number of stones, belongs to
/// the player to move at that turn, and the entry after it to the other player.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    ones: [u8; TURNS],
    twos: [u8; TURNS],
}

impl Counts {
    /// No stones anywhere.
    pub(super) const NONE: Counts = Counts { ones: [0; TURNS], twos: [0; TURNS] };

    /// Removes all stones of the player of entry `turn`.
    pub(super) const fn clear(&mut self, turn: u8) {
        self.ones[entry(turn)] = 0;
        self.twos[entry(turn)] = 0;
    }

    /// Sets entry `to` to entry `from` plus one stone on each of `lines`, on which there are at most two so far.
    #[inline(always)]
    pub(super) const fn add(&mut self, from: u8, to: u8, lines: u8) {
        let ones = self.ones[entry(from)];
        self.twos[entry(to)] = self.twos[entry(from)] ^ ones & lines;
        self.ones[entry(to)] = ones ^ lines;
    }

    /// Swaps entry `turn` and the one after it.
    pub(super) const fn exchange(&mut self, turn: u8) {
        self.ones.swap(entry(turn), entry(turn + 1));
        self.twos.swap(entry(turn), entry(turn + 1));
    }

    /// Whether the entries `turn` and `turn + 1` are the same as in `other`.
    pub(super) fn same_at(&self, turn: u8, other: &Counts) -> bool {
        [turn, turn + 1]
            .map(entry)
            .iter()
            .all(|&i| (self.ones[i], self.twos[i]) == (other.ones[i], other.twos[i]))
    }

    /// Whether the player of entry `turn` has three stones on a line.
    #[inline(always)]
    pub(super) const fn has_line(&self, turn: u8) -> bool {
        self.ones[entry(turn)] & self.twos[entry(turn)] != 0
    }

    /// Whether one more stone on each of `lines` completes one of them for the player of entry `turn`. None of them has three yet.
    #[inline(always)]
    pub(super) const fn completes(&self, turn: u8, lines: u8) -> bool {
        self.twos[entry(turn)] & lines != 0
    }

    /// Returns the number of lines on which the player of entry `turn` has a stone.
    pub(super) const fn lines(&self, turn: u8) -> u8 {
        (self.ones[entry(turn)] | self.twos[entry(turn)]).count_ones() as u8
    }
}

#[inline(always)]
const fn entry(turn: u8) -> usize {
    turn as usize % TURNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_stones_is_counted() {
        for stones in 0..512u16 {
            let squares = (0..9u8).filter(|square| stones & 1 << square != 0);
            let mut counts = Counts::NONE;
            squares.clone().for_each(|square| counts.add(0, 0, lines_through(square)));
            let on = |line: &[u8; 3]| line.iter().filter(|&&square| stones & 1 << square != 0).count();
            assert_eq!(counts.has_line(0), LINES.iter().any(|line| on(line) == 3), "{stones:09b}");
            assert_eq!(counts.lines(0) as usize, LINES.iter().filter(|line| on(line) > 0).count());
            let added = lines_through((0..9).find(|square| stones & 1 << square == 0).unwrap_or(9));
            counts.add(0, 2, added);
            assert!(counts.has_line(0) || counts.completes(0, added) == counts.has_line(2));
            assert!(!counts.has_line(1) && counts.lines(1) == 0);
            counts.exchange(0);
            assert!(!counts.has_line(0) && counts.lines(0) == 0);
            counts.clear(1);
            assert!(!counts.has_line(1) && counts.lines(1) == 0);
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
