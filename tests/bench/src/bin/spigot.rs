//! 60 digits of pi by the spigot of Rabinowitz and Wagon, four at a time: division of 32 bits by 16.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, Spigot, Spigot { terms: [0; TERMS + 1], digits: [0; TERMS / 14] });

/// Fourteen for four digits.
const TERMS: usize = 210;

struct Spigot {
    terms: [u16; TERMS + 1],
    digits: [u16; TERMS / 14],
}

fn spigot(spigot: &mut Spigot, start: u16) {
    spigot.terms.fill(start);
    let mut carry = 0;
    let mut length = TERMS;
    for digits in &mut spigot.digits {
        let mut sum = 0;
        for i in (1..=length).rev() {
            let divisor = 2 * i as u32 - 1;
            sum = sum * i as u32 + u32::from(spigot.terms[i]) * 10_000;
            spigot.terms[i] = (sum % divisor) as u16;
            sum /= divisor;
        }
        *digits = carry + (sum / 10_000) as u16;
        carry = (sum % 10_000) as u16;
        length -= 14;
    }
}

fn run(memory: &mut Spigot) {
    let start = input(2_000);
    mark();
    spigot(memory, start);
    mark();
    hex16(memory.digits[0]);
    hex16(memory.digits.iter().fold(0, |sum: u16, &digits| sum.rotate_left(1).wrapping_add(digits)));
}
