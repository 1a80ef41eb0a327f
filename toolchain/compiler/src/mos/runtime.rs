//! The runtime library: hand-written routines, linked if they are referenced.
//!
//! Each routine is a global label in one of the texts under `runtime/`, where its operands and results are described. All may use
//! the bytes from [`runtime`](crate::MemoryMap::runtime) on; none changes the scratch pointers, and only those for recursion access
//! the software stack and homes.

use std::collections::{BTreeMap, BTreeSet};

use super::asm;
use super::code::{Chunk, Item, Label, Program, Section};
use super::isa::Set;
use super::layout::PROVIDED;
use super::stack;
use crate::Error;
use crate::fault::{self, Fault};
use crate::lower::convention::MORE;

/// A routine and what a caller needs to know about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Routine {
    /// Its label.
    pub name: &'static str,
    /// The text that contains it, along with other routines.
    file: &'static str,
    /// The registers in which it takes operands; also memory if it reads through pointers.
    pub reads: Set,
    /// The bytes of [`arg`](crate::MemoryMap::arg) in which it takes operands: bit n for byte n.
    pub reads_arg: u16,
    /// The registers and flags that it changes, including results; also memory if it writes through pointers.
    pub writes: Set,
    /// The bytes of [`arg`](crate::MemoryMap::arg) that it changes, including results: bit n for byte n.
    pub writes_arg: u16,
}

const MULTIPLY: &str = include_str!("../../runtime/multiply.s");
const COMPACT: &str = include_str!("../../runtime/compact.s");
const DIVIDE: &str = include_str!("../../runtime/divide.s");
const SHIFT: &str = include_str!("../../runtime/shift.s");
const BITS: &str = include_str!("../../runtime/bits.s");
const FLOAT: &str = include_str!("../../runtime/float.s");
const FLOAT_SUM: &str = include_str!("../../runtime/float_sum.s");
const FLOAT_PRODUCT: &str = include_str!("../../runtime/float_product.s");
const FLOAT_INTEGER: &str = include_str!("../../runtime/float_integer.s");
const DOUBLE: &str = include_str!("../../runtime/double.s");
const DOUBLE_SUM: &str = include_str!("../../runtime/double_sum.s");
const DOUBLE_PRODUCT: &str = include_str!("../../runtime/double_product.s");
const MEMORY: &str = include_str!("../../runtime/memory.s");
const RECURSION: &str = include_str!("../../runtime/recursion.s");
const CONTROL: &str = include_str!("../../runtime/control.s");

/// The routine that multiplies floats using the tables at [`SQUARES`].
const NEEDS_SQUARES: &str = "__mulsf3";
/// The routine that computes these tables. The start-up code calls it.
const FILL_SQUARES: &str = "__fill_squares";
/// The tables: six pages of RAM that are not in the file.
const SQUARES: &str = "__squares";

const NONE: Set = Set::NONE;
const A: Set = Set::A;
const X: Set = Set::X;
const Y: Set = Set::Y;
const M: Set = Set::M;
const AX: Set = A.union(X);
const XY: Set = X.union(Y);
const AF: Set = A.union(Set::FLAGS);
const AXF: Set = AX.union(Set::FLAGS);
const AXYF: Set = AXF.union(Y);
const AXYFM: Set = AXYF.union(M);

const fn routine(
    name: &'static str,
    file: &'static str,
    reads: Set,
    reads_arg: u16,
    writes: Set,
    writes_arg: u16,
) -> Routine {
    Routine { name, file, reads, reads_arg, writes, writes_arg }
}

