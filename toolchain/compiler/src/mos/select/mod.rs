//! Chooses instructions for one function: values stay in A, X and Y as long as possible and are stored to memory only when
//! something else needs the register.
//!
//! Requires: out of SSA, liveness, classes.  Gives: instructions with homes as operands, and how often each home is accessed.
//!
//! Files: `state` (what the registers hold), `operand` (loads, stores, addressing modes), `arith`,
//! `branch` (conditions, block ends), `call` (calls, returns, recursion).

mod arith;
mod branch;
mod call;
mod operand;
pub mod state;

use super::classes::Classes;
use super::code::{Arg, Ins, Item, Label, Program};
use super::isa::{Access, Mnemonic, Mode, lookup};
use crate::ir::Symbol;
use crate::ir::sources::{SourceId, Sources};
use crate::lower::convention::{self, Loc};
use crate::lower::lir::{Bb, Byte, Func, Inst, Origin, Reg, Sym, byte_uses};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use state::{CPUS, Cpu, State};
use std::collections::{BTreeMap, BTreeSet};

/// The context shared by all functions: labels and the call graph.
pub struct Context<'a> {
    /// The label of every global, function and extern.
    pub symbols: &'a BTreeMap<Symbol, Label>,
    /// The label of a function for indirect calls.
    pub entries: &'a BTreeMap<Symbol, Label>,
    /// Labels of local objects.
    pub objects: &'a BTreeMap<(Symbol, u32), Label>,
    /// Labels of the memory of parameters that are read.
    pub params: &'a BTreeMap<(Symbol, u32), Label>,
    /// Labels of runtime routines by name.
    pub runtime: &'a BTreeMap<&'static str, Label>,
    /// Labels that assembly may reference.
    pub names: &'a BTreeMap<String, Label>,
    /// Places in the Rust source.
    pub sources: &'a Sources,
    /// The call graph.
    pub graph: &'a CallGraph,
    /// Functions that have homes outside the zero page, so that these cannot be listed.
    pub unlisted: &'a BTreeSet<Symbol>,
    /// Whether every block of the function begins with a NOP for counting.
    pub count: bool,
}

/// The code of a function before its homes have addresses.
#[derive(Debug, Default)]
pub struct Selected {
    /// Instructions and labels.
    pub items: Vec<Item>,
    /// How often each home (named by class) is accessed.
    pub touched: BTreeMap<Reg, u64>,
    /// How often each label's memory is accessed where the zero page would save a cycle.
    pub globals: BTreeMap<Label, u64>,
    /// Pointer pairs that are used as such.
    pub pairs: BTreeMap<Reg, Reg>,
    /// Indices into `items` that control never reaches from the previous item.
    pub stops: BTreeSet<usize>,
    /// The start of each block's items, and how often the block runs.
    pub weights: Vec<(usize, u64)>,
    /// Ranges of `items` that come from inline assembly.
    pub fixed: Vec<std::ops::Range<usize>>,
    /// The maximum number of bytes that a call saves on the software stack.
    pub saved: u32,
    /// Lists of homes that `__push_homes` and `__pop_homes` are passed, by the classes in them.
    pub lists: BTreeMap<Vec<Reg>, Label>,
}

/// Returns the code of one function.
pub fn select(
    func: &Func,
    live: &Liveness,
    classes: &Classes,
    context: &Context<'_>,
    program: &mut Program,
) -> Result<Selected, crate::Error> {
    let name = program.labels[context.symbols[&func.symbol].0 as usize].name.clone();
    let labels = func.blocks.iter().map(|b| program.label(format!(".{}", b.name))).collect();
    let mut select = Select {
        func,
        live,
        classes,
        context,
        program,
        name,
        labels,
        out: Selected::default(),
        state: State::default(),
        current: Bb(0),
        at: 0,
        last_use: BTreeMap::new(),
        renewed: BTreeSet::new(),
        copies_at: 0,
        pending: Vec::new(),
        locked: [false; 3],
        edges: BTreeMap::new(),
        joins: BTreeMap::new(),
        arrive: BTreeMap::new(),
        split: false,
        torn: Vec::new(),
        in_place: Vec::new(),
        next: None,
        note: SourceId::UNKNOWN,
    };
    select.choose_arrivals();
    select.run()?;
    Ok(select.out)
}

/// Returns whether an instruction takes one cycle less if its operand's base is in the zero page.
fn gains_in_zero_page(op: Mnemonic, mode: Mode) -> bool {
    match mode {
        Mode::Absolute => lookup(op, Mode::ZeroPage).is_some(),
        Mode::AbsoluteX => matches!(op.access(), Access::Write | Access::Modify),
        _ => false,
    }
}

