//! The KERNAL's jump table, implemented at its addresses while no ROM image is loaded.
//!
//! Sources: Commodore 64 Programmer's Reference Guide, chapter 5 (the registers that each routine uses and changes), and the KERNAL
//! 901227-03 where the guide is silent. Registers documented as changed contain junk afterwards. A call costs only the six cycles of its
//! RTS.

use crate::addresses::{BUFFER, BUFFERED, IRQ_HANDLER, IRQ_VECTOR, NMI_HANDLER, STOP_FLAG};
use crate::config::{Config, Stop};
use crate::cpu::flag;
use crate::error::Error;
use crate::machine::Machine;
use crate::screen::{COLUMNS, ROWS, Screen};
use crate::vic::VideoStandard;

/// Names of the jump table's entries, three bytes each from $FF81.
const NAMES: [&str; 39] = [
    "CINT", "IOINIT", "RAMTAS", "RESTOR", "VECTOR", "SETMSG", "SECOND", "TKSA", "MEMTOP", "MEMBOT", "SCNKEY",
    "SETTMO", "ACPTR", "CIOUT", "UNTLK", "UNLSN", "LISTEN", "TALK", "READST", "SETLFS", "SETNAM", "OPEN",
    "CLOSE", "CHKIN", "CHKOUT", "CLRCHN", "CHRIN", "CHROUT", "LOAD", "SAVE", "SETTIM", "RDTIM", "STOP",
    "GETIN", "CLALL", "UDTIM", "SCREEN", "PLOT", "IOBASE",
];
const FIRST: u16 = 0xff81;

/// The vectors $0314-$0333 as RESTOR sets them. Source: KERNAL 901227-03, $FD30.
const VECTORS: [u16; 16] = [
    IRQ_HANDLER,
    0xfe66,
    NMI_HANDLER,
    0xf34a,
    0xf291,
    0xf20e,
    0xf250,
    0xf333,
    0xf157,
    0xf1ca,
    0xf6ed,
    0xf13e,
    0xf32f,
    0xfe66,
    0xf4a5,
    0xf5ed,
];
/// The flags that a routine may change.
const CONDITIONS: u8 = flag::N | flag::V | flag::Z | flag::C;
/// Bytes of stack that a KERNAL routine or interrupt needs. Source: the guide's "stack requirements" of CHROUT.
const STACK_USE: usize = 8;

/// Cycles of the loop in which CHRIN waits for a key: LDA, STA, STA, BEQ. Source: KERNAL 901227-03, $E5CD.
const CHRIN_CYCLES: u64 = 13;

impl Machine {
    /// Returns whether the program is in CHRIN, waiting for a line that has not been completely typed.
    pub fn awaits_line(&self) -> bool {
        self.keyboard.awaits_line
    }

    /// Returns whether calls above $E000 are implemented here: the KERNAL is banked in, and there is no image of it.
    pub(crate) fn kernal_answers(&self) -> bool {
        use crate::bus::{Area, Rom};
        self.cpu.memory.area(0xe000) == Area::Rom(Rom::Kernal) && self.cpu.memory.rom(Rom::Kernal).is_none()
    }

