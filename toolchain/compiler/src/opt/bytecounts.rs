//! Turns 16-bit counters that only count a loop's iterations into two bytes that count down.
//! The low byte counts in every iteration, the high one whenever the low one is zero.
//!
//! Requires: SSA form.  Keeps: SSA form; how often the loop runs.
//!
//! Before: `loop: %i = phi i16 [ %n, %a ], [ %j, %loop ] / … / %j = add i16 %i, -1 / icmp eq i16 %j, 0`
//! After: `loop: %l = phi i8 …, %h = phi i8 … / … / %m = add i8 %l, -1 / br (icmp eq i8 %m, 0), %high, %next`
//!
//! A count `n` is kept as `n & 255` and `(n + 255) >> 8`. Where the low byte of `n - 1` is zero, the high byte is one less for
//! `n - 1` than for `n`, and elsewhere it is the same, for every `n` of 16 bits; both are zero for 0 alone.

use crate::fault::{self, Fault};
use crate::ir::sources::SourceId;
use crate::ir::{
    BinOp, Block, BlockId, CastOp, Const, Function, Inst, Module, Op, Operand, Pred, Type, Value,
};
use crate::opt::counters::{Counter, Counters, Place};
use crate::opt::range::Ranges;

/// The type of the counters.
const WIDE: Type = Type::Int(16);
/// The type of the resulting bytes.
const BYTE: Type = Type::Int(8);

/// Splits such counters in all functions.
pub fn byte_counts(module: &mut Module) {
    for function in &mut module.functions {
        // Each split changes the blocks in which the next counter is searched.
        while let Some(counter) = find(function) {
            counter.run(function);
        }
    }
}

/// A counter that is only tested for zero, where its loop ends.
struct Split {
    phi: Place,
    /// The block before the loop, and the number of iterations if it is entered from there.
    enter: BlockId,
    times: Operand,
    sum: Place,
    test: Place,
    /// The last block of the loop, and the block where control continues after it.
    latch: BlockId,
    exit: BlockId,
}

fn find(function: &Function) -> Option<Split> {
    let counters = Counters::new(function);
    let mut known: Option<Ranges> = None;
    for counter in &counters.all {
        let Counter { phi, enter, start, latch, sum, up, test, end, pred, result, .. } = counter;
        if counter.bits != 16 || counters.uses(*result) != 1 {
            continue;
        }
        let Some(exit) = exit(function, *latch, BlockId(phi.0 as u32), *result, *pred) else { continue };
        let times = match (up, start.int(), end.int()) {
            (false, _, Some(0)) => start.clone(),
            (true, Some(start), Some(end)) => Operand::Const(Const::Int(end.wrapping_sub(start) & 0xffff)),
            (true, Some(0), None) => end.clone(),
            _ => continue,
        };
        let ranges = known.get_or_insert_with(|| Ranges::new(function));
        // A one-byte count is a byte already. If the count is a constant, 0 stands for 65,536.
        let small = match (&times, times.int()) {
            (_, Some(n)) => (1..256).contains(&n),
            (Operand::Value(v), _) => ranges.of(*v).1 < 256,
            _ => true,
        };
        // The value compared with must be known at the loop's entry; the start value is.
        if !small && (!up || counters.known_before(&times, phi.0)) {
            let (phi, enter, sum, test, latch) = (*phi, *enter, *sum, *test, *latch);
            return Some(Split { phi, enter, times, sum, test, latch, exit });
        }
    }
    None
}

/// Returns where control goes after a loop whose last block leads back to its head until the counter reaches its end.
fn exit(function: &Function, latch: BlockId, head: BlockId, test: Value, pred: Pred) -> Option<BlockId> {
    let Op::CondBr { cond, then, other } = &function.blocks[latch.index()].insts.last()?.op else {
        return None;
    };
    let (again, exit) = if pred == Pred::Eq { (other, then) } else { (then, other) };
    (cond.value() == Some(test) && *again == head && *exit != head).then_some(*exit)
}

