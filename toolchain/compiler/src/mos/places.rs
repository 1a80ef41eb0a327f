//! The places of homes, parameters and local objects: replaces them by addresses in the code.

use super::allocate::{Allocation, Home, Unit};
use super::code::{Arg, Chunk, FRAMES, Ins, Item, Label, Program, Section};
use super::improve::Own;
use super::labels::Labels;
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::lir::Reg;
use std::collections::BTreeMap;

/// The places of homes, parameters and local objects.
pub struct Places<'a> {
    allocation: &'a Allocation,
    /// The memory outside the zero page that is shared by homes, parameters and objects.
    pub frames: Label,
    /// The offsets into that memory of parameters and objects, by label.
    within: BTreeMap<Label, i32>,
}

impl<'a> Places<'a> {
    /// Declares the memory in a program and assigns addresses to labels in the zero page.
    pub fn new(
        units: &[Unit],
        labels: &Labels,
        allocation: &'a Allocation,
        program: &mut Program,
    ) -> Places<'a> {
        let frames = program.label(FRAMES);
        let mut within = BTreeMap::new();
        for ((symbol, i), label) in &labels.params {
            let unit = units.iter().find(|u| u.func.symbol == *symbol).expect("a parameter has a function");
            let class = unit.classes.class(unit.func.params[*i as usize]);
            match allocation.homes[&(*symbol, class)] {
                Home::ZeroPage(at) => program.labels[label.0 as usize].fixed = Some(at),
                Home::Frame(at) => {
                    within.insert(*label, at as i32);
                }
            }
        }
        for (label, (at, _)) in &allocation.variables {
            program.labels[label.0 as usize].fixed = Some(*at);
        }
        for (object, label) in &labels.objects {
            within.insert(*label, allocation.objects[object] as i32);
        }
        Places { allocation, frames, within }
    }

    /// Returns the homes of each function, as memory that no other function reads.
    pub fn own(&self) -> BTreeMap<Symbol, Vec<Own>> {
        let mut own: BTreeMap<Symbol, Vec<Own>> = BTreeMap::new();
        for ((symbol, _), home) in &self.allocation.homes {
            own.entry(*symbol).or_default().push(self.memory_of(*home));
        }
        own
    }

    fn memory_of(&self, home: Home) -> Own {
        match home {
            Home::ZeroPage(at) => Own::Zp(at),
            Home::Frame(at) => Own::Frame(self.frames, at as i32),
        }
    }

    /// Returns the part of a function's own memory in which it is passed arguments.
    pub fn passed(&self, labels: &Labels, unit: &Unit) -> Vec<Own> {
        let symbol = unit.func.symbol;
        let numbers =
            (0..unit.func.params.len() as u32).filter(|i| labels.params.contains_key(&(symbol, *i)));
        let class = |i: u32| unit.classes.class(unit.func.params[i as usize]);
        numbers.map(|i| self.memory_of(self.allocation.homes[&(symbol, class(i))])).collect()
    }

    /// Replaces homes, parameters and local objects of a function by their addresses.
    pub fn put(&self, symbol: Symbol, items: &mut [Item]) {
        let frames = self.frames;
        let within = |label: &Label| self.within.get(label).copied();
        for item in items {
            let Item::Ins(Ins { arg, .. }) = item else { continue };
            *arg = match *arg {
                Arg::Home(class) => match self.allocation.homes[&(symbol, Reg(class))] {
                    Home::ZeroPage(at) => Arg::Abs(at),
                    Home::Frame(at) => Arg::Mem(frames, at as i32),
                },
                Arg::Mem(label, offset) => within(&label).map_or(*arg, |at| Arg::Mem(frames, at + offset)),
                Arg::Lo(label, offset) => within(&label).map_or(*arg, |at| Arg::Lo(frames, at + offset)),
                Arg::Hi(label, offset) => within(&label).map_or(*arg, |at| Arg::Hi(frames, at + offset)),
                arg => arg,
            };
        }
    }

    /// Returns the address of a parameter, if it is passed in memory.
    pub fn param(&self, labels: &Labels, function: Symbol, number: u32) -> Option<Arg> {
        let label = *labels.params.get(&(function, number))?;
        Some(self.within.get(&label).map_or(Arg::Mem(label, 0), |at| Arg::Mem(self.frames, *at)))
    }

    /// Returns the lists of homes that a function saves around calls that may lead back into it: their number, rounded up to even,
    /// and their addresses.
    pub fn lists(&self, unit: &Unit) -> Vec<Chunk> {
        let address = |class: &Reg| match self.allocation.homes[&(unit.func.symbol, *class)] {
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

    /// Returns the memory itself, if it is used.
    pub fn memory(&self, units: &[Unit]) -> Option<Chunk> {
        let items = vec![Item::Bytes(vec![0; self.allocation.frames as usize])];
        // At least even, as frames were when the baselines were measured: one byte can move a table across a page boundary.
        let objects = units.iter().flat_map(|unit| &unit.func.objects);
        let objects = objects.filter(|_| !fault::is(Fault::AlignmentIgnored));
        let align = objects.fold(2, |most, object| most.max(object.1));
        let chunk = Chunk { label: self.frames, section: Section::NoInit, align, items };
        (self.allocation.frames > 0).then_some(chunk)
    }
}
