//! The rules of a two-player game as the search sees them.

use crate::keys::KeySource;

/// A move: two bytes whose meaning is the game's own (usually the square left and the square entered). (0, 0)
/// and (255, 255) are no move in any game: the first marks an empty table entry, the second is
/// [`Move::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: u8,
    /// The square that the piece enters.
    pub to: u8,
}

impl Move {
    /// No move.
    pub const NONE: Move = Move { from: 0xFF, to: 0xFF };

    /// Whether this is [`Move::NONE`].
    pub const fn is_none(self) -> bool {
        self.from == 0xFF
    }
}

/// One of the two players. The first one moves first from the starting position and maximises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// The mouse, X: the maximiser.
    First = 0,
    /// The cats, O: the minimiser.
    Second = 1,
}

impl Side {
    /// The other player.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The game that this player has won.
    #[inline(always)]
    pub const fn wins(self) -> Outcome {
        match self {
            Side::First => Outcome::First,
            Side::Second => Outcome::Second,
        }
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// The game goes on.
    Ongoing = 0,
    /// The first player has won.
    First = 1,
    /// The second player has won.
    Second = 2,
    /// The game is drawn.
    Draw = 3,
}

/// A position of a game, changed in place.
///
/// `make` and `take_back` are unchecked: the moves given to them come from `next_move` or have been found
/// legal.
pub trait Game: Sized {
    /// The state before [`Game::reset`]: every byte zero, so that a static of it takes no room in a program
    /// file.
    const EMPTY: Self;

    /// Where [`Game::next_move`] stands among the moves of a position; the default is before the first.
    type Cursor: Copy + Default;

    /// Puts up the starting position; the keys stay.
    fn reset(&mut self);

    /// Takes new hash and lock keys out of `source`, always in the same order.
    fn set_keys(&mut self, source: &mut dyn KeySource);

    /// Recomputes from the pieces alone what `make` and `take_back` keep up to date: hash, lock, evaluation.
    fn refresh(&mut self);

    /// The player to move.
    fn side(&self) -> Side;

    /// Gives the turn to the other player.
    fn pass(&mut self);

    /// The next move of the player to move, in the game's fixed order, or [`Move::NONE`] after the last.
    /// `cursor` starts at its default and belongs to this call alone. Whether the game is already won is not
    /// looked at.
    fn next_move(&self, cursor: &mut Self::Cursor) -> Move;

    /// Plays a move of the player to move.
    fn make(&mut self, mv: Move);

    /// Undoes the last move made, which must be `mv`.
    fn take_back(&mut self, mv: Move);

    /// Returns the state of the game.
    fn outcome(&self) -> Outcome;

    /// The state of the game after a move, which is not finished before. The position is as before afterwards. Games that know it
    /// without making the move say so faster.
    #[inline(always)]
    fn outcome_after(&mut self, mv: Move) -> Outcome {
        outcome_by_making(self, mv)
    }

    /// Hands the state of the game after each move to `visit`. The game is not finished, and the position is as before afterwards.
    #[inline(always)]
    fn outcomes_after_one(&mut self, mut visit: impl FnMut(Outcome)) {
        let mut cursor = Self::Cursor::default();
        loop {
            let mv = self.next_move(&mut cursor);
            if mv.is_none() {
                return;
            }
            visit(self.outcome_after(mv));
        }
    }

    /// Hands the state of the game two moves ahead to `visit`, once for each such line of play and each move that ends the game.
    /// The game is not finished, and the position is as before afterwards. Games that know these states without making the first
    /// move say so faster: most of the time of a perft is spent here.
    #[inline(always)]
    fn outcomes_after_two(&mut self, mut visit: impl FnMut(Outcome)) {
        let mut cursor = Self::Cursor::default();
        loop {
            let mv = self.next_move(&mut cursor);
            if mv.is_none() {
                return;
            }
            match self.outcome_after(mv) {
                Outcome::Ongoing => {
                    self.advance(mv);
                    self.outcomes_after_one(&mut visit);
                    self.retreat(mv);
                }
                outcome => visit(outcome),
            }
        }
    }

    /// The position's index into the side's move table.
    fn hash(&self) -> u8;

    /// A second key of the position, which guards the table entry.
    fn lock(&self) -> u8;

    /// The starting position with the fixed keys.
    fn start() -> Self {
        let mut game = Self::EMPTY;
        game.set_keys(&mut crate::keys::Lcg::fixed());
        game.reset();
        game
    }

    /// [`Game::make`] as a call of its own, for where size counts more than time.
    #[inline(never)]
    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// [`Game::take_back`] as a call of its own, for where size counts more than time.
    #[inline(never)]
    fn undo(&mut self, mv: Move) {
        self.take_back(mv);
    }

    /// [`Game::make`] of the pieces and the turn alone: hash, lock and evaluation may stay behind.
    #[inline(always)]
    fn advance(&mut self, mv: Move) {
        self.play(mv);
    }

    /// Undoes [`Game::advance`].
    #[inline(always)]
    fn retreat(&mut self, mv: Move) {
        self.undo(mv);
    }

    /// [`Game::next_move`] as a call of its own, for where size counts more than time.
    #[inline(never)]
    fn next(&self, cursor: &mut Self::Cursor) -> Move {
        self.next_move(cursor)
    }

    /// Whether `mv` is among the moves of the player to move.
    #[inline(never)]
    fn has_move(&self, mv: Move) -> bool {
        is_among_moves(self, mv)
    }

    /// Whether the game goes on and `mv` may be played.
    #[inline(never)]
    fn is_legal(&self, mv: Move) -> bool {
        self.outcome() == Outcome::Ongoing && self.has_move(mv)
    }
}

/// [`Game::outcome_after`] for moves whose result only the position after them tells.
#[inline(always)]
pub(crate) fn outcome_by_making<G: Game>(game: &mut G, mv: Move) -> Outcome {
    game.advance(mv);
    let outcome = game.outcome();
    game.retreat(mv);
    outcome
}

/// [`Game::has_move`] for any game: looks through the moves.
pub(crate) fn is_among_moves<G: Game>(game: &G, mv: Move) -> bool {
    let mut cursor = G::Cursor::default();
    loop {
        let candidate = game.next(&mut cursor);
        if candidate.is_none() {
            return false;
        }
        if candidate.from == mv.from && candidate.to == mv.to {
            return true;
        }
    }
}
