//! Pauses where a program stores to watched addresses, like a debugger's watchpoints.

use std::ops::Range;

use crate::machine::Machine;

impl Machine {
    /// Makes every store by the program to the RAM, or to the SID, in these ranges pause the run with
    /// [`Stop::Stored`](crate::Stop::Stored); they replace the previous ranges. Nothing else changes, and without ranges it costs no time.
    pub fn watch(&mut self, ranges: &[Range<u16>]) {
        let ranges = ranges.iter().map(|range| u32::from(range.start)..u32::from(range.end));
        self.cpu.memory.watch(ranges.collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Stop};

    /// Stores 1 to $E010, 2 to $E011 and 3 to $E012, and stays there.
    const STORES: [u8; 18] = [
        0xa9, 1, 0x8d, 0x10, 0xe0, //  LDA #1, STA $E010
        0xa9, 2, 0x8d, 0x11, 0xe0, //  LDA #2, STA $E011
        0xa9, 3, 0x8d, 0x12, 0xe0, //  LDA #3, STA $E012
        0x4c, 0x2f, 0x08, //           JMP $082F
    ];

    /// Returns every stop of the program while these ranges are watched, and its cycles.
    fn stops(ranges: &[Range<u16>]) -> (Vec<Stop>, u64) {
        let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
        machine.load_bytes(0x0820, &STORES).unwrap();
        machine.set_registers(crate::Registers { pc: 0x0820, ..machine.registers() });
        machine.watch(ranges);
        let mut stops = Vec::new();
        while !matches!(stops.last(), Some(Stop::Halted { .. })) {
            stops.push(machine.run().unwrap());
        }
        assert_eq!(machine.ram(0xe010..0xe013), [1, 2, 3], "what is watched is stored all the same");
        (stops, machine.cycles())
    }

    #[test]
    fn stores_to_what_is_watched_pause_the_run_and_change_nothing() {
        let end = Stop::Halted { pc: 0x082f };
        let stored = |address, value| Stop::Stored { address, value };
        let (none, cycles) = stops(&[]);
        assert_eq!(none, [end]);
        // A store under the KERNAL, but not to its neighbours in the same page.
        assert_eq!(stops(std::slice::from_ref(&(0xe011..0xe012))), (vec![stored(0xe011, 2), end], cycles));
        let both = [0xe010..0xe011, 0xe012..0xe013];
        assert_eq!(stops(&both), (vec![stored(0xe010, 1), stored(0xe012, 3), end], cycles));
    }

    #[test]
    fn stores_to_the_sid_pause_the_run_if_it_is_banked_in() {
        let mut machine = Machine::new(Config::default());
        machine.load_bytes(0x0820, &[0x8d, 0x18, 0xd4, 0x4c, 0x23, 0x08]).unwrap();
        machine.watch(std::slice::from_ref(&(0xd400..0xd419)));
        machine.set_registers(crate::Registers { pc: 0x0820, a: 15, ..machine.registers() });
        assert_eq!(machine.run().unwrap(), Stop::Stored { address: 0xd418, value: 15 });
    }
}
