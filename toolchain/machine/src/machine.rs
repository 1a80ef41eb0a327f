//! The machine itself: loading, running, watching.

use std::ops::Range;

use crate::bus::{Area, Event, Mark, MemoryMap, Rom};
use crate::channels::Files;
use crate::config::{Config, LoadRange, Stop};
use crate::cpu::{Bus, Cpu, jams};
use crate::error::{Error, Registers, Report};
use crate::keyboard::Keyboard;
use crate::labels::Labels;
use crate::monitor::Monitor;
use crate::profile::{ChainCycles, FunctionCycles, Profile};
use crate::schedule::Schedule;
use crate::screen::{self, Screen};
use crate::sid::Sid;
use crate::trace::TRACE_LENGTH;
use crate::vic::Vic;
use chips::opcodes::{OPCODES, is_branch};
use chips::petscii;

/// The address at which the KERNAL's SYS routine continues after the program's RTS. Source: KERNAL 901227-03, $E12A.
pub(crate) const RETURN: u16 = 0xe147;
/// Cycles before the limit in which no loop is skipped, so that the error has its last instructions: as many as the longest ones take.
const TOLD: u64 = TRACE_LENGTH as u64 * 7;
/// The stack pointer of a program started by SYS in direct mode.
const SYS_STACK: u8 = 0xf6;
/// Reasons why an opcode needs a check before or after it is executed: bits of [`CARE`].
mod care {
    pub(super) const ILLEGAL: u8 = 1;
    pub(super) const STACK: u8 = 2;
    /// May change I or D.
    pub(super) const FLAGS: u8 = 4;
    pub(super) const BREAK: u8 = 16;
    /// NOP, which may be a breakpoint.
    pub(super) const NOP: u8 = 32;
    /// Stores to an address of its own, such as that of a software stack's pointer; checked afterwards.
    pub(super) const STORE: u8 = 64;
}

static CARE: [u8; 256] = care_table();

const fn care_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut code = 0;
    while code < 256 {
        table[code] = match code {
            _ if OPCODES[code].is_none() => care::ILLEGAL,
            0x00 => care::BREAK | care::STACK,
            0x20 | 0x48 | 0x08 | 0x60 | 0x68 => care::STACK,
            0x28 | 0x40 => care::STACK | care::FLAGS,
            0x58 | 0x78 | 0xf8 => care::FLAGS,
            0xea => care::NOP,
            0x84..=0x86 | 0x8c..=0x8e | 0xc6 | 0xce => care::STORE,
            _ => 0,
        };
        code += 1;
    }
    table
}

/// Returns whether an instruction that jumps to itself changes nothing else: JMP and the branches.
const fn jumps_only(opcode: u8) -> bool {
    matches!(opcode, 0x4c | 0x6c) || is_branch(opcode)
}

/// A Commodore 64.
pub struct Machine {
    pub(crate) cpu: Box<Cpu<MemoryMap>>,
    pub(crate) config: Config,
    pub(crate) schedule: Schedule,
    start: Start,
    pub(crate) monitor: Monitor,
    pub(crate) files: Files,
    pub(crate) keyboard: Keyboard,
    printed: Printed,
    /// The last junk byte left by KERNAL calls in registers that they may change.
    pub(crate) junk: u8,
}

/// The state at the start of the program.
struct Start {
    /// The stack pointer at which an RTS returns to [`RETURN`].
    stack: u8,
    /// The zero page as it was when the program was started from BASIC.
    page: [u8; 0x100],
}

/// Everything printed so far.
#[derive(Default)]
struct Printed {
    petscii: Vec<u8>,
    text: String,
}

