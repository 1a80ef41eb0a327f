//! Builds the program out of functions in bytes: labels, selection, allocation, thunks, start-up, runtime.

use super::allocate::{Allocation, Home, Unit, allocate};
use super::code::{Arg, Chunk, Ins, Item, Label, Program, Section, Usage};
use super::globals::{Globals, is_under_kernal};
use super::isa::Set;
use super::live::{Classes, Liveness};
use super::memory::{FRAMES, HIGH};
use super::select::{Context, select};
use super::{
    asm, branches, handlers, improve, outline, passing, peephole, runtime, stack, startup, zero_page_check,
};
use crate::fault::{self, Fault};
use crate::ir::sources::Sources;
use crate::ir::{Module, Symbol, SymbolKind};
use crate::lower::lir::{Call, Func, Inst, Loc, Reg, Target};
use crate::opt::callgraph::CallGraph;
use crate::{Error, Options, Pass};
use std::collections::{BTreeMap, BTreeSet};

/// Estimated calls of a function stop growing here.
const MAX_CALLS: u64 = 1 << 32;

/// All labels of a program by what they stand for.
struct Labels {
    symbols: BTreeMap<Symbol, Label>,
    entries: BTreeMap<Symbol, Label>,
    objects: BTreeMap<(Symbol, u32), Label>,
    params: BTreeMap<(Symbol, u32), Label>,
    runtime: BTreeMap<&'static str, Label>,
    /// Addresses in the KERNAL of a program that has it banked out.
    banked: BTreeMap<Label, u16>,
    names: BTreeMap<String, Label>,
}

