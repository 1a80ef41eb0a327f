//! Mouse and cats to a depth of eight as the game of 1984 searched it: a board of 64 squares scanned anew for every move
//! list and every leaf, recursion without parameters, hash and lock kept by every move, the best move of every inner
//! node stored in a table.
#![no_std]
#![no_main]

use kit::bytes::Bytes;
use kit::{hex8, hex16, input, mark};

kit::main!(run, Search, Search::NEW);

/// Pieces on the board: cats are 1 to 4.
const FREE: u8 = 0;
const MOUSE: u8 = 5;

/// No square.
const NONE: u8 = 0xff;

/// What a cat is worth in its own pair of columns, by rows from the bottom.
const WORTH: [u8; 8] = [0, 7, 13, 18, 22, 25, 27, 28];

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Mouse,
    Cats,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Mouse => Side::Cats,
            Side::Cats => Side::Mouse,
        }
    }
}

/// The best moves of one side, by hash.
struct Table {
    lock: Bytes,
    from: Bytes,
    to: Bytes,
}

impl Table {
    const NEW: Table = Table { lock: Bytes::ZERO, from: Bytes::ZERO, to: Bytes::ZERO };
}

struct Search {
    board: [u8; 64],
    alpha: Bytes,
    beta: Bytes,
    best_from: Bytes,
    best_to: Bytes,
    /// The move list of each depth: its first move, the one after its last, and the one that is tried.
    first: Bytes,
    last: Bytes,
    current: Bytes,
    moves_from: Bytes,
    moves_to: Bytes,
    /// The end of all move lists.
    end: u8,
    depth: u8,
    side: Side,
    score: u8,
    nodes: u16,
    hash: u8,
    lock: u8,
    /// Keys of a cat: 64 times which one, plus its square.
    cat_hashes: Bytes,
    cat_locks: Bytes,
    mouse_hashes: Bytes,
    mouse_locks: Bytes,
    mouse_table: Table,
    cats_table: Table,
}

impl Search {
    const NEW: Search = Search {
        board: [FREE; 64],
        alpha: Bytes::ZERO,
        beta: Bytes::ZERO,
        best_from: Bytes::ZERO,
        best_to: Bytes::ZERO,
        first: Bytes::ZERO,
        last: Bytes::ZERO,
        current: Bytes::ZERO,
        moves_from: Bytes::ZERO,
        moves_to: Bytes::ZERO,
        end: 0,
        depth: 0,
        side: Side::Mouse,
        score: 0,
        nodes: 0,
        hash: 0,
        lock: 0,
        cat_hashes: Bytes::ZERO,
        cat_locks: Bytes::ZERO,
        mouse_hashes: Bytes::ZERO,
        mouse_locks: Bytes::ZERO,
        mouse_table: Table::NEW,
        cats_table: Table::NEW,
    };
}

/// The value of the position.
fn evaluate(board: &[u8; 64]) -> u8 {
    let mut value = 0x80u8;
    for square in 0..64u8 {
        let piece = board[usize::from(square)];
        match piece {
            FREE => {}
            MOUSE => value = value.wrapping_add(square >> 3),
            cat if (square & 7) >> 1 == cat - 1 => {
                value = value.wrapping_sub(WORTH[usize::from(square >> 3)]);
            }
            _ => {}
        }
    }
    value
}

impl Search {
    /// Adds a move to the list unless its target is occupied.
    fn add(&mut self, from: u8, to: u8) {
        if self.board[usize::from(to & 63)] == FREE {
            self.moves_from[self.end] = from;
            self.moves_to[self.end] = to;
            self.end += 1;
        }
    }

    /// Lists the moves of the side to move.
    fn generate(&mut self) {
        self.first[self.depth] = self.end;
        for square in 0..64u8 {
            let piece = self.board[usize::from(square)];
            match (piece, self.side) {
                (FREE, _) | (MOUSE, Side::Cats) => continue,
                (MOUSE, Side::Mouse) | (_, Side::Cats) => {}
                (_, Side::Mouse) => continue,
            }
            let column = square & 7;
            if square >= 8 && column != 0 {
                self.add(square, square - 9);
            }
            if square >= 8 && column != 7 {
                self.add(square, square - 7);
            }
            if piece == MOUSE && square < 56 {
                if column != 7 {
                    self.add(square, square + 9);
                }
                if column != 0 {
                    self.add(square, square + 7);
                }
            }
        }
        self.last[self.depth] = self.end;
    }

