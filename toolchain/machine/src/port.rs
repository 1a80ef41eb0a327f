//! The port of the 6510: six lines at $00 and $01, and the two bits of the register that have no line.
//!
//! Sources: Sheldon Leemon, "Mapping the Commodore 64", $00 and $01; for undriven lines, x64sc 3.7.1 and VICE's testprogs (`CPU/cpuport`).

/// Lines that are high while undriven: the three bank lines, and the switch of the cassette recorder.
const PULLED_UP: u8 = 0x17;
/// The line of the cassette recorder's motor, which is low while undriven.
const PULLED_DOWN: u8 = 0x20;
/// Bits without a line: they keep the last driven level for a limited time, like a capacitor.
const WITHOUT_LINE: [u8; 2] = [0x40, 0x80];
/// Cycles until such a bit returns to 0: about a third of a second. Source: x64sc 3.7.1.
const DISCHARGE: u64 = 350_000;

/// The port.
#[derive(Clone, Debug)]
pub(crate) struct Port {
    direction: u8,
    data: u8,
    /// The last driven levels.
    driven: u8,
    /// The cycles up to which the bits without a line keep their level.
    charged_until: [u64; 2],
}

impl Port {
    /// Creates the port as the KERNAL's reset leaves it. Source: KERNAL 901227-03, $FDD5.
    pub(crate) fn new() -> Port {
        Port { direction: 0x2f, data: 0x37, driven: 0x37, charged_until: [0; 2] }
    }

    pub(crate) fn direction(&self) -> u8 {
        self.direction
    }

    /// Returns the three bank lines.
    pub(crate) fn banks(&self) -> u8 {
        (self.data | !self.direction) & 7
    }

    /// Returns the data register as a program reads it at a cycle.
    pub(crate) fn read(&self, now: u64) -> u8 {
        let mut inputs = (self.driven | PULLED_UP) & !PULLED_DOWN;
        for (bit, until) in WITHOUT_LINE.iter().zip(self.charged_until) {
            if now >= until {
                inputs &= !bit;
            }
        }
        self.data & self.direction | inputs & !self.direction
    }

    /// Stores to $00 or $01.
    pub(crate) fn write(&mut self, address: u16, value: u8, now: u64) {
        let outputs = self.direction;
        match address {
            0 => self.direction = value,
            _ => self.data = value,
        }
        self.driven = self.driven & !self.direction | self.data & self.direction;
        for (bit, until) in WITHOUT_LINE.iter().zip(&mut self.charged_until) {
            if (outputs | self.direction) & bit != 0 {
                *until = now + DISCHARGE;
            }
        }
    }

    /// Returns whether a bit will change by itself.
    pub(crate) fn discharges(&self, now: u64) -> bool {
        let without_driver = !self.direction & self.driven;
        let charged = WITHOUT_LINE.iter().zip(self.charged_until);
        charged.into_iter().any(|(bit, until)| without_driver & bit != 0 && now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_without_a_line_keep_their_level_for_a_while() {
        let mut port = Port::new();
        port.write(0, 0xff, 0);
        port.write(1, 0xff, 10);
        port.write(0, 0x00, 20);
        let end = 20 + DISCHARGE;
        assert_eq!([21, end - 1, end].map(|now| port.read(now)), [0xdf, 0xdf, 0x1f]);
        assert_eq!([21, end - 1, end].map(|now| port.discharges(now)), [true, true, false]);
        port.write(1, 0x00, 30);
        assert_eq!(port.read(31), 0xdf, "inputs take nothing over");
        port.write(0, 0xc8, 40);
        port.write(0, 0x00, 50);
        assert_eq!(port.read(51), 0x17, "zeros were driven");
    }
}
