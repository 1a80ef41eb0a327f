//! Several interrupts: one handler within another, and within itself.

use crate::common::{BOTH, HIGH, IRQ, NMI, Program, Setup, WORKLOAD, asm, handler, handlers_result, mark};
use machine::Line;

/// A generator of numbers, xorshift.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn an_nmi_anywhere_in_an_irq_handler_disturbs_neither() {
    let result = handlers_result();
    for setup in [BOTH, HIGH] {
        let program = Program::new(&setup.text(&[0x12f7]));
        let expected = program.run(&[]);
        let boundaries = program.boundaries();
        let length = program.run(&[(boundaries[0], Line::Irq)]).cycles[1] - expected.cycles[1];
        for irq in [boundaries[0], boundaries[boundaries.len() / 2]] {
            for nmi in (irq..irq + length + 50).step_by(13) {
                let run = program.run(&[(irq, Line::Irq), (nmi, Line::Nmi)]);
                assert_eq!((run.marks, run.result), (expected.marks.clone(), result), "{irq}, {nmi}");
            }
        }
    }
}

#[test]
fn any_number_of_irqs_and_nmis_disturbs_nothing() {
    let result = handlers_result();
    let mut state = 0x1234_5678_9abc_def1;
    for setup in [BOTH, HIGH] {
        let program = Program::new(&setup.text(&[0x1234, 0x00f7, 0x8003]));
        let expected = program.run(&[]);
        let start = expected.cycles[0];
        for _ in 0..40 {
            let count = next(&mut state) % 12 + 2;
            let interrupts: Vec<(u64, Line)> = (0..count)
                .map(|_| {
                    let line = if next(&mut state) & 1 == 0 { Line::Irq } else { Line::Nmi };
                    (start + next(&mut state) % (expected.cycles[6] - start), line)
                })
                .collect();
            let run = program.run(&interrupts);
            assert_eq!((run.marks, run.result), (expected.marks.clone(), result), "{interrupts:?}");
        }
    }
}

/// A program whose IRQ handler allows interrupts.
fn allowing(setup: Setup) -> String {
    setup.text(&[0x12f7]).replacen(
        &handler("irq", "avr_signalcc", ""),
        &handler("irq", "avr_signalcc", &asm("cli")),
        1,
    )
}

#[test]
fn a_handler_that_allows_interrupts_is_not_entered_twice() {
    let result = handlers_result();
    for setup in [IRQ, HIGH] {
        let program = Program::new(&allowing(setup));
        let expected = program.run(&[]);
        let boundaries = program.boundaries();
        let first = boundaries[boundaries.len() / 3];
        let length = program.run(&[(first, Line::Irq)]).cycles[1] - expected.cycles[1];
        for second in (first..first + length + 50).step_by(7) {
            // The third one finds interrupts held off by the second and waits for the end of the handler.
            let run = program.run(&[(first, Line::Irq), (second, Line::Irq), (second + 1, Line::Irq)]);
            assert_eq!((run.marks, run.result), (expected.marks.clone(), result), "{second}");
            assert!(run.count >= 2, "{second}: {}", run.count);
        }
    }
}

#[test]
fn an_nmi_during_its_own_handler_has_it_run_once_more() {
    let program = Program::new(&NMI.text(&[0x12f7]));
    let expected = program.run(&[]);
    let result = handlers_result();
    let first = program.boundaries()[100];
    let length = program.run(&[(first, Line::Nmi)]).cycles[1] - expected.cycles[1];
    for second in (first..first + length + 50).step_by(7) {
        let run = program.run(&[(first, Line::Nmi), (second, Line::Nmi)]);
        assert_eq!((run.marks, run.result), (expected.marks.clone(), result), "{second}");
        assert_eq!(run.count, 2, "{second}");
    }
}

/// Found by a reading: the third NMI came with interrupts allowed and shifted the request of the second away, after which
/// the handler counted as running.
#[test]
fn a_request_of_an_nmi_survives_further_ones() {
    let text = NMI.text(&[0x1234, 0x00f7, 0x8003, 0x12f7, 0x1234, 0x00f7, 0x8003]).replacen(
        &handler("nmi", "avr_intrcc", ""),
        &handler("nmi", "avr_intrcc", &asm("cli")),
        1,
    );
    assert!(text.contains(&asm("cli")), "{text}");
    let program = Program::new(&text);
    let expected = program.run(&[]);
    let result = handlers_result();
    let boundaries = program.boundaries();
    let first = boundaries[100];
    let length = program.run(&[(first, Line::Nmi)]).cycles[1] - expected.cycles[1];
    // The second comes before the handler allows interrupts, the others after that.
    let second = first + 30;
    for third in (first + 100..first + 2 * length).step_by(11) {
        let nmis = [first, second, third, third + 50].map(|at| (at, Line::Nmi));
        let run = program.run(&nmis);
        assert_eq!((&run.marks, run.result), (&expected.marks, result), "{third}");
        assert!((2..=4).contains(&run.count), "{third}: {}", run.count);
        let mut later = nmis.to_vec();
        later.push((first + 6 * length, Line::Nmi));
        assert_eq!(program.run(&later).count, run.count + 1, "{third}: no longer served");
    }
}

#[test]
fn several_handlers_of_one_kind_have_each_their_own_memory() {
    // The first IRQ's handler puts the second one into the vector and allows interrupts.
    let swap =
        "  store volatile ptr @other, ptr inttoptr (i16 788 to ptr), align 1\n".to_string() + &asm("cli");
    let text = format!(
        "{WORKLOAD}@count = global i8 0, align 1\n@result = global i16 0, align 1\n{}{}\
         define void @main() {{\n{}  store volatile ptr @irq, ptr inttoptr (i16 788 to ptr), align 1\n{}{}  \
         %r = call i16 @work(i16 777)\n  %l = trunc i16 %r to i8\n{}  ret void\n}}\n",
        handler("irq", "avr_signalcc", &swap),
        handler("other", "avr_signalcc", ""),
        asm("sei"),
        mark("1"),
        asm("cli"),
        mark("%l"),
    );
    let program = Program::new(&text);
    let expected = program.run(&[]);
    let result = handlers_result();
    let first = program.boundaries()[10];
    for second in (first + 100..first + 4000).step_by(11) {
        let run = program.run(&[(first, Line::Irq), (second, Line::Irq)]);
        assert_eq!((run.marks, run.result, run.count), (expected.marks.clone(), result, 2), "{second}");
    }
}
