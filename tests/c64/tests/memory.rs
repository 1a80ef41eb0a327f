//! Blocks of memory, the heap, and calls that keep what they must: recursion, pointers to functions, trait objects.
#![no_std]
extern crate alloc;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::hint::black_box;

#[test]
fn overlapping_blocks_are_copied_both_ways() {
    let mut bytes: [u16; 300] = core::array::from_fn(|at| at as u16);
    bytes.copy_within(0..299, black_box(1));
    assert!(bytes.iter().skip(1).enumerate().all(|(at, byte)| *byte == at as u16));
    bytes.copy_within(black_box(1)..300, 0);
    assert!(bytes.iter().take(299).enumerate().all(|(at, byte)| *byte == at as u16));
    bytes.fill(black_box(0x1234));
    assert!(bytes.iter().all(|byte| *byte == 0x1234));
}

#[test]
fn blocks_are_compared_to_their_last_byte() {
    let one = [7_u8; 513];
    for at in [0, 1, 255, 256, 511, 512] {
        let mut other = one;
        other[black_box(at)] = 9;
        assert!(one < other && one != other, "{at}");
    }
}

#[test]
fn recursion_keeps_what_each_level_needs() {
    fn ways(left: &mut [u8; 6], depth: u8, product: u32) -> u32 {
        let mut sum = u32::from(depth == 6) * product;
        for at in 0..6 {
            if left[at] != 0 {
                let kept = core::mem::take(&mut left[at]);
                sum += ways(left, depth + 1, product + u32::from(kept) * u32::from(depth));
                left[at] = kept;
            }
        }
        sum
    }
    // Each of six numbers stands at each of the places 0 to 5 in 120 of 720 orders.
    assert_eq!(ways(&mut black_box([1, 2, 3, 4, 5, 6]), 0, 0), 120 * 21 * 15);
}

#[test]
fn calls_through_pointers_reach_what_they_should() {
    let functions: [fn(u16, &[u8]) -> u32; 3] = [
        |a, b| u32::from(a) + b.len() as u32,
        |a, b| b.iter().fold(u32::from(a), |sum, byte| sum * 3 + u32::from(*byte)),
        |a, b| u32::from(a) << b.len(),
    ];
    let results = black_box(functions).map(|function| function(black_box(5), black_box(&[1, 2, 3])));
    assert_eq!(results, [8, 5 * 27 + 9 + 6 + 3, 40]);
}

trait Shape {
    fn area(&self) -> u32;
    fn scaled(&self, by: u16) -> Box<dyn Shape>;
}

struct Square(u16);

struct Pair(Box<dyn Shape>, Box<dyn Shape>);

impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }

    fn scaled(&self, by: u16) -> Box<dyn Shape> {
        Box::new(Square(self.0 * by))
    }
}

impl Shape for Pair {
    fn area(&self) -> u32 {
        self.0.area() + self.1.area()
    }

    fn scaled(&self, by: u16) -> Box<dyn Shape> {
        Box::new(Pair(self.0.scaled(by), self.1.scaled(by)))
    }
}

#[test]
fn trait_objects_call_one_another() {
    let square = |side| -> Box<dyn Shape> { Box::new(Square(black_box(side))) };
    let shape = Pair(square(3), Box::new(Pair(square(4), square(12))));
    assert_eq!(shape.area(), 13 * 13);
    assert_eq!(shape.scaled(10).area(), 16_900);
}

#[test]
fn closures_keep_what_they_catch() {
    let mut log = Vec::new();
    let offset = black_box(1000_u16);
    let mut note = |x: u8| log.push(offset + u16::from(x));
    (0..40).filter(|x| x % 9 == 4).for_each(&mut note);
    assert_eq!(log, [1004, 1013, 1022, 1031]);
}

#[test]
fn the_heap_gives_back_what_it_took() {
    let before = sys2080::heap::free();
    let words: Vec<String> =
        (0..60_u8).map(|n| alloc::format!("{:>1$}", n, usize::from(n % 7) + 1)).collect();
    let lengths: BTreeMap<usize, usize> = words.iter().fold(BTreeMap::new(), |mut counts, word| {
        *counts.entry(word.len()).or_default() += 1;
        counts
    });
    // Numbers below 10 in so many places; of the others, those of less than two places have two.
    assert_eq!(
        lengths.into_iter().collect::<Vec<_>>(),
        [(1, 2), (2, 16), (3, 9), (4, 9), (5, 8), (6, 8), (7, 8)]
    );
    drop(words);
    assert_eq!(sys2080::heap::free(), before);
}
