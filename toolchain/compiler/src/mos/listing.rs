//! Listing, label file for VICE, and memory map.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::code::{Arg, Ins, Item, Label, Program, Section, Usage};
use super::encoded::{Encoded, Line, Placed};
use super::isa::{Mode, lookup};
use super::layout::NUMBERS;
use super::stack;
use crate::error::demangled;

/// Returns the listing: each routine with addresses, bytes, cycles (`+`: more if a page is crossed or a branch is taken), labels
/// and remarks; data as bytes.
#[must_use]
pub fn listing(program: &Program, encoded: &Encoded) -> String {
    let mut out = String::new();
    for placed in &encoded.placed {
        let chunk = &program.chunks[placed.chunk];
        let name = name(program, chunk.label);
        let section = section_name(chunk.section);
        let _ = writeln!(out, "\n; {name}: {section}, {} bytes", placed.size);
        match chunk.section {
            Section::Start | Section::Code => code(&mut out, program, placed),
            Section::Constants | Section::Data | Section::Once => data(&mut out, program, placed),
            Section::Zero | Section::NoInit | Section::High => {
                let _ = writeln!(out, "{:04X}            .res {}", placed.address, placed.size);
            }
        }
    }
    out
}

fn code(out: &mut String, program: &Program, placed: &Placed) {
    let chunk = &program.chunks[placed.chunk];
    let _ = writeln!(out, "{:04X}                 {}:", placed.address, name(program, chunk.label));
    for line in &placed.lines {
        let text = match (&chunk.items[line.item], line.ins) {
            (Item::Label(label), _) => {
                let _ = writeln!(out, "{:04X}                 {}:", line.address, name(program, *label));
                continue;
            }
            (Item::Note(note), _) => {
                for text in note.lines() {
                    let _ = writeln!(out, "                         ; {text}");
                }
                continue;
            }
            (_, Some(ins)) => instruction(program, ins),
            (Item::Bytes(_), None) => {
                bytes(out, line);
                continue;
            }
            (item, None) => reference(program, item),
        };
        let mut cycles = String::new();
        if let Some(opcode) = line.ins.and_then(|i| lookup(i.op, i.mode)) {
            cycles = format!("{}{}", opcode.cycles, if opcode.penalty { "+" } else { "" });
        }
        let _ = writeln!(out, "{:04X}  {:<9} {cycles:<8} {text}", line.address, hex(&line.bytes));
    }
}

fn data(out: &mut String, program: &Program, placed: &Placed) {
    let chunk = &program.chunks[placed.chunk];
    for line in &placed.lines {
        match &chunk.items[line.item] {
            Item::Label(label) => {
                let _ = writeln!(out, "{:04X}                 {}:", line.address, name(program, *label));
            }
            Item::Note(note) => {
                let _ = writeln!(out, "                         ; {note}");
            }
            Item::Bytes(_) => bytes(out, line),
            item => {
                let text = reference(program, item);
                let _ = writeln!(out, "{:04X}  {:<18} {text}", line.address, hex(&line.bytes));
            }
        }
    }
}