struct Select<'a> {
    func: &'a Func,
    live: &'a Liveness,
    classes: &'a Classes,
    context: &'a Context<'a>,
    program: &'a mut Program,
    name: String,
    labels: Vec<Label>,
    out: Selected,
    state: State,
    current: Bb,
    /// Index of the operation being selected.
    at: usize,
    /// The last operation of the block that uses a register.
    last_use: BTreeMap<Reg, usize>,
    /// Registers that the copies at the end of the block define, and the index of the copies.
    renewed: BTreeSet<Reg>,
    copies_at: usize,
    /// Registers that the operation being selected still has to read.
    pending: Vec<Reg>,
    /// Registers that must not be overwritten at the moment.
    locked: [bool; 3],
    /// The state at the end of each edge into a block; `None` once an edge is unknown.
    edges: BTreeMap<Bb, (usize, State)>,
    /// The same for labels within a block.
    joins: BTreeMap<Label, State>,
    /// Registers that arrive in a block in A, X or Y.
    arrive: BTreeMap<Bb, BTreeMap<Reg, Cpu>>,
    /// Whether the operation being selected has already branched.
    split: bool,
    /// Registers that it stored after that, on one path only.
    torn: Vec<Reg>,
    /// Arguments of the next operation, a call, that are already where it takes them.
    in_place: Vec<Loc>,
    /// The block that is placed after this one.
    next: Option<Bb>,
    /// The source position in the last remark.
    note: SourceId,
}

impl<'a> Select<'a> {
    fn run(&mut self) -> Result<(), crate::Error> {
        let order = self.live.order.clone();
        let preds = self.func.predecessors();
        for (i, &bb) in order.iter().enumerate() {
            self.current = bb;
            self.next = order.get(i + 1).copied();
            let block = &self.func.blocks[bb.0 as usize];
            self.state = match self.edges.remove(&bb) {
                Some((ways, state)) if ways == preds[bb.0 as usize].len() => state,
                _ => State::default(),
            };
            self.state.dirty.clear();
            if bb == Bb(0) {
                self.enter();
            }
            if let Some(arrive) = self.arrive.get(&bb) {
                for (&reg, &cpu) in arrive {
                    self.state.kill(reg);
                    self.state.set(cpu, Some(reg), None);
                    self.state.dirty.insert(reg);
                }
                self.state.flags = None;
            }
            self.out.weights.push((self.out.items.len(), self.live.frequency[bb.0 as usize]));
            self.out.items.push(Item::Label(self.labels[bb.0 as usize]));
            if self.context.count && block.origin.part != Origin::ADDED {
                self.mark(block.origin);
            }
            self.last_use.clear();
            for (at, (inst, _)) in block.insts.iter().enumerate() {
                inst.uses(&mut |r| {
                    self.last_use.insert(r, at);
                });
            }
            self.renewed.clear();
            if let Some((Inst::Copies(copies), _)) = block.insts.last() {
                self.renewed.extend(copies.iter().map(|c| c.0));
                self.copies_at = block.insts.len() - 1;
            }
            let end = block.insts.len();
            block.term.uses(&mut |r| {
                self.last_use.insert(r, end);
            });
            for (at, (inst, source)) in block.insts.iter().enumerate() {
                self.at = at;
                self.split = false;
                self.pending.clear();
                inst.uses(&mut |r| self.pending.push(r));
                self.note(*source);
                self.inst(inst)?;
                self.locked = [false; 3];
                self.retire();
            }
            self.at = end;
            self.pending.clear();
            block.term.uses(&mut |r| self.pending.push(r));
            self.term(&block.term)?;
            self.locked = [false; 3];
        }
        Ok(())
    }

    /// Begins a block with a NOP of its own, with a label as operand by which the NOP can be found. Like inline assembly it stays
    /// in its block, so it runs as often as the block.
    fn mark(&mut self, origin: Origin) {
        let label = self.program.label(".count");
        self.program.marks.insert((self.func.symbol, origin), label);
        let at = self.out.items.len();
        self.emit(Mnemonic::Nop, Mode::Implied, Arg::Mem(label, 0));
        self.out.fixed.push(at..at + 1);
    }

    /// Adds a remark with the origin of the following code to the listing.
    fn note(&mut self, source: SourceId) {
        if source != SourceId::UNKNOWN && source != self.note {
            self.note = source;
            self.out.items.push(Item::Note(self.context.sources.text(source)));
        }
    }

    /// Repeats the remark with the origin of the following code.
    fn note_again(&mut self) {
        let source = std::mem::take(&mut self.note);
        self.note(source);
    }

