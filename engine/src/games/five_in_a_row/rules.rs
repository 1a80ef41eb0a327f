//! The rules of five in a row.

use super::{DEFAULT_SIDE, EMPTY, FiveInARow, O, WALL, X, figure};
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::{KeySource, Keys};

impl<const CELLS: usize> Game for FiveInARow<CELLS> {
    const EMPTY: Self = FiveInARow {
        cells: [0; CELLS],
        columns: 0,
        rows: 0,
        stride: 0,
        steps: [0; 8],
        side: Side::First,
        stones: 0,
        winner: 0,
        won_at: 0,
        hash: 0,
        lock: 0,
        keys: Keys::EMPTY,
    };

    /// Row and column of the next square.
    type Cursor = u16;

    /// Sets up an empty board of the same size, or [`DEFAULT_SIDE`] if it had none yet.
    fn reset(&mut self) {
        if self.columns == 0 {
            self.lay_out(DEFAULT_SIDE, DEFAULT_SIDE);
        }
        self.cells = [WALL; CELLS];
        let mut cell = self.stride as u16;
        let mut row = 0;
        while row < self.rows {
            cell += 1;
            let mut column = 0;
            while column < self.columns {
                self.cells[(cell & Self::MASK) as usize] = EMPTY;
                cell += 1;
                column += 1;
            }
            row += 1;
        }
        self.side = Side::First;
        self.refresh();
    }

    fn set_keys(&mut self, source: &mut dyn KeySource) {
        let mut i = 0;
        while i < 256 {
            self.keys.hash[i] = source.next_key();
            self.keys.lock[i] = source.next_key();
            i += 1;
        }
        self.refresh();
    }

    /// Also recounts the stones and looks for five in a row anywhere. A five found in this way counts as made by the
    /// last stone; if both players have one, the first from the top left counts.
    fn refresh(&mut self) {
        self.hash = 0;
        self.lock = 0;
        self.stones = 0;
        self.winner = 0;
        self.won_at = 0;
        let end = self.end();
        let mut cell = self.stride as u16;
        while cell < end {
            let stone = self.at(cell);
            if stone == X || stone == O {
                self.stones += 1;
                self.flip_keys(cell, stone);
                if self.winner == 0 && self.is_five(cell, stone) {
                    self.winner = stone;
                }
            }
            cell += 1;
        }
        if self.winner != 0 {
            self.won_at = self.stones;
        }
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    fn pass(&mut self) {
        self.side = self.side.other();
    }

    #[inline(always)]
    fn next_move(&self, cursor: &mut u16) -> Move {
        let mut column = *cursor as u8;
        let mut row = (*cursor >> 8) as u8;
        let mut cell = self.cell(column, row);
        while row < self.rows {
            if column == self.columns {
                column = 0;
                row += 1;
                cell += 1;
                continue;
            }
            let stone = self.at(cell);
            cell += 1;
            column += 1;
            if stone == EMPTY {
                *cursor = (row as u16) << 8 | column as u16;
                return Move { from: column, to: row + 1 };
            }
        }
        *cursor = (row as u16) << 8;
        Move::NONE
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        let cell = self.cell_of(mv);
        let stone = figure(self.side);
        self.cells[(cell & Self::MASK) as usize] = stone;
        self.flip_keys(cell, stone);
        self.stones += 1;
        if self.winner == 0 && self.is_five(cell, stone) {
            self.winner = stone;
            self.won_at = self.stones;
        }
        self.side = self.side.other();
    }

    #[inline(always)]
    fn take_back(&mut self, mv: Move) {
        let cell = self.cell_of(mv);
        self.side = self.side.other();
        self.cells[(cell & Self::MASK) as usize] = EMPTY;
        self.flip_keys(cell, figure(self.side));
        if self.won_at == self.stones {
            self.winner = 0;
            self.won_at = 0;
        }
        self.stones -= 1;
    }

    #[inline(always)]
    fn outcome(&self) -> Outcome {
        match self.winner {
            X => Outcome::First,
            O => Outcome::Second,
            _ if self.stones == self.columns as u16 * self.rows as u16 => Outcome::Draw,
            _ => Outcome::Ongoing,
        }
    }

    #[inline(always)]
    fn hash(&self) -> u8 {
        self.hash
    }

    #[inline(always)]
    fn lock(&self) -> u8 {
        self.lock
    }

    #[inline(never)]
    fn has_move(&self, mv: Move) -> bool {
        let (column, row) = (mv.from.wrapping_sub(1), mv.to.wrapping_sub(1));
        column < self.columns && row < self.rows && self.at(self.cell(column, row)) == EMPTY
    }
}

impl<const CELLS: usize> FiveInARow<CELLS> {
    /// Returns the cell that a move enters.
    #[inline(always)]
    fn cell_of(&self, mv: Move) -> u16 {
        mv.to as u16 * self.stride as u16 + mv.from as u16
    }

