//! What is printed reads back as the same module; only lines of the text may differ.

use compiler::ir::{Const, Module, Op, Operand, Type, verify};
use compiler::llvm::{parse, print};

use super::module;

/// Modules rustc 1.96 wrote, of the program shapes their names tell.
const REAL: [(&str, &str); 9] = [
    ("abi", include_str!("../data/abi.ll")),
    ("asm", include_str!("../data/asm.ll")),
    ("cats", include_str!("../data/cats.ll")),
    ("dyn", include_str!("../data/dyn.ll")),
    ("float", include_str!("../data/float.ll")),
    ("io", include_str!("../data/io.ll")),
    ("mem", include_str!("../data/mem.ll")),
    ("relocations", include_str!("../data/relocations.ll")),
    ("u128", include_str!("../data/u128.ll")),
];

/// The module without lines of its text.
fn without_lines(mut module: Module) -> Module {
    module.globals.iter_mut().for_each(|g| g.line = 0);
    module.externs.iter_mut().for_each(|e| e.line = 0);
    for function in &mut module.functions {
        function.line = 0;
        function.blocks.iter_mut().flat_map(|b| &mut b.insts).for_each(|i| i.line = 0);
    }
    module
}

/// Prints and reads again; what came in and what came out.
fn both(module: Module) -> (Module, Module) {
    let text = print(&module);
    let again = parse(&module.name, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    (without_lines(module), without_lines(again))
}

#[test]
fn real_modules() {
    for (name, text) in REAL {
        let module = parse(name, text).unwrap_or_else(|e| panic!("{e}"));
        assert!(!module.functions.is_empty(), "{name}");
        let (before, after) = both(module);
        assert!(before == after, "{name} changed");
    }
}

#[test]
fn every_construct() {
    let text = r#"
module asm "lda #\22"
@"a \22b" = constant { i8, float, double, [2 x i1] } { i8 -1, float 0x7FF4000000000000, double -0.0, [2 x i1] [i1 true, i1 false] }, section "x\22", align 4
@w = external global [3 x ptr]
@v = internal global [3 x ptr] [ptr null, ptr getelementptr (i8, ptr @w, i16 -3), ptr inttoptr (i16 -1 to ptr)]
@n = internal global { i16, ptr } { i16 ptrtoint (ptr @v to i16), ptr poison }
@alias = alias i8, ptr @n
declare void @x(i8, ptr)
declare void @stop() noreturn
define avr_signalcc void @irq() {
  fence seq_cst
  ret void
}
define internal i16 @f(ptr sret(i8) dereferenceable(7) %p, i16 range(i16 -3, 9) %i, i8 %j, i1 %c, double %d) {
  %1 = getelementptr inbounds nuw [7 x i8], ptr %p, i16 %i
  %2 = getelementptr { [0 x i8], [7 x i8] }, ptr %p, i16 %i, i32 0, i16 3
  %3 = getelementptr inbounds [5 x [3 x i8]], ptr %1, i16 %i, i8 %j, i16 2
  %4 = getelementptr [5 x [3 x i8]], ptr @v, i16 %i, i8 %j
  %5 = getelementptr i8, ptr null, i16 -1
  %6 = load volatile i16, ptr %2, !range !{i16 1, i16 -2}, !dbg !DILocation(line: 12)
  %7 = load atomic ptr, ptr %3 seq_cst
  store atomic volatile i16 %6, ptr %4 seq_cst
  store volatile { i8, i1 } { i8 undef, i1 true }, ptr %5
  %8 = or disjoint i16 %6, 1
  %9 = shl nuw i16 %8, 2
  %10 = select i1 %c, i16 %9, i16 -5
  %11 = fcmp ord double %d, 1.5
  %12 = fneg double %d
  %13 = fptosi double %12 to i100
  %14 = trunc i100 %13 to i1
  %15 = freeze i1 %14
  %16 = alloca [4 x ptr], align 2
  %17 = atomicrmw nand ptr %16, i8 3 seq_cst
  %18 = cmpxchg ptr %16, i8 %17, i8 0 seq_cst seq_cst
  %19 = extractvalue { i8, i1 } %18, 1
  %20 = insertvalue { i8, i1 } %18, i1 %19, 1
  %21 = call i8 asm sideeffect "lda $1\0A$$", "={r24},r"(i8 %17)
  %22 = call i8 asm "", "=r"()
  call void @x(i8 1, ptr @"a \22b")
  call void %7()
  call void inttoptr (i16 -46 to ptr)()
  %23 = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %17, i8 -1)
  switch i16 %10, label %"odd name" [
    i16 -1, label %a
    i16 2, label %a
  ]
a:
  %24 = phi i16 [ 7, %0 ], [ 7, %0 ], [ %25, %a ]
  %25 = add nsw i16 %24, 1
  %26 = icmp sle i16 %25, %i
  br i1 %26, label %a, label %"odd name"
"odd name":
  br i1 %15, label %b, label %c
b:
  call void @stop()
  unreachable
c:
  ret i16 %10
}
"#;
    let (before, after) = both(module(text));
    assert_eq!(before, after);
    // The printed text reads back to the same text, too.
    assert_eq!(print(&before), print(&after));
}

