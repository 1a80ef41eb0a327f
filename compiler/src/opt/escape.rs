//! Follows the address of a local object through its function, and sees whether it leaves it.

use std::collections::BTreeSet;

use crate::ir::operands::operands;
use crate::ir::{Callee, Function, Inst, Op, Operand, Type, Value};

/// Whether anybody but this activation of a function may come to know an address in one of its local objects: any use counts as that but
/// reading and writing by way of the address, computing another from it, and comparing it. So what is stored, even in another local object,
/// and what is passed to a function has left.
pub(super) fn escapes(function: &Function, object: Value) -> bool {
    let addresses = addresses(function, object);
    let is_address = |operand: &Operand| operand.value().is_some_and(|value| addresses.contains(&value));
    let harmless = |inst: &Inst| match &inst.op {
        Op::Load { .. } | Op::Icmp { .. } => true,
        Op::Store { value, .. } | Op::AtomicRmw { value, .. } => !is_address(value),
        Op::CmpXchg { new, .. } => !is_address(new),
        Op::Call { callee: Callee::Intrinsic(name), args, .. } => {
            let follows =
                ["lifetime.", "memcpy", "memmove", "memset"].iter().any(|way| name.starts_with(way));
            follows && args.iter().all(|(ty, arg)| *ty == Type::Ptr || !is_address(arg))
        }
        _ => inst.result.is_some_and(|result| addresses.contains(&result)),
    };
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    insts.any(|inst| uses(&inst.op, &addresses) && !harmless(inst))
}

/// Whether an instruction reads one of these values.
pub(super) fn uses(op: &Op, values: &BTreeSet<Value>) -> bool {
    let mut uses = false;
    operands(op, &mut |operand| uses |= operand.value().is_some_and(|value| values.contains(&value)));
    uses
}

/// The values of a function that are addresses in an object, or may be.
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
            ("%a = ptrtoint ptr %o to i16\n  %b = add i16 %a, %n\n  %c = icmp ult i16 %b, 512", false),
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
            ("%r = cmpxchg ptr @g, ptr null, ptr %o seq_cst seq_cst, align 1", true),
            ("%e = getelementptr i8, ptr %o, i16 1\n  call void @h(ptr %e)", true),
            ("call void %p(ptr %o)", true),
            ("%a = ptrtoint ptr %o to i16\n  %r = call i16 @llvm.umax.i16(i16 %a, i16 %n)", true),
            ("call void asm sideeffect \"\", \"r\"(ptr %o)", true),
            ("%s = select i1 true, ptr %o, ptr %p\n  ret ptr %s\nnext:", true),
        ];
        for (text, expected) in uses {
            let text = format!(
                "@g = global ptr null\ndeclare void @h(ptr)\ndeclare i16 @llvm.umax.i16(i16, i16)\n\
                 declare void @llvm.lifetime.start.p0(ptr)\n\
                 declare void @llvm.memset.p0.i16(ptr, i8, i16, i1)\n\
                 declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)\n\
                 define ptr @f(ptr %p, i16 %n) {{\n  %o = alloca [4 x i8]\n  {text}\n  ret ptr null\n}}\n"
            );
            let module = crate::llvm::parse("test.ll", &text).unwrap();
            let function = &module.functions[0];
            let object = function.blocks[0].insts[0].result.unwrap();
            assert_eq!(escapes(function, object), expected, "{text}");
        }
    }
}
