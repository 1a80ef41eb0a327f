//! Orders functions so that few frequently taken branches cross a page boundary, which costs a cycle.
//!
//! Requires: a finished program.  Keeps: everything but addresses; those outside the functions stay the same.
//!
//! Before: `f` at `$08f0`, with a loop over `$0900`, and `g` at `$0980`      After: `g` at `$08f0`, `f` at `$0990`, with the loop in one page
//!
//! Precondition: no function is entered by falling through from the previous one. Each is a chunk of its own, and chunks end with a
//! jump, a return or a branch that is always taken. The functions are consecutive chunks without alignment; the code they share may
//! be placed between them.

use super::branches;
use super::code::{Ins, Item, Label, Program};
use super::isa::Mode;
use super::layout::{Far, Layout, Way};
use super::outline::Function;
use std::collections::BTreeMap;
use std::ops::Range;

/// The number of functions that are tried in every place. The others gain little.
const TRIED: usize = 12;
/// The same for a program that will be packed, because each function that moves is separated from those with which it has bytes in
/// common (`cluster`). For our own game, the first two save most of the cycles, and the next ten would take another 108 bytes.
const TRIED_PACKED: usize = 2;
/// The maximum number of rounds. More rounds rarely find anything.
const ROUNDS: usize = 6;
/// How often out of eight executions a branch is taken, backward (in a loop) and forward. Source: the common estimate (Ball and
/// Larus, "Branch Prediction for Free", 1993, has 88 % for the branches of loops).
const TAKEN_BACK: u128 = 7;
const TAKEN_FORWARD: u128 = 4;
/// Bytes of a page.
const PAGE: usize = 256;
/// Bytes of a branch, and of a jump after it.
const BRANCH: u32 = 2;
const JUMP: u32 = 3;

/// Returns how often each branch of a function runs, in code order.
pub fn often(function: &Function) -> Vec<u64> {
    let branches = function.lines.iter().filter(|line| is_branch(&line.item));
    branches.map(|line| line.weight.saturating_mul(function.calls)).collect()
}

fn is_branch(item: &Item) -> bool {
    matches!(item, Item::Ins(Ins { mode: Mode::Relative, .. }))
}

/// Puts chunks into this order, given by their numbers within the range.
pub(super) fn reorder(program: &mut Program, chunks: Range<usize>, order: &[usize]) {
    let end = |program: &Program| branches::placed(program).0.end;
    let before = program.chunks[chunks.clone()].to_vec();
    let end_before = end(program);
    program.chunks.splice(chunks.clone(), order.iter().map(|c| before[*c].clone()));
    // The detour of a branch out of reach is within its own function, so no function changes its length. If one did, the costs
    // would not be those that were compared.
    if end(program) != end_before {
        program.chunks.splice(chunks, before);
    }
}

/// Orders the functions of a program, which are among these chunks, by how often their branches run. `packed` says that the program
/// will be packed.
pub fn run(program: &mut Program, chunks: Range<usize>, often: &BTreeMap<Label, Vec<u64>>, packed: bool) {
    let mut functions = chunks;
    let often = |c: usize| often.get(&program.chunks[c].label);
    while functions.end > functions.start && often(functions.end - 1).is_none() {
        functions.end -= 1;
    }
    if functions.is_empty() {
        return;
    }
    let (layout, far) = branches::placed(program);
    let start = layout.starts[functions.start];
    let placed = |c: usize| Placed::new(program, &layout, c, &far[c], often(c).map_or(&[], |often| often));
    let placed: Vec<Placed> = functions.clone().map(placed).collect();
    let tried = if packed { TRIED_PACKED } else { TRIED };
    let order = order(start as usize % PAGE, &placed, tried);
    reorder(program, functions, &order);
}

/// The cost of a function for each place in a page.
struct Placed {
    bytes: usize,
    /// Cycles for branches that cross a page, in eighths, by the offset of its first byte in its page. `None` if no branch is ever taken.
    cost: Option<Box<[u128; PAGE]>>,
}

