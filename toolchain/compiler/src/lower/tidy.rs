//! Removes dead operations and folds loads into the operations that use them.
//!
//! Requires: SSA.  Keeps: SSA.
//!
//! Before: `r1 = load [@t+0,r0]`, `r3 = r2 + r1`      After: `r3 = r2 + [@t+0,r0]`
//! Before: `r1 = [@n+0] + $01`, `store [@n+0], r1`      After: `bump [@n+0]`

use super::convention::{self, Loc};
use super::lir::{Addr, Base, Bb, Byte, Call, Func, Inst, Reg, Shift, Target, Term};
use crate::fault::{self, Fault};
use crate::ir::sources::SourceId;

/// The place where a register is defined.
#[derive(Clone, Copy)]
enum Site {
    Param,
    Phi(usize, usize),
    Inst(usize, usize),
}

/// Keeps operations with effects and all that they need; cuts sums to the bytes that are read.
pub fn remove_dead(func: &mut Func) {
    let mut site = vec![Site::Param; func.regs as usize];
    for (b, block) in func.blocks.iter().enumerate() {
        for (i, phi) in block.phis.iter().enumerate() {
            site[phi.dst.0 as usize] = Site::Phi(b, i);
        }
        for (i, (inst, _)) in block.insts.iter().enumerate() {
            inst.defs(&mut |r| site[r.0 as usize] = Site::Inst(b, i));
        }
    }
    let mut live = vec![false; func.regs as usize];
    let mut work: Vec<Reg> = Vec::new();
    for block in &func.blocks {
        for (inst, _) in block.insts.iter().filter(|i| i.0.has_effect()) {
            inst.uses(&mut |r| work.push(r));
        }
        block.term.uses(&mut |r| work.push(r));
    }
    while let Some(reg) = work.pop() {
        if std::mem::replace(&mut live[reg.0 as usize], true) {
            continue;
        }
        let mut need = |byte: Byte| super::lir::byte_uses(byte, &mut |r| work.push(r));
        match site[reg.0 as usize] {
            Site::Param => {}
            Site::Phi(b, i) => func.blocks[b].phis[i].from.iter().for_each(|f| need(f.1)),
            Site::Inst(b, i) => match &func.blocks[b].insts[i].0 {
                Inst::Add { dst, a, b } | Inst::Sub { dst, a, b } => {
                    let upto = dst.iter().position(|d| *d == reg).unwrap_or(0);
                    a[..=upto].iter().chain(&b[..=upto]).for_each(|b| need(*b));
                }
                Inst::Shift { op: Shift::Shl, dst, a, .. } => {
                    let upto = dst.iter().position(|d| *d == reg).unwrap_or(0);
                    a[..=upto].iter().for_each(|b| need(*b));
                }
                inst => inst.uses(&mut |r| work.push(r)),
            },
        }
    }
    let alive = |r: &Reg| live[r.0 as usize];
    for block in &mut func.blocks {
        block.phis.retain(|p| alive(&p.dst));
        block.insts.retain_mut(|(inst, _)| {
            match inst {
                Inst::Add { dst, a, b } | Inst::Sub { dst, a, b } => {
                    let count = dst.iter().rposition(alive).map_or(0, |i| i + 1);
                    dst.truncate(count);
                    a.truncate(count);
                    b.truncate(count);
                }
                Inst::Shift { op: Shift::Shl, dst, a, .. } => {
                    let count = dst.iter().rposition(alive).map_or(0, |i| i + 1);
                    dst.truncate(count);
                    a.truncate(count);
                }
                Inst::Call(call) => call.outs.retain(|o| alive(&o.1)),
                _ => {}
            }
            let mut read = inst.has_effect();
            inst.defs(&mut |r| read |= alive(&r));
            read
        });
    }
}

/// Narrows the factors of products of which only the low bytes are read.
pub fn narrow_products(func: &mut Func) {
    for (inst, _) in func.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let Inst::Call(call) = inst else { continue };
        // The number of bytes of the product, and of the first factor.
        let (size, first): (u8, u8) = match call.target {
            Target::Runtime("__mul16") => (2, 2),
            Target::Runtime("__mulhisi3" | "__umulhisi3") => (4, 2),
            Target::Runtime("__mul32") => (4, 4),
            Target::Runtime("__mul64") => (8, 8),
            _ => continue,
        };
        let at = |i: u8| convention::wide_byte(i.into());
        let read = (0..size).rposition(|i| call.outs.iter().any(|o| o.0 == at(i))).map_or(1, |i| i + 1);
        let (name, width) = match read {
            1 => ("__mul8", 1),
            3 if fault::is(Fault::ProductTooNarrow) => ("__mul16", 2),
            2 => ("__mul16", 2),
            3..=4 => ("__mul32", 4),
            _ => continue,
        };
        if width >= size {
            continue;
        }
        let byte = |place: u8| call.ins.iter().find(|i| i.0 == at(place)).map_or(Byte::Const(0), |i| i.1);
        let factors = (0..width).chain(first..first + width).map(byte);
        let (ins, outs) = match width {
            1 => (convention::single(factors), convention::single(call.outs.iter().map(|out| out.1))),
            _ => (convention::wide(factors), call.outs.clone()),
        };
        *call = Call { target: Target::Runtime(name), ins, outs, pure: call.pure };
    }
}

