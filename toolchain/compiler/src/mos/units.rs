//! Information about all functions for the passes over the whole program, and the chunks that no pass of its own generates.

use super::allocate::{Allocation, Home, Unit};
use super::code::{Chunk, Item, Label, Program, Section, Usage};
use super::globals::Globals;
use super::improve::{Code, Facts, Own, Recursion};
use super::isa::Set;
use super::labels::Labels;
use super::places::Places;
use super::{asm, outline, passing, runtime, stack};
use crate::ir::{Module, Symbol};
use crate::lower::lir::{Call, Inst, Ran, Target};
use crate::lower::{convention, frequency};
use crate::opt::callgraph::CallGraph;
use crate::{Error, MemoryMap};
use std::collections::{BTreeMap, BTreeSet};

/// The information about the program that the improvement of functions needs.
pub struct Shared {
    passed: BTreeMap<Label, Set>,
    fixed: Vec<Option<u16>>,
    scratch: [u16; 2],
    highest: BTreeMap<Label, u16>,
    /// The routine that saves homes.
    saves: Label,
}

impl Shared {
    /// Collects it from a program whose homes have addresses.
    pub fn new(units: &[Unit], labels: &Labels, globals: &Globals<'_>, program: &Program) -> Shared {
        Shared {
            passed: passed(units, labels),
            fixed: program.labels.iter().map(|label| label.fixed).collect(),
            scratch: program.memory.pointers(),
            highest: globals.highest(&program.memory),
            saves: labels.runtime["__push_homes"],
        }
    }

    /// Returns the facts about one function, with its own memory and that of its parameters.
    pub fn facts(&self, unit: &Unit, own: Vec<Own>, params: Vec<Own>) -> Facts<'_> {
        let returned = passing::returned(&unit.func);
        let recursion = unit.func.recursive.then_some(Recursion { params, saves: self.saves });
        let facts = Facts::new(own.into_iter(), self.scratch, &self.fixed, &self.passed, returned, recursion);
        facts.with_highest(&self.highest)
    }
}

/// Takes the code of a function out of the result of selection; `packed` says that the program will be packed.
pub fn take_code(unit: &mut Unit, packed: bool) -> Code {
    let weights = std::mem::take(&mut unit.code.weights);
    Code {
        items: std::mem::take(&mut unit.code.items),
        fixed: std::mem::take(&mut unit.code.fixed),
        stops: std::mem::take(&mut unit.code.stops),
        seldom: frequency::seldom(&unit.func),
        rare: frequency::rare(&unit.func, packed),
        idle: frequency::idle(&unit.func, packed, weights.iter().map(|(_, weight)| *weight)),
        weights,
        counted: matches!(unit.func.ran, Ran::Counted { .. }),
    }
}

/// Returns the code of all functions, then the routines that they share, as chunks.
pub fn code_chunks(
    functions: Vec<outline::Function>,
    shared: Vec<(Label, Vec<Item>)>,
    units: &[Unit],
    labels: &Labels,
) -> Vec<Chunk> {
    let chunk = |label, items| Chunk { label, section: Section::Code, align: 1, items };
    let own = units.iter().zip(functions).map(|(unit, function)| {
        let items = function.lines.into_iter().map(|line| line.item).collect();
        chunk(labels.symbols[&unit.func.symbol], items)
    });
    own.chain(shared.into_iter().map(|(label, items)| chunk(label, items))).collect()
}

/// Returns the entries for calls through pointers, and the memory for arguments that fit neither registers nor the zero page.
pub fn passed_in_memory(units: &[Unit], labels: &Labels, places: &Places<'_>, map: &MemoryMap) -> Vec<Chunk> {
    let param = |symbol, i| places.param(labels, symbol, i);
    let more = labels.names[convention::MORE];
    let thunked = labels.params.keys().filter(|param| labels.entries.contains_key(&param.0));
    let mut chunks = passing::thunks(units, &labels.entries, &labels.symbols, param, map, more);
    chunks.extend(passing::memory(units, thunked, more));
    chunks
}

/// Adds the module's own assembly, and the calls into a KERNAL that is banked out.
pub fn assembly(module: &Module, labels: &Labels, program: &mut Program) -> Result<(), Error> {
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

/// Returns the registers in which functions and runtime routines take arguments.
fn passed(units: &[Unit], labels: &Labels) -> BTreeMap<Label, Set> {
    let mut passed: BTreeMap<Label, Set> = BTreeMap::new();
    for unit in units {
        passed.insert(labels.symbols[&unit.func.symbol], passing::taken(&unit.func));
    }
    for name in ["__push_homes", "__pop_homes"] {
        passed.insert(labels.runtime[name], runtime::find(name).expect("it is a routine").reads);
    }
    for (inst, _) in units.iter().flat_map(|u| &u.func.blocks).flat_map(|b| &b.insts) {
        let Inst::Call(Call { target: Target::Runtime(name), ins, .. }) = inst else { continue };
        let entry = passed.entry(labels.runtime[name]).or_insert(Set::NONE);
        *entry = *entry | passing::registers(ins.iter().map(|i| i.0));
    }
    passed
}

/// Returns memory and call depth of every function.
pub fn usage(units: &[Unit], allocation: &Allocation, graph: &CallGraph, labels: &Labels) -> Vec<Usage> {
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
            let largest = unit.func.objects.iter().max_by_key(|o| o.0);
            Usage {
                label: labels.symbols[&symbol],
                small: unit.func.small,
                zero_page: zero_page.collect(),
                frame: slots + objects,
                largest: largest.map(|object| (object.2.clone(), object.0)),
                depth: depths[&symbol],
            }
        })
        .collect()
}

/// Returns the functions in the form needed for the bounds of the stacks.
pub fn stacked(units: &[Unit], graph: &CallGraph, labels: &Labels) -> Vec<stack::bound::Function> {
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
