//! Replaces a parameter by the constant that every call passes for it.
//!
//! Requires: reachable code only.  Keeps: signatures, existing symbol numbers; adds new ones.  Breaks: global indices, which it
//! updates in the symbols.
//!
//! Static frames turn many pointer arguments into one known address; with it, accesses through the parameter become accesses to an
//! object of known size. Only functions whose address is not taken and that nothing outside calls.
//!
//! Before: `call @f(ptr @state)` (everywhere), `@f(ptr %s): load ptr %s`      After: `@f(ptr %s): load ptr @state`
//!
//! Local objects become variables ([`objects`]) and fields with a single value are replaced by it ([`fields`]), if that makes more
//! arguments constant. Unused parameters are removed.

use super::callgraph::CallGraph;
use super::{fields, objects};
use crate::ir::operands::{operands, replace_values};
use crate::ir::{Callee, Const, Function, Module, Op, Operand, Symbol, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The arguments that the calls seen so far pass for a parameter.
#[derive(Clone, Default)]
enum Passed {
    #[default]
    Nothing,
    One(Const),
    Many,
    /// The function does not read it.
    ForNothing,
}

/// The argument that replaces one that is not needed.
const UNDEFINED: Operand = Operand::Const(Const::Undef);

/// Propagates constants into parameters until nothing changes.
pub fn constant_arguments(module: &mut Module) {
    module.functions.iter_mut().for_each(fold_addresses);
    loop {
        while round(module) {}
        let changes = [objects::drop_unread, objects::make_variables, fields::constant_fields];
        if !changes.into_iter().any(|change| change(module)) {
            return;
        }
        module.functions.iter_mut().for_each(fold_addresses);
    }
}

/// Replaces addresses at a fixed distance from constant ones by constants.
fn fold_addresses(function: &mut Function) {
    loop {
        let mut constants = BTreeMap::new();
        for block in &mut function.blocks {
            block.insts.retain(|inst| match (&inst.op, inst.result) {
                (
                    Op::Gep { base: Operand::Const(Const::Address(symbol, at)), offset, indices, .. },
                    Some(result),
                ) if indices.is_empty() => {
                    constants.insert(result, Const::Address(*symbol, at + offset));
                    false
                }
                _ => true,
            });
        }
        if constants.is_empty() {
            return;
        }
        for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            replace_values(&mut inst.op, &constants);
        }
    }
}

fn round(module: &mut Module) -> bool {
    let passed = passed(module);
    let mut changed = false;
    for function in &mut module.functions {
        changed |= pass_less(function, &passed);
        let Some(slots) = passed.get(&function.symbol) else { continue };
        let constants: BTreeMap<Value, Const> = function
            .params
            .iter()
            .zip(slots)
            .filter_map(|(p, s)| match s {
                Passed::One(c) => Some((p.value, c.clone())),
                _ => None,
            })
            .collect();
        if constants.is_empty() {
            continue;
        }
        for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            replace_values(&mut inst.op, &constants);
        }
        fold_addresses(function);
    }
    changed
}

/// Returns the arguments for each parameter of the functions that are only called by name.
fn passed(module: &Module) -> BTreeMap<Symbol, Vec<Passed>> {
    let mut passed: BTreeMap<Symbol, Vec<Passed>> = CallGraph::new(module).by_parameter(module);
    for function in &module.functions {
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let Op::Call { callee: Callee::Direct(symbol), args, .. } = &inst.op else { continue };
            let Some(slots) = passed.get_mut(symbol) else { continue };
            for (i, (slot, (_, arg))) in slots.iter_mut().zip(args).enumerate() {
                let own = *symbol == function.symbol
                    && arg.value().is_some_and(|v| function.params.get(i).is_some_and(|p| p.value == v));
                if own {
                    continue;
                }
                *slot = match (slot.clone(), arg) {
                    (Passed::Nothing, Operand::Const(c @ (Const::Address(..) | Const::Int(_)))) => {
                        Passed::One(c.clone())
                    }
                    (Passed::One(old), Operand::Const(c)) if old == *c => Passed::One(old),
                    _ => Passed::Many,
                };
            }
        }
    }
    for function in &module.functions {
        let Some(slots) = passed.get_mut(&function.symbol) else { continue };
        let read = read(function);
        for (slot, _) in slots.iter_mut().zip(&function.params).filter(|(_, p)| !read.contains(&p.value)) {
            *slot = Passed::ForNothing;
        }
    }
    passed
}

