//! Copies and fills of 9 to 256 bytes as loops with a byte counter.

use super::lir::{Addr, Base, Bb, Block, Byte, Cond, Func, Inst, Phi, Reg, Term};
use crate::ir::sources::SourceId;

/// Appends a loop that copies `length` bytes; gives the block after it.
pub fn copy(func: &mut Func, from: Bb, to: Base, source: Base, length: u32, at: SourceId) -> Bb {
    let bases = [to, source].map(|base| before(base, length));
    let [to, source] = match bases {
        [Some(to), Some(source)] => [to, source],
        _ => [to, source],
    };
    counted(func, from, length, at, bases.iter().all(Option::is_some), |func, body, index, limit| {
        let dst = func.reg();
        let load =
            Inst::Load { dst, addr: Addr { base: source, index: Some(index), limit }, volatile: false };
        let store = Inst::Store {
            addr: Addr { base: to, index: Some(index), limit },
            src: Byte::Reg(dst),
            volatile: false,
        };
        func.blocks[body.0 as usize].insts.extend([(load, at), (store, at)]);
    })
}

/// Appends a loop that stores one byte `length` times; gives the block after it.
pub fn fill(func: &mut Func, from: Bb, to: Base, value: Byte, length: u32, at: SourceId) -> Bb {
    let base = before(to, length);
    let to = base.unwrap_or(to);
    counted(func, from, length, at, base.is_some(), |func, body, index, limit| {
        let store =
            Inst::Store { addr: Addr { base: to, index: Some(index), limit }, src: value, volatile: false };
        func.blocks[body.0 as usize].insts.push((store, at));
    })
}

/// The place before a base, where an index that counts down from `length` to 1 gets a byte and a cycle less a round than one
/// that ends with 0; none for a pointer, and for a length that is no index.
fn before(base: Base, length: u32) -> Option<Base> {
    match base {
        Base::Sym(symbol, offset) if length < 256 => Some(Base::Sym(symbol, offset - 1)),
        _ => None,
    }
}

/// A loop whose index runs from `length` down to 1 if it is `early`, else from `length - 1` down to 0.
fn counted(
    func: &mut Func,
    from: Bb,
    length: u32,
    at: SourceId,
    early: bool,
    body_of: impl FnOnce(&mut Func, Bb, Reg, u8),
) -> Bb {
    let (body, after) = (Bb(func.blocks.len() as u32), Bb(func.blocks.len() as u32 + 1));
    let origin = func.blocks[from.0 as usize].origin;
    for name in ["copy", "copied"] {
        func.blocks.push(Block {
            name: name.into(),
            origin,
            count: None,
            phis: Vec::new(),
            insts: Vec::new(),
            term: Term::Stop,
        });
    }
    func.blocks[from.0 as usize].term = Term::Jump(body);
    let (count, index) = (func.reg(), func.reg());
    let block = &mut func.blocks[body.0 as usize];
    // 256 iterations: the counter starts as 0 and wraps.
    block
        .phis
        .push(Phi { dst: count, from: vec![(from, Byte::Const(length as u8)), (body, Byte::Reg(index))] });
    let step = Inst::Sub { dst: vec![index], a: vec![Byte::Reg(count)], b: vec![Byte::Const(1)] };
    block.term = Term::Branch { cond: Cond::nonzero(Byte::Reg(index)), then: body, other: after };
    if early {
        body_of(func, body, count, length as u8);
        func.blocks[body.0 as usize].insts.push((step, at));
    } else {
        block.insts.push((step, at));
        body_of(func, body, index, (length - 1) as u8);
    }
    after
}
