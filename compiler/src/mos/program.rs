//! Builds the program out of functions in bytes: the order of the back end's parts.

use super::allocate::{Allocation, Home, Unit};
use super::code::{Chunk, Label, Program, Section, Usage};
use super::globals::Globals;
use super::isa::Set;
use super::labels::Labels;
use super::places::Places;
use super::{
    asm, branches, handlers, homes, improve, outline, passing, peephole, runtime, stack, startup,
    zero_page_check,
};
use crate::ir::{Module, Symbol};
use crate::lower::convention::{self, Loc};
use crate::lower::lir::{Call, Func, Inst, Target};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use crate::{Error, MemoryMap, Options, Pass};
use std::collections::{BTreeMap, BTreeSet};

/// Builds it.
pub fn build(
    module: &Module,
    graph: &CallGraph,
    funcs: Vec<Func>,
    options: &Options,
) -> Result<Program, Error> {
    let mut program = Program { memory: options.memory.clone(), ..Program::default() };
    let live: Vec<Liveness> = funcs.iter().map(Liveness::new).collect();
    let labels = Labels::new(module, graph, &funcs, &live, &options.externs, &mut program)?;
    let globals = Globals::new(module, &labels.symbols, &labels.entries)?;
    let reserved = globals.zero_page(&mut program)?;
    let input = homes::Input {
        module,
        graph,
        funcs: &funcs,
        live: &live,
        labels: &labels,
        globals: &globals,
        reserved: &reserved,
        options,
    };
    let (mut units, allocation) = homes::assign(&input, &mut program)?;
    if cfg!(debug_assertions) {
        let faults = zero_page_check::check(&units, graph, &allocation, &options.memory);
        assert!(faults.is_empty(), "allocation: {}: {}", module.name, faults.join("; "));
    }
    let places = Places::new(&units, &labels, &allocation, &mut program);
    program.chunks = code(&mut units, &labels, &places, options, &mut program);
    program.usage = usage(&units, &allocation, graph, &labels);
    program.chunks.extend(units.iter().flat_map(|unit| places.lists(unit)));
    program.chunks.extend(passed_in_memory(&units, &labels, &places, &options.memory));
    program.chunks.extend(globals.chunks(&allocation));
    program.chunks.extend(places.memory(&units));
    assembly(module, &labels, &mut program)?;
    startup::add(&mut program, &labels.names, !graph.contexts.handlers.is_empty())?;
    runtime::link(&mut program, &labels.names)?;
    let functions = stacked(&units, graph, &labels);
    stack::add(&mut program, &functions, labels.names["main"], options.stack_check)?;
    let input = handlers::Input {
        module,
        graph,
        units: &units,
        allocation: &allocation,
        symbols: &labels.symbols,
        names: &labels.names,
        frames: places.frames,
        handler_stack: options.handler_stack,
    };
    handlers::wrap(&mut program, &input)?;
    Ok(program)
}

/// The code of all functions, improved, and of what they share.
fn code(
    units: &mut [Unit],
    labels: &Labels,
    places: &Places<'_>,
    options: &Options,
    program: &mut Program,
) -> Vec<Chunk> {
    let passes = options.passes;
    let passed = passed(units, labels);
    let scratch = options.memory.pointers();
    let fixed: Vec<Option<u16>> = program.labels.iter().map(|label| label.fixed).collect();
    let mut own = places.own();
    let mut functions = Vec::new();
    for unit in &mut *units {
        let symbol = unit.func.symbol;
        let mut items = std::mem::take(&mut unit.code.items);
        places.put(symbol, &mut items);
        let own = own.remove(&symbol).unwrap_or_default().into_iter();
        let facts =
            improve::Facts::new(own, scratch, &fixed, &passed, unit.func.returns, unit.func.recursive);
        let code = improve::Code {
            items,
            weights: std::mem::take(&mut unit.code.weights),
            fixed: std::mem::take(&mut unit.code.fixed),
            stops: std::mem::take(&mut unit.code.stops),
        };
        let mut lines = improve::run(code, &facts, passes, program);
        if passes.has(Pass::Peephole) {
            peephole::run(&mut lines);
        }
        functions.push(outline::Function { lines, calls: unit.calls });
    }
    let shared = match passes.has(Pass::Outline) {
        true => outline::run(&mut functions, program, options.outlining),
        false => Vec::new(),
    };
    if passes.has(Pass::Peephole) {
        functions.iter_mut().for_each(|f| peephole::run(&mut f.lines));
    }
    if passes.has(Pass::Shorten) {
        functions.iter_mut().for_each(|f| branches::shorten(&mut f.lines));
    }
    let chunk = |label, items| Chunk { label, section: Section::Code, align: 1, items };
    let own = std::iter::zip(units, functions).map(|(unit, f)| {
        chunk(labels.symbols[&unit.func.symbol], f.lines.into_iter().map(|line| line.item).collect())
    });
    own.chain(shared.into_iter().map(|(label, items)| chunk(label, items))).collect()
}

