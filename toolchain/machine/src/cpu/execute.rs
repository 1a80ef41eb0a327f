//! The execution of every opcode: its bus accesses after the first cycle, and its effect.

use super::{Bus, Cpu, IRQ, flag};

/// Reads the operand and applies an operation to it.
macro_rules! read {
    ($cpu:ident, $mode:ident, $does:ident) => {{
        let at = $cpu.$mode();
        let byte = $cpu.memory.read(at);
        $cpu.$does(byte);
    }};
}

/// Stores a register.
macro_rules! write {
    ($cpu:ident, $mode:ident, $register:ident) => {{
        let at = $cpu.$mode();
        $cpu.memory.write(at, $cpu.registers.$register);
    }};
}

/// Reads a byte, writes the same byte back while computing, and writes the result.
macro_rules! modify {
    ($cpu:ident, $mode:ident, $does:ident) => {{
        let at = $cpu.$mode();
        let byte = $cpu.memory.read(at);
        $cpu.memory.write(at, byte);
        let result = $cpu.$does(byte);
        $cpu.memory.write(at, result);
    }};
}

/// Changes a register and sets N and Z.
macro_rules! transfer {
    ($cpu:ident, $does:ident, $value:expr) => {{
        $cpu.fetch_without_use();
        let value = $value;
        $cpu.$does(value);
    }};
}

/// Returns whether an opcode locks up the processor until a reset.
pub(crate) const fn jams(opcode: u8) -> bool {
    opcode & 0x1f == 0x12 || matches!(opcode, 0x02 | 0x22 | 0x42 | 0x62)
}

