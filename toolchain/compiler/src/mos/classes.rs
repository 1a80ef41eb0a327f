//! Groups registers that share memory, and pairs those that should be adjacent as pointers.

use crate::fault::{self, Fault};
use crate::lower::lir::{Addr, Base, Bb, Byte, Func, Inst, Reg, Target};
use crate::lower::liveness::{Liveness, RegSet};
use std::collections::{BTreeMap, BTreeSet};

/// The registers that share memory, and the pairs of them that should be adjacent as pointers.
#[derive(Debug)]
pub struct Classes {
    /// The class of every register, named after one of its members.
    pub of: Vec<Reg>,
    /// For every class, the classes that may be live at the same time.
    pub interferes: Vec<RegSet>,
    /// Pointer pairs of classes, low and high; no class is in more than one pair.
    pub pairs: BTreeMap<Reg, Reg>,
    /// For every class, how often it serves as an index.
    pub index_weight: Vec<u64>,
    /// For every class, how often it serves as an index of a pointer, which takes Y.
    pub pointer_index_weight: Vec<u64>,
    /// For every class, how often it is read in other ways.
    pub other_weight: Vec<u64>,
}

impl Classes {
    /// Builds the interference graph and merges registers connected by copies; `barred` pairs stay separate.
    pub fn new(func: &Func, live: &Liveness, barred: &BTreeSet<(Reg, Reg)>) -> Classes {
        let count = func.regs as usize;
        let mut classes = Classes {
            of: (0..func.regs).map(Reg).collect(),
            interferes: vec![RegSet::new(func.regs); count],
            pairs: BTreeMap::new(),
            index_weight: vec![0; count],
            pointer_index_weight: vec![0; count],
            other_weight: vec![0; count],
        };
        classes.interference(func, live);
        let mut moves = Vec::new();
        let mut hints = Vec::new();
        for &bb in &live.order {
            let weight = live.frequency[bb.0 as usize];
            for (inst, _) in &func.blocks[bb.0 as usize].insts {
                match inst {
                    Inst::Copies(copies) => {
                        moves.extend(copies.iter().filter_map(|(d, s)| s.reg().map(|s| (weight, *d, s))));
                    }
                    Inst::Copy { dst, src: Byte::Reg(src) } => moves.push((weight, *dst, *src)),
                    Inst::Add { dst, a, .. } | Inst::Sub { dst, a, .. } | Inst::Shift { dst, a, .. } => {
                        hints.extend(dst.iter().zip(a).filter_map(|(d, a)| a.reg().map(|a| (weight, *d, a))));
                    }
                    Inst::Logic { dst, a: Byte::Reg(a), .. } => hints.push((weight, *dst, *a)),
                    _ => {}
                }
            }
        }
        for list in [&mut moves, &mut hints] {
            list.sort_by_key(|m| std::cmp::Reverse(m.0));
            for (_, a, b) in list.iter() {
                classes.merge(*a, *b);
            }
        }
        for r in 0..count {
            classes.of[r] = classes.find(Reg(r as u32));
        }
        classes.weigh(func, live, barred);
        classes
    }

    /// Returns the class of a register.
    pub fn class(&self, r: Reg) -> Reg {
        self.of[r.0 as usize]
    }

    fn find(&self, mut r: Reg) -> Reg {
        while self.of[r.0 as usize] != r {
            r = self.of[r.0 as usize];
        }
        r
    }

