//! A function's code as a graph: blocks of instructions and how they end.

use crate::lower::frequency::ONCE;
use crate::mos::code::{Arg, Ins, Item, Label, Line};
use crate::mos::isa::{Mnemonic as M, Mode};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of instructions up to a return that are worth copying.
const RETURN: usize = 2;
/// The same where only bytes count: the return alone.
const IDLE_RETURN: usize = 1;
/// The maximum number of instructions before a branch that are worth copying.
const BRANCH: usize = 2;

/// An instruction or a remark in a block.
#[derive(Clone, Debug)]
pub struct Op {
    /// The instruction or remark.
    pub item: Item,
    /// Whether it must stay as it is: it comes from inline assembly.
    pub fixed: bool,
}

impl Op {
    /// Returns the instruction, if it may be changed.
    pub fn free(&self) -> Option<Ins> {
        match self.item {
            Item::Ins(ins) if !self.fixed => Some(ins),
            _ => None,
        }
    }

    /// Returns the instruction.
    pub fn ins(&self) -> Option<Ins> {
        match self.item {
            Item::Ins(ins) => Some(ins),
            _ => None,
        }
    }

    /// Replaces this instruction.
    pub fn put(&mut self, op: M, mode: Mode, arg: Arg) {
        self.item = Item::Ins(Ins { op, mode, arg });
    }
}

/// How a block ends. Blocks are named by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// Continues at that block.
    Goto(usize),
    /// A branch: to `then` if its condition holds, otherwise to `other`.
    If {
        /// The branch instruction.
        op: M,
        /// The target of the branch.
        then: usize,
        /// The successor if it is not taken.
        other: usize,
    },
    /// `jmp (VECTOR)` followed by the table.
    Table(Vec<Item>, Vec<usize>),
    /// The last instruction leaves the function, or control never gets past it.
    Leave,
}

impl End {
    /// Returns the possible successors.
    pub fn successors(&self) -> Vec<usize> {
        match self {
            End::Goto(to) => vec![*to],
            End::If { then, other, .. } => vec![*then, *other],
            End::Table(_, targets) => targets.clone(),
            End::Leave => Vec::new(),
        }
    }

    /// Applies `f` to every block it names. Tables name their blocks by label and are not changed.
    pub fn retarget(&mut self, f: impl Fn(usize) -> usize) {
        match self {
            End::Goto(to) => *to = f(*to),
            End::If { then, other, .. } => {
                *then = f(*then);
                *other = f(*other);
            }
            End::Table(..) | End::Leave => {}
        }
    }
}

/// A stretch of code with a single entry.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its labels.
    pub labels: Vec<Label>,
    /// What it does.
    pub ops: Vec<Op>,
    /// How it ends.
    pub end: End,
    /// How often it runs, relative to the function's entry or, if counted, in total.
    pub weight: u64,
}

/// The selected code of one function.
#[derive(Clone)]
pub struct Code {
    /// Instructions, labels, jump tables.
    pub items: Vec<Item>,
    /// The starts of stretches of items, with how often these run, ascending.
    pub weights: Vec<(usize, u64)>,
    /// Stretches of items that come from inline assembly.
    pub fixed: Vec<std::ops::Range<usize>>,
    /// Indices of items that control never reaches from the previous one.
    pub stops: BTreeSet<usize>,
    /// The weight up to which speed justifies no bytes.
    pub seldom: u64,
    /// The weight up to which bytes matter more than speed.
    pub rare: u64,
    /// Whether only bytes count in the whole function.
    pub idle: bool,
    /// Whether the weights are counts: a block runs as often as all edges into it together.
    pub counted: bool,
}

impl Code {
    /// Returns the unchanged code.
    pub fn lines(self) -> Vec<Line> {
        let Code { items, weights, fixed, .. } = self;
        let mut weights = weights.into_iter().peekable();
        let mut weight = ONCE;
        let mut line = |(i, item)| {
            while let Some((_, next)) = weights.next_if(|w| w.0 <= i) {
                weight = next;
            }
            Line { item, weight, fixed: fixed.iter().any(|r| r.contains(&i)) }
        };
        items.into_iter().enumerate().map(&mut line).collect()
    }
}

