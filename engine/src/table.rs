//! Transposition tables of 256 entries; and lines of moves.

use crate::evaluate::IDENTITY;
use crate::game::{Game, Move, Side};
use crate::places::Place;
use core::mem::offset_of;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The stored number is the exact value.
    Exact = 0x40,
    /// The value is at least this.
    Lower = 0x80,
    /// The value is at most this.
    Upper = 0xC0,
}

impl Bound {
    #[inline(always)]
    fn of(how: u8) -> Bound {
        match how & 0xC0 {
            0x40 => Bound::Exact,
            0x80 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
}

/// The contents of the entries of [`Tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Best moves, one table per side.
    Moves = 0,
    /// Values and best moves, one table for both sides.
    Values = 1,
}

/// The transposition tables of a search, 256 entries indexed by hash; one of two kinds, in the same memory. All zeros
/// means empty, because (0, 0) is not a move in any game.
///
/// The published search stores best moves, one table per side, each entry verified by a lock. The engine's own stores values
/// and best moves of both sides in one table, and its entries identify their positions exactly.
#[derive(Clone, Debug)]
pub struct Tables {
    kind: Kind,
    columns: [[u8; 256]; COLUMNS],
}

/// The columns of the engine's own search. `HOW` is a [`Bound`] plus the depth searched, 0 in an empty entry.
const FROM: usize = 0;
const TO: usize = 1;
const HOW: usize = 2;
const VALUE: usize = 3;
const POSITION: usize = 4;
const COLUMNS: usize = POSITION + IDENTITY;

/// Returns the from, to and lock columns of a side's best moves.
#[inline(always)]
const fn columns_of(side: Side) -> [usize; 3] {
    match side {
        Side::First => [0, 1, 2],
        Side::Second => [3, 4, 5],
    }
}

impl Tables {
    /// The bound and the depth of each entry, 0 if it is empty.
    pub(crate) const PLACES: [Place; 1] = [("how", offset_of!(Tables, columns) + HOW * 256)];

    /// Returns empty tables.
    pub const fn new() -> Self {
        Tables { kind: Kind::Moves, columns: [[0; 256]; COLUMNS] }
    }

    /// Clears all entries.
    pub fn clear(&mut self) {
        self.columns = [[0; 256]; COLUMNS];
    }

    /// Prepares for entries of this kind and clears those of the other kind.
    pub fn prepare(&mut self, kind: Kind) {
        if self.kind != kind {
            self.kind = kind;
            self.clear();
        }
    }

    /// Replaces a side's best move in the last entry stored under this hash.
    #[inline(always)]
    pub fn replace_best(&mut self, side: Side, hash: u8, mv: Move) {
        let [from, to, _] = columns_of(side);
        self.columns[from][hash as usize] = mv.from;
        self.columns[to][hash as usize] = mv.to;
    }

    /// Stores a side's best move for the position with this hash and lock, always replacing the entry.
    #[inline(always)]
    pub fn store_best(&mut self, side: Side, hash: u8, lock: u8, mv: Move) {
        let [from, to, locks] = columns_of(side);
        self.columns[from][hash as usize] = mv.from;
        self.columns[to][hash as usize] = mv.to;
        self.columns[locks][hash as usize] = lock;
    }

    /// Returns the last move that [`Tables::store_best`] stored under `hash`; (0, 0) if there is none.
    pub fn stored_best(&self, side: Side, hash: u8) -> Move {
        let [from, to, _] = columns_of(side);
        Move { from: self.columns[from][hash as usize], to: self.columns[to][hash as usize] }
    }

    /// Returns a side's best move under `hash`, or [`Move::NONE`] if there is none or the lock differs. Two positions
    /// may share both keys, so the move need not be legal.
    pub fn find_best(&self, side: Side, hash: u8, lock: u8) -> Move {
        let locks = columns_of(side)[2];
        let mv = self.stored_best(side, hash);
        if (mv.from == 0 && mv.to == 0) || self.columns[locks][hash as usize] != lock {
            Move::NONE
        } else {
            mv
        }
    }

