//! Evaluates positions: the score is a byte biased at [`EVEN`], high for the first player.

use crate::game::{Game, Move, Outcome, Side};

/// The evaluation of a level position.
pub const EVEN: u8 = 0x80;

/// The end of a game, as far as it can be told without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The result, never [`Outcome::Ongoing`].
    pub outcome: Outcome,
    /// Moves until then if nobody errs, 0 when the game is over.
    pub plies: u8,
}

/// Scores from here on are wins of the first player; no evaluation is as high.
pub const FIRST_WINS: u8 = 0xC0;

/// Scores up to here are wins of the second player; no evaluation is as low.
pub const SECOND_WINS: u8 = 0x0F;

impl Decision {
    /// The score of a position that is this decided `ply` moves after the root: a win is better the sooner
    /// it comes, a loss the later.
    #[inline(always)]
    pub fn score(self, ply: u8) -> u8 {
        match self.outcome {
            Outcome::First => 0xFF - ply.wrapping_add(self.plies),
            Outcome::Second => ply.wrapping_add(self.plies),
            Outcome::Draw | Outcome::Ongoing => EVEN,
        }
    }
}

/// A value as a side sees it, the higher the better: for the second player the complement, and so the other way.
#[inline(always)]
pub const fn seen_by(side: Side, value: u8) -> u8 {
    match side {
        Side::First => value,
        Side::Second => !value,
    }
}

/// What a position adds up to, a byte each: a search takes it from a position to the next one and keeps that of every
/// position it came through, so that no move has to be reckoned back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// [`Game::hash`].
    Hash,
    /// [`Game::lock`].
    Lock,
    /// The evaluation, in a game that adds it up; others have none.
    Evaluation,
}

/// All that a position adds up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// See [`Sum::Hash`].
    pub hash: u8,
    /// See [`Sum::Lock`].
    pub lock: u8,
    /// See [`Sum::Evaluation`].
    pub evaluation: u8,
}

/// What is done with each move of a position. (Not a closure, as there is no way to have the compiler inline one.)
pub trait Visit<G> {
    /// Does it in the position after the move, which adds up to `sums`. True if that is enough.
    fn visit(&mut self, game: &mut G, mv: Move, sums: Sums) -> bool;
}

/// A game whose positions can be judged. Its cursor is 0 before the first move and below 255 ever after.
pub trait Evaluate: Game<Cursor = u8> {
    /// Whether the published program whose search this game reproduces asks in every node if the game is over
    /// and keeps the first of equally good moves. If not, there is no win test in its tree, a side without moves
    /// gets its own bound, and the last of equally good moves counts, one cut off at the bound among them.
    const SEED_KNOWS_ENDS: bool;

    /// Whether the engine's own search remembers values and orders moves: not worth its code in a game whose whole
    /// tree is small, and possible only if no position has more than 15 moves, which the search does not check.
    const ORDERED: bool;

    /// The value of the position for the first player, biased at [`EVEN`].
    fn evaluate(&self) -> u8;

    /// One of the things that the position adds up to.
    #[inline(always)]
    fn sum(&self, sum: Sum) -> u8 {
        match sum {
            Sum::Hash => self.hash(),
            Sum::Lock => self.lock(),
            Sum::Evaluation => EVEN,
        }
    }

    /// A move of `side`, whose turn it is, as [`Evaluate::sum_after`] wants it: a game that looks something up for that does
    /// so here, once for all sums.
    #[inline(always)]
    fn for_sums(&self, _side: Side, mv: Move) -> Move {
        mv
    }

    /// What the position after a move of `side`, whose turn it is, adds up to; this one adds up to `value`. The move is one
    /// [for sums](Evaluate::for_sums).
    #[inline(always)]
    fn sum_after(&mut self, sum: Sum, _side: Side, mv: Move, _value: u8) -> u8 {
        self.make(mv);
        let after = self.sum(sum);
        self.take_back(mv);
        after
    }

    /// [`Game::next_move`] where the player to move is known.
    #[inline(always)]
    fn next_move_of(&self, _side: Side, cursor: &mut u8) -> Option<Move> {
        let mv = self.next_move(cursor);
        if mv.is_none() { None } else { Some(mv) }
    }

    /// [`Game::advance`] for a move of `side`, whose turn it is; the player to move may stay as it is, too.
    #[inline(always)]
    fn advance_of(&mut self, _side: Side, mv: Move) {
        self.advance(mv);
    }

    /// Undoes [`Evaluate::advance_of`].
    #[inline(always)]
    fn retreat_of(&mut self, _side: Side, mv: Move) {
        self.retreat(mv);
    }

    /// [`Game::advance`] for a move of `side`, whose turn it is, for where time counts more than size. `for_sums` is the move
    /// [for sums](Evaluate::for_sums) if [`Evaluate::ORDERED`].
    #[inline(always)]
    fn advance_fast(&mut self, _side: Side, mv: Move, _for_sums: Move) {
        self.advance(mv);
    }

    /// Undoes [`Evaluate::advance_fast`].
    #[inline(always)]
    fn retreat_fast(&mut self, _side: Side, mv: Move) {
        self.retreat(mv);
    }

    /// Makes each move of `side`, whose turn it is, in the game's order, has `visitor` do something, and takes it back, until
    /// that returns true. The position adds up to `sums`; it is as before afterwards. What the visitor does is in the program
    /// once.
    #[inline(always)]
    fn try_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        try_by_cursor(self, side, sums, visitor);
    }

    /// The same for a visitor that does little: it may be in the program once for each kind of moves, where that is faster.
    #[inline(always)]
    fn try_kinds_of_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        self.try_moves(side, sums, visitor);
    }

    /// The evaluation after `mv`, a move of the player to move; the position is as before afterwards.
    #[inline(always)]
    fn evaluate_after(&mut self, mv: Move) -> u8 {
        self.play(mv);
        let score = self.evaluate();
        self.undo(mv);
        score
    }

    /// Hands each move of `side`, whose turn it is, in the game's order, and the evaluation after it [as that side sees
    /// it](seen_by) to `visit` until that returns true, and tells whether it did; the position, whose [`Sum::Evaluation`] is
    /// `evaluation`, seen in the same way, is as before afterwards. A game that can tell these evaluations faster one after the
    /// other does so here: the leaves of a search are scored by it.
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

    /// Whether and how the game is decided, as far as a glance tells; where a glance does not tell whether the
    /// player to move has a move, that is found out when there is none.
    #[inline(always)]
    fn decided(&self) -> Option<Decision> {
        match self.outcome() {
            Outcome::Ongoing => None,
            outcome => Some(Decision { outcome, plies: 0 }),
        }
    }

    /// As [`Evaluate::score_moves`], but with plain evaluations, and a move after which the game is over or decided gets the
    /// score of that, `ply` moves after the root.
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

    /// A byte for a move of the player to move, below 255, that tells it from his other moves and stays the same in other
    /// positions: the history counts under it.
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

/// Bytes of [`Evaluate::identity`].
pub const IDENTITY: usize = 5;

/// [`Evaluate::score_ends`] for any game: each move is made and taken back. The game's own evaluation is up to date.
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
