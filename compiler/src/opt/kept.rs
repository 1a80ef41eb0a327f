//! Finds functions that leave the address of a local object in a variable, where whoever interrupts them for good may find it.
//!
//! Only what an interrupt handler ends the program by is asked for: it never goes back to what it interrupted, which may be itself. Its
//! objects need memory of their own for each time that it is active only if it can see the earlier ones.
//!
//! Presumed: an address in a local object comes into a variable by no other function than the one that stored it there. Formatting for a
//! panic passes such objects everywhere, and would need the software stack.

use std::collections::BTreeSet;

use crate::ir::operands::operands;
use crate::ir::{Callee, Const, Function, Inst, Module, Op, Operand, Symbol, Value};

/// Parameters of functions, by their number.
type Params = BTreeSet<(Symbol, usize)>;

/// Those of these functions that leave such an address; `taken` are the functions that calls through pointers may reach.
pub fn functions(
    module: &Module,
    functions: &BTreeSet<Symbol>,
    taken: &BTreeSet<Symbol>,
) -> BTreeSet<Symbol> {
    let objects = |symbol: Symbol| {
        let insts = module.function(symbol).into_iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
        insts.filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.result)
    };
    if functions.iter().all(|symbol| objects(*symbol).next().is_none()) {
        return BTreeSet::new();
    }
    let facts = Facts::new(module, taken);
    let leaves = |symbol: &&Symbol| {
        let function = module.function(**symbol).expect("it has an object");
        let variables = facts.variables(function);
        objects(**symbol).any(|object| facts.is_kept(&facts.reached(function, object), function, &variables))
    };
    functions.iter().filter(|symbol| objects(**symbol).next().is_some()).filter(leaves).copied().collect()
}

/// What functions do with their parameters.
struct Facts<'a> {
    module: &'a Module,
    taken: &'a BTreeSet<Symbol>,
    /// Those that come into a variable.
    kept: Params,
    /// Those that the result may be.
    returned: Params,
    /// Those that may be the address of a variable.
    variables: Params,
}

