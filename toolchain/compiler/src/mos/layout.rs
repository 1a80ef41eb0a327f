//! Layout: the address of each chunk of a program and the size of each item there.

use std::collections::BTreeMap;

use super::code::{Arg, Ins, Item, Label, Program, Section};
use super::isa::{Mode, lookup};

/// Names whose values layout provides: the start of `Data`, the place of its initial contents in the file, and its size; the same
/// for `Zero`; the first free address after everything; the start of `High` and its number of pages; the value of the processor
/// port while the program runs (BASIC out, I/O in, and the KERNAL out if there is `High`), and its value while the KERNAL is in.
pub const PROVIDED: [&str; 10] = [
    "__data_start",
    "__data_load",
    "__data_size",
    "__bss_start",
    "__bss_size",
    "__end",
    "__high_start",
    "__high_pages",
    "__port",
    "__kernal_port",
];

/// Symbols whose values are numbers, not addresses: most of them are among [`PROVIDED`].
pub(super) const NUMBERS: [&str; 6] =
    ["__data_size", "__bss_size", "__high_pages", "__port", "__kernal_port", super::stack::NEEDED];

/// How a branch reaches a target that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Inverted, over a jump that follows it.
    Jump,
    /// To the jump in the item with this index.
    Via(usize),
    /// An always taken branch becomes the jump that it replaced.
    Plain,
}

/// The branches of a chunk whose target is out of range, by index of the item.
pub type Far = BTreeMap<usize, Way>;

/// Addresses under an assumption about which branches are out of range. They are 32 bits wide because a program may be too large.
pub(super) struct Layout {
    /// Chunks in address order.
    pub(super) order: Vec<usize>,
    pub(super) starts: Vec<u32>,
    pub(super) sizes: Vec<u32>,
    pub(super) labels: Vec<Option<u32>>,
    pub(super) areas: Vec<(&'static str, u32, u32)>,
    /// The place of the initial contents of `Data` in the file.
    pub(super) data_load: u32,
    pub(super) data_size: u32,
    /// The place of `Data` at run time.
    pub(super) data_start: u32,
    pub(super) high_size: u32,
    /// The end of the memory of variables, where free memory begins.
    pub(super) end: u32,
    /// The end of what is in the file.
    pub(super) file_end: u32,
}

impl Layout {
    pub(super) fn new(program: &Program, far: &[Far]) -> Layout {
        let entry = u32::from(program.memory.entry());
        let mut order: Vec<usize> = (0..program.chunks.len()).collect();
        order.sort_by_key(|&c| program.chunks[c].section);
        let mut layout = Layout {
            order,
            starts: vec![0; program.chunks.len()],
            sizes: vec![0; program.chunks.len()],
            labels: program.labels.iter().map(|l| l.fixed.map(u32::from)).collect(),
            areas: Vec::new(),
            data_load: 0,
            data_size: 0,
            data_start: 0,
            high_size: 0,
            end: 0,
            file_end: 0,
        };
        if program.memory.basic_line {
            layout.areas.push(("basic line", u32::from(program.memory.load), entry));
        }
        layout.place(program, far, Section::Start, "start-up", entry);
        let code = layout.end;
        layout.place(program, far, Section::Code, "code", code);
        let constants = layout.end;
        layout.place(program, far, Section::Constants, "constants", constants);
        let load = layout.end;
        // Alignment within `Data` applies to the run-time copy. The copy begins at a multiple of the largest alignment, so its
        // length does not depend on any address.
        let (size, align) = together(program, Section::Data);
        layout.areas.push(("first contents", load, load + size));
        let start = (load + size).next_multiple_of(align);
        layout.place(program, far, Section::Data, "variables", start);
        let bss = layout.end;
        layout.place(program, far, Section::Zero, "zeroed variables", bss);
        let zero_end = layout.end;
        layout.place(program, far, Section::NoInit, "uninitialised", zero_end);
        (layout.data_load, layout.data_size, layout.data_start) = (load, size, start);
        let end = layout.end;
        layout.file_end = load + size;
        if together(program, Section::Once).0 > 0 {
            layout.place(program, far, Section::Once, "read once", end);
            layout.file_end = layout.end;
        }
        let high = u32::from(program.memory.under_kernal().start);
        if together(program, Section::High).0 > 0 {
            layout.place(program, far, Section::High, "under the KERNAL", high);
            layout.high_size = layout.end - high;
        }
        layout.end = end;
        let pages = layout.high_size.div_ceil(256);
        let port = |kernal_in| u32::from(program.memory.port(kernal_in));
        let bss_size = zero_end - bss;
        let provided = [start, load, size, bss, bss_size, end, high, pages, port(pages == 0), port(true)];
        let provided: BTreeMap<&str, u32> = PROVIDED.into_iter().zip(provided).collect();
        for (info, address) in program.labels.iter().zip(&mut layout.labels) {
            if address.is_none() {
                *address = provided.get(info.name.as_str()).copied();
            }
        }
        layout
    }

