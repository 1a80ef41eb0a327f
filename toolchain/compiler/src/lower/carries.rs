//! Turns tests of a bit that a shift in the same block moves out into tests of the carry.
//!
//! Requires: out of SSA.  Keeps: everything behind the shift leaves the carry alone.
//!
//! Before: `r2 r3 = r0 r1 << 1 / if r1 <s $00 then b1 else b2`      After: `… / if carry then b1 else b2`

use super::lir::{Block, Byte, Cmp, Cond, Func, Inst, Logic, Reg, Shift, Term};

/// Replaces such tests at the ends of all blocks.
pub fn carries(func: &mut Func) {
    let mut uses = vec![0u32; func.regs as usize];
    for block in &func.blocks {
        for (inst, _) in &block.insts {
            inst.uses(&mut |r| uses[r.0 as usize] += 1);
        }
        block.term.uses(&mut |r| uses[r.0 as usize] += 1);
    }
    for block in &mut func.blocks {
        let Term::Branch { cond, .. } = &block.term else { continue };
        let (tested, negated) = match cond {
            Cond::Not(inner) => (&**inner, true),
            cond => (cond, false),
        };
        let (bit, zero) = match tested {
            Cond::Cmp(Cmp::Slt, a, b) if b.iter().all(|b| *b == Byte::Const(0)) => {
                (Bit::Top(a[a.len() - 1]), false)
            }
            Cond::Cmp(Cmp::Eq, a, b) => match (&a[..], &b[..]) {
                ([Byte::Reg(r)], [Byte::Const(0)]) if uses[r.0 as usize] == 1 => (Bit::Masked(*r), true),
                _ => continue,
            },
            _ => continue,
        };
        let Some(masking) = moved_out(block, bit) else { continue };
        if let Some(at) = masking {
            block.insts.remove(at);
        }
        if let Term::Branch { cond, .. } = &mut block.term {
            *cond = if negated == zero { Cond::Carry } else { Cond::Carry.not() };
        }
    }
}

/// The bit that a branch tests.
#[derive(Clone, Copy)]
enum Bit {
    /// The sign of a byte.
    Top(Byte),
    /// Whether this register is zero, which may be a single bit of another.
    Masked(Reg),
}

/// Whether the last shift of a block moves the bit out; for a masked bit, also returns the operation that masks it.
fn moved_out(block: &Block, bit: Bit) -> Option<Option<usize>> {
    let keeps = |inst: &Inst| {
        matches!(inst, Inst::Copy { .. } | Inst::Copies(_) | Inst::Load { .. } | Inst::Store { .. })
    };
    let (mask, byte, top) = match bit {
        Bit::Top(byte) => (None, byte, true),
        Bit::Masked(reg) => {
            let at = block.insts.iter().position(|(inst, _)| {
                matches!(inst, Inst::Logic { op: Logic::And, dst, b: Byte::Const(1 | 0x80), .. } if *dst == reg)
            })?;
            let Inst::Logic { a, b, .. } = &block.insts[at].0 else { return None };
            (Some(at), *a, *b == Byte::Const(0x80))
        }
    };
    let Byte::Reg(tested) = byte else { return None };
    for (at, (inst, _)) in block.insts.iter().enumerate().rev() {
        match inst {
            Inst::Shift { op, a, by: 1, .. } => {
                let out = match op {
                    Shift::Shl => (a[a.len() - 1], true),
                    Shift::LShr | Shift::AShr => (a[0], false),
                };
                return (out == (byte, top)).then_some(mask);
            }
            _ if Some(at) == mask || (keeps(inst) && !defines(inst, tested)) => {}
            _ => return None,
        }
    }
    None
}

fn defines(inst: &Inst, reg: Reg) -> bool {
    let mut found = false;
    inst.defs(&mut |r| found |= r == reg);
    found
}
