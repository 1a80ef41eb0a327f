//! The sieve of Eratosthenes in the form of BYTE: 8192 flags, ten rounds.
#![no_std]
#![no_main]

use kit::{Memory, hex16, input, mark};

kit::main!(run);

const FLAGS: usize = 8192;

static BUFFER: Memory<[bool; FLAGS]> = Memory::new([false; FLAGS]);

fn sieve(flags: &mut [bool; FLAGS]) -> u16 {
    flags.fill(true);
    let mut count = 0;
    for i in 0..FLAGS {
        if flags[i] {
            let prime = i + i + 3;
            let mut k = i + prime;
            while k < FLAGS {
                flags[k] = false;
                k += prime;
            }
            count += 1;
        }
    }
    count
}

fn run() {
    let flags = BUFFER.take();
    let mut count = 0;
    let rounds = input(10u8);
    mark();
    for _ in 0..rounds {
        count = sieve(flags);
    }
    mark();
    hex16(count);
}
