//! Interrupt handlers for random modules: they compute with the same functions as the rest of the module.
//!
//! A handler saves all variables, resets them to their initial contents, calls some functions, and restores the variables, so that the
//! interrupted code must not notice it. It also compares the results of its functions with those that `main` got before there were
//! interrupts.

use super::module::{Block, Function, Global, Inst, mark};
use super::values::{Shared, Signature, Ty, plain};
use crate::random::Random;

/// The maximum number of calls in a handler.
const CALLS: usize = 3;

/// The percentage of calls through the table of functions, if there is one.
const THROUGH_TABLE: u64 = 15;

/// The work of all calls in a handler.
const AFFORDABLE: u64 = 1000;

/// The handlers: name, calling convention as in rustc, and vector. The KERNAL saves the registers before the first.
const HANDLERS: [(&str, &str, i16); 2] = [("@irq", "avr_signalcc", 0x314), ("@nmi", "avr_intrcc", 0x318)];

/// Variables and functions of a module's handlers, and the first and last instructions of `main`.
pub struct Handlers {
    /// Variables.
    pub globals: Vec<Global>,
    /// `@work` and the handlers.
    pub functions: Vec<Function>,
    /// Installs the handlers, then marks that they are installed.
    pub first: Vec<Inst>,
    /// Outputs whether a handler's functions ever had a different result.
    pub last: Vec<Inst>,
}

/// Generates handlers that call some of these functions; `dump` outputs variables.
pub fn handlers(random: &mut Random, shared: &mut Shared) -> Handlers {
    for declaration in ["memcpy.p0.p0.i16(ptr, ptr, i16, i1)", "memset.p0.i16(ptr, i8, i16, i1)"] {
        shared.declarations.insert(format!("void @llvm.{declaration} addrspace(1)"));
    }
    let writable: Vec<(String, u32)> =
        shared.globals.iter().filter(|g| g.2).map(|g| (g.0.clone(), g.1)).collect();
    let total: u32 = writable.iter().map(|g| g.1).sum();
    let count = 1 + random.below(2) as usize;
    let mut globals = vec![
        ("@expected".to_string(), "internal global i16 0, align 1".to_string()),
        ("@both".to_string(), "internal global i16 0, align 1".to_string()),
        ("@runs".to_string(), "internal global i16 0, align 1".to_string()),
    ];
    let mut functions = vec![work(random, shared, &writable)];
    let mut first = vec![
        guard("", "", assembly("sei")),
        guard("%h0", "0", "call addrspace(1) i16 @work(ptr @kept0)".into()),
        guard("", "", "store i16 %h0, ptr @expected, align 1".into()),
    ];
    for (n, (name, convention, vector)) in HANDLERS.iter().take(count).enumerate() {
        let kept = format!("internal global [{total} x i8] zeroinitializer, align 1");
        globals.push((format!("@kept{n}"), kept));
        globals.push((format!("@wrong{n}"), "internal global i16 0, align 1".to_string()));
        functions.push(handler(name, convention, n));
        let to = format!("ptr inttoptr (i16 {vector} to ptr)");
        first.push(guard("", "", format!("store volatile ptr addrspace(1) {name}, {to}, align 1")));
    }
    first.extend([assembly("cli"), mark("1")].map(|text| guard("", "", text)));
    let mut last = vec![
        guard("", "", assembly("sei")),
        guard("%w0", "0", "load volatile i16, ptr @wrong0, align 1".into()),
        guard("%w1", "0", format!("load volatile i16, ptr @wrong{}, align 1", count - 1)),
        guard("%h1", "0", "or i16 %w0, %w1".into()),
        guard("%h2", "0", "trunc i16 %h1 to i8".into()),
        guard("%h3", "0", "lshr i16 %h1, 8".into()),
        guard("%h4", "0", "trunc i16 %h3 to i8".into()),
    ];
    last.extend([
        guard("%h5", "0", "load volatile i16, ptr @both, align 1".into()),
        guard("%h6", "0", "load volatile i16, ptr @runs, align 1".into()),
        guard("%h7", "0", "sub i16 %h5, %h6".into()),
        guard("%h8", "0", "trunc i16 %h7 to i8".into()),
        guard("%h9", "0", "lshr i16 %h7, 8".into()),
        guard("%h10", "0", "trunc i16 %h9 to i8".into()),
    ]);
    last.extend(["%h2", "%h4", "%h8", "%h10"].map(|byte| guard("", "", mark(byte))));
    Handlers { globals, functions, first, last }
}

/// Generates the work of `main` between its calls: it increments a variable that handlers increment, too.
pub fn counted(n: usize) -> Inst {
    plain(&format!("%n{n}"), "0", "atomicrmw add ptr @both, i16 1 seq_cst, align 1".into())
}

/// Returns an instruction without which interrupts would be noticed.
fn guard(def: &str, zero: &'static str, text: String) -> Inst {
    Inst { guard: true, ..plain(def, zero, text) }
}

fn assembly(text: &str) -> String {
    format!("call addrspace(1) void asm sideeffect \"{text}\", \"\"()")
}