impl<B: Bus> Cpu<B> {
    /// Executes an instruction whose opcode has been read.
    pub(crate) fn execute(&mut self, opcode: u8) {
        match opcode {
            0x00 => self.brk(),
            0x01 => read!(self, indirect_x, ora),
            0x03 => modify!(self, indirect_x, slo),
            0x04 | 0x44 | 0x64 => read!(self, zero_page, ignore),
            0x05 => read!(self, zero_page, ora),
            0x06 => modify!(self, zero_page, asl),
            0x07 => modify!(self, zero_page, slo),
            0x08 => self.php(),
            0x09 => read!(self, immediate, ora),
            0x0a => self.accumulator(Cpu::asl),
            0x0b | 0x2b => read!(self, immediate, anc),
            0x0c => read!(self, absolute, ignore),
            0x0d => read!(self, absolute, ora),
            0x0e => modify!(self, absolute, asl),
            0x0f => modify!(self, absolute, slo),
            0x10 => self.branch(!self.has(flag::N)),
            0x11 => read!(self, read_indirect_y, ora),
            0x13 => modify!(self, write_indirect_y, slo),
            0x14 | 0x34 | 0x54 | 0x74 | 0xd4 | 0xf4 => read!(self, zero_page_x, ignore),
            0x15 => read!(self, zero_page_x, ora),
            0x16 => modify!(self, zero_page_x, asl),
            0x17 => modify!(self, zero_page_x, slo),
            0x18 => self.flag_instruction(flag::C, false),
            0x19 => read!(self, read_absolute_y, ora),
            0x1a | 0x3a | 0x5a | 0x7a | 0xda | 0xea | 0xfa => self.fetch_without_use(),
            0x1b => modify!(self, write_absolute_y, slo),
            0x1c | 0x3c | 0x5c | 0x7c | 0xdc | 0xfc => read!(self, read_absolute_x, ignore),
            0x1d => read!(self, read_absolute_x, ora),
            0x1e => modify!(self, write_absolute_x, asl),
            0x1f => modify!(self, write_absolute_x, slo),
            0x20 => self.jsr(),
            0x21 => read!(self, indirect_x, and),
            0x23 => modify!(self, indirect_x, rla),
            0x24 => read!(self, zero_page, bit),
            0x25 => read!(self, zero_page, and),
            0x26 => modify!(self, zero_page, rol),
            0x27 => modify!(self, zero_page, rla),
            0x28 => self.plp(),
            0x29 => read!(self, immediate, and),
            0x2a => self.accumulator(Cpu::rol),
            0x2c => read!(self, absolute, bit),
            0x2d => read!(self, absolute, and),
            0x2e => modify!(self, absolute, rol),
            0x2f => modify!(self, absolute, rla),
            0x30 => self.branch(self.has(flag::N)),
            0x31 => read!(self, read_indirect_y, and),
            0x33 => modify!(self, write_indirect_y, rla),
            0x35 => read!(self, zero_page_x, and),
            0x36 => modify!(self, zero_page_x, rol),
            0x37 => modify!(self, zero_page_x, rla),
            0x38 => self.flag_instruction(flag::C, true),
            0x39 => read!(self, read_absolute_y, and),
            0x3b => modify!(self, write_absolute_y, rla),
            0x3d => read!(self, read_absolute_x, and),
            0x3e => modify!(self, write_absolute_x, rol),
            0x3f => modify!(self, write_absolute_x, rla),
            0x40 => self.rti(),
            0x41 => read!(self, indirect_x, eor),
            0x43 => modify!(self, indirect_x, sre),
            0x45 => read!(self, zero_page, eor),
            0x46 => modify!(self, zero_page, lsr),
            0x47 => modify!(self, zero_page, sre),
            0x48 => self.pha(),
            0x49 => read!(self, immediate, eor),
            0x4a => self.accumulator(Cpu::lsr),
            0x4b => read!(self, immediate, alr),
            0x4c => self.registers.pc = self.absolute(),
            0x4d => read!(self, absolute, eor),
            0x4e => modify!(self, absolute, lsr),
            0x4f => modify!(self, absolute, sre),
            0x50 => self.branch(!self.has(flag::V)),
            0x51 => read!(self, read_indirect_y, eor),
            0x53 => modify!(self, write_indirect_y, sre),
            0x55 => read!(self, zero_page_x, eor),
            0x56 => modify!(self, zero_page_x, lsr),
            0x57 => modify!(self, zero_page_x, sre),
            0x58 => self.cli(),
            0x59 => read!(self, read_absolute_y, eor),
            0x5b => modify!(self, write_absolute_y, sre),
            0x5d => read!(self, read_absolute_x, eor),
            0x5e => modify!(self, write_absolute_x, lsr),
            0x5f => modify!(self, write_absolute_x, sre),
            0x60 => self.rts(),
            0x61 => read!(self, indirect_x, adc),
            0x63 => modify!(self, indirect_x, rra),
            0x65 => read!(self, zero_page, adc),
            0x66 => modify!(self, zero_page, ror),
            0x67 => modify!(self, zero_page, rra),
            0x68 => self.pla(),
            0x69 => read!(self, immediate, adc),
            0x6a => self.accumulator(Cpu::ror),
            0x6b => read!(self, immediate, arr),
            0x6c => self.jmp_indirect(),
            0x6d => read!(self, absolute, adc),
            0x6e => modify!(self, absolute, ror),
            0x6f => modify!(self, absolute, rra),
            0x70 => self.branch(self.has(flag::V)),
            0x71 => read!(self, read_indirect_y, adc),
            0x73 => modify!(self, write_indirect_y, rra),
            0x75 => read!(self, zero_page_x, adc),
            0x76 => modify!(self, zero_page_x, ror),
            0x77 => modify!(self, zero_page_x, rra),
            0x78 => self.sei(),
            0x79 => read!(self, read_absolute_y, adc),
            0x7b => modify!(self, write_absolute_y, rra),
            0x7d => read!(self, read_absolute_x, adc),
            0x7e => modify!(self, write_absolute_x, ror),
            0x7f => modify!(self, write_absolute_x, rra),
            0x80 | 0x82 | 0x89 | 0xc2 | 0xe2 => read!(self, immediate, ignore),
            0x81 => write!(self, indirect_x, a),
            0x83 => self.sax(Cpu::indirect_x),
            0x84 => write!(self, zero_page, y),
            0x85 => write!(self, zero_page, a),
            0x86 => write!(self, zero_page, x),
            0x87 => self.sax(Cpu::zero_page),
            0x88 => transfer!(self, ldy, self.registers.y.wrapping_sub(1)),
            0x8a => transfer!(self, lda, self.registers.x),
            0x8b => self.ane_waiting(),
            0x8c => write!(self, absolute, y),
            0x8d => write!(self, absolute, a),
            0x8e => write!(self, absolute, x),
            0x8f => self.sax(Cpu::absolute),
            0x90 => self.branch(!self.has(flag::C)),
            0x91 => write!(self, write_indirect_y, a),
            0x93 => self.sha_indirect(),
            0x94 => write!(self, zero_page_x, y),
            0x95 => write!(self, zero_page_x, a),
            0x96 => write!(self, zero_page_y, x),
            0x97 => self.sax(Cpu::zero_page_y),
            0x98 => transfer!(self, lda, self.registers.y),
            0x99 => write!(self, write_absolute_y, a),
            0x9a => self.txs(),
            0x9b => self.tas(),
            0x9c => self.store_high(self.registers.y, self.registers.x),
            0x9d => write!(self, write_absolute_x, a),
            0x9e => self.store_high(self.registers.x, self.registers.y),
            0x9f => self.store_high(self.registers.a & self.registers.x, self.registers.y),
            0xa0 => read!(self, immediate, ldy),
            0xa1 => read!(self, indirect_x, lda),
            0xa2 => read!(self, immediate, ldx),
            0xa3 => read!(self, indirect_x, lax),
            0xa4 => read!(self, zero_page, ldy),
            0xa5 => read!(self, zero_page, lda),
            0xa6 => read!(self, zero_page, ldx),
            0xa7 => read!(self, zero_page, lax),
            0xa8 => transfer!(self, ldy, self.registers.a),
            0xa9 => read!(self, immediate, lda),
            0xaa => transfer!(self, ldx, self.registers.a),
            0xab => read!(self, immediate, lxa),
            0xac => read!(self, absolute, ldy),
            0xad => read!(self, absolute, lda),
            0xae => read!(self, absolute, ldx),
            0xaf => read!(self, absolute, lax),
            0xb0 => self.branch(self.has(flag::C)),
            0xb1 => read!(self, read_indirect_y, lda),
            0xb3 => read!(self, read_indirect_y, lax),
            0xb4 => read!(self, zero_page_x, ldy),
            0xb5 => read!(self, zero_page_x, lda),
            0xb6 => read!(self, zero_page_y, ldx),
            0xb7 => read!(self, zero_page_y, lax),
            0xb8 => self.flag_instruction(flag::V, false),
            0xb9 => read!(self, read_absolute_y, lda),
            0xba => transfer!(self, ldx, self.registers.sp),
            0xbb => read!(self, read_absolute_y, las),
            0xbc => read!(self, read_absolute_x, ldy),
            0xbd => read!(self, read_absolute_x, lda),
            0xbe => read!(self, read_absolute_y, ldx),
            0xbf => read!(self, read_absolute_y, lax),
            0xc0 => read!(self, immediate, cpy),
            0xc1 => read!(self, indirect_x, cmp),
            0xc3 => modify!(self, indirect_x, dcp),
            0xc4 => read!(self, zero_page, cpy),
            0xc5 => read!(self, zero_page, cmp),
            0xc6 => modify!(self, zero_page, dec),
            0xc7 => modify!(self, zero_page, dcp),
            0xc8 => transfer!(self, ldy, self.registers.y.wrapping_add(1)),
            0xc9 => read!(self, immediate, cmp),
            0xca => transfer!(self, ldx, self.registers.x.wrapping_sub(1)),
            0xcb => read!(self, immediate, sbx),
            0xcc => read!(self, absolute, cpy),
            0xcd => read!(self, absolute, cmp),
            0xce => modify!(self, absolute, dec),
            0xcf => modify!(self, absolute, dcp),
            0xd0 => self.branch(!self.has(flag::Z)),
            0xd1 => read!(self, read_indirect_y, cmp),
            0xd3 => modify!(self, write_indirect_y, dcp),
            0xd5 => read!(self, zero_page_x, cmp),
            0xd6 => modify!(self, zero_page_x, dec),
            0xd7 => modify!(self, zero_page_x, dcp),
            0xd8 => self.flag_instruction(flag::D, false),
            0xd9 => read!(self, read_absolute_y, cmp),
            0xdb => modify!(self, write_absolute_y, dcp),
            0xdd => read!(self, read_absolute_x, cmp),
            0xde => modify!(self, write_absolute_x, dec),
            0xdf => modify!(self, write_absolute_x, dcp),
            0xe0 => read!(self, immediate, cpx),
            0xe1 => read!(self, indirect_x, sbc),
            0xe3 => modify!(self, indirect_x, isc),
            0xe4 => read!(self, zero_page, cpx),
            0xe5 => read!(self, zero_page, sbc),
            0xe6 => modify!(self, zero_page, inc),
            0xe7 => modify!(self, zero_page, isc),
            0xe8 => transfer!(self, ldx, self.registers.x.wrapping_add(1)),
            0xe9 | 0xeb => read!(self, immediate, sbc),
            0xec => read!(self, absolute, cpx),
            0xed => read!(self, absolute, sbc),
            0xee => modify!(self, absolute, inc),
            0xef => modify!(self, absolute, isc),
            0xf0 => self.branch(self.has(flag::Z)),
            0xf1 => read!(self, read_indirect_y, sbc),
            0xf3 => modify!(self, write_indirect_y, isc),
            0xf5 => read!(self, zero_page_x, sbc),
            0xf6 => modify!(self, zero_page_x, inc),
            0xf7 => modify!(self, zero_page_x, isc),
            0xf8 => self.flag_instruction(flag::D, true),
            0xf9 => read!(self, read_absolute_y, sbc),
            0xfb => modify!(self, write_absolute_y, isc),
            0xfd => read!(self, read_absolute_x, sbc),
            0xfe => modify!(self, write_absolute_x, inc),
            0xff => modify!(self, write_absolute_x, isc),
            // JAM: only a reset helps.
            _ => self.registers.pc = self.registers.pc.wrapping_sub(1),
        }
    }

