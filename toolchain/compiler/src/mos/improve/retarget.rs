//! Does arithmetic directly in X or Y where A was only a stopover, across blocks.
//!
//! Before: `tya / L: clc / adc #$01 / cmp #$09 / bcs M / tay`      After: `L: iny / cpy #$09 / bcs M`

use super::facts::{A, C, Facts, NZ, Place, V, X};
use super::flow::Flow;
use super::steps::added;
use super::webs::{Change, Found, Points, Web, held, move_webs};
use crate::fault::{self, Fault};
use crate::mos::code::Ins;
use crate::mos::isa::{Mnemonic as M, lookup};

/// Replaces A by free registers where that saves transfers; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    move_webs(flow, facts, std::iter::once(A), found)
}

fn found(flow: &Flow, facts: &Facts<'_>, points: &Points, web: &Web, register: Place) -> Option<Found> {
    let held = held(flow, facts, points, web, register)?;
    let mut gain = 0;
    let mut changes = Vec::new();
    for &(b, i) in &web.ops {
        let at = points.first[b] + i;
        let ins = flow.blocks[b].ops[i].free()?;
        let (change, saved) = change(&ins, register, points, at)?;
        // A transfer also sets N and Z. The instruction that set them for the same value before may be another transfer that is
        // removed, so they must not be read after a removed one.
        let asked = points.live[at + 1][NZ] && !fault::is(Fault::FlagsOfTransfer);
        if matches!(change, Change::Go) && asked {
            return None;
        }
        gain += saved * flow.blocks[b].weight;
        changes.push((b, i, change));
    }
    (gain > 0).then_some(Found { register, gain, points: held, changes })
}

/// Returns the replacement of an operation on A when a register takes its place, and the cycles that it saves.
fn change(ins: &Ins, register: Place, points: &Points, at: usize) -> Option<(Change, u64)> {
    let x = register == X;
    let take = |with_x: M, with_y: M| {
        let op = if x { with_x } else { with_y };
        lookup(op, ins.mode).map(|_| (Change::Take(op, ins.mode), 0))
    };
    match ins.op {
        M::Txa | M::Tax if x => Some((Change::Go, 2)),
        M::Tya | M::Tay if !x => Some((Change::Go, 2)),
        // A transfer to the other register becomes a load of the number, if that is known.
        M::Tax | M::Tay => {
            let number = u8::try_from(points.values[at].as_ref()?[A]).ok()?;
            Some((Change::Number(if x { M::Ldy } else { M::Ldx }, number), 0))
        }
        M::Lda => take(M::Ldx, M::Ldy),
        M::Sta => take(M::Stx, M::Sty),
        M::Cmp => take(M::Cpx, M::Cpy),
        M::Adc | M::Sbc => {
            let step = added(ins, points.values[at].as_ref()?[C])?;
            let op = match (x, step > 0) {
                (true, true) => M::Inx,
                (true, false) => M::Dex,
                (false, true) => M::Iny,
                (false, false) => M::Dey,
            };
            let unread = !points.live[at + 1][C] && !points.live[at + 1][V];
            // The instruction that sets the carry before it is removed, too.
            let saved = 4 - 2 * u64::from(step.unsigned_abs());
            unread.then_some((Change::Count(op, usize::from(step.unsigned_abs())), saved))
        }
        _ => None,
    }
}
