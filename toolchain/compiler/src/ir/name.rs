//! Names of instructions, for messages.

use super::{BinOp, Callee, CastOp, Op};

impl Op {
    /// Returns the instruction's LLVM keyword; for a call, with the name of the callee if it has one.
    pub fn name(&self) -> String {
        let word = match self {
            Op::Binary { op, .. } => match op {
                BinOp::Add => "add",
                BinOp::Sub => "sub",
                BinOp::Mul => "mul",
                BinOp::UDiv => "udiv",
                BinOp::SDiv => "sdiv",
                BinOp::URem => "urem",
                BinOp::SRem => "srem",
                BinOp::And => "and",
                BinOp::Or => "or",
                BinOp::Xor => "xor",
                BinOp::Shl => "shl",
                BinOp::LShr => "lshr",
                BinOp::AShr => "ashr",
                BinOp::FAdd => "fadd",
                BinOp::FSub => "fsub",
                BinOp::FMul => "fmul",
                BinOp::FDiv => "fdiv",
                BinOp::FRem => "frem",
            },
            Op::FNeg(_) => "fneg",
            Op::Icmp { .. } => "icmp",
            Op::Fcmp { .. } => "fcmp",
            Op::Cast { op, .. } => match op {
                CastOp::Trunc => "trunc",
                CastOp::ZExt => "zext",
                CastOp::SExt => "sext",
                CastOp::PtrToInt => "ptrtoint",
                CastOp::IntToPtr => "inttoptr",
                CastOp::Bitcast => "bitcast",
                CastOp::FpToUi => "fptoui",
                CastOp::FpToSi => "fptosi",
                CastOp::UiToFp => "uitofp",
                CastOp::SiToFp => "sitofp",
                CastOp::FpExt => "fpext",
                CastOp::FpTrunc => "fptrunc",
            },
            Op::Load { .. } => "load",
            Op::Store { .. } => "store",
            Op::Gep { .. } => "getelementptr",
            Op::Phi(_) => "phi",
            Op::Select { .. } => "select",
            Op::Call { callee: Callee::Intrinsic(name), .. } => return format!("call llvm.{name}"),
            Op::Call { callee: Callee::Asm { .. }, .. } => "call asm",
            Op::Call { .. } => "call",
            Op::ExtractValue { .. } => "extractvalue",
            Op::InsertValue { .. } => "insertvalue",
            Op::Alloca { .. } => "alloca",
            Op::Freeze(_) => "freeze",
            Op::AtomicRmw { .. } => "atomicrmw",
            Op::CmpXchg { .. } => "cmpxchg",
            Op::Fence => "fence",
            Op::Br(_) | Op::CondBr { .. } => "br",
            Op::Switch { .. } => "switch",
            Op::Ret(_) => "ret",
            Op::Unreachable => "unreachable",
        };
        word.to_string()
    }
}
