//! Perft: counts the leaves of the game tree at a depth, and how the finished games among them ended.

use crate::game::{Game, Move, Outcome};
use core::fmt;

/// The greatest depth of a perft.
pub const MAX_PERFT_DEPTH: u8 = 16;

const MASK: u8 = MAX_PERFT_DEPTH - 1;

/// The result of [`perft`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions at the full depth plus games finished before it.
    pub leaves: u32,
    /// Of these, games the first player has won.
    pub first_wins: u32,
    /// Games the second player has won.
    pub second_wins: u32,
    /// Drawn games.
    pub draws: u32,
}

impl Count {
    /// One leaf more.
    #[inline(always)]
    fn add(&mut self, outcome: Outcome) {
        self.leaves += 1;
        match outcome {
            Outcome::First => self.first_wins += 1,
            Outcome::Second => self.second_wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Ongoing => {}
        }
    }
}

/// A depth [`perft`] cannot count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthError;

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the depth of a perft is 0 to {MAX_PERFT_DEPTH}")
    }
}

impl core::error::Error for DepthError {}

/// Counts the positions one move ahead of one that is not finished.
#[inline(always)]
fn count_moves<G: Game>(game: &mut G, count: &mut Count) {
    let mut cursor = G::Cursor::default();
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            return;
        }
        count.add(game.outcome_after(mv));
    }
}

/// Counts the positions `depth` moves ahead; a finished game counts once, where it ends. The position is as
/// before afterwards.
///
/// # Errors
/// [`DepthError`] when `depth` is above [`MAX_PERFT_DEPTH`].
pub fn perft<G: Game>(game: &mut G, depth: u8) -> Result<Count, DepthError> {
    if depth > MAX_PERFT_DEPTH {
        return Err(DepthError);
    }
    let mut count = Count::default();
    let outcome = game.outcome();
    if outcome != Outcome::Ongoing || depth == 0 {
        count.add(outcome);
        return Ok(count);
    }
    let mut cursor = [G::Cursor::default(); MAX_PERFT_DEPTH as usize];
    let mut from = [0u8; MAX_PERFT_DEPTH as usize];
    let mut to = [0u8; MAX_PERFT_DEPTH as usize];
    // The moves from the first position to the one that is being expanded, which is not finished.
    let mut made = 0;
    loop {
        if made != depth - 1 {
            let at = (made & MASK) as usize;
            let mv = game.next_move(&mut cursor[at]);
            if !mv.is_none() {
                let outcome = game.outcome_after(mv);
                if outcome != Outcome::Ongoing {
                    count.add(outcome);
                    continue;
                }
                from[at] = mv.from;
                to[at] = mv.to;
                game.advance(mv);
                made += 1;
                cursor[(made & MASK) as usize] = G::Cursor::default();
                continue;
            }
        } else {
            count_moves(game, &mut count);
        }
        if made == 0 {
            return Ok(count);
        }
        made -= 1;
        let at = (made & MASK) as usize;
        game.retreat(Move { from: from[at], to: to[at] });
    }
}
