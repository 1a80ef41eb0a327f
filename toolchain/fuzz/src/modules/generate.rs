//! Random modules without undefined behaviour: globals, tables, functions and a `main` that outputs their results.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::assembly;
use super::detours;
use super::handlers::{counted, handlers};
use super::module::{Block, Function, Global, Inst, Module, mark};
use super::objects;
use super::statements::Body;
use super::values::{ALIGNMENTS, Detours, NUMBERS, Shared, Signature, Ty, plain};
use crate::random::Random;

/// The bytes of arguments in most modules, and in those with many.
const ARGUMENTS: [u32; 2] = [16, 48];

/// The percentage of modules that have functions with many arguments and results.
const MANY_ARGUMENTS: u64 = 30;

/// The number of calls of each function from `main`.
const CALLS: u64 = 4;

/// The types of wide arguments and results.
const WIDE: [Ty; 4] = [Ty::I64, Ty::I128, Ty::Int(24), Ty::Int(40)];

/// The percentage of modules that have integers of any width.
const ANY_WIDTH: u64 = 30;

/// The percentage of modules that have interrupt handlers.
const INTERRUPTED: u64 = 25;

/// Generates the module of a seed.
pub fn generate(seed: u64) -> Module {
    let mut random = Random::new(seed);
    let mut shared = Shared {
        globals: Vec::new(),
        alignments: Vec::new(),
        functions: Vec::new(),
        tables: Vec::new(),
        declarations: BTreeSet::new(),
        any_width: random.percent(ANY_WIDTH),
        interrupted: random.percent(INTERRUPTED),
        detours: Detours::new(seed),
    };
    let count = 3 + random.below(3);
    let mut globals: Vec<Global> = (0..count).map(|n| object(&mut random, &mut shared, n)).collect();
    let (mut functions, table) = functions(&mut random, &mut shared);
    let parts = assembly::parts(seed, &shared, table.as_ref());
    globals.extend(table);
    globals.push((
        "@args".to_string(),
        format!("internal global [64 x i8] c\"{}\", align 1", bytes(&mut random, 64)),
    ));
    globals.push(("@out".to_string(), "internal global [16 x i8] zeroinitializer, align 1".to_string()));
    globals.push((detours::AROUND.to_string(), format!("internal global i16 {}, align 1", detours::TURN)));
    let mut start = main(&mut random, &shared);
    if shared.interrupted {
        let handlers = handlers(&mut random, &mut shared);
        globals.extend(handlers.globals);
        functions.extend(handlers.functions);
        let insts = &mut start.blocks[0].insts;
        let calls: Vec<usize> = (0..insts.len()).filter(|i| insts[*i].text.contains("@f")).collect();
        for (n, at) in calls.into_iter().enumerate().rev() {
            insts.insert(at, counted(n));
        }
        insts.splice(0..0, handlers.first);
        insts.extend(handlers.last);
    }
    functions.push(dump());
    if !shared.interrupted {
        functions.push(rounds());
        functions.push(kept());
        functions.extend(objects::functions(&mut shared.declarations));
        globals.push(("@kept".to_string(), "internal global [1 x i8] zeroinitializer, align 1".to_string()));
    }
    functions.extend(parts.functions);
    start.blocks[0].insts.extend(parts.calls);
    functions.push(start);
    Module { globals, functions, declarations: shared.declarations, assembly: parts.assembly }
}

/// Generates a variable or constant of bytes.
fn object(random: &mut Random, shared: &mut Shared, n: u64) -> Global {
    let size = random.of(&[16, 16, 32, 64, 256, 300]);
    let writable = n < 2 || random.percent(60);
    let name = if writable { format!("@g{n}") } else { format!("@c{n}") };
    let kind = if writable { "global" } else { "constant" };
    let init = if writable && random.percent(50) {
        "zeroinitializer".to_string()
    } else {
        format!("c\"{}\"", bytes(random, size))
    };
    let align = random.of(&ALIGNMENTS);
    shared.alignments.push((name.clone(), align));
    shared.globals.push((name.clone(), size, writable));
    (name, format!("internal {kind} [{size} x i8] {init}, align {align}"))
}