    /// Whether `stone` on `cell` is in a line of five or more of its kind.
    #[inline(never)]
    fn is_five(&self, cell: u16, stone: u8) -> bool {
        let mut line = 0;
        loop {
            let step = self.step(line);
            if step == 0 {
                return false;
            }
            let mut count = 1;
            let mut other = cell.wrapping_add(step);
            while self.at(other) == stone {
                other = other.wrapping_add(step);
                count += 1;
            }
            other = cell.wrapping_sub(step);
            while self.at(other) == stone {
                other = other.wrapping_sub(step);
                count += 1;
            }
            if count >= 5u8 {
                return true;
            }
            line += 1;
        }
    }

    /// Adds a stone's keys to the hash and the lock, or removes them.
    #[inline(never)]
    fn flip_keys(&mut self, cell: u16, stone: u8) {
        let (hash, lock) = Self::key_indices(cell, stone);
        self.hash ^= self.keys.hash[hash as usize];
        self.lock ^= self.keys.lock[lock as usize];
    }

    /// Returns the indices of a stone's keys. Cells 256 apart and the two stones have the same key bytes at different
    /// places in the two tables, so that no two stones share both.
    #[inline(always)]
    pub(super) fn key_indices(cell: u16, stone: u8) -> (u8, u8) {
        let (low, high) = (cell as u8, (cell >> 8) as u8);
        let (hash, lock) = (low ^ high.rotate_right(1), low ^ high.rotate_right(3));
        if stone == O { (hash ^ 0x5B, lock ^ 0xC6) } else { (hash, lock) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board19, Board99};
    use super::*;
    use crate::keys::Lcg;
    use crate::notation::Notation;

    fn play<const CELLS: usize>(game: &mut FiveInARow<CELLS>, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = FiveInARow::<CELLS>::parse_move(text.as_bytes()).unwrap();
            assert!(game.is_legal(mv), "{text}");
            game.make(mv);
        }
    }

    #[test]
    fn five_in_every_direction_win_and_can_be_taken_back() {
        for line in [
            "A1 B1 C1 D1 E1",
            "C15 C14 C13 C12 C11",
            "A5 B4 C3 D2 E1",
            "K11 L12 M13 N14 O15",
            "H8 J8 K8 L8 I8",
        ] {
            let mut game = Board19::start();
            let stones: std::vec::Vec<&str> = line.split(' ').collect();
            for (stone, other) in stones.iter().zip(["A9", "C9", "E9", "G9"]) {
                play(&mut game, stone);
                assert_eq!(game.outcome(), Outcome::Ongoing);
                play(&mut game, other);
            }
            let before = game.clone();
            play(&mut game, stones[4]);
            assert_eq!(game.outcome(), Outcome::First);
            game.take_back(Board19::parse_move(stones[4].as_bytes()).unwrap());
            assert_eq!(game, before);
        }
    }

    #[test]
    fn six_win_and_five_over_an_edge_do_not() {
        let mut game = Board19::start();
        play(&mut game, "A1 A3 B1 B3 C1 C3 E1 D3 F1 A5 D1");
        assert_eq!(game.outcome(), Outcome::First);
        let mut game = Board19::start();
        play(&mut game, "M2 A5 N2 B5 O2 C5 A3 A9 B3");
        assert_eq!(game.outcome(), Outcome::Ongoing);
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let mut game = Board19::start();
        let rows = ["XXOO.", "OOXXX", "XXOOO", "OOXXX", "XXOOX"].map(str::as_bytes);
        game.set_rows(&rows, Side::Second).unwrap();
        assert_eq!(game.outcome(), Outcome::Ongoing);
        play(&mut game, "E1");
        assert_eq!((game.outcome(), game.stones()), (Outcome::Draw, 25));
        assert!(game.next_move(&mut 0).is_none());
    }

