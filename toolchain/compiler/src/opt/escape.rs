//! Finds local objects whose address leaves their function.
//!
//! As long as the address does not leave, only this activation of the function can find the object. So another activation may use
//! the same memory if this one never continues.

use std::collections::BTreeSet;

use crate::ir::operands::operands;
use crate::ir::{Callee, CastOp, Function, Inst, Module, Op, Operand, Symbol, Value};

/// Returns which of these functions have a local object whose address leaves them.
pub(super) fn leaving(module: &Module, functions: &BTreeSet<Symbol>) -> BTreeSet<Symbol> {
    let objects = |function: &Function| -> Vec<Value> {
        let insts = function.blocks.iter().flat_map(|b| &b.insts);
        insts.filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.result).collect()
    };
    let functions = functions.iter().filter_map(|symbol| module.function(*symbol));
    let functions: Vec<(&Function, Vec<Value>)> = functions.map(|f| (f, objects(f))).collect();
    if functions.iter().all(|(_, objects)| objects.is_empty()) {
        return BTreeSet::new();
    }
    let escapes = Escapes::new(module);
    let leaving = functions.iter().filter(|(f, objects)| objects.iter().any(|o| escapes.escapes(f, *o)));
    leaving.map(|(function, _)| function.symbol).collect()
}

/// The addresses that leave their functions.
struct Escapes<'a> {
    module: &'a Module,
    /// The parameters that escape, by number.
    params: BTreeSet<(Symbol, usize)>,
}

