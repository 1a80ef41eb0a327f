//! Splits a branch on two conditions into two blocks if some operation is needed by only one of the conditions.
//!
//! That operation then runs only if the other condition does not decide.
//!
//! Requires: SSA, before [`carries`](super::carries).  Keeps: SSA; no critical edges into blocks with phis.
//!
//! Before: `b1: r2 = [t,r1] and $49 / if r1 == $05 or not (r2 == $00) then b2 else b3`
//! After: `b1: if r1 == $05 then b2 else b4`, `b4: r2 = [t,r1] and $49 / if not (r2 == $00) then b2 else b3`

use super::lir::{Bb, Block, Byte, Cond, Func, Inst, Origin, Reg, Term, byte_uses};
use crate::fault::{self, Fault};
use std::collections::{BTreeMap, BTreeSet};

/// Splits branches at the end of every block, as long as there is something to move.
pub fn ask_apart(func: &mut Func) {
    let mut uses: BTreeMap<Reg, usize> = BTreeMap::new();
    for block in &func.blocks {
        let mut used = |r: Reg| *uses.entry(r).or_default() += 1;
        block.insts.iter().for_each(|(inst, _)| inst.uses(&mut used));
        block.term.uses(&mut used);
        block.phis.iter().flat_map(|phi| &phi.from).for_each(|(_, byte)| byte_uses(*byte, &mut used));
    }
    for b in 0..func.blocks.len() {
        while ask_one_apart(func, b, &uses) {}
    }
}

/// The two conditions of a branch and its targets.
struct Two {
    first: Cond,
    second: Cond,
    /// Whether the branch is taken if either condition holds; otherwise both must hold.
    either: bool,
    then: Bb,
    other: Bb,
}

/// Returns the two conditions at the end of a block, if there are two.
fn two(term: &Term) -> Option<Two> {
    let Term::Branch { cond, then, other } = term else { return None };
    let (cond, then, other) = match cond {
        Cond::Not(cond) => (&**cond, *other, *then),
        cond => (cond, *then, *other),
    };
    let (first, second, either) = match cond {
        Cond::And(a, b) => (a, b, false),
        Cond::Or(a, b) => (a, b, true),
        _ => return None,
    };
    Some(Two { first: Cond::clone(first), second: Cond::clone(second), either, then, other })
}

/// Moves the operations that only one condition of a block's end needs into a block of their own. Returns whether there were any.
///
/// An operation moves if
/// - it computes only with registers, numbers and plain memory: no call, no store, nothing volatile;
/// - its result is used only by that condition and by moved operations;
/// - it reads no memory, or nothing that stays behind it in the block has an effect or calls. So it does not move across a store,
///   a call, inline assembly, a volatile or atomic access or a fence.
///
/// The conditions have no effects and test flags that they set themselves, so either may be tested first; [`Cond::Carry`], which
/// tests the flags of the block's last operation, must not be among them. If one condition says that a value is never used, it does
/// not matter how the other one evaluates it: the first one decides.
///
/// The block that both conditions may lead to gets another predecessor, so it must not have phis.
fn ask_one_apart(func: &mut Func, b: usize, uses: &BTreeMap<Reg, usize>) -> bool {
    let block = &func.blocks[b];
    let Some(Two { first, second, either, then, other }) = two(&block.term) else { return false };
    let both = if either { then } else { other };
    if then == other || !func.blocks[both.0 as usize].phis.is_empty() || carry(&first) || carry(&second) {
        return false;
    }
    let orders = [(&first, &second), (&second, &first)];
    let Some((first, second, moved)) = orders.into_iter().find_map(|(first, second)| {
        let moved = movable(block, first, second, uses);
        (!moved.is_empty()).then(|| (first.clone(), second.clone(), moved))
    }) else {
        return false;
    };
    let new = Bb(func.blocks.len() as u32);
    let apart = if either { other } else { then };
    for phi in &mut func.blocks[apart.0 as usize].phis {
        phi.from.iter_mut().filter(|from| from.0 == Bb(b as u32)).for_each(|from| from.0 = new);
    }
    // A profile counted the block as a whole: the new block runs at most as often, and at least as often as a block that only it
    // leads to.
    let alone = func.predecessors()[apart.0 as usize].len() == 1;
    let least = func.blocks[apart.0 as usize].count.filter(|_| alone).unwrap_or(0);
    let block = &mut func.blocks[b];
    let (mut stay, mut go) = (Vec::new(), Vec::new());
    for (at, inst) in std::mem::take(&mut block.insts).into_iter().enumerate() {
        if moved.contains(&at) { go.push(inst) } else { stay.push(inst) }
    }
    block.insts = stay;
    let second = if fault::is(Fault::SecondConditionLost) { Cond::Const(true) } else { second };
    let added = Block {
        name: format!("{}.second", block.name),
        origin: Origin { part: Origin::ADDED, ..block.origin },
        count: block.count.map(|all| least.min(all).midpoint(all)),
        phis: Vec::new(),
        insts: go,
        term: Term::Branch { cond: second, then, other },
    };
    block.term = match either {
        true => Term::Branch { cond: first, then, other: new },
        false => Term::Branch { cond: first, then: new, other },
    };
    func.blocks.push(added);
    true
}

