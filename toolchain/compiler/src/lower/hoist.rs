//! Moves copies of constants out of loops: half of an address that a loop's pointer keeps all the time.
//!
//! Requires: SSA.  Keeps: SSA.
//!
//! Before: `b1: r1 = lo @t+0 / … / goto b1`      After: `b0: r1 = lo @t+0`, `b1: … / goto b1`

use super::dominators::Dominators;
use super::lir::{Bb, Byte, Func, Inst};
use super::liveness::Liveness;

/// Moves such copies out of all loops, except in functions that may be active twice, where every value that is live across a call
/// is pushed and pulled.
pub fn hoist(func: &mut Func) {
    if func.recursive {
        return;
    }
    let live = Liveness::new(func);
    let dominators = Dominators::new(func, &live.order);
    let often = |b: Bb| live.frequency[b.0 as usize];
    for &from in &live.order {
        let to = dominators.above(from).fold(from, |best, b| if often(b) < often(best) { b } else { best });
        if to == from {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[from.0 as usize].insts);
        let constant = |inst: &Inst| {
            matches!(inst, Inst::Copy { src: Byte::Const(_) | Byte::Lo(..) | Byte::Hi(..), .. })
        };
        let (up, stay) = insts.into_iter().partition(|(inst, _)| constant(inst));
        func.blocks[from.0 as usize].insts = stay;
        let up: Vec<_> = up;
        func.blocks[to.0 as usize].insts.extend(up);
    }
}
