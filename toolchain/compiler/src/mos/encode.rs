//! Encoding: extends branches that are out of range and turns instructions into bytes.
//!
//! File: BASIC line, `Start` at the map's [entry](crate::MemoryMap::entry), `Code`, `Constants`, initial contents of `Data`. In
//! memory after `Data`'s initial contents: `Data`, `Zero`, `NoInit`, then free memory up to the stack, which is in the file as far
//! as it holds `Once`; and `High` [under the KERNAL](crate::MemoryMap::under_kernal).

pub mod piece;

use std::collections::BTreeSet;

use super::branches;
use super::code::{Arg, Bound, Ins, Item, Program, Section};
use super::encoded::{Area, Encoded, Line, Placed};
use super::isa::{Mnemonic, Mode, opcode};
use super::layout::{Far, Layout, Way, form};
use super::parts::{self, Memory, Stacks};
use crate::Error;
use crate::error::demangled;

/// Places and encodes a program, leaving the room it needs for the software stacks.
///
/// # Panics
/// If the program names a label that has no address, or an instruction that the 6502 does not have: a bug in selection.
pub fn encode(program: &Program) -> Result<Encoded, Error> {
    check(program)?;
    let (layout, far) = branches::placed(program);
    let known = match program.stack {
        Some(Bound::Bytes { software, .. }) => Some(software),
        _ => None,
    };
    let stacks = Stacks { software: program.stack_needed, known, handlers: program.handler_stacks };
    let memory = &program.memory;
    let available = u32::from(memory.ram_end - memory.load);
    // Data that is read once must only stay clear of the known stack need.
    let begun = layout.file_end + known.unwrap_or(stacks.software);
    let needed = begun.max(layout.end + stacks.software) - u32::from(memory.load) + stacks.handlers;
    let high = memory.under_kernal().len() as u32;
    let encoded = emit(program, &layout, &far);
    let refused = |memory, needed, available| {
        let encoded = encoded.as_ref().ok();
        Err(parts::too_large(program, &layout.sizes, encoded, memory, &stacks, needed, available))
    };
    match (needed > available, layout.high_size > high) {
        (true, _) => refused(Memory::Program, needed, available),
        (false, true) => refused(Memory::UnderKernal, layout.high_size, high),
        (false, false) => encoded,
    }
}

/// Rejects labels that are placed twice, which is only possible in hand-written assembly.
fn check(program: &Program) -> Result<(), Error> {
    let mut placed = BTreeSet::new();
    for chunk in &program.chunks {
        let inner = chunk.items.iter().filter_map(|i| if let Item::Label(l) = i { Some(*l) } else { None });
        for label in std::iter::once(chunk.label).chain(inner) {
            let info = &program.labels[label.0 as usize];
            if !placed.insert(label) || info.fixed.is_some() {
                let what = format!("label `{}` is defined twice", demangled(&info.name));
                let place = demangled(&program.labels[chunk.label.0 as usize].name);
                return Err(Error::Assembly { place, line: 0, what });
            }
        }
    }
    assert_eq!(program.chunks.iter().filter(|c| c.section == Section::Start).count(), 1, "start-up chunks");
    Ok(())
}