/// Generates the functions, each of which calls those before it, and the table with the first of them if there is one.
fn functions(random: &mut Random, shared: &mut Shared) -> (Vec<Function>, Option<Global>) {
    let mut functions = Vec::new();
    let mut definition = None;
    let count = 6 + random.below(4);
    let in_table = if random.percent(60) { 2 + random.below(3) } else { 0 };
    let wide = random.percent(MANY_ARGUMENTS);
    let table = signature(random, "", wide);
    while (functions.len() as u64) < count {
        let number = functions.len();
        let name = format!("@f{number}");
        let own = if (number as u64) < in_table {
            Signature { name, ..table.clone() }
        } else {
            signature(random, &name, wide)
        };
        let partner = (own.recursive && (number as u64) >= in_table && random.percent(40))
            .then(|| partner(random, number + 1, wide));
        let group: Vec<Signature> = std::iter::once(own).chain(partner).collect();
        let mut costs = 0;
        for own in &group {
            let (function, cost) = Body::new(random, shared, own, &group).function();
            functions.push(function);
            costs += cost;
        }
        for own in group {
            let cost = if own.recursive { costs * 16 } else { costs };
            shared.functions.push(Signature { cost, ..own });
        }
        if functions.len() as u64 == in_table && in_table > 0 {
            definition = Some(table_of(in_table, &table, shared));
        }
    }
    (functions, definition)
}

/// Returns a function that calls the one before it and is called by it.
fn partner(random: &mut Random, number: usize, wide: bool) -> Signature {
    let mut partner = Signature { recursive: true, ..signature(random, &format!("@f{number}"), wide) };
    if partner.params.first() != Some(&Ty::I8) {
        partner.params.insert(0, Ty::I8);
    }
    partner
}

/// Generates a table of the first functions, whose length is a power of two.
fn table_of(functions: u64, signature: &Signature, shared: &mut Shared) -> Global {
    let entries = functions.next_power_of_two();
    let list: Vec<String> = (0..entries).map(|i| format!("ptr addrspace(1) @f{}", i % functions)).collect();
    let cost = shared.functions.iter().map(|f| f.cost).max().unwrap_or(0);
    shared.tables.push(("@t0".to_string(), entries, Signature { cost, ..signature.clone() }));
    let list = list.join(", ");
    ("@t0".to_string(), format!("internal constant [{entries} x ptr addrspace(1)] [{list}], align 1"))
}

fn bytes(random: &mut Random, count: u32) -> String {
    (0..count).fold(String::new(), |mut out, _| {
        let byte = random.below(256);
        let byte = if random.percent(20) { random.of(&[0, 1, 127, 128, 255]) } else { byte };
        write!(out, "\\{byte:02X}").unwrap();
        out
    })
}

fn signature(random: &mut Random, name: &str, wide: bool) -> Signature {
    let recursive = random.percent(25);
    let mut params: Vec<Ty> = if recursive { vec![Ty::I8] } else { Vec::new() };
    for _ in 0..random.below(if wide { 9 } else { 5 }) {
        params.push(match random.below(12) {
            0 => Ty::I1,
            1..=2 => Ty::Ptr,
            3..=4 if wide => random.of(&WIDE),
            _ => random.of(&NUMBERS),
        });
    }
    while params.iter().map(|p| p.bytes()).sum::<u32>() > ARGUMENTS[usize::from(wide)] {
        params.pop();
    }
    let results = match random.below(10) {
        0 => Vec::new(),
        1..=2 => vec![random.of(&NUMBERS), random.of(&[Ty::I1, Ty::I8, Ty::I16])],
        3 => vec![Ty::I1],
        4..=6 if wide => (0..1 + random.below(3)).map(|_| random.of(&WIDE)).collect(),
        _ => vec![random.of(&NUMBERS)],
    };
    Signature { name: name.to_string(), params, results, recursive, cost: 0 }
}