/// The entries for calls through pointers, and the memory that calls pass in what registers and zero page do not hold.
fn passed_in_memory(units: &[Unit], labels: &Labels, places: &Places<'_>, map: &MemoryMap) -> Vec<Chunk> {
    let param = |symbol, i| places.param(labels, symbol, i);
    let more = labels.names[convention::MORE];
    let thunked = labels.params.keys().filter(|param| labels.entries.contains_key(&param.0));
    let mut chunks = passing::thunks(units, &labels.entries, &labels.symbols, param, map, more);
    chunks.extend(passing::memory(units, thunked, more));
    chunks
}

/// The module's own assembly, and the calls into a KERNAL that is banked out.
fn assembly(module: &Module, labels: &Labels, program: &mut Program) -> Result<(), Error> {
    if !module.asm.is_empty() {
        let text = module.asm.join("\n");
        let (chunk, _) = asm::chunk(&text, "module asm", Section::Code, program, &labels.names)?;
        program.chunks.push(chunk);
    }
    for (label, address) in &labels.banked {
        let text = format!("jsr __kernal_in\njsr ${address:04x}\njmp __kernal_out");
        let (chunk, _) = asm::chunk(&text, "a call of the KERNAL", Section::Code, program, &labels.names)?;
        program.chunks.push(Chunk { label: *label, ..chunk });
    }
    Ok(())
}

/// The registers that functions and runtime routines are passed something in.
fn passed(units: &[Unit], labels: &Labels) -> BTreeMap<Label, Set> {
    let mut passed: BTreeMap<Label, Set> = BTreeMap::new();
    for unit in units {
        let taken = match unit.func.params.len() {
            0 => Set::NONE,
            1 => Set::A,
            _ => Set::A | Set::X,
        };
        passed.insert(labels.symbols[&unit.func.symbol], taken);
    }
    for name in ["__push_homes", "__pop_homes"] {
        passed.insert(labels.runtime[name], Set::A | Set::Y);
    }
    for (inst, _) in units.iter().flat_map(|u| &u.func.blocks).flat_map(|b| &b.insts) {
        let Inst::Call(Call { target: Target::Runtime(name), ins, .. }) = inst else { continue };
        let entry = passed.entry(labels.runtime[name]).or_insert(Set::NONE);
        for (loc, _) in ins {
            *entry = *entry
                | match loc {
                    Loc::A => Set::A,
                    Loc::X => Set::X,
                    Loc::Y => Set::Y,
                    Loc::Carry => Set::C,
                    Loc::Arg(_) | Loc::More(_) | Loc::Param(..) => Set::NONE,
                };
        }
    }
    passed
}

/// Memory and call depth of every function.
fn usage(units: &[Unit], allocation: &Allocation, graph: &CallGraph, labels: &Labels) -> Vec<Usage> {
    let depths = graph.depths();
    units
        .iter()
        .map(|unit| {
            let symbol = unit.func.symbol;
            let homes: BTreeSet<Home> =
                allocation.homes.iter().filter(|h| h.0.0 == symbol).map(|h| *h.1).collect();
            let zero_page =
                homes.iter().filter_map(|h| if let Home::ZeroPage(at) = h { Some(*at) } else { None });
            let slots = homes.iter().filter(|h| matches!(h, Home::Frame(_))).count() as u32;
            let objects: u32 = unit.func.objects.iter().map(|o| o.0).sum();
            Usage {
                label: labels.symbols[&symbol],
                small: unit.func.small,
                zero_page: zero_page.collect(),
                frame: slots + objects,
                depth: depths[&symbol],
            }
        })
        .collect()
}

/// The functions as the bounds of the stacks want them.
fn stacked(units: &[Unit], graph: &CallGraph, labels: &Labels) -> Vec<stack::bound::Function> {
    let reached = |symbol: &Symbol| graph.taken.contains_key(symbol) && labels.symbols.contains_key(symbol);
    let function = |unit: &Unit| stack::bound::Function {
        label: labels.symbols[&unit.func.symbol],
        pointers: graph.callees[&unit.func.symbol]
            .iter()
            .filter(|s| reached(s))
            .map(|s| labels.symbols[s])
            .collect(),
        recursive: unit.func.recursive,
        software: unit.software_stack(),
        handler: graph.contexts.handlers.contains_key(&unit.func.symbol),
    };
    units.iter().map(function).collect()
}