/// Builds it.
pub fn build(
    module: &Module,
    graph: &CallGraph,
    funcs: Vec<Func>,
    options: &Options,
) -> Result<Program, Error> {
    let passes = options.passes;
    let mut program = Program::default();
    let live: Vec<Liveness> = funcs.iter().map(Liveness::new).collect();
    let labels = Labels::new(module, graph, &funcs, &live, &options.externs, &mut program)?;
    let globals = Globals::new(module, &labels.symbols, &labels.entries)?;
    let reserved = globals.zero_page(&mut program)?;
    let calls = call_counts(&funcs, &live, graph);
    let mut barred: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>> = BTreeMap::new();
    let mut unlisted: BTreeSet<Symbol> = BTreeSet::new();
    let (mut units, allocation) = loop {
        let mut scratch = program.clone();
        let mut units = Vec::new();
        for (func, live) in funcs.iter().zip(&live) {
            let classes = Classes::new(func, live, barred.entry(func.symbol).or_default());
            let context = labels.context(&module.sources, graph, &unlisted);
            let code = select(func, live, &classes, &context, &mut scratch)?;
            units.push(Unit { func: func.clone(), classes, code, calls: calls[&func.symbol] });
        }
        for unit in &mut units {
            touch_params(unit, &labels);
        }
        let variables = match passes.has(Pass::Variables) {
            true => globals.wanted(&units),
            false => Vec::new(),
        };
        let allocation = allocate(&units, graph, &reserved, &variables);
        let outside = |unit: &&Unit| {
            let home = |class: &Reg| allocation.homes.get(&(unit.func.symbol, *class));
            unit.code.lists.keys().flatten().any(|class| matches!(home(class), Some(Home::Frame(_))))
        };
        let too_far: Vec<Symbol> = units.iter().filter(outside).map(|unit| unit.func.symbol).collect();
        unlisted.extend(&too_far);
        if allocation.failed.is_empty() && too_far.is_empty() {
            program = scratch;
            break (units, allocation);
        }
        for (symbol, pairs) in allocation.failed {
            barred.entry(symbol).or_default().extend(pairs);
        }
    };
    if cfg!(debug_assertions) {
        let faults = zero_page_check::check(&units, graph, &allocation);
        assert!(faults.is_empty(), "allocation: {}: {}", module.name, faults.join("; "));
    }
    let frames = program.label(FRAMES);
    let mut resolve = BTreeMap::new();
    for ((symbol, i), label) in &labels.params {
        let unit = units.iter().find(|u| u.func.symbol == *symbol).expect("a parameter has a function");
        let class = unit.classes.class(unit.func.params[*i as usize]);
        match allocation.homes[&(*symbol, class)] {
            Home::ZeroPage(at) => program.labels[label.0 as usize].fixed = Some(at),
            Home::Frame(at) => {
                resolve.insert(*label, at as i32);
            }
        }
    }
    for (label, (at, _)) in &allocation.variables {
        program.labels[label.0 as usize].fixed = Some(*at);
    }
    for (object, label) in &labels.objects {
        resolve.insert(*label, allocation.objects[object] as i32);
    }
    let passed = passed(&units, &labels);
    let fixed: Vec<Option<u16>> = program.labels.iter().map(|label| label.fixed).collect();
    let mut homes: BTreeMap<Symbol, Vec<improve::Own>> = BTreeMap::new();
    for ((symbol, _), home) in &allocation.homes {
        homes.entry(*symbol).or_default().push(match *home {
            Home::ZeroPage(at) => improve::Own::Zp(at),
            Home::Frame(at) => improve::Own::Frame(frames, at as i32),
        });
    }
    let mut functions = Vec::new();
    for unit in &mut units {
        let symbol = unit.func.symbol;
        let mut items = std::mem::take(&mut unit.code.items);
        place(&mut items, symbol, &allocation, frames, &resolve);
        let homes = homes.remove(&symbol).unwrap_or_default().into_iter();
        let facts = improve::Facts::new(homes, &fixed, &passed, unit.func.returns, unit.func.recursive);
        let code = improve::Code {
            items,
            weights: std::mem::take(&mut unit.code.weights),
            fixed: std::mem::take(&mut unit.code.fixed),
            stops: std::mem::take(&mut unit.code.stops),
        };
        let mut lines = improve::run(code, &facts, passes, &mut program);
        if passes.has(Pass::Peephole) {
            peephole::run(&mut lines);
        }
        functions.push(outline::Function { lines, calls: unit.calls });
    }
    let shared = match passes.has(Pass::Outline) {
        true => outline::run(&mut functions, &mut program, options.outlining),
        false => Vec::new(),
    };
    if passes.has(Pass::Peephole) {
        functions.iter_mut().for_each(|f| peephole::run(&mut f.lines));
    }
    if passes.has(Pass::Shorten) {
        functions.iter_mut().for_each(|f| branches::shorten(&mut f.lines));
    }
    let code = |label, items| Chunk { label, section: Section::Code, align: 1, items };
    let mut chunks: Vec<Chunk> = std::iter::zip(&units, functions)
        .map(|(unit, f)| {
            code(labels.symbols[&unit.func.symbol], f.lines.into_iter().map(|line| line.item).collect())
        })
        .collect();
    chunks.extend(shared.into_iter().map(|(label, items)| code(label, items)));
    chunks.extend(units.iter().flat_map(|unit| lists(unit, &allocation)));
    program.usage = usage(&units, &allocation, graph, &labels);
    let address = |symbol, i| {
        let label = labels.params.get(&(symbol, i))?;
        Some(resolve.get(label).map_or(Arg::Mem(*label, 0), |at| Arg::Mem(frames, *at)))
    };
    let more = labels.names[passing::MORE];
    chunks.extend(passing::thunks(&units, &labels.entries, &labels.symbols, address, more));
    let thunked = labels.params.keys().filter(|param| labels.entries.contains_key(&param.0));
    chunks.extend(passing::memory(&units, thunked, more));
    chunks.extend(globals.chunks(&allocation));
    if allocation.frames > 0 {
        let items = vec![Item::Bytes(vec![0; allocation.frames as usize])];
        // At least even, as frames were when the baselines were taken: a byte can move a table over a page.
        let objects = units.iter().flat_map(|unit| &unit.func.objects);
        let objects = objects.filter(|_| !fault::is(Fault::AlignmentIgnored));
        let align = objects.fold(2, |most, object| most.max(object.1));
        chunks.push(Chunk { label: frames, section: Section::NoInit, align, items });
    }
    if !module.asm.is_empty() {
        let text = module.asm.join("\n");
        let (chunk, _) = asm::chunk(&text, "module asm", Section::Code, &mut program, &labels.names)?;
        chunks.push(chunk);
    }
    for (label, address) in &labels.banked {
        let text = format!("jsr __kernal_in\njsr ${address:04x}\njmp __kernal_out");
        let (chunk, _) =
            asm::chunk(&text, "a call of the KERNAL", Section::Code, &mut program, &labels.names)?;
        chunks.push(Chunk { label: *label, ..chunk });
    }
    program.chunks = chunks;
    startup::add(&mut program, &labels.names, !graph.contexts.handlers.is_empty())?;
    runtime::link(&mut program, &labels.names)?;
    let functions = stacked(&units, graph, &labels);
    stack::add(&mut program, &functions, labels.names["main"], options.stack_check)?;
    let (symbols, names) = (&labels.symbols, &labels.names);
    let (units, allocation, handler_stack) = (&units, &allocation, options.handler_stack);
    let input = handlers::Input { module, graph, units, allocation, symbols, names, frames, handler_stack };
    handlers::wrap(&mut program, &input)?;
    Ok(program)
}