    /// Sets the KERNAL's and BASIC's variables to their values at READY.
    pub(crate) fn reset_kernal(&mut self) {
        let ram = &mut self.cpu.memory.ram;
        ram[0x90..=0xfa].fill(0);
        ram[0x0200..0x0400].fill(0);
        // BASIC: start of program, variables, arrays and strings, end of memory, then the CHRGET routine.
        let pointers: [(usize, u16); 7] = [
            (0x2b, 0x0801),
            (0x2d, 0x0803),
            (0x2f, 0x0803),
            (0x31, 0x0803),
            (0x33, 0xa000),
            (0x35, 0xa000),
            (0x37, 0xa000),
        ];
        for (address, value) in pointers {
            [ram[address], ram[address + 1]] = value.to_le_bytes();
        }
        ram[0x73..0x8b].copy_from_slice(&[
            0xe6, 0x7a, 0xd0, 0x02, 0xe6, 0x7b, 0xad, 0x00, 0x02, 0xc9, 0x3a, 0xb0, 0x0a, 0xc9, 0x20, 0xf0,
            0xef, 0x38, 0xe9, 0x30, 0x38, 0xe9, 0xd0, 0x60,
        ]);
        ram[0x0800] = 0;
        // Default devices: keyboard for input, screen for output; no tape; memory from $0800 to $A000; the video standard.
        ram[0x9a] = 3;
        ram[STOP_FLAG] = 0xff;
        ram[0xba] = 8;
        [ram[0x0281], ram[0x0282], ram[0x0283], ram[0x0284]] = [0x00, 0x08, 0x00, 0xa0];
        ram[0x0289] = 10;
        ram[0x02a6] = u8::from(self.config.standard == VideoStandard::Pal);
        self.restore_vectors();
        Screen::new(&mut self.cpu.memory).initialise();
    }

    fn restore_vectors(&mut self) {
        for (index, vector) in VECTORS.iter().enumerate() {
            let at = usize::from(IRQ_VECTOR) + 2 * index;
            self.cpu.memory.ram[at..at + 2].copy_from_slice(&vector.to_le_bytes());
        }
    }

    /// Performs the call at `pc` and returns to the caller. `Some` pauses the run.
    pub(crate) fn kernal_call(&mut self, pc: u16) -> Result<Option<Stop>, Error> {
        if let Some(outcome) = self.answer_handler(pc) {
            return outcome;
        }
        let offset = usize::from(pc.wrapping_sub(FIRST));
        let name = if offset % 3 == 0 { NAMES.get(offset / 3).copied() } else { None };
        let Some(name) = name else {
            return Err(Error::NoCode { pc, report: self.report() });
        };
        self.use_stack(pc)?;
        let stop = self.answer(name)?;
        if name == "CHRIN" && stop.is_some() {
            if !self.config.line_takes_time {
                return Ok(stop);
            }
            // The program stays in the routine, which checks again.
            self.cpu.memory.pass(CHRIN_CYCLES);
            return Ok(None);
        }
        let start = self.cpu.memory.now;
        self.leave_routine(pc)?;
        if let Some(profile) = &mut self.monitor.profile {
            profile.add_kernal(self.cpu.memory.now - start);
        }
        Ok(stop)
    }

    /// Overwrites what KERNAL code may overwrite below the stack pointer; in strict mode, no program may keep anything there.
    pub(crate) fn use_stack(&mut self, pc: u16) -> Result<(), Error> {
        if !self.config.strict {
            return Ok(());
        }
        let top = 0x100 + usize::from(self.cpu.registers.sp);
        if top < 0x100 + STACK_USE {
            return Err(Error::Stack { pc, underflow: false, report: self.report() });
        }
        for at in top + 1 - STACK_USE..=top {
            self.cpu.memory.ram[at] = self.next_junk();
        }
        Ok(())
    }

    fn leave_routine(&mut self, pc: u16) -> Result<(), Error> {
        if self.config.strict && self.cpu.registers.sp > 0xfd {
            return Err(Error::Stack { pc, underflow: true, report: self.report() });
        }
        let low = self.pull();
        let high = self.pull();
        self.cpu.registers.pc = u16::from_le_bytes([low, high]).wrapping_add(1);
        self.cpu.memory.pass(6);
        Ok(())
    }