    #[inline]
    fn ignore(&mut self, _: u8) {}

    #[inline]
    fn accumulator(&mut self, does: impl Fn(&mut Cpu<B>, u8) -> u8) {
        self.fetch_without_use();
        self.registers.a = does(self, self.registers.a);
    }

    fn sax(&mut self, mode: impl Fn(&mut Cpu<B>) -> u16) {
        let at = mode(self);
        self.memory.write(at, self.registers.a & self.registers.x);
    }

    fn flag_instruction(&mut self, flags: u8, on: bool) {
        self.fetch_without_use();
        self.set(flags, on);
    }

    /// CLI polls for interrupts before it changes the flag, unless it had to wait for its last cycle. Source: x64sc 3.7.1.
    fn cli(&mut self) {
        let before = self.has(flag::I);
        let waited = self.waits(Cpu::fetch_without_use);
        self.set(flag::I, false);
        self.masked = if waited { None } else { Some(before) };
    }

    /// SEI polls for interrupts in its first cycle, even if it has to wait for its last. Source: x64sc 3.7.1.
    fn sei(&mut self) {
        self.masked = Some(self.has(flag::I));
        let look = self.memory.cycle() - 1;
        self.fetch_without_use();
        self.look = (self.memory.cycle(), look);
        self.set(flag::I, true);
    }

