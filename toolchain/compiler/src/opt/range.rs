//! Value ranges: an unsigned interval for every value, narrower after a comparison.
//!
//! Requires: SSA form. It changes nothing. Poison is assumed to be a value inside the interval, since an access that depends on it
//! is undefined. So is `undef` where paths meet: LLVM uses it where a Rust program has no value, such as for the content of `None`,
//! and must not read one.

use crate::error::demangled;
use crate::fault::{self, Fault};
use crate::ir::order::{dominators, predecessors, reverse_postorder};
use std::collections::BTreeMap;

use crate::ir::{BinOp, BlockId, Callee, CastOp, Function, Inst, Module, Op, Operand, Pred, Type, Value};

/// Rounds of the fixpoint iteration before growing intervals jump to the next limit.
const PATIENCE: usize = 3;
/// Rounds after the fixpoint that narrow widened intervals again.
const NARROWING: usize = 2;
/// How far up the dominator tree comparisons are searched.
const CLIMB: usize = 24;

/// An unsigned interval, both ends included.
pub type Range = (u64, u64);

/// The ranges of one function.
pub struct Ranges {
    ranges: Vec<Range>,
    facts: Facts,
    steps: Vec<Option<Step>>,
}

/// The next value of a counter: the value, its step, and the block that computes it.
pub type Step = (Value, u64, BlockId);

/// A comparison known to hold: `value pred constant`.
type Fact = (Value, Pred, u64);

/// Facts from comparisons: on each edge out of a branch, and on entry to a block.
struct Facts {
    edges: BTreeMap<(BlockId, BlockId), Fact>,
    here: Vec<Option<Fact>>,
    idom: Vec<Option<BlockId>>,
    adds: Vec<Option<(Value, u64)>>,
    /// For each comparison with a constant, the fact that holds if it is true.
    tests: Vec<Option<Fact>>,
    /// The maximum of each value, whatever its operands are: even poison has some bits.
    most: Vec<u64>,
}

