//! How handlers end: by the KERNAL's own routine, with the program, or without it.

use crate::common::{BOTH, HIGH, IRQ, Program, asm, handler, mark};
use compiler::{Error, Options, Source};
use machine::{Line, Stop};

/// A program whose IRQ handler asks for the KERNAL's routine.
fn going_on(text: &str) -> String {
    let first = "  call void @__kernal_irq()\n";
    let asking = handler("irq", "avr_signalcc", first);
    text.replacen(&handler("irq", "avr_signalcc", ""), &asking, 1) + "declare void @__kernal_irq()\n"
}

#[test]
fn the_kernals_routine_follows_where_it_is_asked_for() {
    for setup in [IRQ, HIGH] {
        let text = setup.text(&[0x12f7]);
        let (plain, asking) = (Program::new(&text), Program::new(&going_on(&text)));
        let expected = plain.run(&[]);
        for (program, ticks) in [(plain, 0), (asking, 3)] {
            let at = program.boundaries()[50];
            let run = program.run(&[(at, Line::Irq), (at + 1, Line::Irq), (at + 2, Line::Irq)]);
            assert_eq!((run.marks, run.count), (expected.marks.clone(), 3));
            assert_eq!(run.machine.peek(0xa2), ticks, "the KERNAL's clock");
        }
    }
}

#[test]
fn a_brk_comes_to_its_handler_wherever_the_kernal_is() {
    for section in ["", ", section \".high\""] {
        let text = format!(
            "@count = global i8 0{section}, align 1\n@result = global i16 0, align 1\n\
             define avr_signalcc void @on_brk() {{\n  %n = load volatile i8, ptr @count, align 1\n  \
             %m = add i8 %n, 1\n  store volatile i8 %m, ptr @count, align 1\n  ret void\n}}\n\
             define void @main() {{\n  store volatile ptr @on_brk, ptr inttoptr (i16 790 to ptr), align 1\n{}{}{}  \
             ret void\n}}\n",
            mark("1"),
            asm("jsr $0340\njsr $0340"),
            mark("2"),
        );
        let program = Program::new(&text);
        let mut machine = program.machine();
        // What BRK does, which the machine takes for a crash: lda #>@back, pha, lda #<@back, pha, php, sei, jmp ($fffe),
        // @back: rts. PHP pushes the flag that tells a BRK.
        let code = [0xa9, 0x03, 0x48, 0xa9, 0x4b, 0x48, 0x08, 0x78, 0x6c, 0xfe, 0xff, 0x60];
        machine.load_bytes(0x340, &code).expect("it is RAM");
        assert_eq!(machine.start_basic_program(), Ok(Stop::Returned));
        assert_eq!(machine.ram(0..0x10000)[usize::from(program.address("count"))], 2, "{section}");
    }
}

#[test]
fn a_handler_whose_own_stack_is_full_says_so() {
    let main = "define internal i16 @deep(i16 %n) noinline {\n  %object = alloca [64 x i8], align 1\n  \
        store volatile i16 %n, ptr %object, align 1\n  %end = icmp eq i16 %n, 0\n  \
        br i1 %end, label %stop, label %more\nmore:\n  %less = sub i16 %n, 1\n  \
        %r = call i16 @deep(i16 %less)\n  %kept = load volatile i16, ptr %object, align 1\n  \
        %sum = add i16 %r, %kept\n  ret i16 %sum\nstop:\n  ret i16 0\n}\n\
        @count = global i8 0, align 1\n@result = global i16 0, align 1\n\
        define avr_signalcc void @irq() {\n  %r = call i16 @deep(i16 20)\n  \
        store volatile i16 %r, ptr @result, align 1\n  ret void\n}\n\
        define void @main() {\n  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n";
    let text = format!(
        "{main}{}{}  %r = call i16 @deep(i16 20)\n{}  ret void\n}}\n",
        mark("1"),
        asm("cli"),
        mark("2")
    );
    let shallow = text.replacen("@deep(i16 20)", "@deep(i16 2)", 1);
    for (text, handler_stack, code) in [(&shallow, 256, None), (&text, 256, Some(102)), (&text, 4096, None)] {
        let program = Program::with(
            text,
            Options::default().with(|options| {
                options.stack_check = Some(true);
                options.handler_stack = handler_stack;
            }),
        );
        let mut machine = program.machine();
        machine.interrupt_at(4000, Line::Irq);
        let stop = machine.start_basic_program().expect("it ends");
        let found = if let Stop::Exit { code, .. } = stop { Some(code) } else { None };
        assert_eq!(found, code, "{stop:?}");
        let said = String::from_utf8_lossy(machine.printed()).into_owned();
        assert_eq!(said.contains("THE SOFTWARE STACK IS FULL IN DEEP"), code.is_some(), "{said}");
    }
}

