//! The playing levels of five in a row.

use super::player::{Effort, How, Player};
use super::{FiveInARow, Weights};
use crate::game::Move;
use crate::places::{Place, joined, payload};
use crate::player::{Choice, Choose, LEVELS, Limits, Source};
use crate::search::{Observer, UNIT};
use crate::table::Line;

/// The engines of five in a row, one at a time in the same memory: a C64 has no room for both. All zeros when new.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "they share their memory on purpose")]
// Has an explicit tag, 0 for the first variant.
#[repr(u8)]
pub enum Thinker<const CELLS: usize> {
    /// The weights of the cells, the article's player.
    Weights(Weights<CELLS>),
    /// The search for forced wins.
    Player(Player<CELLS>),
}

impl<const CELLS: usize> Thinker<CELLS> {
    /// The offsets of the tag, 1 for the search for forced wins, and of the fields of that search.
    pub(crate) const PLACES: [Place; 13] =
        joined(&[(0, &[("five_player", 0)]), (payload::<Player<CELLS>>(), &Player::<CELLS>::PLACES)]);

    // Constants, because calling `new()` to change the variant would first build the tables in a temporary; and
    // without the enum around them, so that they are all zeros, which are filled in rather than copied.
    const WEIGHTS: Weights<CELLS> = Weights::new();
    const PLAYER: Player<CELLS> = Player::new();

    /// Returns a thinker that knows no position.
    pub const fn new() -> Self {
        Thinker::Weights(Self::WEIGHTS)
    }

    /// Returns the weights, up to date with `game`. They are kept, so that an update costs less the less has changed, until the search
    /// for forced wins takes over the memory.
    pub fn weights(&mut self, game: &FiveInARow<CELLS>) -> &Weights<CELLS> {
        let weights = self.stale_weights();
        weights.update(game);
        weights
    }

    /// Returns the weights as of the last update, unless the search for forced wins has taken over the memory since.
    pub const fn known_weights(&self) -> Option<&Weights<CELLS>> {
        match self {
            Thinker::Weights(weights) => Some(weights),
            Thinker::Player(_) => None,
        }
    }

    /// Returns the article's move: one of maximum weight.
    pub fn heaviest(&mut self, game: &FiveInARow<CELLS>) -> Move {
        self.stale_weights().best(game)
    }

    fn stale_weights(&mut self) -> &mut Weights<CELLS> {
        if let Thinker::Player(_) = self {
            *self = Thinker::Weights(Self::WEIGHTS);
        }
        match self {
            Thinker::Weights(weights) => weights,
            Thinker::Player(_) => unreachable!("changed above"),
        }
    }

    /// Returns the search for forced wins, which takes over the memory.
    pub fn player(&mut self) -> &mut Player<CELLS> {
        if let Thinker::Weights(_) = self {
            *self = Thinker::Player(Self::PLAYER);
        }
        match self {
            Thinker::Player(player) => player,
            Thinker::Weights(_) => unreachable!("changed above"),
        }
    }

    /// Forgets the weights of the last position.
    pub fn forget(&mut self) {
        if let Thinker::Weights(weights) = self {
            weights.forget();
        }
    }

    /// Returns the variation of the last forced win found, or only the move; empty before the first one.
    pub fn line(&self) -> &Line {
        static NONE: Line = Line::new();
        match self {
            Thinker::Player(player) => player.line(),
            Thinker::Weights(_) => &NONE,
        }
    }
}

impl<const CELLS: usize> Default for Thinker<CELLS> {
    fn default() -> Self {
        Thinker::new()
    }
}

/// Returns the limits of the article's player with random errors.
const fn heaviest(errs: u8) -> Limits {
    Limits { depth: 0, quota: 0, seconds: 0, errs, slips: 0, cautious: false, exact: false }
}

/// Returns the limits of a player that sees forced wins of up to `depth` plies, tries `quota` times 64 stones and is sometimes hasty.
const fn seeing(depth: u8, quota: u16, seconds: u16, slips: u8) -> Limits {
    Limits { depth, quota, seconds, errs: 0, slips, cautious: false, exact: false }
}

/// The first level that checks several moves for one that threatens a forced win.
const LOOKS: u8 = 6;

impl<const CELLS: usize> Choose for FiveInARow<CELLS> {
    // The first two err often enough that a player who knows only the rules wins about every second and every fourth game. Source:
    // `cargo c64 match five-in-a-row --a engine:1 --b beginner --games 200`.
    const LIMITS: [Limits; LEVELS as usize] = [
        heaviest(208),
        heaviest(168),
        Limits { cautious: true, ..seeing(4, 4, 10, 200) },
        seeing(6, 8, 10, 160),
        seeing(12, 16, 15, 96),
        seeing(Effort::BEST.plies, Effort::BEST.nodes / UNIT, 15, 0),
    ];

    type Thinker = Thinker<CELLS>;

    /// The depth is the length of a forced win in plies.
    fn think<O: Observer>(
        &mut self,
        thinker: &mut Thinker<CELLS>,
        limits: &Limits,
        observer: &mut O,
    ) -> Choice {
        if limits.quota == 0 {
            return Choice::plain(thinker.heaviest(self), Source::Weights);
        }
        let effort = Effort {
            nodes: limits.quota * UNIT,
            threes: (limits.depth >> 2).min(Effort::BEST.threes),
            plies: limits.depth,
            attack: limits.depth != 0,
            defend: limits.depth != 0,
            slip: limits.slips,
            cautious: limits.cautious,
            look: if limits.depth >= LOOKS { Effort::BEST.look } else { 0 },
        };
        let thought = thinker.player().choose(self, &effort, observer);
        let source = match thought.how {
            How::None => Source::None,
            How::Opening | How::Weight => Source::Weights,
            How::Five | How::Stop | How::Win | How::Threat | How::Defence | How::Loss => Source::Search,
        };
        Choice {
            mv: thought.mv,
            source,
            depth: thought.plies,
            score: thought.score,
            nodes: thought.nodes as u32,
        }
    }
}
