//! Bit tables of tic-tac-toe.

/// The bit of each square; no bit for an index that is no square.
pub(super) static BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0, 0];

/// Every square's bit.
pub(super) const FULL: u16 = 0x1FF;

/// The eight lines: rows, columns, diagonals.
pub(super) static LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a player's nine bits hold a line: bit (stones modulo 8) of entry (stones / 8).
static WINNING: [u8; 64] = winning();

const fn winning() -> [u8; 64] {
    let mut table = [0; 64];
    let mut stones = 0;
    while stones <= FULL {
        let mut line = 0;
        while line < 8 {
            if stones & LINES[line] == LINES[line] {
                table[(stones >> 3) as usize] |= 1 << (stones & 7);
            }
            line += 1;
        }
        stones += 1;
    }
    table
}

/// Whether `stones` hold a line.
#[inline(always)]
pub(super) fn has_line(stones: u16) -> bool {
    WINNING[(stones >> 3 & 63) as usize] & BITS[(stones & 7) as usize] as u8 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_sets_are_those_with_a_line() {
        for stones in 0..=FULL {
            let expected = LINES.iter().filter(|&&line| stones & line == line).count() > 0;
            assert_eq!(has_line(stones), expected, "{stones:09b}");
        }
    }

    #[test]
    fn each_line_holds_three_squares_and_each_pair_of_lines_shares_at_most_one() {
        for (i, line) in LINES.iter().enumerate() {
            assert_eq!(line.count_ones(), 3);
            for other in &LINES[i + 1..] {
                assert!((line & other).count_ones() <= 1);
            }
        }
    }
}
