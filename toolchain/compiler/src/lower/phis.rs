//! Leaves SSA: phis become copies at the ends of the incoming blocks.
//!
//! Requires: no critical edges into blocks with phis.  Breaks: SSA (a phi's register is now defined once per predecessor).

use super::lir::{Bb, Byte, Func, Inst, Reg};
use crate::fault::{self, Fault};
use crate::ir::sources::SourceId;
use std::collections::BTreeMap;

/// Replaces all phis.
pub fn leave_ssa(func: &mut Func) {
    let preds = func.predecessors();
    for (b, preds) in preds.iter().enumerate() {
        let phis = std::mem::take(&mut func.blocks[b].phis);
        let mut copies: BTreeMap<Bb, Vec<(Reg, Byte)>> = BTreeMap::new();
        for phi in phis {
            for (from, byte) in phi.from {
                // A branch may have become one that always goes the other way.
                if !preds.contains(&from) {
                    continue;
                }
                let lost = fault::is(Fault::LostCopy) && byte == Byte::Const(0);
                if byte != Byte::Undef && byte != Byte::Reg(phi.dst) && !lost {
                    copies.entry(from).or_default().push((phi.dst, byte));
                }
            }
        }
        for (from, copies) in copies {
            func.blocks[from.0 as usize].insts.push((Inst::Copies(copies), SourceId::UNKNOWN));
        }
    }
}
