//! Interrupt handlers: the entry code that saves and restores the state of the interrupted code.
//!
//! Requires: the whole program in code, including the runtime.  Gives: an entry at each handler's label that calls the handler's code.
//!
//! The functions of a handler have their own homes, frames and parameters (`opt::separate`). The entry saves the rest to memory of
//! the handler: the zero-page bytes that all functions work with (see [`MemoryMap`](crate::MemoryMap)), as far as the code reached
//! from the handler writes them, and the homes of functions that the handler shares with others. Memory written by functions that
//! do not return need not be saved. A handler that uses the software stack, or that ends the program through code using it, gets a
//! stack of its own, because it may interrupt a half-finished update of the stack pointer.
//!
//! A handler is not re-entered before it ends. If that happens (it enabled interrupts itself, or it serves NMIs), the second entry
//! returns at once, with interrupts disabled until the first has ended. An IRQ then occurs again. An NMI would not, and a chip that
//! is not acknowledged would send no more of them, so the first entry repeats all of its work. An interrupt counts as an NMI if it
//! occurs with interrupts disabled, as they are in handlers unless these enable them.
//!
//! Sources: KERNAL 901227-03, $FF48 (pushes A, X, Y and continues at $0314 or $0316), $FE43 (`sei`, `jmp ($0318)`), $EA31 (the IRQ
//! routine), $EA81 (pulls Y, X, A; `rti`); Commodore 64 Programmer's Reference Guide, pages 308 and 320.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::allocate::{Allocation, Home, Unit};
use super::asm;
use super::code::{Arg, Chunk, FRAMES, Ins, Item, Label, Program, Section};
use super::isa::{Access, Mnemonic as M, Mode};
use super::runtime;
use super::stack::{LIMIT, check};
use crate::Error;
use crate::fault::{self, Fault};
use crate::ir::{Interrupt, Module, Symbol};
use crate::lower::convention::MORE;
use crate::opt::callgraph::CallGraph;
use crate::opt::contexts;

/// Up to this many adjacent bytes are saved one by one, more of them in a loop.
const UNROLLED: usize = 8;
/// The maximum number of bytes that one loop saves.
const LOOP: usize = 128;
/// The processor port, which controls whether the KERNAL is banked in.
const PORT: u16 = 0x01;

/// The input of wrapping handlers.
pub struct Input<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its call graph and contexts.
    pub graph: &'a CallGraph,
    /// Its functions.
    pub units: &'a [Unit],
    /// The places of homes.
    pub allocation: &'a Allocation,
    /// The labels of functions.
    pub symbols: &'a BTreeMap<Symbol, Label>,
    /// Labels by name.
    pub names: &'a BTreeMap<String, Label>,
    /// The memory for frames.
    pub frames: Label,
    /// Bytes of software stack for the recursion of a handler. The handlers' stacks are at the end of the RAM.
    pub handler_stack: u16,
}

/// A byte that a handler saves: an address, or an offset from a label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Saved {
    /// This many bytes after a label of [`WORKING`]. They are restored first, so that the software stack pointer is never below its limit.
    Named(&'static str, u32),
    At(u16),
    Frame(u32),
}

/// The request to call the KERNAL's routine.
const NEXT: &str = "__irq_next";
/// Memory outside the zero page that all functions work with: this request, the arguments of indirect calls that do not fit in
/// `ARG`, and the limit of the software stack, which rises when memory is taken.
const WORKING: [&str; 3] = [NEXT, MORE, LIMIT];

