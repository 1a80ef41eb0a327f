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

/// A depth [`perft`] cannot count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthError;

impl fmt::Display for DepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the depth of a perft is 0 to {MAX_PERFT_DEPTH}")
    }
}

impl core::error::Error for DepthError {}

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
    let mut cursor = [G::Cursor::default(); MAX_PERFT_DEPTH as usize];
    let mut from = [0u8; MAX_PERFT_DEPTH as usize];
    let mut to = [0u8; MAX_PERFT_DEPTH as usize];
    let mut open = 0;
    loop {
        let outcome = game.outcome();
        match outcome {
            Outcome::First => count.first_wins += 1,
            Outcome::Second => count.second_wins += 1,
            Outcome::Draw => count.draws += 1,
            Outcome::Ongoing => {}
        }
        let mut done = outcome != Outcome::Ongoing || open == depth;
        if done {
            count.leaves += 1;
        } else {
            cursor[(open & MASK) as usize] = G::Cursor::default();
            open += 1;
        }
        // The first `open` positions of the line are being expanded; unless it is done, the last one is the
        // present one.
        loop {
            let top = (open.wrapping_sub(1) & MASK) as usize;
            if !done {
                let mv = game.next_move(&mut cursor[top]);
                if !mv.is_none() {
                    from[top] = mv.from;
                    to[top] = mv.to;
                    game.advance(mv);
                    break;
                }
                open = open.wrapping_sub(1);
            }
            if open == 0 {
                return Ok(count);
            }
            let top = (open.wrapping_sub(1) & MASK) as usize;
            game.retreat(Move { from: from[top], to: to[top] });
            done = false;
        }
    }
}
