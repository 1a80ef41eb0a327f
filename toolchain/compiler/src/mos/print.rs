//! Text of code before it has addresses, for the dump after a pass.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::allocate::{Allocation, Unit, Variable};
use super::code::{Arg, Chunk, Ins, Item, Label, Line, Program};
use super::labels::Labels;
use super::listing;
use crate::error::demangled;

/// Returns the name of a function.
pub fn name(program: &Program, labels: &Labels, unit: &Unit) -> String {
    demangled(&program.labels[labels.symbols[&unit.func.symbol].0 as usize].name)
}

/// Returns the code of a function as text, under a heading.
pub fn unit(heading: &str, program: &Program, unit: &Unit) -> String {
    format!("\n; {heading}\n{}", items(program, unit.code.items.iter()))
}

/// Returns the places of the variables that may be in the zero page as text, under a heading.
pub fn variables(heading: &str, program: &Program, wanted: &[Variable], allocation: &Allocation) -> String {
    let mut text = format!("\n; {heading}\n");
    for Variable { label, size, weight, .. } in wanted {
        let name = demangled(&program.labels[label.0 as usize].name);
        let place = match allocation.variables.get(label) {
            Some((at, _)) => format!("at ${at:02X}"),
            None => "in memory".to_string(),
        };
        let _ = writeln!(text, "{name}: {place}; {size} bytes, weight {weight}");
    }
    text
}

/// Returns a whole program as text.
pub fn whole(program: &Program) -> String {
    program.chunks.iter().map(|chunk| self::chunk(program, chunk)).collect()
}

/// Returns a routine or data as text, under its name.
pub fn chunk(program: &Program, chunk: &Chunk) -> String {
    let name = demangled(&program.labels[chunk.label.0 as usize].name);
    let section = listing::section_name(chunk.section);
    format!("\n; {name}: {section}, align {}\n{}", chunk.align, items(program, chunk.items.iter()))
}

/// Returns the code of a function as text, under a name.
pub fn lines(name: &str, program: &Program, lines: &[Line]) -> String {
    format!("\n; {name}\n{}", items(program, lines.iter().map(|line| &line.item)))
}

/// Returns instructions, labels and data, one per line. Labels within a routine share their names and are distinguished by a number.
pub fn items<'a>(program: &Program, items: impl Iterator<Item = &'a Item>) -> String {
    let mut text = String::new();
    let mut numbers: BTreeMap<Label, usize> = BTreeMap::new();
    for item in items {
        let _ = match item {
            Item::Label(label) => writeln!(text, "{}:", label_name(program, *label, &mut numbers)),
            Item::Ins(ins) => match ins.arg {
                Arg::Mem(label, 0) if is_local(program, label) => {
                    let plain = listing::instruction(program, Ins { arg: Arg::None, ..*ins });
                    writeln!(text, "  {} {}", plain.trim_end(), label_name(program, label, &mut numbers))
                }
                _ => writeln!(text, "  {}", listing::instruction(program, *ins)),
            },
            Item::Note(note) => {
                note.lines().for_each(|line| text += &format!("  ; {line}\n"));
                Ok(())
            }
            Item::Bytes(bytes) if bytes.iter().all(|byte| *byte == 0) => {
                writeln!(text, "  .res {}", bytes.len())
            }
            Item::Bytes(bytes) => {
                bytes.chunks(16).for_each(|row| text += &format!("  .byte {}\n", listing::hex(row)));
                Ok(())
            }
            item => writeln!(text, "  {}", listing::reference(program, item)),
        };
    }
    text
}

fn is_local(program: &Program, label: Label) -> bool {
    program.labels[label.0 as usize].name.starts_with('.')
}

fn label_name(program: &Program, label: Label, numbers: &mut BTreeMap<Label, usize>) -> String {
    let name = listing::name(program, label);
    if !is_local(program, label) {
        return name;
    }
    let next = numbers.len();
    format!("{name}#{}", numbers.entry(label).or_insert(next))
}
