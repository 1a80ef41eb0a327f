//! Counts exactly how many of the positions that the mouse can win the engine's mouse does win against every play of the cats.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::board::{Board, GOAL, Set, Turn, cat_steps, squares};
use super::value::Solution;

/// The positions with the mouse to move that are won for the mouse, and how many of them a player wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Positions won with best play.
    pub won: u32,
    /// Positions among them that the player wins whatever the cats do.
    pub kept: u32,
}

impl Share {
    /// Returns the share in percent; 100 if there are no positions.
    pub fn percent(&self) -> f64 {
        if self.won == 0 { 100.0 } else { 100.0 * f64::from(self.kept) / f64::from(self.won) }
    }
}

/// Measures a mouse in every position reachable from the solved one. Each thread creates its own player, which returns the position
/// after the mouse's move and must be deterministic. `step` is called after each arrangement of the cats.
pub fn measure<P>(solution: &Solution, player: &(impl Fn() -> P + Sync), step: &(impl Fn() + Sync)) -> Share
where
    P: FnMut(Board) -> Option<Board>,
{
    let won: Vec<(Set, Set)> =
        solution.mice_to_move().map(|(cats, mice)| (cats, won(solution, cats, mice))).collect();
    let moves = ask(&won, player, step);
    // The mouse's squares from which it wins when it is to move. Later arrangements are computed first.
    let mut kept: HashMap<Set, Set> = HashMap::new();
    for ((cats, mice), moves) in won.iter().zip(&moves).rev() {
        let safe = |mouse: Set| {
            mouse & GOAL != 0
                || cat_steps(*cats)
                    .filter(|next| next & mouse == 0)
                    .all(|next| kept.get(&next).is_some_and(|kept| kept & mouse != 0))
        };
        let wins = squares(*mice).zip(moves).filter(|(_, to)| **to != 0 && safe(**to));
        let wins = wins.fold(0, |all, (mouse, _)| all | mouse);
        kept.insert(*cats, wins);
    }
    let count = |sets: &mut dyn Iterator<Item = Set>| sets.map(Set::count_ones).sum();
    Share {
        won: count(&mut won.iter().map(|(_, mice)| *mice)),
        kept: count(&mut won.iter().filter_map(|(cats, _)| kept.get(cats).copied())),
    }
}

/// Returns the mouse's squares from which it can win.
fn won(solution: &Solution, cats: Set, mice: Set) -> Set {
    let wins = |mouse: &Set| {
        let value = solution.value(Board { mouse: *mouse, cats, turn: Turn::Mouse });
        value.is_some_and(|value| value.winner == Turn::Mouse)
    };
    squares(mice).filter(wins).fold(0, |all, mouse| all | mouse)
}

/// Returns where the player's mouse goes from each square of each entry; 0 if it has no move.
fn ask<P>(
    entries: &[(Set, Set)],
    player: &(impl Fn() -> P + Sync),
    step: &(impl Fn() + Sync),
) -> Vec<Vec<Set>>
where
    P: FnMut(Board) -> Option<Board>,
{
    let next = AtomicUsize::new(0);
    let work = || {
        let mut player = player();
        let mut answers = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((cats, mice)) = entries.get(at) else { return answers };
            let go =
                |mouse| player(Board { mouse, cats: *cats, turn: Turn::Mouse }).map_or(0, |next| next.mouse);
            answers.push((at, squares(*mice).map(go).collect::<Vec<_>>()));
            step();
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = vec![Vec::new(); entries.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            match worker.join() {
                Ok(answers) => answers.into_iter().for_each(|(at, moves)| all[at] = moves),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all
}

#[cfg(test)]
mod tests {
    use super::super::board::set_of;
    use super::*;

    /// Solves a position in the second half of the game, to be quick.
    fn solution() -> Solution {
        let cats = [26, 28, 41, 45].map(set_of).into_iter().fold(0, |all, cat| all | cat);
        Solution::of(Board { mouse: set_of(11), cats, turn: Turn::Mouse })
    }

    #[test]
    fn a_perfect_mouse_keeps_every_win() {
        let solution = solution();
        let best = |board: Board| {
            let value = |next: &Board| {
                solution.value(*next).map(|value| (value.winner == Turn::Mouse, -i16::from(value.plies)))
            };
            board.next().into_iter().max_by_key(value)
        };
        let share = measure(&solution, &|| best, &|| ());
        assert!(share.won > 100 && share.kept == share.won, "{share:?}");
    }

    #[test]
    fn a_mouse_that_stays_keeps_none() {
        let share = measure(&solution(), &|| |_| None, &|| ());
        assert!(share.won > 100 && share.kept == 0, "{share:?}");
    }

    #[test]
    fn a_careless_mouse_keeps_some() {
        let careless = |board: Board| board.next().first().copied();
        let share = measure(&solution(), &|| careless, &|| ());
        assert!(0 < share.kept && share.kept < share.won, "{share:?}");
        assert!((0.0..100.0).contains(&share.percent()));
    }
}
