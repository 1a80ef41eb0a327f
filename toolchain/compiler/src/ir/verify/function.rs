//! The rules of one function: blocks, phis, dominance, types.

use std::collections::BTreeMap;

use super::{Fault, constant_fault};
use crate::ir::intrinsics;
use crate::ir::order;
use crate::ir::{
    BinOp, Block, BlockId, Callee, CastOp, Const, Function, Inst, Module, Op, Operand, Symbol, SymbolKind,
    Type, Value,
};

/// Returns all violated rules of a function.
pub fn function_faults(module: &Module, function: &Function) -> Vec<Fault> {
    let mut checker = Checker {
        module,
        function,
        place: module.symbols.get(function.symbol.index()).map_or("", |s| &s.name),
        line: function.line,
        here: (0, 0),
        defined: vec![None; function.values.len()],
        dominators: None,
        faults: Vec::new(),
    };
    checker.shape();
    if checker.faults.is_empty() {
        checker.definitions();
        checker.dominators = Some(Dominators::new(function));
        checker.instructions();
    }
    checker.faults
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    place: &'a str,
    line: u32,
    /// Block and number of the instruction being checked.
    here: (usize, usize),
    /// Where each value is defined: block, and 1 + the number of the instruction, or 0 for parameters.
    defined: Vec<Option<(usize, usize)>>,
    dominators: Option<Dominators>,
    faults: Vec<Fault>,
}

impl<'a> Checker<'a> {
    fn fault(&mut self, what: String) {
        self.faults.push(Fault { place: self.place.to_string(), line: self.line, what });
    }

    fn require(&mut self, holds: bool, what: &str) {
        if !holds {
            self.fault(what.to_string());
        }
    }

