//! Orders functions of a program that will be packed so that those with common bytes are close together.
//!
//! Requires: a finished program, in which no function is entered by falling through from the previous one.  Keeps: everything but
//! addresses; those outside the functions stay the same.
//!
//! A packer replaces bytes by a reference to an earlier occurrence, and shorter distances take fewer bits. Linkers do the same for
//! archives (Hoag, Lee, Mestre, Pupyrev, "Optimizing Function Layout for Mobile Applications", LCTES 2023, the method of lld's
//! option `--bp-compression-sort`). Programs here are so small that a function can be moved whenever an estimate of the packed size
//! improves. Bytes are read from the end, as by the unpacker of `toolchain/cargo-c64/src/pack`; in the other direction, a quarter
//! less is saved.

use std::collections::BTreeMap;
use std::ops::Range;

use super::arrange;
use super::code::{Program, Section};
use super::encode::encode;
use crate::Error;
use crate::error::demangled;

/// The number of moves that are tried for each function. For our own game, half as many save about 70 bytes less, and four times as
/// many about 30 more.
const TRIES: usize = 128;
/// The length of the byte sequences that are looked up in other functions.
const GRAM: usize = 3;

/// Bits of a byte that has not occurred before, and of a reference without its distance and length, as in ZX0's format
/// (<https://github.com/einar-saukas/ZX0>).
const LITERAL: u32 = 9;
const COPY: u32 = 10;
/// Distances up to this one cost nothing extra; each doubling costs two more bits.
const NEAR: u32 = 128;
/// Longer references count as several.
const LONGEST: usize = 32;

/// A byte of a program in two orders of its functions: addresses count as equal only if they are in both, not by chance in one.
type Byte = [u8; 2];

/// Orders the functions of a program, including the code they share.
pub fn run(program: &mut Program, functions: Range<usize>) {
    // rustc orders functions by a hash that depends on the path of the sources, and the result would depend on it.
    let name =
        |f: usize| demangled(&program.labels[program.chunks[functions.start + f].label.0 as usize].name);
    let mut by_name: Vec<usize> = (0..functions.len()).collect();
    by_name.sort_by_cached_key(|f| name(*f));
    let reversed: Vec<usize> = (0..functions.len()).rev().collect();
    arrange::reorder(program, functions.clone(), &by_name);
    let one = read(program, &functions);
    arrange::reorder(program, functions.clone(), &reversed);
    // The functions are now placed in the order of the texts.
    let other = read(program, &functions);
    // A program that does not fit is rejected later.
    let (Ok((mut texts, before)), Ok((others, other))) = (one, other) else { return };
    texts.reverse();
    let both = |one: &[u8], other: &[u8]| one.iter().zip(other).map(|(a, b)| [*a, *b]).collect();
    let functions_texts = texts.iter().zip(&others).map(|(one, other)| both(one, other));
    let texts: Vec<Vec<Byte>> = std::iter::once(both(&before, &other)).chain(functions_texts).collect();
    let order: Vec<usize> = order(&texts)[1..].iter().rev().map(|text| text - 1).collect();
    arrange::reorder(program, functions, &order);
}

/// Returns the bytes of the functions and those after all of them, each text from its end.
fn read(program: &Program, functions: &Range<usize>) -> Result<(Vec<Vec<u8>>, Vec<u8>), Error> {
    let mut texts = vec![Vec::new(); functions.len()];
    let mut behind = Vec::new();
    for placed in encode(program)?.placed.iter().rev() {
        let lines = placed.lines.iter().rev();
        let text = lines.flat_map(|line| line.bytes.iter().rev().copied());
        if functions.contains(&placed.chunk) {
            texts[placed.chunk - functions.start] = text.collect();
        } else if program.chunks[placed.chunk].section != Section::Start {
            behind.extend(text);
        }
    }
    Ok((texts, behind))
}

/// Returns the order found for which these texts take the fewest bits. The first text stays first.
fn order(texts: &[Vec<Byte>]) -> Vec<usize> {
    let mut search = Search::new(texts);
    let mut estimate = Estimate::new(texts);
    let mut best = estimate.bits(&search.order);
    let mut random = Random(1);
    let movable = texts.len() - 1;
    for _ in 0..if movable > 1 { TRIES * movable } else { 0 } {
        let (from, to) = (1 + random.below(movable), 1 + random.below(movable));
        if from == to || !search.promises(from, to) {
            continue;
        }
        search.take(from, to);
        let bits = estimate.bits(&search.order);
        if bits <= best {
            best = bits;
            search.place();
        } else {
            search.take(to, from);
        }
    }
    search.order
}

