//! Random use of the heap: `Vec`, `BTreeMap`, `Box`, `String` and `format!`.

use super::body::Body;
use super::tree::{Kind, Node};
use super::types::{Int, Ty, U8, U32};

const STATEMENT: Kind = Kind::Statement;

/// The work of formatting one number.
const FORMATTING: u64 = 400;

impl Body<'_> {
    /// Generates a number derived from a collection or a string.
    pub(super) fn heap_value(&mut self, int: Int, depth: u32) -> Node {
        let depth = depth.min(2);
        if self.times > 8 {
            return self.let_in(int, depth);
        }
        match self.random.below(8) {
            0..=2 => self.vector(int, depth),
            3 => self.map(int, depth),
            4..=5 => self.text(int, depth),
            6 => self.boxed(int, depth),
            _ => self.method(int, depth),
        }
    }

    /// Generates a vector that grows, shrinks and is read at the end.
    fn vector(&mut self, int: Int, depth: u32) -> Node {
        let of = Int::any(self.random);
        let (v, x) = (self.fresh(), self.fresh());
        self.cost += self.times * 500;
        let (first, length) = (self.value(of, depth), 1 + self.random.below(9));
        let mut statements = vec![Node::new(
            STATEMENT,
            &format!("for {x} in 0..{length}u8 {{ {v}.push(($).wrapping_add({x} as {})); }}", of.name()),
            [first],
        )];
        for _ in 0..1 + self.random.below(4) {
            let statement = self.change(&v, of);
            statements.push(statement);
        }
        let end = match self.random.below(4) {
            0 => format!("{v}.len() as {}", int.name()),
            1 => format!("{v}.last().copied().unwrap_or(5) as {}", int.name()),
            2 => format!("{v}.iter().fold(0, |a: {0}, x| a.wrapping_mul(31) ^ (*x as {0}))", int.name()),
            _ => format!("{v}.iter().copied().max().map_or(3, |x| x as {})", int.name()),
        };
        let text = format!("({{ let mut {v}: Vec<{}> = Vec::new(); $ {end} }})", of.name());
        Node::new(Kind::Value(int), &text, [Node::block(statements)])
    }

    fn change(&mut self, v: &str, of: Int) -> Node {
        let value = self.value(of, 1);
        let index = self.value(U8, 0);
        match self.random.below(11) {
            0 => Node::new(STATEMENT, &format!("{v}.push($);"), [value]),
            1 => Node::new(
                STATEMENT,
                &format!("{{ let at = $ as usize % ({v}.len() + 1); {v}.insert(at, $); }}"),
                [index, value],
            ),
            2 => Node::leaf(STATEMENT, format!("{v}.pop();")),
            3 => Node::new(
                STATEMENT,
                &format!("if !{v}.is_empty() {{ let at = $ as usize % {v}.len(); {v}.swap_remove(at); }}"),
                [index],
            ),
            4 => Node::leaf(STATEMENT, format!("{v}.sort_unstable();")),
            5 => Node::leaf(STATEMENT, format!("{v}.reverse();")),
            6 => Node::leaf(STATEMENT, format!("{v}.dedup();")),
            7 => Node::new(STATEMENT, &format!("{{ let limit = $; {v}.retain(|x| *x != limit); }}"), [value]),
            8 => Node::new(STATEMENT, &format!("{v}.truncate(($ & 7) as usize);"), [index]),
            9 => Node::leaf(
                STATEMENT,
                format!("{{ let copy = {v}.clone(); {v}.extend_from_slice(&copy); {v}.truncate(40); }}"),
            ),
            _ => {
                let arrays = self.arrays(Some(of), false);
                if arrays.is_empty() {
                    return Node::new(STATEMENT, &format!("{v}.resize(5, $);"), [value]);
                }
                let name = self.random.of(&arrays).0;
                Node::leaf(STATEMENT, format!("{v}.extend_from_slice(&{name});"))
            }
        }
    }

    /// Generates a sorted map with few keys, so that they collide.
    fn map(&mut self, int: Int, depth: u32) -> Node {
        let (key, of) = (Int { bits: self.random.of(&[8, 16]), signed: false }, Int::any(self.random));
        let (m, x) = (self.fresh(), self.fresh());
        self.cost += self.times * 1200;
        let value = self.value(of, depth);
        let step = 1 + 2 * self.random.below(20);
        let mut statements = vec![Node::new(
            STATEMENT,
            &format!(
                "for {x} in 0..12u8 {{ {m}.insert(({x}.wrapping_mul({step}) & 15) as {}, ($).wrapping_add({x} as {})); }}",
                key.name(),
                of.name()
            ),
            [value],
        )];
        for _ in 0..1 + self.random.below(3) {
            let (at, value) = (self.value(key, 1), self.value(of, 1));
            statements.push(match self.random.below(3) {
                0 => Node::new(STATEMENT, &format!("{m}.remove(&($ & 15));"), [at]),
                1 => Node::new(STATEMENT, &format!("*{m}.entry($ & 15).or_insert(1) ^= $;"), [at, value]),
                _ => Node::new(
                    STATEMENT,
                    &format!("if let Some(x) = {m}.get_mut(&($ & 15)) {{ *x = $; }}"),
                    [at, value],
                ),
            });
        }
        let end = match self.random.below(3) {
            0 => format!("{m}.len() as {}", int.name()),
            1 => format!(
                "{m}.iter().fold(0, |a: {0}, (k, v)| a.wrapping_mul(7) ^ (*k as {0}) ^ (*v as {0}))",
                int.name()
            ),
            _ => format!("{m}.range(4..).next().map_or(9, |(k, v)| (*k as {0}) ^ (*v as {0}))", int.name()),
        };
        let text = format!(
            "({{ let mut {m}: BTreeMap<{}, {}> = BTreeMap::new(); $ {end} }})",
            key.name(),
            of.name()
        );
        Node::new(Kind::Value(int), &text, [Node::block(statements)])
    }

    /// Generates a string that is assembled, changed and read.
    fn text(&mut self, int: Int, depth: u32) -> Node {
        let s = self.fresh();
        let mut statements = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let statement = self.words(&s, depth);
            statements.push(statement);
        }
        let end = match self.random.below(4) {
            0 => format!("{s}.len() as {}", int.name()),
            1 => format!("{s}.trim().parse::<{0}>().unwrap_or(11)", int.name()),
            2 => format!(
                "{s}.chars().rev().fold(0, |a: {0}, c| a.wrapping_mul(5) ^ (c as u32 as {0}))",
                int.name()
            ),
            _ => format!("(hashed(&{s}) as {})", int.name()),
        };
        let text = format!("({{ let mut {s} = String::new(); $ {end} }})");
        Node::new(Kind::Value(int), &text, [Node::block(statements)])
    }

    fn words(&mut self, s: &str, depth: u32) -> Node {
        let int = Int::any(self.random);
        let (a, b) = (self.value(int, depth), self.value(U32, 1));
        self.cost += self.times * FORMATTING * if int.bits > 32 { 4 } else { 1 };
        match self.random.below(9) {
            0 => Node::new(STATEMENT, &format!("{s}.push((b'0' + ($ % 75) as u8) as char);"), [b]),
            1 => Node::leaf(STATEMENT, format!("{s} += \" 64\";")),
            2 => Node::new(STATEMENT, &format!("{s}.push_str(&format!(\"{{}}\", $));"), [a]),
            3 => {
                let how = self.random.of(&["{:x}", "{:>8}", "{:<5}", "{:04X}", "{:+}", "{:#b}", "{:^9}"]);
                Node::new(STATEMENT, &format!("{s}.push_str(&format!(\"{how}\", $));"), [a])
            }
            4 => Node::new(
                STATEMENT,
                &format!("{s}.push_str(&format!(\"{{}}-{{:?}}\", $, $));"),
                [a, self.condition(1)],
            ),
            5 => {
                let condition = self.condition(1);
                let text = format!("{s}.push_str(&format!(\"{{:?}}\", if $ {{ Some($) }} else {{ None }}));");
                Node::new(STATEMENT, &text, [condition, a])
            }
            6 => Node::new(
                STATEMENT,
                &format!("{s} = format!(\"[{{:>6}}|{{:?}}]\", &{s}.len(), ($, \"q\\n\"));"),
                [a],
            ),
            7 => Node::leaf(STATEMENT, format!("{s}.make_ascii_uppercase();")),
            _ => Node::leaf(STATEMENT, format!("if let Some(at) = {s}.find('1') {{ {s}.truncate(at); }}")),
        }
    }

    /// Generates a boxed value.
    fn boxed(&mut self, int: Int, depth: u32) -> Node {
        let x = self.fresh();
        self.cost += self.times * 60;
        let first = self.value(int, depth);
        let rest = self.nested(|body| {
            body.define(&format!("(*{x})"), Ty::Int(int), false);
            body.value(int, depth)
        });
        let text = format!("({{ let {x}: Box<{}> = Box::new($); $ }})", int.name());
        Node::new(Kind::Value(int), &text, [first, rest])
    }
}
