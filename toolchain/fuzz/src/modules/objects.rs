//! Fixed functions that pass local objects to each other, added to every module without interrupts.
//!
//! Every call of such a function passes an object.

use std::collections::BTreeSet;

use super::module::{Function, Inst, mark};
use super::values::plain;

/// The one of these functions that `main` calls, with a byte.
pub const FIRST: &str = "@outer";

/// Returns the functions; adds the declarations they need.
///
/// `@fill` fills two bytes, and `@at` reads one of four at an index whose type allows more. `@outer` has its object filled and calls
/// `@inner` while it still needs the object; `@inner` has its own object filled, stores another one whole and has it read by index.
/// `@turns` has two objects filled, the second when the first is no longer needed, according to the lifetime markers.
pub fn functions(declarations: &mut BTreeSet<String>) -> Vec<Function> {
    for mark in ["start", "end"] {
        declarations.insert(format!("void @llvm.lifetime.{mark}.p0(ptr)"));
    }
    vec![
        Function::of_one_block("void @fill(ptr %p0, i8 %p1)", fill(), "ret void"),
        Function::of_one_block("i8 @at(ptr %p0, i8 %p1)", at(), "ret i8 %v2"),
        Function::of_one_block("i8 @inner(i8 %p0)", inner(), "ret i8 %v12"),
        Function::of_one_block("i8 @turns(i8 %p0)", turns(), "ret i8 %v10"),
        Function::of_one_block("void @outer(i8 %p0)", outer(), "ret void"),
    ]
}

/// Defines a number.
fn number(def: &str, text: &str) -> Inst {
    plain(def, "0", text.into())
}

/// Defines an address.
fn address(def: &str, text: &str) -> Inst {
    plain(def, "@g0", text.into())
}

/// Defines nothing.
fn effect(text: &str) -> Inst {
    plain("", "", text.into())
}

fn fill() -> Vec<Inst> {
    vec![
        number("%v0", "xor i8 %p1, 90"),
        effect("store i8 %p1, ptr %p0, align 1"),
        address("%v1", "getelementptr inbounds nuw i8, ptr %p0, i16 1"),
        effect("store i8 %v0, ptr %v1, align 1"),
    ]
}

fn at() -> Vec<Inst> {
    vec![
        number("%v0", "zext i8 %p1 to i16"),
        address("%v1", "getelementptr inbounds nuw i8, ptr %p0, i16 %v0"),
        number("%v2", "load i8, ptr %v1, align 1"),
    ]
}

/// Returns instructions for the difference of the two bytes of an object, as the value with this number, using the three before it.
fn difference_of(object: &str, number_of: usize) -> Vec<Inst> {
    let [first, second, other] = [3, 2, 1].map(|back| format!("%v{}", number_of - back));
    vec![
        number(&first, &format!("load i8, ptr {object}, align 1")),
        address(&second, &format!("getelementptr inbounds nuw i8, ptr {object}, i16 1")),
        number(&other, &format!("load i8, ptr {second}, align 1")),
        number(&format!("%v{number_of}"), &format!("sub i8 {first}, {other}")),
    ]
}

fn inner() -> Vec<Inst> {
    let mut insts = vec![
        address("%v0", "alloca [2 x i8], align 1"),
        address("%v1", "alloca [4 x i8], align 1"),
        effect("call addrspace(1) void @fill(ptr %v0, i8 %p0)"),
        number("%v2", "zext i8 %p0 to i32"),
        number("%v3", "mul i32 %v2, 151719177"),
        effect("store i32 %v3, ptr %v1, align 1"),
        number("%v4", "and i8 %p0, 3"),
        number("%v5", "call addrspace(1) i8 @at(ptr %v1, i8 %v4)"),
    ];
    insts.extend(difference_of("%v0", 11));
    insts.push(number("%v12", "xor i8 %v11, %v5"));
    insts
}

fn turns() -> Vec<Inst> {
    let life = |what: &str, object: &str| {
        effect(&format!("call addrspace(1) void @llvm.lifetime.{what}.p0(ptr {object})"))
    };
    let mut insts =
        vec![address("%v0", "alloca [2 x i8], align 1"), address("%v1", "alloca [2 x i8], align 1")];
    insts.extend([life("start", "%v0"), effect("call addrspace(1) void @fill(ptr %v0, i8 %p0)")]);
    insts.extend(difference_of("%v0", 5));
    insts.extend([life("end", "%v0"), life("start", "%v1")]);
    insts.push(effect("call addrspace(1) void @fill(ptr %v1, i8 %v5)"));
    insts.extend(difference_of("%v1", 9));
    insts.extend([life("end", "%v1"), number("%v10", "add i8 %v9, %v5")]);
    insts
}

fn outer() -> Vec<Inst> {
    let mut insts = vec![
        address("%v0", "alloca [2 x i8], align 1"),
        effect("call addrspace(1) void @fill(ptr %v0, i8 %p0)"),
        number("%v1", "xor i8 %p0, -1"),
        number("%v2", "call addrspace(1) i8 @inner(i8 %v1)"),
    ];
    insts.extend(difference_of("%v0", 6));
    insts.extend([effect(&mark("%v6")), effect(&mark("%v2"))]);
    insts.extend([number("%v7", "call addrspace(1) i8 @turns(i8 %p0)"), effect(&mark("%v7"))]);
    insts
}
