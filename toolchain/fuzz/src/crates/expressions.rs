//! Random expressions that never panic or overflow, whatever their parts are.

use super::body::Body;
use super::tree::{Kind, Node};
use super::types::{Int, Struct, Ty, U32};

/// Methods of two integers.
const BINARY: [&str; 12] = [
    "$.wrapping_add($)",
    "$.wrapping_add($)",
    "$.wrapping_sub($)",
    "$.wrapping_sub($)",
    "$.wrapping_mul($)",
    "($ & $)",
    "($ | $)",
    "($ ^ $)",
    "$.saturating_add($)",
    "$.saturating_sub($)",
    "$.min($)",
    "$.max($)",
];

/// Arithmetic with explicit handling of overflow.
const OVERFLOWING: [&str; 4] =
    ["$.overflowing_add($).0", "$.overflowing_sub($).0", "$.saturating_mul($)", "$.overflowing_mul($).0"];

/// Methods that do not always have a result.
const CHECKED: [&str; 5] = ["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"];

/// Tests of whether a sum, difference or product overflows.
const TESTS: [&str; 5] = [
    "$.overflowing_add($).1",
    "$.overflowing_sub($).1",
    "$.checked_add($).is_some()",
    "$.checked_sub($).is_none()",
    "$.checked_mul($).is_some()",
];

/// Functions of one integer with a result of its type.
const UNARY: [&str; 5] =
    ["(!$)", "$.wrapping_neg()", "$.swap_bytes()", "$.reverse_bits()", "$.wrapping_mul(3)"];

/// Functions of one integer with a result of type `u32`.
const COUNTS: [&str; 4] = ["$.count_ones()", "$.leading_zeros()", "$.trailing_zeros()", "$.leading_ones()"];

