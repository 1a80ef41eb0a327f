//! Outlining: moves instructions that occur in several places into a shared routine.
//!
//! Requires: addresses for homes.  Keeps: the behaviour of every function, and code of inline assembly word for word.
//!
//! Before: `lda #1 / sta $c000 / lda #2 / sta $c001 / … / lda #1 / sta $c000 / lda #2 / sta $c001`
//! After: `jsr .shared / … / jsr .shared`, `.shared: lda #1 / … / rts`
//!
//! Instructions that leave the function or call another one are only allowed at the end of a routine, where they become a jump, so
//! that the routine takes at most one level of the hardware stack.

use super::code::{Arg, Ins, Item, Label, Line, Program};
use super::isa::{Access, Mnemonic as M, Mode, Set};
use super::layout;
use crate::Outlining;
use crate::fault::{self, Fault};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The maximum number of instructions of one routine.
const LONGEST: usize = 32;
/// Bytes that a routine must save to justify another name in the listing.
const WORTH: u32 = 3;
/// The same for a program that will be packed. Repeated bytes take hardly any room there, but calls do, and routines that were
/// moved out do not resemble the code around them. For our own game, 16 keeps the length of the unpacked program and achieves most
/// of the possible saving.
const WORTH_PACKED: u32 = 16;
/// Bytes of `jsr` or `jmp`.
const CALL: u32 = 3;
/// Cycles of a call and its return.
const COST: u128 = 12;
/// A place is cold if a routine there costs at most one in this many of all the cycles that the program runs, by estimate.
const COLD: u128 = 6_400_000;
/// The same for functions compiled for size. An estimate is often wrong by a factor of ten, but code that looks cold is not always
/// hot: this makes our 19 benchmark programs 1.4 % shorter, and three of them over 2 % slower, by 10 % at most.
const COLD_SMALL: u128 = 300;
/// The same for a program whose blocks are counted, where the frequencies are certain.
const COLD_COUNTED: u128 = 100_000;

/// The finished code of a function.
#[derive(Debug)]
pub struct Function {
    /// Its code.
    pub lines: Vec<Line>,
    /// Estimated number of calls.
    pub calls: u64,
    /// Whether it is compiled for size.
    pub small: bool,
}

/// Moves repeated instructions out of the functions; returns the routines. `counted` says that the frequencies are counts from a
/// profile, not estimates; `packed`, that the program will be packed. `saving` are the runtime's routines that save and restore
/// homes.
pub fn run(
    functions: &mut [Function],
    program: &mut Program,
    which: Outlining,
    counted: bool,
    packed: bool,
    saving: &[Label],
) -> Vec<(Label, Vec<Item>)> {
    let share = |f: &Function| match (counted, f.small) {
        (true, _) => COLD_COUNTED,
        (false, true) => COLD_SMALL,
        (false, false) => COLD,
    };
    let worth = if packed { WORTH_PACKED } else { WORTH };
    let tokens = tokens(functions, program, which, &share, if counted { &[] } else { saving });
    let mut taken = vec![false; tokens.len()];
    let mut candidates: BinaryHeap<_> =
        repeated(&tokens).into_iter().filter_map(|c| rated(&tokens, &taken, c, worth)).collect();
    let mut shared = Vec::new();
    let mut calls: BTreeMap<usize, (usize, Ins)> = BTreeMap::new();
    while let Some((saved, Reverse(candidate))) = candidates.pop() {
        // Other routines may have taken some of its places since it was rated.
        let Some((now, Reverse(candidate))) = rated(&tokens, &taken, candidate, worth) else { continue };
        if now < saved {
            candidates.push((now, Reverse(candidate)));
            continue;
        }
        let Candidate { length, places } = candidate;
        let label = program.label(format!("shared.{}", shared.len() + 1));
        let ins = |token: &Token| functions[token.function].lines[token.line].item.clone();
        let mut items: Vec<Item> = tokens[places[0]..places[0] + length].iter().map(ins).collect();
        let (op, end) = match (tokens[places[0] + length - 1].kind, items.last_mut()) {
            (Kind::Leave, _) => (M::Jmp, None),
            (Kind::Call, Some(Item::Ins(ins))) => {
                ins.op = M::Jmp;
                (M::Jsr, None)
            }
            _ => (M::Jsr, Some(Item::Ins(Ins { op: M::Rts, mode: Mode::Implied, arg: Arg::None }))),
        };
        items.extend(end);
        shared.push((label, items));
        for at in places {
            taken[at..at + length].fill(true);
            calls.insert(at, (length, Ins { op, mode: Mode::Absolute, arg: Arg::Mem(label, 0) }));
        }
    }
    for (at, (length, ins)) in calls.into_iter().rev() {
        let (first, last) = (&tokens[at], &tokens[at + length - 1]);
        let lines = &mut functions[first.function].lines;
        let call = Line { item: Item::Ins(ins), ..lines[first.line].clone() };
        lines.splice(first.line..=last.line, [call]);
    }
    shared
}

