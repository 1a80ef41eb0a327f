//! Interrupt handlers on the machine: interrupted at every instruction, a program does what it does undisturbed.

mod atomics;
mod common;
mod ends;
mod nested;

use common::{HARDWARE_VECTORS, HIGH, IRQ, NMI, Program, Setup, handlers_result};
use machine::Line;

/// The marks of a main program that works, interrupted before each of its instructions by a handler that does the same work.
fn undisturbed(setup: Setup, line: Line) {
    let program = Program::new(&setup.text(&[0x12f7]));
    let expected = program.run(&[]);
    let result = handlers_result();
    let boundaries = program.boundaries();
    assert!(boundaries.len() > 1000, "{}", boundaries.len());
    for cycle in boundaries {
        let run = program.run(&[(cycle, line)]);
        assert_eq!(run.marks, expected.marks, "interrupted at {cycle}");
        assert_eq!((run.count, run.result), (1, result), "interrupted at {cycle}");
    }
}

#[test]
fn an_irq_by_the_kernals_vector_disturbs_nothing() {
    undisturbed(IRQ, Line::Irq);
}

#[test]
fn an_nmi_by_the_kernals_vector_disturbs_nothing() {
    undisturbed(NMI, Line::Nmi);
}

#[test]
fn an_irq_by_the_hardwares_vector_disturbs_nothing() {
    undisturbed(HARDWARE_VECTORS, Line::Irq);
}

#[test]
fn an_nmi_by_the_hardwares_vector_disturbs_nothing() {
    undisturbed(HARDWARE_VECTORS, Line::Nmi);
}

#[test]
fn irqs_and_nmis_disturb_no_program_under_the_kernal() {
    undisturbed(HIGH, Line::Irq);
    undisturbed(HIGH, Line::Nmi);
}
