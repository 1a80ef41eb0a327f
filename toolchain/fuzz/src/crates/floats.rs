//! Random floating-point expressions.
//!
//! Results are compared bit by bit, so anything that Rust leaves open is avoided: the bits of a NaN, and which of two zeros is the lesser.

use super::body::Body;
use super::tree::{Kind, Node};
use super::types::{Int, Ty};

/// Likely edge cases for both types: rounding, overflow and subnormal numbers.
const NUMBERS: [&str; 16] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "0.5",
    "1.5",
    "0.1",
    "-2.25",
    "3.1415927",
    "255.5",
    "65536.0",
    "16777217.0",
    "-1e10",
    "3e38",
    "1e-38",
    "1e-44",
];

/// The work of an operation in software.
const WORK: u64 = 60;

impl Body<'_> {
    /// Generates an integer derived from floats: rounded towards zero, or their bits.
    pub(super) fn rounded(&mut self, int: Int, depth: u32) -> Node {
        let double = self.random.percent(30);
        let kind = Kind::Value(int);
        if self.random.percent(50) {
            return Node::new(kind, &format!("($ as {})", int.name()), [self.real(double, depth)]);
        }
        let bits = if double { "b64" } else { "b32" };
        Node::new(kind, &format!("({bits}($) as {})", int.name()), [self.real(double, depth)])
    }

    /// Generates a comparison of floats.
    pub(super) fn real_condition(&mut self, depth: u32) -> Node {
        let double = self.random.percent(30);
        let text = self.random.of(&["($ < $)", "($ <= $)", "($ > $)", "($ >= $)", "($ == $)", "($ != $)"]);
        if self.random.percent(15) {
            let text = self.random.of(&["$.is_nan()", "$.is_finite()", "$.is_infinite()"]);
            return Node::new(Kind::Condition, text, [self.real(double, depth)]);
        }
        self.cost += self.times * WORK;
        Node::new(Kind::Condition, text, [self.real(double, depth), self.real(double, depth)])
    }

    fn real(&mut self, double: bool, depth: u32) -> Node {
        let kind = Kind::Real { double };
        let name = if double { "f64" } else { "f32" };
        self.cost += self.times * if double { 2 * WORK } else { WORK };
        if depth == 0 || self.random.percent(20) {
            return Node::leaf(kind, format!("({}{name})", self.random.of(&NUMBERS)));
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0..=4 => {
                let text = self.random.of(&["($ + $)", "($ - $)", "($ * $)", "($ / $)"]);
                Node::new(kind, text, [self.real(double, depth), self.real(double, depth)])
            }
            5..=7 => {
                let from = Int::any(self.random);
                Node::new(kind, &format!("($ as {name})"), [self.value(from, depth)])
            }
            8 => {
                let bits = Int { bits: if double { 64 } else { 32 }, signed: false };
                Node::new(kind, &format!("{name}::from_bits($)"), [self.value(bits, depth)])
            }
            9 => Node::new(kind, &format!("($ as {name})"), [self.real(!double, depth)]),
            10 => {
                let text = self.random.of(&["(-$)", "$.abs()", "$.signum()"]);
                Node::new(kind, text, [self.real(double, depth)])
            }
            _ => {
                let arms = [self.real(double, depth), self.real(double, depth)];
                let condition = self.expression(Ty::Bool, depth);
                Node::new(kind, "(if $ { $ } else { $ })", std::iter::once(condition).chain(arms))
            }
        }
    }
}
