//! The state during the generation of a random function: names in scope, functions to call, and an estimate of its work.

use super::tree::{Kind, Node};
use super::types::{Int, Ty, Types};
use crate::random::Random;

/// The work that one call may do, roughly in byte operations.
pub const AFFORDABLE: u64 = 2_500;

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// The expression that reads it: `v1`, or `(*p1)` for a parameter by reference.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether it may be assigned to.
    pub mutable: bool,
}

/// The way in which an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// The argument is passed by value.
    Value,
    /// The argument is passed by `&`.
    Shared,
    /// The argument is passed by `&mut`.
    Mutable,
}

impl Passing {
    /// Returns the text that precedes the type and the argument.
    pub fn sign(self) -> &'static str {
        match self {
            Passing::Value => "",
            Passing::Shared => "&",
            Passing::Mutable => "&mut ",
        }
    }
}

/// A trait.
#[derive(Clone, Debug)]
pub struct Trait {
    /// The functions that implement it for `S0`, `S1`, …; their first parameter is the structure.
    pub functions: Vec<usize>,
    /// The signature of the first of them.
    pub signature: Signature,
}

/// A function as seen by its callers.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// The types of the parameters, and how they are passed.
    pub params: Vec<(Ty, Passing)>,
    /// Type of the result.
    pub result: Ty,
    /// Whether the first parameter bounds the recursion depth: callers pass at most 3.
    pub recursive: bool,
    /// The work done by a call.
    pub cost: u64,
}

/// A function body under construction.
pub struct Body<'a> {
    pub(super) random: &'a mut Random,
    pub(super) types: &'a Types,
    /// Functions that may be called.
    pub(super) callable: &'a [Signature],
    /// The names of functions with the same signature, for calls through a pointer.
    pub(super) table: &'a [Signature],
    /// Traits with all their functions generated.
    pub(super) traits: &'a [Trait],
    /// Whether the crate has a heap.
    pub(super) heap: bool,
    pub(super) scope: Vec<Var>,
    pub(super) result: Ty,
    pub(super) next: u32,
    pub(super) nesting: u32,
    pub(super) loops: u32,
    /// How often the current place is executed.
    pub(super) times: u64,
    pub(super) cost: u64,
}

