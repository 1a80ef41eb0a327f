//! What stands outside functions: targets, types, globals, aliases, attributes, needed parts.

use compiler::ir::{Const, Interrupt, Op, Operand, Symbol, SymbolKind, Type};
use compiler::llvm::{parse_needed, parse_program};

use super::{error, module};

#[test]
fn globals_with_all_their_words() {
    let text = "
@a = dso_local local_unnamed_addr global [1 x i8] c\"\\03\", section \".zp\", align 256
@b = private unnamed_addr constant <{ ptr, [2 x i8], ptr addrspace(1) }> <{ ptr @a, [2 x i8] c\"\\01\\00\", ptr addrspace(1) @f }>, align 1
@c = external dso_local global i8
@d = weak_odr hidden constant i16 4660, comdat, align 2, !dbg !0
@\"e f\" = internal addrspace(1) global { i8, [3 x i16] } zeroinitializer
@llvm.used = appending global [1 x ptr] [ptr @\"e f\"], section \"llvm.metadata\"
@llvm.compiler.used = appending global [1 x ptr] [ptr getelementptr (i8, ptr @f, i16 0)], section \"llvm.metadata\"
$d = comdat any
declare void @g()
define internal void @f() {
  ret void
}
!0 = !{}
";
    let m = module(text);
    let names: Vec<&str> = m.symbols.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d", "e f", "g", "f"]);
    let global = |name: &str| m.global(m.symbol(name).expect("a symbol")).expect("a global");
    let a = global("a");
    assert_eq!((a.exported, a.constant, a.align, a.section.as_deref()), (true, false, 256, Some(".zp")));
    assert_eq!(a.init, Some(Const::Bytes(vec![3])));
    assert_eq!((a.line, global("c").line), (2, 4));
    let b = global("b");
    assert_eq!((b.exported, b.constant, b.ty.size()), (false, true, 6));
    let Some(Const::Aggregate(parts)) = &b.init else { panic!("no aggregate") };
    assert_eq!(parts[2], (Type::Ptr, Const::Address(Symbol(6), 0)));
    assert_eq!((global("c").init.as_ref(), global("c").exported), (None, true));
    assert_eq!((global("d").init.as_ref(), global("d").align), (Some(&Const::Int(4660)), 2));
    assert!(global("e f").exported, "listed in llvm.used");
    assert!(m.functions[0].exported, "listed in llvm.compiler.used");
    assert_eq!(global("e f").init, Some(Const::Zero));
}

#[test]
fn functions_with_all_their_words() {
    let text = "
define dso_local avr_signalcc void @irq() unnamed_addr addrspace(1) #0 section \".text.x\" align 1 personality ptr @rust_eh {
  ret void
}
define cc 84 void @other() \"a\"=\"b\" nounwind {
  ret void
}
define linkonce_odr hidden fastcc noundef nonnull align 2 ptr @g(ptr noalias nofree sret([3 x i8]) align 1 captures(ret: address) dereferenceable(3) initializes((0, 3), (4, 5)) %out, i16 range(i16 0, -1) %n) local_unnamed_addr comdat {
  ret ptr %out
}
declare !dbg !1 i32 @rust_eh(...) unnamed_addr
attributes #0 = { nounwind \"target-cpu\"=\"atmega328p\" }
!1 = !{}
";
    assert_eq!(error(text), "t.ll:11: a variadic function is not supported");
    let m = module(&text.replace("...", ""));
    let f = |i: usize| (m.functions[i].exported, m.functions[i].interrupt);
    let kinds = [(true, Some(Interrupt::Kernal)), (true, Some(Interrupt::Hardware)), (false, None)];
    assert_eq!([f(0), f(1), f(2)], kinds);
    let params = &m.functions[2].params;
    assert_eq!((params[0].dereferenceable, params[0].sret, params[0].range), (3, true, None));
    assert_eq!((params[1].dereferenceable, params[1].sret, params[1].range), (0, false, Some((0, 65535))));
}

#[test]
fn named_types() {
    let text = "%B = type { %\"a::A\", i8 }\n%\"a::A\" = type <{ i16, [2 x ptr] }>\n%O = type opaque\n\
                @b = global %B zeroinitializer\ndefine ptr @f(ptr %p) {\n  %r = getelementptr %B, ptr %p, i16 1, i32 0, i32 1, i16 1\n  ret ptr %r\n}";
    let m = module(text);
    assert_eq!(m.globals[0].ty.size(), 7);
    let Op::Gep { offset, .. } = &m.functions[0].blocks[0].insts[0].op else { panic!("no gep") };
    assert_eq!(*offset, 7 + 2 + 2);
    assert_eq!(error("%A = type { %A }\n@a = global %A undef"), "t.ll:1:13: `%A` contains itself");
}

