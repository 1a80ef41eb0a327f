//! Evaluates positions: a score is a byte biased at [`EVEN`]; higher is better for the first player.

use crate::game::{Game, Move, Outcome, Side};

/// The evaluation of an even position.
pub const EVEN: u8 = 0x80;

/// The end of a game, as far as it can be determined without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The result, never [`Outcome::Ongoing`].
    pub outcome: Outcome,
    /// Plies until then with best play, 0 when the game is over.
    pub plies: u8,
}

/// Scores from here up are wins of the first player; no evaluation is as high.
pub const FIRST_WINS: u8 = 0xC0;

/// Scores from here down are wins of the second player; no evaluation is as low.
pub const SECOND_WINS: u8 = 0x0F;

impl Decision {
    /// Returns the score of a position decided in this way `ply` plies from the root: a win is better the sooner
    /// it comes, a loss the later it comes.
    #[inline(always)]
    pub fn score(self, ply: u8) -> u8 {
        match self.outcome {
            Outcome::First => 0xFF - ply.wrapping_add(self.plies),
            Outcome::Second => ply.wrapping_add(self.plies),
            Outcome::Draw | Outcome::Ongoing => EVEN,
        }
    }
}

/// Converts a value to a side's point of view, higher being better: the complement for the second player. It is its own inverse.
#[inline(always)]
pub const fn seen_by(side: Side, value: u8) -> u8 {
    match side {
        Side::First => value,
        Side::Second => !value,
    }
}

/// A byte-sized property of a position that is updated incrementally: a search derives it for each child and keeps it for every
/// position on the path, so that nothing has to be recomputed when a move is unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// [`Game::hash`].
    Hash,
    /// [`Game::lock`].
    Lock,
    /// The evaluation, in a game that updates it incrementally; others have none.
    Evaluation,
}

/// All incrementally updated properties of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// See [`Sum::Hash`].
    pub hash: u8,
    /// See [`Sum::Lock`].
    pub lock: u8,
    /// See [`Sum::Evaluation`].
    pub evaluation: u8,
}

/// A visitor of the moves of a position. (Not a closure, because there is no way to make the compiler inline one.)
pub trait Visit<G> {
    /// Visits the position after `mv`, whose sums are `sums`. Returns true to stop.
    fn visit(&mut self, game: &mut G, mv: Move, sums: Sums) -> bool;
}

/// A game whose positions can be evaluated. Its cursor is 0 before the first move and below 255 ever after.
pub trait Evaluate: Game<Cursor = u8> {
    /// Whether the published program whose search this game reproduces tests in every node whether the game is over
    /// and keeps the first of equally good moves. If not, its tree has no win test, a side without moves
    /// returns its own bound, and the last of equally good moves counts, including one cut off at the bound.
    const SEED_KNOWS_ENDS: bool;

    /// Whether the engine's own search stores values and orders moves. That is not worth its code in a game whose whole
    /// tree is small, and it requires that no position has more than 15 moves, which the search does not check.
    const ORDERED: bool;

    /// Evaluates the position for the first player, biased at [`EVEN`].
    fn evaluate(&self) -> u8;

    /// Returns one of the sums of the position.
    #[inline(always)]
    fn sum(&self, sum: Sum) -> u8 {
        match sum {
            Sum::Hash => self.hash(),
            Sum::Lock => self.lock(),
            Sum::Evaluation => EVEN,
        }
    }

    /// Prepares a move of `side`, which is to move, for [`Evaluate::sum_after`]: a game that needs a table lookup for it does
    /// it here, once for all sums.
    #[inline(always)]
    fn for_sums(&self, _side: Side, mv: Move) -> Move {
        mv
    }

    /// Returns a sum of the position after a move of `side`, which is to move; `value` is that of this position. The move must
    /// come from [`for_sums`](Evaluate::for_sums).
    #[inline(always)]
    fn sum_after(&mut self, sum: Sum, _side: Side, mv: Move, _value: u8) -> u8 {
        self.make(mv);
        let after = self.sum(sum);
        self.take_back(mv);
        after
    }

    /// [`Game::next_move`] when the player to move is known.
    #[inline(always)]
    fn next_move_of(&self, _side: Side, cursor: &mut u8) -> Option<Move> {
        let mv = self.next_move(cursor);
        if mv.is_none() { None } else { Some(mv) }
    }

    /// [`Game::advance`] for a move of `side`, which is to move; may leave the player to move unchanged, too.
    #[inline(always)]
    fn advance_of(&mut self, _side: Side, mv: Move) {
        self.advance(mv);
    }

    /// Undoes [`Evaluate::advance_of`].
    #[inline(always)]
    fn retreat_of(&mut self, _side: Side, mv: Move) {
        self.retreat(mv);
    }

