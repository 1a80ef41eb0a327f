//! Best-move tables: one a side, 256 entries, indexed by the hash and guarded by the lock.

use crate::evaluate::IDENTITY;
use crate::game::{Game, Move, Side};

/// The best moves known of one side's positions. All zeros is an empty table: (0, 0) is no move of any game.
#[derive(Clone, Debug)]
pub struct MoveTable {
    from: [u8; 256],
    to: [u8; 256],
    lock: [u8; 256],
}

impl MoveTable {
    /// An empty table.
    pub const fn new() -> Self {
        MoveTable { from: [0; 256], to: [0; 256], lock: [0; 256] }
    }

    /// Forgets every move.
    pub fn clear(&mut self) {
        self.from = [0; 256];
        self.to = [0; 256];
        self.lock = [0; 256];
    }

    /// Stores `mv` for the position with this hash and lock, over whatever was there.
    #[inline(always)]
    pub fn store(&mut self, hash: u8, lock: u8, mv: Move) {
        self.from[hash as usize] = mv.from;
        self.to[hash as usize] = mv.to;
        self.lock[hash as usize] = lock;
    }

    /// The move stored under `hash`, or [`Move::NONE`] if there is none or the lock differs.
    /// Two positions may share both keys: the move need not be legal.
    pub fn find(&self, hash: u8, lock: u8) -> Move {
        let (mv, stored) = self.entry(hash);
        if stored == lock { mv } else { Move::NONE }
    }

    /// The entry under `hash`, whatever its lock: its move ([`Move::NONE`] when empty) and its lock.
    pub fn entry(&self, hash: u8) -> (Move, u8) {
        let mv = Move { from: self.from[hash as usize], to: self.to[hash as usize] };
        let empty = mv.from == 0 && mv.to == 0;
        (if empty { Move::NONE } else { mv }, self.lock[hash as usize])
    }
}

impl Default for MoveTable {
    fn default() -> Self {
        MoveTable::new()
    }
}

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is the value.
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

/// What the engine's own search remembers of positions of both sides: their values and best moves. All zeros is an empty table.
/// An entry knows its position exactly.
#[derive(Clone, Debug)]
pub struct ValueTable {
    /// A [`Bound`] and the depth searched, 0 when empty.
    how: [u8; 256],
    value: [u8; 256],
    from: [u8; 256],
    to: [u8; 256],
    identity: [[u8; 256]; IDENTITY],
}

impl ValueTable {
    /// An empty table.
    pub const fn new() -> Self {
        ValueTable {
            how: [0; 256],
            value: [0; 256],
            from: [0; 256],
            to: [0; 256],
            identity: [[0; 256]; IDENTITY],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.how = [0; 256];
    }

    /// Stores a value found by a search of this depth, at most 15, over whatever was there. Without a best move the
    /// one known before stays.
    #[inline(always)]
    pub fn store(
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
            self.from[i] = best.from;
            self.to[i] = best.to;
        }
        self.how[i] = bound as u8 | depth;
        self.value[i] = value;
        self.identity[0][i] = identity[0];
        self.identity[1][i] = identity[1];
        self.identity[2][i] = identity[2];
        self.identity[3][i] = identity[3];
        self.identity[4][i] = identity[4];
    }

    /// The best move of the entry under `hash`, [`Move::NONE`] if none was better than the bound.
    #[inline(always)]
    pub fn best(&self, hash: u8) -> Move {
        Move { from: self.from[hash as usize], to: self.to[hash as usize] }
    }

    /// Whether the entry under `hash` is that of this very position.
    #[inline(always)]
    pub fn knows(&self, hash: u8, identity: [u8; IDENTITY]) -> bool {
        let i = hash as usize;
        self.identity[0][i] == identity[0]
            && self.identity[1][i] == identity[1]
            && self.identity[2][i] == identity[2]
            && self.identity[3][i] == identity[3]
            && self.identity[4][i] == identity[4]
            && self.how[i] != 0
    }