    fn answer(&mut self, name: &'static str) -> Result<Option<Stop>, Error> {
        // A program that waits for a key may read the clock in between.
        if !matches!(name, "GETIN" | "RDTIM") {
            self.keyboard.forget_polls();
        }
        match name {
            "CHROUT" => {
                let byte = self.cpu.registers.a;
                if !self.write_channel(byte) {
                    self.print(byte);
                }
                self.junk_flags();
                self.set_carry(false);
            }
            "GETIN" | "CHRIN" => {
                if let Some(byte) = self.read_channel() {
                    self.hand_over(byte);
                } else if name == "GETIN" {
                    return Ok(self.getin());
                } else {
                    return Ok(self.chrin());
                }
            }
            "PLOT" => self.plot(),
            "STOP" => {
                let pressed = self.keyboard.stop;
                self.cpu.registers.a = self.next_junk();
                self.cpu.registers.x = self.next_junk();
                self.junk_flags();
                self.cpu.set(flag::Z, pressed);
            }
            "SCNKEY" => {
                self.scan_keyboard();
                self.junk_registers();
            }
            "CINT" => {
                Screen::new(&mut self.cpu.memory).initialise();
                self.junk_registers();
            }
            "IOINIT" => self.junk_registers(),
            _ if self.answer_clock_call(name) || self.answer_constant_call(name) => {}
            _ => match self.answer_file_call(name) {
                Some(outcome) => outcome?,
                None => return Err(self.kernal_error(name, "this machine does not offer it")),
            },
        }
        Ok(None)
    }

    /// Performs RDTIM, SETTIM and UDTIM; returns false for other names.
    fn answer_clock_call(&mut self, name: &str) -> bool {
        match name {
            "RDTIM" => {
                let ram = &self.cpu.memory.ram;
                let [high, middle, low] = [ram[0xa0], ram[0xa1], ram[0xa2]];
                self.cpu.registers.a = low;
                self.cpu.registers.x = middle;
                self.cpu.registers.y = high;
                self.junk_flags();
                self.allow_interrupts();
            }
            "SETTIM" => {
                let registers = self.cpu.registers;
                self.cpu.memory.ram[0xa0] = registers.y;
                self.cpu.memory.ram[0xa1] = registers.x;
                self.cpu.memory.ram[0xa2] = registers.a;
                self.junk_flags();
                self.allow_interrupts();
            }
            "UDTIM" => {
                self.advance_clock();
                self.junk_registers();
            }
            _ => return false,
        }
        true
    }

    /// Performs the calls that return or store addresses, sizes and flags; returns false for other names.
    fn answer_constant_call(&mut self, name: &str) -> bool {
        match name {
            "SCREEN" => {
                self.cpu.registers.x = COLUMNS as u8;
                self.cpu.registers.y = ROWS as u8;
                self.junk_flags();
            }
            "RESTOR" => {
                self.restore_vectors();
                self.junk_registers();
            }
            "VECTOR" => {
                self.copy_vectors();
                self.junk_registers();
            }
            "MEMTOP" => self.memory_limit(0x0283),
            "MEMBOT" => self.memory_limit(0x0281),
            "IOBASE" => {
                self.cpu.registers.x = 0x00;
                self.cpu.registers.y = 0xdc;
                self.junk_flags();
            }
            "SETTMO" => self.cpu.memory.ram[0x0285] = self.cpu.registers.a,
            "SETMSG" => self.cpu.memory.ram[0x9d] = self.cpu.registers.a,
            _ => return false,
        }
        true
    }

    pub(crate) fn kernal_error(&self, name: &'static str, why: impl Into<String>) -> Error {
        Error::Kernal { name, why: why.into(), report: self.report() }
    }

    /// Returns the next key: from the KERNAL's buffer, or else from the keys typed by the host.
    fn next_key(&mut self) -> Option<u8> {
        let buffered = usize::from(self.cpu.memory.ram[BUFFERED]).min(10);
        if buffered == 0 {
            return self.keyboard.keys.pop_front();
        }
        let key = self.cpu.memory.ram[BUFFER];
        self.cpu.memory.ram.copy_within(BUFFER + 1..BUFFER + 10, BUFFER);
        self.cpu.memory.ram[BUFFERED] = buffered as u8 - 1;
        Some(key)
    }

    /// Returns a byte to the program in A, with N and Z set from it; X and Y are lost.
    fn hand_over(&mut self, byte: u8) {
        self.junk_registers();
        self.cpu.registers.a = byte;
        self.cpu.set(flag::Z, byte == 0);
        self.cpu.set(flag::N, byte >= 0x80);
        self.set_carry(false);
    }

