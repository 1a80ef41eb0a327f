//! A model of a 1541 for the fast loader: a second processor with the drive's memory and port, the disk controller's jobs with the time
//! that they take, and of the DOS the commands M-R, M-W, M-E and I. No ROM of a drive is free, so this is from its documents.
//!
//! Sources: Immers and Neufeld, "Inside Commodore DOS" (job queue, the controller's timer, the port); Commodore 1541 User's Guide
//! (commands, sectors of a track, 300 turns a minute). What they leave open is taken rather too slow: see the constants.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use cargo_c64::disk::d64::Image;
use cargo_c64::disk::geometry::{Location, sectors_of};
use machine::{Disk, DosStatus, MemoryDisk, SerialLines};
use mos6502::cpu::CPU;
use mos6502::instruction::Nmos6502;
use mos6502::memory::Bus;
use mos6502::registers::{StackPointer, Status};

/// All times are in microseconds. A turn of the disk.
const TURN: f64 = 200_000.0;
/// The controller looks at the job queue so often: its timer counts 58 × 256 cycles.
const TICK: f64 = 14_848.0;
/// What the look takes from the program, with no job in the queue: about 240 cycles, counted along the controller's interrupt in the
/// published source of the DOS (`mist64/cbmsrc`, DOS_1541C_01_REC).
const LOOK: f64 = 240.0;
/// From one track to the next. Taken: two half steps of a tick each.
const STEP: f64 = 30_000.0;
/// The controller's conversion of a sector that has been read into bytes, and its sum. Taken: about 100 cycles a byte.
const DECODE: f64 = 25_000.0;
/// From the end of a command on the bus to the program that M-E starts. Taken.
const START: f64 = 5_000.0;
/// Time in which the DOS answers ATN, and in which a program must have gone home.
const ANSWER: f64 = 300.0;
const HOME: f64 = 3_000_000.0;

/// Where a program that M-E has started returns to.
const DOS: u16 = 0xebe7;
/// The ROM's message of a reset, as M-R reads it.
const MESSAGE: u16 = 0xe5b7;

/// What answers at the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Dos,
    Running,
    /// Only the gate that has DATA follow ATN.
    Hanging,
    Off,
}

/// What becomes of the drive in the middle of an exchange, before it pulls a line for the bit of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The wire turns this bit around.
    Flip(u64),
    /// The drive is reset.
    Reset(u64),
    /// Its processor stops.
    Hang(u64),
    /// It is switched off.
    Off(u64),
}

/// The drive's memory map.
struct Chips {
    ram: [u8; 0x800],
    /// Stored to the port: bit 1 pulls DATA, 3 CLOCK, 4 has DATA follow ATN the other way.
    port: u8,
    computer: SerialLines,
    /// Whether the wire has CLOCK and DATA crossed at present.
    crossed: bool,
    /// Bits for which the program has pulled a line.
    bits: u64,
}

impl Chips {
    /// The lines that the drive pulls by its port, as the drive has them.
    fn own(&self) -> SerialLines {
        let follows = self.computer.attention != (self.port & 0x10 != 0);
        SerialLines { attention: false, clock: self.port & 8 != 0, data: self.port & 2 != 0 || follows }
    }

    fn through_wire(&self, lines: SerialLines) -> SerialLines {
        if self.crossed { SerialLines { clock: lines.data, data: lines.clock, ..lines } } else { lines }
    }
}

impl Bus for Chips {
    fn get_byte(&mut self, address: u16) -> u8 {
        match address {
            0..0x800 => self.ram[usize::from(address)],
            0x1800 => {
                let (own, others) = (self.own(), self.through_wire(self.computer));
                self.port & 0x1a
                    | u8::from(own.data || others.data)
                    | u8::from(own.clock || others.clock) << 2
                    | u8::from(self.computer.attention) << 7
            }
            _ => panic!("the drive's program reads ${address:04X}"),
        }
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        match address {
            0..0x800 => self.ram[usize::from(address)] = value,
            0x1800 => {
                let pulled = value & 0x0a;
                self.bits += u64::from(pulled != 0 && pulled != self.port & 0x0a);
                self.port = value;
            }
            _ => panic!("the drive's program stores to ${address:04X}"),
        }
    }
}

/// The drive.
pub struct Drive {
    cpu: CPU<Chips, Nmos6502>,
    state: State,
    now: f64,
    next_tick: f64,
    /// Microseconds of a cycle.
    cycle: f64,
    head: u8,
    image: Image,
    random: u64,
    attention_since: Option<f64>,
    answer: Option<Vec<u8>>,
    /// The last message of its ROM: another one for another drive.
    pub model: &'static [u8],
    /// What happens in the middle.
    pub fault: Option<Fault>,
    /// Sectors that cannot be read, how often, and the controller's result.
    pub bad: BTreeMap<Location, (u32, u8)>,
    /// Commands but those of the memory, and files that the KERNAL has loaded.
    pub log: Vec<String>,
    /// Jobs that have read a sector.
    pub reads: u32,
}

