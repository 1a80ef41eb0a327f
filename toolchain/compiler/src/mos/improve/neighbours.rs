//! Increments or decrements X or Y instead of loading the number next to the one it holds: one byte less, and no extra cycle.
//!
//! Before: `ldy #$02 / sta ($16),y / ldy #$03`      After: `ldy #$02 / sta ($16),y / iny`
//!
//! Precondition, for a load of a constant into X or Y: on all paths to it the register holds the number one below or above, modulo
//! 256. Both instructions set N and Z alike and no other flag. Code of assembly is not changed. Runs last, because the increment
//! depends on the earlier load, which other passes could otherwise drop.

use super::facts::{Facts, X, Y};
use super::flow::Flow;
use super::values::Values;
use crate::fault::{self, Fault};
use crate::mos::code::Arg;
use crate::mos::isa::{Mnemonic as M, Mode};

/// Replaces such loads; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let mut changed = false;
    for (b, block) in flow.blocks.iter_mut().enumerate() {
        let Some(mut state) = values.at[b].clone() else { continue };
        for (i, op) in block.ops.iter_mut().enumerate() {
            let Some(ins) = op.ins() else { continue };
            let (register, up, down) = match ins.op {
                M::Ldx => (X, M::Inx, M::Dex),
                _ => (Y, M::Iny, M::Dey),
            };
            let held = u8::try_from(state[register]).ok();
            values.step(facts, b, i, &ins, &mut state);
            let (M::Ldx | M::Ldy, Arg::Imm(number), Some(held), Some(_)) = (ins.op, ins.arg, held, op.free())
            else {
                continue;
            };
            let step = match number.wrapping_sub(held) {
                1 => up,
                0xff => down,
                2.. if fault::is(Fault::NeighbourTooFar) => up,
                _ => continue,
            };
            op.put(step, Mode::Implied, Arg::None);
            changed = true;
        }
    }
    changed
}