impl Ranges {
    /// Analyses a function.
    pub fn new(function: &Function) -> Ranges {
        let order = reverse_postorder(function);
        let facts = Facts::new(function, &order);
        let full: Vec<Range> = function.values.iter().map(|v| full(&v.ty)).collect();
        let mut ranges: Vec<Option<Range>> = vec![None; function.values.len()];
        for param in &function.params {
            ranges[param.value.index()] = Some(limited(full[param.value.index()], param.range));
        }
        let mut inductions = inductions(function, &facts);
        // Nothing is known of numbers wider than the ends of an interval.
        let wide: Vec<bool> = function.values.iter().map(|v| is_wide(&v.ty)).collect();
        for (i, _) in wide.iter().enumerate().filter(|w| *w.1) {
            ranges[i] = Some(full[i]);
            inductions[i] = None;
        }
        let mut round = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order {
                for inst in &function.blocks[block.index()].insts {
                    let Some(result) = inst.result else { continue };
                    let i = result.index();
                    if wide[i] {
                        continue;
                    }
                    let Some(mut new) = transfer(inst, block, &ranges, &facts, full[i]) else { continue };
                    if let Some(known) = inductions[i] {
                        new = meet(new, known);
                    }
                    let old = ranges[i];
                    if let Some(old) = old {
                        new = (new.0.min(old.0), new.1.max(old.1));
                        if round >= PATIENCE && new != old {
                            new = widen(old, new, full[i]);
                            if let Some(known) = inductions[i] {
                                new = meet(new, known);
                                new = (new.0.min(old.0), new.1.max(old.1));
                            }
                        }
                    }
                    if old != Some(new) {
                        ranges[i] = Some(new);
                        changed = true;
                    }
                }
            }
            round += 1;
        }
        // Narrows intervals that were widened too far: starting from a sound result, each round yields a sound one.
        for _ in 0..NARROWING {
            for &block in &order {
                for inst in &function.blocks[block.index()].insts {
                    let Some(i) = inst.result.map(|r| r.index()).filter(|i| !wide[*i]) else { continue };
                    let new = transfer(inst, block, &ranges, &facts, full[i]);
                    if let (Some(old), Some(new)) = (ranges[i], new) {
                        ranges[i] = Some(meet(new, old));
                    }
                }
            }
        }
        let steps = steps(function, &facts);
        let ranges = ranges.into_iter().zip(full).map(|(r, f)| r.unwrap_or(f)).collect();
        Ranges { ranges, facts, steps }
    }

    /// Returns the ranges that hold in any function: only those of the types.
    pub fn unknown(function: &Function) -> Ranges {
        let (blocks, values) = (function.blocks.len(), function.values.len());
        let facts = Facts {
            edges: BTreeMap::new(),
            here: vec![None; blocks],
            idom: vec![None; blocks],
            adds: vec![None; values],
            tests: vec![None; values],
            most: vec![u64::MAX; values],
        };
        let ranges = function.values.iter().map(|v| full(&v.ty)).collect();
        Ranges { ranges, facts, steps: vec![None; values] }
    }

    /// Returns the ranges that are narrower than their types as text, under the function's name.
    pub fn text(&self, module: &Module, function: &Function) -> String {
        let mut text = format!("\n; {}\n", demangled(module.name_of(function.symbol)));
        for (i, (value, range)) in function.values.iter().zip(&self.ranges).enumerate() {
            if *range != full(&value.ty) {
                let name = if value.name.is_empty() { i.to_string() } else { value.name.clone() };
                text += &format!("%{name}: {} to {}\n", range.0, range.1);
            }
        }
        text
    }

    /// Returns the range of a value wherever it is used.
    pub fn of(&self, value: Value) -> Range {
        self.ranges[value.index()]
    }

    /// Returns the next value of a value that counts in a loop.
    pub fn step(&self, value: Value) -> Option<Step> {
        self.steps[value.index()]
    }

    /// Returns the range of an operand in a block.
    pub fn of_operand(&self, operand: &Operand, ty: &Type, block: BlockId) -> Range {
        match operand {
            Operand::Value(v) => self.facts.refine(*v, self.ranges[v.index()], block),
            Operand::Const(_) => operand.int().map_or(full(ty), |n| (n as u64, n as u64)),
        }
    }
}

impl Ranges {
    /// Returns the result of a comparison in a block, if the ranges of its operands decide it. There are no ranges of pointers and
    /// of numbers wider than the ends of an interval, and ranges do not follow the order of signed numbers.
    pub fn decide(
        &self,
        pred: Pred,
        (lhs, rhs): (&Operand, &Operand),
        ty: &Type,
        at: BlockId,
    ) -> Option<bool> {
        if !matches!(ty, Type::Int(1..=64)) {
            return None;
        }
        let [a, b] = [lhs, rhs].map(|operand| self.of_operand(operand, ty, at));
        let below = |a: Range, b: Range| match () {
            () if a.1 < b.0 => Some(true),
            () if a.0 >= b.1 => Some(false),
            () => None,
        };
        let equal = || (a.1 < b.0 || b.1 < a.0).then_some(false);
        match pred {
            Pred::Eq => equal(),
            Pred::Ne => equal().map(|equal| !equal),
            Pred::Ult => below(a, b),
            Pred::Uge => below(a, b).map(|below| !below),
            Pred::Ugt => below(b, a),
            Pred::Ule => below(b, a).map(|above| !above),
            Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge => None,
        }
    }
}