#[test]
fn a_program_that_ends_leaves_no_handler_behind() {
    for setup in [BOTH, HIGH] {
        let text = setup.text(&[1]);
        let text = text.strip_suffix("  ret void\n}\n").expect("the end of main");
        let enable = asm("sei\nlda #$81\nsta $d01a\nlda #$7f\nsta $dc0d");
        let program = Program::new(&format!("{text}{enable}  ret void\n}}\n"));
        let run = program.run(&[]);
        assert_eq!(run.machine.peek_word(0x314), 0xea31);
        assert_eq!(run.machine.peek_word(0x318), 0xfe47);
        assert_eq!(run.machine.peek(0xd01a) & 0x0f, 0, "interrupts of the VIC-II");
        assert_eq!(run.machine.changes_for_basic(), []);
    }
}

#[test]
fn an_nmi_after_the_end_of_main_leaves_basic_as_it_was() {
    let program = Program::new(&BOTH.text(&[1]));
    let run = program.run(&[]);
    let last = *run.cycles.last().expect("marks");
    let mut skipped = 0;
    for cycle in last..run.machine.cycles() {
        let mut machine = program.machine();
        machine.interrupt_at(cycle, Line::Nmi);
        machine.interrupt_at(u64::MAX, Line::Irq);
        // Between the stores of the vector's two bytes it leads nowhere; no instruction stores both.
        let vector = vector_before(&program, cycle);
        if vector == 0xfe47 || vector == run.machine.peek_word(0x318) || vector & 0xff != 0x47 {
            assert_eq!(machine.start_basic_program(), Ok(Stop::Returned), "{cycle}");
            assert_eq!(machine.changes_for_basic(), [], "{cycle}");
        } else {
            skipped += 1;
        }
    }
    assert!(skipped <= 4, "{skipped}");
}

/// The NMI vector before the first instruction that begins at a cycle or later.
fn vector_before(program: &Program, cycle: u64) -> u16 {
    let mut machine = program.machine();
    machine.interrupt_at(u64::MAX, Line::Irq);
    program.start(&mut machine);
    while machine.cycles() < cycle {
        machine.run_for(1).expect("it ran before");
    }
    machine.peek_word(0x318)
}

#[test]
fn a_handler_that_saves_nothing_is_short() {
    let text = "define avr_signalcc void @irq() {\n  store volatile i8 1, ptr inttoptr (i16 -12263 to ptr), align 1\n  \
        ret void\n}\ndefine void @main() {\n  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n  \
        ret void\n}\n";
    let program = Program::new(text);
    let listing = &program.image().listing;
    let code = listing.split("; irq: code, ").nth(1).expect("the handler's entry");
    let bytes: u32 = code.split(' ').next().expect("its size").parse().expect("a number");
    assert!(bytes <= 32, "{listing}");
    assert!(!program.image().map.contains("irq.memory"));
}

/// A function that keeps some bytes of each level on the software stack; it sums up the numbers to its own.
const RECURSIVE: &str = "define internal i16 @sum(i16 %n) noinline {\n  %object = alloca [6 x i8], align 1\n  \
    store volatile i16 %n, ptr %object, align 1\n  %end = icmp eq i16 %n, 0\n  \
    br i1 %end, label %stop, label %more\nmore:\n  %less = sub i16 %n, 1\n  \
    %r = call i16 @sum(i16 %less)\n  %kept = load volatile i16, ptr %object, align 1\n  \
    %sum = add i16 %r, %kept\n  ret i16 %sum\nstop:\n  ret i16 0\n}\n\
    @count = global i8 0, align 1\n@result = global i16 0, align 1\n";

/// Found by a reading: such a program ran on the main program's stack pointer, of which perhaps only one byte was changed.
#[test]
fn a_program_that_ends_in_a_handler_computes_what_it_does_before() {
    let text = format!(
        "{RECURSIVE}define internal void @die() noreturn noinline {{\n  %r = call i16 @sum(i16 5)\n  \
         %l = trunc i16 %r to i8\n{}{}  unreachable\n}}\n\
         define avr_signalcc void @irq() {{\n  call void @die() noreturn\n  unreachable\n}}\n\
         define void @main() {{\n{}  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n{}{}  \
         %r = call i16 @sum(i16 9)\n  %l = trunc i16 %r to i8\n{}  ret void\n}}\n",
        mark("%l"),
        asm("jmp __exit"),
        asm("sei"),
        mark("1"),
        asm("cli"),
        mark("%l"),
    );
    for stack_check in [false, true] {
        let program =
            Program::with(&text, Options::default().with(|options| options.stack_check = Some(stack_check)));
        let boundaries = program.boundaries();
        assert!(boundaries.len() > 300, "{}", boundaries.len());
        for cycle in boundaries {
            assert_eq!(program.run(&[(cycle, Line::Irq)]).marks, [1, 15], "{cycle}");
        }
    }
}

