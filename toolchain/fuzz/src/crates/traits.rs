//! The traits of a random crate: each has one method, which every structure implements with a function of its own.

use super::body::{Body, Passing, Signature, Trait};
use super::tree::{Kind, Node};
use super::types::{Int, Ty, Types};

impl Body<'_> {
    /// Generates a method call: on a known type, by a generic function, or through `dyn`.
    pub(super) fn method(&mut self, int: Int, depth: u32) -> Node {
        let room = super::body::AFFORDABLE.saturating_sub(self.cost) / self.times;
        let traits = self.traits.iter().enumerate().filter(|t| t.1.signature.cost < room);
        let traits: Vec<(usize, Signature)> = traits.map(|(n, t)| (n, t.signature.clone())).collect();
        if traits.is_empty() {
            return self.let_in(int, depth);
        }
        let (number, own) = self.random.of(&traits);
        self.cost += self.times * (own.cost + 60);
        let count = self.types.structs.len();
        let sign = own.params[0].1.sign();
        let mut lets = String::new();
        for n in 0..count {
            let constant = self.types.constant(Ty::Struct(n), self.random);
            lets += &format!("let mut o{n} = {constant}; ");
        }
        let args: Vec<Node> = own.params[1..].iter().map(|p| self.expression(p.0, depth.min(1))).collect();
        let list = vec!["$"; args.len()].join(", ");
        let (text, first) = match self.random.below(4) {
            0 => (format!("o{}.m{number}({list})", self.random.below(count as u64)), None),
            1 => (format!("generic{number}({sign}o{}, {list})", self.random.below(count as u64)), None),
            way => {
                let objects: Vec<String> = (0..count).map(|n| format!("{sign}o{n}")).collect();
                let index = self.index(count as u32, 1);
                let chosen = match (way, own.params[0].1) {
                    (2, _) => format!("all[$].m{number}("),
                    (_, Passing::Mutable) => format!("generic{number}(&mut *all[$], "),
                    _ => format!("generic{number}(all[$], "),
                };
                let objects = objects.join(", ");
                let call = format!("let all: [{sign}dyn T{number}; {count}] = [{objects}]; {chosen}{list})");
                (call, Some(index))
            }
        };
        let template = format!("({{ {lets}{text} }} as {})", int.name());
        Node::new(Kind::Value(int), &template, first.into_iter().chain(args))
    }
}

impl Trait {
    /// Returns the trait, its implementations, and a function that is generic over it.
    pub fn source(&self, number: usize, types: &Types) -> String {
        let own = &self.signature;
        let (this, result) = (own.params[0].1.sign(), types.name(own.result));
        let rest = own.params[1..].iter().enumerate();
        let params: String = rest.clone().map(|(i, p)| format!(", a{i}: {}", types.name(p.0))).collect();
        let args: String = rest.map(|(i, _)| format!(", a{i}")).collect();
        let head = format!("fn m{number}({this}self{params}) -> {result}");
        let mut out = format!("trait T{number} {{ {head}; }}\n");
        for (n, function) in self.functions.iter().enumerate() {
            out += &format!("impl T{number} for S{n} {{ {head} {{ f{function}(self{args}) }} }}\n");
        }
        out + &format!(
            "fn generic{number}<T: T{number} + ?Sized>(t: {this}T{params}) -> {result} {{ t.m{number}({}) }}\n",
            args.trim_start_matches(", ")
        )
    }

    /// Returns the signature of the function that implements trait number `n` for a structure.
    pub fn signature(number: usize, random: &mut crate::random::Random) -> Signature {
        let passing = random.of(&[Passing::Shared, Passing::Mutable]);
        let mut params = vec![(Ty::Struct(0), passing)];
        // Often more bytes than fit in registers and the shared argument buffer.
        for _ in 0..1 + random.below(5) {
            let ty = match random.below(6) {
                0 => Ty::Array(Int::any(random), 3 + random.below(5) as u32),
                1 => Ty::Struct(random.below(3) as usize),
                _ => Ty::Int(Int::any(random)),
            };
            params.push((ty, Passing::Value));
        }
        let result = Ty::Int(Int::any(random));
        Signature { name: format!("m{number}"), params, result, recursive: false, cost: 0 }
    }
}