    /// Places a section starting at this address.
    pub(super) fn place(
        &mut self,
        program: &Program,
        far: &[Far],
        section: Section,
        name: &'static str,
        start: u32,
    ) {
        let mut at = start;
        for &index in &self.order {
            let chunk = &program.chunks[index];
            if chunk.section != section {
                continue;
            }
            at = at.next_multiple_of(chunk.align);
            self.starts[index] = at;
            self.labels[chunk.label.0 as usize] = Some(at);
            for (i, item) in chunk.items.iter().enumerate() {
                if let Item::Label(label) = item {
                    self.labels[label.0 as usize] = Some(at);
                }
                at += size(program, item, far[index].get(&i).copied());
            }
            self.sizes[index] = at - self.starts[index];
        }
        self.areas.push((name, start, at));
        self.end = at;
    }

    /// Returns the address label + offset.
    fn address(&self, program: &Program, label: Label, offset: i32) -> i64 {
        match self.labels[label.0 as usize] {
            Some(address) => i64::from(address) + i64::from(offset),
            None => panic!("label {} has no address", program.labels[label.0 as usize].name),
        }
    }

    /// Returns the address of an operand.
    pub(super) fn target(&self, program: &Program, arg: Arg) -> i64 {
        match arg {
            Arg::Mem(label, offset) => self.address(program, label, offset),
            Arg::Abs(address) => i64::from(address),
            _ => panic!("{arg:?} is not an address"),
        }
    }
}

/// Returns the size in bytes and the alignment of a section without branches.
fn together(program: &Program, section: Section) -> (u32, u32) {
    let (mut size, mut align) = (0u32, 1);
    for chunk in program.chunks.iter().filter(|c| c.section == section) {
        align = align.max(chunk.align);
        let bytes: u32 = chunk.items.iter().map(|i| self::size(program, i, None)).sum();
        size = size.next_multiple_of(chunk.align) + bytes;
    }
    (size, align)
}

/// Returns the size of an instruction, assuming that a branch is in range.
pub(super) fn bytes(program: &Program, ins: Ins) -> u32 {
    u32::from(form(program, ins).bytes())
}

/// Returns the size of an item. Fixed addresses are known before layout, so the choice of a zero-page form does not depend on it.
pub(super) fn size(program: &Program, item: &Item, way: Option<Way>) -> u32 {
    match item {
        Item::Ins(_) if way == Some(Way::Jump) => 5,
        Item::Ins(_) if way == Some(Way::Plain) => 3,
        Item::Ins(ins) => bytes(program, *ins),
        Item::Label(_) | Item::Note(_) => 0,
        Item::Bytes(bytes) => bytes.len() as u32,
        Item::Word(..) => 2,
        Item::LoByte(..) | Item::HiByte(..) => 1,
    }
}

/// Returns the mode that an instruction is encoded in. Objects in the zero page are completely within it, so an index into them
/// does not leave it.
pub(super) fn form(program: &Program, ins: Ins) -> Mode {
    let fixed = match ins.arg {
        Arg::Abs(address) => Some(i64::from(address)),
        Arg::Mem(label, offset) => {
            program.labels[label.0 as usize].fixed.map(|a| i64::from(a) + i64::from(offset))
        }
        _ => None,
    };
    let short = match (ins.mode, ins.arg) {
        (Mode::Absolute, _) => Mode::ZeroPage,
        (Mode::AbsoluteX, Arg::Mem(..)) => Mode::ZeroPageX,
        (mode, _) => mode,
    };
    let fits = fixed.is_some_and(|a| (0..256).contains(&a)) && lookup(ins.op, short).is_some();
    if fits { short } else { ins.mode }
}
