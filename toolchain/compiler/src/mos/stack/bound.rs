//! Computes the maximum size of the two stacks of a program from its finished code.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::routine::{Code, To};
use crate::error::demangled;
use crate::mos::code::{Bound, Label, Program, Section};

/// The minimum number of free bytes on the 6502's stack when a program is entered by `SYS`: its pointer is $F4 or above. Source:
/// counted by hand in Commodore's BASIC; with open-roms VICE has $F9 there, as a test shows
/// (`a_program_whose_stack_runs_out_says_so_in_vice`).
pub const ROOM: u32 = 0xf4 + 1;

/// Bytes that the KERNAL's interrupt takes: 3 by the 6502, 3 by the entry at $FF48, 2 to call SCNKEY, which pushes 2; 5 more by
/// `__irq` of a program that has the KERNAL banked out; and 3 for an additional NMI. Source: counted by hand in the KERNAL
/// 901227-03, not measured.
pub const INTERRUPTS: u32 = 18;

/// Bytes that a call of the KERNAL takes besides its return address: the deepest case is a message of a serial call, which scrolls
/// the screen (OPEN, 6; the message, 5; CHROUT, 19). Source: counted by hand in the KERNAL 901227-03, not measured. Code that the
/// program itself has placed elsewhere is assumed to be no deeper.
pub const OUTSIDE: u32 = 30;

/// Bytes that an interrupt handler of the program takes besides those of its function: 3 by the 6502, 3 for A, X and Y, 2 to call
/// the function, and 6 by a second entry, which returns at once (`mos::handlers`).
pub const HANDLER: u32 = 14;

/// Additional bytes in a program that has the KERNAL banked out: 5 by `__irq` for each of the two entries.
pub const HANDLER_BANKED: u32 = 10;

/// Bytes of the 6502's stack that a check takes: its return address.
pub const COST: u32 = 2;

/// A function of the program, for the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its label.
    pub label: Label,
    /// The possible targets of its calls through pointers.
    pub pointers: Vec<Label>,
    /// Whether it may be active more than once at a time.
    pub recursive: bool,
    /// The maximum number of bytes that it takes on the software stack.
    pub software: u32,
    /// Whether it is an interrupt handler.
    pub handler: bool,
}

/// Returns the bound of a program.
pub fn bound(program: &Program, functions: &[Function], main: Label) -> Bound {
    let unchecked = BTreeSet::new();
    let mut needs = Needs::new(program, functions, &unchecked);
    match needs.of(main).and_then(|need| Ok((need, needs.interrupts()?))) {
        // `main` is called, too.
        Ok((need, interrupts)) => Bound::Bytes {
            hardware: 2 + need.bytes + interrupts,
            software: need.software,
            chain: needs.chain(main),
        },
        Err(why) => why,
    }
}

/// The stack need of a routine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Need {
    /// Bytes including everything that it calls, but not its own return address.
    pub bytes: u32,
    /// Bytes of the software stack, including everything that it calls.
    software: u32,
    /// The callee with the largest need.
    deepest: Option<Label>,
    /// The bytes where it jumps through a pointer. The function that it belongs to knows the possible targets.
    pointer: Option<u32>,
}

impl Need {
    fn at_least(&mut self, bytes: u32, deepest: Option<Label>) {
        if bytes > self.bytes {
            (self.bytes, self.deepest) = (bytes, deepest);
        }
    }
}

/// The needs of routines, computed on demand.
#[derive(Debug)]
pub struct Needs<'a> {
    code: Code<'a>,
    pointers: BTreeMap<Label, &'a [Label]>,
    /// The software stack that functions take themselves.
    software: BTreeMap<Label, u32>,
    handlers: Vec<Label>,
    /// What each handler takes besides its function.
    handler: u32,
    /// Functions that check for room themselves, so that their callers need only what the check takes.
    checked: &'a BTreeSet<Label>,
    known: BTreeMap<Label, Result<Need, Bound>>,
    /// The chain of routines being visited.
    active: Vec<Label>,
}

