//! Calls that pass more than the zero page has room for, to hand-written routines; and that others pay nothing for them.

mod common;

use common::{HEADER, MARK, compile, interpret};
use compiler::Outlining;
use machine::{Config, Machine, Stop};

/// The marks of a program on the machine.
fn marks(text: &str) -> Vec<u8> {
    let image = compile(text, Outlining::Cold).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    assert_eq!(machine.call(image.entry).unwrap(), Stop::Returned);
    machine.marks().iter().map(|m| m.value).collect()
}

#[test]
fn a_routine_in_assembly_takes_and_returns_bytes_behind_the_zero_page() {
    // Byte 16 of the arguments is added to byte 19 of them and comes back as byte 17 of the result.
    let text = format!(
        "{HEADER}module asm \"helper: lda __arg_more\"\n\
         module asm \" clc\"\n\
         module asm \" adc __arg_more+3\"\n\
         module asm \" sta __arg_more+1\"\n\
         module asm \" rts\"\n\
         declare {{ i128, i16 }} @helper(i128, i32)\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %r = call addrspace(1) {{ i128, i16 }} @helper(i128 5, i32 570425361)\n\
         \x20 %n = extractvalue {{ i128, i16 }} %r, 1\n\
         \x20 %high = lshr i16 %n, 8\n\
         \x20 %byte = trunc i16 %high to i8\n\
         \x20 store volatile i8 %byte, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    );
    assert_eq!(marks(&text), [0x33]);
}

#[test]
fn memory_behind_the_zero_page_is_as_large_as_the_largest_call() {
    let program = |parameter: &str| {
        format!(
            "{HEADER}@p = internal global ptr addrspace(1) @g, align 1\n\
             define internal i8 @g(i128 %a, {parameter} %b) unnamed_addr addrspace(1) {{\n\
             \x20 %c = trunc {parameter} %b to i8\n\
             \x20 ret i8 %c\n}}\n\
             define void @main() unnamed_addr addrspace(1) {{\n\
             \x20 %g = load volatile ptr addrspace(1), ptr @p, align 1\n\
             \x20 %r = call addrspace(1) i8 %g(i128 1, {parameter} 513)\n\
             \x20 store volatile i8 %r, ptr {MARK}, align 1\n\
             \x20 ret void\n}}\n"
        )
    };
    for (parameter, bytes) in [("i16", 2), ("i64", 8)] {
        let text = program(parameter);
        assert_eq!(marks(&text), interpret(&text).unwrap());
        let map = compile(&text, Outlining::Cold).unwrap().map;
        let row = map.lines().find(|line| line.ends_with("__arg_more"));
        let row = row.unwrap_or_else(|| panic!("no row in\n{map}"));
        assert!(row.trim_start().starts_with(&format!("{bytes} ")), "{row}");
    }
    let text = program("i16").replace("i128", "i112");
    assert!(!compile(&text, Outlining::Cold).unwrap().map.contains("__arg_more"));
}

/// A function that sums the numbers down to 1 by calling itself through `table`, and a main that marks the sum for 5.
const THROUGH_A_TABLE: &str = "define i8 @g(i8 %n) unnamed_addr addrspace(1) noinline {\n\
    \x20 %o = alloca [4 x i8], align 1\n\
    \x20 store volatile i8 %n, ptr %o, align 1\n\
    \x20 %z = icmp eq i8 %n, 0\n\
    \x20 br i1 %z, label %end, label %go\n\
    go:\n\
    \x20 %m = sub i8 %n, 1\n\
    \x20 FILL\n\
    \x20 %p = load volatile ptr addrspace(1), ptr @table, align 1\n\
    \x20 %x = call addrspace(1) i8 %p(i8 %m)\n\
    \x20 %y = load volatile i8, ptr %o, align 1\n\
    \x20 %s = add i8 %x, %y\n\
    \x20 ret i8 %s\n\
    end:\n\
    \x20 ret i8 0\n}\n\
    @five = internal global i8 5\n\
    define void @main() unnamed_addr addrspace(1) {\n\
    \x20 %n = load volatile i8, ptr @five, align 1\n\
    \x20 %r = call addrspace(1) i8 @g(i8 %n)\n\
    \x20 store volatile i8 %r, ptr MARK, align 1\n\
    \x20 ret void\n}\n";

#[test]
fn a_function_whose_address_assembly_takes_may_be_called_through_a_pointer() {
    let with = |table: &str, fill: &str| {
        let program = THROUGH_A_TABLE.replace("FILL", fill).replace("MARK", MARK);
        marks(&format!("{HEADER}{table}\n{program}"))
    };
    assert_eq!(with("@table = global ptr addrspace(1) @g", ""), [15]);
    assert_eq!(with("module asm \"table: .word g\"\n@table = external global ptr addrspace(1)", ""), [15]);
    let fill = "call addrspace(1) void asm sideeffect \"lda #<g\\0Asta table\\0Alda #>g\\0Asta table+1\", \"~{r24}\"()";
    assert_eq!(with("@table = global ptr addrspace(1) null", fill), [15]);
}

/// Found by a user: `asm!("jsr {f}", f = sym f)`.
#[test]
fn a_function_that_is_an_operand_of_assembly_finds_its_arguments() {
    for (operand, constraint) in [("$0", "s"), ("${0}", "i")] {
        let text = format!(
            "{HEADER}define internal void @g(i8 %n, i8 %x, i8 %y, i8 %z) unnamed_addr addrspace(1) noinline {{\n\
             \x20 store volatile i8 %y, ptr {MARK}, align 1\n\
             \x20 store volatile i8 %z, ptr {MARK}, align 1\n\
             \x20 ret void\n}}\n\
             define void @main() unnamed_addr addrspace(1) {{\n\
             \x20 call void asm sideeffect \"lda #5\\0Asta ARG+2\\0Alda #6\\0Asta ARG+3\\0Ajsr {operand}\", \
             \"{constraint},~{{r24}},~{{r22}},~{{r20}},~{{memory}}\"(ptr addrspace(1) @g)\n\
             \x20 ret void\n}}\n"
        );
        assert_eq!(marks(&text), [5, 6], "{operand}");
    }
}

/// Found by a user.
#[test]
fn what_assembly_calls_that_is_called_through_a_pointer_has_memory_of_its_own() {
    let each = |text: &dyn Fn(u8) -> String| (0..6).map(text).collect::<String>();
    let loads = |from: &str| each(&|n| format!("  %a{n} = load volatile i8, ptr {from}, align 1\n"));
    let marked = each(&|n| format!("  store volatile i8 %a{n}, ptr {MARK}, align 1\n"));
    for call in [
        "call void @helper()",
        "%p = load volatile ptr addrspace(1), ptr @pointer, align 1\n  call void %p()",
    ] {
        let text = format!(
            "{HEADER}module asm \"helper: jmp f\"\n\
             declare void @helper() addrspace(1)\n\
             @seven = internal global i8 7\n@three = internal global i8 3\n\
             @pointer = internal global ptr addrspace(1) @helper\n\
             define internal void @f() addrspace(1) noinline {{\n{}{marked}  ret void\n}}\n\
             define internal void @outer() addrspace(1) noinline {{\n{}  {call}\n{marked}  ret void\n}}\n\
             define void @main() addrspace(1) {{\n  call void @outer()\n  ret void\n}}\n",
            loads("@three"),
            loads("@seven")
        );
        assert_eq!(marks(&text), [[3; 6], [7; 6]].concat(), "{call}");
    }
}

/// Found by a reading.
#[test]
fn inline_assembly_may_call_by_returning_to_an_address() {
    let push = |label: &str| format!("lda #>{label}-1\\0Apha\\0Alda #<{label}-1\\0Apha\\0A");
    let text = format!("sta ARG\\0A{}{}lda ARG\\0Arts\\0Aback:", push("back"), push("g"));
    let call = format!("call i8 asm sideeffect \"{text}\", \"={{r24}},{{r24}},~{{memory}}\"(i8 %m)");
    let program = THROUGH_A_TABLE.replace("FILL", "").replace("MARK", MARK);
    let program = program.replace("call addrspace(1) i8 %p(i8 %m)", &call);
    assert!(program.contains("rts"));
    assert_eq!(marks(&format!("{HEADER}@table = global ptr addrspace(1) null\n{program}")), [15]);
}

#[test]
fn a_parameter_of_what_assembly_calls_is_not_what_other_calls_pass() {
    let text = format!(
        "{HEADER}module asm \"two: lda #2\"\n\
         module asm \" jmp g\"\n\
         declare i8 @two()\n\
         define internal i8 @g(i8 %n) unnamed_addr addrspace(1) noinline {{\n\
         \x20 ret i8 %n\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %five = call addrspace(1) i8 @g(i8 5)\n\
         \x20 store volatile i8 %five, ptr {MARK}, align 1\n\
         \x20 %two = call addrspace(1) i8 @two()\n\
         \x20 store volatile i8 %two, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    );
    assert_eq!(marks(&text), [5, 2]);
}

/// Found by the random modules.
#[test]
fn what_assembly_calls_finds_its_arguments_where_calls_through_pointers_pass_them() {
    // By a table of the address, and by a jump; the last byte is behind those that the zero page has room for.
    let jump =
        "two: sta ARG+2\"\nmodule asm \" lda #2\"\nmodule asm \" sta __arg_more+1\"\nmodule asm \" jmp g";
    let text = format!(
        "{HEADER}module asm \"table: .word second\"\nmodule asm \"{jump}\"\n\
         @second = alias i8, ptr addrspace(1) @g\n\
         @table = external constant ptr addrspace(1)\n\
         declare void @two(i8)\n\
         define internal void @g(i8 %n, i8 %x, i8 %y, [14 x i8] %a, i8 %z) unnamed_addr addrspace(1) noinline {{\n\
         \x20 store volatile i8 %y, ptr {MARK}, align 1\n\
         \x20 store volatile i8 %z, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %p = load ptr addrspace(1), ptr @table, align 1\n\
         \x20 call addrspace(1) void %p(i8 0, i8 0, i8 5, [14 x i8] zeroinitializer, i8 6)\n\
         \x20 call addrspace(1) void @two(i8 3)\n\
         \x20 ret void\n}}\n"
    );
    assert_eq!(marks(&text), [5, 6, 3, 2]);
}

#[test]
fn another_name_of_a_variable_stays_with_it() {
    // `fields` drops the variable before, or `split` takes its place.
    for first in ["i8 undef", "[300 x i8] zeroinitializer"] {
        let text = format!(
            "{HEADER}module asm \"peek: lda al\"\n\
             module asm \" rts\"\n\
             @a = internal global {first}, align 1\n\
             @b = internal global i8 7, align 1\n\
             @c = internal global i8 9, align 1\n\
             @al = alias i8, ptr @b\n\
             declare i8 @peek()\n\
             define void @main() unnamed_addr addrspace(1) {{\n\
             \x20 store i8 5, ptr @a, align 1\n\
             \x20 %x = load volatile i8, ptr @b, align 1\n\
             \x20 %u = load volatile i8, ptr @c, align 1\n\
             \x20 %z = load i8, ptr @a, align 1\n\
             \x20 store volatile i8 %z, ptr {MARK}, align 1\n\
             \x20 %k = call addrspace(1) i8 @peek()\n\
             \x20 store volatile i8 %k, ptr {MARK}, align 1\n\
             \x20 ret void\n}}\n"
        );
        assert_eq!(marks(&text), [5, 7], "{first}");
    }
}

#[test]
fn what_is_known_by_two_names_is_one_variable() {
    for (contents, offset) in [("i8 undef", 0), ("[300 x i8] zeroinitializer", 4), ("[300 x i8] undef", 4)] {
        let text = format!(
            "{HEADER}@a = internal global {contents}, align 1\n\
             @al = internal alias i8, ptr @a\n\
             define void @main() unnamed_addr addrspace(1) {{\n\
             \x20 store i8 5, ptr getelementptr (i8, ptr @a, i16 {offset}), align 1\n\
             \x20 %p = call addrspace(1) i8 @set(i8 6)\n\
             \x20 %z = load i8, ptr getelementptr (i8, ptr @a, i16 {offset}), align 1\n\
             \x20 store volatile i8 %z, ptr {MARK}, align 1\n\
             \x20 ret void\n}}\n\
             define internal i8 @set(i8 %n) unnamed_addr addrspace(1) noinline {{\n\
             \x20 store i8 %n, ptr getelementptr (i8, ptr @al, i16 {offset}), align 1\n\
             \x20 ret i8 %n\n}}\n"
        );
        assert_eq!(marks(&text), [6], "{contents}");
    }
}
