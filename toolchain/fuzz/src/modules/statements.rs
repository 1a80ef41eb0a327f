//! Random function bodies: structured control flow around random operations.

use super::module::{Block, Function, Inst, mark};
use super::values::{AFFORDABLE, NUMBERS, REACH, Shared, Signature, Ty};
use crate::random::Random;

/// The maximum nesting of ifs, switches and loops.
pub const NESTING: u32 = 3;
/// The maximum number of iterations of a loop.
pub const ROUNDS: u64 = 9;

/// The state of a body under construction.
pub struct Body<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) shared: &'a mut Shared,
    pub(crate) own: &'a Signature,
    /// The functions of this recursion group.
    pub(crate) group: &'a [Signature],
    pub(crate) blocks: Vec<Block>,
    pub(crate) next: u32,
    /// Values that may be used here.
    pub(crate) scope: Vec<(String, Ty)>,
    /// Pointers that may be used here, and the number of bytes that they may access.
    pub(crate) pointers: Vec<(String, u32)>,
    pub(crate) nesting: u32,
    /// How often the current place is executed.
    pub(crate) times: u64,
    pub(crate) cost: u64,
    /// Remaining calls of functions in its own group.
    pub(crate) returns: u32,
}

impl<'a> Body<'a> {
    /// Creates an empty body for a signature.
    pub fn new(
        random: &'a mut Random,
        shared: &'a mut Shared,
        own: &'a Signature,
        group: &'a [Signature],
    ) -> Body<'a> {
        let returns = if own.recursive { 2 } else { 0 };
        let (blocks, scope, pointers) = (Vec::new(), Vec::new(), Vec::new());
        Body {
            random,
            shared,
            own,
            group,
            blocks,
            next: 0,
            scope,
            pointers,
            nesting: 0,
            times: 1,
            cost: 0,
            returns,
        }
    }

    /// Fills the body; returns the function and the approximate number of instructions per call, without deeper calls of its group.
    pub fn function(mut self) -> (Function, u64) {
        self.block();
        let mut params = Vec::new();
        for (i, ty) in self.own.params.clone().into_iter().enumerate() {
            let name = format!("%p{i}");
            params.push(format!("{} {name}", ty.text()));
            match ty {
                Ty::Ptr => self.pointers.push((name, REACH)),
                ty => self.scope.push((name, ty)),
            }
        }
        for (name, size, writable) in self.shared.globals.clone() {
            if writable {
                self.pointers.push((name, size));
            }
        }
        for _ in 0..self.random.below(3) {
            self.local();
        }
        let count = 3 + self.random.below(6);
        self.statements(count);
        self.leave();
        // Every other function is compiled for size. Drawing a random number here would change every module after it.
        let size = if self.next.is_multiple_of(2) { " optsize" } else { "" };
        let head = format!(
            "internal {} {}({}) unnamed_addr addrspace(1){size}",
            self.own.result(),
            self.own.name,
            params.join(", ")
        );
        (Function { name: self.own.name.clone(), head, blocks: self.blocks }, self.cost)
    }

    pub(crate) fn block(&mut self) -> String {
        let name = format!("b{}", self.next);
        self.next += 1;
        self.open(&name);
        name
    }

    /// Returns a name for a block that is opened later.
    pub(crate) fn label(&mut self) -> String {
        self.next += 1;
        format!("b{}", self.next - 1)
    }

    pub(crate) fn open(&mut self, name: &str) {
        self.blocks.push(Block { name: name.to_string(), insts: Vec::new(), end: String::new() });
    }

    pub(crate) fn here(&self) -> String {
        self.blocks.last().expect("an open block").name.clone()
    }

    pub(crate) fn end(&mut self, text: String) {
        self.blocks.last_mut().expect("an open block").end = text;
    }

    pub(crate) fn push(&mut self, def: String, zero: &'static str, text: String) {
        self.cost += self.times;
        let inst = Inst { def, zero, text, phi: None, guard: false };
        self.blocks.last_mut().expect("an open block").insts.push(inst);
    }

    /// Adds an instruction with a result, which may be used from now on.
    pub(crate) fn emit(&mut self, ty: Ty, text: String) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        self.push(name.clone(), ty.zero(), text);
        if ty != Ty::Ptr {
            self.scope.push((name.clone(), ty));
        }
        name
    }

    pub(crate) fn effect(&mut self, text: String) {
        self.push(String::new(), "", text);
    }

    /// Adds a phi at the head of a block.
    pub(crate) fn phi(&mut self, block: &str, ty: Ty, from: Vec<(String, String)>) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        let inst =
            Inst { def: name.clone(), zero: ty.zero(), text: ty.text(), phi: Some(from), guard: false };
        let block = self.blocks.iter_mut().find(|b| b.name == block).expect("a block with this name");
        let at = block.insts.iter().take_while(|i| i.phi.is_some()).count();
        block.insts.insert(at, inst);
        name
    }

    /// Returns any value of a type.
    pub(crate) fn value(&mut self, ty: Ty) -> String {
        let known: Vec<String> = self.scope.iter().filter(|s| s.1 == ty).map(|s| s.0.clone()).collect();
        match self.random.below(20) {
            0..=13 if !known.is_empty() => {
                let recent = known.len().saturating_sub(6);
                if self.random.percent(70) {
                    self.random.of(&known[recent..])
                } else {
                    self.random.of(&known)
                }
            }
            0..=16 => ty.constant(self.random),
            _ => self.converted(ty),
        }
    }

    /// Returns a computed value of a type, not a constant.
    pub(crate) fn variable(&mut self, ty: Ty) -> String {
        let known: Vec<String> = self.scope.iter().filter(|s| s.1 == ty).map(|s| s.0.clone()).collect();
        if known.is_empty() { self.converted(ty) } else { self.random.of(&known) }
    }

    fn converted(&mut self, ty: Ty) -> String {
        let others: Vec<(String, Ty)> = self.scope.iter().filter(|s| s.1 != ty).cloned().collect();
        if others.is_empty() {
            let whole = Ty::Int(8 * ty.bytes());
            let value = self.load(whole, ty == Ty::I1);
            return match ty == Ty::I1 || ty == whole {
                true => value,
                false => self.emit(ty, format!("trunc {} {value} to {}", whole.text(), ty.text())),
            };
        }
        let (name, from) = self.random.of(&others);
        if ty == Ty::I1 {
            return self.comparison();
        }
        let op = match from.bits() > ty.bits() {
            true => "trunc",
            false => self.random.of(&["zext", "zext", "sext"]),
        };
        self.emit(ty, format!("{op} {} {name} to {}", from.text(), ty.text()))
    }

    pub(crate) fn comparison(&mut self) -> String {
        let ty = self.random.of(&NUMBERS);
        let pred = self
            .random
            .of(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge", "eq", "ult"]);
        let (a, b) = (self.variable(ty), self.value(ty));
        let (a, b) = if self.random.percent(15) { (b, a) } else { (a, b) };
        self.emit(Ty::I1, format!("icmp {pred} {} {a}, {b}", ty.text()))
    }

    /// Returns a condition, possibly composed of several.
    pub(crate) fn condition(&mut self) -> String {
        let first = if self.random.percent(15) { self.value(Ty::I1) } else { self.comparison() };
        match self.random.below(6) {
            0 => {
                let second = self.comparison();
                let op = self.random.of(&["and", "or", "xor"]);
                self.emit(Ty::I1, format!("{op} i1 {first}, {second}"))
            }
            1 => {
                let second = self.comparison();
                self.emit(Ty::I1, format!("select i1 {first}, i1 {second}, i1 false"))
            }
            2 => {
                let second = self.comparison();
                self.emit(Ty::I1, format!("select i1 {first}, i1 true, i1 {second}"))
            }
            3 => self.emit(Ty::I1, format!("xor i1 {first}, true")),
            _ => first,
        }
    }

    pub(crate) fn statements(&mut self, count: u64) {
        for _ in 0..count {
            let nested = self.nesting >= NESTING;
            match self.random.below(33) {
                0..=1 if !nested => self.choice(),
                2 if !nested => self.switch(),
                3..=4 if !nested && self.times <= ROUNDS => self.counted(),
                5 if !nested && self.times <= ROUNDS => self.walk(),
                6..=8 => self.call(),
                9..=10 => {
                    let ty = self.random.of(&NUMBERS);
                    self.load(ty, false);
                }
                11..=13 => self.store(),
                14 => self.update(),
                15..=16 => self.select(),
                17..=19 => self.intrinsic(),
                20 => self.memory(),
                21 if self.times == 1 && !self.shared.interrupted => {
                    let value = self.value(Ty::I8);
                    self.effect(mark(&value));
                }
                22 => self.exact(),
                23..=25 => self.edge(),
                26..=27 if self.shared.any_width => self.any_arithmetic(),
                _ => {
                    let (ty, value) = self.arithmetic();
                    if self.random.percent(40) {
                        self.keep(ty, &value);
                    }
                }
            }
        }
    }

    fn arithmetic(&mut self) -> (Ty, String) {
        let ty = self.random.of(&NUMBERS);
        let t = ty.text();
        let a = self.value(ty);
        let text = match self.random.below(14) {
            0..=7 => {
                let op = self.random.of(&["add", "add", "sub", "and", "or", "xor", "mul"]);
                let b = self.value(ty);
                format!("{op} {t} {a}, {b}")
            }
            8..=9 => {
                let op = self.random.of(&["shl", "lshr", "ashr"]);
                format!("{op} {t} {a}, {}", self.random.below(ty.bits().into()))
            }
            10..=11 => {
                let op = self.random.of(&["shl", "lshr", "ashr"]);
                let by = self.variable(ty);
                let by = self.emit(ty, format!("and {t} {by}, {}", ty.bits() - 1));
                format!("{op} {t} {a}, {by}")
            }
            12 => {
                let op = self.random.of(&["udiv", "urem"]);
                let by = if self.random.percent(50) {
                    self.random.of(&["1", "2", "3", "7", "8", "10", "100"]).to_string()
                } else {
                    let by = self.variable(ty);
                    self.emit(ty, format!("or {t} {by}, 1"))
                };
                format!("{op} {t} {a}, {by}")
            }
            _ => {
                let op = self.random.of(&["sdiv", "srem"]);
                let by = if self.random.percent(50) {
                    self.random.of(&["1", "2", "-2", "-3", "4", "7", "10", "-128"]).to_string()
                } else {
                    let by = self.variable(ty);
                    let by = self.emit(ty, format!("and {t} {by}, {}", if ty == Ty::I8 { 63 } else { 1023 }));
                    self.emit(ty, format!("or {t} {by}, 2"))
                };
                format!("{op} {t} {a}, {by}")
            }
        };
        (ty, self.emit(ty, text))
    }

    /// Generates operations with flags (such as `exact`) that hold.
    fn exact(&mut self) {
        let (a, b) = (self.variable(Ty::I8), self.value(Ty::I8));
        let ty = self.random.of(&[Ty::I16, Ty::I16, Ty::I32]);
        let wide = ty.text();
        match self.random.below(5) {
            0 => {
                let high = self.emit(Ty::I8, format!("and i8 {a}, -16"));
                let low = self.emit(Ty::I8, format!("and i8 {b}, 15"));
                self.emit(Ty::I8, format!("or disjoint i8 {high}, {low}"));
            }
            1 => {
                let small = self.emit(Ty::I16, format!("zext i8 {a} to i16"));
                let by = self.random.below(8);
                let up = self.emit(Ty::I16, format!("shl nuw nsw i16 {small}, {}", by.min(7)));
                let room = self.emit(Ty::I16, format!("lshr i16 {up}, {by}"));
                self.emit(Ty::I8, format!("trunc nuw i16 {room} to i8"));
            }
            2 => {
                let x = self.emit(ty, format!("sext i8 {a} to {wide}"));
                let y = self.emit(ty, format!("sext i8 {b} to {wide}"));
                let op = self.random.of(&["add nsw", "sub nsw", "mul nsw"]);
                self.emit(ty, format!("{op} {wide} {x}, {y}"));
            }
            _ => {
                let x = self.emit(ty, format!("zext i8 {a} to {wide}"));
                let y = self.emit(ty, format!("zext i8 {b} to {wide}"));
                let op = self.random.of(&["add nuw nsw", "mul nuw", "sub nsw"]);
                self.emit(ty, format!("{op} {wide} {x}, {y}"));
            }
        }
    }

    fn select(&mut self) {
        let cond = self.condition();
        if self.random.percent(20) {
            let (a, b) = (self.random.of(&self.pointers), self.random.of(&self.pointers));
            let name = self.emit(Ty::Ptr, format!("select i1 {cond}, ptr {}, ptr {}", a.0, b.0));
            self.pointers.push((name, a.1.min(b.1)));
        } else {
            let ty = self.random.of(&NUMBERS);
            let (a, b) = (self.value(ty), self.value(ty));
            self.emit(ty, format!("select i1 {cond}, {} {a}, {} {b}", ty.text(), ty.text()));
        }
    }

    /// Reverses the bytes or the bits of an operand.
    pub(crate) fn turned(&mut self, ty: Ty, bytes: bool, operand: String) {
        let t = ty.text();
        let name = if bytes { "bswap" } else { "bitreverse" };
        self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &[operand]);
    }

    /// Counts the bits of an operand that are set, or the zeros at one end.
    pub(crate) fn bits_counted(&mut self, ty: Ty, operand: String) {
        let t = ty.text();
        let name = self.random.of(&["ctpop", "ctlz", "cttz"]);
        let args = if name == "ctpop" { vec![operand] } else { vec![operand, "i1 false".into()] };
        self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &args);
    }

    pub(crate) fn declared(&mut self, ty: Ty, result: &str, name: &str, args: &[String]) -> String {
        let types: Vec<&str> = args.iter().map(|a| a.split(' ').next().unwrap()).collect();
        self.shared.declarations.insert(format!("{result} {name}({}) addrspace(1)", types.join(", ")));
        let text = format!("call addrspace(1) {result} {name}({})", args.join(", "));
        match result {
            "void" => {
                self.effect(text);
                String::new()
            }
            _ if result.starts_with('{') => {
                let name = format!("%v{}", self.next);
                self.next += 1;
                self.push(name.clone(), "zeroinitializer", text);
                name
            }
            _ => self.emit(ty, text),
        }
    }

    fn intrinsic(&mut self) {
        let ty = self.random.of(&NUMBERS);
        let t = ty.text();
        let (a, b) = (format!("{t} {}", self.value(ty)), format!("{t} {}", self.value(ty)));
        match self.random.below(12) {
            0..=3 => {
                let name = self
                    .random
                    .of(&["umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"]);
                self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &[a, b]);
            }
            4 => {
                self.declared(ty, &t, &format!("@llvm.abs.{t}"), &[a, "i1 false".into()]);
            }
            5..=6 => {
                let name = self.random.of(&["fshl", "fshr"]);
                let other = if self.random.percent(60) { a.clone() } else { b };
                let by = if self.random.percent(50) {
                    format!("{t} {}", self.random.below(ty.bits().into()))
                } else {
                    format!("{t} {}", self.variable(ty))
                };
                self.declared(ty, &t, &format!("@llvm.{name}.{t}"), &[a, other, by]);
            }
            7 => {
                let swap = ty != Ty::I8 && self.random.percent(50);
                self.turned(ty, swap, a);
            }
            8 => self.bits_counted(ty, a),
            9..=10 => {
                let mut names = vec!["uadd", "usub", "sadd", "ssub"];
                if ty != Ty::I64 {
                    names.extend(["umul", "smul"]);
                }
                let name = self.random.of(&names);
                let both = format!("{{ {t}, i1 }}");
                let pair = self.declared(ty, &both, &format!("@llvm.{name}.with.overflow.{t}"), &[a, b]);
                self.emit(ty, format!("extractvalue {both} {pair}, 0"));
                self.emit(Ty::I1, format!("extractvalue {both} {pair}, 1"));
            }
            _ => {
                let name = self.random.of(&["ucmp", "scmp"]);
                self.declared(Ty::I8, "i8", &format!("@llvm.{name}.i8.{t}"), &[a, b]);
            }
        }
    }

    /// Generates a function call, direct or through a table; guarded where it leads back here.
    pub(crate) fn call(&mut self) {
        if self.returns > 0 && self.times == 1 && self.nesting < NESTING && self.random.percent(60) {
            self.returns -= 1;
            return self.call_group();
        }
        let affordable = |s: &Signature| s.cost * self.times < AFFORDABLE;
        let tables: Vec<_> = self.shared.tables.iter().filter(|t| affordable(&t.2)).cloned().collect();
        let known: Vec<_> = self.shared.functions.iter().filter(|f| affordable(f)).cloned().collect();
        if !tables.is_empty() && self.random.percent(30) {
            let (table, entries, signature) = self.random.of(&tables);
            let index = self.index(entries as u32);
            let slot = self.emit(
                Ty::Ptr,
                format!("getelementptr inbounds nuw ptr addrspace(1), ptr {table}, i16 {index}"),
            );
            let target = self.emit(Ty::Ptr, format!("load ptr addrspace(1), ptr {slot}, align 1"));
            let depth = self.depth(&signature, false);
            self.call_of(&signature, &target, depth);
        } else if !known.is_empty() {
            let signature = self.random.of(&known);
            let depth = self.depth(&signature, false);
            self.call_of(&signature, &signature.name, depth);
        }
    }

    fn call_group(&mut self) {
        let signature = self.random.of(self.group);
        let more = self.emit(Ty::I1, "icmp ne i8 %p0, 0".into());
        let ty = self.random.of(&NUMBERS);
        let before = (self.value(ty), self.here());
        let (then, join) = (self.label(), self.label());
        self.end(format!("br i1 {more}, label %{then}, label %{join}"));
        self.open(&then);
        let (scope, pointers) = (self.scope.len(), self.pointers.len());
        let depth = self.depth(&signature, true);
        self.call_of(&signature, &signature.name, depth);
        let after = (self.value(ty), self.here());
        self.end(format!("br label %{join}"));
        self.scope.truncate(scope);
        self.pointers.truncate(pointers);
        self.open(&join);
        let value = self.phi(&join, ty, vec![before, after]);
        self.scope.push((value, ty));
    }

    /// Returns the depth to pass on: in the same group, one less than the own depth; otherwise a small one.
    pub(crate) fn depth(&mut self, signature: &Signature, down: bool) -> Option<String> {
        if !signature.recursive {
            return None;
        }
        Some(if down {
            self.emit(Ty::I8, "add i8 %p0, -1".into())
        } else if self.random.percent(50) {
            self.random.below(3).to_string()
        } else {
            let value = self.variable(Ty::I8);
            self.emit(Ty::I8, format!("and i8 {value}, 1"))
        })
    }

    fn call_of(&mut self, signature: &Signature, target: &str, mut depth: Option<String>) {
        let mut args = Vec::new();
        for ty in &signature.params {
            let value = match (depth.take(), ty) {
                (Some(depth), _) => depth,
                (None, Ty::Ptr) => self.random.of(&self.pointers).0,
                (None, ty) => self.value(*ty),
            };
            args.push(format!("{} {value}", ty.text()));
        }
        self.cost += signature.cost * self.times;
        let result = signature.result();
        let text = format!("call addrspace(1) {result} {target}({})", args.join(", "));
        match signature.results.as_slice() {
            [] => self.effect(text),
            [one] => {
                self.emit(*one, text);
            }
            many => {
                let name = format!("%v{}", self.next);
                self.next += 1;
                self.push(name.clone(), "zeroinitializer", text);
                for (i, ty) in many.iter().enumerate() {
                    self.emit(*ty, format!("extractvalue {result} {name}, {i}"));
                }
            }
        }
    }
}
