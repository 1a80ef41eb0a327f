//! Generates a crate of random functions, each called several times with arguments that the optimiser cannot know.

use super::body::Trait;
use super::body::{Body, Passing, Signature};
use super::interrupts::Interrupts;
use super::tree::{Kind, Node};
use super::types::{Int, Ty, Types, U8};
use crate::random::Random;

/// The number of calls of each function.
pub const CALLS: usize = 3;

/// The number of preceding functions that a function may call.
const CALLABLE: usize = 6;

/// The number of functions with the same signature, for calls through a pointer.
const TABLE: usize = 4;

/// The numbers of the first functions that implement a trait.
const TRAITS: [usize; 2] = [8, 40];

/// The percentage of crates that use the heap; they take rustc and us longer.
const HEAPS: u64 = 5;

/// The maximum number of non-array parameters of a function.
const PARAMETERS: u64 = 4;

/// A function with the arguments of its calls.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its signature as seen by callers.
    pub signature: Signature,
    /// Whether the optimiser must not inline it.
    pub apart: bool,
    /// The body.
    pub body: Node,
    /// The arguments of each call, as tuples.
    pub rows: Vec<String>,
}

/// A crate.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Its structures and enumerations.
    pub types: Types,
    /// Its functions; each calls only earlier ones.
    pub functions: Vec<Function>,
    /// Whether there is a table of the first functions.
    pub table: bool,
    /// Its traits.
    pub traits: Vec<Trait>,
    /// Whether it uses the heap, and so needs `alloc`.
    pub heap: bool,
    /// The handlers that call its functions; none with a heap, which handlers must not use.
    pub interrupts: Interrupts,
}

impl Crate {
    /// Returns whether its module is that of the whole program, with the crates that it uses: `alloc` or `sys2080`.
    pub fn is_whole(&self) -> bool {
        self.heap || self.interrupts.use_sys2080()
    }
}

/// Generates the crate of a seed, with this number of functions.
pub fn generate(seed: u64, count: usize) -> Crate {
    let mut random = Random::new(seed ^ 0x5eed_c0de);
    let types = Types::any(&mut random);
    let mut functions: Vec<Function> = Vec::new();
    let own: Vec<(Ty, Passing)> =
        (0..1 + random.below(3)).map(|_| (Ty::Int(Int::any(&mut random)), Passing::Value)).collect();
    let result = Ty::Int(Int::any(&mut random));
    let heap = random.percent(HEAPS);
    let interrupts = if heap { Interrupts::None } else { Interrupts::any(&mut random, seed) };
    let kinds = types.structs.len();
    let mut traits: Vec<Trait> = Vec::new();
    for n in 0..count {
        let name = format!("f{n}");
        let first = TRAITS.iter().position(|first| (*first..first + kinds).contains(&n));
        let signature = match first {
            _ if n < TABLE => Signature { name, params: own.clone(), result, recursive: false, cost: 0 },
            Some(number) => {
                if traits.len() == number {
                    let signature = Trait::signature(number, &mut random);
                    traits.push(Trait { functions: Vec::new(), signature });
                }
                let mut own = traits[number].signature.clone();
                own.params[0].0 = Ty::Struct(traits[number].functions.len());
                Signature { name, ..own }
            }
            None => signature(name, &types, &mut random),
        };
        let known: Vec<Signature> = functions.iter().map(|f| f.signature.clone()).collect();
        let table = if n >= TABLE { &known[..TABLE] } else { &[] };
        let callable = &known[n.saturating_sub(CALLABLE)..];
        let done = &traits[..traits.iter().take_while(|t| t.functions.len() == kinds).count()];
        let known = Known { types: &types, callable, table, traits: done, heap };
        functions.push(function(signature, known, &mut random));
        if let Some(number) = first {
            let own = &mut traits[number];
            own.functions.push(n);
            own.signature.cost = own.signature.cost.max(functions[n].signature.cost);
        }
    }
    traits.retain(|t| t.functions.len() == kinds);
    Crate { types, functions, table: count >= TABLE, traits, heap, interrupts }
}

