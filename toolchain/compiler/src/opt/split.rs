//! Splits variables into parts that are accessed separately.
//! Bytes that are only accessed at fixed offsets become a variable of their own, which may be in page zero.
//!
//! Requires: reachable code only.  Keeps: existing symbol numbers; adds new ones.  Breaks: global indices, which it updates in the
//! symbols.
//!
//! The bytes that each access may reach are known from the ranges of its indices. Accesses that may reach the same byte stay in one
//! part. A variable whose address escapes, into memory, a call or a comparison, stays whole.
//!
//! Before: `@state = global [300 x i8] zeroinitializer`, `load @state + 280`, `load @state + %i` with `%i` up to 255
//! After: `@state.0 = global [256 x i8] …`, `@state.280 = global i8 …`

use super::callgraph::assembly;
use super::range::Ranges;
use crate::ir::operands::{constant_mentions, operands, operands_mut, words};
use crate::ir::{
    BlockId, Callee, Const, Function, Global, Inst, Module, Op, Operand, Symbol, SymbolInfo, SymbolKind,
    Type, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// A range of bytes of a variable; the end is exclusive.
pub(super) type Bytes = (i64, i64);

/// An operand of an instruction: the function, the block, the instruction and the operand by number.
pub(super) type Place = (usize, usize, usize, usize);

/// The largest size of a part that is too small to gain from an alignment, which may keep it out of page zero.
const FEW: u32 = 8;

/// The uses of variables.
#[derive(Default)]
pub(super) struct Uses {
    /// For each operand that is an address in a variable, the variable and the bytes that are reached through it.
    pub reached: BTreeMap<Place, (Symbol, Bytes)>,
    /// The variables with addresses that are not followed.
    escaped: BTreeSet<Symbol>,
}

/// Splits all variables that can be.
pub fn split(module: &mut Module) {
    let uses = uses(module);
    let parts: BTreeMap<Symbol, Vec<(Bytes, Symbol)>> = parts(module, &uses)
        .into_iter()
        .filter(|(_, parts)| parts.len() > 1)
        .map(|(symbol, parts)| {
            (symbol, parts.into_iter().map(|part| (part, named(module, symbol, part))).collect())
        })
        .collect();
    redirect(module, &uses, &parts);
    replace(module, &parts);
}

/// Returns all uses of variables.
pub(super) fn uses(module: &Module) -> Uses {
    let mut uses = Uses::default();
    for (f, function) in module.functions.iter().enumerate() {
        Follow::new(function).function(f, &mut uses);
    }
    let mut escape = |c: &Const| {
        constant_mentions(c, &mut |symbol| {
            uses.escaped.insert(symbol);
        })
    };
    module.globals.iter().filter_map(|global| global.init.as_ref()).for_each(&mut escape);
    for word in assembly(module).flat_map(words) {
        uses.escaped.extend(module.symbol(word));
    }
    uses
}

/// Returns the parts that are accessed separately, in order, for each variable that may be split.
pub(super) fn parts(module: &Module, uses: &Uses) -> BTreeMap<Symbol, Vec<Bytes>> {
    let mut parts: BTreeMap<Symbol, Vec<Bytes>> = BTreeMap::new();
    for (symbol, bytes) in uses.reached.values() {
        let whole = module.global(*symbol).filter(|global| may_be_split(global));
        if let Some(global) = whole.filter(|_| !uses.escaped.contains(symbol)) {
            parts.entry(*symbol).or_default().push(inside(*bytes, global));
        }
    }
    parts.into_iter().map(|(symbol, reached)| (symbol, joined(reached))).collect()
}

/// Whether the variable is not known outside, and all its bytes are initially zero or undefined.
fn may_be_split(global: &Global) -> bool {
    let free = !global.constant && !global.exported && global.section.is_none();
    free && global.init.as_ref().is_some_and(is_blank)
}

fn is_blank(c: &Const) -> bool {
    match c {
        Const::Int(n) => *n == 0,
        Const::Float(bits) => *bits == 0,
        Const::Zero | Const::Undef => true,
        Const::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
        Const::Aggregate(parts) => parts.iter().all(|(_, part)| is_blank(part)),
        Const::Address(..) => false,
    }
}

/// The number of addresses.
const ADDRESSES: i64 = 1 << 16;

/// Returns the bytes that belong to the variable, as accesses to others would be undefined. Returns all of them if none does, or if
/// an address may have wrapped around, which is possible without `inbounds`.
pub(super) fn inside((from, to): Bytes, global: &Global) -> Bytes {
    let size = i64::from(global.ty.size());
    let around = to > ADDRESSES || from < size - ADDRESSES;
    if from >= size || to <= 0 || around { (0, size) } else { (from.max(0), to.min(size)) }
}

/// Merges reached bytes into parts that do not overlap, in order.
fn joined(mut reached: Vec<Bytes>) -> Vec<Bytes> {
    reached.sort_unstable();
    let mut parts: Vec<Bytes> = Vec::new();
    for (from, to) in reached {
        match parts.last_mut() {
            Some(last) if from < last.1 || from == last.0 => {
                last.1 = last.1.max(to);
            }
            _ => parts.push((from, to)),
        }
    }
    parts
}

/// Creates the symbol of a part.
fn named(module: &mut Module, whole: Symbol, (from, _): Bytes) -> Symbol {
    let mut name = format!("{}.{from}", module.name_of(whole));
    while module.symbol(&name).is_some() {
        name.push_str(".part");
    }
    module.symbols.push(SymbolInfo { name, kind: SymbolKind::Dropped });
    Symbol(module.symbols.len() as u32 - 1)
}

/// Redirects addresses to parts.
fn redirect(module: &mut Module, uses: &Uses, parts: &BTreeMap<Symbol, Vec<(Bytes, Symbol)>>) {
    for (&(f, b, i, number), (symbol, bytes)) in &uses.reached {
        let (Some(parts), Some(global)) = (parts.get(symbol), module.global(*symbol)) else { continue };
        let (from, _) = inside(*bytes, global);
        let behind = parts.partition_point(|((start, _), _)| *start <= from);
        let ((start, _), part) = parts[behind - 1];
        let mut operand = 0;
        operands_mut(&mut module.functions[f].blocks[b].insts[i].op, &mut |o| {
            if let (true, Operand::Const(Const::Address(symbol, offset))) = (operand == number, o) {
                *symbol = part;
                *offset -= start as i32;
            }
            operand += 1;
        });
    }
}

/// Replaces variables by their parts.
fn replace(module: &mut Module, parts: &BTreeMap<Symbol, Vec<(Bytes, Symbol)>>) {
    let mut globals = Vec::new();
    for global in &module.globals {
        let Some(parts) = parts.get(&global.symbol) else {
            globals.push(global.clone());
            continue;
        };
        for &((from, to), symbol) in parts {
            let (from, size) = (from as u32, (to - from) as u32);
            // A part keeps the variable's alignment if its offset is a multiple of it. No address escapes, so this only keeps indexed
            // parts within a page.
            let align = match from {
                _ if size <= FEW => 1,
                0 => global.align,
                _ => global.align.min(1 << from.trailing_zeros()),
            };
            let ty = Type::Array(Box::new(Type::Int(8)), size);
            globals.push(Global { symbol, ty, init: Some(Const::Zero), align, ..global.clone() });
        }
    }
    module.set_globals(globals);
}

/// The role of an address operand in an instruction.
enum Role {
    /// The instruction reads or writes this many bytes there.
    Access(u32),
    /// The instruction computes another address from it.
    Base,
    /// Any other role.
    Other,
}

/// Follows the addresses in a function.
struct Follow<'a> {
    function: &'a Function,
    ranges: Ranges,
    /// The places where each value is read.
    readers: Vec<Vec<(usize, usize, usize)>>,
}

