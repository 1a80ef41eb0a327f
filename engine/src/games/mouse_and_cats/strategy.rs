//! The cats' winning strategy: a set of positions to which the cats can always return, and the proof of this.
//!
//! The positions, all with the mouse to move, are indexed by the arrangement of the cats: see [`Table`]. A cat's step into one
//! of them, or one that traps the mouse, is right: see [`reply`]. [`prove`] plays every game in which the mouse moves
//! arbitrarily and the cats reply in this way.

mod table;

use super::MouseAndCats;
use super::tables::{LAST_ROW, SQUARES};
use crate::actions::Proof;
use crate::game::{Game, Move, Outcome, Side};
use crate::search::Observer;

pub use table::{ENTRIES, TABLE};

/// A set of positions with the mouse to move. Arrangements of the cats are sorted by the number of steps taken, fewest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The cells of the cats, ascending: `cats[0]` holds the first cat of each arrangement, `cats[1]` the second and so on.
    pub cats: [[u8; ENTRIES]; 4],
    /// The squares of the mouse, for each arrangement. Because the players alternate, they are all on odd or all on even rows:
    /// one byte per half of the board, the lower one first, with one bit per square, row by row and left to right.
    pub mice: [[u8; ENTRIES]; 2],
}

/// Returns the cats' reply by the strategy: the first of their moves that is right, [`Move::NONE`] if none is or if the mouse is
/// to move. The position is restored afterwards.
pub fn reply(game: &mut MouseAndCats) -> Move {
    TABLE.reply(game)
}

/// Whether the position, with the mouse to move, belongs to the strategy, so that the cats win.
pub fn contains(game: &MouseAndCats) -> bool {
    TABLE.contains(game)
}

/// Proves the strategy; `None` if the observer, polled at every position, stops it. The game is overwritten.
pub fn prove<O: Observer>(game: &mut MouseAndCats, observer: &mut O) -> Option<Proof> {
    TABLE.prove(game, observer)
}

/// Returns the bit of a square within its [`half_of`] the board: row by row and left to right, every second row.
#[inline(always)]
const fn bit_of(square: u8) -> u8 {
    BITS[(((square >> 2) & 4) | ((square >> 1) & 3)) as usize]
}

/// Returns the half of the board that a square is in: 0 for the lower, 1 for the upper.
#[inline(always)]
const fn half_of(square: u8) -> usize {
    ((square >> 5) & 1) as usize
}

static BITS: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// Returns the square of a cell on the board.
#[inline(always)]
fn square_of(cell: u8) -> u8 {
    SQUARES[(cell & 63) as usize]
}

impl Table {
    /// Returns the entry with this arrangement of the cats, or [`ENTRIES`] if there is none.
    fn find(&self, game: &MouseAndCats) -> usize {
        let mut entry = 0;
        while entry < ENTRIES {
            if self.cats[0][entry] == game.cats[0]
                && self.cats[1][entry] == game.cats[1]
                && self.cats[2][entry] == game.cats[2]
                && self.cats[3][entry] == game.cats[3]
            {
                break;
            }
            entry += 1;
        }
        entry
    }

    /// Whether the position, with the mouse to move, belongs to the set.
    #[inline(never)]
    pub fn contains(&self, game: &MouseAndCats) -> bool {
        let entry = self.find(game);
        if entry >= ENTRIES || game.side != Side::First {
            return false;
        }
        let mouse = square_of(game.mouse);
        // Row 1 and the cats' first rows have an even sum, so the sum of all five rows tells whose turn it is.
        let mut rows = mouse;
        for &cat in &game.cats[..4] {
            rows ^= square_of(cat);
        }
        rows & 8 == 0 && self.mice[half_of(mouse)][entry] & bit_of(mouse) != 0
    }

    /// Returns the first cats' move that traps the mouse or leads into the set, [`Move::NONE`] if there is none or if the mouse
    /// is to move. The position is restored afterwards.
    #[inline(never)]
    pub fn reply(&self, game: &mut MouseAndCats) -> Move {
        if game.side != Side::Second || game.mouse >= LAST_ROW {
            return Move::NONE;
        }
        let mut cursor = 0;
        loop {
            let Some(mv) = game.next_of_cats(&mut cursor) else { return Move::NONE };
            game.advance(mv);
            let right = game.outcome() == Outcome::Second || self.contains(game);
            game.retreat(mv);
            if right {
                return mv;
            }
        }
    }

