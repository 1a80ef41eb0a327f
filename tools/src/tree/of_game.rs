//! Builds the tree of a game from a position to a depth, with the engine's rules and evaluation.

use anyhow::{Result, bail};
use cargo_c64::output::thousands;
use engine::actions::Action;
use engine::engines::Engines;
use engine::evaluate::EVEN;
use engine::games::GameId;
use engine::{Decision, Game, Outcome, Side};

use super::Tree;
use crate::games::{move_text, parse_move};

/// The maximum number of positions: more than anybody would look at.
pub const MOST_POSITIONS: usize = 200_000;

/// Returns the tree from the position after `moves`. Leaves are at that depth and where the game ends; their values are bytes: 128 is
/// even, more is better for the first player.
///
/// # Errors
/// The game has no search by depth, a move is malformed or illegal, or the tree is too large.
pub fn of_game(game: GameId, moves: &[String], depth: u8) -> Result<Tree> {
    if !game.can(Action::Search) {
        bail!("{} has no search by depth, and so no tree: its engine plays otherwise", game.name());
    }
    let mut position = Box::new(Engines::new());
    position.select(game);
    position.reset();
    for text in moves {
        let mv = parse_move(game, text)?;
        if position.outcome() != Outcome::Ongoing || !position.has_move(mv) {
            bail!("`{text}` is not a legal move there");
        }
        position.play(mv);
    }
    let mut builder = Builder { game, depth, positions: 0 };
    builder.node(&mut position, String::new(), 0)
}

struct Builder {
    game: GameId,
    depth: u8,
    positions: usize,
}

impl Builder {
    fn node(&mut self, position: &mut Engines, label: String, ply: u8) -> Result<Tree> {
        self.positions += 1;
        if self.positions > MOST_POSITIONS {
            bail!(
                "this tree has more than {} positions: try a smaller --depth",
                thousands(MOST_POSITIONS as u64)
            );
        }
        let mut tree = Tree { label, maximises: position.side() == Side::First, ..Tree::default() };
        let outcome = position.outcome();
        if outcome != Outcome::Ongoing {
            tree.value = Some(Decision { outcome, plies: 0 }.score(ply).into());
        } else if ply == self.depth {
            // A game without an evaluation before its end counts as even.
            tree.value = Some(position.opinion().unwrap_or(EVEN).into());
        } else {
            let mut cursor = Default::default();
            loop {
                let mv = position.next_move(&mut cursor);
                if mv.is_none() {
                    break;
                }
                let text = move_text(self.game, mv).unwrap_or_default();
                position.play(mv);
                let child = self.node(position, text, ply + 1);
                position.undo(mv);
                tree.children.push(child?);
            }
        }
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Host, Runner};
    use engine::search::Mode;
    use verification::task::{Report, Request, Task};

    /// Returns the score of the engine's own search.
    fn engines(game: GameId, moves: &[String], depth: u8) -> i32 {
        let mut request = Request::new(Task::Search { mode: Mode::Play, deepening: false }, game, depth);
        crate::games::push_moves(&mut request, moves).unwrap();
        match Host::new().run(&request).unwrap().report {
            Report::Search(found) => found.score.into(),
            other => panic!("{other:?}"),
        }
    }

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn trees_have_the_values_of_the_engines_search() {
        for depth in 1..=5 {
            let mut tree = of_game(GameId::MouseAndCats, &[], depth).unwrap();
            tree.search();
            assert_eq!(tree.value, Some(engines(GameId::MouseAndCats, &[], depth)), "depth {depth}");
        }
        for moves in [&["4", "0", "8"][..], &["0", "1", "4"], &["2", "4", "6", "3"]] {
            let moves = texts(moves);
            let depth = 9 - moves.len() as u8;
            let mut tree = of_game(GameId::TicTacToe, &moves, depth).unwrap();
            tree.search();
            assert_eq!(tree.value, Some(engines(GameId::TicTacToe, &moves, depth)), "{moves:?}");
        }
    }

    #[test]
    fn trees_have_the_leaves_of_perft() {
        let leaves = |depth| of_game(GameId::TicTacToe, &[], depth).unwrap().leaves().len();
        assert_eq!([leaves(1), leaves(2), leaves(3)], [9, 72, 504]);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let refused =
            |game, moves: &[&str], depth| of_game(game, &texts(moves), depth).unwrap_err().to_string();
        assert!(refused(GameId::FiveInARow, &[], 1).contains("no search by depth"));
        assert!(refused(GameId::TicTacToe, &["4", "4"], 1).contains("`4` is not a legal move there"));
        assert!(refused(GameId::TicTacToe, &[], 9).contains("smaller --depth"));
    }
}