/// The marks of a program that waits for an interrupt, which ends it.
fn ended(text: &str) -> Vec<u8> {
    let program = Program::new(text);
    let waiting = *program.boundaries_until(20_000).last().unwrap();
    program.run(&[(waiting, Line::Irq)]).marks
}

/// Found by a reading: the objects of what was interrupted and of what the handler called had the same place.
#[test]
fn what_ends_the_program_in_a_handler_sees_the_objects_of_what_was_interrupted() {
    // One that becomes a variable, and one that is too large for that.
    for object in ["i8", "[70 x i8]"] {
        let text = format!(
            "@count = global i8 0, align 1\n@result = global i16 0, align 1\n@keep = internal global ptr null, align 1\n\
             define internal void @fill(ptr %t, i8 %v) noinline {{\n  store volatile i8 %v, ptr %t, align 1\n  ret void\n}}\n\
             define internal void @end() noreturn noinline {{\n  %s = alloca {object}, align 1\n  \
             call void @fill(ptr %s, i8 99)\n  %k = load volatile ptr, ptr @keep, align 1\n  \
             %x = load volatile i8, ptr %k, align 1\n{}{}  unreachable\n}}\n\
             define avr_signalcc void @irq() {{\n  call void @end() noreturn\n  unreachable\n}}\n\
             define internal void @wait() noinline {{\n  %r = alloca {object}, align 1\n  \
             call void @fill(ptr %r, i8 7)\n  store volatile ptr %r, ptr @keep, align 1\n{}{}  br label %again\n\
             again:\n  %x = load volatile i8, ptr %r, align 1\n  %c = icmp eq i8 %x, 7\n  \
             br i1 %c, label %again, label %out\nout:\n  ret void\n}}\n\
             define void @main() {{\n  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n  \
             call void @wait()\n  ret void\n}}\n",
            mark("%x"),
            asm("jmp __exit"),
            mark("1"),
            asm("cli"),
        );
        assert_eq!(ended(&text), [1, 7], "{object}");
    }
}