/// Adds the entries of all handlers to a program, and [`__quiet`](super::startup), which ends them.
///
/// # Errors
/// Returns an error only if the entry does not assemble.
pub fn wrap(program: &mut Program, input: &Input<'_>) -> Result<(), Error> {
    // `__kernal_irq` writes it, whether or not a handler calls `__kernal_irq`.
    let label = input.names[NEXT];
    if program.chunks.iter().flat_map(|c| &c.items).any(|i| i.reference() == Some(label)) {
        let items = vec![Item::Bytes(vec![0])];
        program.chunks.push(Chunk { label, section: Section::NoInit, align: 1, items });
    }
    if input.graph.contexts.handlers.is_empty() {
        return Ok(());
    }
    let scan = Scan::new(program, input);
    let saved: Vec<(Symbol, BTreeSet<Saved>)> = input
        .graph
        .contexts
        .handlers
        .iter()
        .map(|(handler, members)| (*handler, scan.saved(program, input, *handler, members)))
        .collect();
    let mut quiet = String::from("lda #0\n");
    let mut known = input.names.clone();
    known.insert(FRAMES.to_string(), input.frames);
    for (n, (handler, saved)) in saved.into_iter().enumerate() {
        let free = add(program, input, &mut known, handler, saved)?;
        known.insert(format!("__free{n}"), free);
        let _ = writeln!(quiet, "sta __free{n}");
    }
    quiet += include_str!("../../runtime/quiet.s");
    let (chunk, _) = asm::chunk(&quiet, "__quiet", Section::Code, program, &known)?;
    program.chunks.push(Chunk { label: input.names["__quiet"], ..chunk });
    let top = input.names["__stack_top"];
    // A program that needs too much memory is rejected when it is encoded.
    program.labels[top.0 as usize].fixed =
        Some(program.memory.ram_end.wrapping_sub(program.handler_stacks as u16));
    Ok(())
}

/// Adds the entry of one handler and its memory; returns the label of the byte that says whether it may be entered.
fn add(
    program: &mut Program,
    input: &Input<'_>,
    known: &mut BTreeMap<String, Label>,
    handler: Symbol,
    mut saved: BTreeSet<Saved>,
) -> Result<Label, Error> {
    let banked = program.chunks.iter().any(|c| c.section == Section::High);
    if banked {
        saved.insert(Saved::At(PORT));
    }
    let label = input.symbols[&handler];
    let name = program.labels[label.0 as usize].name.clone();
    let kind = input.module.function(handler).and_then(|f| f.interrupt).unwrap_or(Interrupt::Hardware);
    let mut own = |part: &str| program.label(format!("{name}.{part}"));
    let (body, free, memory) = (own("body"), own("free"), own("memory"));
    let uses_stack = saved.contains(&Saved::At(program.memory.stack()));
    if uses_stack {
        let size = own_stack(input, handler);
        let top = program.memory.ram_end.wrapping_sub(program.handler_stacks as u16);
        program.handler_stacks = program.handler_stacks.saturating_add(size);
        known.insert("__own_stack".to_string(), program.fixed(format!("{name}.stack"), top));
        if has_limit(program, input) {
            saved.extend([Saved::Named(LIMIT, 0), Saved::Named(LIMIT, 1)]);
            let bottom = program.fixed(format!("{name}.limit"), top.wrapping_sub(size as u16));
            known.insert("__own_limit".to_string(), bottom);
        }
    }
    for (name, label) in [("__body", body), ("__free", free), ("__memory", memory)] {
        known.insert(name.to_string(), label);
    }
    let text = entry(kind, &saved, banked, uses_stack);
    let (chunk, _) = asm::chunk(&text, "an interrupt handler", Section::Code, program, known)?;
    for chunk in program.chunks.iter_mut().filter(|c| c.label == label) {
        chunk.label = body;
    }
    program.chunks.push(Chunk { label, ..chunk });
    let data = |label, section, bytes| Chunk { label, section, align: 1, items: vec![Item::Bytes(bytes)] };
    program.chunks.push(data(free, Section::Data, vec![1]));
    if !saved.is_empty() {
        program.chunks.push(data(memory, Section::NoInit, vec![0; saved.len()]));
    }
    Ok(free)
}

/// Returns the functions that a handler reaches, including those that do not return.
fn led_to(graph: &CallGraph, handler: Symbol) -> BTreeSet<Symbol> {
    contexts::closure([handler], |symbol| graph.callees[symbol].iter().copied().collect())
}