impl Placed {
    fn new(program: &Program, layout: &Layout, c: usize, far: &Far, often: &[u64]) -> Placed {
        let chunk = &program.chunks[c];
        let (start, size) = (layout.starts[c], layout.sizes[c]);
        let mut placed = Placed { bytes: size as usize, cost: None };
        let addresses = branches::addresses(program, layout, c, far);
        let items: Vec<usize> = (0..chunk.items.len()).filter(|i| is_branch(&chunk.items[*i])).collect();
        // Code that was added to a function after the passes that count, such as a check of the stack, has no weight.
        if items.len() != often.len() {
            return placed;
        }
        for (&i, &often) in items.iter().zip(often) {
            let from = addresses[i] + BRANCH;
            let to = match (far.get(&i), &chunk.items[i]) {
                (Some(Way::Jump), _) => from + JUMP,
                (Some(Way::Via(jump)), _) => branches::jump(&addresses, far, *jump),
                (None, Item::Ins(ins)) => match u32::try_from(layout.target(program, ins.arg)) {
                    Ok(to) => to,
                    Err(_) => continue,
                },
                _ => continue,
            };
            if often == 0 || !(start..start + size).contains(&to) {
                continue;
            }
            let taken = u128::from(often) * if to < from { TAKEN_BACK } else { TAKEN_FORWARD };
            let cost = placed.cost.get_or_insert_with(|| Box::new([0; PAGE]));
            let (from, to) = ((from - start) as usize, (to - start) as usize);
            for (at, cost) in cost.iter_mut().enumerate() {
                if (at + from) / PAGE != (at + to) / PAGE {
                    *cost += taken;
                }
            }
        }
        placed
    }

    fn cost(&self, at: usize) -> u128 {
        self.cost.as_ref().map_or(0, |cost| cost[at % PAGE])
    }

    /// Returns the maximum that can be gained by moving the function.
    fn range(&self) -> u128 {
        let Some(cost) = &self.cost else { return 0 };
        cost.iter().max().unwrap_or(&0) - cost.iter().min().unwrap_or(&0)
    }
}

