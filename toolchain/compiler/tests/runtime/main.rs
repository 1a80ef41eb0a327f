//! The runtime routines, run on the machine: 8-bit arithmetic exhaustively, wider by edges and samples.

mod floats;

use std::collections::BTreeMap;

use compiler::MemoryMap;
use compiler::mos::asm;
use compiler::mos::code::{Program, Section};
use compiler::mos::image::Image;
use compiler::mos::isa::Set;
use compiler::mos::runtime::{self, ROUTINES};
use machine::{Config, Machine, Registers, Stop};

const MAP: MemoryMap = MemoryMap::C64;

type Args = [u8; 16];

/// What a routine left behind.
struct Left {
    a: u8,
    x: u8,
    args: Args,
    /// Cycles taken, RTS included.
    cycles: u64,
}

impl Left {
    /// The number in so many bytes from `ARG + from` on.
    fn number(&self, from: usize, bytes: usize) -> u64 {
        number(&self.args[from..from + bytes])
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

/// All routines in a machine. Every call checks that the routine changes nothing but what its row in `ROUTINES` says.
struct Bench {
    machine: Machine,
    symbols: BTreeMap<String, u16>,
    random: Random,
}

impl Bench {
    /// With the fast form of every routine.
    fn new() -> Bench {
        Bench::with(true)
    }

    /// With the fast form of every routine, or with the compact one of those that have it.
    fn with(fast: bool) -> Bench {
        let mut program = Program::default();
        let known = runtime::declare(&mut program);
        let names: Vec<&str> = ROUTINES.iter().map(|r| r.name).collect();
        // The code around interrupt handlers has the memory that `__kernal_irq` writes.
        let text = format!(".word {}\n__irq_next: .byte 0", names.join(", "));
        let start = asm::chunk(&text, "test", Section::Start, &mut program, &known).unwrap().0;
        program.chunks.push(start);
        runtime::link(&mut program, &known, |_| fast).unwrap();
        let image = Image::new(&program).unwrap();
        let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
        machine.load_prg(&image.prg).unwrap();
        // The tests of memory have their data from there on, the only ones to do without the tables of `__mulsf3`.
        assert!(image.prg.len() - 2 + 0x0801 <= 0x2400, "{} bytes", image.prg.len());
        machine.poke(1, 0x36);
        let mut bench = Bench { machine, symbols: image.symbols, random: Random(0x9e37_79b9_7f4a_7c15) };
        bench.call("__fill_squares", 0, 0, &[]);
        bench
    }

    /// Calls a routine with A, X and the first bytes of `ARG`; registers, bytes and flags not given hold anything.
    fn call(&mut self, name: &str, a: u8, x: u8, given: &[u8]) -> Left {
        self.call_with_y(name, a, x, None, given)
    }

    fn call_with_y(&mut self, name: &str, a: u8, x: u8, y: Option<u8>, given: &[u8]) -> Left {
        let row = runtime::find(name).unwrap();
        let junk = self.random.next();
        let mut args: Args = [0; 16];
        args[..8].copy_from_slice(&junk.to_le_bytes());
        args[8..].copy_from_slice(&junk.rotate_left(29).to_le_bytes());
        args[..given.len()].copy_from_slice(given);
        for (at, byte) in (MAP.arg(0)..).zip(args) {
            self.machine.poke(at, byte);
        }
        for at in (MAP.pointers()[0]..MAP.zero_page.end).chain(MAP.apart) {
            self.machine.poke(at, (junk >> (at % 56)) as u8);
        }
        let others = |m: &Machine| -> Vec<u8> {
            (MAP.pointers()[0]..MAP.runtime().start)
                .chain(MAP.homes().start..MAP.zero_page.end)
                .chain(MAP.apart)
                .map(|at| m.peek(at))
                .collect()
        };
        let before = others(&self.machine);
        let pick = |register, value, shift: u32| {
            if row.reads.contains(register) { value } else { (junk >> shift) as u8 }
        };
        let registers = Registers {
            pc: 0,
            a: pick(Set::A, a, 17),
            x: pick(Set::X, x, 33),
            y: y.unwrap_or((junk >> 41) as u8),
            sp: 0xf0,
            p: 0x24 | (junk >> 50) as u8 & 0xc3,
        };
        self.machine.set_registers(registers);
        let start = self.machine.cycles();
        assert_eq!(self.machine.call(self.symbols[name]), Ok(Stop::Returned), "{name}");
        let after = self.machine.registers();
        let mut left = Left { a: after.a, x: after.x, args: [0; 16], cycles: self.machine.cycles() - start };
        for (at, byte) in (MAP.arg(0)..).zip(&mut left.args) {
            *byte = self.machine.peek(at);
        }
        assert_eq!(after.sp, 0xf0, "{name}");
        assert_eq!(others(&self.machine), before, "{name} changes others' zero page");
        for (n, (was, is)) in args.iter().zip(left.args).enumerate() {
            assert!(row.writes_arg >> n & 1 == 1 || *was == is, "{name} changes ARG+{n}");
        }
        for (register, was, is) in
            [(Set::A, registers.a, after.a), (Set::X, registers.x, after.x), (Set::Y, registers.y, after.y)]
        {
            assert!(row.writes.contains(register) || was == is, "{name} changes {register:?}");
        }
        left
    }

    /// Calls a routine of two operands of that many bytes; both results.
    fn two(&mut self, name: &str, bytes: usize, left: u64, right: u64) -> (u64, u64) {
        let given = [&left.to_le_bytes()[..bytes], &right.to_le_bytes()[..bytes]].concat();
        let left = self.call(name, 0, 0, &given);
        (left.number(0, bytes), left.number(bytes, bytes))
    }

    /// Calls a routine of two operands of two bytes; its result of four.
    fn wide(&mut self, name: &str, left: u64, right: u64) -> u64 {
        self.call(name, 0, 0, &(left | right << 16).to_le_bytes()[..4]).number(0, 4)
    }

    fn store(&mut self, address: u16, bytes: &[u8]) {
        self.machine.load_bytes(address, bytes).unwrap();
    }

    fn bytes(&self, address: u16, count: usize) -> Vec<u8> {
        self.machine.ram(usize::from(address)..usize::from(address) + count).to_vec()
    }
}

/// Marsaglia's xorshift: numbers of all lengths, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number of any length up to so many bytes.
    fn number(&mut self, bytes: usize) -> u64 {
        let bits = self.next() % (8 * bytes as u64) + 1;
        let sign = self.next() & 1;
        let n = self.next() >> (64 - bits);
        mask(if sign == 1 { n.wrapping_neg() } else { n }, bytes)
    }
}

fn mask(n: u64, bytes: usize) -> u64 {
    n & (u64::MAX >> (64 - 8 * bytes))
}

fn signed(n: u64, bytes: usize) -> i64 {
    let shift = 64 - 8 * bytes as u32;
    (n << shift) as i64 >> shift
}

/// Values at which carries and lengths change.
fn edges(bytes: usize) -> Vec<u64> {
    let mut edges = vec![0, 1, 2, 3, 7, 10, 100];
    for byte in 0..bytes {
        for n in [0x7f, 0x80, 0x81, 0xff, 0x100, 0x101] {
            edges.push(mask(n << (8 * byte), bytes));
        }
    }
    edges.extend([mask(u64::MAX, bytes), mask(u64::MAX - 1, bytes), mask(u64::MAX, bytes) / 3]);
    edges.sort();
    edges.dedup();
    edges
}

/// All pairs of edges and some thousand others.
fn pairs(bytes: usize) -> Vec<(u64, u64)> {
    let edges = edges(bytes);
    let mut pairs: Vec<(u64, u64)> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
    let mut random = Random(0x2545_f491_4f6c_dd1d + bytes as u64);
    pairs.extend((0..4000).map(|_| (random.number(bytes), random.number(bytes))));
    pairs
}

#[test]
fn multiplication_of_bytes() {
    for fast in [true, false] {
        let mut bench = Bench::with(fast);
        for a in 0..=255 {
            for x in 0..=255 {
                let left = bench.call("__mul8", a, x, &[]);
                assert_eq!(u16::from_le_bytes([left.a, left.x]), u16::from(a) * u16::from(x), "{a} * {x}");
                assert!(left.cycles <= if fast { 123 } else { 202 }, "{a} * {x}: {} cycles", left.cycles);
            }
        }
    }
}

#[test]
fn division_of_bytes() {
    let mut bench = Bench::new();
    for a in 0..=255u8 {
        for x in 0..=255u8 {
            let left = bench.call("__udiv8", a, x, &[]);
            if let Some(quotient) = a.checked_div(x) {
                assert_eq!((left.a, left.x), (quotient, a % x), "{a} / {x}");
            }
        }
    }
}

#[test]
fn signed_division_of_bytes() {
    let mut bench = Bench::new();
    for a in i8::MIN..=i8::MAX {
        for x in i8::MIN..=i8::MAX {
            let left = bench.call("__sdiv8", a as u8, x as u8, &[]);
            if x != 0 {
                let expected = (a.wrapping_div(x), a.wrapping_rem(x));
                assert_eq!((left.a as i8, left.x as i8), expected, "{a} / {x}");
            }
        }
    }
}

#[test]
fn wide_multiplication() {
    for fast in [true, false] {
        check_wide_multiplication(&mut Bench::with(fast));
    }
}

fn check_wide_multiplication(bench: &mut Bench) {
    for bytes in [2, 4, 8] {
        for (a, b) in pairs(bytes) {
            let product = bench.two(&format!("__mul{}", 8 * bytes), bytes, a, b).0;
            assert_eq!(product, mask(a.wrapping_mul(b), bytes), "{a:#x} * {b:#x}");
        }
    }
    for (a, b) in pairs(2) {
        assert_eq!(bench.wide("__umulhisi3", a, b), a * b, "{a:#x} * {b:#x}");
        let product = signed(a, 2) * signed(b, 2);
        assert_eq!(bench.wide("__mulhisi3", a, b), mask(product as u64, 4), "{a:#x} * {b:#x}, signed");
    }
    // Factors of half the width have a way of their own.
    for (a, b) in pairs(4) {
        assert_eq!(bench.two("__mul64", 8, a, b).0, a * b, "{a:#x} * {b:#x}");
    }
}

#[test]
fn wide_division() {
    for fast in [true, false] {
        check_wide_division(&mut Bench::with(fast));
    }
}

fn check_wide_division(bench: &mut Bench) {
    for bytes in [2, 4, 8] {
        for (a, b) in pairs(bytes) {
            let result = bench.two(&format!("__udiv{}", 8 * bytes), bytes, a, b);
            if let Some(quotient) = a.checked_div(b) {
                assert_eq!(result, (quotient, a % b), "{a:#x} / {b:#x}");
            }
        }
    }
}

#[test]
fn division_by_a_byte() {
    for fast in [true, false] {
        check_division_by_a_byte(&mut Bench::with(fast));
    }
}

fn check_division_by_a_byte(bench: &mut Bench) {
    for bytes in 1..=8 {
        for (n, divisor) in pairs(bytes) {
            let last = bytes as u8 - 1;
            let given = &n.to_le_bytes()[..bytes];
            let divisor = divisor as u8;
            if let Some(quotient) = n.checked_div(divisor.into()) {
                let left = bench.call_with_y("__udivbyte", 0, last, Some(divisor), given);
                assert_eq!((left.number(0, bytes), left.a.into()), (quotient, n % u64::from(divisor)));
            }
            let left = bench.call("__udivten", 0, last, given);
            assert_eq!((left.number(0, bytes), left.a.into()), (n / 10, n % 10), "{n}");
        }
    }
    for n in 0..=u16::MAX {
        let left = bench.call("__udivten", 0, 1, &n.to_le_bytes());
        assert_eq!((left.number(0, 2), u16::from(left.a)), (u64::from(n / 10), n % 10), "{n}");
    }
}

#[test]
fn wide_signed_division() {
    let mut bench = Bench::new();
    for bytes in [2, 4, 8] {
        for (a, b) in pairs(bytes) {
            let result = bench.two(&format!("__sdiv{}", 8 * bytes), bytes, a, b);
            if b != 0 {
                let (a, b) = (signed(a, bytes), signed(b, bytes));
                let expected = (a.wrapping_div(b) as u64, a.wrapping_rem(b) as u64);
                assert_eq!(result, (mask(expected.0, bytes), mask(expected.1, bytes)), "{a} / {b}");
            }
        }
    }
}

/// Upper bounds over samples: what it costs to get slower has to be seen here first.
#[test]
fn cycles() {
    let mut bench = Bench::new();
    let mut worst = |name: &str, operands: &[[u8; 8]]| {
        operands.iter().map(|o| bench.call(name, o[0], o[4], o).cycles).max()
    };
    let mut random = Random(0x1234_5678_9abc_def1);
    let bytes: Vec<[u8; 8]> = (0..5000).map(|_| random.next().to_le_bytes()).collect();
    let words: Vec<[u8; 8]> = bytes.iter().map(|b| [b[0], b[1], b[2], b[3], 0, 0, 0, 0]).collect();
    let by_byte: Vec<[u8; 8]> = bytes.iter().map(|b| [b[0], 0, b[1], b[2], 0, 0, 0, 0]).collect();
    let by_ten: Vec<[u8; 8]> = bytes.iter().map(|b| [b[0], b[1], b[2], b[3], 10, 0, 0, 0]).collect();
    let four: Vec<[u8; 8]> = bytes.iter().map(|b| [b[0], b[1], b[2], b[3], 3, 0, 0, 0]).collect();
    let word_by_ten: Vec<[u8; 8]> = bytes.iter().map(|b| [b[0], b[1], 10, 0, 0, 0, 0, 0]).collect();
    for (name, operands, bound) in [
        ("__mul8", &bytes, 123),
        ("__udiv8", &bytes, 230),
        ("__mul16", &words, 560),
        ("__mul16", &word_by_ten, 170),
        ("__udiv16", &words, 500),
        ("__udiv16", &word_by_ten, 430),
        ("__umulhisi3", &words, 580),
        ("__mulhisi3", &words, 690),
        ("__umulhisi3", &by_byte, 340),
        ("__mul32", &bytes, 1200),
        ("__mul32", &by_ten, 300),
        ("__udiv32", &bytes, 1500),
        ("__udiv32", &by_ten, 815),
        ("__udivten", &four, 190),
    ] {
        let worst = worst(name, operands);
        assert!(worst <= Some(bound), "{name}: {worst:?} cycles, {bound} allowed");
    }
}

#[test]
fn shifts() {
    let mut bench = Bench::new();
    for n in 0..=255u8 {
        for count in 0..8 {
            assert_eq!(bench.call("__shl8", n, count, &[]).a, n << count, "{n} << {count}");
            assert_eq!(bench.call("__lshr8", n, count, &[]).a, n >> count, "{n} >> {count}");
            assert_eq!(bench.call("__ashr8", n, count, &[]).a as i8, n as i8 >> count, "{n} >> {count}");
        }
    }
    for bytes in [2, 4, 8] {
        let mut values = edges(bytes);
        values.extend((0..100).map(|_| bench.random.number(bytes)));
        for n in values {
            for count in 0..8 * bytes as u8 {
                for (kind, expected) in [
                    ("shl", mask(n << count, bytes)),
                    ("lshr", n >> count),
                    ("ashr", mask((signed(n, bytes) >> count) as u64, bytes)),
                ] {
                    let name = format!("__{kind}{}", 8 * bytes);
                    let left = bench.call(&name, 0, count, &n.to_le_bytes()[..bytes]);
                    assert_eq!(left.number(0, bytes), expected, "{name} {n:#x} by {count}");
                }
            }
        }
    }
}

#[test]
fn bit_counts() {
    let mut bench = Bench::new();
    for n in 0..=255u8 {
        assert_eq!(u32::from(bench.call("__ctpop8", n, 0, &[]).a), n.count_ones(), "{n}");
        assert_eq!(u32::from(bench.call("__ctlz8", n, 0, &[]).a), n.leading_zeros(), "{n}");
        assert_eq!(u32::from(bench.call("__cttz8", n, 0, &[]).a), n.trailing_zeros(), "{n}");
        assert_eq!(bench.call("__bitrev8", n, 0, &[]).a, n.reverse_bits(), "{n}");
    }
    for bytes in [2, 4, 8] {
        let bits = 8 * bytes as u32;
        let mut values = edges(bytes);
        values.extend((0..bits).flat_map(|bit| [1 << bit, mask(u64::MAX << bit, bytes)]));
        values.extend((0..2000).map(|_| bench.random.number(bytes)));
        for n in values {
            for (kind, expected) in [
                ("ctpop", n.count_ones()),
                ("ctlz", n.leading_zeros() + bits - 64),
                ("cttz", n.trailing_zeros().min(bits)),
            ] {
                let name = format!("__{kind}{bits}");
                let left = bench.call(&name, 0, 0, &n.to_le_bytes()[..bytes]);
                assert_eq!(u32::from(left.a), expected, "{name} {n:#x}");
            }
        }
    }
}

const LENGTHS: [u16; 9] = [0, 1, 2, 255, 256, 257, 511, 512, 600];
const SOURCES: [u16; 3] = [0x2700, 0x2780, 0x27ff];

/// Three words as the memory routines take them.
fn words(words: [u16; 3]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// 2.5 KiB without a period of 256.
fn pattern() -> Vec<u8> {
    (0..2560u32).map(|n| (n * 7 + n / 256 * 31) as u8).collect()
}

#[test]
fn copies() {
    let mut bench = Bench::new();
    for length in LENGTHS {
        for source in SOURCES {
            for target in [0x4000, 0x4001, 0x40fe] {
                for name in ["__memcpy", "__memmove"] {
                    bench.store(0x2400, &pattern());
                    bench.store(0x3f00, &[0xee; 2560]);
                    bench.call(name, 0, 0, &words([target, source, length]));
                    let mut expected = vec![0xee; 2560];
                    let (to, from) = (usize::from(target - 0x3f00), usize::from(source - 0x2400));
                    let length = usize::from(length);
                    expected[to..to + length].copy_from_slice(&pattern()[from..from + length]);
                    assert_eq!(bench.bytes(0x3f00, 2560), expected, "{name} {target:x} {source:x} {length}");
                    assert_eq!(bench.bytes(0x2400, 2560), pattern(), "{name} {target:x} {source:x} {length}");
                }
            }
        }
    }
}

#[test]
fn overlapping_moves() {
    let mut bench = Bench::new();
    for length in LENGTHS {
        for source in SOURCES {
            for distance in [-600i16, -256, -255, -1, 0, 1, 2, 127, 255, 256, 257, 599] {
                let target = source.wrapping_add_signed(distance);
                bench.store(0x2400, &pattern());
                bench.call("__memmove", 0, 0, &words([target, source, length]));
                let mut expected = pattern();
                let from = usize::from(source - 0x2400);
                expected.copy_within(from..from + usize::from(length), usize::from(target - 0x2400));
                assert_eq!(bench.bytes(0x2400, 2560), expected, "{target:x} {source:x} {length}");
            }
        }
    }
}

#[test]
fn whole_memory_moves() {
    let mut bench = Bench::new();
    for (target, source) in [(0x2401, 0x2400), (0x2400, 0x2401)] {
        let contents: Vec<u8> = (0..0xac00u32).map(|n| (n * 5 + n / 256) as u8).collect();
        bench.store(0x2400, &contents);
        bench.call("__memmove", 0, 0, &words([target, source, 0xab00]));
        let moved = bench.bytes(target, 0xab00);
        assert_eq!(moved, contents[usize::from(source - 0x2400)..][..0xab00]);
    }
}

#[test]
fn fills() {
    let mut bench = Bench::new();
    for length in LENGTHS {
        for target in SOURCES {
            bench.store(0x2400, &pattern());
            // Only the low byte of the second word is the filling.
            bench.call("__memset", 0, 0, &words([target, 0x12c3, length]));
            let mut expected = pattern();
            expected[usize::from(target - 0x2400)..][..usize::from(length)].fill(0xc3);
            assert_eq!(bench.bytes(0x2400, 2560), expected, "{target:x} {length}");
        }
    }
}

#[test]
fn comparisons() {
    let mut bench = Bench::new();
    for length in LENGTHS {
        for source in SOURCES {
            let same = pattern();
            bench.store(source, &same);
            for at in [0, 1, 127, 254, 255, 256, 510, 599, 600] {
                for (ours, theirs) in [(0x7f, 0x80), (0xff, 0x00), (5, 5)] {
                    let mut left = same.clone();
                    left[at] = ours;
                    let mut right = same.clone();
                    right[at] = theirs;
                    bench.store(0x40f0, &left);
                    bench.store(source, &right);
                    let result = bench.call("__memcmp", 0, 0, &words([0x40f0, source, length]));
                    let length = usize::from(length);
                    let expected = left[..length].cmp(&right[..length]) as i8 as i16;
                    let got = i16::from_le_bytes([result.a, result.x]);
                    assert_eq!(got, expected, "{source:x} {length}, difference at {at}");
                }
            }
        }
    }
}

#[test]
fn indirect_call_goes_where_the_vector_points() {
    let mut bench = Bench::new();
    // inc $4000 : rts
    bench.store(0x3000, &[0xee, 0x00, 0x40, 0x60]);
    bench.machine.poke(0x4000, 41);
    bench.machine.poke(MAP.vector(), 0x00);
    bench.machine.poke(MAP.vector() + 1, 0x30);
    assert_eq!(bench.machine.call(bench.symbols["__callptr"]), Ok(Stop::Returned));
    assert_eq!(bench.machine.peek(0x4000), 42);
}

#[test]
fn trap_ends_the_machine_and_never_returns() {
    let mut bench = Bench::new();
    let stop = bench.machine.call(bench.symbols["__trap"]);
    assert!(matches!(stop, Ok(Stop::Exit { code: 255, .. })), "{stop:?}");
    bench.machine.set_cycle_limit(bench.machine.cycles() + 10_000);
    assert!(matches!(bench.machine.run(), Err(machine::Error::CycleLimit { .. })));
}