    /// GETIN from the keyboard: returns a key or 0 without waiting; X and Y are lost.
    fn getin(&mut self) -> Option<Stop> {
        let key = self.next_key();
        self.hand_over(key.unwrap_or(0));
        let Config { idle_gap, idle_polls, .. } = self.config;
        let waits = self.keyboard.poll(key.is_some(), self.cpu.memory.now, idle_gap, idle_polls);
        waits.then_some(Stop::WaitingForKey)
    }

    /// CHRIN from the keyboard: a line is typed with echo up to RETURN, then returned byte by byte, with $0D at its end. The cursor keys do
    /// not edit here; DEL does.
    fn chrin(&mut self) -> Option<Stop> {
        let byte = loop {
            if let Some(byte) = self.keyboard.next_of_line() {
                break byte;
            }
            let Some(key) = self.next_key() else {
                self.keyboard.awaits_line = true;
                return Some(Stop::WaitingForKey);
            };
            match key {
                0x0d | 0x8d => self.keyboard.end_line(),
                0x14 => {
                    if self.keyboard.delete_from_line() {
                        self.print(key);
                    }
                }
                _ => {
                    self.keyboard.add_to_line(key);
                    self.print(key);
                }
            }
        };
        self.keyboard.awaits_line = false;
        let y = self.cpu.registers.y;
        self.hand_over(byte);
        self.cpu.registers.y = y;
        None
    }

    /// VECTOR: copies $0314-$0333 to the table at X/Y with the carry set, or back from it with the carry clear.
    fn copy_vectors(&mut self) {
        let table = u16::from_le_bytes([self.cpu.registers.x, self.cpu.registers.y]);
        for offset in 0..2 * VECTORS.len() as u16 {
            let vector = usize::from(IRQ_VECTOR + offset);
            let place = table.wrapping_add(offset);
            if self.cpu.has(flag::C) {
                self.cpu.memory.ram[usize::from(place)] = self.cpu.memory.ram[vector];
            } else {
                self.cpu.memory.ram[vector] = self.cpu.memory.peek(place);
            }
        }
    }

    /// MEMTOP and MEMBOT: reads the pointer at `at` with the carry set, or sets it with the carry clear.
    fn memory_limit(&mut self, at: usize) {
        let reads = self.cpu.has(flag::C);
        let registers = &mut self.cpu.registers;
        let ram = &mut self.cpu.memory.ram;
        if reads {
            [registers.x, registers.y] = [ram[at], ram[at + 1]];
        } else {
            [ram[at], ram[at + 1]] = [registers.x, registers.y];
        }
        self.junk_flags();
    }

    fn plot(&mut self) {
        if self.cpu.has(flag::C) {
            let (row, column) = Screen::new(&mut self.cpu.memory).cursor();
            self.junk_registers();
            self.cpu.registers.x = row as u8;
            self.cpu.registers.y = column as u8;
        } else {
            let row = usize::from(self.cpu.registers.x);
            let column = usize::from(self.cpu.registers.y);
            Screen::new(&mut self.cpu.memory).set_cursor(row, column);
            self.junk_registers();
        }
    }

    /// Returns a byte that no program can predict, the same in every run.
    fn next_junk(&mut self) -> u8 {
        self.junk = self.junk.wrapping_mul(197).wrapping_add(89);
        self.junk
    }

    /// Fills A, X, Y and the condition flags with junk.
    pub(crate) fn junk_registers(&mut self) {
        self.cpu.registers.a = self.next_junk();
        self.cpu.registers.x = self.next_junk();
        self.cpu.registers.y = self.next_junk();
        self.junk_flags();
    }

    /// Fills N, V, Z and C with junk.
    pub(crate) fn junk_flags(&mut self) {
        let junk = self.next_junk();
        self.cpu.set(CONDITIONS, false);
        self.cpu.set(junk & CONDITIONS, true);
    }

    pub(crate) fn set_carry(&mut self, carry: bool) {
        self.cpu.set(flag::C, carry);
    }
}