impl<'a> Facts<'a> {
    fn new(module: &'a Module, taken: &'a BTreeSet<Symbol>) -> Facts<'a> {
        let none = Params::new;
        let mut facts = Facts { module, taken, kept: none(), returned: none(), variables: none() };
        loop {
            let known = [&facts.kept, &facts.returned, &facts.variables].map(Params::len);
            module.functions.iter().for_each(|function| facts.learn(function));
            if known == [&facts.kept, &facts.returned, &facts.variables].map(Params::len) {
                return facts;
            }
        }
    }

    fn learn(&mut self, function: &Function) {
        let variables = self.variables(function);
        for (n, param) in function.params.iter().enumerate() {
            let reached = self.reached(function, param.value);
            if self.is_kept(&reached, function, &variables) {
                self.kept.insert((function.symbol, n));
            }
            let returns = |inst: &Inst| matches!(&inst.op, Op::Ret(Some(value)) if is_one(&reached, value));
            if function.blocks.iter().flat_map(|b| &b.insts).any(returns) {
                self.returned.insert((function.symbol, n));
            }
        }
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let Op::Call { args, .. } = &inst.op else { continue };
            for (n, (_, arg)) in args.iter().enumerate() {
                if is_variable(&variables, arg) {
                    let params: Vec<_> = self.params(inst, n).into_iter().flatten().collect();
                    self.variables.extend(params);
                }
            }
        }
    }

    /// The parameters that argument `n` of a call may become, or none if nobody knows.
    fn params(&self, inst: &Inst, n: usize) -> Option<Vec<(Symbol, usize)>> {
        match &inst.op {
            Op::Call { callee: Callee::Direct(callee), .. } => {
                self.module.function(*callee).map(|function| vec![(function.symbol, n)])
            }
            Op::Call { callee: Callee::Indirect(_), .. } => {
                Some(self.taken.iter().map(|symbol| (*symbol, n)).collect())
            }
            Op::Call { callee: Callee::Intrinsic(_), .. } => Some(Vec::new()),
            _ => None,
        }
    }

    /// The values of a function that may be addresses in an object that this value is an address in; those that the function keeps in
    /// local objects among them.
    fn reached(&self, function: &Function, value: Value) -> BTreeSet<Value> {
        let mut from = BTreeSet::from([value]);
        loop {
            let reached: BTreeSet<Value> =
                from.iter().flat_map(|value| addresses(function, *value)).collect();
            let holders = holders(function, &reached);
            let more = |inst: &&Inst| match &inst.op {
                Op::Load { ptr, .. } => is_one(&holders, ptr),
                Op::Call { args, .. } => (0..args.len()).any(|n| {
                    let params = self.params(inst, n).into_iter().flatten();
                    is_one(&reached, &args[n].1)
                        && params.into_iter().any(|param| self.returned.contains(&param))
                }),
                _ => false,
            };
            let insts = function.blocks.iter().flat_map(|b| &b.insts);
            let more: Vec<Value> = insts.filter(more).filter_map(|inst| inst.result).collect();
            if more.iter().all(|value| reached.contains(value)) {
                return reached;
            }
            from.extend(more);
        }
    }

    /// Whether a function stores one of these addresses in a variable, or has another function do it, or assembly.
    fn is_kept(&self, reached: &BTreeSet<Value>, function: &Function, variables: &BTreeSet<Value>) -> bool {
        let holders = holders(function, reached);
        let keeps = |inst: &Inst| match &inst.op {
            Op::Store { value, ptr, .. } | Op::AtomicRmw { value, ptr, .. } => {
                is_one(reached, value) && is_variable(variables, ptr)
            }
            Op::CmpXchg { ptr, new, .. } => is_one(reached, new) && is_variable(variables, ptr),
            Op::Call { callee: Callee::Intrinsic(name), args, .. } if name.starts_with("mem") => {
                args.get(1).is_some_and(|(_, from)| is_one(&holders, from))
                    && is_variable(variables, &args[0].1)
            }
            Op::Call { args, .. } => (0..args.len()).any(|n| {
                let kept = |params: Vec<_>| params.iter().any(|param| self.kept.contains(param));
                is_one(reached, &args[n].1) && self.params(inst, n).is_none_or(kept)
            }),
            _ => false,
        };
        function.blocks.iter().flat_map(|b| &b.insts).any(keeps)
    }

    /// The values of a function that may be addresses of variables: from constants, from memory, from calls.
    fn variables(&self, function: &Function) -> BTreeSet<Value> {
        let params = function.params.iter().enumerate();
        let params = params.filter(|(n, _)| self.variables.contains(&(function.symbol, *n)));
        let mut variables: BTreeSet<Value> = params.map(|(_, param)| param.value).collect();
        loop {
            let before = variables.len();
            for inst in function.blocks.iter().flat_map(|b| &b.insts) {
                let from = |operand: &Operand| is_variable(&variables, operand);
                let is_variable = match &inst.op {
                    Op::Load { .. } | Op::Call { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } => true,
                    Op::Gep { base, .. } => from(base),
                    Op::Phi(incoming) => incoming.iter().any(|(_, operand)| from(operand)),
                    Op::Select { then, other, .. } => from(then) || from(other),
                    Op::Cast { value, .. } | Op::Freeze(value) | Op::ExtractValue { value, .. } => {
                        from(value)
                    }
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
}

/// Whether an operand is one of these values.
fn is_one(values: &BTreeSet<Value>, operand: &Operand) -> bool {
    operand.value().is_some_and(|value| values.contains(&value))
}

/// Whether an operand is the address of a variable, as far as these values may be; a number is none.
fn is_variable(variables: &BTreeSet<Value>, operand: &Operand) -> bool {
    match operand {
        Operand::Value(value) => variables.contains(value),
        Operand::Const(constant) => !matches!(constant, Const::Int(_) | Const::Zero | Const::Undef),
    }
}

/// The addresses of local objects in which a function stores one of these.
fn holders(function: &Function, reached: &BTreeSet<Value>) -> BTreeSet<Value> {
    let insts = || function.blocks.iter().flat_map(|b| &b.insts);
    let objects = insts().filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.result);
    let objects = objects.map(|object| addresses(function, object));
    let stores = |addresses: &BTreeSet<Value>| {
        insts().any(|inst| match &inst.op {
            Op::Store { value, ptr, .. } => is_one(reached, value) && is_one(addresses, ptr),
            _ => false,
        })
    };
    objects.filter(stores).flatten().collect()
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