    /// Takes parameters that are passed in registers.
    fn enter(&mut self) {
        for (n, &reg) in self.func.params.iter().enumerate() {
            let cpu = Cpu::of(convention::argument(n, Some(self.func.symbol)));
            if let Some(cpu) = cpu.filter(|_| self.live.r#in[0].contains(reg)) {
                self.state.set(cpu, Some(reg), None);
                self.state.dirty.insert(reg);
            }
        }
        self.state.flags = None;
    }

    /// Drops values that are no longer needed, which need no memory.
    fn retire(&mut self) {
        let dead: Vec<Reg> = self.state.dirty.iter().copied().filter(|r| !self.needed_after(*r)).collect();
        for r in dead {
            self.state.dirty.remove(&r);
        }
    }

    fn inst(&mut self, inst: &Inst) -> Result<(), crate::Error> {
        match inst {
            Inst::Copy { dst, src } => self.copy(*dst, *src),
            Inst::Copies(copies) => self.copies(copies),
            Inst::Add { dst, a, b } => self.add(dst, a, b),
            Inst::Sub { dst, a, b } => self.sub(dst, a, b),
            Inst::Logic { op, dst, a, b } => self.logic(*op, *dst, *a, *b),
            Inst::Shift { op, dst, a, by } => self.shift(*op, dst, a, *by),
            Inst::Load { dst, addr, .. } => self.load(*dst, addr),
            Inst::Store { addr, src, .. } => self.store(addr, *src),
            Inst::Bump { addr, bytes, down } => self.bump(addr, *bytes, *down),
            Inst::Set { dst, cond } => self.set(*dst, cond),
            Inst::Call(call) => return self.call(call),
            Inst::Reserve { lo, hi, size } => self.reserve(*lo, *hi, *size),
        }
        Ok(())
    }

    /// Chooses the registers whose value this block's phis take in A, X or Y instead of memory.
    fn choose_arrivals(&mut self) {
        let mut into: BTreeMap<Bb, BTreeMap<Reg, usize>> = BTreeMap::new();
        let preds = self.func.predecessors();
        for &bb in &self.live.order {
            let block = &self.func.blocks[bb.0 as usize];
            let Some((Inst::Copies(copies), _)) = block.insts.last() else { continue };
            for to in block.term.successors() {
                for (dst, _) in copies {
                    *into.entry(to).or_default().entry(*dst).or_default() += 1;
                }
            }
        }
        for (bb, regs) in into {
            let ways = preds[bb.0 as usize].len();
            let all: Vec<Reg> = regs.iter().filter(|r| *r.1 == ways).map(|r| *r.0).collect();
            let only_jumps = preds[bb.0 as usize]
                .iter()
                .all(|p| self.func.blocks[p.0 as usize].term.successors().len() == 1);
            if !only_jumps {
                continue;
            }
            let mut arrive = BTreeMap::new();
            if self.live.loop_head[bb.0 as usize] {
                // A counter used as an index: X and Y are reserved for the loop.
                let mut counters: Vec<(u64, Reg)> = all
                    .iter()
                    .map(|r| (self.classes.index_weight[self.classes.class(*r).0 as usize], *r))
                    .filter(|c| c.0 >= self.live.frequency[bb.0 as usize])
                    .collect();
                counters.sort_by_key(|c| (std::cmp::Reverse(c.0), c.1));
                if let Some(&(weight, reg)) = counters.first() {
                    let class = self.classes.class(reg).0 as usize;
                    let behind_pointers = self.classes.pointer_index_weight[class] * 2 > weight;
                    arrive.insert(reg, if behind_pointers { Cpu::Y } else { Cpu::X });
                }
            } else if let Some(first) = self.first_used(bb, &all) {
                arrive.insert(first, Cpu::A);
            }
            if !arrive.is_empty() {
                self.arrive.insert(bb, arrive);
            }
        }
    }

    /// Returns the first of these registers that a block reads.
    fn first_used(&self, bb: Bb, regs: &[Reg]) -> Option<Reg> {
        let block = &self.func.blocks[bb.0 as usize];
        let mut found = None;
        for (inst, _) in &block.insts {
            inst.uses(&mut |r| {
                if found.is_none() && regs.contains(&r) {
                    found = Some(r);
                }
            });
            if found.is_some() || matches!(inst, Inst::Call(_)) {
                return found;
            }
        }
        block.term.uses(&mut |r| {
            if found.is_none() && regs.contains(&r) {
                found = Some(r);
            }
        });
        found
    }

    /// Returns whether a value is read after the operation being selected.
    fn needed_after(&self, reg: Reg) -> bool {
        // A phi's register that is redefined by this block's copies is live out with its new value only.
        let renewed = self.renewed.contains(&reg) && self.at <= self.copies_at;
        self.last_use.get(&reg).is_some_and(|u| *u > self.at)
            || (self.live.out[self.current.0 as usize].contains(reg) && !renewed)
    }

