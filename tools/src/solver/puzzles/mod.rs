//! Finds and proves puzzles.
//!
//! Right and wrong moves are determined by solvers that share nothing with the engine's searches: they cover all positions of mouse and
//! cats, all games of tic-tac-toe, and every move of five in a row for a few moves ahead.

pub mod five;

use std::collections::HashMap;

use engine::actions::Action;
use engine::engines::Engines;
use engine::games::GameId;
use engine::puzzles::{Puzzle, SIZE, mark};
use engine::record::{Record, legal_moves};
use engine::{Game, Lcg, Move, Outcome, Side};

use super::board::{Board, Turn, set_of};
use super::value::Solution;
use five::{Cells, Lines};

/// The maximum lookahead in five in a row, in moves.
const FAR: u8 = 3;

/// The result of a move for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A win in this many of the player's own moves, including this one.
    Win(u8),
    /// A loss.
    Loss,
    /// Neither within the lookahead.
    Open,
}

/// The solvers of all games.
pub struct Solvers {
    mouse_and_cats: Solution,
    five: Lines,
    three: HashMap<[u8; 9], Outcome>,
}

/// The task of a puzzle and the right move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The right move.
    pub answer: Move,
    /// As [`Puzzle::moves`].
    pub moves: u8,
}

impl Default for Solvers {
    fn default() -> Self {
        Solvers::new()
    }
}

impl Solvers {
    /// Creates the solvers and solves everything that is solved only once.
    pub fn new() -> Solvers {
        Solvers { mouse_and_cats: Solution::of(Board::START), five: Lines::new(SIZE), three: HashMap::new() }
    }

    /// Returns the task of a position with exactly one right move; `None` if there are others or if it is too simple.
    pub fn task(&mut self, engines: &mut Engines) -> Option<Task> {
        if engines.outcome() != Outcome::Ongoing {
            return None;
        }
        let moves: Vec<Move> = legal_moves(engines).collect();
        if moves.len() < 3 || !self.is_sharp(engines) {
            return None;
        }
        let values: Vec<Value> = moves.iter().map(|&mv| self.value(engines, mv)).collect();
        let [wins, losses] =
            [|value: &Value| matches!(value, Value::Win(_)), |value: &Value| *value == Value::Loss]
                .map(|is: fn(&Value) -> bool| values.iter().filter(|value| is(value)).count());
        let lowest = values
            .iter()
            .filter_map(|value| if let Value::Win(moves) = value { Some(*moves) } else { None })
            .min();
        let right =
            |is: &dyn Fn(&Value) -> bool| moves[values.iter().position(is).expect("it is among them")];
        let task = if wins == 1 && lowest >= Some(2) {
            let answer = right(&|value| matches!(value, Value::Win(_)));
            // The cats win by holding out, so the number of moves means nothing to them.
            let holds_out = match engines.selected() {
                GameId::MouseAndCats => engines.side() == Side::Second,
                GameId::TicTacToe | GameId::FiveInARow => false,
            };
            Task { answer, moves: if holds_out { 0 } else { lowest? } }
        } else if wins == 0 && losses == moves.len() - 1 && !threatens(engines) {
            Task { answer: right(&|value| *value != Value::Loss), moves: 0 }
        } else {
            return None;
        };
        // The program recognises the right move by its mark.
        (moves.iter().filter(|&&mv| mark(mv) == mark(task.answer)).count() == 1).then_some(task)
    }

    /// Returns whether there can be something to find: in five in a row, a win for either player if the other one passed.
    fn is_sharp(&self, engines: &Engines) -> bool {
        match engines.selected() {
            GameId::MouseAndCats | GameId::TicTacToe => true,
            GameId::FiveInARow => {
                let [own, other] = stones(engines, engines.side());
                let wins = |own, other| self.five.wins(own, other, FAR);
                self.five.completing(own, other) == 0 && (wins(other, own) || wins(own, other))
            }
        }
    }

    fn value(&mut self, engines: &mut Engines, mv: Move) -> Value {
        let side = engines.side();
        engines.play(mv);
        let value = match engines.selected() {
            GameId::MouseAndCats => self.value_of_hunt(engines, side),
            GameId::TicTacToe => self.value_of_three(engines, side),
            GameId::FiveInARow => self.value_of_five(engines, side),
        };
        engines.undo(mv);
        value
    }

    fn value_of_hunt(&self, engines: &Engines, side: Side) -> Value {
        let mut board = Board {
            mouse: 0,
            cats: 0,
            turn: if engines.side() == Side::First { Turn::Mouse } else { Turn::Cats },
        };
        for square in 0..64 {
            match engines.content(square % 8, square / 8) {
                0 => {}
                1 => board.mouse = set_of(square),
                _ => board.cats |= set_of(square),
            }
        }
        let value = self.mouse_and_cats.value(board).expect("it comes after the start");
        if (value.winner == Turn::Mouse) == (side == Side::First) {
            // After the move, the other player makes the first of the remaining moves.
            Value::Win(1 + value.plies / 2)
        } else {
            Value::Loss
        }
    }

    fn value_of_three(&mut self, engines: &mut Engines, side: Side) -> Value {
        let outcome = self.outcome_of_three(engines);
        match outcome {
            Outcome::Draw => Value::Open,
            _ if (outcome == Outcome::First) == (side == Side::First) => {
                Value::Win(self.moves_of_three(engines, side))
            }
            _ => Value::Loss,
        }
    }