    /// Performs one access; returns whether the processor had to wait for it.
    fn waits(&mut self, access: impl Fn(&mut Cpu<B>)) -> bool {
        let start = self.memory.cycle();
        access(self);
        self.memory.cycle() > start + 1
    }

    fn txs(&mut self) {
        self.fetch_without_use();
        self.registers.sp = self.registers.x;
    }

    fn pha(&mut self) {
        self.fetch_without_use();
        self.push(self.registers.a);
    }

    fn php(&mut self) {
        self.fetch_without_use();
        self.push(self.registers.p | flag::B);
    }

    fn pla(&mut self) {
        self.fetch_without_use();
        self.look_at_stack();
        let byte = self.pull();
        self.lda(byte);
    }

    /// PLP polls for interrupts before it changes the flag.
    fn plp(&mut self) {
        self.fetch_without_use();
        self.look_at_stack();
        self.masked = Some(self.has(flag::I));
        let status = self.pull();
        self.set_status(status);
    }

    fn jsr(&mut self) {
        let low = self.fetch();
        self.look_at_stack();
        let [high, next] = self.registers.pc.to_be_bytes();
        self.push(high);
        self.push(next);
        self.registers.pc = u16::from_le_bytes([low, self.memory.read(self.registers.pc)]);
    }

    fn rts(&mut self) {
        self.fetch_without_use();
        self.look_at_stack();
        let low = self.pull();
        self.registers.pc = u16::from_le_bytes([low, self.pull()]);
        self.fetch();
    }

