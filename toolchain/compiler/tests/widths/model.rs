//! What every operation gives, by the host's arithmetic.

use compiler::ir::intrinsics::{INTEGERS, exists};

/// An operation on numbers of some width.
pub struct Operation {
    /// What it is called in messages.
    pub name: String,
    /// Instructions that compute `%r` from `%a`, `%b`, `%c`, from `%s`, a count of less than the width, and from `%d`, which
    /// may divide `%a`.
    pub text: String,
    /// The type of `%r`.
    pub result: Kind,
    model: Model,
}

/// The type of a result.
#[derive(Clone, Copy)]
pub enum Kind {
    /// An integer of so many bits.
    Int(u16),
    /// A number of so many bits, and a bit.
    Pair(u16),
}

/// The numbers that a model gets: width, operands, count and divisor.
pub struct Input {
    pub n: u16,
    pub a: u128,
    pub b: u128,
    pub c: u128,
    pub s: u128,
    pub d: u128,
}

type Model = fn(&Input) -> (u128, bool);

pub fn mask(n: u16) -> u128 {
    u128::MAX >> (128 - n)
}

fn signed(x: u128, n: u16) -> i128 {
    ((x << (128 - n)) as i128) >> (128 - n)
}

/// The least and the greatest number with a sign.
fn limits(n: u16) -> (i128, i128) {
    (i128::MIN >> (128 - n), i128::MAX >> (128 - n))
}

/// The divisor that programs make of an operand: neither 0 nor -1.
pub fn divisor(b: u128, n: u16) -> u128 {
    if b | 1 == mask(n) { 1 } else { b | 1 }
}

impl Operation {
    /// The bytes of the result.
    pub fn expected(&self, n: u16, [a, b, c]: [u128; 3]) -> Vec<u8> {
        let input = Input { n, a, b, c, s: b % u128::from(n), d: divisor(b, n) };
        let (value, flag) = (self.model)(&input);
        let bits = match self.result {
            Kind::Int(bits) | Kind::Pair(bits) => bits,
        };
        let mut bytes = (value & mask(bits)).to_le_bytes()[..usize::from(bits.div_ceil(8))].to_vec();
        if let Kind::Pair(_) = self.result {
            bytes.push(flag.into());
        }
        bytes
    }
}

/// Edges, and numbers that look random: the same at every run.
pub fn operands(n: u16, count: usize) -> Vec<[u128; 3]> {
    let (low, high) = limits(n);
    let edges = [0, 1, mask(n), high as u128, low as u128 & mask(n), mask(n) / 3, 1 << (n / 2)];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ u64::from(n);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut number = || {
        let edge = edges[random() as usize % edges.len()];
        let any = u128::from(random()) << 64 | u128::from(random());
        match random() % 4 {
            0 => edge,
            1 => edge.wrapping_add(any & 3),
            2 => any >> (random() % 128),
            _ => any,
        }
    };
    let fixed = [
        [low as u128, high as u128, 1],
        [low as u128, u128::MAX, 0],
        [u128::MAX, u128::MAX, u128::from(n)],
        [0, low as u128, u128::MAX],
        [high as u128, high as u128, u128::from(n) - 1],
    ];
    let random = (0..count.saturating_sub(2)).map(|_| [number(), number(), number()]);
    let all: Vec<[u128; 3]> = random.collect();
    let all = fixed.into_iter().take(count.max(5) - all.len().min(count)).chain(all);
    all.map(|numbers| numbers.map(|x| x & mask(n))).collect()
}