    /// The value under `hash` if a search of just this depth found it, and how it bounds the true one.
    #[inline(always)]
    pub fn value(&self, hash: u8, depth: u8) -> Option<(u8, Bound)> {
        let how = self.how[hash as usize];
        if how & 0x0F != depth { None } else { Some((self.value[hash as usize], Bound::of(how))) }
    }

    /// The depth of the entry under `hash`, its value and how that bounds the true one; `None` when it is empty.
    pub fn entry(&self, hash: u8) -> Option<(u8, u8, Bound)> {
        let how = self.how[hash as usize];
        if how == 0 { None } else { Some((how & 0x0F, self.value[hash as usize], Bound::of(how))) }
    }
}

impl Default for ValueTable {
    fn default() -> Self {
        ValueTable::new()
    }
}

/// What searches remember.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The first player's best moves.
    pub first: MoveTable,
    /// The second player's best moves.
    pub second: MoveTable,
    /// What the engine's own search remembers.
    pub values: ValueTable,
}

impl Tables {
    /// Two empty tables.
    pub const fn new() -> Self {
        Tables { first: MoveTable::new(), second: MoveTable::new(), values: ValueTable::new() }
    }

    /// Empties all tables.
    pub fn clear(&mut self) {
        self.first.clear();
        self.second.clear();
        self.values.clear();
    }

    /// The table of one side.
    pub fn of(&self, side: Side) -> &MoveTable {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The move stored for this position if it can be played here, else [`Move::NONE`].
    pub fn probe<G: Game>(&self, game: &G) -> Move {
        let mv = self.of(game.side()).find(game.hash(), game.lock());
        if mv.is_none() || !game.is_legal(mv) { Move::NONE } else { mv }
    }

    /// Writes into `line` the variation of at most `depth` moves that the tables hold from this position on.
    /// The position is as before afterwards.
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
}

/// The most moves a [`Line`] holds.
pub const MAX_LINE: u8 = 16;

/// A sequence of at most [`MAX_LINE`] moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    len: u8,
    /// From and to of each move; zero after the last.
    bytes: [u8; LINE_BYTES],
}

/// Bytes of the longest line.
const LINE_BYTES: usize = 2 * MAX_LINE as usize;

impl Line {
    /// No moves.
    pub const fn new() -> Self {
        Line { len: 0, bytes: [0; LINE_BYTES] }
    }

    /// How many moves there are.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The move at `index`, [`Move::NONE`] past the end.
    pub const fn get(&self, index: u8) -> Move {
        if index >= self.len {
            return Move::NONE;
        }
        let i = (index & (MAX_LINE - 1)) as usize * 2;
        Move { from: self.bytes[i], to: self.bytes[i + 1] }
    }

    /// From and to of each move, then zeros.
    pub const fn bytes(&self) -> &[u8; LINE_BYTES] {
        &self.bytes
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        *self = Line::new();
    }

    /// Adds a move at the end; a full line stays as it is.
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
    fn an_entry_answers_only_to_its_lock() {
        let mut table = MoveTable::new();
        assert_eq!(table.find(7, 0), Move::NONE);
        table.store(7, 0x55, Move { from: 1, to: 2 });
        assert_eq!(table.find(7, 0x55), Move { from: 1, to: 2 });
        assert_eq!(table.find(7, 0x54), Move::NONE);
        assert_eq!(table.find(8, 0x55), Move::NONE);
        table.clear();
        assert_eq!(table.entry(7), (Move::NONE, 0));
    }

    #[test]
    fn a_variation_stops_at_a_move_that_is_not_legal() {
        let mut game = MouseAndCats::start();
        let mut tables = Tables::new();
        let mut line = Line::new();
        tables.first.store(game.hash(), game.lock(), mv("E1D2"));
        let before = game.clone();
        game.make(mv("E1D2"));
        tables.second.store(game.hash(), game.lock(), mv("A7B6"));
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
