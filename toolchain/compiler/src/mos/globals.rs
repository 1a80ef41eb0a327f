//! The variables of a program: the sections they may request, which of them are placed in the zero page, and their bytes.

use super::allocate::{Allocation, Unit, Variable};
use super::code::{Chunk, Item, Label, Program, Section};
use crate::error::{Part, demangled};
use crate::ir::{Const, Global, Module, Symbol, SymbolKind, Type};
use crate::{Error, MemoryMap};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum size in bytes of a variable that is placed in the zero page without being requested.
const MAX_VARIABLE: u32 = 96;

/// The section for variables in the zero page, and the one for variables under the KERNAL ROM.
const ZERO_PAGE: &str = ".zp";
const UNDER_KERNAL: &str = ".high";

/// The section for data that is only read before the memory after the program is used.
const ONCE: &str = ".once";

/// The sections that a variable may request; the others are recognised by their prefixes.
const SECTIONS: [&str; 6] = [ZERO_PAGE, UNDER_KERNAL, ONCE, ".data", ".bss", ".rodata"];

/// The variables of a module, each with a known section.
pub struct Globals<'a> {
    module: &'a Module,
    symbols: &'a BTreeMap<Symbol, Label>,
    /// For functions that have one, the entry for calls by address.
    entries: &'a BTreeMap<Symbol, Label>,
}