/// The role of an instruction in a routine.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// It cannot be moved.
    Stay,
    /// It may be anywhere in a routine.
    Free,
    /// A call: it may be the last instruction.
    Call,
    /// It leaves the function: it may be the last instruction.
    Leave,
}

/// An instruction, or a label, which no routine can span.
#[derive(Debug)]
struct Token {
    /// Equal for equal instructions; unique for those that cannot be moved.
    id: usize,
    kind: Kind,
    bytes: u32,
    function: usize,
    line: usize,
}

fn tokens(
    functions: &[Function],
    program: &Program,
    which: Outlining,
    share: &impl Fn(&Function) -> u128,
    saving: &[Label],
) -> Vec<Token> {
    let often = |f: &Function, line: &Line| u128::from(f.calls) * u128::from(line.weight);
    let all = functions.iter().flat_map(|f| f.lines.iter().map(move |line| (f, line)));
    // About three cycles each.
    let total: u128 =
        all.filter(|(_, line)| matches!(line.item, Item::Ins(_))).map(|(f, l)| 3 * often(f, l)).sum();
    let mut ids: BTreeMap<(M, Mode, Arg), usize> = BTreeMap::new();
    let mut tokens = Vec::new();
    let mut next = 0;
    for (function, f) in functions.iter().enumerate() {
        for (line, code) in f.lines.iter().enumerate() {
            let cold = which == Outlining::All
                || COST * often(f, code) * share(f) <= total
                || f.small && saves(&f.lines[line..], saving);
            let (kind, bytes) = match code.item {
                Item::Note(_) => continue,
                Item::Ins(ins) => (kind(&ins), layout::bytes(program, ins)),
                _ => (Kind::Stay, 0),
            };
            let kind = if cold && !code.fixed { kind } else { Kind::Stay };
            let id = match code.item {
                Item::Ins(ins) if kind != Kind::Stay => {
                    *ids.entry((ins.op, ins.mode, plain(program, ins.arg))).or_insert(next)
                }
                _ => next,
            };
            next += 1;
            tokens.push(Token { id, kind, bytes, function, line });
        }
        tokens.push(Token { id: next, kind: Kind::Stay, bytes: 0, function, line: f.lines.len() });
        next += 1;
    }
    tokens
}

/// Returns whether a call of one of these routines begins here, with the address of the list that is passed to it. They take so
/// long that the cost of another call hardly matters.
fn saves(lines: &[Line], saving: &[Label]) -> bool {
    let mut ins =
        lines.iter().filter_map(|line| if let Item::Ins(ins) = line.item { Some(ins) } else { None });
    loop {
        match ins.next() {
            Some(Ins { op: M::Lda | M::Ldy, arg: Arg::Lo(..) | Arg::Hi(..), .. }) => {}
            Some(Ins { op: M::Jsr, arg: Arg::Mem(to, 0), .. }) => return saving.contains(&to),
            _ => return false,
        }
    }
}

fn kind(ins: &Ins) -> Kind {
    let stack = ins.op.reads(ins.mode).meets(Set::S) || ins.op.writes(ins.mode).meets(Set::S);
    match (ins.op, ins.mode) {
        (M::Jsr, _) => Kind::Call,
        (M::Rts, _) | (M::Jmp, Mode::Absolute) => Kind::Leave,
        _ if stack || matches!(ins.op.access(), Access::Target | Access::Leave) => Kind::Stay,
        _ => Kind::Free,
    }
}

/// Normalises an operand, so that equal addresses are equal however they are written.
fn plain(program: &Program, arg: Arg) -> Arg {
    match arg {
        Arg::Mem(label, offset) => match program.labels[label.0 as usize].fixed {
            Some(at) => Arg::Abs((i32::from(at) + offset) as u16),
            None => arg,
        },
        Arg::Imm(_) if fault::is(Fault::OutlinedAlike) => Arg::Imm(0),
        arg => arg,
    }
}

/// Equal instruction sequences: their starts, ascending, and their length.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Candidate {
    length: usize,
    places: Vec<usize>,
}