impl Body<'_> {
    /// Returns a new name.
    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("v{}", self.next)
    }

    /// Brings a variable into scope.
    pub(super) fn define(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.scope.push(Var { name: name.to_string(), ty, mutable });
    }

    /// Runs `work`; what it defined is out of scope afterwards.
    pub(super) fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.scope.len();
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        self.scope.truncate(scope);
        result
    }

    /// The same for code that runs this many times and cannot be left early.
    pub(super) fn repeated<T>(&mut self, times: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.times;
        self.times *= times.max(1);
        let result = self.nested(work);
        self.times = before;
        result
    }

    /// Returns the arrays in scope: the expression that reads each, its element type, and its length.
    pub(super) fn arrays(&self, of: Option<Int>, mutable: bool) -> Vec<(String, Int, u32)> {
        let mut list = Vec::new();
        for var in self.scope.iter().filter(|var| var.mutable || !mutable) {
            match var.ty {
                Ty::Array(int, count) => list.push((var.name.clone(), int, count)),
                Ty::Struct(n) => {
                    for (i, field) in self.types.structs[n].fields.iter().enumerate() {
                        if let Ty::Array(int, count) = field {
                            let name = format!("{}.{}", var.name, super::types::Struct::field(i));
                            list.push((name, *int, *count));
                        }
                    }
                }
                Ty::Int(_) | Ty::Bool => {}
            }
        }
        list.retain(|(_, int, _)| of.is_none_or(|of| of == *int));
        list
    }

    /// Returns an expression of any type, up to this depth.
    pub(super) fn expression(&mut self, ty: Ty, depth: u32) -> Node {
        match ty {
            Ty::Int(int) => self.value(int, depth),
            Ty::Bool => self.condition(depth),
            Ty::Array(int, count) => {
                let same: Vec<String> = self.names_of(ty);
                if !same.is_empty() && self.random.percent(50) {
                    return Node::leaf(Kind::Statement, self.random.of(&same));
                }
                let (text, children) = match self.random.below(3) {
                    0 => (format!("[$; {count}]"), vec![self.value(int, depth)]),
                    1 if count <= 6 => {
                        let list = (0..count).map(|_| self.value(int, depth.min(1))).collect();
                        (format!("[{}]", vec!["$"; count as usize].join(", ")), list)
                    }
                    _ => (self.types.constant(ty, self.random), Vec::new()),
                };
                self.cost += self.times * u64::from(count * int.bits / 8);
                Node::new(Kind::Statement, &text, children)
            }
            Ty::Struct(n) => {
                let same: Vec<String> = self.names_of(ty);
                if !same.is_empty() && self.random.percent(40) {
                    return Node::leaf(Kind::Statement, self.random.of(&same));
                }
                let types = self.types;
                let fields = types.structs[n].fields.iter().enumerate();
                let (names, values): (Vec<String>, Vec<Node>) = fields
                    .map(|(i, f)| {
                        let name = super::types::Struct::field(i);
                        (format!("{name}: $"), self.expression(*f, depth.min(1)))
                    })
                    .unzip();
                Node::new(Kind::Statement, &format!("S{n} {{ {} }}", names.join(", ")), values)
            }
        }
    }

    fn names_of(&self, ty: Ty) -> Vec<String> {
        self.scope.iter().filter(|var| var.ty == ty).map(|var| var.name.clone()).collect()
    }

    /// Runs `work` while the variable with this name cannot be used.
    pub(super) fn hiding<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let root = name.split('.').next().unwrap_or_default();
        let all = self.scope.clone();
        self.scope.retain(|var| var.name != root);
        let result = work(self);
        self.scope = all;
        result
    }

    /// Returns a call of an earlier function as a value of this type, if the work budget allows one. With `lend`, it may pass variables by
    /// `&mut`.
    pub(super) fn call(&mut self, int: Int, depth: u32, lend: bool) -> Node {
        let room = AFFORDABLE.saturating_sub(self.cost) / self.times;
        let affordable = |f: &&Signature| f.cost < room;
        if self.random.percent(30) && self.table.iter().all(|f| affordable(&f)) && !self.table.is_empty() {
            return self.indirect(int, depth);
        }
        let known: Vec<Signature> = self.callable.iter().filter(affordable).cloned().collect();
        let fitting: Vec<Signature> =
            known.iter().filter(|f| matches!(f.result, Ty::Int(_))).cloned().collect();
        if fitting.is_empty() {
            return Node::leaf(Kind::Value(int), int.constant(self.random));
        }
        let callee = self.random.of(&fitting);
        let Ty::Int(result) = callee.result else { unreachable!("they are filtered") };
        self.cost += self.times * (callee.cost + 20);
        let mut children = Vec::new();
        let mut texts = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        for (i, (ty, passing)) in callee.params.iter().enumerate() {
            if i == 0 && callee.recursive {
                texts.push("$ & 3".to_string());
                children.push(self.value(super::types::U8, 1));
                continue;
            }
            let fits = |var: &&Var| var.ty == *ty && (var.mutable || *passing == Passing::Shared);
            let place = self.scope.iter().filter(fits).map(|var| var.name.clone());
            let place: Vec<String> = place.filter(|name| lend && !taken.contains(name)).collect();
            texts.push(match passing {
                Passing::Mutable | Passing::Shared if !place.is_empty() => {
                    let name = self.random.of(&place);
                    taken.push(name.clone());
                    format!("{}{name}", passing.sign())
                }
                Passing::Mutable | Passing::Shared => {
                    format!("{}{}", passing.sign(), self.types.constant(*ty, self.random))
                }
                Passing::Value => {
                    children.push(self.expression(*ty, depth.min(1)));
                    "$".to_string()
                }
            });
        }
        // A variable passed by `&mut` cannot be read by another argument, so the other arguments are evaluated first.
        let names: Vec<String> = children.iter().map(|_| self.fresh()).collect();
        if taken.is_empty() {
            let call =
                Node::new(Kind::Value(result), &format!("{}({})", callee.name, texts.join(", ")), children);
            return self.cast(int, result, call);
        }
        let lets: String = names.iter().map(|name| format!("let {name} = $; ")).collect();
        let mut left = names.into_iter();
        let texts: Vec<String> = (texts.into_iter())
            .map(|text| match text.contains('$') {
                true => text.replace('$', &left.next().expect("a name for every child")),
                false => text,
            })
            .collect();
        let text = format!("{{ {lets}{}({}) }}", callee.name, texts.join(", "));
        let call = Node::new(Kind::Value(result), &text, children);
        self.cast(int, result, call)
    }

    fn cast(&self, to: Int, from: Int, value: Node) -> Node {
        match to == from {
            true => value,
            false => Node::new(Kind::Value(to), &format!("($ as {})", to.name()), [value]),
        }
    }

    /// Returns a call through a pointer from a table.
    fn indirect(&mut self, int: Int, depth: u32) -> Node {
        let table = self.table;
        let own = &table[0];
        let Ty::Int(result) = own.result else { unreachable!("tables are of functions of numbers") };
        self.cost += self.times * (table.iter().map(|f| f.cost).max().unwrap_or(0) + 30);
        let index = self.index(table.len() as u32, 1);
        let args: Vec<Node> = own.params.iter().map(|p| self.expression(p.0, depth.min(1))).collect();
        let list = vec!["$"; args.len()].join(", ");
        let text = format!("TABLE[$]({list})");
        let call = Node::new(Kind::Value(result), &text, std::iter::once(index).chain(args));
        self.cast(int, result, call)
    }
}
