//! Random closures, chains of `Option` and `Result`, and calls of generic functions.

use super::body::Body;
use super::tree::{Kind, Node};
use super::types::{Int, Ty, U8};

impl Body<'_> {
    /// Generates a closure that borrows or copies variables in scope, called directly, by a generic function or through `&dyn Fn`.
    pub(super) fn closure(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let depth = depth.min(2);
        let from = Int::any(self.random);
        let (x, c) = (self.fresh(), self.fresh());
        let argument = self.value(from, depth);
        let inner = self.repeated(2, |body| {
            body.define(&x, Ty::Int(from), false);
            body.value(int, depth)
        });
        let (f, t) = (from.name(), int.name());
        // A value behind a reference or a box would be gone after a move into the closure.
        let movable = !self.scope.iter().any(|var| var.name.starts_with("(*"));
        let how = if movable && self.random.percent(50) { "move " } else { "" };
        match self.random.below(6) {
            0 => {
                let other = self.value(from, 0);
                let text = format!("({{ let {c} = {how}|{x}: {f}| -> {t} {{ $ }}; {c}($) ^ {c}($) }})");
                Node::new(kind, &text, [inner, argument, other])
            }
            1 => Node::new(kind, &format!("through(&|{x}: {f}| -> {t} {{ $ }}, $)"), [inner, argument]),
            2 => Node::new(kind, &format!("apply({how}|{x}: {f}| -> {t} {{ $ }}, $)"), [inner, argument]),
            3 => {
                // Changes its captured state with each call.
                let (total, first) = (self.fresh(), self.value(int, 0));
                let text = format!(
                    "({{ let mut {total}: {t} = $; let mut {c} = |{x}: {f}| {total} = {total}.wrapping_mul(3) ^ ($); \
                     {c}($); repeat(&mut {c}, {}); {total} }})",
                    from.constant(self.random)
                );
                Node::new(kind, &text, [first, inner, argument])
            }
            4 if self.heap => {
                self.cost += self.times * 60;
                let text = format!(
                    "({{ let {c}: Box<dyn Fn({f}) -> {t}> = Box::new({how}|{x}: {f}| -> {t} {{ $ }}); {c}($) }})"
                );
                Node::new(kind, &text, [inner, argument])
            }
            _ => {
                // One of two, selected by a condition, which a function that is generic over them cannot be.
                let (y, other) = (self.fresh(), self.condition(1));
                let second = self.repeated(1, |body| {
                    body.define(&y, Ty::Int(from), false);
                    body.value(int, 1)
                });
                let text = format!(
                    "({{ let {c}: &dyn Fn({f}) -> {t} = if $ {{ &|{x}: {f}| -> {t} {{ $ }} }} \
                     else {{ &|{y}: {f}| -> {t} {{ $ }} }}; {c}($) }})"
                );
                Node::new(kind, &text, [other, inner, second, argument])
            }
        }
    }

    /// Generates a chain of an `Option` or a `Result`, with the value at its end.
    pub(super) fn chain(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let depth = depth.min(2);
        let (t, from) = (int.name(), Int::any(self.random));
        let f = from.name();
        let (x, y) = (self.fresh(), self.fresh());
        let condition = self.condition(depth.min(1));
        let first = self.value(from, depth);
        let mapped = self.nested(|body| {
            body.define(&x, Ty::Int(from), false);
            body.value(int, depth)
        });
        let tested = self.nested(|body| {
            body.define(&y, Ty::Int(int), false);
            body.comparison(int, 1)
        });
        let other = self.value(int, 1);
        match self.random.below(6) {
            0 => Node::new(
                kind,
                &format!(
                    "(if $ {{ Some($) }} else {{ None::<{f}> }}).map(|{x}| -> {t} {{ $ }}).filter(|&{y}| $).unwrap_or($)"
                ),
                [condition, first, mapped, tested, other],
            ),
            1 => {
                let second = self.value(int, 1);
                Node::new(
                    kind,
                    &format!(
                        "(|| -> Option<{t}> {{ let {x}: {f} = (if $ {{ Some($) }} else {{ None }})?; \
                         let {y}: {t} = $; if $ {{ {y}.checked_add($) }} else {{ None }} }})().unwrap_or($)"
                    ),
                    [condition, first, mapped, tested, second, other],
                )
            }
            2 => {
                // A result and an error of different types, and `?` that converts one error type to another.
                let reason = Int { bits: self.random.of(&[8, 16]), signed: false };
                let why = self.value(U8, 1);
                let (e, r) = (self.fresh(), reason.name());
                let end = self.nested(|body| {
                    body.define(&e, Ty::Int(reason), false);
                    body.value(int, 1)
                });
                Node::new(
                    kind,
                    &format!(
                        "(|| -> Result<{t}, {r}> {{ let {x}: {f} = (if $ {{ Ok($) }} else {{ Err::<{f}, u8>($) }})?; \
                         let {y}: {t} = $; if $ {{ Ok({y}) }} else {{ Err(7) }} }})().unwrap_or_else(|{e}| $)"
                    ),
                    [condition, first, why, mapped, tested, end],
                )
            }
            3 => Node::new(
                kind,
                &format!(
                    "(if $ {{ Some($) }} else {{ None }}).and_then(|{x}: {f}| -> Option<{t}> {{ let {y}: {t} = $; \
                     if $ {{ Some({y}) }} else {{ None }} }}).or_else(|| Some($)).map_or(0, |z: {t}| !z)"
                ),
                [condition, first, mapped, tested, other],
            ),
            4 => Node::new(
                kind,
                &format!(
                    "(match (if $ {{ Some($) }} else {{ None::<{f}> }}) {{ \
                     Some({x}) if $ => {{ let {y}: {t} = $; {y} }} Some(_) => 1, None => $ }})"
                ),
                {
                    let early = self.condition(0);
                    [condition, first, early, mapped, other]
                },
            ),
            _ => {
                let text = format!(
                    "(if $ {{ Ok::<{f}, {t}>($) }} else {{ Err($) }}).map(|{x}| -> {t} {{ $ }}).map_or_else(|{y}| -> {t} {{ \
                     if $ {{ {y} }} else {{ !{y} }} }}, |z| z)"
                );
                Node::new(kind, &text, [condition, first, other, mapped, tested])
            }
        }
    }

    /// Generates a call of a function in [`super::source`] that is generic over numbers and lengths.
    pub(super) fn generic(&mut self, int: Int, depth: u32) -> Node {
        let kind = Kind::Value(int);
        let depth = depth.min(2);
        let other = Int::any(self.random);
        let (a, b, c) = (self.value(int, depth), self.value(int, depth), self.value(other, depth));
        self.cost += self.times * u64::from(int.bits);
        let arrays = self.arrays(Some(int), false);
        match self.random.below(4) {
            0 => Node::new(kind, "mixed($, $, $)", [a, b, c]),
            1 if !arrays.is_empty() => {
                let (name, _, count) = self.random.of(&arrays);
                self.cost += self.times * u64::from(count) * 4;
                Node::new(kind, &format!("summed(&{name}, $)"), [a])
            }
            2 => {
                let length = 2 + self.random.below(6);
                self.cost += self.times * length * 8;
                let text = format!("(Ring::<{}, {length}>::new($).pushed($).pushed($).total())", int.name());
                Node::new(kind, &text, [a, b, self.value(int, 0)])
            }
            _ => {
                let text = format!("(Pair {{ a: $, b: $ }}.swapped().a as {})", int.name());
                Node::new(kind, &text, [a, c])
            }
        }
    }
}