    fn block_name(&self, block: usize) -> &'a str {
        &self.function.blocks[block].name
    }

    /// Blocks: terminators, phis, targets.
    fn shape(&mut self) {
        let function = self.function;
        self.require(!function.blocks.is_empty(), "a function without blocks");
        for block in &function.blocks {
            self.line = block.insts.last().map_or(function.line, |i| i.line);
            let Some((last, before)) = block.insts.split_last() else {
                self.fault(format!("the block %{} is empty", block.name));
                continue;
            };
            if !last.op.is_terminator() {
                self.fault(format!("the block %{} does not end with a terminator", block.name));
            }
            if before.iter().any(|i| i.op.is_terminator()) {
                self.fault(format!("the block %{} has a terminator before its end", block.name));
            }
            let phis = block.insts.iter().take_while(|i| matches!(i.op, Op::Phi(_))).count();
            if block.insts[phis..].iter().any(|i| matches!(i.op, Op::Phi(_))) {
                self.fault(format!("the block %{} has a phi after other instructions", block.name));
            }
            for target in targets(block) {
                match target.index() {
                    0 => self.fault(format!("the block %{} goes to the entry", block.name)),
                    i if i < function.blocks.len() => {}
                    i => {
                        self.fault(format!("the block %{} goes to a block {i} that is not there", block.name))
                    }
                }
            }
        }
    }

    fn definitions(&mut self) {
        let function = self.function;
        for (i, param) in function.params.iter().enumerate() {
            self.line = function.line;
            self.define(param.value, (0, 0), &format!("parameter {i}"));
        }
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                if let Some(value) = inst.result {
                    self.line = inst.line;
                    self.define(value, (b, i + 1), "a result");
                }
            }
        }
    }

    fn define(&mut self, value: Value, place: (usize, usize), what: &str) {
        match self.defined.get_mut(value.index()) {
            Some(slot @ None) => {
                *slot = Some(place);
                self.require(self.function.ty(value) != &Type::Void, "a value of type void");
            }
            Some(Some(_)) => {
                self.fault(format!("%{} is defined twice", self.function.values[value.index()].name))
            }
            None => self.fault(format!("{what} is value {}, which is not there", value.0)),
        }
    }

    fn instructions(&mut self) {
        let function = self.function;
        let predecessors = order::predecessors(function);
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                self.here = (b, i);
                self.line = inst.line;
                match &inst.op {
                    Op::Phi(incoming) => self.phi(inst, incoming, &predecessors[b]),
                    _ => self.instruction(inst),
                }
            }
        }
    }

    fn phi(&mut self, inst: &Inst, incoming: &[(BlockId, Operand)], predecessors: &[BlockId]) {
        let Some(ty) = self.result_type(inst) else {
            return;
        };
        let mut seen: BTreeMap<BlockId, &Operand> = BTreeMap::new();
        for (from, operand) in incoming {
            let block = from.index();
            if block >= self.function.blocks.len() {
                self.fault(format!("a phi has a block {block} that is not there"));
                continue;
            }
            match seen.insert(*from, operand) {
                Some(before) if before != operand => {
                    self.fault(format!("a phi has two values from %{}", self.block_name(block)));
                }
                _ => {}
            }
            // The value is read at the end of the incoming block.
            let here = std::mem::replace(&mut self.here, (block, self.function.blocks[block].insts.len()));
            self.operand(operand, ty);
            self.here = here;
        }
        if let Some(&missing) = predecessors.iter().find(|p| !seen.contains_key(p)) {
            self.fault(format!("a phi has no value from %{}", self.block_name(missing.index())));
        }
        if let Some((&extra, _)) = seen.iter().find(|(b, _)| !predecessors.contains(b)) {
            self.fault(format!(
                "a phi has a value from %{}, which does not come here",
                self.block_name(extra.index())
            ));
        }
    }

    /// Checks an operand against the expected type: constants must fit it; values must have it and be defined before.
    fn operand(&mut self, operand: &Operand, ty: &Type) {
        let value = match operand {
            Operand::Const(constant) => {
                if let Some(fault) = constant_fault(self.module, constant, ty) {
                    self.fault(fault);
                }
                return;
            }
            Operand::Value(value) => *value,
        };
        let Some(info) = self.function.values.get(value.index()) else {
            return self.fault(format!("there is no value {}", value.0));
        };
        if info.ty != *ty {
            self.fault(format!("%{} is of type {:?}, not {ty:?}", info.name, info.ty));
        }
        let Some((block, index)) = self.defined[value.index()] else {
            return self.fault(format!("%{} is not defined", info.name));
        };
        let (here, before) = self.here;
        let dominators = self.dominators.as_ref();
        let fine = dominators.is_none_or(|dominators| {
            !dominators.is_reachable(here)
                || if block == here { index <= before } else { dominators.dominates(block, here) }
        });
        if !fine {
            self.fault(format!("%{} is not defined on every way to this use", info.name));
        }
    }

    /// Returns the type of the result, which must exist.
    fn result_type(&mut self, inst: &Inst) -> Option<&'a Type> {
        let Some(value) = inst.result else {
            self.fault("an instruction without its result".to_string());
            return None;
        };
        self.function.values.get(value.index()).map(|info| &info.ty)
    }

    /// Checks that the result has this type; `Void` means that there is none.
    fn result(&mut self, inst: &Inst, ty: &Type) {
        if *ty == Type::Void {
            return self.require(inst.result.is_none(), "a result of an instruction that has none");
        }
        match self.result_type(inst) {
            Some(found) if found != ty => self.fault(format!("a result of type {found:?}, not {ty:?}")),
            _ => {}
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        let bit = Type::Int(1);
        match &inst.op {
            Op::Binary { op, lhs, rhs, .. } => {
                let Some(ty) = self.result_type(inst) else {
                    return;
                };
                self.require(is_float(ty) == is_float_op(*op), "arithmetic of another kind of type");
                self.require(is_float(ty) || matches!(ty, Type::Int(_)), "arithmetic needs numbers");
                self.operand(lhs, ty);
                self.operand(rhs, ty);
            }
            Op::FNeg(value) => {
                let Some(ty) = self.result_type(inst) else {
                    return;
                };
                self.require(is_float(ty), "fneg needs a float");
                self.operand(value, ty);
            }
            Op::Freeze(value) => {
                if let Some(ty) = self.result_type(inst) {
                    self.operand(value, ty);
                }
            }
            Op::Icmp { ty, lhs, rhs, .. } => {
                self.require(ty.bits().is_some(), "icmp needs integers or pointers");
                self.operand(lhs, ty);
                self.operand(rhs, ty);
                self.result(inst, &bit);
            }
            Op::Fcmp { ty, lhs, rhs, .. } => {
                self.require(is_float(ty), "fcmp needs floats");
                self.operand(lhs, ty);
                self.operand(rhs, ty);
                self.result(inst, &bit);
            }
            Op::Cast { op, from, value } => {
                self.operand(value, from);
                if let Some(to) = self.result_type(inst)
                    && !casts(*op, from, to)
                {
                    self.fault(format!("{op:?} from {from:?} to {to:?}"));
                }
            }
            Op::Load { ptr, .. } => {
                self.operand(ptr, &Type::Ptr);
                self.result_type(inst);
            }
            Op::Store { ty, value, ptr, .. } => {
                self.operand(value, ty);
                self.operand(ptr, &Type::Ptr);
                self.result(inst, &Type::Void);
            }
            Op::Gep { base, indices, .. } => {
                self.operand(base, &Type::Ptr);
                for (ty, index, _) in indices {
                    self.require(matches!(ty, Type::Int(_)), "an index must be an integer");
                    self.operand(index, ty);
                }
                self.result(inst, &Type::Ptr);
            }
            Op::Phi(_) => {}
            Op::Select { cond, then, other } => {
                self.operand(cond, &bit);
                if let Some(ty) = self.result_type(inst) {
                    self.operand(then, ty);
                    self.operand(other, ty);
                }
            }
            Op::Call { callee, args, .. } => self.call(inst, callee, args),
            Op::ExtractValue { ty, value, path } => {
                self.operand(value, ty);
                match follow(ty, path) {
                    Some(part) => self.result(inst, part),
                    None => self.fault(format!("{ty:?} has no part {path:?}")),
                }
            }
            Op::InsertValue { value, part_ty, part, path } => {
                self.operand(part, part_ty);
                if let Some(ty) = self.result_type(inst) {
                    self.operand(value, ty);
                    if follow(ty, path) != Some(part_ty) {
                        self.fault(format!("{ty:?} has no part {path:?} of type {part_ty:?}"));
                    }
                }
            }
            Op::Alloca { ty, align } => {
                self.require(*ty != Type::Void, "a local of type void");
                self.require(align.is_power_of_two(), "an alignment that is no power of two");
                self.result(inst, &Type::Ptr);
            }
            Op::AtomicRmw { ptr, value, .. } => {
                self.operand(ptr, &Type::Ptr);
                if let Some(ty) = self.result_type(inst) {
                    self.operand(value, ty);
                }
            }
            Op::CmpXchg { ptr, ty, expected, new } => {
                self.operand(ptr, &Type::Ptr);
                self.operand(expected, ty);
                self.operand(new, ty);
                self.result(inst, &Type::Struct(vec![ty.clone(), bit]));
            }
            Op::Fence | Op::Br(_) | Op::Unreachable => self.result(inst, &Type::Void),
            Op::CondBr { cond, .. } => {
                self.operand(cond, &bit);
                self.result(inst, &Type::Void);
            }
            Op::Switch { ty, value, cases, .. } => {
                self.require(matches!(ty, Type::Int(_)), "switch needs an integer");
                self.operand(value, ty);
                self.result(inst, &Type::Void);
                let mut seen = BTreeMap::new();
                for (case, _) in cases {
                    self.operand(&Operand::Const(Const::Int(*case)), ty);
                    self.require(seen.insert(case, ()).is_none(), "two cases of the same value");
                }
            }
            Op::Ret(value) => {
                self.result(inst, &Type::Void);
                match value {
                    Some(value) => self.operand(value, &self.function.ret),
                    None => self.require(self.function.ret == Type::Void, "a return without the value"),
                }
            }
        }
    }

    fn call(&mut self, inst: &Inst, callee: &Callee, args: &[(Type, Operand)]) {
        for (ty, arg) in args {
            self.operand(arg, ty);
        }
        match callee {
            Callee::Direct(symbol) => self.direct_call(inst, *symbol, args),
            Callee::Indirect(address) => self.operand(address, &Type::Ptr),
            Callee::Intrinsic(name) => {
                let ty = inst.result.and_then(|v| self.function.values.get(v.index())).map(|info| &info.ty);
                if let Some(fault) = intrinsics::fault(name, args, ty.unwrap_or(&Type::Void)) {
                    self.fault(fault);
                }
            }
            Callee::Asm { .. } => {}
        }
    }

    fn direct_call(&mut self, inst: &Inst, symbol: Symbol, args: &[(Type, Operand)]) {
        let module = self.module;
        let Some(info) = module.symbols.get(symbol.index()) else {
            return self.fault(format!("there is no symbol {}", symbol.0));
        };
        let (ret, params): (&Type, Vec<&Type>) = match info.kind {
            SymbolKind::Function(i) => {
                let callee = &module.functions[i as usize];
                let types = callee.params.iter().filter_map(|p| callee.values.get(p.value.index()));
                (&callee.ret, types.map(|v| &v.ty).collect())
            }
            SymbolKind::Extern(i) => {
                let callee = &module.externs[i as usize];
                (&callee.ret, callee.params.iter().collect())
            }
            SymbolKind::Global(_) | SymbolKind::Dropped => {
                return self.fault(format!("a call of {}, which is no function", info.name));
            }
        };
        if params.len() != args.len() {
            self.fault(format!("{} takes {} arguments, not {}", info.name, params.len(), args.len()));
        } else if !args.iter().map(|(ty, _)| ty).eq(params) {
            self.fault(format!("{} takes arguments of other types", info.name));
        }
        self.result(inst, ret);
    }
}