/// Returns the bytes of software stack for a handler: the maximum of its nested calls, plus a reserve if there is recursion.
fn own_stack(input: &Input<'_>, handler: Symbol) -> u32 {
    if fault::is(Fault::NoStackOfItsOwn) {
        return 0;
    }
    let taken: BTreeMap<Symbol, u32> =
        input.units.iter().map(|unit| (unit.func.symbol, unit.software_stack())).collect();
    let mut needs: BTreeMap<Symbol, u32> = BTreeMap::new();
    for component in &input.graph.components {
        let below = component.iter().flat_map(|symbol| &input.graph.callees[symbol]);
        let below = below.filter_map(|callee| needs.get(callee)).max().copied().unwrap_or(0);
        let own = component.iter().map(|s| taken[s]);
        let need = own.fold(below, u32::saturating_add);
        needs.extend(component.iter().map(|symbol| (*symbol, need)));
    }
    let recursive = is_recursive(input.graph, handler);
    // Everything else on a software stack takes an even number of bytes, which keeps addresses on it even.
    let aside = if recursive { u32::from(input.handler_stack).next_multiple_of(2) } else { 0 };
    needs[&handler].saturating_add(aside)
}

/// Returns whether the program keeps the limit of its software stack in a variable.
fn has_limit(program: &Program, input: &Input<'_>) -> bool {
    program.chunks.iter().any(|chunk| chunk.label == input.names[LIMIT])
}

/// Returns whether an interrupt handler reaches a recursive function.
pub fn recurse(graph: &CallGraph) -> bool {
    graph.contexts.handlers.keys().any(|handler| is_recursive(graph, *handler))
}

fn is_recursive(graph: &CallGraph, handler: Symbol) -> bool {
    led_to(graph, handler).iter().any(|symbol| graph.recursive(*symbol))
}

/// Returns the text of a handler's entry. It saves and restores through A and Y; X keeps the request for the KERNAL's routine.
fn entry(kind: Interrupt, saved: &BTreeSet<Saved>, banked: bool, uses_stack: bool) -> String {
    let leave = match kind {
        Interrupt::Kernal => "jmp $ea81\n",
        Interrupt::Hardware => "pla\ntay\npla\ntax\npla\nrti\n",
    };
    let mut text = String::new();
    if kind == Interrupt::Hardware {
        text += "pha\ntxa\npha\ntya\npha\n";
    }
    // The NMOS 6502 does not change decimal mode on interrupts.
    text += "cld\n";
    text += match kind {
        Interrupt::Kernal => "lsr __free\nbcc @nested\n",
        // A pending request in bit 7 is kept. An NMI between the load and the store ends before the store.
        Interrupt::Hardware => "lda __free\nlsr a\nbcc @nested\nlda #0\nsta __free\n",
    };
    text += "@enter:\n";
    text += &moves(saved, true);
    if banked {
        text += "lda #<__port\nsta $01\n";
    }
    if uses_stack {
        text += "lda #<__own_stack\nsta STACK\nlda #>__own_stack\nsta STACK+1\n";
    }
    if saved.contains(&Saved::Named(LIMIT, 0)) {
        text += "lda #<__own_limit\nsta __stack_limit\nlda #>__own_limit\nsta __stack_limit+1\n";
    }
    let asks = saved.contains(&Saved::Named(NEXT, 0));
    if asks {
        text += "lda #0\nsta __irq_next\n";
    }
    text += "jsr __body\n";
    if asks {
        text += "ldx __irq_next\n";
    }
    text += &moves(saved, false);
    text += "inc __free\n";
    if kind == Interrupt::Hardware {
        text += "bmi @again\n";
    }
    if asks {
        text += "txa\nbne @kernal\n";
    }
    text += leave;
    if asks {
        text += "@kernal: jmp $ea31\n";
    }
    if kind == Interrupt::Hardware {
        text += "@again: lda #0\nsta __free\njmp @enter\n";
    }
    text += "@nested: tsx\n";
    if banked && kind == Interrupt::Kernal {
        // The flags of the interrupted code are below what `high.s` pushed, if it was entered through that.
        text += "lda $0106,x\ncmp #>__irq_back\nbne @flags\nlda $0105,x\ncmp #<__irq_back\nbne @flags\n";
        text += "lda $0109,x\nora #$04\nsta $0109,x\n";
    }
    text += "@flags: lda $0104,x\n";
    if kind == Interrupt::Hardware {
        // With interrupts disabled it can only be an NMI: bit 7 asks the first entry, which increments the byte at its end, to run again.
        text += "and #$04\nbeq @irq\nlda #$80\nsta __free\n@irq: lda $0104,x\n";
    }
    text += "ora #$04\nsta $0104,x\n";
    text + leave
}