impl Machine {
    /// Creates a machine after power-on, as if BASIC showed READY.: the KERNAL's and BASIC's variables are set, the screen is cleared.
    pub fn new(config: Config) -> Machine {
        let vic = Vic::new(config.standard, config.display, config.video_stalls);
        let sid = Sid::new(config.standard, config.sound);
        let memory = MemoryMap::new(config.ram_fill, config.zero_page_fill, vic, sid, config.cia);
        let mut machine = Machine {
            cpu: Box::new(Cpu::new(memory)),
            config,
            schedule: Schedule::new(),
            start: Start { stack: 0xff, page: [0; 0x100] },
            monitor: Monitor::new(),
            files: Files::default(),
            keyboard: Keyboard::default(),
            printed: Printed::default(),
            junk: 0xb7,
        };
        machine.power_on();
        machine
    }

    fn power_on(&mut self) {
        self.reset_kernal();
        let [low, high] = self.config.standard.jiffy_latch().to_le_bytes();
        let cia = &mut self.cpu.memory.cia[0];
        cia.write(4, low, 0);
        cia.write(5, high, 0);
        cia.write(14, 0x11, 0);
        if self.config.interrupts {
            cia.write(13, 0x81, 0);
        }
    }

    /// Loads a PRG file (a two-byte load address, then the bytes) into RAM, whatever is banked in.
    ///
    /// # Errors
    /// [`Error::Prg`] if it has fewer than three bytes or extends beyond $FFFF.
    pub fn load_prg(&mut self, prg: &[u8]) -> Result<LoadRange, Error> {
        let [low, high, bytes @ ..] = prg else { return Err(Error::Prg { size: prg.len(), load: None }) };
        let start = u16::from_le_bytes([*low, *high]);
        if bytes.is_empty() {
            return Err(Error::Prg { size: prg.len(), load: None });
        }
        let range =
            self.load_bytes(start, bytes).map_err(|_| Error::Prg { size: prg.len(), load: Some(start) })?;
        // As LOAD does: sets the end of the BASIC program and its variables.
        let [low, high] = (range.end as u16).to_le_bytes();
        for pointer in [0x2d, 0x2f, 0x31] {
            self.cpu.memory.ram[pointer] = low;
            self.cpu.memory.ram[pointer + 1] = high;
        }
        Ok(range)
    }

    /// Copies bytes into RAM.
    ///
    /// # Errors
    /// [`Error::Range`] if they extend beyond $FFFF.
    pub fn load_bytes(&mut self, start: u16, bytes: &[u8]) -> Result<LoadRange, Error> {
        let first = usize::from(start);
        let target = self
            .cpu
            .memory
            .ram
            .get_mut(first..first + bytes.len())
            .ok_or(Error::Range { start, size: bytes.len() })?;
        target.copy_from_slice(bytes);
        Ok(LoadRange { start, end: (first + bytes.len()) as u32 })
    }

    /// Installs a ROM image. With a KERNAL image, its code runs and this crate implements no calls.
    ///
    /// # Errors
    /// [`Error::Rom`] if the image has the wrong size.
    pub fn load_rom(&mut self, rom: Rom, image: &[u8]) -> Result<(), Error> {
        if image.len() != rom.size() {
            return Err(Error::Rom { expected: rom.size(), size: image.len() });
        }
        self.cpu.memory.set_rom(rom, image.into());
        Ok(())
    }