    /// [`Game::advance`] for a move of `side`, which is to move, where speed matters more than size. `_for_sums` is the move as
    /// returned by [`for_sums`](Evaluate::for_sums) if [`Evaluate::ORDERED`].
    #[inline(always)]
    fn advance_fast(&mut self, _side: Side, mv: Move, _for_sums: Move) {
        self.advance(mv);
    }

    /// Undoes [`Evaluate::advance_fast`].
    #[inline(always)]
    fn retreat_fast(&mut self, _side: Side, mv: Move) {
        self.retreat(mv);
    }

    /// Makes each move of `side`, which is to move, in the game's order, calls `visitor` and unmakes the move, until the visitor
    /// returns true. `sums` are those of the position, which is restored afterwards. The visitor is compiled
    /// into the program only once.
    #[inline(always)]
    fn try_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        try_by_cursor(self, side, sums, visitor);
    }

    /// The same for a small visitor, which may be compiled once for each kind of move where that is faster.
    #[inline(always)]
    fn try_kinds_of_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        self.try_moves(side, sums, visitor);
    }

    /// Returns the evaluation after `mv`, a move of the player to move; the position is restored afterwards.
    #[inline(always)]
    fn evaluate_after(&mut self, mv: Move) -> u8 {
        self.play(mv);
        let score = self.evaluate();
        self.undo(mv);
        score
    }

    /// Passes each move of `side`, which is to move, in the game's order, and the evaluation after it [from that side's point of
    /// view](seen_by) to `visit` until that returns true; returns whether it did. `_evaluation` is the [`Sum::Evaluation`] of the
    /// position from the same point of view. The position is restored afterwards. A game that can compute these evaluations faster
    /// in sequence overrides this: the leaves of a search are scored with it.
    #[inline(always)]
    fn score_moves(&mut self, side: Side, _evaluation: u8, mut visit: impl FnMut(Move, u8) -> bool) -> bool {
        let mut cursor = 0;
        while let Some(mv) = self.next_move_of(side, &mut cursor) {
            let score = seen_by(side, self.evaluate_after(mv));
            if visit(mv, score) {
                return true;
            }
        }
        false
    }

    /// Returns whether and how the game is decided, as far as a cheap test can tell. If the test cannot tell whether the
    /// player to move has a move, the search notices it when there is none.
    #[inline(always)]
    fn decided(&self) -> Option<Decision> {
        match self.outcome() {
            Outcome::Ongoing => None,
            outcome => Some(Decision { outcome, plies: 0 }),
        }
    }

    /// As [`Evaluate::score_moves`], but with plain evaluations; a move after which the game is over or decided gets the
    /// score of that outcome, `ply` plies from the root.
    #[inline(always)]
    fn score_ends(
        &mut self,
        _side: Side,
        _evaluation: u8,
        ply: u8,
        visit: impl FnMut(Move, u8) -> bool,
    ) -> bool {
        score_by_playing(self, ply, visit)
    }

    /// Returns the bytes that distinguish this position from all others.
    fn identity(&self) -> [u8; IDENTITY];

    /// Returns a byte below 255 that identifies a move among those of the player to move and is the same in other
    /// positions: the index into the history table.
    fn habit(&self, mv: Move) -> u8;
}

/// [`Evaluate::try_moves`] for any game.
#[inline(always)]
pub fn try_by_cursor<G: Evaluate>(game: &mut G, side: Side, sums: Sums, visitor: &mut impl Visit<G>) {
    let mut cursor = 0;
    while let Some(mv) = game.next_move_of(side, &mut cursor) {
        let for_sums = game.for_sums(side, mv);
        let after = Sums {
            hash: game.sum_after(Sum::Hash, side, for_sums, sums.hash),
            lock: game.sum_after(Sum::Lock, side, for_sums, sums.lock),
            evaluation: game.sum_after(Sum::Evaluation, side, for_sums, sums.evaluation),
        };
        game.advance_of(side, mv);
        let done = visitor.visit(game, mv, after);
        game.retreat_of(side, mv);
        if done {
            return;
        }
    }
}

/// The length of [`Evaluate::identity`] in bytes.
pub const IDENTITY: usize = 5;

/// [`Evaluate::score_ends`] for any game: makes and unmakes each move. Requires an up-to-date evaluation.
#[inline(always)]
pub fn score_by_playing<G: Evaluate>(game: &mut G, ply: u8, mut visit: impl FnMut(Move, u8) -> bool) -> bool {
    let mut cursor = 0;
    loop {
        let mv = game.next(&mut cursor);
        if mv.is_none() {
            return false;
        }
        game.play(mv);
        let decision = match game.outcome() {
            Outcome::Ongoing => game.decided(),
            outcome => Some(Decision { outcome, plies: 0 }),
        };
        let score = match decision {
            Some(decision) => decision.score(ply),
            None => game.evaluate(),
        };
        game.undo(mv);
        if visit(mv, score) {
            return true;
        }
    }
}
