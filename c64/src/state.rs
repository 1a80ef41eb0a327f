//! The state of a session: the engines and the record of the game.

use engine::engines::Engines;
use engine::games::GameId;
use engine::puzzles::{PUZZLES, mark, puzzle};
use engine::record::{Record, next_legal_move};
use engine::{Game, KeySource, Lcg, Move};

use crate::device::Computer;

/// The engines and the game being played. All zeros when new.
///
/// Passed down as an argument rather than kept by the program: there is one on the C64, at a fixed address, and
/// as the constant argument of every call it stays a constant in the code of the search.
// The engines begin at a page boundary: see there.
#[repr(C, align(256))]
pub struct State {
    /// The positions, the search and its tables.
    pub engines: Engines,
    /// The turns of the game being played.
    pub record: Record,
    /// The game being played, even while the engines do other work.
    pub game: GameId,
    /// Columns and rows of its board, if its boards differ in size.
    pub size: u8,
    /// The number of the puzzle being played, 0 for a game.
    pub puzzle: u8,
    /// The turns before the person's first one: those that lead to a puzzle.
    first_turn: u8,
    /// The mark of the puzzle's right move, and the number of moves in which it wins; 0 if it is the only defence.
    pub answer: u8,
    pub moves: u8,
    /// Whether a hint has revealed it.
    pub told: bool,
    /// The puzzles solved: 16 per game.
    pub solved: [bool; SOLVED],
}

/// The number of entries for puzzles: a power of two.
pub const SOLVED: usize = 64;
const _: () = assert!(GameId::ALL.len() * 16 <= SOLVED && PUZZLES < 16);

impl State {
    /// Creates a state without keys and without a position.
    pub const fn new() -> Self {
        State {
            engines: Engines::new(),
            record: Record::new(),
            game: GameId::FIRST,
            size: 0,
            puzzle: 0,
            first_turn: 0,
            answer: 0,
            moves: 0,
            told: false,
            solved: [false; SOLVED],
        }
    }

    /// Sets new keys, random ones unless they are to be `fixed`. This invalidates the tables, which are therefore cleared.
    pub fn shuffle_keys<D: Computer>(&mut self, terminal: &mut D, fixed: bool) {
        // Noise alone would give all keys the same value if the sound chip is dead or muted.
        let mut noise = Noise { terminal, fixed, spread: Lcg::fixed() };
        self.engines.set_keys(&mut noise);
    }

    /// Sets up a new game.
    #[inline(never)]
    pub fn new_game(&mut self) {
        self.record.restart(&mut self.engines);
        self.engines.forget();
        self.end_puzzle();
    }

    /// Turns the puzzle into an ordinary game.
    pub fn end_puzzle(&mut self) {
        self.puzzle = 0;
        self.first_turn = 0;
    }

    /// Sets up the puzzle with this number, after a new game.
    pub fn set_puzzle(&mut self, number: u8) {
        let puzzle = puzzle(self.game, number - 1);
        puzzle.set_up(&mut self.engines, &mut self.record);
        self.puzzle = number;
        self.first_turn = puzzle.turns;
        self.answer = puzzle.answer;
        self.moves = puzzle.moves;
        self.told = false;
    }

    /// Returns the number of turns made, not counting those that lead to a puzzle.
    #[inline(never)]
    pub fn turns_made(&self) -> u16 {
        self.record.turns() - self.first_turn as u16
    }

    /// Whether no turn has been made yet.
    pub fn is_at_first_turn(&self) -> bool {
        self.turns_made() == 0
    }

    /// Whether the first move of a puzzle is still to be found.
    #[inline(never)]
    pub fn is_asked(&self) -> bool {
        self.puzzle != 0 && self.is_at_first_turn()
    }

    /// Returns the move that a puzzle asks for, before it has been made.
    #[inline(never)]
    pub fn answering_move(&self) -> Move {
        let mut cursor = 0;
        loop {
            let mv = next_legal_move(&self.engines, &mut cursor);
            if mv.is_none() || mark(mv) == self.answer {
                return mv;
            }
        }
    }

    /// Whether the puzzle with this number of the game with this number was solved.
    pub fn is_solved(&self, game: u8, puzzle: u8) -> bool {
        self.solved[place(game, puzzle)]
    }

    /// Returns how many puzzles of the game with this number were solved.
    pub fn solved_of(&self, game: u8) -> u8 {
        let mut solved = 0;
        for puzzle in 0..16 {
            solved += self.is_solved(game, puzzle) as u8;
        }
        solved
    }

    /// Marks the current puzzle as solved unless a hint has revealed its move. Returns whether that marked it for the first time.
    pub fn solve(&mut self) -> bool {
        !self.told && !core::mem::replace(&mut self.solved[place(self.game as u8, self.puzzle)], true)
    }

    /// Makes the engines switch to [`State::game`] on a board of [`State::size`], with new keys, always the same ones if `fixed`.
    /// Does not set up the board.
    #[inline(never)]
    pub fn take_up<D: Computer>(&mut self, terminal: &mut D, fixed: bool) {
        self.engines.select(self.game);
        self.size = self.game.board(self.size);
        self.engines.set_size(self.size, self.size);
        self.shuffle_keys(terminal, fixed);
    }

    /// Restores the game after the engines did other work, with new keys.
    #[inline(never)]
    pub fn resume<D: Computer>(&mut self, terminal: &mut D) {
        self.take_up(terminal, false);
        self.record.replay(&mut self.engines);
    }
}

/// Returns the entry of a puzzle.
const fn place(game: u8, puzzle: u8) -> usize {
    ((game << 4 | puzzle) & (SOLVED as u8 - 1)) as usize
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}

/// Keys from a terminal's random bytes, spread by the fixed key sequence; or that sequence alone.
struct Noise<'a, D> {
    terminal: &'a mut D,
    fixed: bool,
    spread: Lcg,
}

impl<D: Computer> KeySource for Noise<'_, D> {
    #[inline(never)]
    fn next_key(&mut self) -> u8 {
        let noise = if self.fixed { 0 } else { self.terminal.random() };
        noise ^ self.spread.next_key()
    }
}
