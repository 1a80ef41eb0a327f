//! The LLVM reader and writer: constructs, errors, real modules, and texts nobody meant.

mod address_spaces;
mod constructs;
mod errors;
mod mutation;
mod round_trip;
mod top_level;
mod versions;

use compiler::ir::{Inst, Module, Op};

/// The module of a text that must be right.
fn module(text: &str) -> Module {
    compiler::llvm::parse("t.ll", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The instructions of the entry of `define void @f(<params>)` with these lines and `ret void`.
fn insts(params: &str, lines: &str) -> Vec<Inst> {
    let text =
        format!("@g = global [8 x i8] zeroinitializer\ndefine void @f({params}) {{\n{lines}\nret void\n}}");
    module(&text).functions[0].blocks[0].insts.clone()
}

/// The first of them.
fn op(params: &str, line: &str) -> Op {
    insts(params, line)[0].op.clone()
}

/// The message for a text that must be wrong.
fn error(text: &str) -> String {
    match compiler::llvm::parse("t.ll", text) {
        Ok(_) => panic!("no error:\n{text}"),
        Err(e) => e.to_string(),
    }
}