/// Returns how often each register is read.
fn use_counts(func: &Func) -> Vec<u32> {
    let mut uses = vec![0u32; func.regs as usize];
    for block in &func.blocks {
        for phi in &block.phis {
            phi.from.iter().for_each(|f| super::lir::byte_uses(f.1, &mut |r| uses[r.0 as usize] += 1));
        }
        for (inst, _) in &block.insts {
            inst.uses(&mut |r| uses[r.0 as usize] += 1);
        }
        block.term.uses(&mut |r| uses[r.0 as usize] += 1);
    }
    uses
}

/// Moves loads with one use to that use, if nothing in between may change the byte.
pub fn fold_loads(func: &mut Func) {
    let uses = use_counts(func);
    for block in &mut func.blocks {
        let mut i = block.insts.len();
        while i > 0 {
            i -= 1;
            let (Inst::Load { dst, addr, volatile: false }, _) = block.insts[i] else { continue };
            if uses[dst.0 as usize] != 1 {
                continue;
            }
            let mut j = i + 1;
            let folded = loop {
                if j == block.insts.len() {
                    break fold_into_term(&mut block.term, dst, addr);
                }
                let inst = &mut block.insts[j].0;
                let mut used = false;
                inst.uses(&mut |r| used |= r == dst);
                if used {
                    break fold_into(inst, dst, addr);
                }
                if may_write(inst, &addr) {
                    break false;
                }
                j += 1;
            };
            if folded {
                block.insts.remove(i);
            }
        }
    }
    fold_loads_twice(func);
}

/// Folds loads with two uses into both, where the byte would otherwise be stored in between: the first use loads it into A and
/// leaves another value there, and the second one uses it as an operand with another value. Nothing on the only path between them
/// may change the byte, and the index must be available there for something else, too.
///
/// Before: `r1 = load [@t+0,r0]`, `r2 = r1 and $49`, `if r2 …`, `r4 = r3 or r1`, `store [@u+0,r0], r4`
/// After: `r2 = [@t+0,r0] and $49`, `if r2 …`, `r4 = r3 or [@t+0,r0]`, `store [@u+0,r0], r4`
fn fold_loads_twice(func: &mut Func) {
    let mut uses = use_counts(func);
    let ways_in = func.predecessors();
    for b in 0..func.blocks.len() {
        let mut i = func.blocks[b].insts.len();
        while i > 0 {
            i -= 1;
            let Inst::Load { dst, addr, volatile: false } = func.blocks[b].insts[i].0 else { continue };
            if uses[dst.0 as usize] != 2 || matches!(addr.base, Base::Ptr(..)) {
                continue;
            }
            let Some((first, second)) = both_uses(func, &ways_in, (b, i), dst, &addr) else { continue };
            for (block, at) in [first, second] {
                fold_into(&mut func.blocks[block].insts[at].0, dst, addr);
            }
            func.blocks[b].insts.remove(i);
            // The address is now read twice.
            uses = use_counts(func);
        }
    }
}