/// Writes literal bytes, 16 per row.
fn bytes(out: &mut String, line: &Line) {
    for (row, bytes) in line.bytes.chunks(16).enumerate() {
        let _ = writeln!(out, "{:04X}  {}", line.address as usize + 16 * row, hex(bytes));
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect::<Vec<_>>().join(" ")
}

pub(super) fn name(program: &Program, label: Label) -> String {
    let name = &program.labels[label.0 as usize].name;
    match name.strip_prefix('.') {
        Some(local) => format!(".{}", demangled(local)),
        None => demangled(name),
    }
}

pub(super) fn reference(program: &Program, item: &Item) -> String {
    match *item {
        Item::Word(label, offset) => format!(".word {}", sum(program, label, offset)),
        Item::LoByte(label, offset) => format!(".byte <{}", sum(program, label, offset)),
        Item::HiByte(label, offset) => format!(".byte >{}", sum(program, label, offset)),
        Item::Ins(_) | Item::Label(_) | Item::Bytes(_) | Item::Note(_) => String::new(),
    }
}

fn sum(program: &Program, label: Label, offset: i32) -> String {
    let name = name(program, label);
    if offset == 0 { name } else { format!("{name}{offset:+}") }
}

fn argument(program: &Program, arg: Arg) -> String {
    match arg {
        Arg::None => String::new(),
        Arg::Imm(byte) => format!("#${byte:02X}"),
        Arg::Lo(label, offset) => format!("#<{}", sum(program, label, offset)),
        Arg::Hi(label, offset) => format!("#>{}", sum(program, label, offset)),
        Arg::Mem(label, offset) => sum(program, label, offset),
        Arg::Abs(address @ 0..=0xff) => format!("${address:02X}"),
        Arg::Abs(address) => format!("${address:04X}"),
        Arg::Home(home) => format!("home{home}"),
    }
}

/// Returns an instruction in assembly.
#[must_use]
pub fn instruction(program: &Program, ins: Ins) -> String {
    let op = ins.op;
    let arg = argument(program, ins.arg);
    match ins.mode {
        Mode::Implied => format!("{op}"),
        Mode::Accumulator => format!("{op} a"),
        Mode::Immediate | Mode::ZeroPage | Mode::Absolute | Mode::Relative => format!("{op} {arg}"),
        Mode::ZeroPageX | Mode::AbsoluteX => format!("{op} {arg},x"),
        Mode::ZeroPageY | Mode::AbsoluteY => format!("{op} {arg},y"),
        Mode::Indirect => format!("{op} ({arg})"),
        Mode::IndirectX => format!("{op} ({arg},x)"),
        Mode::IndirectY => format!("{op} ({arg}),y"),
    }
}

/// Returns a label file for VICE's monitor (`-moncommands`): every label but the local ones, by address, each name once.
#[must_use]
pub fn labels(program: &Program, encoded: &Encoded) -> String {
    let mut rows: Vec<(u16, String)> = global(program, encoded)
        .map(|(label, address)| (address, vice_safe(&name(program, label))))
        .collect();
    rows.sort();
    rows.dedup();
    let mut used = BTreeSet::new();
    let mut out = String::new();
    for (address, name) in rows {
        let mut unique = name.clone();
        let mut n = 2;
        while !used.insert(unique.clone()) {
            unique = format!("{name}_{n}");
            n += 1;
        }
        let _ = writeln!(out, "al C:{address:04x} .{unique}");
    }
    out
}

/// Returns the named labels that have an address.
pub(super) fn global<'a>(
    program: &'a Program,
    encoded: &'a Encoded,
) -> impl Iterator<Item = (Label, u16)> + 'a {
    let all = program.labels.iter().zip(&encoded.addresses).enumerate();
    all.filter(|(_, (info, _))| !info.name.starts_with('.') && !NUMBERS.contains(&info.name.as_str()))
        .filter_map(|(i, (_, address))| address.map(|a| (Label(i as u32), a)))
}

/// Returns the name with `_` in place of characters that VICE's monitor does not allow in a label.
fn vice_safe(name: &str) -> String {
    let mut safe = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == ':' {
            safe.push(c);
        } else if !safe.ends_with('_') || c == '_' {
            safe.push('_');
        }
    }
    safe
}

/// Returns the memory map: areas, then routines and data by size, then the resources of each function besides its code (bytes of
/// zero page and of its frame, depth of calls below it), then the bounds of the stacks.
#[must_use]
pub fn map(program: &Program, encoded: &Encoded) -> String {
    let mut out = String::from("area               from   to    bytes\n");
    for area in &encoded.areas {
        row(&mut out, area.name, area.start, area.end);
    }
    let stacks = u32::from(program.memory.ram_end).saturating_sub(program.handler_stacks);
    row(&mut out, "free and stack", encoded.end, stacks);
    row(&mut out, "handlers' stacks", stacks, u32::from(program.memory.ram_end));
    let mut placed: Vec<&Placed> = encoded.placed.iter().collect();
    placed.sort_by_key(|p| (std::cmp::Reverse(p.size), p.address));
    out += "\nbytes  section           from  name\n";
    for p in placed {
        let chunk = &program.chunks[p.chunk];
        let section = section_name(chunk.section);
        let _ =
            writeln!(out, "{:5}  {section:<16}  {:04X}  {}", p.size, p.address, name(program, chunk.label));
    }
    if program.usage.is_empty() {
        return out;
    }
    out += "\nzero page  frame  calls  function\n";
    let mut usage: Vec<&Usage> = program.usage.iter().collect();
    usage.sort_by_key(|u| (std::cmp::Reverse(u.zero_page.len()), u.label));
    for u in usage {
        let depth = u.depth.map_or("any".to_string(), |d| d.to_string());
        let _ =
            writeln!(out, "{:9}  {:5}  {depth:>5}  {}", u.zero_page.len(), u.frame, name(program, u.label));
    }
    out + &stack::bound::text(program)
}

