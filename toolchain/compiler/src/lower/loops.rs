//! Copies and fills of 9 to 256 bytes as loops with a byte counter.

use super::lir::{Addr, Base, Bb, Block, Byte, Cond, Func, Inst, Phi, Reg, Term};
use crate::ir::sources::SourceId;

/// The maximum number of places that a loop compiled for speed copies or fills per round. Each one saves less than the one before,
/// and costs six bytes.
const PLACES: u32 = 6;

/// The number of consecutive bytes per round in any other loop compiled for speed.
const STEPS: u32 = 6;

/// The shape of a loop over memory.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The number of bytes of all rounds.
    pub length: u32,
    /// Whether bases are the places before the first bytes, so that the index counts down from `length` to 1: this saves a byte and
    /// a cycle per round compared to one that ends with 0. Not possible if the length does not fit an index.
    pub early: bool,
    /// Whether speed matters more than size.
    pub fast: bool,
    /// Its place in the source.
    pub at: SourceId,
}

impl Round {
    /// Returns how many places, each in its own part of the memory, a round handles, and how many bytes of each.
    fn shape(&self, bases: &[Base]) -> (u32, u32) {
        let fixed = bases.iter().all(|base| matches!(base, Base::Sym(..)));
        match self.fast {
            true if self.early && fixed => (PLACES, 1),
            true => (1, STEPS),
            false => (1, 1),
        }
    }
}

/// Returns a base moved up by `bytes` bytes, fewer than 256.
fn behind(base: Base, bytes: u32) -> Base {
    match base {
        Base::Sym(symbol, offset) => Base::Sym(symbol, offset + bytes as i32),
        Base::Ptr(lo, hi, offset) => Base::Ptr(lo, hi, offset + bytes as u8),
        Base::Fixed(address) => Base::Fixed(address.wrapping_add(bytes as u16)),
    }
}

/// Appends a loop that copies bytes. Returns the block after it. The places do not overlap, unless they are the same.
pub fn copy(func: &mut Func, from: Bb, to: Base, source: Base, round: Round) -> Bb {
    let one = |func: &mut Func, block: Bb, by: u32, index: Option<Reg>, limit: u8| {
        let dst = func.reg();
        let [source, to] = [source, to].map(|base| Addr { base: behind(base, by), index, limit });
        let load = Inst::Load { dst, addr: source, volatile: false };
        let store = Inst::Store { addr: to, src: Byte::Reg(dst), volatile: false };
        func.blocks[block.0 as usize].insts.extend([(load, round.at), (store, round.at)]);
    };
    in_places(func, from, round, round.shape(&[to, source]), one)
}

/// Appends a loop that stores one byte in all places. Returns the block after it.
pub fn fill(func: &mut Func, from: Bb, to: Base, value: Byte, round: Round) -> Bb {
    let one = |func: &mut Func, block: Bb, by: u32, index: Option<Reg>, limit: u8| {
        let addr = Addr { base: behind(to, by), index, limit };
        let store = Inst::Store { addr, src: value, volatile: false };
        func.blocks[block.0 as usize].insts.push((store, round.at));
    };
    in_places(func, from, round, round.shape(&[to]), one)
}

/// Appends a loop with this many places and steps per round, and handles the remaining bytes without a loop. `one` handles the byte
/// at an offset from the base plus the index, which has the given limit.
fn in_places(
    func: &mut Func,
    from: Bb,
    round: Round,
    (places, steps): (u32, u32),
    one: impl Fn(&mut Func, Bb, u32, Option<Reg>, u8),
) -> Bb {
    let part = round.length / places / steps * steps;
    for left in part * places..round.length {
        one(func, from, left + u32::from(round.early), None, 0);
    }
    counted(func, from, Round { length: part, ..round }, steps, |func, body, index, limit| {
        for place in 0..places {
            one(func, body, place * part, Some(index), limit);
        }
    })
}

/// Appends a loop whose index runs from `length` down to 1 if it is `early`, else from `length - 1` down to 0, with `steps` steps
/// per round.
fn counted(
    func: &mut Func,
    from: Bb,
    Round { length, early, at, .. }: Round,
    steps: u32,
    body_of: impl Fn(&mut Func, Bb, Reg, u8),
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
    let (count, last) = (func.reg(), func.reg());
    let block = &mut func.blocks[body.0 as usize];
    // 256 iterations: the counter starts as 0 and wraps.
    block
        .phis
        .push(Phi { dst: count, from: vec![(from, Byte::Const(length as u8)), (body, Byte::Reg(last))] });
    block.term = Term::Branch { cond: Cond::nonzero(Byte::Reg(last)), then: body, other: after };
    let mut index = count;
    for step in 1..=steps {
        let next = if step == steps { last } else { func.reg() };
        let count_down = Inst::Sub { dst: vec![next], a: vec![Byte::Reg(index)], b: vec![Byte::Const(1)] };
        if early {
            body_of(func, body, index, length as u8);
            func.blocks[body.0 as usize].insts.push((count_down, at));
        } else {
            func.blocks[body.0 as usize].insts.push((count_down, at));
            body_of(func, body, next, (length - 1) as u8);
        }
        index = next;
    }
    after
}
