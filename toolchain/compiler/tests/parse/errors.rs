//! What is refused, with which words and where.

use super::error;

/// The message for a body of `define i8 @f(i8 %a, ptr %p)`, which begins in line 2.
fn in_body(lines: &str) -> String {
    error(&format!("define i8 @f(i8 %a, ptr %p) {{\n{lines}\n}}"))
}

#[test]
fn syntax_errors_name_line_and_column() {
    for (lines, message) in [
        ("  %x = ad i8 %a, 1", "2:8: `ad` is no instruction"),
        ("  %x = add i8 %a 1", "2:18: expected `,`, found `1`"),
        ("  %x = add i8 %a, 256", "2:19: 256 does not fit i8"),
        ("  %x = add i8 %a, -129", "2:19: -129 does not fit i8"),
        ("  %x = add i8 %p, 1", "2:15: `%p` is of type ptr, not i8"),
        ("  %x = add foo i8 %a, 1", "2:12: expected a type, found `foo`"),
        ("  %x = add i8 %b, 1\n  ret i8 %x", "2:15: `%b` is not defined"),
        ("  br label %nowhere", "2:12: the block `%nowhere` is not defined"),
        ("  %a = add i8 1, 1\n  ret i8 %a", "2:3: `%a` is defined twice"),
        ("b:\n  ret i8 1\nb:\n  ret i8 2", "4:1: the block `%b` is defined twice"),
        ("  ret i16 1", "2:7: the type of the function is another"),
        ("  %x = icmp foo i8 %a, 1", "2:13: expected an integer predicate, found `foo`"),
        ("  store i8 1, i8 %a", "2:15: expected `ptr`, found `i8`"),
        ("  store i8 1, ptr %p, align 3", "2:29: expected an alignment that is a power of two"),
        ("  store i8 true, ptr %p", "2:12: expected a constant of type i8, found `true`"),
        ("  store [2 x i8] c\"a\", ptr %p", "2:18: expected 2 bytes, found 1"),
        ("  store { i8 } { i16 1 }, ptr %p", "2:18: this part does not belong to { i8 }"),
        ("  store ptr @none, ptr %p", "2:13: `@none` is not defined"),
        ("  store float 1.0e99, ptr %p", "2:15: 1.0e99 is not a float"),
        ("  store i8 1, ptr %p, volatile", "2:23: expected `align`, found `volatile`"),
        ("  %x = fence seq_cst", "2:3: a name for an instruction without a value"),
        ("  fence never", "2:9: expected a memory ordering, found `never`"),
        ("  call void @f(i8 1, ptr null) frob", "2:32: `frob` is no instruction"),
        ("  call void @f(i8 frob 1, ptr null)", "2:19: expected a constant of type i8, found `frob`"),
        (
            "  %x = call i8 (i8) @f(i8 1, ptr null)",
            "2:13: the arguments do not have the types of the function type",
        ),
        ("  %x = extractvalue { i8 } undef, 1", "2:35: no part of { i8 }"),
        ("  %x = getelementptr { i8 }, ptr %p, i16 0, i32 1", "2:45: no field of { i8 }"),
        ("  %x = getelementptr i8, ptr %p, i16 0, i32 1", "2:41: i8 has no elements"),
        ("  %x = load void, ptr %p", "2:13: expected a type of values, found `void`"),
        ("  ret i8 1\n  ret", "4:1: expected a type, found `}`"),
        ("  %x = add i8 %a, 1", "3:1: expected an instruction, found `}`"),
        ("", "3:1: expected a block, found `}`"),
        ("  ret i8 %a, !dbg !99", "2:19: the metadata `!99` is not defined"),
        ("  call void @f() #4\n  ret i8 1", "2:18: the attribute group `#4` is not defined"),
        ("  ret i8 \u{e9}", "2:10: an unexpected character"),
    ] {
        assert_eq!(in_body(lines), format!("t.ll:{message}"), "{lines}");
    }
}

#[test]
fn errors_outside_functions() {
    for (text, message) in [
        ("frob", "1:1: expected a definition, found `frob`"),
        ("\n  @a = i8 0", "2:8: expected a global, a constant or an alias, found `i8`"),
        ("@a = global i8", "1:15: expected a constant of type i8, found the end of the text"),
        ("@a = global i8 0 frob", "1:18: expected the end of the definition, found `frob`"),
        ("@a = frob global i8 0", "1:6: expected `global`, found `frob`"),
        ("@a = global i8 0, frob", "1:19: expected `align`, `section`, `comdat` or metadata, found `frob`"),
        ("@a = global i8 0\n@a = global i8 1", "2:1: `@a` is defined twice"),
        ("@a = global %T undef", "1:13: the type `%T` is not defined"),
        ("%T = type {}\n%T = type {}", "2:1: this type is defined twice"),
        ("declare frob i8 @f()", "1:9: expected a type, found `frob`"),
        ("declare i8 @f() frob", "1:17: expected the end of the definition, found `frob`"),
        ("define void @f() {", "1:19: expected a closing bracket, found the end of the text"),
        ("define void @f() frob {\n  ret void\n}", "1:18: expected `{`, found `frob`"),
        ("@a = global [1 x i8] c\"a", "1:23: an unterminated string"),
        ("@\"\\FF\" = global i8 0", "1:1: expected a name in UTF-8"),
        ("@ = global i8 0", "1:1: expected a name after the sign"),
    ] {
        assert_eq!(error(text), format!("t.ll:{message}"), "{text}");
    }
}