impl Drive {
    /// A drive with a disk. `seed` decides the phase of the disk, the clock's error, and the delays of its program.
    pub fn new(image: Image, seed: u64) -> Drive {
        let mut chips =
            Chips { ram: [0; 0x800], port: 0, computer: SerialLines::default(), crossed: false, bits: 0 };
        chips.ram.fill(0x5a);
        chips.ram[..6].fill(1);
        let mut drive = Drive {
            cpu: CPU::new(chips, Nmos6502),
            state: State::Dos,
            now: 0.0,
            next_tick: 0.0,
            cycle: 1.0,
            head: 18,
            image,
            random: seed | 1,
            attention_since: None,
            answer: None,
            model: b"\xc3BM DOS V2.6 154\xb1",
            fault: None,
            bad: BTreeMap::new(),
            log: Vec::new(),
            reads: 0,
        };
        // The crystals of both machines err by no more than a ten-thousandth.
        drive.cycle = 1.0 + (drive.chance(201) as f64 - 100.0) * 1e-6;
        drive.now = drive.chance(TURN as u64) as f64;
        drive.next_tick = drive.now + drive.chance(TICK as u64) as f64;
        drive
    }

    /// A random number below `limit`.
    fn chance(&mut self, limit: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % limit
    }

    /// The time by the drive's clock.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Whether the DOS has the drive.
    pub fn is_at_home(&self) -> bool {
        self.state == State::Dos
    }

    /// The bits that its program has begun to send.
    pub fn bits(&self) -> u64 {
        self.cpu.memory.bits
    }

    /// Whether it has been switched off.
    pub fn is_off(&self) -> bool {
        self.state == State::Off
    }

    /// Goes on up to a time, while the computer pulls these lines.
    pub fn advance(&mut self, to: f64, computer: SerialLines) {
        let attention = computer.attention.then_some(self.now);
        self.attention_since = attention.map(|now| self.attention_since.unwrap_or(now));
        self.cpu.memory.computer = computer;
        while self.now < to {
            match self.state {
                State::Running => self.step(),
                _ => self.now = to,
            }
        }
    }

    /// The lines that the drive pulls.
    pub fn lines(&self) -> SerialLines {
        let chips = &self.cpu.memory;
        match self.state {
            State::Running => chips.through_wire(chips.own()),
            // A listener holds DATA until it is ready.
            State::Dos => {
                let data = self.attention_since.is_some_and(|since| self.now < since + ANSWER);
                SerialLines { data, ..SerialLines::default() }
            }
            State::Hanging => SerialLines { data: chips.computer.attention, ..SerialLines::default() },
            State::Off => SerialLines::default(),
        }
    }

    /// An instruction of the program.
    fn step(&mut self) {
        if self.now >= self.next_tick {
            self.next_tick += TICK;
            if !self.cpu.registers.status.contains(Status::PS_DISABLE_INTERRUPTS) {
                self.now += LOOK;
                self.do_job();
            }
        }
        let before = self.cpu.cycles;
        let bits = self.cpu.memory.bits;
        self.cpu.single_step();
        self.now += (self.cpu.cycles - before) as f64 * self.cycle;
        // Whatever else may come between two instructions.
        if self.chance(200) == 0 {
            self.now += self.chance(20) as f64;
        }
        if self.cpu.memory.bits != bits {
            self.meet_fault();
        }
        let chips = &mut self.cpu.memory;
        if chips.crossed && chips.port & 0x0a == 0 && !chips.computer.clock && !chips.computer.data {
            chips.crossed = false;
        }
        if self.cpu.registers.program_counter == DOS {
            assert_eq!(chips.port & 0x1a, 0, "the program leaves with a line pulled");
            assert_eq!(self.cpu.registers.stack_pointer.0, 0x40, "the program leaves things on the stack");
            self.state = State::Dos;
            self.attention_since = chips.computer.attention.then_some(self.now);
        }
    }

    fn meet_fault(&mut self) {
        let bits = self.cpu.memory.bits;
        match self.fault {
            Some(Fault::Flip(at)) if at == bits => self.cpu.memory.crossed = true,
            Some(Fault::Reset(at)) if at == bits => self.state = State::Dos,
            Some(Fault::Hang(at)) if at == bits => self.state = State::Hanging,
            Some(Fault::Off(at)) if at == bits => self.state = State::Off,
            _ => return,
        }
        self.fault = None;
    }