impl Labels {
    fn new(
        module: &Module,
        graph: &CallGraph,
        funcs: &[Func],
        live: &[Liveness],
        externs: &BTreeMap<String, u16>,
        program: &mut Program,
    ) -> Result<Labels, Error> {
        let mut names = runtime::declare(program);
        let high = module.globals.iter().any(is_under_kernal);
        let mut banked = BTreeMap::new();
        let runtime = runtime::ROUTINES.iter().map(|r| (r.name, names[r.name])).collect();
        let mut symbols: BTreeMap<Symbol, Label> = BTreeMap::new();
        for (i, info) in module.symbols.iter().enumerate() {
            // An alias is another name of the same thing.
            let (primary, defined) = match info.kind {
                SymbolKind::Function(f) => (module.functions[f as usize].symbol, true),
                SymbolKind::Global(g) => {
                    let global = &module.globals[g as usize];
                    (global.symbol, global.init.is_some())
                }
                SymbolKind::Extern(_) => (Symbol(i as u32), false),
                SymbolKind::Dropped => continue,
            };
            let name = &module.symbols[primary.index()].name;
            let label = match (symbols.get(&primary), names.get(name), externs.get(name)) {
                (Some(label), _, _) | (None, Some(label), _) => *label,
                (None, None, Some(address)) if !defined && high && *address >= HIGH => {
                    let label = program.label(name);
                    banked.insert(label, *address);
                    label
                }
                (None, None, Some(address)) if !defined => program.fixed(name, *address),
                _ => program.label(name),
            };
            symbols.insert(primary, label);
            symbols.insert(Symbol(i as u32), label);
            names.insert(info.name.clone(), label);
        }
        if module.symbol("main").is_none_or(|s| module.function(s).is_none()) && !names.contains_key("main") {
            return Err(Error::Undefined {
                file: module.name.clone(),
                symbols: vec![("main".into(), "the start-up code".into())],
            });
        }
        let mut labels = Labels {
            symbols,
            entries: BTreeMap::new(),
            objects: BTreeMap::new(),
            params: BTreeMap::new(),
            runtime,
            banked,
            names,
        };
        for (func, live) in funcs.iter().zip(live) {
            let name = module.name_of(func.symbol);
            for n in 0..func.objects.len() as u32 {
                labels.objects.insert((func.symbol, n), program.label(format!(".{name}.object{n}")));
            }
            for (i, reg) in func.params.iter().enumerate().skip(2) {
                if live.r#in[0].contains(*reg) {
                    let label = program.label(format!(".{name}.arg{i}"));
                    labels.params.insert((func.symbol, i as u32), label);
                }
            }
            let needs_thunk = labels.params.keys().any(|p| p.0 == func.symbol);
            if needs_thunk && graph.taken.contains_key(&func.symbol) {
                labels.entries.insert(func.symbol, program.label(format!("{name}.indirect")));
            }
        }
        Ok(labels)
    }

    fn context<'a>(
        &'a self,
        sources: &'a Sources,
        graph: &'a CallGraph,
        unlisted: &'a BTreeSet<Symbol>,
    ) -> Context<'a> {
        Context {
            symbols: &self.symbols,
            entries: &self.entries,
            objects: &self.objects,
            params: &self.params,
            runtime: &self.runtime,
            names: &self.names,
            sources,
            graph,
            unlisted,
        }
    }
}

