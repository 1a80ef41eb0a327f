//! The words for operators, one table per kind, for reading and writing.

use crate::ir::{BinOp, CastOp, Pred, RmwOp};

pub(super) const BINARY: [(&str, BinOp); 18] = [
    ("add", BinOp::Add),
    ("sub", BinOp::Sub),
    ("mul", BinOp::Mul),
    ("udiv", BinOp::UDiv),
    ("sdiv", BinOp::SDiv),
    ("urem", BinOp::URem),
    ("srem", BinOp::SRem),
    ("and", BinOp::And),
    ("or", BinOp::Or),
    ("xor", BinOp::Xor),
    ("shl", BinOp::Shl),
    ("lshr", BinOp::LShr),
    ("ashr", BinOp::AShr),
    ("fadd", BinOp::FAdd),
    ("fsub", BinOp::FSub),
    ("fmul", BinOp::FMul),
    ("fdiv", BinOp::FDiv),
    ("frem", BinOp::FRem),
];

/// If a conversion has two words, the first one is written.
pub(super) const CAST: [(&str, CastOp); 14] = [
    ("trunc", CastOp::Trunc),
    ("zext", CastOp::ZExt),
    ("sext", CastOp::SExt),
    ("ptrtoint", CastOp::PtrToInt),
    ("ptrtoaddr", CastOp::PtrToInt),
    ("inttoptr", CastOp::IntToPtr),
    ("bitcast", CastOp::Bitcast),
    ("addrspacecast", CastOp::Bitcast),
    ("fptoui", CastOp::FpToUi),
    ("fptosi", CastOp::FpToSi),
    ("uitofp", CastOp::UiToFp),
    ("sitofp", CastOp::SiToFp),
    ("fpext", CastOp::FpExt),
    ("fptrunc", CastOp::FpTrunc),
];

pub(super) const PREDICATE: [(&str, Pred); 10] = [
    ("eq", Pred::Eq),
    ("ne", Pred::Ne),
    ("ult", Pred::Ult),
    ("ule", Pred::Ule),
    ("ugt", Pred::Ugt),
    ("uge", Pred::Uge),
    ("slt", Pred::Slt),
    ("sle", Pred::Sle),
    ("sgt", Pred::Sgt),
    ("sge", Pred::Sge),
];

pub(super) const RMW: [(&str, RmwOp); 11] = [
    ("xchg", RmwOp::Xchg),
    ("add", RmwOp::Add),
    ("sub", RmwOp::Sub),
    ("and", RmwOp::And),
    ("nand", RmwOp::Nand),
    ("or", RmwOp::Or),
    ("xor", RmwOp::Xor),
    ("max", RmwOp::Max),
    ("min", RmwOp::Min),
    ("umax", RmwOp::UMax),
    ("umin", RmwOp::UMin),
];

/// Float predicates; they have no type of their own.
pub(super) const FCMP: [&str; 16] = [
    "false", "oeq", "oge", "ogt", "ole", "olt", "one", "ord", "true", "ueq", "uge", "ugt", "ule", "ult",
    "une", "uno",
];

/// Looks up a word in a table.
pub(super) fn meaning<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(w, _)| *w == word).map(|(_, t)| *t)
}

/// Returns the word for an operator of the table.
pub(super) fn word<T: PartialEq>(table: &[(&'static str, T)], operator: T) -> &'static str {
    table.iter().find(|(_, t)| *t == operator).map_or("", |(w, _)| w)
}

/// Whether a constant expression begins with a word.
pub(super) fn is_expression(word: &str) -> bool {
    matches!(
        word,
        "getelementptr"
            | "inttoptr"
            | "ptrtoint"
            | "ptrtoaddr"
            | "bitcast"
            | "addrspacecast"
            | "trunc"
            | "add"
            | "sub"
            | "mul"
            | "shl"
            | "xor"
    )
}
