//! The stacks: a program whose stacks run out ends with a message and a code of its own if it was built to look; and what
//! the map knows of them before it runs.

mod common;

use common::{HEADER, MARK, interpret};
use compiler::mos::stack::check::{HARDWARE, SOFTWARE};
use compiler::{Image, Options, Outlining, Source};
use machine::{Config, Machine, Stop};

fn compile(text: &str, stack_check: bool) -> Image {
    if !stack_check {
        return common::compile(text, Outlining::Cold).unwrap_or_else(|error| panic!("{error}"));
    }
    let options = Options::default().with(|options| options.stack_check = Some(stack_check));
    compiler::compile(&Source { name: "test.ll", text }, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// How a program ends, what it printed, and its marks.
fn run(image: &Image) -> (Stop, String, Vec<u8>) {
    let mut machine = Machine::new(Config { cycle_limit: 50_000_000, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    let stop = machine.start_basic_program().unwrap_or_else(|error| panic!("{error}"));
    let printed = String::from_utf8_lossy(machine.printed()).into_owned();
    (stop, printed, machine.marks().iter().map(|m| m.value).collect())
}

/// Asserts that a program ends with this code and message when it looks at its stacks.
fn assert_ends(text: &str, code: u8, message: &str) {
    let (stop, printed, _) = run(&compile(text, true));
    assert!(matches!(stop, Stop::Exit { code: found, .. } if found == code), "{stop:?}: {printed:?}");
    assert_eq!(printed, format!("\r{message}\r"));
}

/// A program whose function `mycrate::deep` calls itself, with an object of so many bytes each time, over so many bytes
/// of variables; it marks a byte of the sum.
fn recursion(depth: u16, object: u16, variable: u16, section: &str) -> String {
    format!(
        "{HEADER}@large = internal global [{variable} x i8] zeroinitializer{section}, align 1\n\
         define internal i32 @_RNvCs1234_7mycrate4deep(i16 %n) unnamed_addr addrspace(1) {{\n\
         start:\n\
         \x20 %object = alloca [{object} x i8], align 1\n\
         \x20 %at = getelementptr inbounds nuw i8, ptr %object, i16 {last}\n\
         \x20 %byte = trunc i16 %n to i8\n\
         \x20 store volatile i8 %byte, ptr %at, align 1\n\
         \x20 %end = icmp eq i16 %n, 0\n\
         \x20 br i1 %end, label %leaf, label %down\n\
         leaf:\n\
         \x20 ret i32 7\n\
         down:\n\
         \x20 %less = sub i16 %n, 1\n\
         \x20 %below = call addrspace(1) i32 @_RNvCs1234_7mycrate4deep(i16 %less)\n\
         \x20 %again = load volatile i8, ptr %at, align 1\n\
         \x20 %wide = zext i8 %again to i32\n\
         \x20 %sum = add i32 %below, %wide\n\
         \x20 ret i32 %sum\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 store volatile i8 1, ptr @large, align 1\n\
         \x20 %sum = call addrspace(1) i32 @_RNvCs1234_7mycrate4deep(i16 {depth})\n\
         \x20 %low = trunc i32 %sum to i8\n\
         \x20 store volatile i8 %low, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n",
        last = object - 1
    )
}

#[test]
fn a_full_software_stack_ends_the_program_by_name() {
    let text = recursion(60, 400, 30_000, "");
    assert_ends(&text, SOFTWARE, "THE SOFTWARE STACK IS FULL IN MYCRATE::DEEP");
    // Under the KERNAL, too, where nothing could be printed without letting it in.
    let text = recursion(60, 900, 3_000, ", section \".high\"");
    assert_ends(&text, SOFTWARE, "THE SOFTWARE STACK IS FULL IN MYCRATE::DEEP");
}

#[test]
fn calls_nested_too_deep_end_the_program_by_name() {
    let text = recursion(200, 2, 10, "");
    assert_ends(&text, HARDWARE, "THE 6502'S STACK IS FULL IN MYCRATE::DEEP");
    let text = recursion(200, 2, 10, ", section \".high\"");
    assert_ends(&text, HARDWARE, "THE 6502'S STACK IS FULL IN MYCRATE::DEEP");
}

#[test]
fn recursion_that_fits_gives_the_same_result() {
    for text in [recursion(40, 400, 3_000, ""), recursion(60, 2, 40_000, "")] {
        let marks = interpret(&text).unwrap();
        for check in [false, true] {
            let (stop, printed, found) = run(&compile(&text, check));
            assert_eq!((stop, printed.as_str(), &found), (Stop::Returned, "", &marks), "{check}");
        }
    }
}

/// Functions `f0` to `f{count}`, each of which calls the next one if it is passed anything but zero.
fn chain(count: usize, passed: u8) -> String {
    let mut text = String::from(HEADER);
    for i in 0..count {
        text += &format!(
            "define internal i8 @f{i}(i8 %n) unnamed_addr addrspace(1) {{\n\
             \x20 %stop = icmp eq i8 %n, 0\n\
             \x20 br i1 %stop, label %done, label %down\n\
             down:\n\
             \x20 %below = call addrspace(1) i8 @f{}(i8 %n)\n\
             \x20 %sum = add i8 %below, 1\n\
             \x20 ret i8 %sum\n\
             done:\n\
             \x20 ret i8 5\n}}\n",
            i + 1
        );
    }
    text + &format!(
        "define internal i8 @f{count}(i8 %n) unnamed_addr addrspace(1) {{\n  ret i8 %n\n}}\n\
         @passed = internal global i8 {passed}, align 1\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %n = load volatile i8, ptr @passed, align 1\n\
         \x20 %r = call addrspace(1) i8 @f0(i8 %n)\n\
         \x20 store volatile i8 %r, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    )
}

#[test]
fn a_program_without_recursion_that_fits_is_not_changed() {
    let text = chain(60, 3);
    let (plain, checked) = (compile(&text, false), compile(&text, true));
    assert_eq!(plain, checked);
    assert!(plain.warnings.is_empty());
    // 61 functions below `main`, 2 bytes each; `main`'s own; 18 for interrupts.
    assert!(plain.map.contains("\n6502        142    245  main > f0 > f1 > f2 >"), "{}", plain.map);
    assert!(plain.map.contains("\nsoftware      0      0\n"), "{}", plain.map);
}

#[test]
fn calls_that_may_be_nested_too_deep_without_recursion_are_told_of_and_checked() {
    let image = compile(&chain(140, 3), false);
    assert!(image.warnings[0].contains("302 bytes of 245"), "{:?}", image.warnings);
    let (stop, printed, _) = run(&compile(&chain(140, 3), true));
    assert!(matches!(stop, Stop::Exit { code: HARDWARE, .. }), "{stop:?}");
    assert!(printed.starts_with("\rTHE 6502'S STACK IS FULL IN F1"), "{printed:?}");
    // What is never nested so deep goes on.
    let (stop, printed, marks) = run(&compile(&chain(140, 0), true));
    assert_eq!((stop, printed.as_str(), marks), (Stop::Returned, "", vec![5]));
}

#[test]
fn the_map_names_the_functions_that_prevent_a_bound() {
    let map = compile(&recursion(1, 2, 10, ""), false).map;
    assert!(map.contains("\n6502        any    245  mycrate::deep > mycrate::deep\n"), "{map}");
    assert!(map.contains("\nsoftware    any    256  mycrate::deep > mycrate::deep\n"), "{map}");
}

#[test]
fn circles_through_pointers_are_checked() {
    let text = format!(
        "{HEADER}@p = internal global ptr addrspace(1) @walk, align 1\n\
         define internal i16 @walk(i16 %n) unnamed_addr addrspace(1) {{\n\
         \x20 %end = icmp eq i16 %n, 0\n\
         \x20 br i1 %end, label %leaf, label %down\n\
         leaf:\n\
         \x20 ret i16 0\n\
         down:\n\
         \x20 %less = sub i16 %n, 1\n\
         \x20 %f = load volatile ptr addrspace(1), ptr @p, align 1\n\
         \x20 %below = call addrspace(1) i16 %f(i16 %less)\n\
         \x20 %sum = add i16 %below, %n\n\
         \x20 ret i16 %sum\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         \x20 %sum = call addrspace(1) i16 @walk(i16 300)\n\
         \x20 ret void\n}}\n"
    );
    assert_ends(&text, HARDWARE, "THE 6502'S STACK IS FULL IN WALK");
    let (stop, _, _) = run(&compile(&text.replace("300", "70"), true));
    assert_eq!(stop, Stop::Returned);
}
