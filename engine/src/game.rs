//! The rules of a two-player game as the search sees them.

use crate::keys::KeySource;

/// A move: two bytes in a game-specific encoding (usually the square left and the square entered). (0, 0)
/// and (255, 255) are not moves in any game: the first marks an empty table entry, the second is
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

/// One of the two players. The first one moves first from the starting position and is the maximiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// The mouse, X: the maximiser.
    First = 0,
    /// The cats, O: the minimiser.
    Second = 1,
}

impl Side {
    /// Returns the other player.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns the outcome in which this player has won.
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
/// `make` and `take_back` do not check their argument: it must come from `next_move` or have been checked for
/// legality.
pub trait Game: Sized {
    /// The state before [`Game::reset`]: every byte is zero, so that a static of it takes no room in a program
    /// file.
    const EMPTY: Self;

    /// The position of [`Game::next_move`] in the move list; the default is before the first move.
    type Cursor: Copy + Default;

    /// Sets up the starting position; the keys stay.
    fn reset(&mut self);

    /// Draws new hash and lock keys from `source`, always in the same order.
    fn set_keys(&mut self, source: &mut dyn KeySource);

    /// Recomputes from the pieces alone what `make` and `take_back` update incrementally: hash, lock, evaluation.
    fn refresh(&mut self);

    /// Returns the player to move.
    fn side(&self) -> Side;

    /// Passes the turn to the other player.
    fn pass(&mut self);

    /// Returns the next move of the player to move, in the game's fixed order, or [`Move::NONE`] after the last.
    /// `cursor` starts at its default and is only changed by this function. Does not check whether the game is
    /// already won.
    fn next_move(&self, cursor: &mut Self::Cursor) -> Move;

    /// Plays a move of the player to move.
    fn make(&mut self, mv: Move);

    /// Unmakes the last move made, which must be `mv`.
    fn take_back(&mut self, mv: Move);

    /// Returns the state of the game.
    fn outcome(&self) -> Outcome;

    /// Returns the state of the game after a move in an unfinished game. The position is restored afterwards. Games that can tell
    /// without making the move override this to be faster.
    #[inline(always)]
    fn outcome_after(&mut self, mv: Move) -> Outcome {
        outcome_by_making(self, mv)
    }

    /// Passes the state of the game after each move to `visit`. The game must be unfinished; the position is restored afterwards.
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

    /// Passes the state of the game two plies ahead to `visit`, once for each such line of play and for each move that ends the game.
    /// The game must be unfinished; the position is restored afterwards. Games that know these states without making the first
    /// move override this to be faster: a perft spends most of its time here.
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

    /// The hash of the position: an index into the side's move table.
    fn hash(&self) -> u8;

    /// A second hash of the position, which verifies the table entry.
    fn lock(&self) -> u8;

    /// Returns the starting position with the fixed keys.
    fn start() -> Self {
        let mut game = Self::EMPTY;
        game.set_keys(&mut crate::keys::Lcg::fixed());
        game.reset();
        game
    }

    /// [`Game::make`] as a separate function, for code where size matters more than speed.
    #[inline(never)]
    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// [`Game::take_back`] as a separate function, for code where size matters more than speed.
    #[inline(never)]
    fn undo(&mut self, mv: Move) {
        self.take_back(mv);
    }

    /// [`Game::make`] for the pieces and the turn alone: hash, lock and evaluation need not be updated.
    #[inline(always)]
    fn advance(&mut self, mv: Move) {
        self.play(mv);
    }

    /// Undoes [`Game::advance`].
    #[inline(always)]
    fn retreat(&mut self, mv: Move) {
        self.undo(mv);
    }

    /// [`Game::next_move`] as a separate function, for code where size matters more than speed.
    #[inline(never)]
    fn next(&self, cursor: &mut Self::Cursor) -> Move {
        self.next_move(cursor)
    }

    /// Whether `mv` is among the moves of the player to move.
    #[inline(never)]
    fn has_move(&self, mv: Move) -> bool {
        is_among_moves(self, mv)
    }

    /// Whether the game is unfinished and `mv` is legal.
    #[inline(never)]
    fn is_legal(&self, mv: Move) -> bool {
        self.outcome() == Outcome::Ongoing && self.has_move(mv)
    }
}

/// [`Game::outcome_after`] for moves whose result shows only in the position after them.
#[inline(always)]
pub(crate) fn outcome_by_making<G: Game>(game: &mut G, mv: Move) -> Outcome {
    game.advance(mv);
    let outcome = game.outcome();
    game.retreat(mv);
    outcome
}

/// [`Game::has_move`] for any game: searches the move list.
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
