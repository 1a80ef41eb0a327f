//! The opinion about a position: a byte biased at [`EVEN`], high for the first player.

use crate::game::{Game, Move};

/// The evaluation of a level position.
pub const EVEN: u8 = 0x80;

/// How a search treats finished games and equal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// True: every node asks first whether the game is over, and only a better move replaces the best one.
    /// False: there is no win test in the tree, a side without moves gets its own bound, leaves are scored
    /// from their parent, and a later move that is not worse replaces the best one (a move cut off at the
    /// bound counts as equal).
    pub terminal: bool,
    /// A win is better the sooner it comes, a loss the later.
    pub distance: bool,
    /// The move of the side's table is tried first.
    pub table_first: bool,
}

impl Style {
    /// The engine's own play.
    pub const PLAY: Style = Style { terminal: true, distance: true, table_first: true };
}

/// A game whose positions can be judged. Its cursor is 0 before the first move and below 255 ever after.
pub trait Evaluate: Game<Cursor = u8> {
    /// The search of the published program this game reproduces.
    const SEED: Style;

    /// The value of the position for the first player, biased at [`EVEN`].
    fn evaluate(&self) -> u8;

    /// The evaluation after `mv`, a move of the player to move; the position is as before afterwards.
    #[inline(always)]
    fn evaluate_after(&mut self, mv: Move) -> u8 {
        self.make(mv);
        let score = self.evaluate();
        self.take_back(mv);
        score
    }

    /// Hands each move of the player to move, in the game's order, and the evaluation after it to `visit`
    /// until that returns true; the position is as before afterwards. A game that can tell these evaluations
    /// without making the moves does so here: the leaves of a search are scored by it.
    #[inline(always)]
    fn score_moves(&mut self, mut visit: impl FnMut(Move, u8) -> bool) {
        let mut cursor = 0;
        loop {
            let mv = self.next_move(&mut cursor);
            if mv.is_none() {
                return;
            }
            let score = self.evaluate_after(mv);
            if visit(mv, score) {
                return;
            }
        }
    }
}