    fn merge(&mut self, a: Reg, b: Reg) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b || self.interferes[a.0 as usize].contains(b) {
            return;
        }
        let (a, b) = (a.min(b), a.max(b));
        self.of[b.0 as usize] = a;
        let other = self.interferes[b.0 as usize].clone();
        for r in other.iter() {
            self.interferes[r.0 as usize].insert(a);
        }
        self.interferes[a.0 as usize].extend(&other);
    }

    /// Records that two registers cannot share memory.
    fn edge(&mut self, a: Reg, b: Reg) {
        if a != b {
            self.interferes[a.0 as usize].insert(b);
            self.interferes[b.0 as usize].insert(a);
        }
    }

    fn interference(&mut self, func: &Func, live: &Liveness) {
        for &bb in &live.order {
            let block = &func.blocks[bb.0 as usize];
            let mut now = live.out[bb.0 as usize].clone();
            block.term.uses(&mut |r| {
                now.insert(r);
            });
            for (inst, _) in block.insts.iter().rev() {
                let mut defs = Vec::new();
                inst.defs(&mut |r| defs.push(r));
                let sources: BTreeMap<Reg, Byte> = match inst {
                    Inst::Copies(copies) => copies.iter().copied().collect(),
                    Inst::Copy { dst, src } => BTreeMap::from([(*dst, *src)]),
                    _ => BTreeMap::new(),
                };
                for &d in &defs {
                    for l in now.iter() {
                        // A copy may share memory with its source.
                        if sources.get(&d) != Some(&Byte::Reg(l)) {
                            self.edge(d, l);
                        }
                    }
                }
                self.while_selected(inst, &defs);
                for d in defs {
                    now.remove(d);
                }
                inst.uses(&mut |r| {
                    now.insert(r);
                });
            }
            if bb == Bb(0) {
                for (i, &p) in func.params.iter().enumerate() {
                    for l in now.iter() {
                        self.edge(p, l);
                    }
                    for &q in &func.params[i + 1..] {
                        self.edge(p, q);
                    }
                }
            }
        }
    }

    /// Adds edges for an instruction that writes the bytes of its result one by one while later operands are still to be read.
    fn while_selected(&mut self, inst: &Inst, defs: &[Reg]) {
        for (i, &d) in defs.iter().enumerate() {
            for &e in &defs[i + 1..] {
                self.edge(d, e);
            }
        }
        if let Inst::Copies(copies) = inst {
            // Copies are made one by one: none may overwrite a source that another still has to read.
            for (i, (d, _)) in copies.iter().enumerate().filter(|_| !fault::is(Fault::PhiOrder)) {
                for (_, source) in copies.iter().enumerate().filter(|c| c.0 != i).map(|c| c.1) {
                    if let Some(s) = source.reg() {
                        self.edge(*d, s);
                    }
                }
            }
        } else if defs.len() > 1 && !results_come_last(inst) {
            let mut later = Vec::new();
            inst.uses(&mut |r| later.push(r));
            let own: BTreeSet<(Reg, Reg)> = match inst {
                // Each byte of both sides is read for the result byte at its position, before that is written.
                Inst::Add { dst, a, b } | Inst::Sub { dst, a, b } => {
                    let sides = dst.iter().zip(a).chain(dst.iter().zip(b));
                    sides.filter_map(|(d, side)| side.reg().map(|r| (*d, r))).collect()
                }
                Inst::Shift { dst, a, .. } => {
                    dst.iter().zip(a).filter_map(|(d, a)| a.reg().map(|a| (*d, a))).collect()
                }
                _ => BTreeSet::new(),
            };
            let twice = |r: Reg| later.iter().filter(|l| **l == r).count() > 1;
            for &d in defs {
                for &r in &later {
                    if !own.contains(&(d, r)) || twice(r) {
                        self.edge(d, r);
                    }
                }
            }
        }
    }

    fn weigh(&mut self, func: &Func, live: &Liveness, barred: &BTreeSet<(Reg, Reg)>) {
        let mut pairs: BTreeMap<(Reg, Reg), u64> = BTreeMap::new();
        for &bb in &live.order {
            let weight = live.frequency[bb.0 as usize];
            let block = &func.blocks[bb.0 as usize];
            let mut address = |addr: &Addr, classes: &mut Classes| {
                if let Some(index) = addr.index {
                    let class = classes.of[index.0 as usize].0 as usize;
                    classes.index_weight[class] += weight;
                    if matches!(addr.base, Base::Ptr(..)) {
                        classes.pointer_index_weight[class] += weight;
                    }
                }
                if let Base::Ptr(lo, hi, _) = addr.base {
                    let pair = (classes.of[lo.0 as usize], classes.of[hi.0 as usize]);
                    *pairs.entry(pair).or_default() += weight;
                }
            };
            let mut bytes = Vec::new();
            for (inst, _) in &block.insts {
                if let Some(addr) = inst.addr() {
                    address(&addr, self);
                }
                inst.reads(&mut |b| bytes.push(b));
            }
            block.term.reads(&mut |b| bytes.push(b));
            for byte in bytes {
                match byte {
                    Byte::Mem(addr) => address(&addr, self),
                    Byte::Reg(r) => self.other_weight[self.of[r.0 as usize].0 as usize] += weight,
                    _ => {}
                }
            }
        }
        let mut list: Vec<_> =
            pairs.into_iter().filter(|p| p.0.0 != p.0.1 && !barred.contains(&p.0)).collect();
        list.sort_by_key(|p| (std::cmp::Reverse(p.1), p.0));
        let mut taken = BTreeSet::new();
        for ((lo, hi), _) in list {
            if !taken.contains(&lo) && !taken.contains(&hi) {
                taken.extend([lo, hi]);
                self.pairs.insert(lo, hi);
            }
        }
    }
}

/// Returns whether an instruction has read all operands before it writes a result. A call passes its operands in other memory or in
/// registers before the jump, and takes the results after it. This does not hold for assembly, which determines itself where its
/// operands are.
fn results_come_last(inst: &Inst) -> bool {
    matches!(inst, Inst::Call(call) if !matches!(call.target, Target::Asm(_)))
}
