//! Names that the compiler knows, declared and defined with other types, kinds and attributes than it expects: the answer is a
//! program or an error, never a panic.

#[expect(dead_code, reason = "this test uses a part of the kit")]
mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use common::{HEADER, compile_with};
use compiler::ir::intrinsics::{FLOATS, INTEGERS};
use compiler::mos::runtime::ROUTINES;
use compiler::{KERNAL, Options};

/// Functions of `compiler_builtins` in 128 bits.
const WIDE: &str = include_str!("data/builtins.ll");

/// Functions of `compiler_builtins` on one and on two numbers of 64 bits; with `f`, those on 32 bits.
const MATHEMATICS: [&[&str]; 2] =
    [&["sqrt", "sin", "exp", "floor", "rint", "round"], &["pow", "fmod", "fmin", "fmax", "fminimum"]];

/// Names of C, of the compiler's own routines, and of its memory.
const OTHERS: [&str; 40] = [
    "main",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "bcmp",
    "__exit",
    "__kernal_in",
    "__kernal_out",
    "__kernal_irq",
    "__frames",
    "__start",
    "__saved",
    "__stack_limit",
    "__stack_check",
    "__stack_top",
    "__arg_more",
    "__squares",
    "__quiet",
    "__irq",
    "__nmi",
    "__irq_next",
    "__irq_back",
    "__end",
    "__data_start",
    "__bss_size",
    "__port",
    "ARG",
    "STACK",
    "VECTOR",
    "RUNTIME",
    "PTR0",
    "__fixdfdi",
    "__floatundidf",
    "__extendsfdf2",
    "__truncdfsf2",
    "__powisf2",
    "__ledf2",
    "__unorddf2",
    "f",
];

/// Intrinsics beside those on integers.
const INTRINSICS: [&str; 34] = [
    "memcpy.p0.p0.i16",
    "memcpy.p1.p0.i32",
    "memmove.p0.p0.i16",
    "memset.p0.i16",
    "memcpy.inline.p0.p0.i16",
    "is.fpclass.f32",
    "fptoui.sat.i16.f32",
    "fptosi.sat.i128.f64",
    "fabs.f32",
    "copysign.f64",
    "fma.f32",
    "fmuladd.f64",
    "powi.f32.i32",
    "sqrt.f32",
    "pow.f64",
    "trunc.f32",
    "maximum.f64",
    "trap",
    "ubsantrap",
    "assume",
    "lifetime.start.p0",
    "lifetime.end",
    "experimental.noalias.scope.decl",
    "prefetch.p0",
    "sideeffect",
    "expect.with.probability.i8",
    "ptrmask.p0.i16",
    "threadlocal.address.p0",
    "vector.reduce.add.v4i8",
    "va_start.p0",
    "stacksave.p0",
    "returnaddress",
    "frameaddress.p0",
    "nobody.knows.i8",
];

const TYPES: [&str; 14] = [
    "void",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i200",
    "i7",
    "float",
    "double",
    "ptr",
    "{ i8, i1 }",
    "[3 x float]",
];

/// What `main` does beside: operations that become calls of such functions.
const USES: [&str; 10] = [
    "%u = load volatile float, ptr @x\n  %v = fadd float %u, 1.0\n  store volatile float %v, ptr @x",
    "%u = load volatile double, ptr @x\n  %v = fdiv double %u, 3.0\n  store volatile double %v, ptr @x",
    "%u = load volatile double, ptr @x\n  %v = frem double %u, 3.0\n  store volatile double %v, ptr @x",
    "%u = load volatile float, ptr @x\n  %v = fcmp olt float %u, 1.0\n  store volatile i1 %v, ptr @x",
    "%u = load volatile i128, ptr @x\n  %v = mul i128 %u, %u\n  store volatile i128 %v, ptr @x",
    "%u = load volatile i64, ptr @x\n  %v = udiv i64 %u, 7\n  store volatile i64 %v, ptr @x",
    "%u = load volatile i16, ptr @x\n  %v = mul i16 %u, %u\n  store volatile i16 %v, ptr @x",
    "call void @llvm.memcpy.p0.p0.i16(ptr @x, ptr @y, i16 300, i1 false)",
    "%u = load volatile float, ptr @x\n  %v = call float @llvm.sqrt.f32(float %u)\n  store volatile float %v, ptr @x",
    "store volatile i8 1, ptr @x",
];