/// Found by readings: both times that the function was active, its object had the same place.
#[test]
fn what_ends_the_program_in_a_handler_may_be_what_was_interrupted() {
    let kept = "%k = load volatile ptr, ptr @keep, align 1";
    let ways = [
        ("store volatile ptr %s, ptr @keep, align 1", kept),
        ("call void @hold(ptr %s)", kept),
        ("%p = select i1 %first, ptr @keep, ptr null\n  store volatile ptr %s, ptr %p, align 1", kept),
        ("%f = load volatile ptr, ptr @pointer, align 1\n  call void %f(ptr %s)", kept),
        ("%f = load volatile ptr, ptr @outside, align 1\n  call void %f(ptr %s)", kept),
        ("%q = call ptr @same(ptr %s)\n  store volatile ptr %q, ptr @keep, align 1", kept),
        ("call void @put(ptr @keep, ptr %s)\n  call void @put(ptr @other, ptr null)", kept),
        (
            "store volatile ptr %s, ptr %l, align 1\n  %q = load volatile ptr, ptr %l, align 1\n  \
             store volatile ptr %q, ptr @keep, align 1",
            kept,
        ),
        (
            "store volatile ptr %s, ptr %l, align 1\n  \
             call void @llvm.memcpy.p0.p0.i16(ptr @keep, ptr %l, i16 2, i1 false)",
            kept,
        ),
        (
            "store volatile ptr %s, ptr %l, align 1\n  \
             call void @llvm.memcpy.p0.p0.i16(ptr %m, ptr %l, i16 2, i1 false)\n  \
             %q = load volatile ptr, ptr %m, align 1\n  store volatile ptr %q, ptr @keep, align 1",
            kept,
        ),
        (
            "store volatile ptr %s, ptr %m, align 1\n  %q = call ptr @get(ptr %m)\n  \
             store volatile ptr %q, ptr @keep, align 1",
            kept,
        ),
        (
            "%a = ptrtoint ptr %s to i16\n  %o = atomicrmw xchg ptr %l, i16 %a seq_cst, align 1\n  \
             %q = load volatile ptr, ptr %l, align 1\n  store volatile ptr %q, ptr @keep, align 1",
            kept,
        ),
        (
            "%a = ptrtoint ptr %s to i16\n  %b = call i16 @llvm.umax.i16(i16 %a, i16 512)\n  \
             store volatile i16 %b, ptr @keep, align 1",
            kept,
        ),
        // In an object of the caller's, whose address is in a variable.
        (
            "store volatile ptr %s, ptr %callers, align 1",
            "%h = load volatile ptr, ptr @holder, align 1\n  %k = load volatile ptr, ptr %h, align 1",
        ),
        // In the cassette buffer.
        (
            "store volatile ptr %s, ptr inttoptr (i16 828 to ptr), align 1",
            "%k = load volatile ptr, ptr inttoptr (i16 828 to ptr), align 1",
        ),
    ];
    let ways = ways.into_iter().flat_map(|way| [("i8", way, ""), ("[70 x i8]", way, "noreturn")]);
    for (object, (keep, find), more) in ways {
        let text = format!(
            "module asm \"keep_outside: sta keep\\0Astx keep+1\\0Arts\"\ndeclare void @keep_outside(ptr)\n\
             @count = global i8 0, align 1\n@result = global i16 0, align 1\n@keep = global ptr null, align 1\n\
             @other = internal global ptr null, align 1\n@holder = internal global ptr null, align 1\n\
             @pointer = internal global ptr @hold, align 1\n@outside = internal global ptr @keep_outside, align 1\n\
             declare void @llvm.memcpy.p0.p0.i16(ptr, ptr, i16, i1)\ndeclare i16 @llvm.umax.i16(i16, i16)\n\
             define internal void @hold(ptr %t) noinline {{\n  store volatile ptr %t, ptr @keep, align 1\n  ret void\n}}\n\
             define internal ptr @same(ptr %t) noinline {{\n  %x = load volatile i8, ptr %t, align 1\n  ret ptr %t\n}}\n\
             define internal void @put(ptr %p, ptr %t) noinline {{\n  store volatile ptr %t, ptr %p, align 1\n  ret void\n}}\n\
             define internal ptr @get(ptr %p) noinline {{\n  %t = load volatile ptr, ptr %p, align 1\n  ret ptr %t\n}}\n\
             define internal void @end(ptr %callers, i8 %v) noinline {{\n  %s = alloca {object}, align 1\n  \
             %l = alloca ptr, align 1\n  %m = alloca [40 x ptr], align 1\n  store volatile i8 %v, ptr %s, align 1\n  \
             %first = icmp eq i8 %v, 7\n  br i1 %first, label %wait, label %show\n\
             show:\n  {find}\n  %x = load volatile i8, ptr %k, align 1\n{}{}  unreachable\n\
             wait:\n  {keep}\n{}{}  br label %again\n\
             again:\n  %y = load volatile i8, ptr %s, align 1\n  %c = icmp eq i8 %y, 7\n  \
             br i1 %c, label %again, label %out\nout:\n  ret void\n}}\n\
             define avr_signalcc void @irq() {{\n  call void @end(ptr null, i8 99) noreturn\n  unreachable\n}}\n\
             define void @main() {{\n  %h = alloca ptr, align 1\n  store volatile ptr %h, ptr @holder, align 1\n  \
             store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n  \
             call void @end(ptr %h, i8 7) {more}\n  ret void\n}}\n",
            mark("%x"),
            asm("jmp __exit"),
            mark("1"),
            asm("cli"),
        );
        assert_eq!(ended(&text), [1, 7], "{object}, {keep}");
    }
}

#[test]
fn the_software_stack_that_is_known_to_be_needed_must_fit() {
    // Both the main program and the handler reach the function by its address, and need its memory.
    let text = format!(
        "@table = global ptr @shared, align 1\n@big = global [46000 x i8] zeroinitializer, align 1\n\
         define internal void @shared() noinline {{\n  %object = alloca [4000 x i8], align 1\n  \
         store volatile i8 1, ptr %object, align 1\n  store volatile i8 2, ptr @big, align 1\n  ret void\n}}\n\
         define avr_signalcc void @irq() {{\n  %f = load ptr, ptr @table, align 1\n  call void %f()\n  ret void\n}}\n\
         define void @main() {{\n{}  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n{}  \
         %f = load ptr, ptr @table, align 1\n  call void %f()\n  ret void\n}}\n",
        asm("sei"),
        asm("cli"),
    );
    let compiled = |text: &str| {
        compiler::compile(&Source { name: "test.ll", text }, &Options::default()).map(|image| image.prg.len())
    };
    let error = compiled(&text).expect_err("8,000 bytes of stack and 46,000 of a variable");
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
    assert!(compiled(&text.replace("46000", "42000")).is_ok());
}