/// Removes arguments from a function's calls that are constant or unused in the callee. Returns whether there were any.
///
/// In a function compiled for speed, unused arguments remain: without the second use, selection keeps some of them in other
/// registers, and some loops of `tests/bench` take 4 % longer.
fn pass_less(function: &mut Function, passed: &BTreeMap<Symbol, Vec<Passed>>) -> bool {
    let mut changed = false;
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let Op::Call { callee: Callee::Direct(symbol), args, .. } = &mut inst.op else { continue };
        let Some(slots) = passed.get(symbol) else { continue };
        for ((_, arg), slot) in args.iter_mut().zip(slots) {
            let for_nothing = match slot {
                Passed::One(_) => true,
                Passed::ForNothing => function.small || arg.value().is_none(),
                Passed::Nothing | Passed::Many => false,
            };
            if for_nothing && *arg != UNDEFINED {
                *arg = UNDEFINED;
                changed = true;
            }
        }
    }
    changed
}

/// Returns the values that a function reads.
fn read(function: &Function) -> BTreeSet<Value> {
    let mut values = BTreeSet::new();
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        operands(&inst.op, &mut |operand| values.extend(operand.value()));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;
    use crate::llvm;

    /// Returns the only result of the function `f` of a module, as text. All other functions are called by `main`.
    fn returned(text: &str) -> String {
        let mut module = llvm::parse("test.ll", text).unwrap();
        constant_arguments(&mut module);
        verify::verify(&module).unwrap();
        let text = llvm::print(&module);
        let (_, body) = text.split_once("@f(").expect("the function is defined first");
        let line = body.lines().find(|line| line.trim().starts_with("ret ")).expect("it returns");
        line.trim().to_string()
    }

    fn module(f: &str, more: &str, calls: &str) -> String {
        format!("{f}\n{more}\ndefine void @main(i8 %n) {{\n{calls}\nret void\n}}\n")
    }

    const SAME: &str = "define internal i8 @f(i8 %a) {\nret i8 %a\n}";

    #[test]
    fn what_all_calls_pass_is_known() {
        let calls = "%x = call i8 @f(i8 5)\n%y = call i8 @f(i8 5)";
        assert_eq!(returned(&module(SAME, "", calls)), "ret i8 5");
        assert_eq!(returned(&module(SAME, "", &calls.replacen('5', "6", 1))), "ret i8 %a");
        assert_eq!(
            returned(&module(SAME, "", &calls.replacen('5', "%n", 1).replacen("i8 5", "i8 %n", 1))),
            "ret i8 %a"
        );
    }

    #[test]
    fn other_calls_than_by_name_may_pass_anything() {
        let calls = "%x = call i8 @f(i8 5)";
        assert_eq!(returned(&module(&SAME.replace("internal ", ""), "", calls)), "ret i8 %a");
        assert_eq!(returned(&module(SAME, "@p = global ptr @f", calls)), "ret i8 %a");
        for assembly in ["jmp f", "jsr f", ".word f", "lda #<f"] {
            let named = format!("module asm \"{assembly}\"");
            assert_eq!(returned(&module(SAME, &named, calls)), "ret i8 %a", "{assembly}");
        }
        let inline = "call void asm sideeffect \"jsr f\", \"\"()\n%x = call i8 @f(i8 5)";
        assert_eq!(returned(&module(SAME, "", inline)), "ret i8 %a");
    }

    #[test]
    fn a_function_that_passes_its_own_parameters_on_learns_what_others_pass() {
        let on = |passed: &str| {
            format!("define internal i8 @f(i8 %a, i8 %b) {{\n%x = call i8 @f({passed})\nret i8 %a\n}}")
        };
        let calls = "%x = call i8 @f(i8 5, i8 6)";
        assert_eq!(returned(&module(&on("i8 %a, i8 %b"), "", calls)), "ret i8 5");
        assert_eq!(returned(&module(&on("i8 %b, i8 %a"), "", calls)), "ret i8 %a");
    }

    #[test]
    fn what_is_not_read_is_not_passed_by_functions_for_size() {
        let f = "define internal i8 @f(i8 %a, i8 %b) {\nret i8 %a\n}";
        let passed = |attribute: &str| {
            let text = module(f, "", "%x = call i8 @f(i8 %n, i8 %n)\n%y = call i8 @f(i8 1, i8 %n)");
            let text = text.replace("@main(i8 %n)", &format!("@main(i8 %n) {attribute}"));
            let mut module = llvm::parse("test.ll", &text).unwrap();
            constant_arguments(&mut module);
            llvm::print(&module).matches("i8 undef").count()
        };
        assert_eq!([passed(""), passed("optsize"), passed("minsize")], [0, 2, 2]);
    }
}