/// Knuth's 64-bit generator (MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// A text in place of `compiler_builtins`.
fn builtins() -> String {
    let mut text = WIDE.to_string();
    for (more, names) in MATHEMATICS.into_iter().enumerate() {
        for name in names {
            for (suffix, ty) in [("f", "float"), ("", "double")] {
                let second = if more == 0 { String::new() } else { format!(", {ty} %b") };
                text += &format!(
                    "define hidden {ty} @{name}{suffix}({ty} %a{second}) unnamed_addr addrspace(1) {{\n  %c = fadd {ty} %a, 1.0\n  ret {ty} %c\n}}\n"
                );
            }
        }
    }
    text
}

fn options() -> Options {
    Options::default().with(|options| options.builtins = Some(Arc::from(builtins())))
}

/// The lines that make a constant of a type; none for `void`.
fn constant(ty: &str) -> Option<String> {
    (ty != "void").then(|| format!("{ty} undef"))
}

/// A program that has `name` in some way, with these types.
fn program(name: &str, random: &mut Random) -> String {
    let ret = random.of(&TYPES);
    let params: Vec<&str> = (0..random.below(5)).map(|_| random.of(&TYPES[1..])).collect();
    let list = params.join(", ");
    let args: Vec<String> = params.iter().filter_map(|ty| constant(ty)).collect();
    let args = args.join(", ");
    let result = if ret == "void" { "" } else { "%r = " };
    let call = format!("{result}call {ret} @{name}({args})");
    let kept = "store volatile ptr @NAME, ptr @x".replace("NAME", name);
    let body = if ret == "void" { "ret void".to_string() } else { format!("ret {ret} undef") };
    let (entity, mut using) = match random.below(12) {
        0 | 1 => (format!("declare {ret} @{name}({list})"), call),
        2 => (format!("declare {ret} @{name}({list})"), kept),
        3 => (format!("define {ret} @{name}({list}) {{\n  {body}\n}}"), call),
        4 => (format!("define internal {ret} @{name}({list}) {{\n  {body}\n}}"), kept),
        5 => (format!("declare avr_signalcc {ret} @{name}({list})"), format!("{kept}\n  {call}")),
        6 => (format!("define avr_intrcc {ret} @{name}({list}) {{\n  {body}\n}}"), kept),
        7 => (format!("@{name} = global [4 x i8] zeroinitializer"), kept),
        8 => (format!("@{name} = external global i8"), call),
        9 => (format!("@{name} = alias {ret} ({list}), ptr @g"), call),
        10 => (
            format!("@{name} = internal constant i8 7, section \".zp\""),
            format!("%r = load i8, ptr @{name}"),
        ),
        _ => (format!("declare {ret} @{name}({list}, ...) noreturn"), call),
    };
    if random.below(2) == 0 {
        using = format!("{using}\n  {}", random.of(&USES));
    }
    let main = if name == "main" { "start" } else { "main" };
    format!(
        "{HEADER}@x = global [8 x i16] zeroinitializer\n@y = global [400 x i8] zeroinitializer\n{entity}\n\
         define i8 @g(i8 %n) addrspace(1) {{\n  ret i8 %n\n}}\n\
         define void @{main}() addrspace(1) {{\n  {using}\n  ret void\n}}\n"
    )
}

/// What became of the programs of a test.
#[derive(Default)]
struct Outcomes {
    programs: u32,
    errors: u32,
    /// The texts at which the compiler panicked, each with another message.
    panics: BTreeMap<String, String>,
}

impl Outcomes {
    fn add(&mut self, text: &str, options: &Options) {
        match compile_with(text, options) {
            Ok(_) => self.programs += 1,
            Err(error) if error.contains("panicked") => {
                self.panics.entry(error).or_insert_with(|| text.to_string());
            }
            Err(_) => self.errors += 1,
        }
    }

    /// Fails if the compiler panicked, or if there are few programs or errors.
    fn check(&self, programs: u32, errors: u32) {
        let panics: Vec<String> =
            self.panics.iter().map(|(error, text)| format!("{error}\n{text}")).collect();
        assert!(panics.is_empty(), "{}", panics.join("\n"));
        let Outcomes { programs: some, errors: others, .. } = *self;
        assert!(some > programs && others > errors, "{some} programs, {others} errors: the mutations miss");
    }
}

