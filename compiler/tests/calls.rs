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