fn row(out: &mut String, name: &str, start: u32, end: u32) {
    if start < end {
        let _ = writeln!(out, "{name:<18} {start:04X} - {:04X} {:5}", end - 1, end - start);
    }
}

pub(super) fn section_name(section: Section) -> &'static str {
    match section {
        Section::Start => "start-up",
        Section::Code => "code",
        Section::Constants => "constants",
        Section::Data => "variables",
        Section::Zero => "zeroed variables",
        Section::NoInit => "uninitialised",
        Section::Once => "read once",
        Section::High => "under the KERNAL",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Chunk;
    use crate::mos::encode::encode;
    use crate::mos::stack::NEEDED;

    fn sample() -> (Program, Encoded) {
        let mut program = Program::default();
        let mut known = BTreeMap::new();
        known.insert("ptr".to_string(), program.fixed("ptr", 0xfb));
        // A number among the program's addresses.
        program.fixed(NEEDED, 0x0900);
        let data = program.label("_RNvCs1234_7mycrate4data");
        known.insert("data".to_string(), data);
        let text = "lda #<data+1\nsta ptr\n@l: lda (ptr),y\nbne @l\n.res 130\nbeq @l\nrts";
        let mut items = assemble(text, "test", &mut program, &known).unwrap().items;
        items.insert(1, Item::Note("main.rs:5".to_string()));
        let start = program.label("__start");
        program.chunks.push(Chunk { label: start, section: Section::Start, align: 1, items });
        let items = vec![Item::Bytes(vec![7; 17]), Item::Word(data, 2)];
        program.chunks.push(Chunk { label: data, section: Section::Data, align: 1, items });
        let zero = program.label("<a as b>::c");
        let same = program.label("<a as b>::c");
        program.label("__bss_size");
        for label in [zero, same] {
            let items = vec![Item::Bytes(vec![0; 300])];
            program.chunks.push(Chunk { label, section: Section::Zero, align: 1, items });
        }
        let encoded = encode(&program).unwrap();
        (program, encoded)
    }

    #[test]
    fn listing_shows_code_data_and_remarks() {
        let (program, encoded) = sample();
        let text = listing(&program, &encoded);
        for line in [
            "; __start: start-up, 144 bytes",
            "0820                 __start:",
            "0820  A9 C4     2        lda #<mycrate::data+1",
            "                         ; main.rs:5",
            "0822  85 FB     3        sta ptr",
            "0824                 .l:",
            "0824  B1 FB     5+       lda (ptr),y",
            "0826  D0 FC     2+       bne .l",
            "08AA  D0 03     2+       bne $08AF",
            "08AC  4C 24 08  3        jmp .l",
            "; mycrate::data: variables, 19 bytes",
            "08C3  07 07 07 07 07 07 07 07 07 07 07 07 07 07 07 07",
            "08D3  07",
            "08D4  C5 08              .word mycrate::data+2",
            "08D6            .res 300",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\nmissing in{text}");
        }
    }

    #[test]
    fn label_names_are_safe_and_unique() {
        let (program, encoded) = sample();
        assert_eq!(
            labels(&program, &encoded),
            "al C:00fb .ptr\nal C:0820 .__start\nal C:08c3 .mycrate::data\n\
             al C:08d6 ._a_as_b_::c\nal C:0a02 ._a_as_b_::c_2\n"
        );
    }

    #[test]
    fn map_is_sorted_by_size() {
        let (program, encoded) = sample();
        let text = map(&program, &encoded);
        let (areas, symbols) = text.split_once("\n\n").unwrap();
        assert!(areas.contains("start-up           0820 - 08AF   144"), "{areas}");
        assert!(areas.contains("first contents     08B0 - 08C2    19"), "{areas}");
        assert!(areas.contains("free and stack     0B2E - CFFF 50386"), "{areas}");
        let names: Vec<&str> = symbols.lines().skip(1).map(|l| &l[31..]).collect();
        assert_eq!(names, ["<a as b>::c", "<a as b>::c", "__start", "mycrate::data"]);
    }
}
