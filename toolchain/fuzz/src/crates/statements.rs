//! Random statements: variables, arrays, structures, enumerations, branches and loops that end.

use super::body::{AFFORDABLE, Body};
use super::tree::{Kind, Node};
use super::types::{Int, Struct, Ty, U32};

/// The maximum nesting of blocks.
const NESTING: u32 = 3;

/// The maximum depth of expressions.
const DEPTH: u32 = 3;

const STATEMENT: Kind = Kind::Statement;

impl Body<'_> {
    /// Returns a block of up to `count` statements.
    pub(super) fn block(&mut self, count: u64) -> Node {
        Node::block(self.nested(|body| body.statements(count)))
    }

    /// Generates up to `count` statements.
    pub(super) fn statements(&mut self, count: u64) -> Vec<Node> {
        let mut list = Vec::new();
        for _ in 0..1 + self.random.below(count) {
            if self.cost > AFFORDABLE {
                break;
            }
            list.push(self.statement());
        }
        list
    }

    fn statement(&mut self) -> Node {
        let inner = self.nesting < NESTING;
        match self.random.below(40) {
            0..=7 => self.let_variable(),
            8..=15 => self.assign(),
            16..=20 => self.store(),
            21..=22 => self.rearrange(),
            23..=24 => self.let_whole(),
            25..=28 if inner => self.branch(),
            29..=30 if inner => self.count_loop(),
            31..=32 if inner => self.iterate(),
            33 if inner => self.while_loop(),
            34 if inner => self.match_number(),
            35 if inner => self.match_enum(),
            36 => self.leave(),
            37 => self.let_pair(),
            38..=39 => self.let_call(),
            _ => self.assign(),
        }
    }

    fn let_variable(&mut self) -> Node {
        let ty = match self.random.percent(12) {
            true => Ty::Bool,
            false => Ty::Int(Int::any(self.random)),
        };
        let value = self.expression(ty, DEPTH);
        let name = self.fresh();
        self.define(&name, ty, true);
        Node::new(STATEMENT, &format!("let mut {name}: {} = $;", self.types.name(ty)), [value])
    }

    /// Generates a new array or structure.
    fn let_whole(&mut self) -> Node {
        let ty = match self.random.percent(60) {
            true => Ty::Array(Int::any(self.random), 3 + self.random.below(10) as u32),
            false => Ty::Struct(self.random.below(self.types.structs.len() as u64) as usize),
        };
        let value = self.expression(ty, 2);
        let name = self.fresh();
        self.define(&name, ty, true);
        Node::new(STATEMENT, &format!("let mut {name}: {} = $;", self.types.name(ty)), [value])
    }

    /// Generates a statement with two results.
    fn let_pair(&mut self) -> Node {
        let int = Int::any(self.random);
        let operands = [self.value(int, 2), self.value(int, 2)];
        let (a, b) = (self.fresh(), self.fresh());
        self.define(&a, Ty::Int(int), true);
        self.define(&b, Ty::Bool, true);
        let how = self.random.of(&["overflowing_add", "overflowing_sub", "overflowing_mul"]);
        Node::new(STATEMENT, &format!("let (mut {a}, mut {b}) = $.{how}($);"), operands)
    }

    /// Generates a variable with the result of a call that may change its `&mut` arguments.
    fn let_call(&mut self) -> Node {
        let int = Int::any(self.random);
        let value = self.call(int, 2, true);
        let name = self.fresh();
        self.define(&name, Ty::Int(int), true);
        Node::new(STATEMENT, &format!("let mut {name}: {} = $;", int.name()), [value])
    }

    /// Returns a variable or field that may be assigned to.
    fn place(&mut self) -> Option<(String, Ty)> {
        let mut places = Vec::new();
        for var in self.scope.iter().filter(|var| var.mutable) {
            match var.ty {
                Ty::Struct(n) => {
                    for (i, field) in self.types.structs[n].fields.iter().enumerate() {
                        places.push((format!("{}.{}", var.name, Struct::field(i)), *field));
                    }
                }
                ty => places.push((var.name.clone(), ty)),
            }
        }
        (!places.is_empty()).then(|| self.random.of(&places))
    }

    fn assign(&mut self) -> Node {
        let Some((name, ty)) = self.place() else { return self.let_variable() };
        if let Ty::Int(int) = ty {
            if self.random.percent(25) {
                let operator = self.random.of(&["^=", "|=", "&="]);
                return Node::new(STATEMENT, &format!("{name} {operator} $;"), [self.value(int, DEPTH)]);
            }
            if self.random.percent(20) {
                let how = self.random.of(&["wrapping_add", "wrapping_sub"]);
                let one = self.random.of(&[1, 1, 1, 2, 255]);
                return Node::leaf(STATEMENT, format!("{name} = {name}.{how}({});", int.literal(one)));
            }
        }
        Node::new(STATEMENT, &format!("{name} = $;"), [self.expression(ty, DEPTH)])
    }

    fn store(&mut self) -> Node {
        let arrays = self.arrays(None, true);
        if arrays.is_empty() {
            return self.let_whole();
        }
        let (name, int, count) = self.random.of(&arrays);
        let (index, value) = (self.index(count, 2), self.value(int, DEPTH));
        if self.random.percent(25) {
            let at = self.fresh();
            let how = self.random.of(&["wrapping_add", "wrapping_sub", "rotate_left"]);
            let value = if how == "rotate_left" { self.value(U32, 1) } else { value };
            let text = format!("{{ let {at} = $; {name}[{at}] = {name}[{at}].{how}($); }}");
            return Node::new(STATEMENT, &text, [index, value]);
        }
        Node::new(STATEMENT, &format!("{name}[$] = $;"), [index, value])
    }

    /// Generates an operation on a whole array.
    fn rearrange(&mut self) -> Node {
        let arrays = self.arrays(None, true);
        if arrays.is_empty() {
            return self.assign();
        }
        let (name, int, count) = self.random.of(&arrays);
        self.cost += self.times * u64::from(count * int.bits / 8) * 2;
        match self.random.below(6) {
            0 => Node::leaf(STATEMENT, format!("{name}.reverse();")),
            1 => {
                let value = self.hiding(&name, |body| body.value(int, 2));
                Node::new(
                    STATEMENT,
                    &format!("{{ let x = $; {name}.iter_mut().for_each(|y| *y = x); }}"),
                    [value],
                )
            }
            2 | 3 => {
                let indices = self.hiding(&name, |body| [body.index(count, 1), body.index(count, 1)]);
                Node::new(STATEMENT, &format!("{name}.swap($, $);"), indices)
            }
            4 => {
                let from = self.random.below(u64::from(count) / 2 + 1);
                let length = 1 + self.random.below(u64::from(count) / 2);
                let to = self.random.below(u64::from(count) - length + 1);
                let range = format!("{from}..{}", from + length);
                Node::leaf(STATEMENT, format!("{name}.copy_within({range}, {to});"))
            }
            _ => {
                let by = self.random.below(u64::from(count));
                let value = self.hiding(&name, |body| body.value(int, 1));
                Node::new(STATEMENT, &format!("for x in {name}[{by}..].iter_mut() {{ *x ^= $; }}"), [value])
            }
        }
    }

    fn branch(&mut self) -> Node {
        let condition = self.condition(2);
        let mut template = String::from("if $ $");
        let mut children = vec![condition, self.block(3)];
        if self.random.percent(25) {
            template += " else if $ $";
            children.extend([self.condition(2), self.block(3)]);
        }
        if self.random.percent(60) {
            template += " else $";
            children.push(self.block(3));
        }
        Node::new(STATEMENT, &template, children)
    }

    /// Generates statements that run this many times and may break out of the loop.
    fn looped(&mut self, times: u64, define: impl FnOnce(&mut Self)) -> Node {
        self.loops += 1;
        let block = self.repeated(times, |body| {
            define(body);
            Node::block(body.statements(4))
        });
        self.loops -= 1;
        block
    }

    fn count_loop(&mut self) -> Node {
        let int = Int::any(self.random);
        let times = 1 + self.random.below(if self.times > 8 { 5 } else { 12 });
        let name = self.fresh();
        let first = match self.random.percent(60) {
            true => 0,
            false => int.number(self.random).rem_euclid(100) - if int.signed { 50 } else { 0 },
        };
        let range = format!("{}..{}", int.literal(first), int.literal(first + i128::from(times)));
        let range = match self.random.below(5) {
            0 => format!("({range}).rev()"),
            1 => format!("({range}).step_by(2)"),
            2 => range.replace("..", "..="),
            _ => range,
        };
        let block = self.looped(times, |body| body.define(&name, Ty::Int(int), false));
        Node::new(STATEMENT, &format!("for {name} in {range} $"), [block])
    }

    fn iterate(&mut self) -> Node {
        let arrays = self.arrays(None, false);
        if arrays.is_empty() || self.times > 12 {
            return self.branch();
        }
        let (name, int, count) = self.random.of(&arrays);
        let (x, i) = (self.fresh(), self.fresh());
        let short = Int { bits: 8, signed: false };
        match self.random.below(4) {
            0 => {
                let block = self.looped(count.into(), |body| {
                    body.define(&x, Ty::Int(int), false);
                    body.define(&i, Ty::Int(short), false);
                });
                let text =
                    format!("for ({i}, {x}) in {name}.into_iter().enumerate() {{ let {i} = {i} as u8; $ }}");
                Node::new(STATEMENT, &text, [block])
            }
            1 => {
                let block = self.looped(count.into(), |body| body.define(&x, Ty::Int(int), false));
                let order = self.random.of(&["", ".rev()", ".skip(1)"]);
                Node::new(STATEMENT, &format!("for {x} in {name}.into_iter(){order} $"), [block])
            }
            2 => {
                let (other, of, _) = self.random.of(&arrays);
                let block = self.looped(count.into(), |body| {
                    body.define(&x, Ty::Int(int), false);
                    body.define(&i, Ty::Int(of), false);
                });
                let text = format!("for ({x}, {i}) in {name}.into_iter().zip({other}) $");
                Node::new(STATEMENT, &text, [block])
            }
            _ => {
                let arrays = self.arrays(None, true);
                if arrays.is_empty() {
                    return self.branch();
                }
                let (name, int, count) = self.random.of(&arrays);
                let block = self.hiding(&name, |body| {
                    body.looped(count.into(), |body| body.define(&format!("(*{x})"), Ty::Int(int), true))
                });
                Node::new(STATEMENT, &format!("for {x} in {name}.iter_mut() $"), [block])
            }
        }
    }

    fn while_loop(&mut self) -> Node {
        let times = 1 + self.random.below(7);
        let fuel = self.fresh();
        let condition = self.condition(2);
        let block = self.looped(times, |body| body.define(&fuel, Ty::Int(super::types::U8), false));
        let text = format!(
            "{{ let mut {fuel}: u8 = {times}; while {fuel} > 0 && $ {{ {fuel} = {fuel}.wrapping_sub(1); $ }} }}"
        );
        Node::new(STATEMENT, &text, [condition, block])
    }

    fn match_number(&mut self) -> Node {
        let on = Int::any(self.random);
        let modulus = 2 + self.random.below(7) as i64;
        let value = self.value(on.unsigned(), 2);
        let mut template = format!("match $ % {modulus} {{");
        let mut children = vec![value];
        for i in 0..modulus - 1 {
            if self.random.percent(75) {
                template += &format!(" {i} => $");
                children.push(self.block(2));
            }
        }
        children.push(self.block(2));
        Node::new(STATEMENT, &(template + " _ => $ }"), children)
    }

    /// Constructs one of several variants and matches on it.
    fn match_enum(&mut self) -> Node {
        let n = self.random.below(self.types.enums.len() as u64) as usize;
        let variants = self.types.enums[n].variants.clone();
        let name = self.fresh();
        let mut template = format!("{{ let {name} = match $ % {} {{ ", variants.len());
        let mut children = vec![self.value(super::types::U8, 2)];
        for (i, holds) in variants.iter().enumerate() {
            let pattern = if i + 1 == variants.len() { "_".to_string() } else { i.to_string() };
            let list = vec!["$"; holds.len()].join(", ");
            let list = if holds.is_empty() { list } else { format!("({list})") };
            template += &format!("{pattern} => E{n}::V{i}{list}, ");
            children.extend(holds.iter().map(|int| self.value(*int, 1)));
        }
        template += &format!("}}; match {name} {{");
        for (i, holds) in variants.iter().enumerate() {
            let names: Vec<String> = holds.iter().map(|_| self.fresh()).collect();
            let list = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
            template += &format!(" E{n}::V{i}{list} => $");
            let block = self.nested(|body| {
                names.iter().zip(holds).for_each(|(name, int)| body.define(name, Ty::Int(*int), false));
                Node::block(body.statements(2))
            });
            children.push(block);
        }
        Node::new(STATEMENT, &(template + " } }"), children)
    }

    /// Generates a break, a continue or a return.
    fn leave(&mut self) -> Node {
        let condition = self.condition(2);
        if self.loops > 0 && self.random.percent(70) {
            let how = self.random.of(&["break", "continue"]);
            return Node::new(STATEMENT, &format!("if $ {{ {how}; }}"), [condition]);
        }
        let value = self.expression(self.result, 2);
        Node::new(STATEMENT, "if $ { return $; }", [condition, value])
    }
}