    /// Returns whether a value is still to be read, by this operation or a later one.
    fn needed(&self, reg: Reg) -> bool {
        self.pending.contains(&reg) || self.needed_after(reg)
    }

    /// Records that an operand has been read.
    fn read(&mut self, byte: Byte) {
        byte_uses(byte, &mut |r| {
            if let Some(i) = self.pending.iter().position(|p| *p == r) {
                self.pending.swap_remove(i);
            }
        });
    }

    /// Selects code that contains branches with `f`. Anything that it stores after the first branch would be in memory on one path
    /// only; such code is discarded and selected again with the store before the branch.
    fn branching(&mut self, f: impl Fn(&mut Self)) {
        loop {
            let (state, pending, locked) = (self.state.clone(), self.pending.clone(), self.locked);
            let (edges, joins) = (self.edges.clone(), self.joins.clone());
            let length = self.out.items.len();
            let (touched, globals) = (self.out.touched.clone(), self.out.globals.clone());
            self.split = false;
            self.torn.clear();
            f(self);
            if self.torn.is_empty() {
                return;
            }
            (self.state, self.pending, self.locked) = (state, pending, locked);
            (self.edges, self.joins) = (edges, joins);
            self.out.items.truncate(length);
            (self.out.touched, self.out.globals) = (touched, globals);
            for reg in std::mem::take(&mut self.torn) {
                self.flush(reg);
            }
        }
    }

    fn emit(&mut self, op: Mnemonic, mode: Mode, arg: Arg) {
        let weight = self.live.frequency[self.current.0 as usize];
        match arg {
            Arg::Home(class) => *self.out.touched.entry(Reg(class)).or_default() += weight,
            Arg::Mem(label, _) if gains_in_zero_page(op, mode) => {
                *self.out.globals.entry(label).or_default() += weight;
            }
            _ => {}
        }
        self.out.items.push(Item::Ins(Ins { op, mode, arg }));
    }

    fn implied(&mut self, op: Mnemonic) {
        self.emit(op, Mode::Implied, Arg::None);
    }

    fn immediate(&mut self, op: Mnemonic, n: u8) {
        self.emit(op, Mode::Immediate, Arg::Imm(n));
    }

    fn absolute(&mut self, op: Mnemonic, address: u16) {
        self.emit(op, Mode::Absolute, Arg::Abs(address));
    }

    /// Returns the memory of a register.
    fn home(&self, reg: Reg) -> Arg {
        Arg::Home(self.classes.class(reg).0)
    }

    fn label_of(&self, sym: Sym) -> Label {
        match sym {
            Sym::Global(symbol) | Sym::Extern(symbol) => self.context.symbols[&symbol],
            Sym::Entry(symbol) => {
                self.context.entries.get(&symbol).copied().unwrap_or(self.context.symbols[&symbol])
            }
            Sym::Object(symbol, n) => self.context.objects[&(symbol, n)],
        }
    }

    fn same_home(&self, a: Reg, b: Reg) -> bool {
        self.classes.class(a) == self.classes.class(b)
    }

    fn runtime_label(&self, name: &str) -> Label {
        *self.context.runtime.get(name).unwrap_or_else(|| panic!("select: no runtime routine {name}"))
    }

    fn here(&mut self, label: Label) {
        if let Some(state) = self.joins.remove(&label) {
            self.state.meet(&state);
        }
        self.out.items.push(Item::Label(label));
    }

    fn jump_to_label(&mut self, op: Mnemonic, label: Label) {
        let state = self.state.clone();
        self.joins.entry(label).and_modify(|s| s.meet(&state)).or_insert(state);
        self.split = true;
        let mode = if op == Mnemonic::Jmp { Mode::Absolute } else { Mode::Relative };
        self.emit(op, mode, Arg::Mem(label, 0));
    }

    /// Returns the registers live across the operation being selected: needed later and not defined by it.
    fn live_across(&self, defined: &[Reg]) -> BTreeSet<Reg> {
        let block = &self.func.blocks[self.current.0 as usize];
        let mut set: BTreeSet<Reg> = self.live.out[self.current.0 as usize].iter().collect();
        block.term.uses(&mut |r| {
            set.insert(r);
        });
        for (inst, _) in block.insts[self.at + 1..].iter().rev() {
            inst.defs(&mut |r| {
                set.remove(&r);
            });
            inst.uses(&mut |r| {
                set.insert(r);
            });
        }
        for r in defined {
            set.remove(r);
        }
        set
    }

    fn all_cpus(&self) -> [Cpu; 3] {
        CPUS
    }
}