/// Whether a condition tests the flags left by an operation.
fn carry(cond: &Cond) -> bool {
    match cond {
        Cond::Carry => true,
        Cond::Const(_) | Cond::Cmp(..) => false,
        Cond::Not(c) => carry(c),
        Cond::And(a, b) | Cond::Or(a, b) => carry(a) || carry(b),
    }
}

/// Returns the positions of a block's operations that only its second condition needs; none if moving them would keep more values
/// alive than it frees.
fn movable(block: &Block, first: &Cond, second: &Cond, uses: &BTreeMap<Reg, usize>) -> BTreeSet<usize> {
    // The number of uses of each register by moved operations.
    let mut mine: BTreeMap<Reg, usize> = BTreeMap::new();
    let mut use_of = |r: Reg| *mine.entry(r).or_default() += 1;
    second.reads(&mut |byte| byte_uses(byte, &mut use_of));
    let asked: BTreeSet<Reg> = mine.keys().copied().collect();
    let mut moved = BTreeSet::new();
    let mut made = BTreeSet::new();
    let mut barrier = false;
    for (at, (inst, _)) in block.insts.iter().enumerate().rev() {
        let mut defs = Vec::new();
        inst.defs(&mut |r| defs.push(r));
        let own = |r: &Reg| mine.get(r).is_some_and(|n| uses.get(r) == Some(n));
        if movable_over_none(inst)
            && !defs.is_empty()
            && defs.iter().all(own)
            && !(barrier && reads_memory(inst))
        {
            inst.uses(&mut |r| *mine.entry(r).or_default() += 1);
            moved.insert(at);
            made.extend(defs);
        } else {
            barrier |= inst.has_effect() || matches!(inst, Inst::Call(_));
        }
    }
    let mut taken = asked.clone();
    first.reads(&mut |byte| {
        byte_uses(byte, &mut |r| {
            taken.insert(r);
        });
    });
    let more = mine.keys().filter(|r| !made.contains(r) && !taken.contains(r) && uses.get(r) == mine.get(r));
    match more.count() <= asked.intersection(&made).count() {
        true => moved,
        false => BTreeSet::new(),
    }
}

/// Whether an operation only computes registers from registers, numbers and plain memory.
fn movable_over_none(inst: &Inst) -> bool {
    match inst {
        Inst::Copy { .. } | Inst::Add { .. } | Inst::Sub { .. } | Inst::Logic { .. } | Inst::Shift { .. } => {
            true
        }
        Inst::Load { volatile, .. } => !volatile,
        _ => false,
    }
}

/// Whether an operation reads memory.
fn reads_memory(inst: &Inst) -> bool {
    let mut reads = matches!(inst, Inst::Load { .. });
    inst.reads(&mut |byte| reads |= matches!(byte, Byte::Mem(_)));
    reads
}