/// The number of a gram that occurs in one place only.
const ONCE: u32 = u32::MAX;

/// Returns, by text and position, the number of the gram of this size there; and the count of numbers.
fn grams(texts: &[Vec<Byte>], size: usize) -> (Vec<Vec<u32>>, usize) {
    let mut numbers: BTreeMap<&[Byte], u32> = BTreeMap::new();
    for gram in texts.iter().flat_map(|text| text.windows(size)) {
        numbers.entry(gram).and_modify(|number| *number = 0).or_insert(ONCE);
    }
    let mut count = 0;
    for number in numbers.values_mut().filter(|number| **number != ONCE) {
        *number = count;
        count += 1;
    }
    let numbers = texts.iter().map(|text| text.windows(size).map(|gram| numbers[gram]).collect());
    (numbers.collect(), count as usize)
}

/// An order of texts, with the data to decide which moves are worth an estimate.
struct Search<'a> {
    texts: &'a [Vec<Byte>],
    order: Vec<usize>,
    /// For each text, its position in the order and the number of bytes before it.
    places: Vec<usize>,
    starts: Vec<u32>,
    /// For each text, the grams that other texts also have.
    grams: Vec<Vec<usize>>,
    /// For each gram, the texts that have it and its first position there.
    users: Vec<Vec<(usize, u32)>>,
}

impl<'a> Search<'a> {
    fn new(texts: &'a [Vec<Byte>]) -> Search<'a> {
        let (numbers, count) = grams(texts, GRAM);
        let mut users: Vec<BTreeMap<usize, u32>> = vec![BTreeMap::new(); count];
        for (text, numbers) in numbers.iter().enumerate() {
            for (at, number) in (0..).zip(numbers).filter(|(_, number)| **number != ONCE) {
                users[*number as usize].entry(text).or_insert(at);
            }
        }
        let users: Vec<Vec<(usize, u32)>> =
            users.into_iter().map(|users| users.into_iter().collect()).collect();
        let mut grams = vec![Vec::new(); texts.len()];
        for (gram, users) in users.iter().enumerate().filter(|(_, users)| users.len() > 1) {
            for (text, _) in users {
                grams[*text].push(gram);
            }
        }
        let zeros = vec![0; texts.len()];
        let order = (0..texts.len()).collect();
        let mut search = Search { texts, order, places: zeros, starts: vec![0; texts.len()], grams, users };
        search.place();
        search
    }

    /// Records the order.
    fn place(&mut self) {
        let mut start = 0;
        for (place, &text) in self.order.iter().enumerate() {
            (self.places[text], self.starts[text]) = (place, start);
            start += self.texts[text].len() as u32;
        }
    }

    /// Moves the text at one position to another one; the second is counted without that text.
    fn take(&mut self, from: usize, to: usize) {
        let text = self.order.remove(from);
        self.order.insert(to, text);
    }

    /// Returns whether moving a text brings the bytes it has in common with other texts closer.
    fn promises(&self, from: usize, to: usize) -> bool {
        let text = self.order[from];
        self.cost(text, to) < self.cost(text, from)
    }

    /// Returns the bits for the distances between a text's grams and their nearest occurrences before and after it, if the text is
    /// at this position, minus the bits that the other texts need without it.
    fn cost(&self, text: usize, place: usize) -> i64 {
        let (own, size) = (self.places[text], self.texts[text].len() as u32);
        // The position and start of another text without this one.
        let without = |other: usize| match self.places[other] > own {
            true => (self.places[other] - 1, self.starts[other] - size),
            false => (self.places[other], self.starts[other]),
        };
        let start = place.checked_sub(1).map_or(0, |last| {
            let last = self.order[last + usize::from(last >= own)];
            without(last).1 + self.texts[last].len() as u32
        });
        let gap = |from: Option<u32>, to: Option<u32>| from.zip(to).map_or(0, |(from, to)| far(to - from));
        let cost = |gram: &usize| {
            let (mut before, mut here, mut behind) = (None, start, None);
            for &(user, at) in &self.users[*gram] {
                if user == text {
                    here += at;
                    continue;
                }
                let (other, start) = without(user);
                match other < place {
                    true => before = before.max(Some(start + at)),
                    false => behind = Some(behind.map_or(start + at, |least: u32| least.min(start + at))),
                }
            }
            let with = gap(before, Some(here)) + gap(Some(here), behind.map(|at| at + size));
            i64::from(with) - i64::from(gap(before, behind))
        };
        self.grams[text].iter().map(cost).sum()
    }
}

/// Returns the extra bits of a reference over this distance.
fn far(distance: u32) -> u32 {
    2 * (distance.saturating_sub(1) / NEAR + 1).ilog2()
}

/// Estimates the packed size of texts: the cheapest way with references to the last occurrence of two or three bytes.
struct Estimate<'a> {
    texts: &'a [Vec<Byte>],
    two: Last,
    three: Last,
    /// The text being estimated, and for each position the bits up to there.
    text: Vec<Byte>,
    bits: Vec<u32>,
}