    #[test]
    fn sizes_have_limits() {
        assert_eq!((Board19::MAX_SIDE, Board99::MAX_SIDE), (19, 99));
        let mut game = Board19::start();
        assert_eq!((game.columns(), game.rows()), (15, 15));
        for (columns, rows) in [(4, 5), (5, 4), (20, 5), (5, 20), (0, 0), (255, 255)] {
            assert_eq!(game.set_size(columns, rows), Err(super::super::SetupError::Size { limit: 19 }));
        }
        assert_eq!((game.columns(), game.rows()), (15, 15));
        for (columns, rows) in [(5, 5), (19, 19), (5, 19), (19, 5)] {
            game.set_size(columns, rows).unwrap();
            let mut cursor = 0;
            let mut moves = 0;
            let mut last = Move::NONE;
            loop {
                let mv = game.next_move(&mut cursor);
                if mv.is_none() {
                    break;
                }
                last = mv;
                moves += 1;
            }
            assert_eq!((moves, last), (columns as u16 * rows as u16, Move { from: columns, to: rows }));
        }
    }

    #[test]
    fn rows_that_are_no_board_are_refused() {
        use super::super::SetupError;
        let mut game = Board19::start();
        let refused = |game: &mut Board19, rows: &[&str]| {
            let rows: std::vec::Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
            game.set_rows(&rows, Side::First).unwrap_err()
        };
        let size = SetupError::Size { limit: 19 };
        assert_eq!(refused(&mut game, &[]), size);
        assert_eq!(refused(&mut game, &["....."; 4]), size);
        assert_eq!(refused(&mut game, &["...................."; 20]), size);
        assert_eq!(refused(&mut game, &["....."; 300]), size);
        // Truncated to bytes, these numbers would be valid sizes.
        assert_eq!(refused(&mut game, &["....."; 256 + 5]), size);
        assert_eq!(refused(&mut game, &[&*".".repeat(256 + 5); 5]), size);
        let short = [".....", ".....", "....", ".....", "....."];
        assert_eq!(refused(&mut game, &short), SetupError::Length { row: 2 });
        let odd = ["X....", ".....", ".....", "..?..", "....."];
        assert_eq!(refused(&mut game, &odd), SetupError::Character { column: 2, row: 3 });
        assert_eq!((game.stones(), game.outcome()), (0, Outcome::Ongoing));
    }

    #[test]
    fn a_position_from_rows_is_the_one_played() {
        let mut played = Board19::start();
        played.set_size(5, 6).unwrap();
        play(&mut played, "A6 E1 B5");
        let mut laid = Board19::start();
        let rows = ["....O", ".....", ".....", ".....", ".X...", "x...."].map(str::as_bytes);
        laid.set_rows(&rows, Side::Second).unwrap();
        assert_eq!(played, laid);
        assert_eq!(laid.stone_on(4, 0), Some(Side::Second));
        assert_eq!((laid.stone_on(5, 5), laid.stone_on(0, 6)), (None, None));
    }

    #[test]
    fn no_two_stones_share_their_keys() {
        let mut game = Board99::EMPTY;
        game.set_keys(&mut Lcg::fixed());
        for (i, table) in [(0, true), (128, false)] {
            let keys = if table { &mut game.keys.hash } else { &mut game.keys.lock };
            *keys = core::array::from_fn(|k| k as u8 ^ i);
        }
        let mut seen = std::collections::BTreeSet::new();
        for cell in 0..101 * 100 {
            for stone in [X, O] {
                (game.hash, game.lock) = (0, 0);
                game.flip_keys(cell, stone);
                assert!(seen.insert((game.hash, game.lock)), "{cell}");
            }
        }
    }
}