impl<'a> Follow<'a> {
    fn new(function: &'a Function) -> Follow<'a> {
        let mut readers = vec![Vec::new(); function.values.len()];
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                let mut number = 0;
                operands(&inst.op, &mut |operand| {
                    if let Operand::Value(value) = operand {
                        readers[value.index()].push((b, i, number));
                    }
                    number += 1;
                });
            }
        }
        Follow { function, ranges: Ranges::new(function), readers }
    }

    fn function(&self, f: usize, uses: &mut Uses) {
        for (b, block) in self.function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                let mut number = 0;
                operands(&inst.op, &mut |operand| {
                    if let Operand::Const(Const::Address(symbol, offset)) = operand {
                        let at = i64::from(*offset);
                        match self.reached((b, i, number), (at, at)) {
                            Some(bytes) => drop(uses.reached.insert((f, b, i, number), (*symbol, bytes))),
                            None => drop(uses.escaped.insert(*symbol)),
                        }
                    } else if let Operand::Const(c) = operand {
                        constant_mentions(c, &mut |symbol| {
                            uses.escaped.insert(symbol);
                        });
                    }
                    number += 1;
                });
            }
        }
    }

    /// Returns the bytes reached through an operand whose value is between these addresses. `None` if it goes where it is not
    /// followed.
    fn reached(&self, (b, i, number): (usize, usize, usize), (from, to): Bytes) -> Option<Bytes> {
        let inst = &self.function.blocks[b].insts[i];
        match self.role(inst, number) {
            Role::Access(bytes) => Some((from, to + i64::from(bytes.max(1)))),
            Role::Base => {
                let (least, most) = self.step(inst, BlockId(b as u32))?;
                self.reached_by(inst.result?, (from + least, to + most))
            }
            Role::Other => None,
        }
    }

    fn reached_by(&self, value: Value, at: Bytes) -> Option<Bytes> {
        // If nothing reads the value, the place itself counts as reached.
        let mut all = (at.0, at.0 + 1);
        for (n, reader) in self.readers[value.index()].iter().enumerate() {
            let bytes = self.reached(*reader, at)?;
            all = if n == 0 { bytes } else { (all.0.min(bytes.0), all.1.max(bytes.1)) };
        }
        Some(all)
    }

    /// Returns the minimum and maximum offset that an instruction adds to an address.
    fn step(&self, inst: &Inst, block: BlockId) -> Option<Bytes> {
        let Op::Gep { offset, indices, .. } = &inst.op else { return None };
        let mut step = (i64::from(*offset), i64::from(*offset));
        for (ty, index, scale) in indices {
            let (least, most) = self.ranges.of_operand(index, ty, block);
            // An index is signed: if its highest bit may be set, it may be negative.
            if ty.bits()? > 16 || most >> (ty.bits()? - 1) != 0 || *scale < 0 {
                return None;
            }
            step.0 += least as i64 * i64::from(*scale);
            step.1 += most as i64 * i64::from(*scale);
        }
        Some(step)
    }

    fn role(&self, inst: &Inst, number: usize) -> Role {
        let result = || inst.result.map_or(0, |value| self.function.ty(value).size());
        match (&inst.op, number) {
            (Op::Load { .. }, 0) | (Op::AtomicRmw { .. }, 1) => Role::Access(result()),
            (Op::Store { ty, .. }, 1) | (Op::CmpXchg { ty, .. }, 0) => Role::Access(ty.size()),
            (Op::Gep { .. }, 0) => Role::Base,
            (Op::Call { callee: Callee::Intrinsic(name), args, .. }, number) => {
                let pointers = match name.trim_end_matches(".inline") {
                    "memset" => 1,
                    "memcpy" | "memmove" => 2,
                    _ => 0,
                };
                let length = args.get(2).and_then(|(_, length)| length.int());
                match length.and_then(|length| u32::try_from(length).ok()) {
                    Some(length) if number < pointers => Role::Access(length),
                    _ => Role::Other,
                }
            }
            _ => Role::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;
    use crate::llvm;

    /// Returns the variables of a module after the pass, by name and size.
    fn variables(text: &str) -> Vec<(String, u32)> {
        let mut module = llvm::parse("test.ll", text).unwrap();
        split(&mut module);
        verify::verify(&module).unwrap();
        module.globals.iter().map(|g| (module.name_of(g.symbol).to_string(), g.ty.size())).collect()
    }

    const STATE: &str = "@state = internal global [300 x i8] zeroinitializer\n";
    const SCALAR2: &str = "store i8 1, ptr getelementptr (i8, ptr @state, i16 281), align 1\n";
    const SCALAR: &str = "store i8 1, ptr getelementptr (i8, ptr @state, i16 280), align 1\n";

    #[test]
    fn what_an_index_does_not_reach_is_a_variable_of_its_own() {
        let text = format!(
            "{STATE}define i8 @f(i8 %i) unnamed_addr addrspace(1) {{
               {SCALAR}
               %n = zext i8 %i to i16
               %p = getelementptr inbounds i8, ptr @state, i16 %n
               %r = load i8, ptr %p, align 1
               ret i8 %r
             }}"
        );
        assert_eq!(variables(&text), [("state.0".into(), 256), ("state.280".into(), 1)]);
    }

    #[test]
    fn an_index_of_two_bytes_may_reach_everything() {
        let text = format!(
            "{STATE}define i8 @f(i16 %n) unnamed_addr addrspace(1) {{
               {SCALAR}
               %p = getelementptr inbounds i8, ptr @state, i16 %n
               %r = load i8, ptr %p, align 1
               ret i8 %r
             }}"
        );
        assert_eq!(variables(&text), [("state".into(), 300)]);
    }

    #[test]
    fn a_variable_whose_address_is_passed_on_stays_whole() {
        let text = format!(
            "{STATE}declare void @g(ptr)
             define void @f() unnamed_addr addrspace(1) {{
               {SCALAR}
               call void @g(ptr @state)
               ret void
             }}"
        );
        assert_eq!(variables(&text), [("state".into(), 300)]);
        let named = format!(
            "{STATE}define void @f() unnamed_addr addrspace(1) {{
               {SCALAR}
               {SCALAR2}
               call addrspace(1) void asm sideeffect \"inc state+280\", \"\"()
               ret void
             }}"
        );
        assert_eq!(variables(&named), [("state".into(), 300)]);
        let stored = format!(
            "{STATE}define void @f(ptr %p) unnamed_addr addrspace(1) {{
               {SCALAR}
               store ptr getelementptr (i8, ptr @state, i16 4), ptr %p, align 1
               ret void
             }}"
        );
        assert_eq!(variables(&stored), [("state".into(), 300)]);
    }
}
