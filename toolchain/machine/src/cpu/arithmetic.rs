//! The arithmetic and logic instructions, on registers and on a byte that has been read.

use super::{Bus, Cpu, flag};

/// The bits of A that ANE and LXA treat as 1: the value differs from chip to chip, and after the processor has waited for the operand.
/// Source: x64sc 3.7.1, and Wolfgang Lorenz' tests `aneb` and `lxab`.
const ANE_ONES: u8 = 0xef;
const ANE_ONES_AFTER_WAIT: u8 = 0xee;
const LXA_ONES: u8 = 0xee;

impl<B: Bus> Cpu<B> {
    #[inline]
    pub(super) fn set_nz(&mut self, value: u8) {
        let z = if value == 0 { flag::Z } else { 0 };
        self.registers.p = self.registers.p & !(flag::N | flag::Z) | value & flag::N | z;
    }

    #[inline]
    fn carry(&self) -> u8 {
        self.registers.p & flag::C
    }

    #[inline]
    pub(super) fn lda(&mut self, byte: u8) {
        self.registers.a = byte;
        self.set_nz(byte);
    }

    #[inline]
    pub(super) fn ldx(&mut self, byte: u8) {
        self.registers.x = byte;
        self.set_nz(byte);
    }

    #[inline]
    pub(super) fn ldy(&mut self, byte: u8) {
        self.registers.y = byte;
        self.set_nz(byte);
    }

    #[inline]
    pub(super) fn ora(&mut self, byte: u8) {
        self.lda(self.registers.a | byte);
    }

    #[inline]
    pub(super) fn and(&mut self, byte: u8) {
        self.lda(self.registers.a & byte);
    }

    #[inline]
    pub(super) fn eor(&mut self, byte: u8) {
        self.lda(self.registers.a ^ byte);
    }

    #[inline]
    pub(super) fn bit(&mut self, byte: u8) {
        let z = if byte & self.registers.a == 0 { flag::Z } else { 0 };
        let taken = flag::N | flag::V;
        self.registers.p = self.registers.p & !(taken | flag::Z) | byte & taken | z;
    }

    #[inline]
    fn compare(&mut self, register: u8, byte: u8) {
        self.set(flag::C, register >= byte);
        self.set_nz(register.wrapping_sub(byte));
    }

    #[inline]
    pub(super) fn cmp(&mut self, byte: u8) {
        self.compare(self.registers.a, byte);
    }

    #[inline]
    pub(super) fn cpx(&mut self, byte: u8) {
        self.compare(self.registers.x, byte);
    }

    #[inline]
    pub(super) fn cpy(&mut self, byte: u8) {
        self.compare(self.registers.y, byte);
    }

    #[inline]
    pub(super) fn adc(&mut self, byte: u8) {
        if self.has(flag::D) { self.add_decimal(byte) } else { self.add(byte) }
    }

    #[inline]
    pub(super) fn sbc(&mut self, byte: u8) {
        if self.has(flag::D) { self.subtract_decimal(byte) } else { self.add(!byte) }
    }

    #[inline]
    fn add(&mut self, byte: u8) {
        let a = self.registers.a;
        let sum = u16::from(a) + u16::from(byte) + u16::from(self.carry());
        let result = sum as u8;
        let v = (a ^ result) & (byte ^ result) & 0x80 != 0;
        self.registers.p =
            self.registers.p & !(flag::C | flag::V) | (sum >> 8) as u8 | if v { flag::V } else { 0 };
        self.lda(result);
    }

    /// ADC in decimal mode: Z comes from the binary sum, N and V from the sum before its high digit is corrected. Source: Bruce Clark,
    /// "Decimal Mode", appendix A, sequence 1.
    fn add_decimal(&mut self, byte: u8) {
        let (a, carry) = (self.registers.a, self.carry());
        let binary = a.wrapping_add(byte).wrapping_add(carry);
        let mut low = u16::from(a & 0x0f) + u16::from(byte & 0x0f) + u16::from(carry);
        if low > 9 {
            low = ((low + 6) & 0x0f) + 0x10;
        }
        let mut sum = u16::from(a & 0xf0) + u16::from(byte & 0xf0) + low;
        let halfway = sum as u8;
        self.set(flag::Z, binary == 0);
        self.set(flag::N, halfway & 0x80 != 0);
        self.set(flag::V, (a ^ halfway) & !(a ^ byte) & 0x80 != 0);
        if sum >= 0xa0 {
            sum += 0x60;
        }
        self.set(flag::C, sum >= 0x100);
        self.registers.a = sum as u8;
    }