/// Returns the text that saves these bytes, or restores them.
fn moves(saved: &BTreeSet<Saved>, save: bool) -> String {
    let mut text = String::new();
    let all: Vec<Saved> = saved.iter().copied().collect();
    let mut at = 0;
    while at < all.len() {
        let run = all[at..].iter().zip(0..LOOP as u32).take_while(|(s, i)| follows(all[at], **s, *i)).count();
        let place = match all[at] {
            Saved::At(address) => format!("${address:02x}"),
            Saved::Frame(offset) => format!("{FRAMES}+{offset}"),
            Saved::Named(name, offset) => format!("{name}+{offset}"),
        };
        let (from, to) = match save {
            true => (place, format!("__memory+{at}")),
            false => (format!("__memory+{at}"), place),
        };
        let _ = if run <= UNROLLED {
            (0..run).try_for_each(|i| write!(text, "lda {from}+{i}\nsta {to}+{i}\n"))
        } else {
            let (label, last) = (format!("@{}{at}", if save { "save" } else { "restore" }), run - 1);
            write!(text, "ldy #{last}\n{label}: lda {from},y\nsta {to},y\ndey\nbpl {label}\n")
        };
        at += run;
    }
    text
}

/// Returns whether a byte is at this distance after another.
fn follows(first: Saved, byte: Saved, distance: u32) -> bool {
    match (first, byte) {
        (Saved::At(a), Saved::At(b)) => u32::from(b) == u32::from(a) + distance,
        (Saved::Frame(a), Saved::Frame(b)) => b == a + distance,
        (Saved::Named(m, a), Saved::Named(n, b)) => m == n && b == a + distance,
        _ => false,
    }
}

/// The code of a program, indexed by its labels.
struct Scan {
    /// The chunk that contains each label.
    chunk_of: BTreeMap<Label, usize>,
    /// The labels of the module's functions.
    functions: BTreeSet<Label>,
    /// The labels of [`WORKING`].
    working: BTreeMap<Label, &'static str>,
}

impl Scan {
    fn new(program: &Program, input: &Input<'_>) -> Scan {
        let mut chunk_of = BTreeMap::new();
        for (i, chunk) in program.chunks.iter().enumerate() {
            chunk_of.insert(chunk.label, i);
            for item in &chunk.items {
                if let Item::Label(label) = item {
                    chunk_of.insert(*label, i);
                }
            }
        }
        let functions = input.module.functions.iter().map(|f| input.symbols[&f.symbol]).collect();
        let working = WORKING.iter().filter_map(|name| Some((*input.names.get(*name)?, *name))).collect();
        Scan { chunk_of, functions, working }
    }

    /// Returns the memory that a handler with these functions has to save.
    fn saved(
        &self,
        program: &Program,
        input: &Input<'_>,
        handler: Symbol,
        members: &BTreeSet<Symbol>,
    ) -> BTreeSet<Saved> {
        let mut saved = BTreeSet::new();
        for chunk in self.reached(program, members.iter().map(|s| input.symbols[s])) {
            for item in &program.chunks[chunk].items {
                if let Item::Ins(ins) = item {
                    self.written(program, program.chunks[chunk].label, ins, &mut saved);
                }
            }
        }
        let led_to = led_to(input.graph, handler);
        let stacked = input.units.iter().any(|u| u.software_stack() > 0 && led_to.contains(&u.func.symbol));
        // Functions that check for room compare the stack pointer with the limit.
        let tested = program.labels.iter().any(|label| label.name == check::ROUTINE);
        let stack = program.memory.stack();
        // No memory can be taken next to a handler's stack.
        let stack_bytes = [Saved::At(stack), Saved::At(stack + 1), Saved::Named(LIMIT, 0)];
        let written = stack_bytes.iter().any(|byte| saved.contains(byte));
        if stacked || tested || written {
            saved.extend([Saved::At(stack), Saved::At(stack + 1)]);
        }
        if fault::is(Fault::ScratchNotSaved) {
            saved.clear();
        }
        if fault::is(Fault::ArgumentsNotSaved) {
            saved.retain(|byte| !matches!(byte, Saved::Named(MORE, _)));
        }
        for &symbol in members.iter().filter(|s| input.graph.contexts.shared(**s)) {
            let homes = input.allocation.homes.iter().filter(|h| h.0.0 == symbol);
            saved.extend(homes.map(|(_, home)| match *home {
                Home::ZeroPage(at) => Saved::At(at),
                Home::Frame(at) => Saved::Frame(at),
            }));
        }
        saved
    }