/// Everything that there is of a width.
pub fn operations(n: u16) -> Vec<Operation> {
    let mut all: Vec<Operation> = INTEGERS
        .iter()
        .filter(|(name, _)| exists(name, n))
        .map(|(name, signature)| intrinsic(name, signature, n))
        .collect();
    let ty = format!("i{n}");
    let mut add = |name: &str, text: String, result, model: Model| {
        all.push(Operation { name: name.to_string(), text, result, model });
    };
    let binary: [(&str, &str, Model); 13] = [
        ("add", "%b", |x| (x.a.wrapping_add(x.b), false)),
        ("sub", "%b", |x| (x.a.wrapping_sub(x.b), false)),
        ("mul", "%b", |x| (x.a.wrapping_mul(x.b), false)),
        ("and", "%b", |x| (x.a & x.b, false)),
        ("or", "%b", |x| (x.a | x.b, false)),
        ("xor", "%b", |x| (x.a ^ x.b, false)),
        ("shl", "%s", |x| (x.a << x.s, false)),
        ("lshr", "%s", |x| (x.a >> x.s, false)),
        ("ashr", "%s", |x| ((signed(x.a, x.n) >> x.s) as u128, false)),
        ("udiv", "%d", |x| (x.a / x.d, false)),
        ("urem", "%d", |x| (x.a % x.d, false)),
        ("sdiv", "%d", |x| ((signed(x.a, x.n) / signed(x.d, x.n)) as u128, false)),
        ("srem", "%d", |x| ((signed(x.a, x.n) % signed(x.d, x.n)) as u128, false)),
    ];
    for (name, right, model) in binary {
        // Divided by the only number of one bit that there is, -1 has no quotient.
        if n > 1 || !name.starts_with("sd") && !name.starts_with("sr") {
            add(name, format!("%r = {name} {ty} %a, {right}"), Kind::Int(n), model);
        }
    }
    let preds: [(&str, Model); 10] = [
        ("eq", |x| ((x.a == x.b).into(), false)),
        ("ne", |x| ((x.a != x.b).into(), false)),
        ("ult", |x| ((x.a < x.b).into(), false)),
        ("ule", |x| ((x.a <= x.b).into(), false)),
        ("ugt", |x| ((x.a > x.b).into(), false)),
        ("uge", |x| ((x.a >= x.b).into(), false)),
        ("slt", |x| ((signed(x.a, x.n) < signed(x.b, x.n)).into(), false)),
        ("sle", |x| ((signed(x.a, x.n) <= signed(x.b, x.n)).into(), false)),
        ("sgt", |x| ((signed(x.a, x.n) > signed(x.b, x.n)).into(), false)),
        ("sge", |x| ((signed(x.a, x.n) >= signed(x.b, x.n)).into(), false)),
    ];
    for (pred, model) in preds {
        add(pred, format!("%r = icmp {pred} {ty} %a, %b"), Kind::Int(1), model);
    }
    let (wider, narrower) = ((n + 5).min(128), n.saturating_sub(3).max(1));
    if wider > n {
        add("zext", format!("%r = zext {ty} %a to i{wider}"), Kind::Int(wider), |x| (x.a, false));
        let sext = |x: &Input| (signed(x.a, x.n) as u128, false);
        add("sext", format!("%r = sext {ty} %a to i{wider}"), Kind::Int(wider), sext);
    }
    if narrower < n {
        add("trunc", format!("%r = trunc {ty} %a to i{narrower}"), Kind::Int(narrower), |x| (x.a, false));
    }
    // A function with parameters, a result, a switch and a phi.
    add("choose", format!("%r = call {ty} @choose({ty} %a, {ty} %b, {ty} %c)"), Kind::Int(n), |x| {
        let chosen = if x.a == 0 {
            x.b
        } else if x.a == mask(x.n) {
            x.c
        } else {
            x.a
        };
        (if signed(chosen, x.n) < signed(x.c, x.n) { x.b } else { chosen }, false)
    });
    all
}

fn intrinsic(name: &'static str, signature: &str, n: u16) -> Operation {
    let (takes, gives) = signature.split_once(' ').expect("a blank in the signature");
    let second = if name.ends_with("shl.sat") { "%s" } else { "%b" };
    let mut numbers = ["%a", second, "%c"].into_iter();
    let args: Vec<String> = takes
        .chars()
        .map(|letter| match letter {
            '1' => "i1 false".to_string(),
            _ => format!("i{n} {}", numbers.next().expect("three numbers at most")),
        })
        .collect();
    let (result, ty, suffix) = match gives {
        "C" => (Kind::Pair(n), format!("{{ i{n}, i1 }}"), format!("i{n}")),
        "M" => (Kind::Int(n % 7 + 2), format!("i{}", n % 7 + 2), format!("i{}.i{n}", n % 7 + 2)),
        "B" => (Kind::Int(1), "i1".to_string(), format!("i{n}")),
        _ => (Kind::Int(n), format!("i{n}"), format!("i{n}")),
    };
    let text = format!("%r = call {ty} @llvm.{name}.{suffix}({})", args.join(", "));
    Operation { name: format!("llvm.{name}"), text, result, model: model(name) }
}

