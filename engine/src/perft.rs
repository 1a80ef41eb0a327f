//! Perft: counts the leaves of the game tree at a depth, and the results of the finished games among them.

use crate::counter::Counter;
use crate::game::{Game, Move, Outcome};
use core::fmt;

/// The maximum depth of a perft.
pub const MAX_PERFT_DEPTH: u8 = 16;

const MASK: u8 = MAX_PERFT_DEPTH - 1;

/// The result of [`perft`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions at full depth plus games finished before it.
    pub leaves: u32,
    /// Of these, games won by the first player.
    pub first_wins: u32,
    /// Games won by the second player.
    pub second_wins: u32,
    /// Drawn games.
    pub draws: u32,
}

/// The leaves by outcome, one counter each.
struct Leaves {
    ongoing: Counter,
    first_wins: Counter,
    second_wins: Counter,
    draws: Counter,
}

impl Leaves {
    const fn new() -> Self {
        Leaves {
            ongoing: Counter::new(),
            first_wins: Counter::new(),
            second_wins: Counter::new(),
            draws: Counter::new(),
        }
    }

    /// Counts one leaf.
    #[inline(always)]
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::First => self.first_wins.step(),
            Outcome::Second => self.second_wins.step(),
            Outcome::Draw => self.draws.step(),
            Outcome::Ongoing => self.ongoing.step(),
        };
    }

    fn count(&self) -> Count {
        let (first_wins, second_wins, draws) =
            (self.first_wins.value(), self.second_wins.value(), self.draws.value());
        Count {
            leaves: self.ongoing.value() + first_wins + second_wins + draws,
            first_wins,
            second_wins,
            draws,
        }
    }
}

/// The depth is more than [`perft`] can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthError;

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the depth of a perft is 0 to {MAX_PERFT_DEPTH}")
    }
}

impl core::error::Error for DepthError {}

/// Counts the positions `depth` plies ahead; a finished game counts once, where it ends. The position is
/// restored afterwards.
///
/// # Errors
/// [`DepthError`] when `depth` is above [`MAX_PERFT_DEPTH`].
pub fn perft<G: Game>(game: &mut G, depth: u8) -> Result<Count, DepthError> {
    if depth > MAX_PERFT_DEPTH {
        return Err(DepthError);
    }
    let mut leaves = Leaves::new();
    match (game.outcome(), depth) {
        (Outcome::Ongoing, 1) => game.outcomes_after_one(|outcome| leaves.add(outcome)),
        (Outcome::Ongoing, 2..) => count_moves(game, depth, &mut leaves),
        (outcome, _) => leaves.add(outcome),
    }
    Ok(leaves.count())
}

/// Counts by making all moves except those of the last two plies.
#[inline(always)]
fn count_moves<G: Game>(game: &mut G, depth: u8, leaves: &mut Leaves) {
    let mut cursors = [G::Cursor::default(); MAX_PERFT_DEPTH as usize];
    let mut from = [0u8; MAX_PERFT_DEPTH as usize];
    let mut to = [0u8; MAX_PERFT_DEPTH as usize];
    // Plies from the position being expanded, which is unfinished, to the leaves.
    let mut left = depth;
    let mut cursor = G::Cursor::default();
    loop {
        let mv = if left == 2 {
            game.outcomes_after_two(|outcome| leaves.add(outcome));
            Move::NONE
        } else {
            game.next_move(&mut cursor)
        };
        if mv.is_none() {
            if left == depth {
                return;
            }
            left += 1;
            let at = (left & MASK) as usize;
            cursor = cursors[at];
            game.retreat(Move { from: from[at], to: to[at] });
            continue;
        }
        let outcome = game.outcome_after(mv);
        if outcome != Outcome::Ongoing {
            leaves.add(outcome);
            continue;
        }
        let at = (left & MASK) as usize;
        cursors[at] = cursor;
        from[at] = mv.from;
        to[at] = mv.to;
        game.advance(mv);
        left -= 1;
        cursor = G::Cursor::default();
    }
}
