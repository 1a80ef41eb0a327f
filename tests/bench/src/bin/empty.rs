//! No work at all: start, marks and output, which every other program has too.
#![no_std]
#![no_main]

use kit::{hex16, hex32, input, mark};

kit::main!(run);

fn run() {
    mark();
    mark();
    hex16(input(0x1234));
    hex32(input(0x1234_5678));
}
