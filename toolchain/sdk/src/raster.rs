//! The raster beam: its current line, the line of the next interrupt, and the control register that holds one bit of each.
//!
//! Commodore 64 Programmer's Reference Guide, appendix N ("6566/6567 (VIC-II) Chip Specifications"), registers 17 and 18.

use crate::hardware::{Shared, peek, poke, undisturbed};

/// Control register 1: bits 0-2 vertical scroll, 3 25 rows, 4 screen on, 5 bitmap, 6 extended colour; bit 7 reads as bit 8 of the
/// current raster line, and writing it sets bit 8 of the interrupt line.
const CONTROL_1: u16 = 0xd011;
const HIGH: u8 = 0x80;
/// The lower eight bits of the raster line.
const LINE: u16 = 0xd012;

/// Bit 7 of the control register as last written.
static INTERRUPT_HIGH: Shared<u8> = Shared::new(0);

/// Returns the current raster line: 0 to 311 on PAL machines, 0 to 262 on NTSC machines.
#[must_use]
pub fn line() -> u16 {
    loop {
        let high = peek(CONTROL_1) & HIGH;
        let low = peek(LINE);
        // The beam may have moved from line 255 to 256 between the two reads.
        if peek(CONTROL_1) & HIGH == high {
            return u16::from_be_bytes([high >> 7, low]);
        }
    }
}

/// Waits until the beam is on this line, if it is not there already.
///
/// Does not wait on the host, where the beam does not move.
pub fn wait_for(line: u16) {
    while cfg!(target_vendor = "c64") && self::line() != line {}
}

/// Sets the line of the next interrupt. Must be called with interrupts disabled.
pub(crate) fn interrupt_at(line: u16) {
    let [high, low] = line.to_be_bytes();
    let high = high << 7;
    INTERRUPT_HIGH.set(high);
    poke(LINE, low);
    poke(CONTROL_1, peek(CONTROL_1) & !HIGH | high);
}

/// Clears and sets bits 0 to 6 of the control register.
pub(crate) fn set_control(clear: u8, set: u8) {
    undisturbed(|| {
        poke(CONTROL_1, peek(CONTROL_1) & !(clear | HIGH) | set | INTERRUPT_HIGH.get());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::own_chips;

    #[test]
    fn the_line_of_the_interrupt_has_nine_bits() {
        let _chips = own_chips();
        poke(CONTROL_1, 0x1b);
        interrupt_at(0x123);
        assert_eq!([peek(CONTROL_1), peek(LINE)], [0x9b, 0x23]);
        interrupt_at(0x45);
        assert_eq!([peek(CONTROL_1), peek(LINE)], [0x1b, 0x45]);
        // The beam is on line 0x145.
        poke(CONTROL_1, 0x9b);
        assert_eq!(line(), 0x145);
        // Changing other bits of the register keeps the interrupt line, wherever the beam is.
        set_control(0x08, 0x20);
        assert_eq!(peek(CONTROL_1), 0x33);
        interrupt_at(0x123);
        poke(CONTROL_1, peek(CONTROL_1) & !HIGH);
        set_control(0x20, 0x08);
        assert_eq!(peek(CONTROL_1), 0x9b);
    }
}