    /// Returns the byte that a program would read at `address`, without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        self.cpu.memory.peek(address)
    }

    /// Returns two bytes, low byte first, read like [`Machine::peek`].
    pub fn peek_word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Returns the bytes of RAM at `range`, whatever is banked in; empty if the range is not within $0000-$FFFF.
    pub fn ram(&self, range: Range<usize>) -> &[u8] {
        self.cpu.memory.ram.get(range).unwrap_or(&[])
    }

    /// Stores a byte as a program would, I/O and banking included. Protection does not apply to it.
    pub fn poke(&mut self, address: u16, value: u8) {
        let event = self.cpu.memory.event.take();
        // As if by a two-cycle instruction that begins now.
        let now = self.cpu.memory.now;
        self.cpu.memory.now = now + 1;
        self.cpu.memory.write(address, value);
        self.cpu.memory.now = now;
        if let Some(Event::Protected { address, value }) = self.cpu.memory.event.take() {
            self.cpu.memory.ram[usize::from(address)] = value;
        }
        self.cpu.memory.event = event;
        self.schedule.wake();
    }

    /// Makes every store by the program into `range` an error.
    pub fn protect(&mut self, range: Range<u16>) {
        self.cpu.memory.protect(u32::from(range.start)..u32::from(range.end));
    }

    /// Returns the processor's registers.
    pub fn registers(&self) -> Registers {
        self.cpu.registers
    }

    /// Replaces the processor's registers.
    pub fn set_registers(&mut self, registers: Registers) {
        self.cpu.registers = registers;
        self.cpu.set_status(registers.p);
    }

    /// Returns the cycles executed since the machine was created.
    pub fn cycles(&self) -> u64 {
        self.cpu.memory.now
    }

    /// Replaces the cycle limit, counted from the creation of the machine.
    pub fn set_cycle_limit(&mut self, limit: u64) {
        self.config.cycle_limit = limit;
        self.schedule.wake();
    }

    /// Returns the lowest stack pointer seen before a push or pull since the machine was created.
    pub fn lowest_stack_pointer(&self) -> u8 {
        self.monitor.lowest_stack
    }

    /// Returns the places in the program whose calls have not returned, the last caller first: the addresses of JSR instructions and of
    /// interrupted instructions.
    pub fn callers(&self) -> Vec<u16> {
        let stack = &self.cpu.memory.ram[0x100..0x200];
        self.monitor.callers.stack(self.cpu.registers.sp, stack)
    }

    /// Counts from now on how often the program passes these addresses, each of which must hold a NOP. The program does not stop there.
    pub fn count_breakpoints(&mut self, addresses: &[u16]) {
        self.monitor.breakpoints = addresses.iter().map(|address| (*address, 0)).collect();
    }

    /// Returns the addresses of [`Machine::count_breakpoints`] in ascending order, with how often the program has passed each.
    pub fn breakpoints(&self) -> Vec<(u16, u64)> {
        self.monitor.breakpoints.iter().map(|(address, count)| (*address, *count)).collect()
    }

    /// Sets names for addresses in reports. If they are those of a program of `sys2080-compiler`, its software stack is watched from now on
    /// ([`Error::SoftwareStack`]), unless [`Config::strict`] is off.
    pub fn set_labels(&mut self, labels: Labels) {
        self.monitor.set_labels(labels, self.config.strict);
    }

    /// Starts counting cycles per function, where `labels` names the functions; also sets the labels like [`Machine::set_labels`].
    pub fn profile(&mut self, labels: Labels) {
        self.monitor.profile = Some(Box::new(Profile::new(&labels)));
        self.monitor.set_labels(labels, self.config.strict);
    }

    /// Returns the cycles per function since [`Machine::profile`], in descending order; empty if that was not called.
    pub fn profiled_functions(&self) -> Vec<FunctionCycles> {
        self.monitor.profile.as_ref().map_or_else(Vec::new, |profile| profile.functions())
    }

    /// Returns the cycles per call chain since [`Machine::profile`]; empty if that was not called. Callers come before callees.
    pub fn profiled_chains(&self) -> Vec<ChainCycles> {
        self.monitor.profile.as_ref().map_or_else(Vec::new, |profile| profile.chains())
    }

    /// Returns the cycles per instruction since [`Machine::profile`], by address in ascending order; empty if that was not called. Calls
    /// implemented by the machine itself are not included.
    pub fn profiled_addresses(&self) -> Vec<(u16, u64)> {
        self.monitor.profile.as_ref().map_or_else(Vec::new, |profile| profile.addresses())
    }

    /// Returns the stores to $D7FE so far.
    pub fn marks(&self) -> &[Mark] {
        &self.cpu.memory.marks
    }

    /// Adds PETSCII bytes to the keys that GETIN and CHRIN will return.
    pub fn type_keys(&mut self, petscii: &[u8]) {
        self.keyboard.keys.extend(petscii);
    }

    /// Returns the text screen: 25 rows without trailing spaces.
    pub fn screen_text(&self) -> Vec<String> {
        screen::text(&self.cpu.memory)
    }

    /// Returns everything printed so far as readable text: carriage returns become newlines, other control codes are left out.
    pub fn transcript(&self) -> &str {
        &self.printed.text
    }

    /// Returns everything printed so far as PETSCII.
    pub fn printed(&self) -> &[u8] {
        &self.printed.petscii
    }

    /// Presses or releases RUN/STOP.
    pub fn press_stop(&mut self, pressed: bool) {
        self.keyboard.stop = pressed;
        self.cpu.memory.ram[0x91] = if pressed { 0x7f } else { 0xff };
        self.hold_key(7, 7, pressed);
    }

    /// Presses or releases a key, given by its position in the keyboard matrix: the bits of port A (column) and port B (row) of CIA 1, 0 to
    /// 7. Programs that read the matrix see it; the KERNAL's GETIN and CHRIN do not: see [`Machine::type_keys`]. Other positions are
    /// ignored. Source of the positions: Sheldon Leemon, "Mapping the Commodore 64", $DC00.
    pub fn hold_key(&mut self, column: u8, row: u8, held: bool) {
        if let Some(rows) = self.cpu.memory.keyboard.get_mut(usize::from(column)).filter(|_| row < 8) {
            *rows = *rows & !(1 << row) | u8::from(!held) << row;
        }
    }

    /// Sets the joystick in control port 1 or 2: bit 0 up, 1 down, 2 left, 3 right, 4 fire; 1 = held.
    /// Other ports are ignored.
    pub fn hold_joystick(&mut self, port: u8, held: u8) {
        if let Some(lines) = self.cpu.memory.joystick.get_mut(usize::from(port).wrapping_sub(1)) {
            *lines = !(held & 0x1f);
        }
    }

    /// Returns whether the program has read the CIA 1 register with the lines of control port 1 or 2, inside or outside of a handler; false
    /// for other ports.
    pub fn has_read_joystick(&self, port: u8) -> bool {
        self.cpu.memory.joystick_read.get(usize::from(port).wrapping_sub(1)).is_some_and(|read| *read)
    }

    pub(crate) fn print(&mut self, byte: u8) {
        self.printed.petscii.push(byte);
        self.printed.text.extend(petscii::printed(byte, screen::charset(&self.cpu.memory)));
        Screen::new(&mut self.cpu.memory).print(byte);
    }

    /// Starts the program through its BASIC program at $0801, such as `10 SYS 2080`, as RUN would, and runs it up to its return to BASIC.
    /// Before the SYS, BASIC may execute REM, CLR and POKE; expressions consist of numbers, + - * / ^, parentheses, PEEK and INT.
    /// Statements after the SYS are not executed.
    ///
    /// # Errors
    /// [`Error::NoSysLine`], and the errors of [`Machine::run`].
    pub fn start_basic_program(&mut self) -> Result<Stop, Error> {
        self.prepare_basic_program()?;
        self.run()
    }

    /// Sets up memory and processor like [`Machine::start_basic_program`], but does not run any machine code yet.
    ///
    /// # Errors
    /// [`Error::NoSysLine`].
    pub fn prepare_basic_program(&mut self) -> Result<(), Error> {
        let entry = self.find_sys()?;
        let [low, high] = entry.to_le_bytes();
        self.cpu.memory.ram[0x14] = low;
        self.cpu.memory.ram[0x15] = high;
        self.start.page.copy_from_slice(&self.cpu.memory.ram[..0x100]);
        self.set_registers(Registers { pc: entry, a: 0, x: 0, y: 0, sp: SYS_STACK, p: 0x20 });
        self.push_return();
        Ok(())
    }

    /// Returns the bytes that the program has changed although BASIC needs them, in the processor port and in BASIC's part of the zero page
    /// ($00-$8F): address, byte at the start, current byte. For use after [`Machine::start_basic_program`].
    pub fn changes_for_basic(&self) -> Vec<(u16, u8, u8)> {
        let now = &self.cpu.memory.ram[..0x90];
        let pairs = self.start.page[..0x90].iter().zip(now).enumerate();
        pairs
            .filter(|(_, (start, now))| start != now)
            .map(|(at, (start, now))| (at as u16, *start, *now))
            .collect()
    }

    /// Pushes the address of the KERNAL's SYS routine, so that an RTS gives [`Stop::Returned`].
    fn push_return(&mut self) {
        self.start.stack = self.cpu.registers.sp;
        for byte in (RETURN - 1).to_be_bytes() {
            let sp = self.cpu.registers.sp;
            self.cpu.memory.ram[0x100 + usize::from(sp)] = byte;
            self.cpu.registers.sp = sp.wrapping_sub(1);
        }
    }

    /// Presses reset: with a KERNAL image this boots the machine; without one, the KERNAL's variables are reinitialised. The next run
    /// starts at the reset vector; without an image there is nothing to run there.
    pub fn reset(&mut self) {
        self.poke(0x01, 0x37);
        self.poke(0x00, 0x2f);
        self.reset_kernal();
        let pc = self.peek_word(0xfffc);
        self.set_registers(Registers { pc, a: 0, x: 0, y: 0, sp: 0xff, p: 0x24 });
    }

    /// Calls the routine at `address` with the current registers and runs it up to its RTS.
    ///
    /// # Errors
    /// The same as for [`Machine::run`].
    pub fn call(&mut self, address: u16) -> Result<Stop, Error> {
        self.push_return();
        self.run_from(address)
    }

    /// Runs from `pc` with the current registers and stack.
    ///
    /// # Errors
    /// The same as for [`Machine::run`].
    pub fn run_from(&mut self, pc: u16) -> Result<Stop, Error> {
        self.cpu.registers.pc = pc;
        self.run()
    }

    /// Runs until something stops the program.
    ///
    /// # Errors
    /// Every [`Error`] that carries a [`Report`]. After an error, the machine can be inspected, but not sensibly continued.
    pub fn run(&mut self) -> Result<Stop, Error> {
        loop {
            if let Some(stop) = self.run_for(u64::MAX)? {
                return Ok(stop);
            }
        }
    }

    /// Runs until something stops the program; returns `None` if `cycles` have passed first.
    ///
    /// # Errors
    /// The same as for [`Machine::run`].
    pub fn run_for(&mut self, cycles: u64) -> Result<Option<Stop>, Error> {
        self.schedule.pause = self.cpu.memory.now.saturating_add(cycles);
        self.schedule.wake();
        self.keyboard.forget_polls();
        self.cpu.memory.touched = true;
        loop {
            if self.cpu.memory.now >= self.schedule.deadline {
                if self.cpu.memory.now >= self.schedule.pause {
                    return Ok(None);
                }
                if self.meet_deadline()? {
                    continue;
                }
            }
            let pc = self.cpu.registers.pc;
            let start = self.cpu.memory.now;
            if pc >= 0xe000 {
                if pc == RETURN && self.cpu.registers.sp == self.start.stack {
                    return Ok(Some(Stop::Returned));
                }
                if self.kernal_answers() {
                    self.cpu.memory.touched = true;
                    match self.kernal_call(pc)? {
                        Some(stop) => return Ok(Some(stop)),
                        None => continue,
                    }
                }
            }
            let registers = self.cpu.registers;
            let stored = self.cpu.memory.fetch(pc);
            let opcode = match stored {
                Some(opcode) => opcode,
                None if !self.config.strict && self.cpu.memory.area(pc) == Area::Io => {
                    self.cpu.memory.read(pc)
                }
                None => return Err(Error::NoCode { pc, report: self.report() }),
            };
            self.monitor.trace.push(registers);
            let care = CARE[usize::from(opcode)];
            if care & !care::STORE != 0 {
                self.check(pc, opcode, care)?;
            }
            if stored.is_some() {
                self.cpu.memory.pass_opcode();
            }
            self.cpu.registers.pc = pc.wrapping_add(1);
            self.cpu.execute(opcode);
            if let Some(profile) = &mut self.monitor.profile {
                profile.add(pc, opcode, registers.sp, self.cpu.memory.now - start);
            }
            if care & care::FLAGS != 0 {
                self.check_flags(pc)?;
            }
            if care & care::STORE != 0 || self.monitor.low_stack {
                self.check_software_stack()?;
            }
            if self.cpu.memory.event.is_some()
                && let Some(stop) = self.handle_event()?
            {
                return Ok(Some(stop));
            }
            let next = self.cpu.registers.pc;
            if next == pc && jumps_only(opcode) && !self.interruptible() {
                return Ok(Some(Stop::Halted { pc }));
            }
            if next <= pc && !self.monitor.counts() {
                let touched = std::mem::take(&mut self.cpu.memory.touched);
                let end = self.config.cycle_limit.saturating_sub(TOLD).min(self.cpu.memory.free_until);
                self.cpu.memory.now +=
                    self.schedule.waits(self.cpu.registers, self.cpu.memory.now, touched, end);
            }
        }
    }

    /// Checks an instruction before it is executed: counts breakpoints, records calls, and rejects what a compiled program never does.
    fn check(&mut self, pc: u16, opcode: u8, care: u8) -> Result<(), Error> {
        if care & care::ILLEGAL != 0 {
            if self.config.strict && !self.config.undocumented {
                return Err(Error::IllegalOpcode { pc, opcode, report: self.report() });
            }
            if jams(opcode) {
                return Err(Error::Jam { pc, opcode, report: self.report() });
            }
            return Ok(());
        }
        if care & care::NOP != 0 {
            self.monitor.see_nop(pc);
            return Ok(());
        }
        if opcode == 0x20 {
            self.monitor.callers.call(pc, self.cpu.registers.sp);
        }
        if opcode == 0x78
            && let Some(stack) = &mut self.monitor.software_stack
        {
            stack.see_end(pc);
        }
        if !self.config.strict {
            return Ok(());
        }
        if care & care::BREAK != 0 {
            return Err(Error::Break { pc, report: self.report() });
        }
        if opcode == 0xf8 {
            return Err(Error::Decimal { pc, report: self.report() });
        }
        if care & care::STACK != 0 {
            let sp = self.cpu.registers.sp;
            self.monitor.see_stack(sp);
            let (room, used) = match opcode {
                0x48 | 0x08 => (sp, 1),
                0x20 => (sp, 2),
                0x68 | 0x28 => (0xff - sp, 1),
                0x60 => (0xff - sp, 2),
                _ => (0xff - sp, 3),
            };
            if room < used {
                let underflow = !matches!(opcode, 0x48 | 0x08 | 0x20);
                return Err(Error::Stack { pc, underflow, report: self.report() });
            }
        }
        Ok(())
    }

    /// Checks the program's software stack after an instruction.
    #[inline]
    fn check_software_stack(&mut self) -> Result<(), Error> {
        let Some(stack) = &mut self.monitor.software_stack else { return Ok(()) };
        let Registers { pc, sp, .. } = self.cpu.registers;
        if let Some((pointer, limit)) = stack.look(&self.cpu.memory.ram, sp) {
            return Err(Error::SoftwareStack { pc, pointer, limit, report: self.report() });
        }
        self.monitor.low_stack = stack.is_low();
        Ok(())
    }

    fn handle_event(&mut self) -> Result<Option<Stop>, Error> {
        match self.cpu.memory.event.take() {
            Some(Event::Exit(code)) => Ok(Some(Stop::Exit { code, cycles: self.cpu.memory.now })),
            Some(Event::Protected { address, value }) => {
                Err(Error::WriteToProtected { address, value, report: self.report() })
            }
            Some(Event::Watched { address, value }) => Ok(Some(Stop::Stored { address, value })),
            Some(Event::Interrupts) => {
                self.schedule.wake();
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// Returns the registers and last instructions, for an error.
    pub(crate) fn report(&self) -> Box<Report> {
        self.monitor.report(self.registers(), self.cpu.memory.now, |address| self.cpu.memory.peek(address))
    }
}