impl<'a> Globals<'a> {
    /// Collects the variables and their labels.
    ///
    /// # Errors
    /// Returns an error if a variable requests a section whose meaning this compiler does not know (a list of functions to call at
    /// the start, say, or a misspelt `.zp`), or if it has an initial value and the file has no place for one.
    pub fn new(
        module: &'a Module,
        symbols: &'a BTreeMap<Symbol, Label>,
        entries: &'a BTreeMap<Symbol, Label>,
    ) -> Result<Globals<'a>, Error> {
        for global in &module.globals {
            let name = || demangled(module.name_of(global.symbol));
            let known = SECTIONS.iter().any(|section| is_in(global, section));
            let zero = global.init.as_ref().is_none_or(is_zero);
            let what = match &global.section {
                Some(section) if !known => {
                    format!(
                        "the section {section:?} of {} (variables can be in {})",
                        name(),
                        SECTIONS.join(", ")
                    )
                }
                Some(_) if !zero && is_in(global, ZERO_PAGE) => {
                    format!("an initial value other than zero of the zero-page variable {}", name())
                }
                Some(_) if !zero && is_under_kernal(global) => {
                    format!("an initial value other than zero of {}, a variable under the KERNAL,", name())
                }
                _ => continue,
            };
            return Err(Error::Unsupported {
                file: module.name.clone(),
                line: global.line,
                source: String::new(),
                function: String::new(),
                what,
            });
        }
        Ok(Globals { module, symbols, entries })
    }

    /// Assigns zero-page addresses to the variables of `.zp`, and returns the bytes that they take.
    ///
    /// # Errors
    /// Returns an error if there is no room for all of them.
    pub fn zero_page(&self, program: &mut Program) -> Result<BTreeSet<u16>, Error> {
        let homes = program.memory.homes();
        let mut next = u32::from(homes.start);
        let mut taken = Vec::new();
        let mut largest = Vec::new();
        for global in self.module.globals.iter().filter(|g| is_in(g, ZERO_PAGE)) {
            let (name, bytes) = (self.module.name_of(global.symbol).to_string(), global.ty.size());
            largest.push(Part { name, bytes, chain: Vec::new() });
            next = next.checked_next_multiple_of(global.align.max(1)).unwrap_or(u32::MAX);
            // An address that is too high is rejected below, before it is used.
            program.labels[self.symbols[&global.symbol].0 as usize].fixed = Some(next as u16);
            taken.push(next..next.saturating_add(bytes));
            next = next.saturating_add(bytes);
        }
        let (needed, available) = (next - u32::from(homes.start), homes.len() as u32);
        if needed > available {
            let memory = "zero page".into();
            let (savings, texts) = (Vec::new(), None);
            return Err(Error::TooLarge { memory, needed, available, largest, savings, texts });
        }
        let taken: BTreeSet<u16> = taken.into_iter().flatten().map(|address| address as u16).collect();
        Ok(taken)
    }

    /// Returns the variables that would be faster in the zero page and that are not accessed from outside. All of them start as zero there.
    pub fn wanted(&self, units: &[Unit]) -> Vec<Variable> {
        let mut weights: BTreeMap<Label, u64> = BTreeMap::new();
        for unit in units {
            for (label, touched) in &unit.code.globals {
                let weight = weights.entry(*label).or_default();
                *weight = weight.saturating_add(touched.saturating_mul(unit.calls));
            }
        }
        let fits = |g: &&Global| {
            let zero = g.init.as_ref().is_some_and(is_zero);
            let free = !g.constant && !g.exported && g.section.is_none();
            zero && free && (1..=MAX_VARIABLE).contains(&g.ty.size())
        };
        let variable = |g: &Global| {
            let label = self.symbols[&g.symbol];
            let weight = weights.get(&label).copied().unwrap_or(0);
            Variable { label, size: g.ty.size(), align: g.align.max(1), weight }
        };
        self.module.globals.iter().filter(fits).map(variable).collect()
    }

    /// Returns the highest possible address of each variable in the program's memory: the variable ends below the end of the
    /// memory. Variables elsewhere are not listed.
    pub fn highest(&self, memory: &MemoryMap) -> BTreeMap<Label, u16> {
        let here = |g: &&Global| g.init.is_some() && !is_under_kernal(g);
        let highest = |g: &Global| {
            let size = u16::try_from(g.ty.size()).ok()?;
            Some((self.symbols[&g.symbol], memory.ram_end.checked_sub(size)?))
        };
        self.module.globals.iter().filter(here).filter_map(highest).collect()
    }

    /// Returns the chunks of all variables that are not in the zero page, in the module's order.
    pub fn chunks(&self, allocation: &Allocation) -> Vec<Chunk> {
        let chunk = |global: &Global| {
            let label = self.symbols[&global.symbol];
            let placed = is_in(global, ZERO_PAGE) || allocation.variables.contains_key(&label);
            let init = global.init.as_ref().filter(|_| !placed)?;
            let section = if is_under_kernal(global) {
                Section::High
            } else if is_in(global, ONCE) {
                Section::Once
            } else if global.constant {
                Section::Constants
            } else if is_zero(init) {
                Section::Zero
            } else {
                Section::Data
            };
            let mut items = Vec::new();
            self.bytes(init, &global.ty, &mut items);
            Some(Chunk { label, section, align: global.align.max(1), items })
        };
        self.module.globals.iter().filter_map(chunk).collect()
    }

    fn bytes(&self, c: &Const, ty: &Type, items: &mut Vec<Item>) {
        let size = ty.size() as usize;
        match c {
            Const::Int(n) => items.push(Item::Bytes((0..size).map(|i| (n >> (8 * i)) as u8).collect())),
            // A float has as many bits as its width.
            Const::Float(n) => items.push(Item::Bytes((0..size).map(|i| (n >> (8 * i)) as u8).collect())),
            Const::Address(symbol, offset) => {
                let label = match self.module.symbols[symbol.index()].kind {
                    SymbolKind::Function(_) => self.entries.get(symbol).unwrap_or(&self.symbols[symbol]),
                    _ => &self.symbols[symbol],
                };
                items.push(Item::Word(*label, *offset));
                if size > 2 {
                    items.push(Item::Bytes(vec![0; size - 2]));
                }
            }
            Const::Undef | Const::Zero => items.push(Item::Bytes(vec![0; size])),
            Const::Aggregate(parts) => {
                for (ty, part) in parts {
                    self.bytes(part, ty, items);
                }
            }
            Const::Bytes(bytes) => items.push(Item::Bytes(bytes.clone())),
        }
    }
}

/// Returns whether a variable is placed under the KERNAL ROM.
pub fn is_under_kernal(global: &Global) -> bool {
    is_in(global, UNDER_KERNAL)
}

/// Returns whether a variable is in this section or a subsection of it.
fn is_in(global: &Global, section: &str) -> bool {
    let rest = global.section.as_deref().and_then(|s| s.strip_prefix(section));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn is_zero(c: &Const) -> bool {
    match c {
        Const::Zero | Const::Undef | Const::Int(0) => true,
        Const::Aggregate(parts) => parts.iter().all(|p| is_zero(&p.1)),
        Const::Bytes(bytes) => bytes.iter().all(|b| *b == 0),
        _ => false,
    }
}