fn emit(program: &Program, layout: &Layout, far: &[Far]) -> Result<Encoded, Error> {
    let load = program.memory.load;
    let base = u32::from(load);
    let mut image = vec![0; (layout.file_end - base) as usize];
    let line = program.memory.basic_line();
    image[..line.len()].copy_from_slice(&line);
    let mut placed = Vec::new();
    for &c in &layout.order {
        let chunk = &program.chunks[c];
        let start = layout.starts[c];
        let in_file = match chunk.section {
            Section::Start | Section::Code | Section::Constants | Section::Once => Some(start),
            Section::Data => Some(start - layout.data_start + layout.data_load),
            Section::Zero | Section::NoInit | Section::High => None,
        };
        let mut lines = Vec::new();
        if let Some(from) = in_file {
            let addresses = branches::addresses(program, layout, c, &far[c]);
            let mut emitter = Emitter { program, layout, at: start, lines };
            for (i, item) in chunk.items.iter().enumerate() {
                let via = |j: usize| branches::jump(&addresses, &far[c], j) as u16;
                emitter.item(i, item, far[c].get(&i).copied(), via).map_err(|what| {
                    let place = demangled(&program.labels[chunk.label.0 as usize].name);
                    Error::Assembly { place, line: 0, what }
                })?;
            }
            lines = emitter.lines;
            for (to, byte) in
                image[(from - base) as usize..].iter_mut().zip(lines.iter().flat_map(|l| &l.bytes))
            {
                *to = *byte;
            }
        } else {
            let empty = |i: &Item| match i {
                Item::Bytes(bytes) => bytes.iter().all(|&b| b == 0),
                other => matches!(other, Item::Label(_) | Item::Note(_)),
            };
            let name = &program.labels[chunk.label.0 as usize].name;
            assert!(chunk.items.iter().all(empty), "{name} has contents in a section without any");
        }
        placed.push(Placed { chunk: c, address: start, size: layout.sizes[c], lines });
    }
    let mut prg = load.to_le_bytes().to_vec();
    prg.extend(image);
    let area = |&(name, start, end): &(&'static str, u32, u32)| Area { name, start, end };
    Ok(Encoded {
        prg,
        addresses: layout.labels.iter().map(|a| a.map(|a| a as u16)).collect(),
        placed,
        areas: layout.areas.iter().map(area).collect(),
        end: layout.end,
    })
}

/// Writes the bytes of a chunk.
struct Emitter<'a> {
    program: &'a Program,
    layout: &'a Layout,
    at: u32,
    lines: Vec<Line>,
}

