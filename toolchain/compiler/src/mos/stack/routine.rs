//! The stack depth of one routine, and the routines that it calls or jumps to at which depth.

use std::collections::BTreeMap;

use crate::mos::code::{Arg, Ins, Item, Label, Program, Section};
use crate::mos::isa::{Mnemonic as M, Mode};

/// Size of the 6502's stack in bytes. A routine that pushes more does so in a loop without a known bound.
const SIZE: i32 = 256;

/// The target of a call or jump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum To {
    /// Another routine of the program.
    Routine(Label),
    /// Code outside: the KERNAL or code that the program has placed elsewhere.
    Outside,
    /// The target of a pointer.
    Pointer,
}

/// One routine from its entry to its exits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routine {
    /// The maximum number of its own bytes on the stack, without its return address; `None` if there is no bound.
    pub own: Option<u32>,
    /// Its calls and jumps, with the maximum number of its bytes on the stack at that point, including the return address of the call.
    pub leads: BTreeMap<To, u32>,
}

/// The code of a program, indexed by its labels.
#[derive(Debug)]
pub struct Code<'a> {
    program: &'a Program,
    /// Chunk and item of every label in code.
    at: BTreeMap<Label, (usize, usize)>,
}

impl<'a> Code<'a> {
    /// Indexes the code of this program.
    pub fn new(program: &'a Program) -> Code<'a> {
        let mut at = BTreeMap::new();
        for (c, chunk) in program.chunks.iter().enumerate() {
            if !matches!(chunk.section, Section::Start | Section::Code) {
                continue;
            }
            at.insert(chunk.label, (c, 0));
            for (i, item) in chunk.items.iter().enumerate() {
                if let Item::Label(label) = item {
                    at.insert(*label, (c, i));
                }
            }
        }
        Code { program, at }
    }

    /// Returns the routine that begins at a label; `None` if the label is not in the program's code.
    pub fn routine(&self, entry: Label) -> Option<Routine> {
        let &(chunk, start) = self.at.get(&entry)?;
        let mut walk = Walk {
            code: self,
            chunk,
            items: &self.program.chunks[chunk].items,
            work: vec![(start, 0)],
            found: Routine { own: Some(0), leads: BTreeMap::new() },
        };
        walk.run();
        Some(walk.found)
    }
}

/// A walk over all paths through a routine.
struct Walk<'a> {
    code: &'a Code<'a>,
    chunk: usize,
    items: &'a [Item],
    /// Items to continue from, and the number of bytes on the stack there.
    work: Vec<(usize, i32)>,
    found: Routine,
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut most: Vec<Option<i32>> = vec![None; self.items.len()];
        while let Some((at, depth)) = self.work.pop() {
            if at >= self.items.len() || most[at].is_some_and(|d| d >= depth) {
                continue;
            }
            most[at] = Some(depth);
            if depth > SIZE {
                self.found.own = None;
                return;
            }
            self.found.own = self.found.own.map(|own| own.max(depth.max(0) as u32));
            let after = match &self.items[at] {
                Item::Ins(ins) => self.step(ins, depth),
                _ => Some(depth),
            };
            if let Some(depth) = after {
                self.work.push((at + 1, depth));
            }
        }
    }

    /// Processes one instruction; returns the bytes on the stack after it if control gets there.
    fn step(&mut self, ins: &Ins, depth: i32) -> Option<i32> {
        match (ins.op, ins.mode) {
            (M::Pha | M::Php, _) => Some(depth + 1),
            (M::Pla | M::Plp, _) => Some(depth - 1),
            (M::Jsr, _) => {
                self.lead(self.target(ins.arg), depth + 2);
                Some(depth)
            }
            (M::Jmp, Mode::Absolute) => {
                self.go(ins.arg, depth);
                None
            }
            (M::Jmp, _) => {
                self.by_table(depth);
                None
            }
            (_, Mode::Relative) => {
                self.go(ins.arg, depth);
                Some(depth)
            }
            // Jumps to an address that was pushed.
            (M::Rts, _) if depth >= 2 => {
                self.by_table(depth - 2);
                None
            }
            // The stack pointer changes here, or nothing follows: the end of the program.
            (M::Rts | M::Rti | M::Txs | M::Tas | M::Las | M::Jam, _) => None,
            _ => Some(depth),
        }
    }

    /// Continues at a label of this routine, or leaves it for another.
    fn go(&mut self, arg: Arg, depth: i32) {
        match arg {
            Arg::Mem(label, 0) if self.inside(label).is_some() => {
                self.work.extend(self.inside(label).map(|at| (at, depth)));
            }
            arg => self.lead(self.target(arg), depth),
        }
    }

    /// Continues at all targets of a table of this routine, or at any address if it has none.
    fn by_table(&mut self, depth: i32) {
        let entries = self.items.iter().filter_map(|item| match item {
            Item::LoByte(label, _) | Item::Word(label, _) => self.inside(*label),
            _ => None,
        });
        let entries: Vec<(usize, i32)> = entries.map(|at| (at, depth)).collect();
        if entries.is_empty() {
            self.lead(To::Pointer, depth);
        }
        self.work.extend(entries);
    }

    fn inside(&self, label: Label) -> Option<usize> {
        self.code.at.get(&label).filter(|at| at.0 == self.chunk).map(|at| at.1)
    }

    fn target(&self, arg: Arg) -> To {
        match arg {
            Arg::Mem(label, 0) if self.code.at.contains_key(&label) => To::Routine(label),
            _ => To::Outside,
        }
    }

    fn lead(&mut self, to: To, depth: i32) {
        let most = self.found.leads.entry(to).or_default();
        *most = (*most).max(depth.max(0) as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Chunk;

    /// Returns the routine of this text, whose first label is `f`, next to a routine `g`.
    fn routine(text: &str) -> (Routine, Label) {
        let mut program = Program::default();
        let g = program.label("g");
        let f = program.label("f");
        let known = BTreeMap::from([("g".to_string(), g), ("f".to_string(), f)]);
        let items = assemble(text, "test", &mut program, &known).unwrap().items;
        program.chunks.push(Chunk { label: g, section: Section::Code, align: 1, items: Vec::new() });
        program.chunks.push(Chunk { label: f, section: Section::Code, align: 1, items });
        let routine = Code::new(&program).routine(f).unwrap();
        (routine, g)
    }

    #[test]
    fn pushes_and_calls_add_up() {
        let (found, g) = routine("pha\nphp\njsr g\nplp\njsr $ffd2\npla\njmp g");
        assert_eq!(found.own, Some(2));
        assert_eq!(found.leads, BTreeMap::from([(To::Routine(g), 4), (To::Outside, 3)]));
    }

    #[test]
    fn the_deeper_way_counts() {
        let (found, g) = routine("lda #1\nbeq @a\npha\npha\npla\npla\nrts\n@a: pha\njsr g\npla\nrts");
        assert_eq!((found.own, found.leads), (Some(2), BTreeMap::from([(To::Routine(g), 3)])));
    }

    #[test]
    fn a_loop_that_pushes_has_no_bound() {
        assert_eq!(routine("@a: pha\ndex\nbne @a\nrts").0.own, None);
        assert_eq!(routine("@a: pha\npla\ndex\nbne @a\nrts").0.own, Some(1));
    }

    #[test]
    fn a_jump_through_a_vector_may_lead_anywhere() {
        let (found, _) = routine("pha\njmp ($18)");
        assert_eq!(found.leads, BTreeMap::from([(To::Pointer, 1)]));
    }
}