    /// Returns the published search's move for this position if it is legal here, otherwise [`Move::NONE`].
    pub fn probe<G: Game>(&self, game: &G) -> Move {
        let mv = self.find_best(game.side(), game.hash(), game.lock());
        if mv.is_none() || !game.is_legal(mv) { Move::NONE } else { mv }
    }

    /// Writes to `line` the variation of at most `depth` moves that the published search's tables hold from this position
    /// on. The position is restored afterwards.
    pub fn variation<G: Game>(&self, game: &mut G, depth: u8, line: &mut Line) {
        line.clear();
        while line.len < depth && line.len < MAX_LINE {
            let mv = self.probe(game);
            if mv.is_none() {
                break;
            }
            line.push(mv);
            game.play(mv);
        }
        let mut played = line.len;
        while played > 0 {
            played -= 1;
            game.undo(line.get(played));
        }
    }

    /// Stores a value found by the engine's own search to this depth, at most 15, always replacing the entry. If `best` is no
    /// move, a known best move of the same position is kept.
    #[inline(always)]
    pub fn store_value(
        &mut self,
        hash: u8,
        identity: [u8; IDENTITY],
        depth: u8,
        bound: Bound,
        value: u8,
        best: Move,
    ) {
        let i = hash as usize;
        if !best.is_none() || !self.knows(hash, identity) {
            self.columns[FROM][i] = best.from;
            self.columns[TO][i] = best.to;
        }
        self.columns[HOW][i] = bound as u8 | depth;
        self.columns[VALUE][i] = value;
        self.columns[POSITION][i] = identity[0];
        self.columns[POSITION + 1][i] = identity[1];
        self.columns[POSITION + 2][i] = identity[2];
        self.columns[POSITION + 3][i] = identity[3];
        self.columns[POSITION + 4][i] = identity[4];
    }

    /// Returns the best move of the entry under `hash`, [`Move::NONE`] if no move was better than the bound.
    #[inline(always)]
    pub fn best(&self, hash: u8) -> Move {
        Move { from: self.columns[FROM][hash as usize], to: self.columns[TO][hash as usize] }
    }

    /// Whether the entry under `hash` is that of exactly this position.
    #[inline(always)]
    pub fn knows(&self, hash: u8, identity: [u8; IDENTITY]) -> bool {
        let i = hash as usize;
        self.columns[POSITION][i] == identity[0]
            && self.columns[POSITION + 1][i] == identity[1]
            && self.columns[POSITION + 2][i] == identity[2]
            && self.columns[POSITION + 3][i] == identity[3]
            && self.columns[POSITION + 4][i] == identity[4]
            && self.columns[HOW][i] != 0
    }

    /// Returns the value under `hash` and its bound if it was found by a search to exactly this depth.
    #[inline(always)]
    pub fn value(&self, hash: u8, depth: u8) -> Option<(u8, Bound)> {
        let how = self.columns[HOW][hash as usize];
        if how & 0x0F != depth { None } else { Some((self.columns[VALUE][hash as usize], Bound::of(how))) }
    }

    /// Returns the depth, the value and the bound of the entry under `hash`; `None` if there is none.
    pub fn entry(&self, hash: u8) -> Option<(u8, u8, Bound)> {
        let how = self.columns[HOW][hash as usize];
        if how == 0 || self.kind == Kind::Moves {
            return None;
        }
        Some((how & 0x0F, self.columns[VALUE][hash as usize], Bound::of(how)))
    }
}

impl Default for Tables {
    fn default() -> Self {
        Tables::new()
    }
}

/// The maximum number of moves in a [`Line`].
pub const MAX_LINE: u8 = 16;

/// A sequence of at most [`MAX_LINE`] moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    len: u8,
    /// From and to of each move; zero after the last one.
    bytes: [u8; LINE_BYTES],
}

/// The length of a full line in bytes.
const LINE_BYTES: usize = 2 * MAX_LINE as usize;

impl Line {
    /// The offsets of the number of moves and of their bytes.
    pub(crate) const PLACES: [usize; 2] = [offset_of!(Line, len), offset_of!(Line, bytes)];

    /// Returns an empty line.
    pub const fn new() -> Self {
        Line { len: 0, bytes: [0; LINE_BYTES] }
    }