fn handler(name: &str, convention: &str, n: usize) -> Function {
    let mut insts = vec![
        guard("%v0", "0", format!("call addrspace(1) i16 @work(ptr @kept{n})")),
        guard("%v1", "0", "load i16, ptr @expected, align 1".into()),
        guard("%v2", "0", "xor i16 %v0, %v1".into()),
        guard("%v3", "0", format!("load i16, ptr @wrong{n}, align 1")),
        guard("%v4", "0", "or i16 %v2, %v3".into()),
        guard("", "", format!("store volatile i16 %v4, ptr @wrong{n}, align 1")),
    ];
    // `main` counts in the low byte, the IRQ handler in the high byte. Nothing blocks NMIs.
    if n == 0 {
        insts.extend(["@both", "@runs"].map(|counter| {
            let text = format!("atomicrmw add ptr {counter}, i16 256 seq_cst, align 1");
            guard(&format!("%n{}", &counter[1..]), "0", text)
        }));
    }
    Function {
        name: name.to_string(),
        head: format!("{convention} void {name}() unnamed_addr addrspace(1)"),
        blocks: vec![Block { name: "b0".into(), insts, end: "ret void".into() }],
    }
}

/// Generates the work of all handlers, with the variables saved at its parameter in the meantime. Its result is the sum of the functions'
/// results.
fn work(random: &mut Random, shared: &Shared, writable: &[(String, u32)]) -> Function {
    let mut insts = Vec::new();
    let mut places = Vec::new();
    let mut offset = 0;
    for (name, size) in writable {
        let place = format!("%k{}", places.len());
        let text = format!("getelementptr inbounds nuw i8, ptr %p0, i16 {offset}");
        insts.push(guard(&place, "@g0", text));
        insts.push(copy(&place, name, *size));
        let fill = random.below(256) as i8;
        let text = format!(
            "call addrspace(1) void @llvm.memset.p0.i16(ptr {name}, i8 {fill}, i16 {size}, i1 false)"
        );
        insts.push(guard("", "", text));
        places.push(place);
        offset += size;
    }
    let mut sum = "0".to_string();
    let mut room = AFFORDABLE;
    let mut next = 0;
    for _ in 0..CALLS {
        if let Some((table, entries, signature)) = shared.tables.iter().find(|t| t.2.cost <= room)
            && random.percent(THROUGH_TABLE)
        {
            room -= signature.cost;
            let fill = format!("load volatile i8, ptr {}, align 1", writable[0].0);
            let mut emit = |zero: &'static str, text: String| {
                next += 1;
                let def = format!("%v{next}");
                insts.push(plain(&def, zero, text));
                def
            };
            let byte = emit("0", fill);
            let index = emit("0", format!("and i8 {byte}, {}", entries - 1));
            let slot =
                emit("@g0", format!("getelementptr inbounds nuw ptr addrspace(1), ptr {table}, i8 {index}"));
            let target = emit("@g0", format!("load ptr addrspace(1), ptr {slot}, align 1"));
            call(random, signature, &target, &mut insts, &mut next, &mut sum, &writable[0].0);
            continue;
        }
        let known: Vec<&Signature> = shared.functions.iter().filter(|f| f.cost <= room).collect();
        if known.is_empty() {
            break;
        }
        // Recursive functions need the handler's own stack.
        let recursive: Vec<&Signature> = known.iter().filter(|f| f.recursive).copied().collect();
        let function = match recursive.is_empty() || random.percent(50) {
            true => random.of(&known),
            false => random.of(&recursive),
        };
        room -= function.cost;
        call(random, function, &function.name, &mut insts, &mut next, &mut sum, &writable[0].0);
    }
    for ((name, size), place) in writable.iter().zip(&places) {
        insts.push(copy(name, place, *size));
    }
    Function {
        name: "@work".into(),
        head: "internal i16 @work(ptr %p0) unnamed_addr addrspace(1)".into(),
        blocks: vec![Block { name: "b0".into(), insts, end: format!("ret i16 {sum}") }],
    }
}

fn copy(to: &str, from: &str, size: u32) -> Inst {
    let text =
        format!("call addrspace(1) void @llvm.memcpy.p0.p0.i16(ptr {to}, ptr {from}, i16 {size}, i1 false)");
    guard("", "", text)
}

/// Calls a function with constants, by name or through a pointer, and adds up its results.
fn call(
    random: &mut Random,
    function: &Signature,
    target: &str,
    insts: &mut Vec<Inst>,
    next: &mut usize,
    sum: &mut String,
    pointer: &str,
) {
    let mut fresh = || {
        *next += 1;
        format!("%v{next}")
    };
    let args: Vec<String> = (function.params.iter().enumerate())
        .map(|(i, ty)| match ty {
            Ty::Ptr => format!("ptr {pointer}"),
            ty if i == 0 && function.recursive => format!("{} {}", ty.text(), random.below(3)),
            ty => format!("{} {}", ty.text(), ty.constant(random)),
        })
        .collect();
    let text = format!("call addrspace(1) {} {}({})", function.result(), target, args.join(", "));
    let whole = fresh();
    let mut parts = Vec::new();
    match function.results.as_slice() {
        [] => return insts.push(plain("", "", text)),
        [one] => {
            insts.push(plain(&whole, one.zero(), text));
            parts.push((*one, whole));
        }
        many => {
            insts.push(plain(&whole, "zeroinitializer", text));
            for (i, ty) in many.iter().enumerate() {
                let part = fresh();
                let text = format!("extractvalue {} {whole}, {i}", function.result());
                insts.push(plain(&part, ty.zero(), text));
                parts.push((*ty, part));
            }
        }
    }
    for (ty, part) in parts {
        let word = match ty.bits() {
            16 => part,
            bits => {
                let (word, op) = (fresh(), if bits > 16 { "trunc" } else { "zext" });
                insts.push(plain(&word, "0", format!("{op} {} {part} to i16", ty.text())));
                word
            }
        };
        let (turned, added) = (fresh(), fresh());
        insts.push(plain(&turned, "0", format!("mul i16 {sum}, 31")));
        insts.push(plain(&added, "0", format!("add i16 {turned}, {word}")));
        *sum = added;
    }
}