/// The graph. Block 0 is the entry. No block is ever removed, so indices stay valid.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Blocks in the order of the source.
    pub blocks: Vec<Block>,
    /// As in [`Code`].
    pub seldom: u64,
    /// As in [`Code`].
    pub rare: u64,
    /// As in [`Code`].
    pub idle: bool,
    /// As in [`Code`].
    pub counted: bool,
}

impl Flow {
    /// Reads a function's code; `None` if its control flow cannot be reconstructed.
    pub fn new(code: &Code) -> Option<Flow> {
        let items = &code.items;
        let defined: BTreeSet<Label> =
            items.iter().filter_map(|i| if let Item::Label(l) = i { Some(*l) } else { None }).collect();
        let mut flow = Flow {
            blocks: vec![empty(ONCE)],
            seldom: code.seldom,
            rare: code.rare,
            idle: code.idle,
            counted: code.counted,
        };
        // Block ends by label or by position, until all blocks are known.
        let mut ends: Vec<Pending> = Vec::new();
        let mut tables: BTreeSet<Label> = BTreeSet::new();
        let mut weights = code.weights.iter().peekable();
        let mut weight = ONCE;
        let mut i = 0;
        while i < items.len() {
            while let Some((_, w)) = weights.next_if(|w| w.0 <= i) {
                weight = *w;
            }
            if code.stops.contains(&i) {
                ends.push(Pending::Leave);
                flow.blocks.push(empty(weight));
            }
            let block = flow.blocks.last_mut().expect("never empty");
            match &items[i] {
                Item::Label(label) => {
                    if block.ops.is_empty() {
                        block.labels.push(*label);
                        block.weight = weight;
                    } else {
                        ends.push(Pending::Next);
                        flow.blocks.push(Block { labels: vec![*label], ..empty(weight) });
                    }
                }
                Item::Ins(ins) => {
                    let fixed = code.fixed.iter().any(|r| r.contains(&i));
                    let target = match ins.arg {
                        Arg::Mem(label, 0) if defined.contains(&label) => Some(label),
                        _ => None,
                    };
                    let mut end = None;
                    match (ins.op, ins.mode) {
                        (M::Jmp, Mode::Indirect) => {
                            let length = table_length(&items[i + 1..]);
                            let table = items[i + 1..=i + length].to_vec();
                            tables.extend(table.iter().filter_map(|t| match t {
                                Item::Label(l) => Some(*l),
                                _ => None,
                            }));
                            block.ops.push(Op { item: items[i].clone(), fixed: true });
                            i += length;
                            end = Some(if length == 0 { Pending::Leave } else { Pending::Table(table) });
                        }
                        (M::Jmp, _) if target.is_some() && !fixed => end = target.map(Pending::Goto),
                        (_, Mode::Relative) if !fixed => end = Some(Pending::If(ins.op, target?)),
                        (M::Jmp, _) | (_, Mode::Relative) if fixed && target.is_some() => return None,
                        (_, Mode::Relative) => return None,
                        (M::Jmp | M::Rts | M::Rti | M::Brk | M::Jam, _) => {
                            block.ops.push(Op { item: items[i].clone(), fixed });
                            end = Some(Pending::Leave);
                        }
                        _ => block.ops.push(Op { item: items[i].clone(), fixed }),
                    }
                    if let Some(end) = end {
                        ends.push(end);
                        flow.blocks.push(empty(weight));
                    }
                }
                Item::Note(_) => block.ops.push(Op { item: items[i].clone(), fixed: false }),
                _ => return None,
            }
            i += 1;
        }
        ends.push(Pending::Leave);
        flow.finish(ends, &tables)
    }

