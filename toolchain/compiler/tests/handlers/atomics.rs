//! Atomic operations between main program and handlers.

use crate::common::{Program, asm, mark};
use machine::Line;

/// A program with this in the handler and in the main program, between its marks.
fn program(handler: &str, main: &str) -> Program {
    Program::new(&format!(
        "@pair = global i16 255, align 1\n@count = global i8 0, align 1\n@result = global i16 0, align 1\n\
         define avr_signalcc void @irq() {{\n{handler}  ret void\n}}\n\
         define void @main() {{\n{}  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n{}{}{main}{}  \
         ret void\n}}\n",
        asm("sei"),
        mark("1"),
        asm("cli"),
        mark("2"),
    ))
}

/// From $00FF to $0100 and back.
const SWAP: &str = "  %p = load atomic i16, ptr @pair monotonic, align 1\n  %q = sub i16 511, %p\n  \
    store atomic i16 %q, ptr @pair monotonic, align 1\n";

#[test]
fn a_load_of_two_bytes_is_not_torn() {
    let main = format!(
        "  %n = load atomic i16, ptr @pair monotonic, align 1\n  %l = trunc i16 %n to i8\n  %s = lshr i16 %n, 8\n  \
         %h = trunc i16 %s to i8\n{}{}",
        mark("%l"),
        mark("%h")
    );
    let program = program(SWAP, &main);
    let mut seen = [false; 2];
    for cycle in program.boundaries() {
        let run = program.run(&[(cycle, Line::Irq)]);
        match run.marks[1..3] {
            [0xff, 0x00] => seen[0] = true,
            [0x00, 0x01] => seen[1] = true,
            _ => panic!("{cycle}: {:02x?}", run.marks),
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn a_store_of_two_bytes_is_not_torn() {
    // The handler copies the pair.
    let handler = "  %p = load atomic i16, ptr @pair monotonic, align 1\n  \
        store volatile i16 %p, ptr @result, align 1\n";
    let main = "  store atomic i16 256, ptr @pair monotonic, align 1\n";
    let program = program(handler, main);
    for cycle in program.boundaries() {
        let result = program.run(&[(cycle, Line::Irq)]).result;
        assert!([0x00ff, 0x0100].contains(&result), "{cycle}: {result:04x}");
    }
}

#[test]
fn sums_of_both_sides_are_not_lost() {
    let add = "  %o = atomicrmw add ptr @pair, i16 1 monotonic, align 1\n";
    let program = program(add, add);
    for cycle in program.boundaries() {
        let run = program.run(&[(cycle, Line::Irq)]);
        assert_eq!(run.machine.peek_word(program.address("pair")), 257, "{cycle}");
    }
}

#[test]
fn what_is_read_before_a_flag_is_given_back_is_not_read_behind_it() {
    // The main program adds what it has read to itself behind the flag; the handler changes it once the flag is down.
    let handler = "  %f = load atomic i8, ptr @count monotonic, align 1\n  %up = icmp eq i8 %f, 1\n  \
        br i1 %up, label %end, label %change\nchange:\n  store i16 4660, ptr @pair, align 1\n  br label %end\nend:\n";
    let main = format!(
        "  store atomic i8 1, ptr @count monotonic, align 1\n  fence syncscope(\"singlethread\") seq_cst\n  \
         store i16 17, ptr @pair, align 1\n  %n = load i16, ptr @pair, align 1\n  \
         store atomic i8 0, ptr @count release, align 1\n  %m = add i16 %n, 1\n  %l = trunc i16 %m to i8\n{}",
        mark("%l")
    );
    let program = program(handler, &main);
    for cycle in program.boundaries() {
        assert_eq!(program.run(&[(cycle, Line::Irq)]).marks, [1, 18, 2], "{cycle}");
    }
}

/// Found by the fuzzer, seed 6004108: what the shared function kept on the software stack, the handler's call of it overwrote.
#[test]
fn a_shared_function_keeps_its_pointer_across_an_atomic() {
    let text = format!(
        "@here = global i8 1, align 1\n@there = global i8 2, align 1\n@pair = global i16 255, align 1\n\
         @count = global i8 0, align 1\n@result = global i16 0, align 1\n\
         @table = constant [2 x ptr] [ptr @clear, ptr @clear], align 1\n\
         define internal void @clear(ptr %p) noinline {{\n  %o = atomicrmw umax ptr @pair, i16 256 monotonic, align 1\n  \
         store i8 0, ptr %p, align 1\n  ret void\n}}\n\
         define avr_signalcc void @irq() {{\n  %n = load volatile i8, ptr @count, align 1\n  %i = and i8 %n, 1\n  \
         %e = getelementptr [2 x ptr], ptr @table, i16 0, i8 %i\n  %f = load ptr, ptr %e, align 1\n  \
         call void %f(ptr @there)\n  ret void\n}}\n\
         define void @main() {{\n{}  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n{}{}  \
         call void @clear(ptr @here)\n  %a = load i8, ptr @here, align 1\n{}  ret void\n}}\n",
        asm("sei"),
        mark("1"),
        asm("cli"),
        mark("%a"),
    );
    let program = Program::new(&text);
    for cycle in program.boundaries() {
        let run = program.run(&[(cycle, Line::Irq)]);
        assert_eq!(run.marks, [1, 0], "{cycle}");
        assert_eq!(run.machine.peek(program.address("there")), 0, "{cycle}");
    }
}
