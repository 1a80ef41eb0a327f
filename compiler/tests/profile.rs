//! Counts the blocks of programs on the machine.

mod common;

use common::{HEADER, MARK, compile, compile_with, interpret};
use compiler::{Image, Options, Outlining, Profile};
use machine::{Config, Machine, Stop};

/// Marks 0 to 99 and how many of those below 30 are odd.
fn program() -> String {
    format!(
        "{HEADER}@seed = internal global i8 30, align 1\n\
         define internal i8 @_ZN4snek4rare17h0123456789abcdefE(i8 %n) unnamed_addr noinline addrspace(1) {{\n\
         start:\n\
         \x20 %odd = trunc i8 %n to i1\n\
         \x20 br i1 %odd, label %one, label %none\n\
         one:\n\
         \x20 ret i8 1\n\
         none:\n\
         \x20 ret i8 0\n}}\n\
         define void @main() unnamed_addr addrspace(1) {{\n\
         start:\n\
         \x20 %limit = load volatile i8, ptr @seed, align 1\n\
         \x20 br label %head\n\
         head:\n\
         \x20 %i = phi i8 [ 0, %start ], [ %next, %latch ]\n\
         \x20 %sum = phi i8 [ 0, %start ], [ %more, %latch ]\n\
         \x20 %low = icmp ult i8 %i, %limit\n\
         \x20 br i1 %low, label %small, label %large\n\
         small:\n\
         \x20 %r = call addrspace(1) i8 @_ZN4snek4rare17h0123456789abcdefE(i8 %i)\n\
         \x20 %added = add i8 %sum, %r\n\
         \x20 br label %latch\n\
         large:\n\
         \x20 %never = icmp eq i8 %i, 200\n\
         \x20 br i1 %never, label %stop, label %latch\n\
         stop:\n\
         \x20 store volatile i8 99, ptr {MARK}, align 1\n\
         \x20 ret void\n\
         latch:\n\
         \x20 %more = phi i8 [ %added, %small ], [ %sum, %large ]\n\
         \x20 store volatile i8 %i, ptr {MARK}, align 1\n\
         \x20 %next = add i8 %i, 1\n\
         \x20 %end = icmp eq i8 %next, 100\n\
         \x20 br i1 %end, label %done, label %head\n\
         done:\n\
         \x20 store volatile i8 %more, ptr {MARK}, align 1\n\
         \x20 ret void\n}}\n"
    )
}

/// The machine after the program has run, its NOPs counted.
fn run(image: &Image) -> Machine {
    let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
    machine.load_prg(&image.prg).unwrap();
    machine.count_breakpoints(&image.counted);
    assert_eq!(machine.call(image.entry).unwrap(), Stop::Returned);
    machine
}

/// What a program marks.
fn marks(machine: &Machine) -> Vec<u8> {
    machine.marks().iter().map(|mark| mark.value).collect()
}

/// The profile of a program, which does the same whether it is counted or not.
fn profile(text: &str) -> Profile {
    let plain = compile(text, Outlining::Cold).unwrap();
    assert!(plain.counted.is_empty());
    let image = compile_with(text, &Options::default().with(|options| options.count = true)).unwrap();
    let machine = run(&image);
    let expected = interpret(text).unwrap();
    assert_eq!([marks(&machine), marks(&run(&plain))], [expected.clone(), expected]);
    image.profile(&machine.breakpoints().into_iter().collect())
}

#[test]
fn every_block_is_counted_exactly() {
    let text = profile(&program()).to_string();
    let lines: Vec<&str> =
        text.lines().map(|line| line.split_once(' ').map_or(line, |words| words.1)).collect();
    // The parts of a block are its beginning and the ways out of it on which a phi takes a value.
    let named =
        |name: &str| lines.iter().position(|line| line.ends_with(name)).expect("the function is there");
    assert!(text.starts_with("sys2080 profile 1\nfunction "), "{text}");
    assert_eq!(
        lines[named(" main") + 1..named(" snek::rare")],
        ["1", "100", "30", "70 70", "100 99", "1"],
        "{text}"
    );
    assert_eq!(lines[named(" snek::rare") + 1..], ["30", "15", "15"], "{text}");
}