/// The last occurrences of grams.
struct Last {
    /// By text and position: see [`grams`].
    numbers: Vec<Vec<u32>>,
    /// By number: the position, counted over all estimates.
    places: Vec<usize>,
    /// The start of this estimate in that count.
    begun: usize,
}

impl<'a> Estimate<'a> {
    fn new(texts: &'a [Vec<Byte>]) -> Estimate<'a> {
        let [two, three] = [GRAM - 1, GRAM].map(|size| Last::new(texts, size));
        Estimate { texts, two, three, text: Vec::new(), bits: Vec::new() }
    }

    fn bits(&mut self, order: &[usize]) -> u32 {
        self.two.forget(self.text.len());
        self.three.forget(self.text.len());
        self.text.clear();
        order.iter().for_each(|text| self.text.extend_from_slice(&self.texts[*text]));
        self.bits.clear();
        self.bits.resize(self.text.len() + 1, u32::MAX);
        self.bits[0] = 0;
        let places = order.iter().flat_map(|text| (0..self.texts[*text].len()).map(|at| (*text, at)));
        for (now, (text, at)) in places.enumerate() {
            self.better(now, 1, self.bits[now] + LITERAL);
            let (two, three) = (self.two.replace(text, at, now), self.three.replace(text, at, now));
            let Some(from) = two else { continue };
            self.better(now, 2, self.bits[now] + COPY + far((now - from) as u32));
            let Some(from) = three else { continue };
            let same = self.text[now..].iter().zip(&self.text[from..]).take(LONGEST);
            let same = same.take_while(|(a, b)| a == b).count();
            let bits = self.bits[now] + COPY + far((now - from) as u32);
            for length in 3..=same {
                self.better(now, length, bits + 2 * (length as u32 - 1).ilog2());
            }
        }
        self.bits[self.text.len()]
    }

    fn better(&mut self, at: usize, length: usize, bits: u32) {
        let to = &mut self.bits[at + length];
        *to = bits.min(*to);
    }
}

impl Last {
    fn new(texts: &[Vec<Byte>], size: usize) -> Last {
        let (numbers, count) = grams(texts, size);
        Last { numbers, places: vec![0; count], begun: 1 }
    }

    /// Starts over after an estimate of this many bytes: all positions recorded so far are before the new start.
    fn forget(&mut self, bytes: usize) {
        self.begun += bytes;
    }

    /// Returns the last occurrence of the gram at a position of a text, and replaces it by `here`.
    fn replace(&mut self, text: usize, at: usize, here: usize) -> Option<usize> {
        let number = self.numbers[text].get(at).filter(|number| **number != ONCE)?;
        let last = std::mem::replace(&mut self.places[*number as usize], self.begun + here);
        last.checked_sub(self.begun)
    }
}

/// Pseudo-random numbers, the same each time (Knuth's generator for MMIX, "The Art of Computer Programming" 2, 3.3.4).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::code::{Chunk, Item};

    /// A program of functions with these names and bytes.
    fn program(functions: &[(&str, &[u8])]) -> Program {
        let mut program = Program::default();
        let start = program.label("__start");
        let chunk = |label, section, bytes: &[u8]| Chunk {
            label,
            section,
            align: 1,
            items: vec![Item::Bytes(bytes.to_vec())],
        };
        program.chunks.push(chunk(start, Section::Start, &[0x60]));
        for (name, bytes) in functions {
            let label = program.label(*name);
            program.chunks.push(chunk(label, Section::Code, bytes));
        }
        let constant = program.label("constant");
        program.chunks.push(chunk(constant, Section::Constants, &[1, 2, 3]));
        program
    }

    /// The names of the functions in their order after clustering.
    fn clustered(functions: &[(&str, &[u8])]) -> Vec<String> {
        let mut program = program(functions);
        let (first, last) = (program.chunks[0].clone(), program.chunks[functions.len() + 1].clone());
        run(&mut program, 1..functions.len() + 1);
        assert_eq!([&program.chunks[0], &program.chunks[functions.len() + 1]], [&first, &last]);
        let names = program.chunks[1..functions.len() + 1].iter();
        names.map(|chunk| program.labels[chunk.label.0 as usize].name.clone()).collect()
    }

