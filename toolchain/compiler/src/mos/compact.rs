//! Chooses between the two forms of some runtime routines: a fast one, and a compact one with fewer bytes and more cycles.
//!
//! Requires: the finished code of functions.  Keeps: the behaviour of the program, because both forms take the same operands,
//! return the same results and change the same registers and memory.

use super::code::{Arg, Ins, Item, Label};
use super::isa::Mnemonic as M;
use super::outline::Function;
use super::runtime;
use std::collections::{BTreeMap, BTreeSet};

/// The approximate number of extra cycles of a compact routine.
const EXTRA: u128 = 100;
/// In a program whose blocks are counted, a routine stays fast if the compact form would add more than one in this many of all cycles.
const SHARE: u128 = 1_000;

/// Returns the routines that must be fast: those that a function compiled for speed calls, those that a profile has counted often
/// (`counted` says that there is a profile), and the routines that these call.
///
/// Without a profile, a function compiled for size uses the compact form in all places: an estimated frequency does not justify
/// more bytes than requested.
pub fn fast(functions: &[Function], names: &BTreeMap<String, Label>, counted: bool) -> BTreeSet<Label> {
    let often = |f: &Function, weight: u64| u128::from(f.calls) * u128::from(weight);
    let code = |f: &Function| -> Vec<(Ins, u128)> {
        let ins = |line: &super::code::Line| match line.item {
            Item::Ins(ins) => Some((ins, often(f, line.weight))),
            _ => None,
        };
        f.lines.iter().filter_map(ins).collect()
    };
    let mut total: u128 = 0;
    let mut called: BTreeMap<Label, u128> = BTreeMap::new();
    let mut fast = BTreeSet::new();
    for f in functions {
        for (ins, times) in code(f) {
            // About three cycles each.
            total += 3 * times;
            if let (M::Jsr | M::Jmp, Arg::Mem(to, 0)) = (ins.op, ins.arg) {
                *called.entry(to).or_default() += times;
                if !f.small {
                    fast.insert(to);
                }
            }
        }
    }
    let hot = |times: u128| counted && EXTRA * times * SHARE > total;
    fast.extend(called.into_iter().filter(|(_, times)| hot(*times)).map(|(label, _)| label));
    loop {
        let before = fast.len();
        for routine in &runtime::ROUTINES {
            if names.get(routine.name).is_some_and(|label| fast.contains(label)) {
                fast.extend(runtime::mentioned(routine).filter_map(|name| names.get(name)));
            }
        }
        if fast.len() == before {
            return fast;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::{Line, Program};

    /// Returns which of two routines must be fast, for functions given by text, number of calls, and whether compiled for size.
    fn fast_of(texts: &[(&str, u64, bool)], counted: bool) -> Vec<&'static str> {
        let mut program = Program::default();
        let names = runtime::declare(&mut program);
        let functions: Vec<Function> = texts
            .iter()
            .map(|&(text, calls, small)| {
                let items = assemble(text, "test", &mut program, &names).expect("it assembles").items;
                let line = |item| Line { item, weight: 1, fixed: false };
                Function { lines: items.into_iter().map(line).collect(), calls, small }
            })
            .collect();
        let fast = fast(&functions, &names, counted);
        ["__mul8", "__umulhisi3"].into_iter().filter(|name| fast.contains(&names[*name])).collect()
    }

    #[test]
    fn a_function_for_speed_calls_fast_routines() {
        let (size, speed) = (("jsr __mul8\nrts", 1, true), ("ldx #1\njmp __mul8", 1, false));
        assert!(fast_of(&[size], false).is_empty());
        assert_eq!(fast_of(&[size, speed], false), ["__mul8"]);
    }

    #[test]
    fn what_a_fast_routine_calls_is_fast() {
        assert_eq!(fast_of(&[("jsr __mulhisi3\nrts", 1, false)], false), ["__umulhisi3"]);
        assert!(fast_of(&[("jsr __mulhisi3\nrts", 1, true)], false).is_empty());
    }

    #[test]
    fn a_routine_that_a_profile_has_seen_called_often_is_fast() {
        let calls = ("jsr __mul8\nrts", 1, true);
        let busy = |cycles| ("nop\nrts", cycles, true);
        assert_eq!(fast_of(&[calls, busy(10_000)], true), ["__mul8"]);
        assert!(fast_of(&[calls, busy(100_000)], true).is_empty());
        assert!(fast_of(&[calls, busy(10_000)], false).is_empty());
    }
}
