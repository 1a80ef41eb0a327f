//! Compares variants of one function's code for size by weighing bytes against cycles.

use super::code::{Item, Line, Program};
use super::{isa, layout};

/// Returns the cost of a function's code; the variant with the lowest cost is the best. `idle` says that only bytes count.
///
/// Otherwise bytes count twice as much as cycles, in relative terms: code that is one percent shorter may take two percent more
/// cycles, by the weights of its lines. So a byte is worth little in a large function, and a loop's cycles are worth much. These
/// are estimates.
pub fn cost(lines: &[Line], program: &Program, idle: bool) -> u128 {
    let (mut bytes, mut cycles) = (1u128, 1u128);
    for line in lines {
        let Item::Ins(ins) = line.item else { continue };
        let mode = layout::form(program, ins);
        bytes += u128::from(mode.bytes());
        let each = isa::cycles(ins.op, mode).map_or(0, u128::from);
        cycles = cycles.saturating_add(each * u128::from(line.weight));
    }
    if idle { bytes } else { (bytes * bytes).saturating_mul(cycles) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use std::collections::BTreeMap;

    /// Returns the cost of this code if each of its lines has this weight.
    fn of(text: &str, weight: u64, idle: bool) -> u128 {
        let mut program = Program::default();
        let items = assemble(text, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let lines: Vec<Line> = items.into_iter().map(|item| Line { item, weight, fixed: false }).collect();
        cost(&lines, &program, idle)
    }

    #[test]
    fn bytes_count_twice_as_much_as_cycles() {
        let (short, long) = ("lda $c000\nrts", "lda $c000\nnop\nrts");
        assert!(of(short, 1, false) < of(long, 1, false));
        let (slow, fast) =
            ("asl $c000,x\n".repeat(4) + "rts", format!("ldy #1\n{}rts", "sta $c000\n".repeat(4)));
        let (slow, fast) = (slow.as_str(), fast.as_str());
        assert!(of(fast, 1, false) < of(slow, 1, false), "2 of 13 bytes more, but 10 of 34 cycles less");
        assert!(of(slow, 1, true) < of(fast, 1, true));
    }

    #[test]
    fn what_runs_often_costs_more_cycles() {
        assert_eq!(of("rts", 9, true), of("rts", 1, true));
        assert!(of("rts", 9, false) > of("rts", 1, false));
    }
}
