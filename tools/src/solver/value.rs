//! The exact value of every reachable position: who wins, and in how many moves if the winner hurries and the loser delays.

use std::collections::HashMap;

use super::board::{Board, GOAL, Set, Turn, cat_steps, neighbours, squares};

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The winner.
    pub winner: Turn,
    /// Moves of both players to the end.
    pub plies: u8,
}

impl Value {
    /// Formats the value as a sentence, with `turn` to move.
    pub fn verdict(self, turn: Turn) -> String {
        let Value { winner, plies } = self;
        // The player to move makes the first of the remaining moves and every second one after it.
        let moves = if turn == winner { plies.div_ceil(2) } else { plies / 2 };
        let (have, win) = match winner {
            Turn::Mouse => ("the mouse has won", "the mouse wins"),
            Turn::Cats => ("the cats have won", "the cats win"),
        };
        match (plies, moves) {
            (0, _) => have.into(),
            (_, 1) => format!("{win} in 1 move"),
            _ => format!("{win} in {moves} moves"),
        }
    }
}

/// More than the number of moves in any game.
const FAR: i8 = 100;

/// The values of an arrangement of the cats by mouse square: positive if the mouse wins, further from 0 the sooner the game ends,
/// 0 if the position does not occur.
type Scores = [i8; 32];

/// One arrangement of the cats.
struct Entry {
    cats: Set,
    /// The mouse's squares when it is the mouse's turn and when it is the cats' turn.
    mice: [Set; 2],
    scores: [Scores; 2],
}

/// The values of a position and of all positions reachable from it.
pub struct Solution {
    root: Board,
    /// Entries with fewer steps taken come first.
    entries: Vec<Entry>,
    index: HashMap<Set, usize>,
}

/// Returns the index of a side to move.
const fn at(turn: Turn) -> usize {
    match turn {
        Turn::Mouse => 0,
        Turn::Cats => 1,
    }
}

/// Returns a score as seen one move earlier.
const fn earlier(score: i8) -> i8 {
    if score > 0 { score - 1 } else { score + 1 }
}

impl Solution {
    /// Solves a position.
    pub fn of(root: Board) -> Solution {
        let mut solution = Solution { root, entries: Vec::new(), index: HashMap::new() };
        solution.look_ahead();
        for at in (0..solution.entries.len()).rev() {
            // The cats' moves lead to later arrangements, the mouse's to the cats' turn in this one.
            solution.score(at, Turn::Cats);
            solution.score(at, Turn::Mouse);
        }
        solution
    }

    /// Returns the position that was solved.
    pub fn root(&self) -> Board {
        self.root
    }

    /// Returns the number of positions that were solved, including finished games.
    pub fn positions(&self) -> u32 {
        self.entries.iter().flat_map(|entry| entry.mice).map(u32::count_ones).sum()
    }

    /// Returns the value of a position; `None` if it is not reachable from the solved one.
    pub fn value(&self, board: Board) -> Option<Value> {
        let entry = &self.entries[*self.index.get(&board.cats)?];
        let score = entry.scores[at(board.turn)][board.mouse.trailing_zeros() as usize & 31];
        let value = |winner| Value { winner, plies: (FAR - score.abs()) as u8 };
        match score {
            0 => None,
            1.. => Some(value(Turn::Mouse)),
            _ => Some(value(Turn::Cats)),
        }
    }

    /// Returns the best game from the solved position, with the first of equally good moves.
    pub fn line(&self) -> Vec<Board> {
        let mut line = vec![self.root];
        let mut board = self.root;
        while let Some(Value { winner, plies }) = self.value(board)
            && plies > 0
        {
            let goes_on = |next: &Board| self.value(*next) == Some(Value { winner, plies: plies - 1 });
            let Some(next) = board.next().into_iter().find(goes_on) else { break };
            line.push(next);
            board = next;
        }
        line
    }

    /// Returns the arrangements of the cats with the mouse's squares, with the mouse to move; those with fewer steps taken come first.
    pub fn mice_to_move(&self) -> impl Iterator<Item = (Set, Set)> {
        self.entries.iter().map(|entry| (entry.cats, entry.mice[at(Turn::Mouse)]))
    }

