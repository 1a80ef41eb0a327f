//! Mouse and cats to a depth of eight in plain Rust, without hash tables.
#![no_std]
#![no_main]

use kit::search::{Record, Search};
use kit::{hex8, hex16, mark};

kit::main!(run, Search, Search::NEW);

/// Keeps nothing.
struct Nothing;

impl Record for Nothing {
    fn mouse_moved(&mut self, _: u8, _: u8) {}
    fn cat_moved(&mut self, _: u8, _: u8) {}
    fn mouse_best(&mut self, _: u8, _: u8) {}
    fn cats_best(&mut self, _: u8, _: u8) {}
}

fn run(search: &mut Search) {
    search.set_up();
    mark();
    let found = search.run(8, &mut Nothing);
    mark();
    hex16(found.nodes);
    hex8(found.value);
    found.best.into_iter().for_each(hex8);
    mark();
    let total = (1..=8).map(|depth| search.run(depth, &mut Nothing).nodes).sum();
    mark();
    hex16(total);
}
