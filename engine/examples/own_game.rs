//! A game of your own: 21 matches, each player takes one to three, and who takes the last one wins. The engine plays both sides.
//!
//! [`Game`] is the rules and [`Evaluate`] what a search asks for besides; the rest has defaults.

use engine::alpha_beta::AlphaBeta;
use engine::evaluate::{EVEN, Evaluate, IDENTITY};
use engine::keys::KeySource;
use engine::{Game, Mode, Move, Outcome, Side, Silent};

/// Matches at the beginning.
const MATCHES: u8 = 21;

#[derive(Clone, Debug)]
struct Matches {
    left: u8,
    side: Side,
    /// Keys that change the hash and the lock of a position, so that games differ in what their tables forget.
    keys: [u8; 2],
}

impl Game for Matches {
    const EMPTY: Self = Matches { left: 0, side: Side::First, keys: [0; 2] };

    /// The number of matches to be taken next.
    type Cursor = u8;

    fn reset(&mut self) {
        (self.left, self.side) = (MATCHES, Side::First);
    }

    fn set_keys(&mut self, source: &mut dyn KeySource) {
        self.keys = [source.next_key(), source.next_key()];
    }

    /// Nothing is kept up to date beside the position.
    fn refresh(&mut self) {}

    fn side(&self) -> Side {
        self.side
    }

    fn pass(&mut self) {
        self.side = self.side.other();
    }

    fn next_move(&self, cursor: &mut u8) -> Move {
        *cursor += 1;
        match *cursor <= self.left.min(3) {
            true => Move { from: 1, to: *cursor },
            false => Move::NONE,
        }
    }

    fn make(&mut self, mv: Move) {
        self.left -= mv.to;
        self.pass();
    }

    fn take_back(&mut self, mv: Move) {
        self.left += mv.to;
        self.pass();
    }

    /// Who has taken the last match has won: the player who is not to move.
    fn outcome(&self) -> Outcome {
        match (self.left, self.side) {
            (0, Side::First) => Outcome::Second,
            (0, Side::Second) => Outcome::First,
            _ => Outcome::Ongoing,
        }
    }

    fn hash(&self) -> u8 {
        self.left ^ self.keys[0]
    }

    fn lock(&self) -> u8 {
        self.left.wrapping_mul(3) ^ self.keys[1]
    }
}

impl Evaluate for Matches {
    const SEED_KNOWS_ENDS: bool = true;
    const ORDERED: bool = true;

    /// No opinion: the search sees to the end.
    fn evaluate(&self) -> u8 {
        EVEN
    }

    fn identity(&self) -> [u8; IDENTITY] {
        [self.left, self.side as u8, 0, 0, 0]
    }

    fn habit(&self, mv: Move) -> u8 {
        mv.to
    }
}

fn main() {
    let mut game = Matches::start();
    let mut player = AlphaBeta::new();
    while game.outcome() == Outcome::Ongoing {
        let AlphaBeta { search, tables } = &mut player;
        search.deepen(&mut game, tables, 12, Mode::Play, &mut Silent);
        let best = search.best();
        let (left, side, score) = (game.left, game.side, search.score());
        println!(
            "{left:2} matches: {side:?} takes {} (score ${score:02X}, {} nodes)",
            best.to,
            search.nodes()
        );
        assert!(game.is_legal(best));
        game.make(best);
    }
    println!("{:?} has won", game.outcome());
}
