//! Reduces a module that shows a difference for as long as it still shows one.

use std::time::{Duration, Instant};

use super::check;
use super::module::{Function, Inst, Module, mentions};
use crate::run::Outcome;
use compiler::Options;

/// Reduces a module with a difference; returns the smallest one found and its difference.
pub fn shrink(module: Module, why: String, variants: &[Options], time: Duration) -> (Module, String) {
    let mut last = why.clone();
    let kind = kind_of(&why);
    let small = reduce(module, time, &mut |m| match check(m, variants) {
        Outcome::Different(why) if kind_of(&why) == kind => {
            last = why;
            true
        }
        _ => false,
    });
    (small, last)
}

/// Returns the kind of a difference: panics must stay panics, and wrong results wrong results.
fn kind_of(why: &str) -> &str {
    why.split([' ', ':']).next().unwrap_or_default()
}

/// A way to reduce a function, at a place, by an amount; returns false if there is nothing left to try.
type Step = fn(&mut Function, usize, usize) -> bool;

/// Removes parts of a module as long as `wanted` holds, for at most `time`.
pub fn reduce(mut module: Module, time: Duration, wanted: &mut dyn FnMut(&Module) -> bool) -> Module {
    let start = Instant::now();
    let without = without_handlers(&module);
    if without.text() != module.text() && wanted(&without) {
        module = without;
    }
    let mut attempt = |module: &mut Module, f: usize, step: Step, chunk: usize| {
        let mut at = 0;
        while start.elapsed() < time && f < module.functions.len() {
            let mut smaller = module.clone();
            if !step(&mut smaller.functions[f], at, chunk) {
                break;
            }
            clean(&mut smaller);
            if smaller.text() != module.text() && wanted(&smaller) {
                let gone = smaller.functions.len() < module.functions.len();
                *module = smaller;
                if gone {
                    break;
                }
            } else {
                at += chunk;
            }
        }
    };
    let mut size = usize::MAX;
    while module.text().len() < size && start.elapsed() < time {
        size = module.text().len();
        // Calls first: functions without callers are removed at once.
        for chunk in [64, 16, 4, 1, 1] {
            let main = module.functions.len() - 1;
            attempt(&mut module, main, drop_instructions, chunk);
        }
        for f in (0..module.functions.len()).rev() {
            attempt(&mut module, f, cut_branches, 1);
            for chunk in [64, 16, 4, 1] {
                attempt(&mut module, f, drop_instructions, chunk);
            }
            attempt(&mut module, f, rename_phis, 1);
        }
    }
    module
}

/// Removes `count` instructions from number `at` on, not counting guards; returns false if there are none.
fn drop_instructions(function: &mut Function, at: usize, count: usize) -> bool {
    let mut number = 0;
    drop_where(function, |inst| {
        number += usize::from(!inst.guard);
        !inst.guard && (at..at + count).contains(&(number - 1))
    })
}

/// Removes instructions; returns false if none match.
fn drop_where(function: &mut Function, mut out: impl FnMut(&Inst) -> bool) -> bool {
    let mut gone = Vec::new();
    for block in &mut function.blocks {
        gone.extend(block.insts.extract_if(.., |inst| out(inst)).map(|inst| (inst.def, inst.zero)));
    }
    for (def, zero) in gone.iter().filter(|g| !g.0.is_empty()) {
        function.replace(def, zero);
    }
    !gone.is_empty()
}

/// Replaces the branch at the end of block `at / 2` with a jump to one of its targets.
fn cut_branches(function: &mut Function, at: usize, _: usize) -> bool {
    let Some(block) = function.blocks.get_mut(at / 2) else { return false };
    let labels: Vec<&str> = block.end.split("label %").skip(1).collect();
    if let [first, .., last] = labels.as_slice() {
        let label = if at.is_multiple_of(2) { first } else { last };
        block.end = format!("br label %{}", label.split([',', ' ', ']']).next().unwrap());
    }
    true
}

/// Replaces phi number `at`, if it has a single incoming edge, with its incoming value.
fn rename_phis(function: &mut Function, at: usize, _: usize) -> bool {
    let mut phis = function.blocks.iter().flat_map(|b| &b.insts).filter(|i| i.phi.is_some());
    let Some(phi) = phis.nth(at).cloned() else { return false };
    if let Some([(value, _)]) = phi.phi.as_deref() {
        function.blocks.iter_mut().for_each(|b| b.insts.retain(|i| i.def != phi.def));
        function.replace(&phi.def, value);
    }
    true
}

/// Removes what is no longer reachable, and what was reachable only from that.
fn clean(module: &mut Module) {
    module.functions.iter_mut().for_each(Function::tidy);
    while let Some(smaller) = without_function(module).or_else(|| without_global(module)) {
        *module = smaller;
    }
}

/// Returns the module without handlers and the code that hides them.
fn without_handlers(module: &Module) -> Module {
    let mut without = module.clone();
    for function in &mut without.functions {
        drop_where(function, |inst| inst.guard);
    }
    clean(&mut without);
    without
}

/// Returns the module without an unreachable function, if there is one.
fn without_function(module: &Module) -> Option<Module> {
    (0..module.functions.len().saturating_sub(1)).find_map(|i| {
        let mut without = module.clone();
        let function = without.functions.remove(i);
        (!mentions(&without.without_assembly(), &function.name)).then_some(without)
    })
}

/// Returns the module without an unreachable global, if there is one.
fn without_global(module: &Module) -> Option<Module> {
    (0..module.globals.len()).find_map(|i| {
        let mut without = module.clone();
        let global = without.globals.remove(i);
        (!mentions(&without.without_assembly(), &global.0)).then_some(without)
    })
}