impl Split {
    fn run(self, function: &mut Function) {
        let Split { phi: (head, _), enter, latch, exit, .. } = self;
        let name = function.blocks[latch.index()].name.clone();
        let [high_block, next_block] = [0, 1].map(|i| BlockId((function.blocks.len() + i) as u32));
        let mut value = |ty: Type, part: &str| function.new_value(ty, format!("{name}.{part}"));
        let [low, high, low_next, high_next, high_kept, low_start, high_start] =
            ["low", "high", "low.next", "high.next", "high.kept", "low.start", "high.start"]
                .map(|part| value(BYTE, part));
        let [low_zero, high_zero] = ["low.zero", "high.zero"].map(|part| value(Type::Int(1), part));
        let [rounded, shifted] = ["rounded", "shifted"].map(|part| value(WIDE, part));
        let source = function.blocks[self.sum.0].insts[self.sum.1].source;
        let inst = |result, op| Inst { result: Some(result), op, line: 0, source };
        let int = |n| Operand::Const(Const::Int(n));
        let binary = |op, lhs, rhs| Op::Binary { op, lhs, rhs, nuw: false, nsw: false };
        let more = |v| binary(BinOp::Add, Operand::Value(v), int(0xff));
        let zero = |v| Op::Icmp { pred: Pred::Eq, ty: BYTE, lhs: Operand::Value(v), rhs: int(0) };
        let end = |op| Inst { result: None, op, line: 0, source: SourceId::UNKNOWN };
        let branch = |cond, then, other| end(Op::CondBr { cond: Operand::Value(cond), then, other });

        // From the last to the first, so that the indices of the others stay valid.
        let mut gone = [self.phi, self.sum, self.test];
        gone.sort_unstable();
        for (b, i) in gone.into_iter().rev() {
            function.blocks[b].insts.remove(i);
        }
        let starts = match self.times.int() {
            Some(n) => [int(n & 0xff), int((n + 0xff) >> 8 & 0xff)],
            None => {
                let narrow = |v| Op::Cast { op: CastOp::Trunc, from: WIDE, value: v };
                let round = if fault::is(Fault::CountRoundedDown) { 0 } else { 0xff };
                let before = &mut function.blocks[enter.index()].insts;
                let at = before.len() - 1;
                before.splice(
                    at..at,
                    [
                        inst(low_start, narrow(self.times.clone())),
                        inst(rounded, binary(BinOp::Add, self.times, int(round))),
                        inst(shifted, binary(BinOp::LShr, Operand::Value(rounded), int(8))),
                        inst(high_start, narrow(Operand::Value(shifted))),
                    ],
                );
                [low_start, high_start].map(Operand::Value)
            }
        };
        let [low_first, high_first] = starts;
        let renamed = |block: &mut Block, new: BlockId| {
            for inst in &mut block.insts {
                if let Op::Phi(incoming) = &mut inst.op {
                    incoming.iter_mut().filter(|i| i.0 == latch).for_each(|i| i.0 = new);
                }
            }
        };
        renamed(&mut function.blocks[head], next_block);
        renamed(&mut function.blocks[exit.index()], high_block);
        let ways = |first, next| Op::Phi(vec![(enter, first), (next_block, Operand::Value(next))]);
        let phis = [inst(low, ways(low_first, low_next)), inst(high, ways(high_first, high_kept))];
        function.blocks[head].insts.splice(0..0, phis);

        let last = &mut function.blocks[latch.index()].insts;
        last.pop();
        last.extend([
            inst(low_next, more(low)),
            inst(low_zero, zero(low_next)),
            branch(low_zero, high_block, next_block),
        ]);
        function.blocks.push(Block {
            name: format!("{name}.high"),
            insts: vec![
                inst(high_next, more(high)),
                inst(high_zero, zero(high_next)),
                branch(high_zero, exit, next_block),
            ],
        });
        let kept = vec![(latch, Operand::Value(high)), (high_block, Operand::Value(high_next))];
        function.blocks.push(Block {
            name: format!("{name}.next"),
            insts: vec![inst(high_kept, Op::Phi(kept)), end(Op::Br(BlockId(head as u32)))],
        });
    }
}