impl Facts {
    fn new(function: &Function, order: &[BlockId]) -> Facts {
        let preds = predecessors(function);
        let mut tests = vec![None; function.values.len()];
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            if let (Some(result), Op::Icmp { pred, ty, lhs, rhs }) = (inst.result, &inst.op)
                && !is_wide(ty)
            {
                tests[result.index()] = match (lhs.value(), lhs.int(), rhs.value(), rhs.int()) {
                    (Some(v), _, _, Some(n)) => Some((v, *pred, n as u64)),
                    (_, Some(n), Some(v), _) => Some((v, swap(*pred), n as u64)),
                    _ => None,
                };
            }
        }
        let mut edges = BTreeMap::new();
        for &block in order {
            let end = function.blocks[block.index()].insts.last().map(|i| &i.op);
            let Some(Op::CondBr { cond: Operand::Value(cond), then, other }) = end else { continue };
            if let (Some((v, pred, n)), true) = (tests[cond.index()], then != other) {
                edges.insert((block, *then), (v, pred, n));
                edges.insert((block, *other), (v, negate(pred), n));
            }
        }
        let mut here = vec![None; function.blocks.len()];
        for &block in order {
            if let [pred] = preds[block.index()][..] {
                here[block.index()] = edges.get(&(pred, block)).copied();
            }
        }
        Facts {
            edges,
            here,
            idom: dominators(function, order),
            adds: additions(function),
            tests,
            most: most(function),
        }
    }

    fn refine(&self, value: Value, mut range: Range, block: BlockId) -> Range {
        let mut at = Some(block);
        for _ in 0..CLIMB {
            let Some(b) = at else { break };
            if let Some((v, pred, n)) = self.here[b.index()]
                && v == value
            {
                range = apply(range, pred, n);
            }
            at = self.idom[b.index()];
        }
        range
    }

    fn holds(&self, value: Value, pred: Pred, n: u64, block: BlockId) -> bool {
        let mut at = Some(block);
        while let Some(b) = at {
            if self.here[b.index()] == Some((value, pred, n)) {
                return true;
            }
            at = self.idom[b.index()];
        }
        false
    }
}

/// Finds phis that count from a constant to a constant in steps that meet it exactly, and their successors.
fn inductions(function: &Function, facts: &Facts) -> Vec<Option<Range>> {
    let mut known = vec![None; function.values.len()];
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            let (Op::Phi(incoming), Some(phi)) = (&inst.op, inst.result) else { continue };
            let [x, y] = &incoming[..] else { continue };
            for ((_, start), (latch, next)) in [(x, y), (y, x)] {
                let (Some(start), Operand::Value(next)) = (start.int(), next) else { continue };
                let start = start as u64;
                if let Some(last) = stops_at(function, facts, phi, *next).filter(|last| start <= *last) {
                    known[phi.index()] = Some((start, last));
                    known[next.index()] = Some((start, last));
                }
                let Some((_, step)) = facts.adds[next.index()].filter(|a| a.0 == phi) else { continue };
                let Some(bits) = function.ty(phi).bits().filter(|b| *b <= 64) else { continue };
                let step = sign(step, bits);
                if step == 0 {
                    continue;
                }
                let back = facts.edges.get(&(*latch, BlockId(b as u32))).copied();
                let bounds: Vec<(Value, u64)> = back
                    .into_iter()
                    .chain(facts.here.iter().flatten().copied())
                    .filter(|(v, p, _)| *p == Pred::Ne && (*v == phi || v == next))
                    .map(|(v, _, n)| (v, n))
                    .collect();
                for (tested, bound) in bounds {
                    let at_latch = back == Some((tested, Pred::Ne, bound))
                        || facts.holds(tested, Pred::Ne, bound, *latch);
                    let distance = bound as i128 - start as i128;
                    if !at_latch || distance % i128::from(step) != 0 || distance / i128::from(step) <= 0 {
                        continue;
                    }
                    let last = if tested == phi { bound as i128 } else { bound as i128 - i128::from(step) };
                    let range = (start.min(last as u64), start.max(last as u64));
                    known[phi.index()] = Some(range);
                    if tested != phi {
                        let first = (start as i128 + i128::from(step)) as u64;
                        known[next.index()] = Some((first.min(bound), first.max(bound)));
                    }
                }
            }
        }
    }
    known
}