    /// Returns the chunks of these functions and of all routines that they reach by calls and jumps. Other functions either belong
    /// to the same handler and are already included, or do not return.
    fn reached(&self, program: &Program, from: impl Iterator<Item = Label>) -> BTreeSet<usize> {
        let mut work: Vec<usize> = from.filter_map(|label| self.chunk_of.get(&label).copied()).collect();
        let mut seen = BTreeSet::new();
        while let Some(chunk) = work.pop() {
            if !seen.insert(chunk) {
                continue;
            }
            for item in &program.chunks[chunk].items {
                let Item::Ins(Ins { op, mode, arg: Arg::Mem(label, _) }) = item else { continue };
                let goes = matches!(op, M::Jsr | M::Jmp) || *mode == Mode::Relative;
                let to = self.chunk_of.get(label).filter(|_| goes);
                let routine = |c: &&usize| {
                    let chunk = &program.chunks[**c];
                    chunk.section != Section::Start && !self.functions.contains(&chunk.label)
                };
                work.extend(to.filter(routine));
            }
        }
        seen
    }

    /// Returns the size in bytes of the memory at a label of [`WORKING`].
    fn size(&self, program: &Program, label: Label) -> u32 {
        let items = self.chunk_of.get(&label).map_or(&[][..], |chunk| &program.chunks[*chunk].items);
        items.iter().map(|item| if let Item::Bytes(bytes) = item { bytes.len() as u32 } else { 0 }).sum()
    }

    /// Adds the bytes that an instruction of a chunk may write in the memory that all functions work with.
    fn written(&self, program: &Program, chunk: Label, ins: &Ins, saved: &mut BTreeSet<Saved>) {
        let memory = &program.memory;
        let address = match ins.arg {
            Arg::Abs(at) => Some(i32::from(at)),
            Arg::Mem(label, offset) => {
                program.labels[label.0 as usize].fixed.map(|at| i32::from(at) + offset)
            }
            _ => None,
        };
        if ins.op == M::Jsr || ins.op == M::Jmp {
            // Unknown code. The KERNAL does not change this memory.
            let kernal = |at: i32| u16::try_from(at).is_ok_and(|at| memory.is_kernal(at));
            if address.is_some_and(|at| ins.mode == Mode::Absolute && !kernal(at)) {
                saved.extend(memory.scratch().map(Saved::At));
            }
            return;
        }
        if !matches!(ins.op.access(), Access::Write | Access::Modify) {
            return;
        }
        if let Arg::Mem(label, offset) = ins.arg
            && let Some(name) = self.working.get(&label)
        {
            match ins.mode {
                Mode::Absolute => saved.extend([Saved::Named(name, offset as u32)]),
                _ => saved.extend((0..self.size(program, label)).map(|byte| Saved::Named(name, byte))),
            }
        }
        let Some(at) = address.and_then(|at| u16::try_from(at).ok()).filter(|at| *at < memory.homes().start)
        else {
            return;
        };
        let routine = runtime::find(&program.labels[chunk.0 as usize].name);
        match (ins.mode, routine) {
            (Mode::Absolute | Mode::ZeroPage, _) if at >= memory.arg(0) => {
                saved.insert(Saved::At(at));
            }
            (Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY, Some(routine))
                if memory.args().contains(&at) =>
            {
                let bytes = memory.args().enumerate().filter(|(i, _)| routine.writes_arg >> i & 1 == 1);
                saved.extend(bytes.map(|(_, at)| Saved::At(at)));
            }
            (Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY, Some(_))
                if at >= memory.runtime().start =>
            {
                saved.extend(memory.runtime().map(Saved::At));
            }
            // Only the routines for recursion, which write homes of their callers.
            (Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY, Some(_)) if at == 0 => {}
            (Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY, _) => {
                saved.extend(memory.scratch().map(Saved::At));
            }
            _ => {}
        }
    }
}