    /// Returns the number of moves.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether the line has no moves.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the move at `index`, [`Move::NONE`] past the end.
    pub const fn get(&self, index: u8) -> Move {
        if index >= self.len {
            return Move::NONE;
        }
        let i = (index & (MAX_LINE - 1)) as usize * 2;
        Move { from: self.bytes[i], to: self.bytes[i + 1] }
    }

    /// Returns from and to of each move, then zeros.
    pub const fn bytes(&self) -> &[u8; LINE_BYTES] {
        &self.bytes
    }

    /// Removes all moves.
    #[inline(never)]
    pub fn clear(&mut self) {
        *self = Line::new();
    }

    /// Appends a move; does nothing if the line is full.
    #[inline(never)]
    pub fn push(&mut self, mv: Move) {
        if self.len < MAX_LINE {
            let i = (self.len & (MAX_LINE - 1)) as usize * 2;
            self.bytes[i] = mv.from;
            self.bytes[i + 1] = mv.to;
            self.len += 1;
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Line::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mouse_and_cats::MouseAndCats;
    use crate::notation::Notation;

    fn mv(text: &str) -> Move {
        MouseAndCats::parse_move(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_best_move_answers_only_to_its_side_and_lock() {
        let mut tables = Tables::new();
        let best = Move { from: 1, to: 2 };
        assert_eq!(tables.find_best(Side::First, 7, 0), Move::NONE);
        tables.store_best(Side::First, 7, 0x55, best);
        assert_eq!(tables.find_best(Side::First, 7, 0x55), best);
        assert_eq!(tables.find_best(Side::First, 7, 0x54), Move::NONE);
        assert_eq!(tables.find_best(Side::First, 8, 0x55), Move::NONE);
        assert_eq!(tables.find_best(Side::Second, 7, 0x55), Move::NONE);
        tables.clear();
        assert_eq!(tables.find_best(Side::First, 7, 0x55), Move::NONE);
    }

    #[test]
    fn a_value_answers_only_to_its_position_and_depth() {
        let mut tables = Tables::new();
        tables.prepare(Kind::Values);
        let (here, there) = ([1, 2, 3, 4, 5], [1, 2, 3, 4, 6]);
        assert!(!tables.knows(9, [0; IDENTITY]) && tables.entry(9).is_none());
        let best = Move { from: 1, to: 2 };
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            tables.store_value(9, here, 6, bound, 0x77, best);
            assert!(tables.knows(9, here) && !tables.knows(9, there) && !tables.knows(8, here));
            assert_eq!((tables.value(9, 6), tables.value(9, 5)), (Some((0x77, bound)), None));
            assert_eq!(tables.entry(9), Some((6, 0x77, bound)));
        }
        tables.store_value(9, here, 7, Bound::Upper, 0x70, Move::NONE);
        assert_eq!(tables.best(9), best, "the best move of the same position stays");
        tables.store_value(9, there, 7, Bound::Upper, 0x70, Move::NONE);
        assert_eq!(tables.best(9), Move::NONE, "that of another one does not");
        tables.prepare(Kind::Moves);
        assert!(!tables.knows(9, there) && tables.entry(9).is_none());
    }

    #[test]
    fn a_variation_stops_at_a_move_that_is_not_legal() {
        let mut game = MouseAndCats::start();
        let mut tables = Tables::new();
        let mut line = Line::new();
        tables.store_best(Side::First, game.hash(), game.lock(), mv("E1D2"));
        let before = game.clone();
        game.make(mv("E1D2"));
        tables.store_best(Side::Second, game.hash(), game.lock(), mv("A7B6"));
        game.take_back(mv("E1D2"));
        tables.variation(&mut game, 8, &mut line);
        assert_eq!((line.len(), line.get(0), line.get(1)), (1, mv("E1D2"), Move::NONE));
        assert_eq!(game, before);
    }

    #[test]
    fn a_line_holds_sixteen_moves() {
        let mut line = Line::new();
        for i in 0..20 {
            line.push(Move { from: i, to: i + 1 });
        }
        assert_eq!(line.len(), MAX_LINE);
        assert_eq!(line.get(15), Move { from: 15, to: 16 });
        assert_eq!(line.get(16), Move::NONE);
    }
}