impl<'a> Escapes<'a> {
    fn new(module: &'a Module) -> Escapes<'a> {
        let mut escapes = Escapes { module, params: BTreeSet::new() };
        loop {
            let before = escapes.params.len();
            for function in &module.functions {
                for (n, param) in function.params.iter().enumerate() {
                    if escapes.escapes(function, param.value) {
                        escapes.params.insert((function.symbol, n));
                    }
                }
            }
            if escapes.params.len() == before {
                return escapes;
            }
        }
    }

    /// Whether this address, or one computed from it, may leave a function. It stays if the function only reads and writes through
    /// it, compares it, and passes it to functions that do no more with it. It leaves if it is stored, even in another local
    /// object, or becomes an integer.
    fn escapes(&self, function: &Function, address: Value) -> bool {
        let addresses = addresses(function, address);
        let is_address = |operand: &Operand| operand.value().is_some_and(|value| addresses.contains(&value));
        let harmless = |inst: &Inst| match &inst.op {
            Op::Load { .. } | Op::Icmp { .. } => true,
            Op::Store { value, .. } | Op::AtomicRmw { value, .. } => !is_address(value),
            Op::CmpXchg { new, .. } => !is_address(new),
            Op::Cast { op: CastOp::PtrToInt, .. } => false,
            Op::Call { callee: Callee::Direct(callee), args, .. } => {
                self.module.function(*callee).is_some_and(|callee| {
                    let leaves = |n| self.params.contains(&(callee.symbol, n));
                    args.iter().enumerate().all(|(n, (_, arg))| !is_address(arg) || !leaves(n))
                })
            }
            Op::Call { callee: Callee::Intrinsic(name), .. } => {
                ["lifetime.", "memcpy", "memmove", "memset"].iter().any(|way| name.starts_with(way))
            }
            _ => inst.result.is_some_and(|result| addresses.contains(&result)),
        };
        let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
        insts.any(|inst| uses(&inst.op, &addresses) && !harmless(inst))
    }
}

/// Whether an instruction reads one of these values.
pub(super) fn uses(op: &Op, values: &BTreeSet<Value>) -> bool {
    let mut uses = false;
    operands(op, &mut |operand| uses |= operand.value().is_some_and(|value| values.contains(&value)));
    uses
}

/// Returns the values of a function that are, or may be, addresses in an object.
pub(super) fn addresses(function: &Function, object: Value) -> BTreeSet<Value> {
    let mut addresses = BTreeSet::from([object]);
    loop {
        let before = addresses.len();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let moves = matches!(
                inst.op,
                Op::Gep { .. }
                    | Op::Phi(_)
                    | Op::Select { .. }
                    | Op::Cast { .. }
                    | Op::Freeze(_)
                    | Op::Binary { .. }
                    | Op::InsertValue { .. }
                    | Op::ExtractValue { .. }
            );
            if moves && uses(&inst.op, &addresses) {
                addresses.extend(inst.result);
            }
        }
        if addresses.len() == before {
            return addresses;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stays_where_it_is_only_used_and_compared() {
        let uses = [
            ("", false),
            ("store ptr null, ptr %o", false),
            ("%r = atomicrmw xchg ptr %o, i16 7 seq_cst, align 1", false),
            ("%e = getelementptr i8, ptr %o, i16 %n\n  %r = load i8, ptr %e", false),
            ("%a = ptrtoint ptr %o to i16\n  %b = add i16 %a, %n\n  %c = icmp ult i16 %b, 512", true),
            ("%c = icmp ult ptr %o, %p\n  %r = zext i1 %c to i8\n  store i8 %r, ptr @g", false),
            ("call void @llvm.lifetime.start.p0(ptr %o)", false),
            ("call void @llvm.memset.p0.i16(ptr %o, i8 1, i16 %n, i1 false)", false),
            ("call void @llvm.memcpy.p0.p0.i16(ptr @g, ptr %o, i16 2, i1 false)", false),
            (
                "%a = ptrtoint ptr %o to i8\n  call void @llvm.memset.p0.i16(ptr @g, i8 %a, i16 2, i1 false)",
                true,
            ),
            ("store ptr %o, ptr @g", true),
            ("store ptr %o, ptr %o", true),
            ("%a = ptrtoint ptr %o to i16\n  %r = atomicrmw add ptr @g, i16 %a seq_cst, align 1", true),
            (
                "%p2 = insertvalue { ptr, i8 } undef, ptr %o, 0\n  %q = extractvalue { ptr, i8 } %p2, 0\n  call void @h(ptr %q)",
                true,
            ),
            ("call void @fill(ptr null, ptr %o)", false),
            ("call void @fill(ptr %o, ptr null)", true),
            ("%r = cmpxchg ptr @g, ptr null, ptr %o seq_cst seq_cst, align 1", true),
            ("%e = getelementptr i8, ptr %o, i16 1\n  call void @h(ptr %e)", true),
            ("call void %p(ptr %o)", true),
            ("%a = ptrtoint ptr %o to i16\n  %r = call i16 @llvm.umax.i16(i16 %a, i16 %n)", true),
            ("call void asm sideeffect \"\", \"r\"(ptr %o)", true),
            ("%s = select i1 true, ptr %o, ptr %p\n  ret ptr %s\nnext:", true),
        ];
        for (text, expected) in uses {
            let text = format!(
                "@g = global ptr null\ndeclare void @h(ptr)\n\
                 define void @fill(ptr %a, ptr %b) {{\n  store ptr %a, ptr %b\n  call void @more(ptr %b)\n  ret void\n}}\n\
                 define void @more(ptr %b) {{\n  call void @fill(ptr null, ptr %b)\n  ret void\n}}\n\ndeclare i16 @llvm.umax.i16(i16, i16)\n\
                 declare void @llvm.lifetime.start.p0(ptr)\n\
                 declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)\n\
                 declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)\n\
                 define ptr @f(ptr %p, i16 %n) {{\n  %o = alloca [4 x i8]\n  {text}\n  ret ptr null\n}}\n"
            );
            let module = crate::llvm::parse("test.ll", &text).unwrap();
            let function = module.symbol("f").unwrap();
            let all = module.functions.iter().map(|f| f.symbol).collect();
            let expected = Vec::from_iter(expected.then_some(function));
            assert_eq!(Vec::from_iter(leaving(&module, &all)), expected, "{text}");
        }
    }
}