    fn finish(mut self, ends: Vec<Pending>, tables: &BTreeSet<Label>) -> Option<Flow> {
        let at: BTreeMap<Label, usize> =
            self.blocks.iter().enumerate().flat_map(|(b, k)| k.labels.iter().map(move |l| (*l, b))).collect();
        let count = self.blocks.len();
        for (b, end) in ends.into_iter().enumerate() {
            self.blocks[b].end = match end {
                Pending::Leave => End::Leave,
                Pending::Next => End::Goto(b + 1),
                Pending::Goto(label) => End::Goto(*at.get(&label)?),
                Pending::If(op, label) if b + 1 < count => {
                    End::If { op, then: *at.get(&label)?, other: b + 1 }
                }
                Pending::If(..) => return None,
                Pending::Table(items) => {
                    let mut targets = Vec::new();
                    for item in &items {
                        if let Item::LoByte(label, _) = item {
                            targets.push(*at.get(label)?);
                        }
                    }
                    targets.sort_unstable();
                    targets.dedup();
                    End::Table(items, targets)
                }
            };
        }
        // Code whose address is taken may have unknown predecessors.
        let taken = self.blocks.iter().flat_map(|b| &b.ops).filter_map(|op| match op.ins()?.arg {
            Arg::Mem(label, _) | Arg::Lo(label, _) | Arg::Hi(label, _) => Some(label),
            _ => None,
        });
        let mut taken = taken.filter(|l| !tables.contains(l));
        if taken.any(|l| at.contains_key(&l)) {
            return None;
        }
        Some(self)
    }

    /// Returns the reachable blocks in reverse postorder.
    pub fn order(&self) -> Vec<usize> {
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        let mut stack = vec![(0, self.blocks[0].end.successors())];
        seen[0] = true;
        while let Some((block, left)) = stack.last_mut() {
            match left.pop() {
                Some(to) => {
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, self.blocks[to].end.successors()));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Redirects jumps to empty blocks to where these continue.
    pub fn thread(&mut self) {
        let next: Vec<usize> = (0..self.blocks.len()).map(|b| self.destination(b)).collect();
        for block in &mut self.blocks {
            block.end.retarget(|to| next[to]);
            if let End::If { then, other, .. } = block.end
                && then == other
            {
                block.end = End::Goto(then);
            }
        }
    }

    /// Replaces a jump by a copy of a short block: always for returns, for branches where they are not rare.
    pub fn copy_ends(&mut self) {
        for b in 0..self.blocks.len() {
            let End::Goto(to) = self.blocks[b].end else { continue };
            let target = &self.blocks[to];
            let short = target.ops.iter().filter(|op| op.ins().is_some()).count();
            let limit = match target.end {
                End::Leave if self.idle => IDLE_RETURN,
                End::Leave => RETURN,
                End::If { .. } if self.blocks[b].weight > self.rare => BRANCH,
                _ => continue,
            };
            if to != b && short <= limit && target.ops.iter().all(|op| !op.fixed) {
                let (ops, end) = (target.ops.clone(), target.end.clone());
                self.blocks[b].ops.extend(ops);
                self.blocks[b].end = end;
            }
        }
    }

    /// Returns where control gets from the start of a block without doing anything.
    fn destination(&self, mut block: usize) -> usize {
        for _ in 0..self.blocks.len() {
            match &self.blocks[block] {
                Block { ops, end: End::Goto(to), .. } if ops.iter().all(|op| op.ins().is_none()) => {
                    block = *to
                }
                _ => return block,
            }
        }
        block
    }
}

/// A block end as read, before its blocks are known.
enum Pending {
    Next,
    Goto(Label),
    If(M, Label),
    Table(Vec<Item>),
    Leave,
}

fn empty(weight: u64) -> Block {
    Block { labels: Vec::new(), ops: Vec::new(), end: End::Leave, weight }
}

/// Returns how many items of a jump table follow.
fn table_length(items: &[Item]) -> usize {
    let mut length = 0;
    loop {
        match (items.get(length), items.get(length + 1)) {
            (Some(Item::LoByte(..) | Item::HiByte(..)), _) => length += 1,
            (Some(Item::Label(_)), Some(Item::LoByte(..) | Item::HiByte(..))) => length += 1,
            _ => return length,
        }
    }
}