    /// Returns the result of tic-tac-toe with perfect play.
    fn outcome_of_three(&mut self, engines: &mut Engines) -> Outcome {
        let key = std::array::from_fn(|at| engines.content(at as u8 % 3, at as u8 / 3));
        if let Some(&known) = self.three.get(&key) {
            return known;
        }
        let (own, other) = if engines.side() == Side::First {
            (Outcome::First, Outcome::Second)
        } else {
            (Outcome::Second, Outcome::First)
        };
        let mut outcome = engines.outcome();
        if outcome == Outcome::Ongoing {
            outcome = other;
            for mv in legal_moves(engines).collect::<Vec<_>>() {
                engines.play(mv);
                let after = self.outcome_of_three(engines);
                engines.undo(mv);
                if after == own || after == Outcome::Draw && outcome == other {
                    outcome = after;
                }
            }
        }
        self.three.insert(key, outcome);
        outcome
    }

    /// Returns in how many moves, including the last one made, the player who made it wins tic-tac-toe against the longest defence.
    fn moves_of_three(&mut self, engines: &mut Engines, side: Side) -> u8 {
        if engines.outcome() != Outcome::Ongoing {
            return u8::from(engines.side() != side);
        }
        let own = if side == Side::First { Outcome::First } else { Outcome::Second };
        let mut counts = Vec::new();
        for mv in legal_moves(engines).collect::<Vec<_>>() {
            engines.play(mv);
            if self.outcome_of_three(engines) == own {
                counts.push(self.moves_of_three(engines, side));
            }
            engines.undo(mv);
        }
        let hurries = engines.side() == side;
        let count = if hurries { counts.into_iter().min() } else { counts.into_iter().max() };
        count.unwrap_or(0) + u8::from(!hurries)
    }

    fn value_of_five(&self, engines: &Engines, side: Side) -> Value {
        let [own, other] = stones(engines, side);
        if let Some(more) = (0..FAR).find(|&more| self.five.has_won(own, other, more)) {
            Value::Win(1 + more)
        } else if self.five.wins(other, own, FAR) {
            Value::Loss
        } else {
            Value::Open
        }
    }
}

/// Returns whether the player who is not to move could win at once.
fn threatens(engines: &mut Engines) -> bool {
    let after = |engines: &mut Engines, mv| {
        engines.play(mv);
        let outcome = engines.outcome();
        engines.undo(mv);
        outcome
    };
    engines.pass();
    let moves: Vec<Move> = legal_moves(engines).collect();
    let threatens =
        moves.into_iter().any(|mv| !matches!(after(engines, mv), Outcome::Ongoing | Outcome::Draw));
    engines.pass();
    threatens
}

/// Returns the stones of a side in five in a row, and those of the other side.
fn stones(engines: &Engines, side: Side) -> [Cells; 2] {
    let mut stones: [Cells; 2] = [0; 2];
    for at in 0..SIZE * SIZE {
        match engines.content(at % SIZE, at / SIZE) {
            0 => {}
            figure => stones[usize::from(figure - 1)] |= 1 << at,
        }
    }
    if side == Side::First { stones } else { [stones[1], stones[0]] }
}

/// Returns the position of a puzzle.
pub fn position(game: GameId, puzzle: &Puzzle) -> Engines {
    let mut engines = Engines::new();
    engines.select(game);
    let size = if game.can(Action::Sizes) { SIZE } else { 0 };
    engines.set_size(size, size);
    engines.set_keys(&mut Lcg::fixed());
    engines.reset();
    puzzle.set_up(&mut engines, &mut Record::new());
    engines
}

/// Returns the range of the number of random moves that lead to puzzles.
const fn turns(game: GameId) -> std::ops::RangeInclusive<u8> {
    match game {
        GameId::MouseAndCats => 10..=26,
        GameId::TicTacToe => 2..=5,
        GameId::FiveInARow => 12..=22,
    }
}

/// Returns the number of puzzles of each kind in a game, by [`Puzzle::moves`], easy ones first.
const fn kinds(game: GameId) -> &'static [(u8, usize)] {
    match game {
        GameId::MouseAndCats => &[(3, 1), (4, 2), (0, 2), (5, 1), (6, 1), (0, 2), (7, 2), (9, 1)],
        GameId::TicTacToe => &[(2, 3), (0, 3), (3, 4), (0, 2)],
        GameId::FiveInARow => &[(2, 3), (0, 2), (3, 4), (0, 3)],
    }
}

/// Finds the puzzles of a game, each from its own seed, no two with the same position.
pub fn find(game: GameId) -> Vec<Puzzle> {
    let mut solvers = Solvers::new();
    let mut puzzles = Vec::new();
    let mut seen = Vec::new();
    let mut seed = 0u16;
    for &(moves, count) in kinds(game) {
        let wanted = puzzles.len() + count;
        while puzzles.len() < wanted {
            seed += 1;
            for turns in turns(game) {
                let mut puzzle = Puzzle { seed: seed.to_le_bytes(), turns, answer: 0, moves };
                let mut engines = position(game, &puzzle);
                let (columns, rows) = engines.board_size();
                let squares = (0..columns * rows).map(|at| engines.content(at % columns, at / columns));
                let squares: Vec<u8> = squares.collect();
                if !seen.contains(&squares)
                    && let Some(task) = solvers.task(&mut engines)
                    && task.moves == moves
                {
                    puzzle.answer = mark(task.answer);
                    puzzles.push(puzzle);
                    seen.push(squares);
                    break;
                }
            }
        }
    }
    puzzles
}