/// Comparison operators.
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Body<'_> {
    /// Returns an expression of an integer type, up to this depth.
    pub(super) fn value(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        self.cost += self.times * u64::from(int.bits / 8);
        if depth == 0 {
            return self.atom(int);
        }
        let depth = depth - 1;
        match self.random.below(40) {
            0..=2 => self.atom(int),
            3..=10 => {
                let operands = [self.value(int, depth), self.value(int, depth)];
                Node::new(kind, self.random.of(&BINARY), operands)
            }
            11 => {
                let operands = [self.value(int, depth), self.value(int, depth)];
                Node::new(kind, self.random.of(&OVERFLOWING), operands)
            }
            12 => {
                let [a, b, other] = [(); 3].map(|()| self.value(int, depth));
                let template = format!("$.{}($).unwrap_or($)", self.random.of(&CHECKED));
                self.cost += self.times * 40;
                Node::new(kind, &template, [a, b, other])
            }
            13 => {
                let text = self.random.of(&UNARY);
                Node::new(kind, text, [self.value(int, depth)])
            }
            14 => {
                let from = Int::any(self.random);
                let text = self.random.of(&COUNTS);
                Node::new(kind, &format!("({text} as {})", int.name()), [self.value(from, depth)])
            }
            15..=16 => self.shift(int, depth),
            17..=18 => self.quotient(int, depth),
            19..=21 => {
                let from = Int::any(self.random);
                Node::new(kind, &format!("($ as {})", int.name()), [self.value(from, depth)])
            }
            22 => Node::new(kind, &format!("($ as {})", int.name()), [self.condition(depth)]),
            23..=24 => {
                let condition = self.condition(depth);
                let arms = [self.value(int, depth), self.value(int, depth)];
                Node::new(kind, "(if $ { $ } else { $ })", std::iter::once(condition).chain(arms))
            }
            25 => self.choice(int, depth),
            26..=27 => self.element(int, depth),
            28 => self.reduction(int, depth),
            29..=30 => self.call(int, depth, false),
            31 => self.bytes(int, depth),
            32 => self.distance(int, depth),
            33 => self.let_in(int, depth),
            34 => self.rounded(int, depth),
            35 => self.closure(int, depth),
            36..=37 => self.chain(int, depth),
            38 => self.generic(int, depth),
            _ if self.heap => self.heap_value(int, depth),
            _ => self.method(int, depth),
        }
    }

    /// Returns a variable, a field or a constant.
    fn atom(&mut self, int: Int) -> Node {
        let kind = Kind::Value(int);
        if self.random.percent(25) {
            return Node::leaf(kind, int.constant(self.random));
        }
        let mut known: Vec<String> = Vec::new();
        for var in &self.scope {
            match var.ty {
                Ty::Int(ty) if ty == int => known.push(var.name.clone()),
                Ty::Struct(n) => {
                    let fields = self.types.structs[n].fields.iter().enumerate();
                    let fields = fields.filter(|f| *f.1 == Ty::Int(int));
                    known.extend(fields.map(|(i, _)| format!("{}.{}", var.name, Struct::field(i))));
                }
                _ => {}
            }
        }
        if !known.is_empty() {
            return Node::leaf(kind, self.random.of(&known));
        }
        let others: Vec<(String, Int)> = (self.scope.iter())
            .filter_map(|var| if let Ty::Int(ty) = var.ty { Some((var.name.clone(), ty)) } else { None })
            .collect();
        if others.is_empty() {
            return Node::leaf(kind, int.constant(self.random));
        }
        let (name, from) = self.random.of(&others);
        Node::new(kind, &format!("($ as {})", int.name()), [Node::leaf(Kind::Value(from), name)])
    }

    fn shift(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let value = self.value(int, depth);
        if self.random.percent(40) {
            let by = self.random.below(u64::from(int.bits));
            let template = self.random.of(&["($ << BY)", "($ >> BY)", "$.rotate_left(BY)"]);
            return Node::new(kind, &template.replace("BY", &by.to_string()), [value]);
        }
        let amount = self.value(U32, depth.min(1));
        let by = format!("($ & {})", int.bits - 1);
        let template = self.random.of(&[
            "$.wrapping_shl($)",
            "$.wrapping_shr($)",
            "($ << BY)",
            "($ >> BY)",
            "$.rotate_left($)",
            "$.rotate_right($)",
            "$.checked_shl($).unwrap_or(0)",
        ]);
        Node::new(kind, &template.replace("BY", &by), [value, amount])
    }

    fn quotient(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let value = self.value(int, depth);
        self.cost += self.times * 50;
        if self.random.percent(40) {
            let mut by = int.number(self.random) | 1;
            if self.random.percent(60) {
                by = self.random.of(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 16, 25, 60, 64, 100, 127]);
            }
            let text = self.random.of(&["$.wrapping_div(BY)", "$.wrapping_rem(BY)"]);
            return Node::new(kind, &text.replace("BY", &int.literal(by)), [value]);
        }
        let by = self.value(int, depth);
        let text = self.random.of(match int.signed {
            false => &["($ / ($ | 1))", "($ % ($ | 1))", "$.div_ceil($ | 1)"],
            true => &["$.wrapping_div($ | 1)", "$.wrapping_rem($ | 1)", "$.wrapping_rem_euclid($ | 1)"],
        });
        Node::new(kind, text, [value, by])
    }

    /// Generates a `match` on a number.
    fn choice(&mut self, int: Int, depth: u32) -> Node {
        let on = Int::any(self.random);
        let mut template = String::from("(match $ { ");
        let mut children = vec![self.value(on, depth)];
        let mut seen = Vec::new();
        for i in 0..1 + self.random.below(5) {
            let n = if self.random.percent(70) { i.into() } else { on.number(self.random) };
            let pattern = on.literal(n).trim_matches(['(', ')']).to_string();
            if seen.contains(&pattern) {
                continue;
            }
            template += &match self.random.below(4) {
                0 => format!("{pattern}.. if $ => $, "),
                _ => format!("{pattern} => $, "),
            };
            if template.ends_with("if $ => $, ") {
                children.push(self.condition(0));
            }
            children.push(self.value(int, depth.min(1)));
            seen.push(pattern);
        }
        children.push(self.value(int, depth.min(1)));
        Node::new(Kind::Value(int), &(template + "_ => $ })"), children)
    }

    /// Returns an element of an array in scope.
    fn element(&mut self, int: Int, depth: u32) -> Node {
        let arrays = self.arrays(Some(int), false);
        if arrays.is_empty() {
            return self.atom(int);
        }
        let (name, _, count) = self.random.of(&arrays);
        let index = self.index(count, depth.min(1));
        Node::new(Kind::Value(int), &format!("{name}[$]"), [index])
    }

    /// Returns an index below `count`.
    pub(super) fn index(&mut self, count: u32, depth: u32) -> Node {
        let int = if self.random.percent(70) { Int { bits: 8, signed: false } } else { U32 };
        let value = self.value(int, depth);
        match count.is_power_of_two() && self.random.percent(50) {
            true => Node::new(Kind::Statement, &format!("($ & {}) as usize", count - 1), [value]),
            false => Node::new(Kind::Statement, &format!("($ % {count}) as usize"), [value]),
        }
    }

    /// Reduces all elements of an array to one number.
    fn reduction(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let arrays = self.arrays(None, false);
        if arrays.is_empty() {
            return self.atom(int);
        }
        let (name, of, count) = self.random.of(&arrays);
        let times = u64::from(count);
        self.cost += self.times * times * 3;
        match self.random.below(4) {
            0 => {
                let first = self.value(int, depth);
                let (a, x) = (self.fresh(), self.fresh());
                let inner = self.repeated(times, |body| {
                    body.define(&a, Ty::Int(int), false);
                    body.define(&x, Ty::Int(of), false);
                    body.value(int, depth.min(2))
                });
                Node::new(kind, &format!("{name}.iter().fold($, |{a}, &{x}| $)"), [first, inner])
            }
            1 => {
                let x = self.fresh();
                let inner = self.repeated(times, |body| {
                    body.define(&x, Ty::Int(of), false);
                    body.condition(depth.min(1))
                });
                let way = self.random.of(&["filter(|&&X| $).count()", "take_while(|&&X| $).count()"]);
                let text = format!("({name}.iter().{} as {})", way.replace("X", &x), int.name());
                Node::new(kind, &text, [inner])
            }
            2 => {
                let x = self.fresh();
                let inner = self.repeated(times, |body| {
                    body.define(&x, Ty::Int(of), false);
                    body.value(int, depth.min(1))
                });
                let way = self.random.of(&["max()", "min()", "last()", "rev().next()"]);
                let other = self.value(int, 0);
                Node::new(kind, &format!("{name}.iter().map(|&{x}| $).{way}.unwrap_or($)"), [inner, other])
            }
            _ => {
                let wanted = self.value(of, depth.min(1));
                let text =
                    format!("({name}.iter().position(|x| *x == $).unwrap_or({count}) as {})", int.name());
                Node::new(kind, &text, [wanted])
            }
        }
    }

    /// Generates a number assembled from bytes, or one byte of a number.
    fn bytes(&mut self, int: Int, depth: u32) -> Node {
        let byte = Int { bits: 8, signed: false };
        if int == byte {
            let from = Int::any(self.random);
            let at = self.random.below(u64::from(from.bits / 8));
            let order = self.random.of(&["le", "be"]);
            return Node::new(
                Kind::Value(int),
                &format!("$.to_{order}_bytes()[{at}]"),
                [self.value(from, depth)],
            );
        }
        if int.bits > 32 {
            return self.atom(int);
        }
        let parts: Vec<Node> = (0..int.bits / 8).map(|_| self.value(byte, depth.min(1))).collect();
        let order = self.random.of(&["le", "be"]);
        let list = vec!["$"; parts.len()].join(", ");
        Node::new(Kind::Value(int), &format!("{}::from_{order}_bytes([{list}])", int.name()), parts)
    }

    /// Generates the distance of a number from another one or from zero.
    fn distance(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let value = self.value(int, depth);
        match (int.signed, self.random.below(3)) {
            (true, 0) => Node::new(kind, "$.signum()", [value]),
            (true, _) => Node::new(kind, "$.wrapping_abs()", [value]),
            (false, 0) => Node::new(kind, "$.wrapping_pow($ & 3)", [value, self.value(U32, 0)]),
            (false, _) => {
                let signed = Int { signed: true, ..int };
                let from = if self.random.percent(50) { int } else { signed };
                let operands = [self.value(from, depth), self.value(from, depth)];
                Node::new(kind, "$.abs_diff($)", operands)
            }
        }
    }

    /// Generates a value that has a name for the rest of an expression.
    pub(super) fn let_in(&mut self, int: Int, depth: u32) -> Node {
        let from = Int::any(self.random);
        let first = self.value(from, depth);
        let name = self.fresh();
        let rest = self.nested(|body| {
            body.define(&name, Ty::Int(from), false);
            body.value(int, depth)
        });
        Node::new(Kind::Value(int), &format!("({{ let {name}: {} = $; $ }})", from.name()), [first, rest])
    }

    /// Returns an expression of type `bool`, up to this depth.
    pub(super) fn condition(&mut self, depth: u32) -> Node {
        let kind = Kind::Condition;
        self.cost += self.times;
        let int = Int::any(self.random);
        let below = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 10 } else { 21 }) {
            0 => {
                let known = self.scope.iter().filter(|var| var.ty == Ty::Bool);
                let known: Vec<String> = known.map(|var| var.name.clone()).collect();
                match known.is_empty() {
                    true => self.comparison(int, below),
                    false => Node::leaf(kind, self.random.of(&known)),
                }
            }
            1 => {
                let (low, high) = (int.number(self.random), int.number(self.random));
                let pattern = match int.signed {
                    false if (low as u128) << (128 - int.bits) <= (high as u128) << (128 - int.bits) => {
                        (low, high)
                    }
                    true if low << (128 - int.bits) <= high << (128 - int.bits) => (low, high),
                    _ => (high, low),
                };
                let text = |n| int.literal(n).trim_matches(['(', ')']).to_string();
                let (low, high) = (text(pattern.0), text(pattern.1));
                Node::new(kind, &format!("matches!($, {low}..={high})"), [self.value(int, below)])
            }
            2..10 => self.comparison(int, below),
            10 => Node::new(kind, "(!$)", [self.condition(below)]),
            11..=12 => Node::new(kind, "($ && $)", [self.condition(below), self.condition(below)]),
            13..=14 => Node::new(kind, "($ || $)", [self.condition(below), self.condition(below)]),
            15 => Node::new(kind, "($ ^ $)", [self.condition(below), self.condition(below)]),
            16 => {
                let text = self.random.of(&TESTS);
                Node::new(kind, text, [self.value(int, below), self.value(int, below)])
            }
            17 => Node::new(kind, "$.is_power_of_two()", [self.value(int.unsigned(), below)]),
            18 => self.contains(below),
            19 => self.real_condition(below),
            _ => {
                let same = self.same();
                same.map_or_else(|| self.comparison(int, below), |text| Node::leaf(kind, text))
            }
        }
    }

    pub(super) fn comparison(&mut self, int: Int, depth: u32) -> Node {
        let operator = self.random.of(&COMPARISONS);
        let left = self.value(int, depth);
        let right = match self.random.percent(40) {
            true => Node::leaf(Kind::Value(int), int.constant(self.random)),
            false => self.value(int, depth),
        };
        Node::new(Kind::Condition, &format!("($ {operator} $)"), [left, right])
    }

    fn contains(&mut self, depth: u32) -> Node {
        let arrays = self.arrays(None, false);
        if arrays.is_empty() {
            return self.condition(0);
        }
        let (name, of, count) = self.random.of(&arrays);
        self.cost += self.times * u64::from(count);
        let text =
            self.random.of(&["iter().any(|x| *x == $)", "iter().any(|x| *x > $)", "iter().all(|x| *x != $)"]);
        Node::new(Kind::Condition, &format!("{name}.{text}"), [self.value(of, depth)])
    }

    /// Returns a test of whether two arrays or structures in scope are equal.
    fn same(&mut self) -> Option<String> {
        let whole = |ty: &Ty| matches!(ty, Ty::Array(..) | Ty::Struct(_));
        let vars: Vec<_> = self.scope.iter().filter(|var| whole(&var.ty)).cloned().collect();
        let a = if vars.is_empty() { return None } else { self.random.of(&vars) };
        let alike: Vec<_> = vars.iter().filter(|b| b.ty == a.ty && b.name != a.name).collect();
        let b = if alike.is_empty() { return None } else { self.random.of(&alike) };
        Some(format!("({} == {})", a.name, b.name))
    }
}