#[test]
fn unsupported_constructs_are_named() {
    for (lines, message) in [
        (
            "  %x = musttail call i8 @f(i8 %a, ptr %p)",
            "the instruction `musttail` (a guaranteed tail call, Rust's `become`)",
        ),
        ("  invoke void @f() to label %a unwind label %b", "the instruction `invoke`"),
        ("  %x = landingpad { ptr, i32 } cleanup", "the instruction `landingpad`"),
        ("  resume { ptr, i32 } undef", "the instruction `resume`"),
        ("  %x = va_arg ptr %p, i8", "the instruction `va_arg`"),
        ("  indirectbr ptr %p, []", "the instruction `indirectbr`"),
        ("  callbr void asm \"\", \"\"() to label %a []", "the instruction `callbr`"),
        ("  %x = extractelement <2 x i8> undef, i8 0", "the instruction `extractelement`"),
        ("  %x = add <2 x i8> undef, undef", "a vector type"),
        ("  %x = load <vscale x 2 x i8>, ptr %p", "a vector type"),
        ("  %x = alloca i8, i8 %a", "a local of a size known only at run time"),
        ("  %x = alloca i8, i32 70000", "a local of 70000 times 1 bytes"),
        ("  store ptr blockaddress(@f, %b), ptr %p", "the constant `blockaddress`"),
        ("  store fp128 undef, ptr %p", "the type `fp128` (Rust's `f128`)"),
        ("  store i257 0, ptr %p", "the type `i257`"),
        ("  store [65537 x i8] undef, ptr %p", "a type of 65537 times 1 bytes"),
        ("  store i8 splat (i8 1), ptr %p", "the constant `splat`"),
        ("  call void (i8, ...) @f(i8 1)", "a call of a variadic function"),
        ("  call void @f(ptr byval(i8) %p)", "the attribute `byval`"),
        ("  call void asm unwind \"\", \"\"()", "inline assembly that unwinds"),
        ("  %x = atomicrmw fadd ptr %p, float 0.0 seq_cst", "`atomicrmw fadd`"),
        ("  store ptr @llvm.trap, ptr %p", "the address of an intrinsic"),
    ] {
        assert_eq!(in_body(lines), format!("t.ll:2: in f: {message} is not supported"), "{lines}");
    }
    for (text, message) in [
        ("@a = global i8 ptrtoint (ptr @a to i8)", "the constant `ptrtoint` from ptr to i8"),
        (
            "@a = global i16 xor (i16 ptrtoint (ptr @a to i16), i16 1)",
            "the constant `xor` of these addresses",
        ),
        ("@a = thread_local global i8 0", "a thread-local variable"),
        ("@a = ifunc i8, ptr @b", "ifunc"),
        ("@a = extern_weak global i8", "`extern_weak` linkage"),
        ("@a = externally_initialized global i8 0", "an externally initialized global"),
        ("@llvm.global_ctors = appending global [0 x i8] undef", "the global `@llvm.global_ctors`"),
        ("define void @f() naked {\n  ret void\n}", "the attribute `naked`"),
        ("define void @f() align 256 {\n  ret void\n}", "the alignment of f to 256 bytes"),
        ("define void @f() prefix i8 1 {\n  ret void\n}", "`prefix` data of a function"),
        ("attributes #0 = { frob }", "the attribute `frob`"),
    ] {
        assert_eq!(error(text), format!("t.ll:1: {message} is not supported"), "{text}");
    }
}

#[test]
fn broken_rules_are_errors_of_the_text() {
    assert_eq!(
        in_body("  br i1 true, label %x, label %y\nx:\n  %v = add i8 %a, 1\n  br label %y\ny:\n  ret i8 %v"),
        "t.ll:7:1: in f: %v is not defined on every way to this use"
    );
    assert_eq!(
        in_body("  %x = call i8 @f(i8 %a)\n  ret i8 %x"),
        "t.ll:2:1: in f: f takes 2 arguments, not 1"
    );
    assert_eq!(in_body("x:\n  br label %x"), "t.ll:3:1: in f: the block %x goes to the entry");
}
