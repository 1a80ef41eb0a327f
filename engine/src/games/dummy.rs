//! A game made of an explicit tree, for testing the search in isolation.

use crate::evaluate::{Evaluate, IDENTITY};
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::{KeySource, Lcg};
use std::vec::Vec;

/// A node of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) children: Vec<usize>,
    pub(crate) value: u8,
    pub(crate) outcome: Outcome,
}

/// A path through a tree; its moves are (1, index of the child). `TERMINAL` selects the style of its seed
/// search.
#[derive(Clone, Debug)]
pub(crate) struct Dummy<const TERMINAL: bool> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) path: Vec<usize>,
    pub(crate) first: Side,
}

impl<const TERMINAL: bool> Dummy<TERMINAL> {
    /// Returns a random tree of at most `depth` levels below the root. With `TERMINAL`, every node that ends early
    /// is decided; otherwise it is a node without moves. `odds` of 256 nodes end early.
    pub(crate) fn random(random: &mut Lcg, depth: u8, odds: u8) -> Self {
        let mut nodes = std::vec![Node { children: Vec::new(), value: 0x80, outcome: Outcome::Ongoing }];
        let mut level = std::vec![0];
        for _ in 0..depth {
            let mut next = Vec::new();
            for parent in level {
                if nodes[parent].outcome != Outcome::Ongoing || (!TERMINAL && random.next_key() < odds) {
                    continue;
                }
                for _ in 0..=random.next_key() & 3 {
                    let child = nodes.len();
                    nodes[parent].children.push(child);
                    next.push(child);
                    let outcome = match random.next_key() {
                        key if !TERMINAL || key >= odds => Outcome::Ongoing,
                        key => [Outcome::First, Outcome::Second, Outcome::Draw][key as usize % 3],
                    };
                    // Few distinct values, so that ties are common.
                    let value = 0x70 + (random.next_key() & 15);
                    nodes.push(Node { children: Vec::new(), value, outcome });
                }
            }
            level = next;
        }
        let first = if random.next_key() & 1 == 0 { Side::First } else { Side::Second };
        Dummy { nodes, path: std::vec![0], first }
    }

    pub(crate) fn here(&self) -> &Node {
        &self.nodes[*self.path.last().unwrap()]
    }
}

impl<const TERMINAL: bool> Game for Dummy<TERMINAL> {
    const EMPTY: Self = Dummy { nodes: Vec::new(), path: Vec::new(), first: Side::First };

    type Cursor = u8;

    fn reset(&mut self) {
        self.path.truncate(1);
    }

    fn set_keys(&mut self, _source: &mut dyn KeySource) {}

    fn refresh(&mut self) {}

    fn side(&self) -> Side {
        if self.path.len() % 2 == 1 { self.first } else { self.first.other() }
    }

    fn pass(&mut self) {
        self.first = self.first.other();
    }

    fn next_move(&self, cursor: &mut u8) -> Move {
        if (*cursor as usize) < self.here().children.len() {
            *cursor += 1;
            Move { from: 1, to: *cursor - 1 }
        } else {
            Move::NONE
        }
    }

    fn make(&mut self, mv: Move) {
        let child = self.here().children[mv.to as usize];
        self.path.push(child);
    }

    fn take_back(&mut self, mv: Move) {
        let child = self.path.pop().unwrap();
        assert_eq!(self.here().children[mv.to as usize], child, "taken back out of order");
    }

    fn outcome(&self) -> Outcome {
        self.here().outcome
    }

    fn hash(&self) -> u8 {
        *self.path.last().unwrap() as u8
    }

    fn lock(&self) -> u8 {
        (*self.path.last().unwrap() >> 8) as u8
    }
}

impl<const TERMINAL: bool> Evaluate for Dummy<TERMINAL> {
    const SEED_KNOWS_ENDS: bool = TERMINAL;
    const ORDERED: bool = true;

    fn evaluate(&self) -> u8 {
        self.here().value
    }

    fn identity(&self) -> [u8; IDENTITY] {
        let here = *self.path.last().unwrap();
        [here as u8, (here >> 8) as u8, (here >> 16) as u8, 0, 0]
    }

    fn habit(&self, mv: Move) -> u8 {
        mv.to
    }
}