    /// Moves a piece.
    fn step(&mut self, from: u8, to: u8) {
        let piece = self.board[usize::from(from & 63)];
        self.board[usize::from(from & 63)] = FREE;
        self.board[usize::from(to & 63)] = piece;
        if piece == MOUSE {
            self.hash ^= self.mouse_hashes[from] ^ self.mouse_hashes[to];
            self.lock ^= self.mouse_locks[from] ^ self.mouse_locks[to];
        } else {
            let row = piece.wrapping_sub(1) << 6;
            self.hash ^= self.cat_hashes[row | from] ^ self.cat_hashes[row | to];
            self.lock ^= self.cat_locks[row | from] ^ self.cat_locks[row | to];
        }
    }

    /// Keeps the best move of the position.
    fn store(&mut self) {
        let (hash, lock) = (self.hash, self.lock);
        let (from, to) = (self.best_from[self.depth], self.best_to[self.depth]);
        let table = match self.side {
            Side::Mouse => &mut self.mouse_table,
            Side::Cats => &mut self.cats_table,
        };
        table.lock[hash] = lock;
        table.from[hash] = from;
        table.to[hash] = to;
    }

    /// Leaves the value of the position in the score.
    fn search(&mut self) {
        if self.depth == 0 {
            self.score = evaluate(&self.board);
            return;
        }
        self.nodes += 1;
        self.generate();
        self.best_from[self.depth] = NONE;
        self.best_to[self.depth] = NONE;
        self.current[self.depth] = self.first[self.depth];
        while self.current[self.depth] != self.last[self.depth] {
            let mv = self.current[self.depth];
            self.step(self.moves_from[mv], self.moves_to[mv]);
            self.side = self.side.other();
            self.alpha[self.depth - 1] = self.alpha[self.depth];
            self.beta[self.depth - 1] = self.beta[self.depth];
            self.depth -= 1;
            self.search();
            self.depth += 1;
            self.side = self.side.other();
            let mv = self.current[self.depth];
            self.step(self.moves_to[mv], self.moves_from[mv]);
            let bound = match self.side {
                Side::Mouse if self.score >= self.alpha[self.depth] => Some(&mut self.alpha),
                Side::Cats if self.score <= self.beta[self.depth] => Some(&mut self.beta),
                _ => None,
            };
            if let Some(bound) = bound {
                bound[self.depth] = self.score;
                self.best_from[self.depth] = self.moves_from[mv];
                self.best_to[self.depth] = self.moves_to[mv];
            }
            if self.alpha[self.depth] >= self.beta[self.depth] {
                break;
            }
            self.current[self.depth] += 1;
        }
        self.end = self.first[self.depth];
        self.score = match self.side {
            Side::Mouse => self.alpha[self.depth],
            Side::Cats => self.beta[self.depth],
        };
        self.store();
    }

    /// Searches from the position, the mouse to move.
    fn root(&mut self, depth: u8) {
        self.depth = depth;
        self.side = Side::Mouse;
        self.end = 0;
        self.alpha[depth] = 0;
        self.beta[depth] = 0xff;
        self.search();
    }

    fn set_up(&mut self) {
        let mut state = input(1u8);
        let mut next = || {
            state = (state << 1) ^ if state & 0x80 != 0 { 0x1d } else { 0 };
            state
        };
        for place in 0..=255 {
            self.cat_hashes[place] = next();
            self.cat_locks[place] = next() ^ next() << 3;
        }
        for square in 0..64 {
            self.mouse_hashes[square] = next() ^ next() << 1;
            self.mouse_locks[square] = next();
        }
        self.board[4] = MOUSE;
        for cat in 0..4 {
            self.board[usize::from(57 + 2 * cat)] = cat + 1;
        }
    }
}

fn run(search: &mut Search) {
    search.set_up();
    search.nodes = 0;
    mark();
    search.root(8);
    mark();
    hex16(search.nodes);
    hex8(search.score);
    hex8(search.best_from[8]);
    hex8(search.best_to[8]);
    hex8(search.hash);
    hex8(search.lock);
    search.nodes = 0;
    mark();
    for depth in 1..=8 {
        search.root(depth);
    }
    mark();
    hex16(search.nodes);
}