#[test]
fn names_are_made_unique() {
    let mut before =
        module("define i8 @f(i8 %x, i8 %y) {\nb:\n  br label %c\nc:\n  %z = sub i8 %x, %y\n  ret i8 %z\n}");
    let function = &mut before.functions[0];
    function.values[1].name = "x".to_string();
    function.values[2].name.clear();
    function.blocks[1].name = "b".to_string();
    let (before, after) = both(before);
    let names: Vec<&str> = after.functions[0].values.iter().map(|v| v.name.as_str()).collect();
    assert_eq!(names, ["x", "x.0", "v.1"]);
    assert_eq!(after.functions[0].blocks[1].name, "b.0");
    assert_eq!(before.functions[0].blocks[1].insts, after.functions[0].blocks[1].insts);
}

#[test]
fn terms_no_text_of_rustc_has() {
    let mut before = module(
        "define ptr @f(ptr %p, i16 %i, i8 %j) {\n  %r = getelementptr i8, ptr %p, i16 %i\n  ret ptr %r\n}",
    );
    let values = before.functions[0].params.clone();
    let index = |param: usize| Operand::Value(values[param].value);
    before.functions[0].blocks[0].insts[0].op = Op::Gep {
        base: Operand::Const(Const::Int(0xD020)),
        offset: -7,
        indices: vec![
            (Type::Int(16), index(1), -40),
            (Type::Int(8), index(2), 3),
            (Type::Int(16), index(1), 1),
        ],
        inbounds: false,
        nuw: true,
    };
    assert_eq!(verify::verify(&before), Ok(()));
    let (before, after) = both(before);
    assert_eq!(before, after);
}

#[test]
fn places_in_the_source() {
    let text = r#"
define void @f() !dbg !4 {
  fence seq_cst, !dbg !5
  fence seq_cst, !dbg !6
  fence seq_cst
  ret void, !dbg !7
}
!1 = !DIFile(filename: "src/\22a\22.rs", directory: "/x")
!2 = !DIFile(filename: "/rustc/1/library/core/src/num.rs", directory: "")
!3 = distinct !DISubprogram(name: "g", file: !2, line: 3)
!4 = distinct !DISubprogram(name: "f", file: !1, line: 9)
!5 = !DILocation(line: 10, scope: !4)
!6 = !DILocation(line: 4, scope: !3, inlinedAt: !5)
!7 = !DILocation(line: 11)
"#;
    let (before, after) = both(module(text));
    assert_eq!(before.sources.places().len(), 4);
    assert_eq!(before.sources, after.sources);
    assert!(before == after);
}
