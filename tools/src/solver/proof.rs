//! Proves the cats' strategy independently of the engine, with this folder's own rules, game by game.

use std::collections::HashMap;

use super::board::{Board, Turn};

/// The result of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Distinct positions with the mouse to move that occur.
    pub positions: u32,
    /// Moves of both players in the longest game.
    pub longest: u8,
    /// Moves of the mouse after which the cats have no reply or have lost.
    pub losses: u32,
}

/// Tries every move of the mouse from the start against the cats' replies; `reply` returns the position after the reply, `None` if
/// there is none.
pub fn walk(reply: &impl Fn(Board) -> Option<Board>) -> Walk {
    let mut walk = Walk::default();
    walk.longest = visit(Board::START, reply, &mut walk, &mut HashMap::new());
    walk
}

/// Returns the moves of the longest game from here, with the mouse to move.
fn visit(
    board: Board,
    reply: &impl Fn(Board) -> Option<Board>,
    walk: &mut Walk,
    known: &mut HashMap<Board, u8>,
) -> u8 {
    if let Some(longest) = known.get(&board) {
        return *longest;
    }
    walk.positions += 1;
    let mut longest = 0;
    for moved in board.next() {
        let answered = match moved.winner() {
            Some(_) => None,
            None => reply(moved).filter(|next| moved.next().contains(next)),
        };
        let rest = match answered {
            None => {
                walk.losses += 1;
                0
            }
            Some(next) if next.winner() == Some(Turn::Cats) => 1,
            Some(next) => 1 + visit(next, reply, walk, known),
        };
        longest = longest.max(1 + rest);
    }
    known.insert(board, longest);
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::engine_moves::strategy_reply;
    use crate::solver::value::Solution;
    use engine::games::mouse_and_cats::{MouseAndCats, strategy};
    use engine::{Game, Silent};

    #[test]
    fn the_engines_own_proof_says_the_same() {
        let proof = strategy::prove(&mut MouseAndCats::start(), &mut Silent).unwrap();
        let expected =
            Walk { positions: proof.positions.into(), longest: proof.longest, losses: proof.losses.into() };
        assert_eq!(walk(&strategy_reply), expected);
        assert_eq!(proof.losses, 0);
    }

    #[test]
    fn the_strategy_stays_where_the_cats_win() {
        let solution = Solution::of(Board::START);
        let checked = |board: Board| {
            let next = strategy_reply(board)?;
            assert_eq!(solution.value(next).unwrap().winner, Turn::Cats, "{next:?}");
            Some(next)
        };
        assert_eq!(walk(&checked).losses, 0);
    }

    #[test]
    fn cats_that_move_anyhow_lose() {
        assert!(walk(&|board: Board| board.next().first().copied()).losses > 0);
        // One reply taken away.
        let first = Board::START.next()[0];
        assert_eq!(walk(&|board| strategy_reply(board).filter(|_| board != first)).losses, 1);
        assert_eq!(walk(&Some).losses, 2);
    }

    #[test]
    fn cats_that_hurry_win_in_the_moves_of_the_exact_value() {
        let solution = Solution::of(Board::START);
        let best = |board: Board| {
            let plies = solution.value(board)?.plies;
            board.next().into_iter().find(|next| solution.value(*next).is_some_and(|v| v.plies + 1 == plies))
        };
        let walk = walk(&best);
        assert_eq!((walk.losses, walk.longest), (0, solution.value(Board::START).unwrap().plies));
    }
}