/// Generates a function that marks the bytes of an object one by one.
fn dump() -> Function {
    let phi = vec![("0".to_string(), "b0".to_string()), ("%v1".to_string(), "b2".to_string())];
    let body = vec![
        plain("%v3", "@g0", "getelementptr inbounds nuw i8, ptr %p0, i16 %v0".into()),
        plain("%v4", "0", "load i8, ptr %v3, align 1".into()),
        plain("", "", mark("%v4")),
        plain("%v1", "0", "add nuw i16 %v0, 1".into()),
    ];
    let test = vec![
        Inst { def: "%v0".into(), zero: "0", text: "i16".into(), phi: Some(phi), guard: false },
        plain("%v2", "false", "icmp ult i16 %v0, %p1".into()),
    ];
    let block = |name: &str, insts, end: &str| Block { name: name.into(), insts, end: end.into() };
    Function {
        name: "@dump".into(),
        head: "internal void @dump(ptr %p0, i16 %p1) unnamed_addr addrspace(1)".into(),
        blocks: vec![
            block("b0", Vec::new(), "br label %b1"),
            block("b1", test, "br i1 %v2, label %b2, label %b3"),
            block("b2", body, "br label %b1"),
            block("b3", Vec::new(), "ret void"),
        ],
    }
}

/// Generates a function that marks the result of a loop with a 16-bit counter that is not used otherwise: `%p0` iterations, at least 1.
fn rounds() -> Function {
    let phi = |start: &str, next: &str| Some(vec![(start.into(), "b0".into()), (next.into(), "b1".into())]);
    let body = vec![
        Inst { def: "%v0".into(), zero: "1", text: "i16".into(), phi: phi("%p0", "%v2"), guard: false },
        Inst { def: "%v1".into(), zero: "0", text: "i16".into(), phi: phi("0", "%v3"), guard: false },
        plain("%v2", "0", "add i16 %v0, -1".into()),
        plain("%v3", "0", "add i16 %v1, 3".into()),
        plain("%v4", "true", "icmp eq i16 %v2, 0".into()),
    ];
    // The low byte would be the same after 256 more iterations.
    let shown = vec![
        plain("%v5", "0", "lshr i16 %v3, 8".into()),
        plain("%v6", "0", "trunc i16 %v5 to i8".into()),
        plain("", "", mark("%v6")),
    ];
    let block = |name: &str, insts, end: &str| Block { name: name.into(), insts, end: end.into() };
    Function {
        name: "@rounds".into(),
        head: "internal void @rounds(i16 %p0) unnamed_addr addrspace(1)".into(),
        blocks: vec![
            block("b0", Vec::new(), "br label %b1"),
            block("b1", body, "br i1 %v4, label %b2, label %b1"),
            block("b2", shown, "ret void"),
        ],
    }
}

/// Generates a function that keeps the count of a loop, starting at `%p0`, in a variable to which no pointer leads, and marks it after the
/// loop, which has two exits.
fn kept() -> Function {
    let phi = Some(vec![("%p0".into(), "b0".into()), ("%v1".into(), "b2".into())]);
    let body = vec![
        Inst { def: "%v0".into(), zero: "0", text: "i8".into(), phi, guard: false },
        plain("%v1", "0", "add i8 %v0, 3".into()),
        plain("", "", "store i8 %v1, ptr @kept, align 1".into()),
        plain("%v2", "true", "icmp ugt i8 %v1, 200".into()),
    ];
    let load = |to: &str| plain(to, "0", "load i8, ptr @kept, align 1".into());
    let shown = vec![load("%v4"), plain("", "", mark("%v4"))];
    let doubled = vec![load("%v5"), plain("%v6", "0", "shl i8 %v5, 1".into()), plain("", "", mark("%v6"))];
    let block = |name: &str, insts, end: &str| Block { name: name.into(), insts, end: end.into() };
    Function {
        name: "@keep".into(),
        head: "internal void @keep(i8 %p0) unnamed_addr addrspace(1)".into(),
        blocks: vec![
            block("b0", Vec::new(), "br label %b1"),
            block("b1", body, "br i1 %v2, label %b3, label %b2"),
            block(
                "b2",
                vec![plain("%v3", "false", "icmp ult i8 %v1, 100".into())],
                "br i1 %v3, label %b1, label %b4",
            ),
            block("b3", shown, "ret void"),
            block("b4", doubled, "ret void"),
        ],
    }
}

