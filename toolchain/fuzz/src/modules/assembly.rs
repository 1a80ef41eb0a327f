//! The parts of a module in assembly, which only the compiler gets; the interpreter gets the same in LLVM IR.
//!
//! They have a separate random stream, so that they do not affect the other random choices of a module.

use super::module::{Assembly, Function, Global, Inst, mark};
use super::values::{Shared, plain};
use crate::random::Random;

/// The percentage of modules with a table of functions that have it in assembly.
const TABLES: u64 = 40;

/// The percentage of modules with functions in assembly.
const FUNCTIONS: u64 = 30;

/// The percentage of these that name the variable by an alias.
const ALIASES: u64 = 50;

/// Functions that the compiler gets in assembly, their callees, and the calls in `main`.
#[derive(Default)]
pub struct Parts {
    /// The parts in assembly.
    pub assembly: Vec<Assembly>,
    /// Functions.
    pub functions: Vec<Function>,
    /// The instructions of `main` that call them.
    pub calls: Vec<Inst>,
}

/// Returns the parts of the module of a seed that are in assembly; `table` is its table of functions. A module with interrupt handlers has
/// no functions in assembly, because `main` would have to call them before the interrupts end.
pub fn parts(seed: u64, shared: &Shared, table: Option<&Global>) -> Parts {
    let mut random = Random::new(!seed.rotate_left(32));
    let mut parts = Parts::default();
    if let Some((name, definition)) = table
        && random.percent(TABLES)
    {
        parts.assembly.push(table_of(name, definition));
    }
    if random.percent(FUNCTIONS) && !shared.interrupted {
        variable(&mut random, shared, &mut parts);
        passed(&mut random, &mut parts);
    }
    parts
}

/// Returns the table with this definition as assembly words.
fn table_of(name: &str, definition: &str) -> Assembly {
    let (kind, list) = definition.split_once("] [").expect("a table is an array");
    let words = list.trim_end_matches(", align 1").trim_end_matches(']').replace("ptr addrspace(1) @", "");
    let kind = kind.replace("internal ", "external ");
    Assembly::new(name, format!("{name} = {kind}], align 1"), &[format!("{}: .word {words}", &name[1..])])
}

/// Adds functions that read and write a byte of a variable, which `main` calls after everything else.
fn variable(random: &mut Random, shared: &Shared, parts: &mut Parts) {
    let (variable, size, _) = random.of(&shared.globals.iter().filter(|g| g.2).cloned().collect::<Vec<_>>());
    let at = random.below(size.min(3).into());
    let alias = random.percent(ALIASES);
    // Each has its own alias, so that one can be removed without the other.
    let part = |declaration: &str, alias_name: &str, code: &dyn Fn(&str) -> String| {
        let symbol = if alias { alias_name } else { &variable[1..] };
        let name =
            declaration[declaration.find('@').expect("a name")..].split('(').next().expect("it begins so");
        let code = [code(&format!("{symbol}+{at}")), " rts".to_string()];
        let mut part = Assembly::new(name, declaration.into(), &code);
        if alias {
            part.lines.push(format!("@{alias_name} = alias [{size} x i8], ptr {variable}"));
        }
        part
    };
    let read = part("declare i8 @peek()", "second", &|place| format!("peek: lda {place}"));
    let write = part("declare void @poke(i8)", "third", &|place| format!("poke: sta {place}"));
    parts.assembly.extend([read, write]);
    let byte = format!("getelementptr inbounds nuw (i8, ptr {variable}, i16 {at})");
    parts.functions.extend([
        Function::of_one_block(
            "i8 @peek()",
            vec![plain("%v0", "0", format!("load i8, ptr {byte}, align 1"))],
            "ret i8 %v0",
        ),
        Function::of_one_block(
            "void @poke(i8 %p0)",
            vec![effect(format!("store i8 %p0, ptr {byte}, align 1"))],
            "ret void",
        ),
    ]);
    let new = random.below(256) as i8;
    parts.calls.extend([
        plain("%s0", "0", "call addrspace(1) i8 @peek()".into()),
        effect(mark("%s0")),
        plain("%s1", "0", format!("load i8, ptr {byte}, align 1")),
        plain("%s2", "0", format!("xor i8 %s1, {new}")),
        effect("call addrspace(1) void @poke(i8 %s2)".into()),
        plain("%s3", "0", format!("load i8, ptr {byte}, align 1")),
        effect(mark("%s3")),
        effect(format!("store i8 {new}, ptr {byte}, align 1")),
        plain("%s4", "0", "call addrspace(1) i8 @peek()".into()),
        effect(mark("%s4")),
    ]);
}

/// Adds a function to which `main` always passes the same number, and assembly a different one.
fn passed(random: &mut Random, parts: &mut Parts) {
    let [often, other] = [0; 2].map(|_| random.below(256) as i8);
    let code = [format!("other: lda #{}", other as u8), " jmp passed".to_string()];
    parts.assembly.push(Assembly::new("@other", "declare i8 @other()".into(), &code));
    let turned = vec![plain("%v0", "0", "xor i8 %p0, 90".into()), effect(mark("%p0"))];
    let call = plain("%v0", "0", format!("call addrspace(1) i8 @passed(i8 {other})"));
    parts.functions.extend([
        Function::of_one_block("i8 @passed(i8 %p0)", turned, "ret i8 %v0"),
        Function::of_one_block("i8 @other()", vec![call], "ret i8 %v0"),
    ]);
    for (n, call) in [format!("@passed(i8 {often})"), "@other()".into(), format!("@passed(i8 {often})")]
        .into_iter()
        .enumerate()
    {
        let value = format!("%o{n}");
        parts.calls.push(plain(&value, "0", format!("call addrspace(1) i8 {call}")));
        parts.calls.push(effect(mark(&value)));
    }
}

fn effect(text: String) -> Inst {
    plain("", "", text)
}
