//! The playing levels of mouse and cats.

use super::{MouseAndCats, strategy};
use crate::alpha_beta::AlphaBeta;
use crate::game::Outcome;
use crate::player::{Choice, Choose, LEVELS, Limits, Source, deepen};
use crate::search::{MAX_DEPTH, Observer};

/// Returns a level that searches without a node limit and sometimes errs or is hasty.
const fn shallow(depth: u8, errs: u8, slips: u8) -> Limits {
    Limits { depth, quota: 0, seconds: 0, errs, slips, cautious: false, exact: false }
}

/// The quota, in units of 64 nodes, of the best level in a position that is proven to be lost.
const LOST: u16 = 56;

impl Choose for MouseAndCats {
    /// 64 nodes take about 0.13 seconds on a C64.
    const LIMITS: [Limits; LEVELS as usize] = [
        shallow(1, 192, 0),
        shallow(4, 64, 0),
        shallow(5, 0, 48),
        shallow(6, 0, 24),
        Limits { depth: 8, quota: 34, seconds: 15, errs: 0, slips: 0, cautious: false, exact: false },
        Limits { depth: MAX_DEPTH, quota: 160, seconds: 15, errs: 0, slips: 0, cautious: false, exact: true },
    ];

    type Thinker = AlphaBeta;

    fn proven(&self) -> Outcome {
        if strategy::contains(self) { Outcome::Second } else { Outcome::Ongoing }
    }

    fn think<O: Observer>(&mut self, thinker: &mut AlphaBeta, limits: &Limits, observer: &mut O) -> Choice {
        let mut limits = *limits;
        if limits.exact {
            // If the mouse is lost, there is no need to search for long.
            if strategy::contains(self) {
                limits.quota = LOST;
            }
            let reply = strategy::reply(self);
            if !reply.is_none() {
                return Choice::plain(reply, Source::Strategy);
            }
        }
        deepen(self, thinker, &limits, observer)
    }
}