impl<'a> Needs<'a> {
    /// Creates the needs of this program, whose functions `checked` check for room themselves.
    pub fn new(program: &'a Program, functions: &'a [Function], checked: &'a BTreeSet<Label>) -> Needs<'a> {
        let pointers = functions.iter().map(|f| (f.label, f.pointers.as_slice())).collect();
        let software = functions.iter().map(|f| (f.label, f.software)).collect();
        let handlers = functions.iter().filter(|f| f.handler).map(|f| f.label).collect();
        let banked = program.chunks.iter().any(|chunk| chunk.section == Section::High);
        let handler = HANDLER + if banked { HANDLER_BANKED } else { 0 };
        let (code, known) = (Code::new(program), BTreeMap::new());
        Needs { code, pointers, software, handlers, handler, checked, known, active: Vec::new() }
    }

    /// Returns the bytes that interrupts take: the KERNAL's, and each of the program's handlers once, because they may interrupt
    /// each other.
    pub fn interrupts(&mut self) -> Result<u32, Bound> {
        let handlers = self.handlers.clone();
        handlers.into_iter().try_fold(INTERRUPTS, |sum, label| Ok(sum + self.handler + self.of(label)?.bytes))
    }

    /// Returns the need of a routine, or the reason why it has no bound.
    pub fn of(&mut self, label: Label) -> Result<Need, Bound> {
        if let Some(known) = self.known.get(&label) {
            return known.clone();
        }
        if let Some(at) = self.active.iter().position(|l| *l == label) {
            return Err(Bound::Circle(self.active[at..].to_vec()));
        }
        self.active.push(label);
        let need = self.find(label);
        self.active.pop();
        self.known.insert(label, need.clone());
        need
    }

    fn find(&mut self, label: Label) -> Result<Need, Bound> {
        let Some(routine) = self.code.routine(label) else { return Ok(Need::default()) };
        let mut need = Need { bytes: routine.own.ok_or(Bound::Pushes(label))?, ..Need::default() };
        for (to, at) in routine.leads {
            match to {
                To::Outside => need.at_least(at + OUTSIDE, None),
                To::Pointer => need.pointer = need.pointer.max(Some(at)),
                To::Routine(callee) => self.lead(&mut need, callee, at)?,
            }
        }
        if let (Some(at), Some(pointers)) = (need.pointer, self.pointers.get(&label).copied()) {
            need.pointer = None;
            // If no function's address is taken, it leads to code that was placed elsewhere, or to the KERNAL.
            if pointers.is_empty() {
                need.at_least(at + OUTSIDE, None);
            }
            for callee in pointers {
                self.lead(&mut need, *callee, at)?;
            }
        }
        need.software += self.software.get(&label).copied().unwrap_or(0);
        Ok(need)
    }

    /// Adds the need of a callee that is reached with this many bytes on the stack.
    fn lead(&mut self, need: &mut Need, callee: Label, at: u32) -> Result<(), Bound> {
        if self.checked.contains(&callee) {
            need.at_least(at + COST, Some(callee));
            return Ok(());
        }
        let below = self.of(callee)?;
        need.at_least(at + below.bytes, Some(callee));
        need.software = need.software.max(below.software);
        need.pointer = need.pointer.max(below.pointer.map(|p| at + p));
        Ok(())
    }

    /// Returns the deepest chain of calls starting at a routine.
    fn chain(&self, from: Label) -> Vec<Label> {
        let next = |label: &Label| self.known.get(label)?.as_ref().ok()?.deepest;
        std::iter::successors(Some(from), next).collect()
    }
}

/// Returns what the map says about the stacks.
pub fn text(program: &Program) -> String {
    let names = |labels: &[Label], end: &str| -> String {
        let names: Vec<String> =
            labels.iter().map(|l| demangled(&program.labels[l.0 as usize].name)).collect();
        names.join(" > ") + end
    };
    let mut out = String::new();
    let needed = program.stack_needed;
    match &program.stack {
        None => return out,
        Some(Bound::Bytes { hardware, software, chain }) => {
            let _ = writeln!(
                out,
                "\nstack     bytes     of  deepest chain of calls\n\
                 6502      {hardware:5}  {ROOM:5}  {}\n\
                 software  {software:5}  {needed:5}",
                names(chain, "")
            );
        }
        Some(Bound::Circle(circle)) => {
            let first = demangled(&program.labels[circle[0].0 as usize].name);
            let _ = writeln!(
                out,
                "\nstack     bytes     of  why there is no bound\n\
                 6502        any  {ROOM:5}  {0}\n\
                 software    any  {needed:5}  {0}",
                names(circle, &format!(" > {first}"))
            );
        }
        Some(Bound::Pushes(label)) => {
            let _ = writeln!(
                out,
                "\nstack     bytes     of  why there is no bound\n\
                 6502        any  {ROOM:5}  {} pushes in a loop",
                names(&[*label], "")
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Chunk;

    /// Returns a program of these routines, and what it needs starting at the first one.
    fn bounds(routines: &[(&str, &str)], pointers: &[(&str, &[&str])]) -> (Program, Bound) {
        let mut program = Program::default();
        let known: BTreeMap<String, Label> =
            routines.iter().map(|(name, _)| (name.to_string(), program.label(*name))).collect();
        for (name, text) in routines {
            let items = assemble(text, "test", &mut program, &known).unwrap().items;
            program.chunks.push(Chunk { label: known[*name], section: Section::Code, align: 1, items });
        }
        let functions: Vec<Function> = pointers
            .iter()
            .map(|(name, reached)| Function {
                label: known[*name],
                pointers: reached.iter().map(|r| known[*r]).collect(),
                recursive: false,
                software: 0,
                handler: name.starts_with("on_"),
            })
            .collect();
        let bound = bound(&program, &functions, known[routines[0].0]);
        program.stack = Some(bound.clone());
        (program, bound)
    }

    #[test]
    fn the_deepest_chain_counts_return_addresses_and_pushes() {
        let routines = [
            ("main", "jsr f\njsr g\nrts"),
            ("f", "pha\njsr h\npla\njsr g\nrts"),
            ("g", "pha\npha\npla\npla\nrts"),
            ("h", "jmp g"),
        ];
        let (program, found) = bounds(&routines, &[]);
        let Bound::Bytes { hardware, chain, .. } = found else { panic!("{found:?}") };
        assert_eq!(hardware, 2 + (2 + 1 + 2 + 2) + INTERRUPTS);
        assert_eq!(chain.len(), 4);
        assert!(
            text(&program).contains("  main > f > h > g\nsoftware      0      0\n"),
            "{}",
            text(&program)
        );
    }

    #[test]
    fn a_circle_is_named() {
        let (program, _) = bounds(&[("main", "jsr f\nrts"), ("f", "jmp g"), ("g", "jsr f\nrts")], &[]);
        assert!(text(&program).contains("6502        any    245  f > g > f\n"), "{}", text(&program));
    }

    #[test]
    fn a_call_through_a_pointer_is_one_of_the_deepest() {
        let routines =
            [("main", "jsr call\nrts"), ("call", "jmp ($18)"), ("f", "rts"), ("g", "pha\njsr f\npla\nrts")];
        let (_, found) = bounds(&routines, &[("main", &["f", "g"])]);
        assert!(
            matches!(found, Bound::Bytes { hardware, .. } if hardware == 2 + 2 + 3 + INTERRUPTS),
            "{found:?}"
        );
    }

    #[test]
    fn a_pointer_to_no_function_leads_outside() {
        let routines = [("main", "jsr call\nrts"), ("call", "jmp ($0326)")];
        let (_, found) = bounds(&routines, &[("main", &[])]);
        let bytes = 2 + 2 + OUTSIDE + INTERRUPTS;
        assert!(matches!(found, Bound::Bytes { hardware, .. } if hardware == bytes), "{found:?}");
    }

    #[test]
    fn the_software_stack_counts_along_the_calls() {
        let routines = [("main", "jsr f\njsr g\nrts"), ("f", "jsr g\nrts"), ("g", "rts")];
        let mut program = Program::default();
        let labels = routines.map(|(name, _)| program.label(name));
        let known: BTreeMap<String, Label> =
            routines.iter().zip(labels).map(|((name, _), label)| (name.to_string(), label)).collect();
        for ((_, text), label) in routines.iter().zip(labels) {
            let items = assemble(text, "test", &mut program, &known).unwrap().items;
            program.chunks.push(Chunk { label, section: Section::Code, align: 1, items });
        }
        let takes = [0, 4, 300];
        let functions: Vec<Function> = labels
            .into_iter()
            .zip(takes)
            .map(|(label, software)| Function {
                label,
                pointers: vec![],
                recursive: false,
                software,
                handler: false,
            })
            .collect();
        let found = bound(&program, &functions, labels[0]);
        assert!(matches!(found, Bound::Bytes { software: 304, .. }), "{found:?}");
        (program.stack, program.stack_needed) = (Some(found), 304);
        assert!(text(&program).ends_with("\nsoftware    304    304\n"), "{}", text(&program));
    }

    #[test]
    fn handlers_come_on_top_of_each_other() {
        let routines = [("main", "rts"), ("on_irq", "pha\njsr f\npla\nrts"), ("on_nmi", "rts"), ("f", "rts")];
        let (_, found) = bounds(&routines, &[("on_irq", &[]), ("on_nmi", &[])]);
        let bytes = 2 + INTERRUPTS + (HANDLER + 3) + HANDLER;
        assert!(matches!(found, Bound::Bytes { hardware, .. } if hardware == bytes), "{found:?}");
    }

    #[test]
    fn code_outside_has_an_allowance() {
        let (_, found) = bounds(&[("main", "jsr $ffd2\nrts")], &[]);
        assert!(
            matches!(found, Bound::Bytes { hardware, .. } if hardware == 2 + 2 + OUTSIDE + INTERRUPTS),
            "{found:?}"
        );
    }
}