    /// The first job of the queue, if there is one.
    fn do_job(&mut self) {
        let Some(buffer) = (0..5).find(|at| self.cpu.memory.ram[*at] >= 0x80) else { return };
        let ram = &self.cpu.memory.ram;
        let (job, at) = (ram[buffer], Location { track: ram[6 + 2 * buffer], sector: ram[7 + 2 * buffer] });
        let result = match job {
            0x80 => self.read(at, buffer),
            0xc0 => {
                self.move_head(1);
                1
            }
            _ => panic!("no job of ours: {job:02X}"),
        };
        self.cpu.memory.ram[buffer] = result;
    }

    fn move_head(&mut self, track: u8) {
        self.now += f64::from(track.abs_diff(self.head)) * STEP;
        self.head = track;
    }

    fn read(&mut self, at: Location, buffer: usize) -> u8 {
        self.reads += 1;
        if !(1..=35).contains(&at.track) {
            return 2;
        }
        self.move_head(at.track);
        let pass = TURN / f64::from(sectors_of(at.track));
        // Any header tells that this is the track; then comes the one that is wanted.
        let header = (self.now / pass).ceil() * pass + pass / 8.0;
        let wanted = f64::from(at.sector) * pass;
        let turns = ((header - wanted) / TURN).ceil();
        let start = wanted + turns * TURN;
        self.now = start + pass + DECODE;
        if let Some((times, result)) = self.bad.get_mut(&at)
            && *times > 0
        {
            *times -= 1;
            return *result;
        }
        let Some(sector) = self.image.sector(at) else {
            self.now += 2.0 * TURN;
            return 2;
        };
        self.cpu.memory.ram[0x300 + 0x100 * buffer..][..0x100].copy_from_slice(sector);
        1
    }

    /// The KERNAL asks for the drive: a program has to go home first.
    fn attend(&mut self) {
        assert!(self.state != State::Hanging, "the KERNAL would wait for ever");
        let end = self.now + HOME;
        let computer = SerialLines { attention: true, ..SerialLines::default() };
        while self.state == State::Running {
            let next = self.now + 100.0;
            self.advance(next, computer);
            assert!(self.now < end, "the drive's program does not leave when ATN comes");
        }
        self.advance(self.now, SerialLines::default());
    }

    fn obey(&mut self, command: &[u8]) -> DosStatus {
        self.attend();
        let word = |at: usize| usize::from(u16::from_le_bytes([command[at], command[at + 1]]));
        match command {
            [b'M', b'-', b'R', _, _, length] => {
                let byte = |at| usize::checked_sub(at, MESSAGE.into()).and_then(|at| self.model.get(at));
                let bytes = (0..usize::from(*length)).map(|at| byte(word(3) + at).copied().unwrap_or(0xff));
                self.answer = Some(bytes.collect());
            }
            [b'M', b'-', b'W', _, _, length, bytes @ ..] => {
                assert!(command.len() <= 42 && bytes.len() == usize::from(*length), "{command:?}");
                self.cpu.memory.ram[word(3)..][..bytes.len()].copy_from_slice(bytes);
            }
            [b'M', b'-', b'E', _, _] => {
                let [low, high] = (DOS - 1).to_le_bytes();
                self.cpu.memory.ram[0x13f..0x141].copy_from_slice(&[low, high]);
                self.cpu.registers.stack_pointer = StackPointer(0x3e);
                self.cpu.registers.status = Status::PS_UNUSED;
                self.cpu.registers.program_counter = word(3) as u16;
                self.now += START;
                self.state = State::Running;
            }
            [b'I', ..] => self.log.push("I".into()),
            _ => return DosStatus::error(31),
        }
        DosStatus::OK
    }
}

/// The drive as the KERNAL's calls reach it.
pub struct OnBus(pub Rc<RefCell<Drive>>);

impl Disk for OnBus {
    fn load(&mut self, name: &[u8]) -> Result<Vec<u8>, DosStatus> {
        let mut drive = self.0.borrow_mut();
        drive.attend();
        drive.log.push(format!("LOAD {}", String::from_utf8_lossy(name)));
        MemoryDisk::from_image(&drive.image).load(name)
    }

    fn save(&mut self, _: &[u8], _: &[u8]) -> DosStatus {
        DosStatus::error(26)
    }

    fn command(&mut self, command: &[u8]) -> DosStatus {
        self.0.borrow_mut().obey(command)
    }

    fn answer(&mut self) -> Option<Vec<u8>> {
        self.0.borrow_mut().answer.take()
    }
}
