//! Keeps a value in X or Y instead of a home, from its store to its last read, over as many blocks as that takes, if the register
//! is free all the way.
//!
//! Before: `sta $26 / lda $27 / ldy $26`      After: `tay / lda $27`
//! Before: `L: … / inc $26 / lda $26 / bne L`      After: `L: … / inx / txa / bne L`

use super::facts::{A, Facts, MEMORY, NZ, Place, X, Y};
use super::flow::Flow;
use super::webs::{Change, Found, Points, Web, held, move_webs};
use crate::mos::code::Ins;
use crate::mos::isa::{Mnemonic as M, Mode, lookup};
use std::collections::BTreeSet;

/// Replaces homes by free registers, those that save most first; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    move_webs(flow, facts, MEMORY..facts.count, found)
}

fn found(flow: &Flow, facts: &Facts<'_>, points: &Points, web: &Web, register: Place) -> Option<Found> {
    let mut gain = 0;
    let mut changes = Vec::new();
    let mut held = held(flow, facts, points, web, register)?;
    for &(b, i) in &web.ops {
        let at = points.first[b] + i;
        let ins = flow.blocks[b].ops[i].free()?;
        facts.operand(&ins).filter(|p| *p == web.place)?;
        let other = if register == X { M::Ldy } else { M::Ldx };
        if ins.op == other {
            // This register can serve the uses of the other one as well.
            let mut rename = Rename { flow, facts, points, home: web.place, register, held: &mut held };
            changes.extend(rename.uses((b, i))?);
        }
        let (change, saved) = change(&ins, register)?;
        // A transfer sets N and Z where a store does not. A removed instruction does not set them any more, and another one that
        // reflects the same value before it may be removed as well.
        let asked = points.live[at + 1][NZ];
        let flags_differ = match (ins.op, &change) {
            (M::Sta, _) => !points.same(at, NZ, A),
            (M::Stx | M::Sty, _) => false,
            (_, change) => matches!(change, Change::Go),
        };
        if asked && flags_differ {
            return None;
        }
        gain += saved * flow.blocks[b].weight;
        changes.push((b, i, change));
    }
    Some(Found { register, gain, points: held, changes })
}

/// Replaces one index register by the other.
struct Rename<'a> {
    flow: &'a Flow,
    facts: &'a Facts<'a>,
    points: &'a Points,
    /// The home that the register replaces.
    home: Place,
    register: Place,
    /// The points at which it is taken.
    held: &'a mut BTreeSet<usize>,
}

impl Rename<'_> {
    /// Returns the uses of the value that an operation loads into the other register, changed to this one; `None` if one of them
    /// cannot be changed or the register does not hold the value long enough.
    fn uses(&mut self, (b, load): (usize, usize)) -> Option<Vec<(usize, usize, Change)>> {
        let Rename { flow, facts, points, home, register, .. } = *self;
        let other = if register == X { Y } else { X };
        let block = &flow.blocks[b];
        let mut changes = Vec::new();
        for i in load + 1..=block.ops.len() {
            let at = points.first[b] + i;
            if !points.live[at][other] {
                return Some(changes);
            }
            self.held.insert(at);
            if !points.free(at, register, home) || i == block.ops.len() {
                return None;
            }
            let Some(ins) = block.ops[i].ins() else { continue };
            let (mut reads, mut writes, mut overwrites) = (false, false, false);
            facts.effects(&ins, &mut |p| reads |= p == other, &mut |p| {
                writes |= p == other;
                overwrites |= p == register;
            });
            if reads {
                block.ops[i].free()?;
                let x = register == X;
                let pick = |with_x: M, with_y: M| if x { with_x } else { with_y };
                let (op, mode) = match (ins.op, ins.mode) {
                    (M::Txa | M::Tya, mode) => (pick(M::Txa, M::Tya), mode),
                    (M::Stx | M::Sty, Mode::Absolute) => (pick(M::Stx, M::Sty), Mode::Absolute),
                    (M::Cpx | M::Cpy, mode) => (pick(M::Cpx, M::Cpy), mode),
                    (op, Mode::AbsoluteX | Mode::AbsoluteY) => {
                        (op, if x { Mode::AbsoluteX } else { Mode::AbsoluteY })
                    }
                    _ => return None,
                };
                lookup(op, mode)?;
                changes.push((b, i, Change::Take(op, mode)));
            }
            if writes && reads || overwrites && points.live[at + 1][other] {
                return None;
            }
        }
        None
    }
}

/// Returns the replacement of an operation on a home when a register takes its place, and the cycles that it saves.
fn change(ins: &Ins, register: Place) -> Option<(Change, u64)> {
    let x = register == X;
    let pick = |with_x: M, with_y: M| Change::Become(if x { with_x } else { with_y });
    Some(match ins.op {
        M::Sta => (pick(M::Tax, M::Tay), 1),
        M::Lda => (pick(M::Txa, M::Tya), 1),
        M::Ldx | M::Ldy => (Change::Go, 3),
        M::Stx if x => (Change::Go, 3),
        M::Sty if !x => (Change::Go, 3),
        M::Inc => (pick(M::Inx, M::Iny), 3),
        M::Dec => (pick(M::Dex, M::Dey), 3),
        _ => return None,
    })
}
