//! Mouse and cats to a depth of eight in plain Rust, with what an engine must have besides: a hash and a lock kept by
//! every move, and the best move of every node in a table.
#![no_std]
#![no_main]

use kit::bytes::Bytes;
use kit::search::{Record, Search};
use kit::{hex8, hex16, input, mark};

kit::main!(run, Engine, Engine::NEW);

/// The search with all it keeps.
struct Engine {
    search: Search,
    tables: Tables,
}

impl Engine {
    const NEW: Engine = Engine { search: Search::NEW, tables: Tables::NEW };
}

/// The best moves of one side, by hash.
struct Table {
    from: Bytes,
    to: Bytes,
    lock: Bytes,
}

impl Table {
    const NEW: Table = Table { from: Bytes::ZERO, to: Bytes::ZERO, lock: Bytes::ZERO };

    #[inline(always)]
    fn store(&mut self, hash: u8, lock: u8, from: u8, to: u8) {
        self.from[hash] = from;
        self.to[hash] = to;
        self.lock[hash] = lock;
    }
}

/// The position's hash and lock, their keys, and the tables.
struct Tables {
    hash: u8,
    lock: u8,
    mouse_hashes: Bytes,
    mouse_locks: Bytes,
    cat_hashes: Bytes,
    cat_locks: Bytes,
    mouse: Table,
    cats: Table,
}

impl Tables {
    const NEW: Tables = Tables {
        hash: 0,
        lock: 0,
        mouse_hashes: Bytes::ZERO,
        mouse_locks: Bytes::ZERO,
        cat_hashes: Bytes::ZERO,
        cat_locks: Bytes::ZERO,
        mouse: Table::NEW,
        cats: Table::NEW,
    };

    fn fill_keys(&mut self) {
        let mut state = input(2080u16);
        let mut next = || {
            state = state.wrapping_mul(25173).wrapping_add(13849);
            (state >> 8) as u8
        };
        for place in 0..=255 {
            self.cat_hashes[place] = next();
            self.cat_locks[place] = next();
        }
        for cell in 0..104 {
            self.mouse_hashes[cell] = next();
            self.mouse_locks[cell] = next();
        }
    }
}

impl Record for Tables {
    #[inline(always)]
    fn mouse_moved(&mut self, from: u8, to: u8) {
        self.hash ^= self.mouse_hashes[from] ^ self.mouse_hashes[to];
        self.lock ^= self.mouse_locks[from] ^ self.mouse_locks[to];
    }

    #[inline(always)]
    fn cat_moved(&mut self, from: u8, to: u8) {
        self.hash ^= self.cat_hashes[from] ^ self.cat_hashes[to];
        self.lock ^= self.cat_locks[from] ^ self.cat_locks[to];
    }

    #[inline(always)]
    fn mouse_best(&mut self, from: u8, to: u8) {
        self.mouse.store(self.hash, self.lock, from, to);
    }

    #[inline(always)]
    fn cats_best(&mut self, from: u8, to: u8) {
        self.cats.store(self.hash, self.lock, from, to);
    }
}

fn run(engine: &mut Engine) {
    let Engine { search, tables } = engine;
    search.set_up();
    tables.fill_keys();
    mark();
    let found = search.run(8, tables);
    mark();
    hex16(found.nodes);
    hex8(found.value);
    found.best.into_iter().for_each(hex8);
}