/// The dominator tree, numbered so that the interval of a block contains those of the blocks it dominates.
struct Dominators {
    /// First and last number within the subtree; `None` for unreachable blocks.
    intervals: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    fn new(function: &Function) -> Self {
        let order = order::reverse_postorder(function);
        let parents = order::dominators(function, &order);
        let mut sizes = vec![1_u32; function.blocks.len()];
        for block in order.iter().rev() {
            if let Some(parent) = parents[block.index()] {
                sizes[parent.index()] += sizes[block.index()];
            }
        }
        // A parent comes before its children in the order, so its next free number is known.
        let mut intervals = vec![None; function.blocks.len()];
        let mut free = vec![0_u32; function.blocks.len()];
        for block in &order {
            let size = sizes[block.index()];
            let first = match parents[block.index()] {
                Some(parent) => {
                    free[parent.index()] += size;
                    free[parent.index()] - size
                }
                None => 0,
            };
            intervals[block.index()] = Some((first, first + size - 1));
            free[block.index()] = first + 1;
        }
        Dominators { intervals }
    }

    fn is_reachable(&self, block: usize) -> bool {
        self.intervals[block].is_some()
    }

    /// Whether every path to `block` passes through `by`.
    fn dominates(&self, by: usize, block: usize) -> bool {
        match (self.intervals[by], self.intervals[block]) {
            (Some((first, last)), Some((at, _))) => first <= at && at <= last,
            _ => false,
        }
    }
}