#[test]
fn known_names_of_other_kinds_never_panic() {
    let mathematics =
        MATHEMATICS.into_iter().flatten().flat_map(|name| [name.to_string(), format!("{name}f")]);
    let wide = WIDE.split("@__").skip(1).filter_map(|text| Some(format!("__{}", text.split_once('(')?.0)));
    let names: BTreeSet<String> = ROUTINES
        .iter()
        .map(|routine| routine.name)
        .chain(FLOATS.iter().map(|known| known.0))
        .chain(KERNAL.iter().map(|known| known.0))
        .chain(OTHERS)
        .map(str::to_string)
        .chain(mathematics)
        .chain(wide)
        .collect();
    let options = options();
    let mut random = Random(43);
    let mut outcomes = Outcomes::default();
    for name in &names {
        for _ in 0..24 {
            outcomes.add(&program(name, &mut random), &options);
        }
    }
    outcomes.check(300, 1000);
}

#[test]
fn intrinsics_of_other_types_never_panic() {
    let widths = ["i1", "i7", "i8", "i16", "i32", "i64", "i128", "i200", "f32", "p0"];
    let options = options();
    let mut random = Random(44);
    let mut outcomes = Outcomes::default();
    for round in 0..40 {
        let integers = INTEGERS.iter().map(|known| format!("{}.{}", known.0, random.of(&widths)));
        let names: Vec<String> = integers.chain(INTRINSICS.map(str::to_string)).collect();
        for name in names {
            let width = random.of(&TYPES[1..]);
            let one = random.below(3) < 2;
            let ret = if one { random.of(&[width, "void", "{ i8, i1 }"]) } else { random.of(&TYPES) };
            let types = (0..random.below(4)).map(|_| if one { width } else { random.of(&TYPES[1..]) });
            let types: Vec<&str> = types.collect();
            let args = |n: usize| match (types[n], round % 3) {
                (ty @ ("i1" | "i8" | "i16" | "i32"), 0) => format!("{ty} 1"),
                ("ptr", 0) => "ptr @x".to_string(),
                (ty, 1) => format!("{ty} zeroinitializer"),
                (ty, _) => format!("{ty} undef"),
            };
            let args: Vec<String> = (0..types.len()).map(args).collect();
            let (result, keep) = match ret {
                "void" => ("", String::new()),
                ret => ("%r = ", format!("store volatile {ret} %r, ptr @x\n  ")),
            };
            let text = format!(
                "{HEADER}@x = global [16 x i16] zeroinitializer\ndefine void @main() addrspace(1) {{\n  \
                 {result}call {ret} @llvm.{name}({})\n  {keep}ret void\n}}\n",
                args.join(", ")
            );
            outcomes.add(&text, &options);
        }
    }
    outcomes.check(100, 1000);
}

#[test]
fn clashes_are_named_with_their_types() {
    let error = |entity: &str, using: &str| {
        let text = format!(
            "{HEADER}@x = global [8 x i16] zeroinitializer\n{entity}\n\
             define void @main() addrspace(1) {{\n  {using}\n  ret void\n}}\n"
        );
        compile_with(&text, &options()).err().unwrap_or_else(|| panic!("it compiles:\n{text}"))
    };
    let pow = "%y = call float @pow(float 1.0, float 2.0)\n  store volatile float %y, ptr @x";
    assert_eq!(
        error("declare float @pow(float, float)", pow),
        "compiler: test.ll:3: `pow` as `float (float, float)`, which compiler_builtins has as `double (double, double)`, is not supported"
    );
    assert_eq!(
        error("define i8 @__multi3(i8 %a) {\n  ret i8 %a\n}", USES[4]),
        "compiler: test.ll:3: `__multi3` as `i8 (i8)`, which the compiler has as `i128 (i128, i128)`, is not supported"
    );
    let variable = error("@__udivti3 = global i8 0", &USES[4].replace("mul", "udiv"));
    assert!(
        variable.contains("`__udivti3` as a variable, which the compiler has as `i128 (i128, i128)`,"),
        "{variable}"
    );
    let own = error("define i8 @__mul16(i8 %a) {\n  ret i8 %a\n}", USES[6]);
    assert!(own.contains("the name `__mul16`, which the compiler gives to a part of its own,"), "{own}");
}