/// Returns where a number stops that a loop counts up by one: its next value is `n == last ? last : n + 1`. A number that begins at
/// or below `last` is never above it.
fn stops_at(function: &Function, facts: &Facts, phi: Value, next: Value) -> Option<u64> {
    let made = |inst: &&Inst| inst.result == Some(next);
    let select = function.blocks.iter().flat_map(|b| &b.insts).find(made)?;
    let Op::Select { cond: Operand::Value(cond), then, other } = &select.op else { return None };
    let (tested, pred, last) = facts.tests[cond.index()].filter(|test| test.0 == phi)?;
    let (equal, sum) = match pred {
        Pred::Eq => (then, other),
        Pred::Ne => (other, then),
        _ => return None,
    };
    let counted = facts.adds[sum.value()?.index()] == Some((tested, 1));
    (counted && equal.int() == Some(u128::from(last))).then_some(last)
}

/// Returns, for every phi that counts, the sum that it takes on the back edge.
fn steps(function: &Function, facts: &Facts) -> Vec<Option<Step>> {
    let mut made = vec![BlockId(0); function.values.len()];
    for (b, block) in function.blocks.iter().enumerate() {
        for result in block.insts.iter().filter_map(|i| i.result) {
            made[result.index()] = BlockId(b as u32);
        }
    }
    let mut steps = vec![None; function.values.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let (Op::Phi(incoming), Some(phi)) = (&inst.op, inst.result) else { continue };
        let next = incoming.iter().filter_map(|(_, operand)| operand.value()).find_map(|v| {
            let (from, step) = facts.adds[v.index()]?;
            (from == phi).then_some((v, step, made[v.index()]))
        });
        steps[phi.index()] = next;
    }
    steps
}

/// Returns, for every value that is another one plus a constant, both of these.
fn additions(function: &Function) -> Vec<Option<(Value, u64)>> {
    let mut adds = vec![None; function.values.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        if let (Some(result), Op::Binary { op: BinOp::Add, lhs, rhs, .. }) = (inst.result, &inst.op) {
            adds[result.index()] = match (lhs.value(), rhs.int(), rhs.value(), lhs.int()) {
                (Some(v), Some(n), _, _) | (_, _, Some(v), Some(n)) => Some((v, n as u64)),
                _ => None,
            };
        }
    }
    adds
}

/// Returns, for every value, the maximum that its operation can leave in its bits.
fn most(function: &Function) -> Vec<u64> {
    let mut most: Vec<u64> = function.values.iter().map(|v| full(&v.ty).1).collect();
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let Some(result) = inst.result else { continue };
        let limit = match &inst.op {
            Op::Cast { op: CastOp::ZExt, from, .. } => full(from).1,
            Op::Binary { op: BinOp::And, lhs, rhs, .. } => match lhs.int().or(rhs.int()) {
                Some(n) if !is_wide(function.ty(result)) => n as u64,
                _ => continue,
            },
            _ => continue,
        };
        most[result.index()] = limit.min(most[result.index()]);
    }
    most
}

