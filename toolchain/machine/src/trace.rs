//! The last instructions executed, for error reports.

use crate::error::Registers;
use crate::labels::Labels;
use chips::opcodes::disassemble_one;

/// The number of instructions in a report.
pub(crate) const TRACE_LENGTH: usize = 16;

/// The last instructions executed, in a ring buffer.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    ring: [Registers; TRACE_LENGTH],
    count: usize,
}

impl Trace {
    pub(crate) fn new() -> Trace {
        Trace { ring: [Registers::default(); TRACE_LENGTH], count: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, registers: Registers) {
        self.ring[self.count % TRACE_LENGTH] = registers;
        self.count += 1;
    }

    /// Returns the recorded instructions as text, oldest first, read back through `peek`.
    pub(crate) fn lines(&self, labels: &Labels, peek: impl Fn(u16) -> u8) -> Vec<String> {
        let first = self.count.saturating_sub(TRACE_LENGTH);
        let mut lines = Vec::new();
        for index in first..self.count {
            let Registers { pc, a, x, y, sp, .. } = self.ring[index % TRACE_LENGTH];
            let bytes = [peek(pc), peek(pc.wrapping_add(1)), peek(pc.wrapping_add(2))];
            let (text, length) = disassemble_one(&bytes, pc);
            let hex: Vec<String> = bytes[..length].iter().map(|byte| format!("{byte:02X}")).collect();
            let line = format!(
                "{pc:04X}  {:8}  {text:12} A={a:02X} X={x:02X} Y={y:02X} SP={sp:02X}  {}",
                hex.join(" "),
                labels.describe(pc)
            );
            lines.push(line.trim_end().to_string());
        }
        lines
    }
}