/// Returns the cheapest order found for these functions, starting at this offset in a page: each of those that matter is moved to
/// where the total cost is lowest, until none moves.
fn order(start: usize, functions: &[Placed], most: usize) -> Vec<usize> {
    let total = |order: &[usize]| {
        let mut at = start;
        let mut cost = 0u128;
        for &f in order {
            cost = cost.saturating_add(functions[f].cost(at));
            at = (at + functions[f].bytes) % PAGE;
        }
        cost
    };
    let mut tried: Vec<usize> = (0..functions.len()).filter(|f| functions[*f].range() > 0).collect();
    tried.sort_by_key(|f| std::cmp::Reverse(functions[*f].range()));
    tried.truncate(most);
    let mut order: Vec<usize> = (0..functions.len()).collect();
    for _ in 0..ROUNDS {
        let mut moved = false;
        for &f in &tried {
            let mut best = (total(&order), None);
            let mut others = order.clone();
            others.retain(|other| *other != f);
            for at in 0..functions.len() {
                let mut other = others.clone();
                other.insert(at, f);
                let cost = total(&other);
                if cost < best.0 {
                    best = (cost, Some(other));
                }
            }
            if let Some(better) = best.1 {
                order = better;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::code::{Arg, Chunk, Section};
    use crate::mos::encode::encode;
    use crate::mos::isa::Mnemonic as M;

    /// A program of functions, each given by the number of bytes before its loop, the number of bytes in the loop, and how often it loops.
    fn program(functions: &[(u32, u32, u64)]) -> (Program, BTreeMap<Label, Vec<u64>>) {
        let mut program = Program::default();
        let mut often = BTreeMap::new();
        let rts = Item::Ins(Ins { op: M::Rts, mode: Mode::Implied, arg: Arg::None });
        let start = program.label("__start");
        let items = vec![rts.clone()];
        program.chunks.push(Chunk { label: start, section: Section::Start, align: 1, items });
        for (n, &(before, within, times)) in functions.iter().enumerate() {
            let (label, again) = (program.label(format!("f{n}")), program.label("again"));
            let bytes = |n: u32| Item::Bytes(vec![0xea; n as usize]);
            let branch = Item::Ins(Ins { op: M::Bne, mode: Mode::Relative, arg: Arg::Mem(again, 0) });
            let items = vec![bytes(before), Item::Label(again), bytes(within), branch, rts.clone()];
            program.chunks.push(Chunk { label, section: Section::Code, align: 1, items });
            often.insert(label, vec![times]);
        }
        (program, often)
    }

    /// The loops of the functions after ordering, each by its first address and the address after its branch.
    fn loops(functions: &[(u32, u32, u64)]) -> Vec<(u32, u32)> {
        let (mut program, often) = program(functions);
        run(&mut program, 1..functions.len() + 1, &often, false);
        encode(&program).expect("it fits");
        let layout = branches::placed(&program).0;
        let place = |n: usize| {
            let (before, within, _) = functions[n];
            let at = layout.labels.iter().zip(&program.labels);
            let start = at.clone().find(|(_, info)| info.name == format!("f{n}")).and_then(|(at, _)| *at);
            let start = start.expect("it has an address");
            (start + before, start + before + within + BRANCH)
        };
        (0..functions.len()).map(place).collect()
    }

    fn crosses((from, to): (u32, u32)) -> bool {
        from / PAGE as u32 != to / PAGE as u32
    }

    #[test]
    fn a_loop_that_runs_often_lies_in_one_page() {
        // The entry is $0820: the first loop would cross into $0900.
        let functions = [(200, 60, 1_000), (30, 20, 1), (70, 90, 2)];
        assert!(crosses((0x821 + 200, 0x821 + 262)));
        assert!(!crosses(loops(&functions)[0]));
    }

    #[test]
    fn of_a_program_that_will_be_packed_only_the_most_frequent_functions_move() {
        let functions: Vec<(u32, u32, u64)> =
            (0..12).map(|f: u32| (53 * f % 190, 119, if f < 10 { 100 } else { 101 })).collect();
        let stay = |packed: bool| {
            let (mut program, often) = program(&functions);
            run(&mut program, 1..functions.len() + 1, &often, packed);
            let chunks = program.chunks.iter().map(|chunk| &program.labels[chunk.label.0 as usize].name[..]);
            chunks.filter(|name| name.len() == 2).collect::<Vec<_>>().concat()
        };
        assert_eq!(stay(true), "f0f1f2f3f4f5f6f7f8f9");
        assert_ne!(stay(false), stay(true));
    }

    #[test]
    fn what_functions_share_may_lie_between_them() {
        let functions = [(200, 60, 1_000), (30, 20, 1), (70, 90, 2)];
        let (mut program, mut often) = program(&functions);
        often.remove(&program.chunks[2].label);
        run(&mut program, 1..4, &often, false);
        let places = branches::placed(&program).0;
        let first =
            program.chunks.iter().position(|chunk| program.labels[chunk.label.0 as usize].name == "f0");
        let start = places.starts[first.unwrap()];
        assert!(!crosses((start + 200, start + 262)));
    }

    #[test]
    fn of_two_loops_the_more_frequent_one_wins() {
        // Together they fill more than a page, so one of them always crosses.
        for (first, second) in [(1, 1_000), (1_000, 1)] {
            let found = loops(&[(0, 119, first), (120, 119, second)]);
            let seldom = usize::from(first > second);
            assert!(!crosses(found[1 - seldom]), "{found:?}");
        }
    }

    #[test]
    fn nothing_moves_where_nothing_is_gained() {
        let (before, often) = program(&[(3, 5, 10), (7, 9, 0), (1, 2, 30)]);
        let mut after = before.clone();
        run(&mut after, 1..4, &often, false);
        assert_eq!(after, before);
        // Without weights for all of its branches, a function is not moved for its own sake.
        let (before, mut often) = program(&[(200, 60, 1_000), (30, 20, 1)]);
        often.values_mut().for_each(|weights| weights.push(1));
        let mut after = before.clone();
        run(&mut after, 1..3, &often, false);
        assert_eq!(after, before);
    }
}