fn transfer(
    inst: &Inst,
    block: BlockId,
    ranges: &[Option<Range>],
    facts: &Facts,
    full: Range,
) -> Option<Range> {
    let of = |operand: &Operand, block: BlockId| -> Option<Range> {
        match operand {
            Operand::Value(v) => ranges[v.index()].map(|r| facts.refine(*v, r, block)),
            Operand::Const(_) => operand.int().map(|n| (n as u64, n as u64)).or(Some(full)),
        }
    };
    let max = full.1;
    Some(match &inst.op {
        Op::Binary { op, lhs, rhs, nuw, .. } => {
            let (a, b) = (of(lhs, block)?, of(rhs, block)?);
            binary(*op, a, b, *nuw, max)
        }
        Op::Icmp { .. } => (0, 1),
        // A pointer converts to wider and to narrower integers.
        Op::Cast { op: CastOp::ZExt | CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr, value, from } => {
            let r = of(value, block)?;
            let r = if from.bits().is_some_and(|b| b <= 64) { meet(r, self::full(from)) } else { r };
            if r.1 <= max { r } else { full }
        }
        Op::Cast { op: CastOp::SExt, value, from } => {
            let r = of(value, block)?;
            let bits = from.bits().filter(|b| *b <= 64)?;
            if r.1 >> (bits - 1) == 0 { r } else { full }
        }
        Op::Load { range, .. } => limited(full, *range),
        // Limits from flags or metadata do not apply to poison, which is one number from here on.
        Op::Freeze(Operand::Value(v)) => {
            of(&Operand::Value(*v), block)?;
            (0, facts.most[v.index()].min(max))
        }
        Op::Freeze(value) => of(value, block)?,
        Op::Select { then, other, .. } => match (of(then, block), of(other, block)) {
            (Some(a), Some(b)) => (a.0.min(b.0), a.1.max(b.1)),
            (a, b) => a.or(b)?,
        },
        Op::Phi(incoming) => {
            let mut all: Option<Range> = None;
            for (pred, operand) in incoming {
                if matches!(operand, Operand::Const(crate::ir::Const::Undef)) {
                    continue;
                }
                let Some(mut r) = of(operand, *pred) else { continue };
                if let (Operand::Value(v), Some((w, p, n))) = (operand, facts.edges.get(&(*pred, block))) {
                    if v == w {
                        r = apply(r, *p, *n);
                    } else if let (Some((x, step)), Some(old)) = (facts.adds[v.index()], ranges[w.index()])
                        && x == *w
                    {
                        // The next number, where the old one was compared.
                        let old = apply(facts.refine(*w, old, *pred), *p, *n);
                        if old.1.checked_add(step).is_some_and(|last| last <= max) {
                            r = meet(r, (old.0 + step, old.1 + step));
                        }
                    }
                }
                all = Some(all.map_or(r, |a| (a.0.min(r.0), a.1.max(r.1))));
            }
            all?
        }
        Op::Call { callee: Callee::Intrinsic(name), args, .. } => {
            let arg = |i: usize| args.get(i).and_then(|a: &(Type, Operand)| of(&a.1, block));
            let bits = args.first().and_then(|a| a.0.bits()).unwrap_or(64);
            match name.as_str() {
                "umin" => {
                    let (a, b) = (arg(0)?, arg(1)?);
                    (a.0.min(b.0), a.1.min(b.1))
                }
                "umax" => {
                    let (a, b) = (arg(0)?, arg(1)?);
                    (a.0.max(b.0), a.1.max(b.1))
                }
                "usub.sat" => (0, arg(0)?.1),
                "ctpop" | "ctlz" | "cttz" => (0, u64::from(bits).min(max)),
                _ => full,
            }
        }
        _ => full,
    })
}

fn binary(op: BinOp, a: Range, b: Range, nuw: bool, max: u64) -> Range {
    let full = (0, max);
    let cap = |n: u128| (n.min(u128::from(max))) as u64;
    let (a0, a1, b0, b1) = (u128::from(a.0), u128::from(a.1), u128::from(b.0), u128::from(b.1));
    match op {
        BinOp::Add if nuw || a1 + b1 <= u128::from(max) => (cap(a0 + b0), cap(a1 + b1)),
        BinOp::Sub if a.0 >= b.1 => (a.0 - b.1, a.1 - b.0),
        BinOp::Sub if nuw => (0, a.1.saturating_sub(b.0)),
        BinOp::Mul if nuw || a1.checked_mul(b1).is_some_and(|p| p <= u128::from(max)) => {
            (cap(a0.saturating_mul(b0)), cap(a1.saturating_mul(b1)))
        }
        BinOp::And => (0, a.1.min(b.1)),
        BinOp::Or => (a.0.max(b.0), ones(a.1 | b.1)),
        BinOp::Xor => (0, ones(a.1 | b.1)),
        BinOp::Shl if b.1 < 64 && (nuw || a1 << b.1 <= u128::from(max)) => (cap(a0 << b.0), cap(a1 << b.1)),
        BinOp::LShr if b.0 < 64 => (if b.1 < 64 { a.0 >> b.1 } else { 0 }, a.1 >> b.0),
        BinOp::UDiv if b.0 > 0 => (a.0 / b.1, a.1 / b.0),
        BinOp::URem if b.1 > 0 => (0, a.1.min(b.1 - 1)),
        _ => full,
    }
}