/// Returns the two uses into which a load may be folded, by block and number.
fn both_uses(
    func: &Func,
    ways_in: &[Vec<Bb>],
    (b, i): (usize, usize),
    reg: Reg,
    addr: &Addr,
) -> Option<((usize, usize), (usize, usize))> {
    let used = |inst: &Inst| {
        let mut used = 0;
        inst.uses(&mut |r| used += u32::from(r == reg));
        used
    };
    let insts = |block: usize| func.blocks[block].insts.iter().map(|inst| &inst.0).enumerate();
    let first = insts(b).skip(i + 1).find(|(_, inst)| used(inst) > 0)?;
    let taken =
        |a: &[Byte], b: &[Byte]| a.len() == 1 && a.iter().chain(b).any(|byte| *byte == Byte::Reg(reg));
    let leaves_another = match first.1 {
        Inst::Logic { a, b, .. } => taken(&[*a], &[*b]),
        Inst::Add { a, b, .. } => taken(a, b),
        Inst::Sub { a, .. } => taken(a, &[]),
        _ => false,
    };
    let (at, second) = (0..func.blocks.len())
        .flat_map(|block| insts(block).map(move |(n, inst)| ((block, n), inst)))
        .find(|(at, inst)| *at != (b, first.0) && used(inst) > 0)?;
    let beside = |a: Byte, b: Byte| matches!(b, Byte::Reg(other) if other != reg) && a == Byte::Reg(reg);
    let is_operand = match second {
        Inst::Logic { a, b, .. } => beside(*a, *b) || beside(*b, *a),
        Inst::Add { a, b, .. } => a.len() == 1 && (beside(a[0], b[0]) || beside(b[0], a[0])),
        Inst::Sub { a, b, .. } => a.len() == 1 && beside(b[0], a[0]),
        _ => false,
    };
    if used(first.1) != 1 || used(second) != 1 || !leaves_another || !is_operand {
        return None;
    }
    let at_hand = |inst: &Inst| {
        let mut read = false;
        inst.uses(&mut |r| read |= Some(r) == addr.index);
        read
    };
    if addr.index.is_some() && !insts(at.0).any(|(n, inst)| n > at.1 && at_hand(inst)) {
        return None;
    }
    // Follows the only path up from the second use to the load.
    let (mut block, mut end) = at;
    for _ in 0..func.blocks.len() {
        let begin = if block == b && end > i { i + 1 } else { 0 };
        if insts(block).any(|(n, inst)| (begin..end).contains(&n) && may_write(inst, addr)) {
            return None;
        }
        if begin > 0 {
            return Some(((b, first.0), at));
        }
        let &[Bb(from)] = &ways_in[block][..] else { return None };
        block = from as usize;
        end = func.blocks[block].insts.len();
    }
    None
}

/// Whether an operation may change the byte at an address.
fn may_write(inst: &Inst, addr: &Addr) -> bool {
    match inst {
        Inst::Store { addr: to, .. } => to.may_alias(addr) && !fault::is(Fault::AliasIgnored),
        Inst::Bump { addr: to, bytes, .. } => {
            (0..*bytes).any(|i| to.plus(i).is_none_or(|to| to.may_alias(addr)))
        }
        Inst::Call(call) => !(call.pure && matches!(call.target, super::lir::Target::Runtime(_))),
        Inst::Load { volatile, .. } => *volatile,
        _ => false,
    }
}

fn fold_into(inst: &mut Inst, reg: Reg, addr: Addr) -> bool {
    let mut done = false;
    let mut put = |byte: &mut Byte| {
        if *byte == Byte::Reg(reg) {
            *byte = Byte::Mem(addr);
            done = true;
        }
    };
    match inst {
        Inst::Add { a, b, .. } | Inst::Sub { a, b, .. } => a.iter_mut().chain(b).for_each(put),
        Inst::Logic { a, b, .. } => {
            put(a);
            put(b);
        }
        Inst::Shift { a, .. } => a.iter_mut().for_each(put),
        Inst::Store { src, .. } => put(src),
        Inst::Set { cond, .. } => cond.reads_mut(&mut put),
        Inst::Call(call) => {
            // A is loaded last, when an operand in Y leaves no register for the address.
            let y = call.ins.iter().any(|i| i.0 == Loc::Y);
            for (loc, byte) in &mut call.ins {
                if loc.is_memory() || (*loc == Loc::A && !y) {
                    put(byte);
                }
            }
        }
        _ => {}
    }
    done
}

fn fold_into_term(term: &mut Term, reg: Reg, addr: Addr) -> bool {
    let mut done = false;
    if let Term::Branch { cond, .. } = term {
        cond.reads_mut(&mut |byte| {
            if *byte == Byte::Reg(reg) {
                *byte = Byte::Mem(addr);
                done = true;
            }
        });
    }
    done
}

