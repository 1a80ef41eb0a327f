//! Finds functions that leave the address of a local object in a variable, where whoever interrupts them for good may find it.
//!
//! Only what an interrupt handler ends the program by is asked for: it never goes back to what it interrupted, which may be itself. Its
//! objects need memory of their own for each time that it is active only if it can see the earlier ones.
//!
//! Presumed: what is stored by a parameter's address, or in another local object, does not come into a variable. Formatting for a
//! panic does that everywhere, and would need the software stack.

use std::collections::BTreeSet;

use crate::ir::operands::operands;
use crate::ir::{Callee, Const, Function, Inst, Module, Op, Operand, Symbol, Value};

/// Those of these functions that leave such an address.
pub fn functions(module: &Module, functions: &BTreeSet<Symbol>) -> BTreeSet<Symbol> {
    if functions.is_empty() {
        return BTreeSet::new();
    }
    let params = params(module);
    let leaves = |symbol: &&Symbol| {
        let function = module.function(**symbol).expect("a function that is called");
        let variables = variables(function);
        let made = function.blocks.iter().flat_map(|b| &b.insts);
        let mut objects =
            made.filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.result);
        objects.any(|object| is_kept(module, function, object, &variables, &params))
    };
    functions.iter().filter(leaves).copied().collect()
}

/// Parameters whose value their functions leave in a variable, by their number.
fn params(module: &Module) -> BTreeSet<(Symbol, usize)> {
    let mut kept = BTreeSet::new();
    loop {
        let before = kept.len();
        for function in &module.functions {
            let variables = variables(function);
            for (n, param) in function.params.iter().enumerate() {
                if !kept.contains(&(function.symbol, n))
                    && is_kept(module, function, param.value, &variables, &kept)
                {
                    kept.insert((function.symbol, n));
                }
            }
        }
        if kept.len() == before {
            return kept;
        }
    }
}

/// Whether a function stores an address that it has from this value in a variable, or has another function do it, or assembly.
fn is_kept(
    module: &Module,
    function: &Function,
    value: Value,
    variables: &BTreeSet<Value>,
    params: &BTreeSet<(Symbol, usize)>,
) -> bool {
    let addresses = addresses(function, value);
    let is_address = |operand: &Operand| operand.value().is_some_and(|value| addresses.contains(&value));
    let is_variable = |operand: &Operand| operand.value().is_none_or(|value| variables.contains(&value));
    let keeps = |inst: &Inst| match &inst.op {
        Op::Store { value, ptr, .. } | Op::AtomicRmw { value, ptr, .. } => {
            is_address(value) && is_variable(ptr)
        }
        Op::CmpXchg { ptr, new, .. } => is_address(new) && is_variable(ptr),
        Op::Call { callee: Callee::Direct(callee), args, .. } => {
            let callee = module.function(*callee).map(|function| function.symbol);
            args.iter().enumerate().any(|(n, (_, arg))| {
                // Who knows what is done outside of the module.
                is_address(arg) && callee.is_none_or(|callee| params.contains(&(callee, n)))
            })
        }
        Op::Call { callee: Callee::Asm { .. }, args, .. } => args.iter().any(|(_, arg)| is_address(arg)),
        _ => false,
    };
    function.blocks.iter().flat_map(|b| &b.insts).any(keeps)
}

/// The values of a function that may be addresses of variables: from constants, from memory, from calls.
fn variables(function: &Function) -> BTreeSet<Value> {
    let mut variables = BTreeSet::new();
    loop {
        let before = variables.len();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let from = |operand: &Operand| match operand {
                Operand::Value(value) => variables.contains(value),
                Operand::Const(constant) => !matches!(constant, Const::Int(_) | Const::Zero | Const::Undef),
            };
            let is_variable = match &inst.op {
                Op::Load { .. } | Op::Call { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => true,
                Op::Gep { base, .. } => from(base),
                Op::Phi(incoming) => incoming.iter().any(|(_, operand)| from(operand)),
                Op::Select { then, other, .. } => from(then) || from(other),
                Op::Cast { value, .. } | Op::Freeze(value) | Op::ExtractValue { value, .. } => from(value),
                Op::Binary { lhs, rhs, .. } => from(lhs) || from(rhs),
                Op::InsertValue { value, part, .. } => from(value) || from(part),
                _ => false,
            };
            variables.extend(inst.result.filter(|_| is_variable));
        }
        if variables.len() == before {
            return variables;
        }
    }
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
            let Some(result) = inst.result.filter(|_| moves) else { continue };
            operands(&inst.op, &mut |operand| {
                if operand.value().is_some_and(|v| addresses.contains(&v)) {
                    addresses.insert(result);
                }
            });
        }
        if addresses.len() == before {
            return addresses;
        }
    }
}