    /// Bytes without repetitions.
    fn mixed(seed: u64) -> Vec<u8> {
        let mut random = Random(seed);
        (0..600).map(|_| random.below(256) as u8).collect()
    }

    #[test]
    fn alike_functions_come_to_lie_together() {
        let (one, two, three) = (mixed(1), mixed(2), mixed(3));
        let functions: [(&str, &[u8]); 6] =
            [("a", &one), ("b", &two), ("c", &three), ("d", &one), ("e", &two), ("f", &three)];
        let order = clustered(&functions).concat();
        assert!(
            ["ad", "be", "cf"].iter().all(|pair| {
                let reversed: String = pair.chars().rev().collect();
                order.contains(pair) || order.contains(&reversed)
            }),
            "{order}"
        );
    }

    #[test]
    fn the_order_does_not_hang_on_the_one_before() {
        let parts: Vec<Vec<u8>> = (1..6).map(mixed).collect();
        let bytes =
            |n: usize| [&parts[n % 5][..80], &parts[n % 3][100..160], &parts[n % 4][200..230]].concat();
        let codes: Vec<Vec<u8>> = (0..20).map(bytes).collect();
        let names: Vec<String> = (0..20).map(|n| format!("f{n:02}")).collect();
        let mut functions: Vec<(&str, &[u8])> =
            names.iter().zip(&codes).map(|(name, code)| (&name[..], &code[..])).collect();
        let order = clustered(&functions);
        assert_ne!(order, names);
        functions.reverse();
        assert_eq!(clustered(&functions), order);
    }

    #[test]
    fn programs_of_one_function_or_none_stay() {
        assert_eq!(clustered(&[]), [""; 0]);
        assert_eq!(clustered(&[("a", &[1, 2, 3, 1, 2, 3])]), ["a"]);
    }

    #[test]
    fn a_move_is_taken_back_by_the_opposite_one() {
        let texts: Vec<Vec<Byte>> = [0, 300, 40, 7].map(|size| vec![[1; 2]; size]).to_vec();
        let mut search = Search::new(&texts);
        for (from, to) in [(0, 3), (3, 1), (2, 0), (1, 2)] {
            let before = search.order.clone();
            search.take(from, to);
            assert_eq!(search.order[to], before[from]);
            search.take(to, from);
            assert_eq!(search.order, before);
        }
    }

    #[test]
    fn what_comes_nearer_is_promising() {
        let pairs = |bytes: Vec<u8>| bytes.into_iter().map(|byte| [byte; 2]).collect::<Vec<Byte>>();
        // The first and the last are alike. Only the estimate can find that they get closer when a text between them moves away.
        let texts = [vec![7; 9], mixed(1), mixed(2), vec![7; 9]].map(pairs);
        let search = Search::new(&texts);
        let promising = |from: usize| (0..4).filter(|to| search.promises(from, *to)).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(promising), [vec![1, 2, 3], vec![], vec![], vec![0, 1, 2]]);
    }

    #[test]
    fn near_and_long_references_take_fewer_bits() {
        let pairs = |bytes: &[u8]| bytes.iter().map(|byte| [*byte; 2]).collect::<Vec<Byte>>();
        let estimate = |texts: &[Vec<Byte>]| {
            let order: Vec<usize> = (0..texts.len()).collect();
            let mut estimate = Estimate::new(texts);
            // An estimate does not depend on the previous one.
            let [one, other] = [(), ()].map(|()| estimate.bits(&order));
            assert_eq!(one, other);
            one
        };
        let bits = |texts: &[&[u8]]| estimate(&texts.iter().map(|text| pairs(text)).collect::<Vec<_>>());
        let (far, text) = (mixed(4), [7, 7, 9, 8, 1, 3]);
        assert_eq!(bits(&[&[1, 2, 3]]), 3 * LITERAL);
        // The shortest length is two bytes, and lengths up to three take two more bits.
        assert_eq!(bits(&[&[1, 2, 1, 2]]), 2 * LITERAL + COPY);
        assert_eq!(bits(&[&[1, 2, 3, 1, 2, 3]]), 3 * LITERAL + COPY + 2);
        assert_eq!(bits(&[&text, &far, &text]) - bits(&[&text, &far]), COPY + self::far(606) + 4);
        assert!(bits(&[&far]) > 590 * LITERAL);
        assert_eq!([1, 128, 129, 256, 257, 384, 385].map(self::far), [0, 0, 2, 2, 2, 2, 4]);
        // Bytes that are equal by chance in one order only are no repetition.
        let texts = [vec![[1, 1], [2, 2], [3, 3], [1, 1], [2, 9], [3, 3]]];
        assert_eq!(estimate(&texts), 6 * LITERAL);
    }
}