#[test]
fn types_cannot_explode() {
    let mut text = "%t0 = type { {}, {} }\n".to_string();
    for i in 1..24 {
        text += &format!("%t{i} = type {{ %t{}, %t{} }}\n", i - 1, i - 1);
    }
    let message = "a type of more than 65536 parts is not supported";
    assert!(error(&(text + "@a = global %t23 undef")).ends_with(message));
    let mut text = "%t0 = type {}\n".to_string();
    for i in 1..100 {
        text += &format!("%t{i} = type {{ %t{} }}\n", i - 1);
    }
    let message = "nesting deeper than 64 levels is not supported";
    assert!(error(&(text.clone() + "@a = global %t99 undef")).ends_with(message));
    let uses: String = (0..100).map(|i| format!("@g{i} = global %t{i} undef\n")).collect();
    assert!(error(&(text + &uses)).ends_with(message));
    let deep = |open: &str, middle: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        error(&format!("@a = global {open}{middle}{close} undef"))
    };
    assert!(deep("[1 x ", "i8", "]").ends_with(message));
    assert!(deep("{ ", "i8", " }").ends_with(message));
    assert!(deep("ptr getelementptr (i8, ", "ptr @a", ", i16 1)").ends_with(message));
}

#[test]
fn aliases_are_followed() {
    let text = "
@t = internal constant [4 x i8] zeroinitializer
@in = internal alias i8, getelementptr inbounds (i8, ptr @t, i16 2)
@in2 = private alias i8, ptr @in
@out = unnamed_addr alias void (), ptr @f
define internal void @f() {
  call void @out()
  store ptr @in2, ptr @in
  ret void
}";
    let m = module(text);
    let names: Vec<(&str, SymbolKind)> = m.symbols.iter().map(|s| (s.name.as_str(), s.kind)).collect();
    assert_eq!(
        names,
        [("t", SymbolKind::Global(0)), ("out", SymbolKind::Function(0)), ("f", SymbolKind::Function(0))]
    );
    assert!(m.functions[0].exported);
    let insts = &m.functions[0].blocks[0].insts;
    assert!(matches!(&insts[0].op, Op::Call { callee: compiler::ir::Callee::Direct(Symbol(2)), .. }));
    let two = Operand::Const(Const::Address(Symbol(0), 2));
    assert!(matches!(&insts[1].op, Op::Store { value, ptr, .. } if *value == two && *ptr == two));
    assert_eq!(
        error("@t = global i8 0\n@a = alias i8, getelementptr (i8, ptr @t, i16 1)"),
        "t.ll:2: an exported alias into the middle of a symbol is not supported"
    );
    assert!(error("@a = alias i8, ptr @b\n@b = alias i8, ptr @a").contains("deeper than 64 levels"));
}

#[test]
fn module_assembly_is_unescaped() {
    assert_eq!(module("module asm \"lda #\\22\"\nmodule asm \"\\09rts\"").asm, ["lda #\"", "\trts"]);
}

#[test]
fn the_target_is_checked() {
    let right = "e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8";
    assert!(module(&format!("target datalayout = \"{right}\"\ntarget triple = \"x\"")).symbols.is_empty());
    for (from, to, message) in [
        ("e-", "E-", "big endian"),
        ("p:16:8", "p:32:8", "`p:32:8`, expected pointers of 16 bits aligned to 8"),
        ("p:16:8", "p:16:16", "`p:16:16`, expected pointers of 16 bits aligned to 8"),
        ("-p:16:8", "", "expected pointers of 16 bits (`p:16:8`)"),
        ("i32:8", "i32:32", "`i32:32`, expected all types aligned to 8 bits"),
        ("a:8", "a:16", "`a:16`, expected aggregates aligned to 8 bits"),
    ] {
        let layout = right.replacen(from, to, 1);
        let message = format!("t.ll:1:21: data layout: {message}");
        assert_eq!(error(&format!("target datalayout = \"{layout}\"")), message);
    }
}

#[test]
fn only_what_is_needed_is_read() {
    let text = "
module asm \"mov R26, R22\"
@table = internal constant ptr @two
@other = internal constant half 0.0
define void @one() {
  store ptr @table, ptr null
  ret void
}
define internal void @two() {
  ret void
}
define half @three(half %a) {
  ret half %a
}
declare void @putch(i8)";
    let m = parse_needed("t.ll", text, &["one", "nowhere"]).expect("the rest is not read");
    assert_eq!(m.symbols.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["table", "one", "two"]);
    assert!(m.asm.is_empty());
    assert_eq!(error(text), "t.ll:4: the type `half` (Rust's `f16`) is not supported");
    let all = parse_needed("t.ll", text, &["three"]).expect_err("now it is read");
    assert_eq!(all.to_string(), "t.ll:12: the type `half` (Rust's `f16`) is not supported");
}

#[test]
fn of_a_program_only_what_it_exports_is_read() {
    let text = |used: &str| {
        format!(
            "module asm \"jmp named\"
@used = global i8 1
@unused = internal constant half 0.0
@llvm.used = appending global [1 x ptr] [ptr @kept]
define void @main() {{
  {used}
  ret void
}}
define internal void @kept() {{
  ret void
}}
define internal void @named() {{
  ret void
}}
define internal void @lost(fp128 %a) {{
  %b = fadd fp128 %a, %a
  ret void
}}"
        )
    };
    let m = parse_program("t.ll", &text("")).expect("the rest is not read");
    assert_eq!(
        m.symbols.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["used", "main", "kept", "named"]
    );
    assert_eq!(m.asm, ["jmp named"]);
    let error = parse_program("t.ll", &text("call void @lost(fp128 undef)")).expect_err("now it is read");
    assert_eq!(error.to_string(), "t.ll:6: in main: the type `fp128` (Rust's `f128`) is not supported");
}