fn signature(name: String, types: &Types, random: &mut Random) -> Signature {
    let recursive = random.percent(10);
    let whole = |random: &mut Random| match random.percent(60) {
        true => {
            let int = Int::any(random);
            let most = 320 / int.bits;
            Ty::Array(int, 3 + random.below(u64::from(most.min(38))) as u32)
        }
        false => Ty::Struct(random.below(types.structs.len() as u64) as usize),
    };
    let mut params = Vec::new();
    if recursive {
        params.push((Ty::Int(U8), Passing::Value));
    }
    for _ in 0..1 + random.below(PARAMETERS) {
        let ty = if random.percent(6) { Ty::Bool } else { Ty::Int(Int::any(random)) };
        params.push((ty, Passing::Value));
    }
    for _ in 0..random.of(&[0, 0, 1, 1, 2]) {
        let passing = random.of(&[Passing::Value, Passing::Shared, Passing::Mutable, Passing::Mutable]);
        params.push((whole(random), passing));
    }
    let result = match random.below(20) {
        0 => Ty::Bool,
        1 => whole(random),
        _ => Ty::Int(Int::any(random)),
    };
    Signature { name, params, result, recursive, cost: 0 }
}

/// The items that a function may use.
struct Known<'a> {
    types: &'a Types,
    callable: &'a [Signature],
    table: &'a [Signature],
    traits: &'a [Trait],
    heap: bool,
}

fn function(mut signature: Signature, known: Known, random: &mut Random) -> Function {
    let Known { types, callable, table, traits, heap } = known;
    let rows = (0..CALLS).map(|_| row(&signature, types, random)).collect();
    let apart = random.percent(50);
    let mut body = Body {
        types,
        callable,
        table,
        traits,
        heap,
        scope: Vec::new(),
        result: signature.result,
        next: 0,
        nesting: 0,
        loops: 0,
        times: 1,
        cost: 0,
        random,
    };
    for (i, (ty, passing)) in signature.params.iter().enumerate() {
        match passing {
            Passing::Value => body.define(&format!("p{i}"), *ty, !(i == 0 && signature.recursive)),
            Passing::Shared => body.define(&format!("(*p{i})"), *ty, false),
            Passing::Mutable => body.define(&format!("(*p{i})"), *ty, true),
        }
    }
    let first = body.first();
    let mut statements = body.statements(5);
    if signature.recursive {
        statements.insert(0, Node::leaf(Kind::Statement, format!("if p0 == 0 {{ return {first}; }}")));
        let again = body.again(&signature);
        statements.push(again);
    }
    statements.push(body.expression(signature.result, 2));
    // A recursive call, up to three deep and one per level.
    signature.cost = if signature.recursive { body.cost * 4 } else { body.cost };
    Function { signature, apart, body: Node::block(statements), rows }
}

impl Body<'_> {
    /// Returns a result that needs no work: a constant, or a parameter of that type.
    fn first(&mut self) -> String {
        let same: Vec<String> =
            self.scope.iter().filter(|var| var.ty == self.result).map(|var| var.name.clone()).collect();
        match same.is_empty() {
            true => self.types.constant(self.result, self.random),
            false => self.random.of(&same),
        }
    }

    /// Returns a call of the function itself, one level less deep.
    fn again(&mut self, own: &Signature) -> Node {
        let mut children = Vec::new();
        let mut texts = vec!["p0 - 1".to_string()];
        for (i, (ty, passing)) in own.params.iter().enumerate().skip(1) {
            texts.push(match passing {
                Passing::Value => {
                    children.push(self.hiding("", |body| body.expression(*ty, 2)));
                    "$".to_string()
                }
                Passing::Shared => format!("p{i}"),
                Passing::Mutable => format!("&mut *p{i}"),
            });
        }
        let names: Vec<String> = children.iter().map(|_| self.fresh()).collect();
        let lets: String = names.iter().map(|name| format!("let {name} = $; ")).collect();
        let mut left = names.into_iter();
        let args: Vec<String> = (texts.into_iter())
            .map(|text| if text == "$" { left.next().expect("a name for every child") } else { text })
            .collect();
        let name = self.fresh();
        let text = format!("let mut {name} = {{ {lets}{}({}) }};", own.name, args.join(", "));
        self.define(&name, own.result, true);
        Node::new(Kind::Statement, &text, children)
    }
}

/// Returns the arguments of one call.
fn row(signature: &Signature, types: &Types, random: &mut Random) -> String {
    let mut text = String::from("(");
    for (i, (ty, _)) in signature.params.iter().enumerate() {
        text += &match i == 0 && signature.recursive {
            true => U8.literal(random.below(4).into()),
            false => types.constant(*ty, random),
        };
        text += ", ";
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_crate_again() {
        let text = |seed| generate(seed, 20).source(&(0..20).collect::<Vec<_>>());
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }

    #[test]
    fn functions_call_only_earlier_ones() {
        let krate = generate(5, 60);
        for (n, function) in krate.functions.iter().enumerate() {
            let body = function.body.to_string();
            let called = (0..60).filter(|m| body.contains(&format!("f{m}(")));
            assert!(called.into_iter().all(|m| m < n || (m == n && function.signature.recursive)));
        }
    }
}
