//! The puzzles of every game: positions with exactly one right move.
//!
//! A position is the result of a number of random moves from a seed, so that a puzzle takes five bytes. `cargo c64 puzzles` finds them, and
//! the project's tests prove each of them with independent solvers.

use crate::engines::Engines;
use crate::game::Move;
use crate::games::GameId;
use crate::keys::Lcg;
use crate::player::random_move;
use crate::record::Record;

/// The number of puzzles per game.
pub const PUZZLES: u8 = 12;

/// The number of columns and rows of the board of five in a row.
pub const SIZE: u8 = 7;

/// A puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The seed of the random moves, low byte and high byte.
    pub seed: [u8; 2],
    /// The number of random moves that lead to the position.
    pub turns: u8,
    /// The [`mark`] of the right move.
    pub answer: u8,
    /// The number of moves of their own in which the player to move wins, counting all of them; 0 if the task is to find the only defence.
    pub moves: u8,
}

/// Returns a byte that distinguishes the legal moves of a position.
pub const fn mark(mv: Move) -> u8 {
    mv.from ^ mv.to.rotate_left(4)
}

impl Puzzle {
    /// Plays the moves that lead to it, with engines and a record that are at the start of the game.
    #[inline(never)]
    pub fn set_up(&self, engines: &mut Engines, record: &mut Record) {
        let mut random = Lcg::new(u16::from_le_bytes(self.seed));
        let mut left = self.turns;
        while left != 0 {
            left -= 1;
            let mv = random_move(engines, &mut random);
            // A game that ends earlier is not a puzzle.
            let _ = record.play(engines, mv);
        }
    }
}

/// Returns puzzle 0, 1 and so on of a game; the first if there is none with this number.
pub const fn puzzle(game: GameId, number: u8) -> &'static Puzzle {
    let number = if number < PUZZLES { number } else { 0 };
    &TABLE[(game as u8 * PUZZLES + number) as usize]
}

/// A puzzle in the format that the generator prints.
const fn of(seed: u16, turns: u8, answer: u8, moves: u8) -> Puzzle {
    Puzzle { seed: seed.to_le_bytes(), turns, answer, moves }
}

/// All puzzles, game by game.
static TABLE: [Puzzle; GameId::ALL.len() * PUZZLES as usize] = [
    // mouse-and-cats
    of(68, 12, 217, 3),
    of(73, 14, 180, 4),
    of(78, 10, 132, 4),
    of(79, 17, 191, 0),
    of(82, 15, 195, 0),
    of(83, 16, 65, 5),
    of(85, 10, 250, 6),
    of(88, 21, 26, 0),
    of(90, 13, 191, 0),
    of(110, 24, 208, 7),
    of(118, 20, 209, 7),
    of(119, 20, 209, 9),
    // tic-tac-toe
    of(1, 4, 105, 2),
    of(4, 4, 73, 2),
    of(8, 4, 73, 2),
    of(34, 3, 137, 0),
    of(38, 3, 9, 0),
    of(51, 3, 73, 0),
    of(52, 2, 41, 3),
    of(55, 2, 9, 3),
    of(65, 3, 41, 3),
    of(80, 2, 137, 3),
    of(92, 3, 73, 0),
    of(95, 3, 41, 0),
    // five-in-a-row
    of(6, 14, 83, 2),
    of(13, 21, 99, 2),
    of(15, 12, 53, 2),
    of(31, 15, 52, 0),
    of(82, 17, 86, 0),
    of(93, 14, 85, 3),
    of(94, 22, 117, 3),
    of(102, 22, 53, 3),
    of(103, 17, 50, 3),
    of(113, 16, 84, 0),
    of(125, 22, 69, 0),
    of(134, 22, 37, 0),
];
