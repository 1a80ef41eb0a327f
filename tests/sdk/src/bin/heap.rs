//! Collections on the heap.
#![no_std]
extern crate alloc;

use alloc::collections::BTreeMap;
use alloc::format;
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    let mut ages = BTreeMap::new();
    for (name, age) in [("Ada", 36_u16), ("Grace", 85), ("Kay", 58)] {
        ages.insert(format!("{name}!"), black_box(age));
    }
    for (name, age) in &ages {
        print::text(&format!("{name} {age}\n"));
    }
}
