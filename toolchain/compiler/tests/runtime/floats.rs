//! The routines for floats, compared with the host: all pairs of edges, and samples.

use super::{Bench, Random, edges};

/// Floats at which something changes: all kinds of exponents, with fractions at their ends, halves and single bits.
/// `bits` are those of a fraction, `bias` what is added to an exponent.
fn floats(bits: u32, bias: u64) -> Vec<u64> {
    let mut floats = Vec::new();
    let around = |middle: u64, by: u64| middle - by..=middle + by;
    let exponents = (0..=3).chain(around(bias, 4)).chain(around(bias + u64::from(bits), 3));
    for exponent in exponents.chain((0..5).map(|step| bias + 7 * step)).chain(2 * bias - 2..=2 * bias + 1) {
        let half = 1 << (bits - 1);
        for fraction in [0, 1, 2, half, half - 1, 2 * half - 1, (2 * half - 1) / 3] {
            floats.push(exponent << bits | fraction);
        }
    }
    let sign = (2 * bias + 2) << bits;
    floats.iter().map(|float| float | sign).chain(floats.clone()).collect()
}

/// Compares a routine for floats of so many bytes with the host. `host` takes and gives bits, and says of each result whether it is
/// a NaN, of which there are many.
fn compare_floats(name: &str, bytes: usize, host: impl Fn(u64, u64) -> (u64, bool), is_nan: fn(u64) -> bool) {
    let (bits, bias) = if bytes == 4 { (23, 127) } else { (52, 1023) };
    let edges = floats(bits, bias);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut pairs: Vec<(u64, u64)> = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b))).collect();
    let rounds: u32 = std::env::var("FLOAT_PAIRS").map_or(20_000, |n| n.parse().expect("a number"));
    let all = u64::MAX >> (64 - 8 * bytes);
    // Near another float is what has its sign, or not, and an exponent that differs in few bits.
    let nearness = (1 << (8 * bytes - 1) | 0x25_u64 << bits | ((1 << bits) - 1)) & all;
    for _ in 0..rounds {
        let (a, b) = (random.next() & all, random.next());
        pairs.extend([(a, b & all), (a, a & !((1 << bits) - 1) ^ b & nearness)]);
    }
    let mut bench = Bench::new();
    let (mut random_cycles, mut worst) = (0, 0);
    for (place, &(a, b)) in pairs.iter().enumerate() {
        let (expected, nan) = host(a, b);
        let left = bench.call(name, 0, 0, &[&a.to_le_bytes()[..bytes], &b.to_le_bytes()[..bytes]].concat());
        let found = left.number(0, bytes);
        let same = if nan { is_nan(found) } else { found == expected };
        assert!(same, "{name} {a:#x} {b:#x}: {found:#x}, not {expected:#x}");
        random_cycles += if place < edges.len() * edges.len() { 0 } else { left.cycles };
        worst = worst.max(left.cycles);
    }
    let mean = random_cycles / u64::from(2 * rounds.max(1));
    eprintln!("{name}: {mean} cycles in the mean of random pairs of bits, {worst} at most of any");
}

