//! Exchanges the sides of a comparison so that A keeps its value: memory is compared with it instead of being loaded.
//!
//! Before: `sta $27 / lda $26 / cmp $27 / bcc below`      After: `sta $27 / cmp $26 / beq on / bcs below / on:`
//!
//! The carry says whether the first side is at least as large as the second, so the exchanged comparison needs a second branch for
//! equal sides. A comparison with a constant needs none: `lda #$05 / cmp $27 / bcc` tests for more than 5, which is `cmp #$06 /
//! bcs`.
//!
//! Precondition: the block ends with the load of A, the comparison with a home, and a branch on the carry. A holds the same value
//! as the home before the load. Neither successor reads A, the carry, N or Z, which then differ: A is the value of the home, and
//! the carry is that of the other order. V and all memory are as before, and the operand of the load is still read exactly once.
//! Code of assembly is not changed. If the value of A comes from another block, it must have been read in this one before, so that
//! an exchange there, which would change A, is not made together with this one.
//!
//! A store to the home directly before, which only one successor needs or none, is removed with it: the branches do not change A.
//! It stays if the operand is read through the home, which may be half of a pointer.

use super::dead;
use super::facts::{A, C, Facts, NZ, Place};
use super::flow::{Block, End, Flow};
use super::values::Values;
use crate::fault::{self, Fault};
use crate::mos::code::{Arg, Ins};
use crate::mos::isa::{Mnemonic as M, Mode};

/// Exchanges the sides of such comparisons; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let starts = dead::starts(flow, facts);
    let order = flow.order();
    let mut ways = vec![0; flow.blocks.len()];
    order.iter().flat_map(|b| flow.blocks[*b].end.successors()).for_each(|to| ways[to] += 1);
    let mut changed = false;
    for b in order {
        let Some(found) = found(&flow.blocks[b], facts) else { continue };
        let Some(mut state) = values.at[b].clone() else { continue };
        let mut own = starts[b][A];
        for (i, op) in flow.blocks[b].ops[..found.load].iter().enumerate() {
            if let Some(ins) = op.ins() {
                values.step(facts, b, i, &ins, &mut state);
                facts.effects(&ins, &mut |_| {}, &mut |place| own |= place == A);
            }
        }
        let arms = [found.below, found.rest];
        let asked = arms.iter().any(|arm| [A, C, NZ].iter().any(|place| starts[*arm][*place]));
        if state[A] != state[found.home] || asked || !own {
            continue;
        }
        let needs: Vec<usize> = arms.into_iter().filter(|arm| starts[*arm][found.home]).collect();
        let sunk = found.store.filter(|_| match needs[..] {
            [] => true,
            [arm] => arm != 0 && ways[arm] == 1,
            _ => false,
        });
        exchange(flow, b, &found);
        if let Some(store) = sunk {
            let store = flow.blocks[b].ops.remove(store);
            if let [arm] = needs[..] {
                flow.blocks[arm].ops.insert(0, store);
            }
        }
        changed = true;
    }
    changed
}

/// A comparison at the end of a block that may be exchanged.
struct Found {
    /// The home that is compared.
    home: Place,
    /// The positions of the load and the comparison in their block.
    load: usize,
    compare: usize,
    /// The position of the store of A to the home, if that is the last instruction before them.
    store: Option<usize>,
    /// Where control goes if the operand of the load is below the home, and otherwise.
    below: usize,
    rest: usize,
}

fn found(block: &Block, facts: &Facts<'_>) -> Option<Found> {
    let (below, rest) = match block.end {
        End::If { op: M::Bcc, then, other } => (then, other),
        End::If { op: M::Bcs, then, other } => (other, then),
        _ => return None,
    };
    let mut last = (0..block.ops.len()).rev().filter(|at| block.ops[*at].ins().is_some());
    let (compare, load) = (last.next()?, last.next()?);
    let (comparison, loaded) = (block.ops[compare].free()?, block.ops[load].free()?);
    let home = facts.operand(&comparison).filter(|_| comparison.op == M::Cmp)?;
    let number = matches!((loaded.mode, loaded.arg), (Mode::Immediate, Arg::Lo(..) | Arg::Hi(..)));
    let is_store = |at: &usize| {
        let ins = block.ops[*at].free();
        ins.is_some_and(|ins| ins.op == M::Sta && facts.operand(&ins) == Some(home))
    };
    let mut reads_home = false;
    facts.effects(&loaded, &mut |place| reads_home |= place == home, &mut |_| {});
    let store = last.next().filter(is_store).filter(|_| !reads_home);
    (loaded.op == M::Lda && !number && below != rest).then_some(Found {
        home,
        load,
        compare,
        store,
        below,
        rest,
    })
}

/// Replaces the load by the exchanged comparison, and adapts the branches.
fn exchange(flow: &mut Flow, b: usize, found: &Found) {
    let Found { load, compare, below, rest, .. } = *found;
    let weight = flow.blocks[b].weight;
    let new = flow.blocks.len();
    let block = &mut flow.blocks[b];
    let Some(Ins { mode, arg, .. }) = block.ops[load].ins() else { return };
    let end = End::If { op: M::Bcs, then: below, other: rest };
    block.ops.remove(compare);
    match arg {
        // No byte is above 255.
        Arg::Imm(u8::MAX) => {
            block.ops.remove(load);
            block.end = End::Goto(rest);
        }
        Arg::Imm(n) => {
            block.ops[load].put(M::Cmp, mode, Arg::Imm(n + 1));
            block.end = end;
        }
        _ if fault::is(Fault::EqualCountsAsBelow) => {
            block.ops[load].put(M::Cmp, mode, arg);
            block.end = end;
        }
        _ => {
            block.ops[load].put(M::Cmp, mode, arg);
            block.end = End::If { op: M::Beq, then: rest, other: new };
            flow.blocks.push(Block { labels: Vec::new(), ops: Vec::new(), end, weight });
        }
    }
}