/// All routines, in the order in which they are placed. `__callptr` continues in a function of the program and counts as reading
/// and changing everything; `__trap` does not return.
pub const ROUTINES: [Routine; 88] = [
    routine("__mul8", MULTIPLY, AX, 0x0000, AXF, 0x0000),
    routine("__mul16", MULTIPLY, NONE, 0x000f, AXYF, 0x000f),
    routine("__mul32", MULTIPLY, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__mulhisi3", MULTIPLY, NONE, 0x000f, AXYF, 0x000f),
    routine("__umulhisi3", MULTIPLY, NONE, 0x000f, AXYF, 0x000f),
    routine("__mul64", MULTIPLY, NONE, 0xffff, AXYF, 0xffff),
    routine("__udiv8", DIVIDE, AX, 0x0000, AXF, 0x0000),
    routine("__udivbyte", DIVIDE, XY, 0x00ff, AXYF, 0x00ff),
    routine("__udivten", DIVIDE, X, 0x00ff, AXYF, 0x00ff),
    routine("__udiv16", DIVIDE, NONE, 0x000f, AXYF, 0x000f),
    routine("__udiv32", DIVIDE, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__udiv64", DIVIDE, NONE, 0xffff, AXYF, 0xffff),
    routine("__sdiv8", DIVIDE, AX, 0x0000, AXYF, 0x0000),
    routine("__negate", DIVIDE, XY, 0xffff, AXYF, 0xffff),
    routine("__sdiv16", DIVIDE, NONE, 0x000f, AXYF, 0x000f),
    routine("__sdiv32", DIVIDE, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__sdiv64", DIVIDE, NONE, 0xffff, AXYF, 0xffff),
    routine("__shl8", SHIFT, AX, 0x0000, AXF, 0x0000),
    routine("__lshr8", SHIFT, AX, 0x0000, AXF, 0x0000),
    routine("__ashr8", SHIFT, AX, 0x0000, AXF, 0x0000),
    routine("__shl16", SHIFT, X, 0x0003, AXF, 0x0003),
    routine("__lshr16", SHIFT, X, 0x0003, AXF, 0x0003),
    routine("__ashr16", SHIFT, X, 0x0003, AXYF, 0x0003),
    routine("__shl32", SHIFT, X, 0x000f, AXF, 0x000f),
    routine("__lshr32", SHIFT, X, 0x000f, AXF, 0x000f),
    routine("__ashr32", SHIFT, X, 0x000f, AXYF, 0x000f),
    routine("__shl64", SHIFT, X, 0x00ff, AXYF, 0x00ff),
    routine("__lshr64", SHIFT, X, 0x00ff, AXYF, 0x00ff),
    routine("__ashr64", SHIFT, X, 0x00ff, AXYF, 0x00ff),
    routine("__shr64", SHIFT, AX, 0x00ff, AXYF, 0x00ff),
    routine("__ctpop8", BITS, A, 0x0000, AXF, 0x0000),
    routine("__ctpop16", BITS, NONE, 0x0003, AXYF, 0x0000),
    routine("__ctpop32", BITS, NONE, 0x000f, AXYF, 0x0000),
    routine("__ctpop64", BITS, NONE, 0x00ff, AXYF, 0x0000),
    routine("__ctpop", BITS, Y, 0x00ff, AXYF, 0x0000),
    routine("__ctlz8", BITS, A, 0x0000, AXF, 0x0000),
    routine("__ctlz16", BITS, NONE, 0x0003, AXYF, 0x0000),
    routine("__ctlz32", BITS, NONE, 0x000f, AXYF, 0x0000),
    routine("__ctlz64", BITS, NONE, 0x00ff, AXYF, 0x0000),
    routine("__ctlz", BITS, Y, 0x00ff, AXYF, 0x0000),
    routine("__cttz8", BITS, A, 0x0000, AXF, 0x0000),
    routine("__cttz16", BITS, NONE, 0x0003, AXYF, 0x0000),
    routine("__cttz32", BITS, NONE, 0x000f, AXYF, 0x0000),
    routine("__cttz64", BITS, NONE, 0x00ff, AXYF, 0x0000),
    routine("__cttz", BITS, Y, 0x00ff, AXYF, 0x0000),
    routine("__bitrev8", BITS, A, 0x0000, AXF, 0x0000),
    routine("__float_apart", FLOAT, X, 0x00ff, AF, 0x0077),
    routine("__float_special", FLOAT, A, 0x0000, AXF, 0x000f),
    routine("__float_nan", FLOAT, A, 0x00ff, AXF, 0x000f),
    routine("__float_pack", FLOAT, NONE, 0x0007, AXF, 0x000f),
    routine("__float_round", FLOAT, A, 0x0007, AF, 0x000f),
    routine("__mulsf3", FLOAT_PRODUCT, NONE, 0x00ff, AXYF, 0x00ff),
    routine(FILL_SQUARES, FLOAT_PRODUCT, NONE, 0x0000, AXYFM, 0x007f),
    routine("__divsf3", FLOAT_PRODUCT, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__subsf3", FLOAT_SUM, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__addsf3", FLOAT_SUM, NONE, 0x00ff, AXYF, 0x00ff),
    routine("__lesf2", FLOAT_INTEGER, NONE, 0x00ff, AXYF, 0x0000),
    routine("__gesf2", FLOAT_INTEGER, NONE, 0x00ff, AXYF, 0x0000),
    routine("__unordsf2", FLOAT_INTEGER, NONE, 0x00ff, AXYF, 0x0000),
    routine("__float_compare", FLOAT_INTEGER, Y, 0x00ff, AXF, 0x0000),
    routine("__floatsisf", FLOAT_INTEGER, NONE, 0x000f, AXYF, 0x000f),
    routine("__floatunsisf", FLOAT_INTEGER, NONE, 0x000f, AXYF, 0x000f),
    routine("__float_integer", FLOAT_INTEGER, NONE, 0x000f, AXYF, 0x000f),
    routine("__fixsfsi", FLOAT_INTEGER, NONE, 0x000f, AXYF, 0x000f),
    routine("__fixunssfsi", FLOAT_INTEGER, NONE, 0x000f, AXYF, 0x000f),
    routine("__float_whole", FLOAT_INTEGER, A, 0x0007, AXYF, 0x000f),
    routine("__double_exponent", DOUBLE, X, 0xc0c0, AF, 0x4040),
    routine("__double_apart", DOUBLE, X, 0xffff, AF, 0x7f7f),
    routine("__double_special", DOUBLE, A, 0x0000, AXYF, 0x00ff),
    routine("__double_nan", DOUBLE, A, 0xffff, AXF, 0x00ff),
    routine("__double_result", DOUBLE, NONE, 0x0000, AXYF, 0x00ff),
    routine("__double_pack", DOUBLE, NONE, 0x007f, AXYF, 0x00ff),
    routine("__double_begin", DOUBLE_PRODUCT, NONE, 0xffff, AXYF, 0x7f7f),
    routine("__muldf3", DOUBLE_PRODUCT, NONE, 0xffff, AXYF, 0xffff),
    routine("__divdf3", DOUBLE_PRODUCT, NONE, 0xffff, AXYF, 0xffff),
    routine("__subdf3", DOUBLE_SUM, NONE, 0xffff, AXYF, 0xffff),
    routine("__adddf3", DOUBLE_SUM, NONE, 0xffff, AXYF, 0xffff),
    routine("__memcpy", MEMORY, NONE, 0x003f, AXYFM, 0x000a),
    routine("__memmove", MEMORY, NONE, 0x003f, AXYFM, 0x000a),
    routine("__memset", MEMORY, NONE, 0x0037, AXYFM, 0x0002),
    routine("__memcmp", MEMORY, M, 0x003f, AXYF, 0x000a),
    routine("__callptr", CONTROL, Set::ALL, 0xffff, Set::ALL, 0xffff),
    routine("__trap", CONTROL, NONE, 0x0000, NONE, 0x0000),
    routine("__kernal_in", CONTROL, NONE, 0x0000, Set::FLAGS, 0x0000),
    routine("__kernal_out", CONTROL, NONE, 0x0000, NONE, 0x0000),
    routine("__kernal_irq", CONTROL, NONE, 0x0000, A.union(Set::FLAGS), 0x0000),
    routine("__push_homes", RECURSION, A.union(Y).union(M), 0x0000, AXYFM, 0x0000),
    routine("__pop_homes", RECURSION, A.union(Y).union(M), 0x0000, AXYFM, 0x0000),
];

/// Returns the routine of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Routine> {
    ROUTINES.iter().find(|r| r.name == name)
}

/// Declares the names that every program knows: runtime routines and their tables, `__exit`, `__arg_more`, those of the memory map,
/// and those that layout provides. Only routines that are referenced are linked, so declaring them costs nothing.
#[must_use]
pub fn declare(program: &mut Program) -> BTreeMap<String, Label> {
    let memory = program.memory.clone();
    let mut known = BTreeMap::new();
    for (name, address) in [
        ("ARG", memory.arg(0)),
        ("PTR0", memory.pointers()[0]),
        ("PTR1", memory.pointers()[1]),
        ("STACK", memory.stack()),
        ("VECTOR", memory.vector()),
        ("RUNTIME", memory.runtime().start),
        ("__stack_top", memory.ram_end),
    ] {
        known.insert(name.to_string(), program.fixed(name, address));
    }
    for name in PROVIDED
        .into_iter()
        .chain(["__exit", MORE, SQUARES, "__quiet", "__irq_next", "__irq_back", stack::LIMIT, stack::NEEDED])
        .chain(ROUTINES.iter().map(|r| r.name))
    {
        known.insert(name.to_string(), program.label(name));
    }
    known
}

/// Adds the routines that the program's chunks refer to by the labels of `known`, and those that these need in turn. Routines that
/// are not in `fast` are added in their compact form, if there is one.
pub fn link(
    program: &mut Program,
    known: &BTreeMap<String, Label>,
    fast: impl Fn(Label) -> bool,
) -> Result<(), Error> {
    let mut referred: BTreeSet<Label> = program.chunks.iter().flat_map(references).collect();
    let mut linked: BTreeMap<usize, Chunk> = BTreeMap::new();
    loop {
        let wanted = ROUTINES.iter().enumerate().find(|(i, r)| {
            !linked.contains_key(i) && known.get(r.name).is_some_and(|label| referred.contains(label))
        });
        let Some((index, routine)) = wanted else { break };
        let text = match (!fast(known[routine.name])).then(|| text(COMPACT, routine.name)).flatten() {
            Some(compact) => compact,
            None => fast_text(routine),
        };
        let text = match fault::is(Fault::WrongRuntime) {
            true => text.replacen("bcc", "bcs", 1),
            false => text,
        };
        let (chunk, _) = asm::chunk(&text, routine.name, Section::Code, program, known)?;
        referred.extend(references(&chunk));
        linked.insert(index, chunk);
    }
    program.chunks.extend(linked.into_values());
    let squares = known[SQUARES];
    if referred.contains(&squares) {
        // Pointers to the tables have a factor of a product as their low byte, so the tables begin at a page boundary.
        let items = vec![Item::Bytes(vec![0; 0x600])];
        program.chunks.push(Chunk { label: squares, section: Section::NoInit, align: 0x100, items });
    }
    Ok(())
}

/// Returns whether the start-up code must call `__fill_squares`. This may be called before [`link`], because no routine calls the
/// one that reads the tables; only the program's own code does.
#[must_use]
pub fn needs_squares(program: &Program, known: &BTreeMap<String, Label>) -> bool {
    let reader = known[NEEDS_SQUARES];
    program.chunks.iter().flat_map(references).any(|label| label == reader)
}

/// Returns the routines and other names that the fast form of a routine references.
pub fn mentioned(routine: &Routine) -> impl Iterator<Item = &'static str> {
    let text = fast_text(routine);
    let words: BTreeSet<String> =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(String::from).collect();
    ROUTINES.iter().map(|r| r.name).filter(move |name| words.contains(*name))
}

/// Returns the lines of a routine's fast form, which every routine has.
fn fast_text(routine: &Routine) -> String {
    text(routine.file, routine.name).expect("its file has it")
}

/// Returns the lines of a routine in a file: from its label to the next global one.
fn text(file: &str, name: &str) -> Option<String> {
    let starts = |line: &str| line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let mut lines = file.lines().skip_while(|l| l.strip_suffix(':') != Some(name));
    let first = lines.next()?;
    Some(std::iter::once(first).chain(lines.take_while(|l| !starts(l))).collect::<Vec<_>>().join("\n"))
}

/// Returns the labels that a chunk refers to.
fn references(chunk: &Chunk) -> impl Iterator<Item = Label> + '_ {
    chunk.items.iter().filter_map(Item::reference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::layout;

    fn calling(name: &str) -> (Program, BTreeMap<String, Label>) {
        let mut program = Program::default();
        let known = declare(&mut program);
        let chunk =
            asm::chunk(&format!("jsr {name}"), "test", Section::Start, &mut program, &known).unwrap().0;
        program.chunks.push(chunk);
        (program, known)
    }

    #[test]
    fn every_routine_assembles_from_its_own_label() {
        for routine in &ROUTINES {
            let (mut program, known) = calling(routine.name);
            link(&mut program, &known, |_| true).unwrap();
            assert!(program.chunks.iter().any(|c| c.label == known[routine.name]), "{}", routine.name);
        }
    }

    #[test]
    fn what_need_not_be_fast_is_smaller_if_there_is_a_compact_form() {
        let bytes = |name: &str, fast: bool| -> u32 {
            let (mut program, known) = calling(name);
            link(&mut program, &known, |_| fast).unwrap();
            let chunk = program.chunks.iter().find(|c| c.label == known[name]).unwrap();
            chunk.items.iter().map(|item| layout::size(&program, item, None)).sum()
        };
        let compact: Vec<_> =
            ROUTINES.iter().filter(|routine| text(COMPACT, routine.name).is_some()).collect();
        let defined = COMPACT.lines().filter(|line| line.starts_with('_')).count();
        assert_eq!((compact.len(), defined), (5, 5));
        for routine in compact {
            assert!(bytes(routine.name, false) < bytes(routine.name, true), "{}", routine.name);
            // The search for routines that must be fast follows references of fast forms only.
            let calls = text(COMPACT, routine.name).unwrap().contains("jsr __");
            assert!(!calls, "{}", routine.name);
        }
        assert_eq!(bytes("__udiv8", false), bytes("__udiv8", true));
    }

    #[test]
    fn tables_come_with_the_routine_that_reads_them_and_no_other_routine_needs_that() {
        for routine in ROUTINES.iter().filter(|r| r.name != NEEDS_SQUARES) {
            assert!(!mentioned(routine).any(|name| name == NEEDS_SQUARES), "{}", routine.name);
        }
        let (mut program, known) = calling(NEEDS_SQUARES);
        assert!(needs_squares(&program, &known));
        link(&mut program, &known, |_| true).unwrap();
        let tables = program.chunks.iter().find(|c| c.label == known[SQUARES]).unwrap();
        assert_eq!((tables.section, tables.align), (Section::NoInit, 0x100));
        let (mut program, known) = calling("__divsf3");
        assert!(!needs_squares(&program, &known));
        link(&mut program, &known, |_| true).unwrap();
        assert!(program.chunks.iter().all(|c| c.label != known[SQUARES]));
    }

    #[test]
    fn what_is_referred_to_is_linked_and_nothing_else() {
        let (mut program, known) = calling("__sdiv16");
        link(&mut program, &known, |_| true).unwrap();
        let names: Vec<&str> =
            program.chunks[1..].iter().map(|c| program.labels[c.label.0 as usize].name.as_str()).collect();
        assert_eq!(names, ["__udivbyte", "__udiv16", "__negate", "__sdiv16"]);
        let (mut program, known) = calling("ARG");
        link(&mut program, &known, |_| true).unwrap();
        assert_eq!(program.chunks.len(), 1);
    }
}