#[test]
fn floats_of_32_bits_are_those_of_the_host() {
    type Operation = (&'static str, fn(f32, f32) -> f32);
    let operations: [Operation; 4] = [
        ("__addsf3", |a, b| a + b),
        ("__subsf3", |a, b| a - b),
        ("__mulsf3", |a, b| a * b),
        ("__divsf3", |a, b| a / b),
    ];
    for (name, operation) in operations {
        let host = |a: u64, b: u64| {
            let result = operation(f32::from_bits(a as u32), f32::from_bits(b as u32));
            (result.to_bits().into(), result.is_nan())
        };
        compare_floats(name, 4, host, |bits| f32::from_bits(bits as u32).is_nan());
    }
}

#[test]
fn floats_of_64_bits_are_those_of_the_host() {
    type Operation = (&'static str, fn(f64, f64) -> f64);
    let operations: [Operation; 4] = [
        ("__adddf3", |a, b| a + b),
        ("__subdf3", |a, b| a - b),
        ("__muldf3", |a, b| a * b),
        ("__divdf3", |a, b| a / b),
    ];
    for (name, operation) in operations {
        let host = |a, b| {
            let result = operation(f64::from_bits(a), f64::from_bits(b));
            (result.to_bits(), result.is_nan())
        };
        compare_floats(name, 8, host, |bits| f64::from_bits(bits).is_nan());
    }
}

/// Floats of 32 bits one by one: the edges, and as many others as pairs of the other operations.
fn singles() -> impl Iterator<Item = u32> {
    let rounds = std::env::var("FLOAT_PAIRS").map_or(20_000, |n| n.parse().expect("a number"));
    let mut random = Random(0x1234_5678_9abc_def1);
    let near_integers = (0..rounds).map(move |_| {
        let bits = random.next();
        // Half of them with an exponent from 126 to 159, which conversions to integers tell apart.
        let exponent = (126 + (bits >> 40) % 34) << 23;
        if bits >> 63 == 1 { bits as u32 } else { (bits & 0x807f_ffff | exponent) as u32 }
    });
    floats(23, 127).into_iter().map(|bits| bits as u32).chain(near_integers)
}

#[test]
fn comparisons_of_floats_are_those_of_the_host() {
    let edges: Vec<u32> = floats(23, 127).into_iter().map(|bits| bits as u32).collect();
    let mut pairs: Vec<(u32, u32)> = edges.iter().flat_map(|a| edges.iter().map(move |b| (*a, *b))).collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    // Others, and those that differ in one bit or in none.
    pairs.extend(singles().map(|a| (a, random.next() as u32)));
    pairs.extend(singles().enumerate().map(|(n, a)| (a, a ^ 1_u32.checked_shl(n as u32 % 33).unwrap_or(0))));
    let mut bench = Bench::new();
    for (a, b) in pairs {
        let order = f32::from_bits(a).partial_cmp(&f32::from_bits(b));
        let mut compare = |name| {
            let left = bench.call(name, 0, 0, &[a.to_le_bytes(), b.to_le_bytes()].concat());
            left.a as i8
        };
        for (name, unordered) in [("__lesf2", 1), ("__gesf2", -1)] {
            let expected = order.map_or(unordered, |order| order as i8);
            assert_eq!(compare(name), expected, "{name} {a:#x} {b:#x}");
        }
        assert_eq!(compare("__unordsf2"), i8::from(order.is_none()), "{a:#x} {b:#x}");
    }
}

#[test]
fn floats_from_integers_are_those_of_the_host() {
    let rounds = std::env::var("FLOAT_PAIRS").map_or(20_000, |n| n.parse().expect("a number"));
    let words = (0..=0xffff).flat_map(|n: u32| [n, n << 8, n << 16, n.wrapping_neg()]);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let others = (0..rounds).map(|_| random.number(4) as u32);
    let mut bench = Bench::new();
    let mut of = |name, n: u32| bench.call(name, 0, 0, &n.to_le_bytes()).number(0, 4) as u32;
    for n in words.chain(edges(4).into_iter().map(|n| n as u32)).chain(others) {
        assert_eq!(of("__floatunsisf", n), (n as f32).to_bits(), "{n:#x}");
        assert_eq!(of("__floatsisf", n), (n as i32 as f32).to_bits(), "{n:#x}");
    }
}

#[test]
fn integers_from_floats_are_those_of_the_host() {
    let mut bench = Bench::new();
    let mut of = |name, n: u32| bench.call(name, 0, 0, &n.to_le_bytes()).number(0, 4) as u32;
    let whole = (0..=0xffff).flat_map(|n: u16| [f32::from(n), -f32::from(n), f32::from(n) + 0.5]);
    for n in singles().chain(whole.map(f32::to_bits)) {
        let float = f32::from_bits(n);
        assert_eq!(of("__fixunssfsi", n), float as u32, "{n:#x}");
        assert_eq!(of("__fixsfsi", n), float as i32 as u32, "{n:#x}");
    }
}