    /// Finds every reachable position.
    fn look_ahead(&mut self) {
        let Board { mouse, cats, turn } = self.root;
        self.arrive(cats, mouse, turn);
        let mut i = 0;
        while i < self.entries.len() {
            let Entry { cats, mice: [of_mouse, of_cats], .. } = self.entries[i];
            let of_cats = of_cats | (neighbours(of_mouse & !GOAL) & !cats);
            self.entries[i].mice[at(Turn::Cats)] = of_cats;
            for next in cat_steps(cats) {
                let mice = of_cats & !next & !GOAL;
                if mice != 0 {
                    self.arrive(next, mice, Turn::Mouse);
                }
            }
            i += 1;
        }
    }

    fn arrive(&mut self, cats: Set, mice: Set, turn: Turn) {
        let end = self.entries.len();
        let i = *self.index.entry(cats).or_insert(end);
        if i == end {
            self.entries.push(Entry { cats, mice: [0; 2], scores: [[0; 32]; 2] });
        }
        self.entries[i].mice[at(turn)] |= mice;
    }

    /// Scores the positions of an entry with this side to move.
    fn score(&mut self, i: usize, turn: Turn) {
        for mouse in squares(self.entries[i].mice[at(turn)]) {
            let board = Board { mouse, cats: self.entries[i].cats, turn };
            let square = |mouse: Set| mouse.trailing_zeros() as usize;
            let score = match board.winner() {
                Some(Turn::Mouse) => FAR,
                Some(Turn::Cats) => -FAR,
                None => {
                    let next = board.next().into_iter();
                    let scores = next.map(|next| {
                        let entry = &self.entries[self.index[&next.cats]];
                        earlier(entry.scores[at(next.turn)][square(next.mouse)])
                    });
                    let best = if turn == Turn::Mouse { scores.max() } else { scores.min() };
                    best.unwrap_or_default()
                }
            };
            self.entries[i].scores[at(turn)][square(mouse)] = score;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the value by trying everything.
    fn tried(board: Board) -> Value {
        if let Some(winner) = board.winner() {
            return Value { winner, plies: 0 };
        }
        let values = board.next().into_iter().map(tried);
        let rank = |value: &Value| {
            let hurry = 100 - i32::from(value.plies);
            if value.winner == board.turn { hurry } else { -hurry }
        };
        let best = values.max_by_key(rank).unwrap();
        Value { plies: best.plies + 1, ..best }
    }

    #[test]
    fn the_start_is_won_for_the_cats() {
        let solution = Solution::of(Board::START);
        let value = solution.value(Board::START).unwrap();
        assert_eq!(value.winner, Turn::Cats);
        let line = solution.line();
        assert_eq!(line.len(), usize::from(value.plies) + 1);
        assert_eq!(line.last().unwrap().winner(), Some(Turn::Cats));
    }

    #[test]
    fn near_the_end_as_by_trying_everything() {
        let solution = Solution::of(Board::START);
        let mut compared = 0;
        for (number, (cats, mice)) in solution.mice_to_move().enumerate() {
            let few_left = super::super::board::steps(cats) >= 25;
            for mouse in squares(mice).filter(|_| few_left && number % 2 == 0) {
                let board = Board { mouse, cats, turn: Turn::Mouse };
                assert_eq!(solution.value(board), Some(tried(board)), "{board:?}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn verdicts_count_the_winners_moves() {
        let says = |winner, plies, turn: Turn| Value { winner, plies }.verdict(turn);
        assert_eq!(says(Turn::Cats, 44, Turn::Mouse), "the cats win in 22 moves");
        assert_eq!(says(Turn::Mouse, 3, Turn::Mouse), "the mouse wins in 2 moves");
        assert_eq!(says(Turn::Mouse, 2, Turn::Cats), "the mouse wins in 1 move");
        assert_eq!(says(Turn::Cats, 0, Turn::Mouse), "the cats have won");
    }

    #[test]
    fn a_finished_game_has_its_winner() {
        let over = Board { mouse: 1 << 30, cats: 0b1111, turn: Turn::Cats };
        let solution = Solution::of(over);
        assert_eq!(solution.value(over), Some(Value { winner: Turn::Mouse, plies: 0 }));
        assert_eq!((solution.positions(), solution.line().len()), (1, 1));
        assert_eq!(solution.value(Board::START), None);
    }
}