/// Returns the blocks that a terminator names.
fn targets(block: &Block) -> Vec<BlockId> {
    let mut targets = block.successors();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Returns the type that a path of indices leads to.
fn follow<'a>(ty: &'a Type, path: &[u32]) -> Option<&'a Type> {
    path.iter().try_fold(ty, |ty, index| match ty {
        Type::Array(element, count) => (index < count).then_some(&**element),
        Type::Struct(fields) => fields.get(*index as usize),
        _ => None,
    })
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Float | Type::Double)
}

fn is_float_op(op: BinOp) -> bool {
    matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem)
}

/// Whether a conversion between these types is valid.
fn casts(op: CastOp, from: &Type, to: &Type) -> bool {
    match (op, from, to) {
        (CastOp::Trunc, Type::Int(from), Type::Int(to)) => to < from,
        (CastOp::ZExt | CastOp::SExt, Type::Int(from), Type::Int(to)) => to > from,
        (CastOp::PtrToInt, Type::Ptr, Type::Int(_)) | (CastOp::IntToPtr, Type::Int(_), Type::Ptr) => true,
        (CastOp::Bitcast, Type::Ptr, to) => *to == Type::Ptr,
        (CastOp::Bitcast, from, Type::Ptr) => *from == Type::Ptr,
        (
            CastOp::Bitcast,
            Type::Int(_) | Type::Float | Type::Double,
            Type::Int(_) | Type::Float | Type::Double,
        ) => width(from) == width(to),
        (CastOp::FpToUi | CastOp::FpToSi, from, Type::Int(_)) => is_float(from),
        (CastOp::UiToFp | CastOp::SiToFp, Type::Int(_), to) => is_float(to),
        (CastOp::FpExt, Type::Float, Type::Double) | (CastOp::FpTrunc, Type::Double, Type::Float) => true,
        _ => false,
    }
}

fn width(ty: &Type) -> Option<u16> {
    match ty {
        Type::Float => Some(32),
        Type::Double => Some(64),
        _ => ty.bits(),
    }
}