/// Returns a number with all bits set up to the highest set one.
fn ones(n: u64) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> n.leading_zeros() }
}

/// Whether a type has numbers beyond the ends of an interval.
fn is_wide(ty: &Type) -> bool {
    ty.bits().is_some_and(|bits| bits > 64)
}

fn full(ty: &Type) -> Range {
    match ty.bits() {
        Some(bits) if bits < 64 => (0, (1 << bits) - 1),
        _ => (0, u64::MAX),
    }
}

/// Returns a range limited by `lo..hi` metadata, unless that wraps.
fn limited(full: Range, range: Option<(u128, u128)>) -> Range {
    match range {
        Some((lo, hi)) if lo < hi => meet(full, (lo as u64, (hi - 1) as u64)),
        _ => full,
    }
}

/// Returns the intersection; if it is empty, the code is dead and either range will do.
fn meet(a: Range, b: Range) -> Range {
    let both = (a.0.max(b.0), a.1.min(b.1));
    if both.0 <= both.1 { both } else { b }
}

fn widen(old: Range, new: Range, full: Range) -> Range {
    let lo = if new.0 < old.0 { 0 } else { new.0 };
    let hi = if new.1 > old.1 {
        [0xff, 0xffff, 0xffff_ffff, u64::MAX]
            .into_iter()
            .find(|l| *l >= new.1)
            .unwrap_or(u64::MAX)
            .min(full.1)
    } else {
        new.1
    };
    (lo, hi)
}

fn apply(r: Range, pred: Pred, n: u64) -> Range {
    let limit = match pred {
        Pred::Eq => (n, n),
        Pred::Ne if n == r.0 && r.0 < r.1 => (r.0 + 1, r.1),
        Pred::Ne if n == r.1 && r.0 < r.1 => (r.0, r.1 - 1),
        Pred::Ult if n > 0 => (0, n - 1),
        Pred::Ule if fault::is(Fault::RangeTooNarrow) && n > 0 => (0, n - 1),
        Pred::Ule => (0, n),
        Pred::Ugt if n < u64::MAX => (n + 1, u64::MAX),
        Pred::Uge => (n, u64::MAX),
        _ => return r,
    };
    let both = (r.0.max(limit.0), r.1.min(limit.1));
    if both.0 <= both.1 { both } else { r }
}

fn negate(pred: Pred) -> Pred {
    match pred {
        Pred::Eq => Pred::Ne,
        Pred::Ne => Pred::Eq,
        Pred::Ult => Pred::Uge,
        Pred::Ule => Pred::Ugt,
        Pred::Ugt => Pred::Ule,
        Pred::Uge => Pred::Ult,
        Pred::Slt => Pred::Sge,
        Pred::Sle => Pred::Sgt,
        Pred::Sgt => Pred::Sle,
        Pred::Sge => Pred::Slt,
    }
}

fn swap(pred: Pred) -> Pred {
    match pred {
        Pred::Ult => Pred::Ugt,
        Pred::Ule => Pred::Uge,
        Pred::Ugt => Pred::Ult,
        Pred::Uge => Pred::Ule,
        Pred::Slt => Pred::Sgt,
        Pred::Sle => Pred::Sge,
        Pred::Sgt => Pred::Slt,
        Pred::Sge => Pred::Sle,
        other => other,
    }
}

fn sign(n: u64, bits: u16) -> i64 {
    let shift = 64 - u32::from(bits);
    ((n << shift) as i64) >> shift
}