/// Returns all instruction sequences that occur in several places.
fn repeated(tokens: &[Token]) -> Vec<Candidate> {
    // How many instructions from here on may be in one routine.
    let mut room = vec![0; tokens.len() + 1];
    for (i, token) in tokens.iter().enumerate().rev() {
        room[i] = match token.kind {
            Kind::Stay => 0,
            Kind::Call | Kind::Leave => 1,
            Kind::Free => LONGEST.min(room[i + 1] + 1),
        };
    }
    let ids: Vec<usize> = tokens.iter().map(|t| t.id).collect();
    let run = |at: usize| &ids[at..at + room[at]];
    let mut order: Vec<usize> = (0..tokens.len()).filter(|at| room[*at] > 1).collect();
    order.sort_by(|a, b| run(*a).cmp(run(*b)).then(a.cmp(b)));
    let alike: Vec<usize> = order
        .windows(2)
        .map(|w| std::iter::zip(run(w[0]), run(w[1])).take_while(|(a, b)| a == b).count())
        .collect();
    let mut candidates = Vec::new();
    for length in 2..=LONGEST {
        let mut from = 0;
        while from < alike.len() {
            let count = alike[from..].iter().take_while(|n| **n >= length).count();
            if count > 0 {
                let mut places = order[from..=from + count].to_vec();
                places.sort_unstable();
                candidates.push(Candidate { length, places });
            }
            from += count + 1;
        }
    }
    candidates
}