/// A result with a sign, and whether it is beyond the width.
fn checked(x: &Input, result: Option<i128>, wrapped: u128) -> (u128, bool) {
    let (low, high) = limits(x.n);
    (wrapped, result.is_none_or(|r| r < low || r > high))
}

/// A result with a sign, or the limit on the side of the first operand's.
fn clamped(x: &Input, result: Option<i128>) -> (u128, bool) {
    let (low, high) = limits(x.n);
    let limit = if signed(x.a, x.n) < 0 { low } else { high };
    (result.filter(|r| (low..=high).contains(r)).unwrap_or(limit) as u128, false)
}

fn model(name: &str) -> Model {
    match name {
        "umin" => |x| (x.a.min(x.b), false),
        "umax" => |x| (x.a.max(x.b), false),
        "smin" => |x| (signed(x.a, x.n).min(signed(x.b, x.n)) as u128, false),
        "smax" => |x| (signed(x.a, x.n).max(signed(x.b, x.n)) as u128, false),
        "abs" => |x| (signed(x.a, x.n).unsigned_abs(), false),
        "ctpop" => |x| (x.a.count_ones().into(), false),
        "ctlz" => |x| (u128::from(x.a.leading_zeros()) + u128::from(x.n) - 128, false),
        "cttz" => |x| (u128::from(x.a.trailing_zeros()).min(x.n.into()), false),
        "bswap" => |x| (x.a.swap_bytes() >> (128 - x.n), false),
        "bitreverse" => |x| (x.a.reverse_bits() >> (128 - x.n), false),
        "fshl" => |x| match x.c % u128::from(x.n) {
            0 => (x.a, false),
            c => (x.a << c | x.b >> (u128::from(x.n) - c), false),
        },
        "fshr" => |x| match x.c % u128::from(x.n) {
            0 => (x.b, false),
            c => (x.a << (u128::from(x.n) - c) | x.b >> c, false),
        },
        "uadd.with.overflow" => {
            |x| (x.a.wrapping_add(x.b), x.a.checked_add(x.b).is_none_or(|r| r > mask(x.n)))
        }
        "usub.with.overflow" => |x| (x.a.wrapping_sub(x.b), x.a < x.b),
        "umul.with.overflow" => {
            |x| (x.a.wrapping_mul(x.b), x.a.checked_mul(x.b).is_none_or(|r| r > mask(x.n)))
        }
        "sadd.with.overflow" => {
            |x| checked(x, signed(x.a, x.n).checked_add(signed(x.b, x.n)), x.a.wrapping_add(x.b))
        }
        "ssub.with.overflow" => {
            |x| checked(x, signed(x.a, x.n).checked_sub(signed(x.b, x.n)), x.a.wrapping_sub(x.b))
        }
        "smul.with.overflow" => {
            |x| checked(x, signed(x.a, x.n).checked_mul(signed(x.b, x.n)), x.a.wrapping_mul(x.b))
        }
        "uadd.sat" => |x| (x.a.saturating_add(x.b).min(mask(x.n)), false),
        "usub.sat" => |x| (x.a.saturating_sub(x.b), false),
        "sadd.sat" => |x| clamped(x, signed(x.a, x.n).checked_add(signed(x.b, x.n))),
        "ssub.sat" => |x| clamped(x, signed(x.a, x.n).checked_sub(signed(x.b, x.n))),
        "ushl.sat" => |x| {
            let lost = x.a.leading_zeros() < x.s as u32 + 128 - u32::from(x.n);
            (if lost && x.a != 0 { mask(x.n) } else { x.a << x.s }, false)
        },
        "sshl.sat" => |x| {
            let number = signed(x.a, x.n);
            let back = (number << x.s) >> x.s == number;
            clamped(x, back.then_some(number << x.s))
        },
        "ucmp" => |x| (x.a.cmp(&x.b) as i8 as u128, false),
        "scmp" => |x| (signed(x.a, x.n).cmp(&signed(x.b, x.n)) as i8 as u128, false),
        "expect" => |x| (x.a, false),
        "is.constant" => |_| (0, false),
        _ => panic!("llvm.{name} has no model"),
    }
}