/// The homes that a function saves over calls back into it: how many, made even, and their addresses.
fn lists(unit: &Unit, allocation: &Allocation) -> Vec<Chunk> {
    let address = |class: &Reg| match allocation.homes[&(unit.func.symbol, *class)] {
        Home::ZeroPage(at) => at as u8,
        Home::Frame(_) => unreachable!("functions with such homes have no lists"),
    };
    let chunk = |(classes, label): (&Vec<Reg>, &Label)| {
        let mut homes: Vec<u8> = classes.iter().map(address).collect();
        if homes.len() % 2 == 1 {
            homes.push(homes[0]);
        }
        homes.insert(0, homes.len() as u8);
        Chunk { label: *label, section: Section::Constants, align: 1, items: vec![Item::Bytes(homes)] }
    };
    unit.code.lists.iter().map(chunk).collect()
}

/// Callers write the memory of parameters even if the function itself never does.
fn touch_params(unit: &mut Unit, labels: &Labels) {
    for (i, reg) in unit.func.params.iter().enumerate() {
        if labels.params.contains_key(&(unit.func.symbol, i as u32)) {
            *unit.code.touched.entry(unit.classes.class(*reg)).or_default() += 1;
        }
    }
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
                    Loc::Zp(_) | Loc::More(_) | Loc::Param(..) => Set::NONE,
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

/// How often each function is called, by loops around its calls and its callers' counts.
fn call_counts(funcs: &[Func], live: &[Liveness], graph: &CallGraph) -> BTreeMap<Symbol, u64> {
    let mut counts: BTreeMap<Symbol, u64> = funcs.iter().map(|f| (f.symbol, 1)).collect();
    let index: BTreeMap<Symbol, usize> = funcs.iter().enumerate().map(|(i, f)| (f.symbol, i)).collect();
    for symbol in graph.components.iter().rev().flatten() {
        let Some(&i) = index.get(symbol) else { continue };
        let own = counts[symbol];
        for &bb in &live[i].order {
            let weight = own.saturating_mul(live[i].frequency[bb.0 as usize]);
            for (inst, _) in &funcs[i].blocks[bb.0 as usize].insts {
                let Inst::Call(call) = inst else { continue };
                let callees: Vec<Symbol> = match &call.target {
                    Target::Function(s) => vec![*s],
                    Target::Indirect { takes, returns, .. } => graph.indirect(*takes, *returns).collect(),
                    _ => Vec::new(),
                };
                for callee in callees {
                    if callee != *symbol
                        && let Some(count) = counts.get_mut(&callee)
                    {
                        *count = count.saturating_add(weight).min(MAX_CALLS);
                    }
                }
            }
        }
    }
    counts
}

/// Puts addresses for homes, parameters and local objects.
fn place(
    items: &mut [Item],
    symbol: Symbol,
    allocation: &Allocation,
    frames: Label,
    resolve: &BTreeMap<Label, i32>,
) {
    for item in items {
        let Item::Ins(Ins { arg, .. }) = item else { continue };
        *arg = match *arg {
            Arg::Home(class) => match allocation.homes[&(symbol, Reg(class))] {
                Home::ZeroPage(at) => Arg::Abs(at),
                Home::Frame(at) => Arg::Mem(frames, at as i32),
            },
            Arg::Mem(label, offset) if resolve.contains_key(&label) => {
                Arg::Mem(frames, resolve[&label] + offset)
            }
            Arg::Lo(label, offset) if resolve.contains_key(&label) => {
                Arg::Lo(frames, resolve[&label] + offset)
            }
            Arg::Hi(label, offset) if resolve.contains_key(&label) => {
                Arg::Hi(frames, resolve[&label] + offset)
            }
            arg => arg,
        };
    }
}