    /// SBC in decimal mode: the flags come from the binary difference. Source: Bruce Clark, "Decimal Mode", appendix A, sequence 3.
    fn subtract_decimal(&mut self, byte: u8) {
        let (a, borrow) = (self.registers.a, 1 - i16::from(self.carry()));
        let mut low = i16::from(a & 0x0f) - i16::from(byte & 0x0f) - borrow;
        if low < 0 {
            low = ((low - 6) & 0x0f) - 0x10;
        }
        let mut difference = i16::from(a & 0xf0) - i16::from(byte & 0xf0) + low;
        if difference < 0 {
            difference -= 0x60;
        }
        self.add(!byte);
        self.registers.a = difference as u8;
    }

    #[inline]
    pub(super) fn asl(&mut self, byte: u8) -> u8 {
        self.set(flag::C, byte & 0x80 != 0);
        let result = byte << 1;
        self.set_nz(result);
        result
    }

    #[inline]
    pub(super) fn lsr(&mut self, byte: u8) -> u8 {
        self.set(flag::C, byte & 1 != 0);
        let result = byte >> 1;
        self.set_nz(result);
        result
    }

    #[inline]
    pub(super) fn rol(&mut self, byte: u8) -> u8 {
        let result = byte << 1 | self.carry();
        self.set(flag::C, byte & 0x80 != 0);
        self.set_nz(result);
        result
    }

    #[inline]
    pub(super) fn ror(&mut self, byte: u8) -> u8 {
        let result = byte >> 1 | self.carry() << 7;
        self.set(flag::C, byte & 1 != 0);
        self.set_nz(result);
        result
    }

    #[inline]
    pub(super) fn inc(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_add(1);
        self.set_nz(result);
        result
    }

    #[inline]
    pub(super) fn dec(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_sub(1);
        self.set_nz(result);
        result
    }

    pub(super) fn slo(&mut self, byte: u8) -> u8 {
        let result = self.asl(byte);
        self.ora(result);
        result
    }

    pub(super) fn rla(&mut self, byte: u8) -> u8 {
        let result = self.rol(byte);
        self.and(result);
        result
    }

    pub(super) fn sre(&mut self, byte: u8) -> u8 {
        let result = self.lsr(byte);
        self.eor(result);
        result
    }

    pub(super) fn rra(&mut self, byte: u8) -> u8 {
        let result = self.ror(byte);
        self.adc(result);
        result
    }

    pub(super) fn dcp(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_sub(1);
        self.cmp(result);
        result
    }

    pub(super) fn isc(&mut self, byte: u8) -> u8 {
        let result = byte.wrapping_add(1);
        self.sbc(result);
        result
    }

    pub(super) fn lax(&mut self, byte: u8) {
        self.registers.x = byte;
        self.lda(byte);
    }

    pub(super) fn anc(&mut self, byte: u8) {
        self.and(byte);
        self.set(flag::C, self.has(flag::N));
    }

    pub(super) fn alr(&mut self, byte: u8) {
        self.registers.a = self.lsr(self.registers.a & byte);
    }

    /// ARR: AND and ROR through parts of the adder.
    pub(super) fn arr(&mut self, byte: u8) {
        let both = self.registers.a & byte;
        let result = both >> 1 | self.carry() << 7;
        self.set_nz(result);
        self.set(flag::V, (both ^ result) & 0x40 != 0);
        if !self.has(flag::D) {
            self.set(flag::C, result & 0x40 != 0);
            self.registers.a = result;
            return;
        }
        let mut corrected = result;
        if (both & 0x0f) + (both & 1) > 5 {
            corrected = corrected & 0xf0 | corrected.wrapping_add(6) & 0x0f;
        }
        let carries = u16::from(both & 0xf0) + u16::from(both & 0x10) > 0x50;
        if carries {
            corrected = corrected.wrapping_add(0x60);
        }
        self.set(flag::C, carries);
        self.registers.a = corrected;
    }

    pub(super) fn sbx(&mut self, byte: u8) {
        let both = self.registers.a & self.registers.x;
        self.compare(both, byte);
        self.registers.x = both.wrapping_sub(byte);
    }

    pub(super) fn las(&mut self, byte: u8) {
        self.registers.sp &= byte;
        self.lax(self.registers.sp);
    }

    pub(super) fn ane(&mut self, byte: u8, waited: bool) {
        let ones = if waited { ANE_ONES_AFTER_WAIT } else { ANE_ONES };
        self.lda((self.registers.a | ones) & self.registers.x & byte);
    }

    pub(super) fn lxa(&mut self, byte: u8) {
        self.lax((self.registers.a | LXA_ONES) & byte);
    }
}
