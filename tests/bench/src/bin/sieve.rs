//! The sieve of Eratosthenes in the form of BYTE: 8192 flags, ten rounds.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, [bool; FLAGS], [false; FLAGS]);

const FLAGS: usize = 8192;

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

fn run(flags: &mut [bool; FLAGS]) {
    let mut count = 0;
    let rounds = input(10u8);
    mark();
    for _ in 0..rounds {
        count = sieve(flags);
    }
    mark();
    hex16(count);
}