impl Emitter<'_> {
    fn line(&mut self, item: usize, bytes: Vec<u8>, ins: Option<Ins>) {
        let size = bytes.len() as u32;
        self.lines.push(Line { item, address: self.at, bytes, ins });
        self.at += size;
    }

    fn word(&self, arg: Arg) -> [u8; 2] {
        (self.layout.target(self.program, arg) as u16).to_le_bytes()
    }

    /// Writes an item. `far` is set for a branch out of range; it has the address of the jump that the branch goes through, if any.
    fn item(
        &mut self,
        index: usize,
        item: &Item,
        way: Option<Way>,
        via: impl Fn(usize) -> u16,
    ) -> Result<(), String> {
        let bytes = match item {
            Item::Ins(ins) => {
                let jump = Ins { op: Mnemonic::Jmp, mode: Mode::Absolute, arg: ins.arg };
                return match way {
                    None => self.ins(index, *ins),
                    Some(Way::Via(j)) => self.ins(index, Ins { arg: Arg::Abs(via(j)), ..*ins }),
                    Some(Way::Plain) => self.ins(index, jump),
                    Some(Way::Jump) => {
                        let inverted = ins.op.inverted().unwrap_or_else(|| panic!("{} is no branch", ins.op));
                        let over =
                            Ins { op: inverted, mode: Mode::Relative, arg: Arg::Abs((self.at + 5) as u16) };
                        self.ins(index, over)?;
                        self.ins(index, jump)
                    }
                };
            }
            Item::Label(_) | Item::Note(_) => Vec::new(),
            Item::Bytes(bytes) => bytes.clone(),
            Item::Word(label, offset) => self.word(Arg::Mem(*label, *offset)).to_vec(),
            Item::LoByte(label, offset) => vec![self.word(Arg::Mem(*label, *offset))[0]],
            Item::HiByte(label, offset) => vec![self.word(Arg::Mem(*label, *offset))[1]],
        };
        self.line(index, bytes, None);
        Ok(())
    }

    fn ins(&mut self, index: usize, ins: Ins) -> Result<(), String> {
        let mode = form(self.program, ins);
        let opcode = opcode(ins.op, mode).unwrap_or_else(|| panic!("there is no {} {mode:?}", ins.op));
        let mut bytes = vec![opcode];
        match (mode, ins.arg) {
            (Mode::Implied | Mode::Accumulator, Arg::None) => {}
            // The label is the counter of the NOP.
            (Mode::Implied, Arg::Mem(..)) if ins.op == Mnemonic::Nop => {}
            (Mode::Immediate, Arg::Imm(b)) => bytes.push(b),
            (Mode::Immediate, Arg::Lo(label, offset)) => bytes.push(self.word(Arg::Mem(label, offset))[0]),
            (Mode::Immediate, Arg::Hi(label, offset)) => bytes.push(self.word(Arg::Mem(label, offset))[1]),
            (Mode::Relative, arg) => {
                let distance = self.layout.target(self.program, arg) - (i64::from(self.at) + 2);
                // Numeric operands are modulo 64 KB in a program that is longer; it is encoded for its listing.
                let distance = i8::try_from(distance as i16)
                    .unwrap_or_else(|_| panic!("{} too far: {distance}", ins.op));
                bytes.push(distance as u8);
            }
            (Mode::ZeroPage | Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX | Mode::IndirectY, arg) => {
                let address = self.layout.target(self.program, arg);
                bytes.push(
                    u8::try_from(address).unwrap_or_else(|_| panic!("{address:x} is not in the zero page")),
                );
            }
            (Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY, arg) => bytes.extend(self.word(arg)),
            (Mode::Indirect, arg) => {
                let vector = self.word(arg);
                if vector[0] == 0xff {
                    let address = u16::from_le_bytes(vector);
                    return Err(format!(
                        "jmp (${address:04X}): the 6502 would read the high byte from the same page"
                    ));
                }
                bytes.extend(vector);
            }
            (mode, arg) => panic!("{} {mode:?} with {arg:?}", ins.op),
        }
        self.line(index, bytes, Some(Ins { mode, ..ins }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Chunk;
    use crate::mos::layout::PROVIDED;

    const LOAD: u16 = crate::MemoryMap::C64.load;
    const ENTRY: u16 = crate::MemoryMap::C64.entry();
    const RAM_END: u16 = crate::MemoryMap::C64.ram_end;

    /// A program with a start-up text and further chunks.
    fn program(start: &str, more: &[(Section, u32, &str)]) -> Program {
        let mut program = Program::default();
        let mut known = BTreeMap::new();
        for name in PROVIDED {
            known.insert(name.to_string(), program.label(name));
        }
        for (n, _) in more.iter().enumerate() {
            known.insert(format!("c{n}"), program.label(format!("c{n}")));
        }
        let label = program.label("start");
        let items = assemble(start, "test", &mut program, &known).unwrap().items;
        program.chunks.push(Chunk { label, section: Section::Start, align: 1, items });
        for (n, &(section, align, text)) in more.iter().enumerate() {
            let items = assemble(text, "test", &mut program, &known).unwrap().items;
            program.chunks.push(Chunk { label: known[&format!("c{n}")], section, align, items });
        }
        program
    }

    /// The bytes starting at the entry.
    fn code(start: &str) -> Vec<u8> {
        let encoded = encode(&program(start, &[])).unwrap();
        encoded.prg[2 + usize::from(ENTRY - LOAD)..].to_vec()
    }

    #[test]
    fn file_begins_with_a_basic_line() {
        let encoded = encode(&program("rts", &[])).unwrap();
        assert_eq!(encoded.prg[..15], [1, 8, 0x0c, 8, 10, 0, 0x9e, 0x20, 0x32, 0x30, 0x38, 0x30, 0, 0, 0]);
        assert_eq!(encoded.prg[15..], [[0; 18].as_slice(), &[0x60]].concat());
        assert_eq!(encoded.end, 0x0821);
    }

    #[test]
    fn zero_page_forms_of_unindexed_operands_only() {
        assert_eq!(
            code("lda 2\nsta $ff\njmp 2\nbit $fe\ninc $100"),
            [0xa5, 2, 0x85, 0xff, 0x4c, 2, 0, 0x24, 0xfe, 0xee, 0, 1]
        );
        let mut p = program("rts", &[]);
        let arg = Arg::Abs(2);
        p.chunks[0].items = vec![Item::Ins(Ins { op: Mnemonic::Lda, mode: Mode::AbsoluteX, arg })];
        assert_eq!(encode(&p).unwrap().prg[33..], [0xbd, 2, 0]);
    }

    #[test]
    fn branches_reach_128_back_and_127_on() {
        let back = |n: usize| code(&format!("2: .res {n}, $ea\nbne 2b"));
        assert_eq!(back(126)[126..], [0xd0, 0x80]);
        assert_eq!(back(127)[127..], [0xf0, 3, 0x4c, 0x20, 0x08]);
        let on = |n: usize| code(&format!("bcs 2f\n.res {n}, $ea\n2: rts"));
        assert_eq!(on(127)[..2], [0xb0, 127]);
        assert_eq!(on(127).len(), 130);
        assert_eq!(on(128)[..5], [0x90, 3, 0x4c, 0xa5, 0x08]);
    }

    #[test]
    fn branches_go_by_a_jump_in_reach_to_their_target() {
        // Through a later jump, and through one within an earlier branch.
        let text = |n: usize| format!("bcs 2f\n.res {n}, $ea\njmp 2f\nbne 2f\n.res 130, $ea\n2: rts");
        let by_jump = code(&text(100));
        assert_eq!((&by_jump[..2], &by_jump[105..107]), (&[0xb0, 100][..], &[0xd0, 0xfb][..]));
        let alone = code(&text(128));
        assert_eq!((&alone[..3], &alone[136..138]), (&[0x90, 3, 0x4c][..], &[0xd0, 0xfb][..]));
        let two = code("bcs 2f\nbne 2f\n.res 130, $ea\n2: rts");
        assert_eq!(two[..7], [0x90, 3, 0x4c, 0xa9, 0x08, 0xd0, 0xfb]);
        // A jump to another target does not help.
        let other = code("bcs 2f\njmp 3f\n3: .res 130, $ea\n2: rts");
        assert_eq!(other[..3], [0x90, 3, 0x4c]);
    }

    #[test]
    fn long_branches_make_others_long() {
        // Each branch just reaches past the next one, which must therefore stay short.
        let chain = |last: usize| {
            let links: String = (1..6).map(|n| format!("beq {n}f\n.res 125, $ea\n")).collect();
            let links =
                (2..6).fold(links, |t, n| t.replace(&format!("beq {n}f"), &format!("beq {n}f\n{}:", n - 1)));
            code(&format!("{links}beq 6f\n5: .res {last}, $ea\n6: rts"))
        };
        assert_eq!(chain(127).len(), 5 * 127 + 2 + 127 + 1);
        assert_eq!(chain(128).len(), 5 * 130 + 5 + 128 + 1);
    }

    #[test]
    fn sections_follow_each_other() {
        let start = ".word __data_start, __data_load, __data_size, __bss_start, __bss_size, __end";
        let chunks = [
            (Section::NoInit, 1, ".res 3"),
            (Section::Zero, 1, ".res 5"),
            (Section::Data, 1, ".byte 1"),
            (Section::Data, 4, ".byte 2, <c3"),
            (Section::Constants, 1, ".word c2, c3, c1, c0"),
            (Section::Code, 16, "jmp (c4)"),
        ];
        let encoded = encode(&program(start, &chunks)).unwrap();
        let words: Vec<u16> =
            encoded.prg[33..45].chunks(2).map(|w| u16::from_le_bytes([w[0], w[1]])).collect();
        // Code at $0830, constants $0833, initial contents $083B-$0840, variables from the next multiple of 4.
        assert_eq!(words, [0x0844, 0x083b, 6, 0x084a, 5, 0x0852]);
        assert_eq!(
            encoded.prg[2 + 0x2f..],
            [0x6c, 0x33, 0x08, 0x44, 0x08, 0x48, 0x08, 0x4a, 0x08, 0x4f, 0x08, 1, 0, 0, 0, 2, 0x48]
        );
        assert_eq!(encoded.end, 0x0852);
    }

    #[test]
    fn what_is_read_once_lies_in_free_memory() {
        let chunks =
            [(Section::Once, 4, ".byte 7, 8"), (Section::NoInit, 1, ".res 3"), (Section::Data, 1, ".byte 1")];
        let encoded = encode(&program(".word c0, __end", &chunks)).unwrap();
        // Two words at $0820, initial contents, the variable, three bytes up to $0829, then the next multiple of 4.
        assert_eq!(encoded.end, 0x0829);
        assert_eq!(encoded.prg[33..], [0x2c, 0x08, 0x29, 0x08, 1, 0, 0, 0, 0, 0, 0, 0, 7, 8]);
        // It fits next to the software stack.
        let large = |stack| encode(&with_stack(program("rts", &[(Section::Once, 1, ".res 51000")]), stack));
        assert_eq!(large(167).unwrap().end, 0x0821);
        assert!(matches!(large(168), Err(Error::TooLarge { needed: 51_200, .. })), "{:?}", large(168));
    }

    fn with_stack(program: Program, needed: u32) -> Program {
        Program { stack_needed: needed, ..program }
    }

    #[test]
    fn same_program_same_bytes() {
        let text = "bne c1\nlda c0,x\n2: .res 200\nbeq 2b";
        let chunks =
            [(Section::Zero, 1, ".res 9"), (Section::Code, 1, "jmp c1"), (Section::Data, 1, ".word c0")];
        assert_eq!(encode(&program(text, &chunks)), encode(&program(text, &chunks)));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_largest() {
        let room = RAM_END - LOAD - (ENTRY - LOAD) - 2;
        let p = |n: u16| program(".word c0", &[(Section::Zero, 1, &format!(".res {n}"))]);
        assert_eq!(encode(&p(room)).unwrap().end, u32::from(RAM_END));
        let refused = encode(&with_stack(p(room - 100), 101));
        let Err(Error::TooLarge { needed, available, largest, .. }) = refused else { panic!("{refused:?}") };
        assert_eq!((needed, available), (u32::from(RAM_END - LOAD) + 1, u32::from(RAM_END - LOAD)));
        let largest: Vec<(&str, u32)> = largest.iter().map(|part| (&*part.name, part.bytes)).collect();
        let stack = ("the software stack (stack-reserve)", 101);
        assert_eq!(largest, [("c0", u32::from(room) - 100), stack, ("start", 2)]);
        let twice = [(Section::Data, 1, ".res 60000"), (Section::Code, 1, ".res 60000")];
        let refused = encode(&program("rts", &twice));
        let Err(Error::TooLarge { needed: 180_032, texts: Some(texts), .. }) = refused else { panic!() };
        assert!(texts.map.contains("\n60000  code"), "{}", texts.map);
        assert!(texts.listing.contains("\n; c0: variables, 60000 bytes"));
        // Branches across the end of the memory, in range and out of range.
        let around = ".res 63450\n2: .res 98\nbne 2b\nbne 3f\n.res 200\n3: .res 65436\nbne 3b\nrts";
        let refused = encode(&program("rts", &[(Section::Code, 1, around)]));
        let Err(Error::TooLarge { texts: Some(texts), .. }) = refused else { panic!("{refused:?}") };
        for line in
            ["1005D  D0 9C ", "1005F  F0 03 ", "10061  4C 2C 01 ", "200C8  F0 03 ", "200CA  4C 2C 01 "]
        {
            assert!(texts.listing.contains(&format!("\n{line}")), "{line}");
        }
    }

    #[test]
    fn vector_at_the_end_of_a_page_is_refused() {
        let refused = encode(&program("jmp ($12ff)", &[]));
        assert!(
            matches!(refused, Err(Error::Assembly { place, what, .. }) if place == "start" && what.contains("$12FF"))
        );
        assert_eq!(code("jmp ($12fe)"), [0x6c, 0xfe, 0x12]);
    }

    #[test]
    fn label_placed_twice_is_refused() {
        let refused = encode(&program("c0: rts", &[(Section::Code, 1, "rts")]));
        assert!(matches!(refused, Err(Error::Assembly { what, .. }) if what.contains("`c0`")));
    }
}