/// Calls every function several times and outputs the results, and finally all variables.
fn main(random: &mut Random, shared: &Shared) -> Function {
    let mut insts = Vec::new();
    let mut next = 0;
    for function in &shared.functions {
        for round in 0..CALLS {
            let mut args = Vec::new();
            for (i, ty) in function.params.iter().enumerate() {
                let name = format!("%v{next}");
                let value = if i == 0 && function.recursive {
                    round.min(3).to_string()
                } else if *ty == Ty::Ptr {
                    random.of(&writable(shared)).0
                } else if random.percent(30) {
                    ty.constant(random)
                } else if *ty == Ty::I1 {
                    next += 2;
                    let at = random.below(56);
                    insts.push(plain(&name, "0", format!("load volatile i8, ptr {}, align 1", argument(at))));
                    let bit = format!("%v{}", next - 1);
                    insts.push(plain(&bit, "false", format!("icmp slt i8 {name}, 0")));
                    bit
                } else {
                    next += 1;
                    let at = argument(random.below(48));
                    let text = format!("load volatile {}, ptr {at}, align 1", ty.text());
                    insts.push(plain(&name, "0", text));
                    name
                };
                args.push(format!("{} {value}", ty.text()));
            }
            let call =
                format!("call addrspace(1) {} {}({})", function.result(), function.name, args.join(", "));
            let result = format!("%v{next}");
            next += 1;
            match function.results.as_slice() {
                [] => insts.push(plain("", "", call)),
                [one] => {
                    insts.push(plain(&result, one.zero(), call));
                    show(&mut insts, &mut next, *one, &result);
                }
                many => {
                    insts.push(plain(&result, "zeroinitializer", call));
                    for (i, ty) in many.iter().enumerate() {
                        let part = format!("%v{next}");
                        next += 1;
                        let text = format!("extractvalue {} {result}, {i}", function.result());
                        insts.push(plain(&part, ty.zero(), text));
                        show(&mut insts, &mut next, *ty, &part);
                    }
                }
            }
        }
    }
    for (name, size, _) in writable(shared) {
        insts.push(plain("", "", format!("call addrspace(1) void @dump(ptr {name}, i16 {size})")));
    }
    // Interrupts should come while the functions above run.
    if !shared.interrupted {
        // Between 1 and 512 iterations, which cannot be known in advance.
        let [times, some, rounds] = [0, 1, 2].map(|n| format!("%v{}", next + n));
        insts.push(plain(&times, "0", format!("load volatile i16, ptr {}, align 1", argument(62))));
        insts.push(plain(&some, "0", format!("and i16 {times}, 511")));
        insts.push(plain(&rounds, "1", format!("add i16 {some}, 1")));
        insts.push(plain("", "", format!("call addrspace(1) void @rounds(i16 {rounds})")));
        for (at, number) in [60, 61].into_iter().zip(next + 3..) {
            let from = format!("%v{number}");
            insts.push(plain(&from, "0", format!("load volatile i8, ptr {}, align 1", argument(at))));
            insts.push(plain("", "", format!("call addrspace(1) void @keep(i8 {from})")));
            insts.push(plain("", "", format!("call addrspace(1) void {}(i8 {from})", objects::FIRST)));
        }
    }
    Function {
        name: "@main".into(),
        head: "void @main() unnamed_addr addrspace(1)".into(),
        blocks: vec![Block { name: "b0".into(), insts, end: "ret void".into() }],
    }
}

fn writable(shared: &Shared) -> Vec<(String, u32, bool)> {
    shared.globals.iter().filter(|g| g.2).cloned().collect()
}

fn argument(at: u64) -> String {
    format!("getelementptr inbounds nuw (i8, ptr @args, i16 {at})")
}

fn show(insts: &mut Vec<Inst>, next: &mut usize, ty: Ty, value: &str) {
    match ty {
        Ty::I8 => insts.push(plain("", "", mark(value))),
        Ty::I1 => {
            let byte = format!("%v{next}");
            *next += 1;
            insts.push(plain(&byte, "0", format!("zext i1 {value} to i8")));
            insts.push(plain("", "", mark(&byte)));
        }
        ty => {
            insts.push(plain("", "", format!("store {} {value}, ptr @out, align 1", ty.text())));
            let bytes = ty.bytes();
            insts.push(plain("", "", format!("call addrspace(1) void @dump(ptr @out, i16 {bytes})")));
        }
    }
}