/// Returns what a candidate saves in the places that are left to it; `None` if that is less than `worth`.
fn rated(
    tokens: &[Token],
    taken: &[bool],
    candidate: Candidate,
    worth: u32,
) -> Option<(u32, Reverse<Candidate>)> {
    let Candidate { length, places } = candidate;
    let mut free = 0;
    let places: Vec<usize> = places
        .into_iter()
        .filter(|&at| {
            let fits = at >= free && taken[at..at + length].iter().all(|t| !t);
            if fits {
                free = at + length;
            }
            fits
        })
        .collect();
    let body = &tokens[*places.first()?..][..length];
    let bytes: u32 = body.iter().map(|t| t.bytes).sum();
    let routine = if body[length - 1].kind == Kind::Free { bytes + 1 } else { bytes };
    let saved = (places.len() as u32 * bytes.saturating_sub(CALL)).checked_sub(routine)?;
    (saved >= worth).then_some((saved, Reverse(Candidate { length, places })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;

    /// Returns a function of this text with this number of calls; all of it runs once per call.
    fn function(text: &str, calls: u64, program: &mut Program) -> Function {
        let items = assemble(text, "test", program, &BTreeMap::new()).expect("it assembles").items;
        let line = |item| Line { item, weight: 1, fixed: false };
        Function { lines: items.into_iter().map(line).collect(), calls, small: false }
    }

    /// Returns the instructions of some code without operands.
    fn words<'a>(items: impl Iterator<Item = &'a Item>) -> String {
        let word = |item: &Item| if let Item::Ins(ins) = item { Some(ins.op.name()) } else { None };
        items.filter_map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the functions of these texts, each with its number of calls, and the routines after outlining.
    fn outlined(texts: &[(&str, u64)], which: Outlining) -> (Vec<String>, Vec<String>) {
        let mut program = Program::default();
        let mut functions: Vec<Function> =
            texts.iter().map(|(text, calls)| function(text, *calls, &mut program)).collect();
        let shared = run(&mut functions, &mut program, which, false, false, &[]);
        (
            functions.iter().map(|f| words(f.lines.iter().map(|line| &line.item))).collect(),
            shared.iter().map(|(_, items)| words(items.iter())).collect(),
        )
    }

    const STORES: &str = "lda #1\nsta $c000\nlda #2\nsta $c001\n";

    #[test]
    fn what_stands_twice_becomes_a_routine() {
        let (functions, shared) = outlined(&[(&format!("{STORES}inx\n{STORES}iny\nrts"), 1)], Outlining::All);
        assert_eq!(functions, ["jsr inx jsr iny rts"]);
        assert_eq!(shared, ["lda sta lda sta rts"]);
    }

    #[test]
    fn an_end_with_a_return_or_call_is_jumped_to() {
        let back = format!("{STORES}rts");
        let call = format!("{STORES}jsr $ffd2\ninx\nrts");
        let (functions, shared) = outlined(&[(&back, 1), (&back, 1)], Outlining::All);
        assert_eq!(
            (functions.as_slice(), shared.as_slice()),
            (["jmp", "jmp"].map(String::from).as_slice(), ["lda sta lda sta rts".to_string()].as_slice())
        );
        let (functions, shared) = outlined(&[(&call, 1), (&call.replace("inx", "iny"), 1)], Outlining::All);
        assert_eq!(functions, ["jsr inx rts", "jsr iny rts"]);
        assert_eq!(shared, ["lda sta lda sta jmp"]);
    }

    #[test]
    fn labels_branches_and_the_stack_stay_where_they_are() {
        for between in ["@a: inx", "@a: bne @a", "pha", "tsx"] {
            let half = format!("lda #1\nsta $26\n{between}\nlda #2\nsta $27\n");
            let text = format!("{half}inx\ndex\nrts");
            let (_, shared) = outlined(&[(&text, 1), (&format!("{half}iny\ndey\nrts"), 1)], Outlining::All);
            assert!(shared.is_empty(), "{between}: {shared:?}");
        }
    }

    #[test]
    fn too_little_stays() {
        let (functions, shared) =
            outlined(&[("lda #1\nsta $26\ninx\nlda #1\nsta $26\nrts", 1)], Outlining::All);
        assert_eq!(functions, ["lda sta inx lda sta rts"]);
        assert!(shared.is_empty());
    }

    #[test]
    fn a_program_that_will_be_packed_shares_only_what_is_worth_it() {
        let shared = |packed: bool, stores: usize| {
            let text = format!("{}rts", STORES.repeat(stores));
            let mut program = Program::default();
            let mut functions = [0; 2].map(|_| function(&text, 1, &mut program));
            run(&mut functions, &mut program, Outlining::All, false, packed, &[]).len()
        };
        // A routine of 11 bytes for two jumps saves 5 bytes, and one of 11 bytes for four calls in place of 10 bytes each saves 17.
        assert_eq!(
            [(false, 1), (true, 1), (true, 2)].map(|(packed, stores)| shared(packed, stores)),
            [1, 0, 1]
        );
    }

    #[test]
    fn only_cold_code_is_shared_unless_all_is_to_be() {
        let text = format!("{STORES}rts");
        let hot = "inx\ninx\nrts";
        let texts = [(text.as_str(), 1), (text.as_str(), 1), (hot, 100_000_000)];
        assert_eq!(outlined(&texts, Outlining::Cold).0, ["jmp", "jmp", "inx inx rts"]);
        let texts = [(text.as_str(), 1), (text.as_str(), 1), (hot, 1000)];
        assert!(outlined(&texts, Outlining::Cold).1.is_empty());
        assert_eq!(outlined(&texts, Outlining::All).1, ["lda sta lda sta rts"]);
    }

    #[test]
    fn calls_that_save_homes_are_shared_where_they_are_hot_too() {
        let shared = |small: bool, counted: bool, last: &str| {
            let mut program = Program::default();
            let names = ["save", "list"].map(|name| (name.to_string(), program.label(name)));
            let save = names[0].1;
            let known = BTreeMap::from(names);
            let text = format!("lda #<list\n{last}\njsr save\n").repeat(4) + "rts";
            let items = assemble(&text, "test", &mut program, &known).expect("it assembles").items;
            let line = |item| Line { item, weight: 1, fixed: false };
            let lines = items.into_iter().map(line).collect();
            let mut functions = [Function { lines, calls: 1, small }];
            run(&mut functions, &mut program, Outlining::Cold, counted, false, &[save]).len()
        };
        assert_eq!(shared(true, false, "ldy #>list"), 1);
        assert_eq!(shared(false, false, "ldy #>list"), 0, "a function for speed");
        assert_eq!(shared(true, true, "ldy #>list"), 0, "a count says how often");
        assert_eq!(shared(true, false, "ldy $c000"), 0, "something else stands there");
    }

    #[test]
    fn functions_for_size_share_what_is_not_certainly_cold() {
        let shared = |small: bool, counted: bool, calls: u64| {
            let mut program = Program::default();
            let texts =
                [(format!("{STORES}rts"), 1), (format!("{STORES}rts"), 1), ("inx\nrts".into(), calls)];
            let mut functions = texts.map(|(text, calls)| function(&text, calls, &mut program));
            functions.iter_mut().for_each(|f| f.small = small);
            run(&mut functions, &mut program, Outlining::Cold, counted, false, &[]).len()
        };
        // The third function, of two instructions, is not shared; the others run once.
        assert_eq!([false, true].map(|small| shared(small, false, 10_000)), [0, 1]);
        assert_eq!([false, true].map(|small| shared(small, true, 10_000)), [0, 0]);
        assert_eq!(shared(true, false, 100), 0);
    }

    #[test]
    fn inline_assembly_stays_word_for_word() {
        let mut program = Program::default();
        let mut functions = [0; 2].map(|_| function(&format!("{STORES}rts"), 1, &mut program));
        for line in &mut functions[0].lines {
            line.fixed = true;
        }
        assert!(run(&mut functions, &mut program, Outlining::All, false, false, &[]).is_empty());
    }
}
