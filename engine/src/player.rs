//! Playing levels, and the choice of a move.

use crate::alpha_beta::AlphaBeta;
use crate::game::{Game, Move, Outcome};
use crate::keys::{KeySource, Lcg};
use crate::record::next_legal_move;
use crate::search::{Budget, Observer, Search};

/// The number of levels.
pub const LEVELS: u8 = 6;

/// The strength of the engine, from 1, which a child can beat, to [`LEVELS`], its best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const FIRST: Level = Level(1);
    /// The best level.
    pub const BEST: Level = Level(LEVELS);

    /// Returns the level with this number, 1..=[`LEVELS`].
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= LEVELS { Some(Level(number)) } else { None }
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the entry of this level in a game's list.
    #[inline(always)]
    pub const fn of(self, levels: &[Limits; LEVELS as usize]) -> Limits {
        levels[((self.0 - 1) % LEVELS) as usize]
    }
}

/// The limits of a level in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The search stops after this many times 64 nodes; 0 for no limit other than the depth. The same on every machine.
    pub quota: u16,
    /// A clock stops the search after this many seconds on a C64 if the node limit has not done so before; 0 for no clock.
    pub seconds: u16,
    /// The chance, in 256ths, of a random move.
    pub errs: u8,
    /// The chance, in 256ths, of a hasty move: it looks one ply ahead or, in five in a row, plays any of the better moves where it
    /// sees no threat. In the limits of a single move: the random value of a hasty move, 0 for a careful one.
    pub slips: u8,
    /// In five in a row, whether it places stones where the other player would like to.
    pub cautious: bool,
    /// Whether it uses what has been proven about the game.
    pub exact: bool,
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// It is the only legal move.
    OnlyMove = 0,
    /// By chance.
    Chance = 1,
    /// By searching.
    Search = 2,
    /// By the proven strategy.
    Strategy = 3,
    /// By the weights of the cells.
    Weights = 4,
    /// The game is over: there is none.
    None = 5,
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, [`Move::NONE`] in a finished game.
    pub mv: Move,
    /// How the move was found.
    pub source: Source,
    /// The depth of the search, 0 if there was none.
    pub depth: u8,
    /// The value for the first player, biased at $80; $80 if there was no search.
    pub score: u8,
    /// The number of nodes searched.
    pub nodes: u32,
}

impl Choice {
    /// Returns a move found without a search.
    pub const fn plain(mv: Move, source: Source) -> Choice {
        Choice { mv, source, depth: 0, score: crate::evaluate::EVEN, nodes: 0 }
    }

    /// Returns the result of a search.
    #[inline(never)]
    pub fn of(search: &Search) -> Choice {
        Choice {
            mv: search.best(),
            source: Source::Search,
            depth: search.depth(),
            score: search.score(),
            nodes: search.nodes(),
        }
    }
}

/// A game that the engine can play.
pub trait Choose: Game {
    /// The memory of the engine, which keeps its results from move to move.
    type Thinker;

    /// The limits of each level.
    const LIMITS: [Limits; LEVELS as usize];

    /// Returns the result that is proven for this position without a search; [`Outcome::Ongoing`] if none is.
    fn proven(&self) -> Outcome {
        Outcome::Ongoing
    }

    /// Returns the engine's move in a position with more than one, within `limits`. The position is restored
    /// afterwards.
    fn think<O: Observer>(
        &mut self,
        thinker: &mut Self::Thinker,
        limits: &Limits,
        observer: &mut O,
    ) -> Choice;

    /// Returns the move of a player within `limits`, whose errors depend on `random`. The position is restored afterwards.
    fn choose<O: Observer>(
        &mut self,
        thinker: &mut Self::Thinker,
        limits: &Limits,
        random: &mut Lcg,
        observer: &mut O,
    ) -> Choice {
        match choose_without_thinking(self, limits, random) {
            Ok(choice) => choice,
            Err(limits) => self.think(thinker, &limits, observer),
        }
    }
}

/// Returns the choice in a finished game, for an only move, and where the player errs; otherwise the limits for [`Choose::think`].
pub(crate) fn choose_without_thinking<G: Game>(
    game: &G,
    limits: &Limits,
    random: &mut Lcg,
) -> Result<Choice, Limits> {
    let mut cursor = G::Cursor::default();
    let mv = next_legal_move(game, &mut cursor);
    if mv.is_none() {
        return Ok(Choice::plain(mv, Source::None));
    }
    if game.next_move(&mut cursor).is_none() {
        return Ok(Choice::plain(mv, Source::OnlyMove));
    }
    if limits.errs != 0 && random.next_key() < limits.errs {
        return Ok(Choice::plain(random_move(game, random), Source::Chance));
    }
    let mut limits = *limits;
    if limits.slips != 0 {
        limits.slips = if random.next_key() < limits.slips { random.next_key() | 1 } else { 0 };
    }
    Err(limits)
}

/// Runs iterative deepening within `limits`.
pub(crate) fn deepen<G: crate::evaluate::Evaluate, O: Observer>(
    game: &mut G,
    thinker: &mut AlphaBeta,
    limits: &Limits,
    observer: &mut O,
) -> Choice {
    let AlphaBeta { search, tables } = thinker;
    search.set_budget(Budget { quota: limits.quota, until_decided: true });
    // Whether stopped or not, the results are those of the last finished iteration.
    let depth = if limits.slips == 0 { limits.depth } else { 1 };
    search.deepen(game, tables, depth, crate::search::Mode::Play, observer);
    search.set_budget(Budget::UNLIMITED);
    Choice::of(search)
}

/// Returns a random legal move, all equally likely, or [`Move::NONE`] in a finished game.
pub fn random_move<G: Game>(game: &G, random: &mut Lcg) -> Move {
    if game.outcome() != Outcome::Ongoing {
        return Move::NONE;
    }
    let mut count = 0u16;
    let mut cursor = G::Cursor::default();
    while !game.next_move(&mut cursor).is_none() {
        count += 1;
    }
    let mut left = random.below(count);
    let mut cursor = G::Cursor::default();
    loop {
        let mv = game.next_move(&mut cursor);
        if left == 0 || mv.is_none() {
            return mv;
        }
        left -= 1;
    }
}