    /// Proves that the cats win from the start if they reply within this set; `None` if the observer, polled at every
    /// position, stops it. The game is overwritten.
    pub fn prove<O: Observer>(&self, game: &mut MouseAndCats, observer: &mut O) -> Option<Proof> {
        let mut walk = Walk::new();
        game.reset();
        walk.arrive(self, game, 0, 0);
        let mut entry = 0;
        while entry < ENTRIES {
            // Every predecessor of this arrangement comes before it, so all positions reached with it are known by now.
            let mut row = 0;
            while row < 64 {
                let mut column = 0;
                while column < 8 {
                    let square = row | column;
                    if walk.reached[half_of(square)][entry] & bit_of(square) != 0 {
                        if observer.poll(1) {
                            return None;
                        }
                        walk.expand(self, game, entry, square);
                    }
                    column += 2;
                }
                row += 16;
            }
            let (lower, upper) = (self.mice[0][entry], self.mice[1][entry]);
            let unused = (lower & !walk.reached[0][entry]).count_ones()
                + (upper & !walk.reached[1][entry]).count_ones();
            walk.proof.unused += unused as u16;
            entry += 1;
        }
        Some(walk.proof)
    }
}

/// A proof in progress.
struct Walk {
    proof: Proof,
    /// The positions of the table that have been reached.
    reached: [[u8; ENTRIES]; 2],
    /// Plies from the start to each arrangement: the same in every game, because each turn of the cats is one step.
    plies: [u8; ENTRIES],
}

impl Walk {
    const fn new() -> Self {
        let proof = Proof { positions: 0, longest: 0, losses: 0, unused: 0, checksum: 0 };
        Walk { proof, reached: [[0; ENTRIES]; 2], plies: [0; ENTRIES] }
    }

    /// Adds a byte to the checksum.
    fn add(&mut self, byte: u8) {
        self.proof.checksum = self.proof.checksum.rotate_left(1).wrapping_add(byte as u16);
    }

    /// Records that a position with the mouse to move is reached `plies` plies from the start. It must belong to the table, and not to
    /// an entry before `earliest`, which has been processed already.
    fn arrive(&mut self, table: &Table, game: &MouseAndCats, earliest: usize, plies: u8) {
        let entry = table.find(game);
        if entry >= ENTRIES || entry < earliest || !table.contains(game) {
            self.proof.losses += 1;
            return;
        }
        let mouse = square_of(game.mouse);
        self.reached[half_of(mouse)][entry] |= bit_of(mouse);
        self.plies[entry] = plies;
    }

    /// Tries every move of the mouse and the cats' reply, with the mouse on a square of an entry. The square given is on
    /// an even row, or is the one below the mouse's.
    fn expand(&mut self, table: &Table, game: &mut MouseAndCats, entry: usize, square: u8) {
        self.proof.positions += 1;
        let cats = [0, 1, 2, 3].map(|cat: usize| square_of(table.cats[cat][entry]));
        let odd = (cats[0] ^ cats[1] ^ cats[2] ^ cats[3]) & 8;
        let mouse = square | odd | (odd >> 3);
        if !game.set_squares(mouse, cats, Side::First) {
            self.proof.losses += 1;
            return;
        }
        let plies = self.plies[entry].wrapping_add(2);
        let mut cursor = 0;
        loop {
            let mv = game.next_move(&mut cursor);
            if mv.is_none() {
                break;
            }
            game.advance(mv);
            let reply = table.reply(game);
            self.add(mv.from);
            self.add(mv.to);
            self.add(reply.from);
            self.add(reply.to);
            if reply.is_none() {
                self.proof.losses += 1;
            } else {
                game.advance(reply);
                if game.outcome() == Outcome::Second {
                    self.proof.longest = self.proof.longest.max(plies);
                } else {
                    self.arrive(table, game, entry + 1, plies);
                }
                game.retreat(reply);
            }
            game.retreat(mv);
        }
    }
}