/// Turns increments and decrements of memory into bumps.
pub fn bump(func: &mut Func) {
    let uses = use_counts(func);
    for block in &mut func.blocks {
        let mut i = 0;
        while i < block.insts.len() {
            let at = i;
            i += 1;
            let (step, down) = match &block.insts[at].0 {
                Inst::Add { dst, a, b } => ((dst, a, b), false),
                Inst::Sub { dst, a, b } => ((dst, a, b), true),
                _ => continue,
            };
            let ([dst], [Byte::Mem(addr)], [Byte::Const(n)]) = (&step.0[..], &step.1[..], &step.2[..]) else {
                continue;
            };
            let down = match (n, down) {
                (1, down) => down,
                (255, down) => !down ^ fault::is(Fault::CountsTheWrongWay),
                _ => continue,
            };
            let (dst, addr) = (*dst, *addr);
            if uses[dst.0 as usize] != 1 || matches!(addr.base, Base::Ptr(..)) {
                continue;
            }
            let mut j = at + 1;
            while j < block.insts.len()
                && !may_write(&block.insts[j].0, &addr)
                && !reads_memory(&block.insts[j].0)
            {
                j += 1;
            }
            if let Some((Inst::Store { addr: to, src: Byte::Reg(r), volatile: false }, line)) =
                block.insts.get(j)
                && *to == addr
                && *r == dst
            {
                block.insts[j] = (Inst::Bump { addr, bytes: 1, down }, *line);
                block.insts.remove(at);
                i = at;
            }
        }
    }
}

/// Turns increments of several bytes of memory into bumps.
pub fn bump_wide(func: &mut Func) {
    let uses = use_counts(func);
    for block in &mut func.blocks {
        let mut at = 0;
        while at < block.insts.len() {
            if let Some((addr, stores)) = wide_count(&block.insts, at, &uses) {
                let line = block.insts[at].1;
                let last = stores[stores.len() - 1];
                block.insts[last] = (Inst::Bump { addr, bytes: stores.len() as u8, down: false }, line);
                for &store in stores[..stores.len() - 1].iter().rev() {
                    block.insts.remove(store);
                }
                block.insts.remove(at);
            }
            at += 1;
        }
    }
}

/// Returns the number in memory that a sum increments, and the stores of its bytes, if nothing else uses them.
fn wide_count(insts: &[(Inst, SourceId)], at: usize, uses: &[u32]) -> Option<(Addr, Vec<usize>)> {
    let Inst::Add { dst, a, b } = &insts[at].0 else { return None };
    let one = dst.len() > 1 && b[0] == Byte::Const(1) && b[1..].iter().all(|b| *b == Byte::Const(0));
    let Byte::Mem(first) = a[0] else { return None };
    if !one || first.index.is_some() || dst.iter().any(|d| uses[d.0 as usize] != 1) {
        return None;
    }
    for (i, byte) in a.iter().enumerate() {
        if *byte != Byte::Mem(first.plus(i as u8)?) {
            return None;
        }
    }
    let mut stores = vec![0; dst.len()];
    let mut found = 0;
    for (j, (inst, _)) in insts.iter().enumerate().skip(at + 1) {
        match inst {
            Inst::Store { addr, src: Byte::Reg(r), volatile: false } if dst.contains(r) => {
                let i = dst.iter().position(|d| d == r)?;
                if Some(*addr) != first.plus(i as u8) {
                    return None;
                }
                stores[i] = j;
                found += 1;
                if found == dst.len() {
                    return stores.is_sorted().then_some((first, stores));
                }
            }
            inst if inst.has_effect() || reads_memory(inst) => return None,
            _ => {}
        }
    }
    None
}

fn reads_memory(inst: &Inst) -> bool {
    let mut reads = matches!(inst, Inst::Load { .. } | Inst::Call(_));
    inst.reads(&mut |b| reads |= matches!(b, Byte::Mem(_)));
    reads
}

/// Reverses the stores of a sum or a difference through a pointer if they directly follow it, from the highest byte down: A still
/// holds the highest byte, and Y counts down.
///
/// The stores are consecutive, none is volatile, and each writes a different byte, at the same pointer and index, so their order
/// cannot be observed. A store to memory at a fixed address takes its byte as soon as it is computed.
pub fn store_high_first(func: &mut Func) {
    for block in &mut func.blocks {
        for at in 0..block.insts.len() {
            let (Inst::Add { dst, .. } | Inst::Sub { dst, .. }) = &block.insts[at].0 else { continue };
            let bytes = dst.len();
            let stored = |n: usize| match block.insts.get(at + 1 + n) {
                Some((Inst::Store { addr, src, volatile: false }, _)) if *src == Byte::Reg(dst[n]) => {
                    let Base::Ptr(lo, hi, offset) = addr.base else { return None };
                    Some((lo, hi, addr.index, usize::from(offset).checked_sub(n)?))
                }
                _ => None,
            };
            let first = stored(0);
            if bytes < 2 || first.is_none() || !(1..bytes).all(|n| stored(n) == first) {
                continue;
            }
            let stores = &mut block.insts[at + 1..=at + bytes];
            stores.reverse();
            if fault::is(Fault::HighAndLowSwapped)
                && let [(Inst::Store { src: high, .. }, _), .., (Inst::Store { src: low, .. }, _)] = stores
            {
                std::mem::swap(high, low);
            }
        }
    }
}