    fn rti(&mut self) {
        self.fetch_without_use();
        self.look_at_stack();
        let status = self.pull();
        self.set_status(status);
        let low = self.pull();
        self.registers.pc = u16::from_le_bytes([low, self.pull()]);
    }

    fn brk(&mut self) {
        self.fetch();
        self.enter(IRQ, flag::B);
    }

    /// JMP through a pointer, which wraps within its page.
    fn jmp_indirect(&mut self) {
        let at = self.absolute();
        let low = self.memory.read(at);
        let high = self.memory.read(at & 0xff00 | at.wrapping_add(1) & 0xff);
        self.registers.pc = u16::from_le_bytes([low, high]);
    }

    /// A branch taken within its page polls for interrupts in its first cycle, and one to another page before its last, like all
    /// instructions. Source: x64sc 3.7.1.
    #[inline]
    fn branch(&mut self, taken: bool) {
        let distance = self.fetch() as i8;
        if !taken {
            return;
        }
        let look = self.memory.cycle() - 2;
        self.fetch_without_use();
        let from = self.registers.pc;
        let target = from.wrapping_add_signed(i16::from(distance));
        if (from ^ target) & 0xff00 == 0 {
            self.look = (self.memory.cycle(), look);
        } else {
            self.memory.read(from & 0xff00 | target & 0xff);
        }
        self.registers.pc = target;
    }

    fn ane_waiting(&mut self) {
        let start = self.memory.cycle();
        let byte = self.fetch();
        self.ane(byte, self.memory.cycle() > start + 1);
    }

    /// SHA, SHX and SHY at an absolute address: see [`Cpu::store_and_high`].
    fn store_high(&mut self, value: u8, index: u8) {
        let base = self.absolute();
        self.store_and_high(base, value, index);
    }

    fn sha_indirect(&mut self) {
        let at = self.fetch();
        let base = self.pointer(at);
        self.store_and_high(base, self.registers.a & self.registers.x, self.registers.y);
    }

    fn tas(&mut self) {
        self.registers.sp = self.registers.a & self.registers.x;
        self.store_high(self.registers.sp, self.registers.y);
    }

    /// Stores a value ANDed with the high byte of the base plus one. If the index crosses a page, the result of the AND also becomes the
    /// high byte of the address. If the processor had to wait before the store, the value is stored without the AND.
    fn store_and_high(&mut self, base: u16, value: u8, index: u8) {
        let sum = base.wrapping_add(u16::from(index));
        let waited = self.waits(|cpu| {
            cpu.memory.read(base & 0xff00 | sum & 0xff);
        });
        let both = value & ((base >> 8) as u8).wrapping_add(1);
        let crosses = (base ^ sum) & 0xff00 != 0;
        let at = if crosses { u16::from_le_bytes([sum as u8, both]) } else { sum };
        self.memory.write(at, if waited { value } else { both });
    }
}
