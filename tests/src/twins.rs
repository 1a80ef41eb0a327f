//! A program in VICE and on the built-in C64, cycle by cycle the same: both have the same ROMs, start from the same state at the same
//! place of the beam, and get the same keys at the same cycle.

use machine::{Config, Labels, Machine, Registers, Rom, Stop, VideoStandard};
use tools::play_picture::{Picture, Pictures};
use vice::{Config as ViceConfig, Drive, EXIT_ADDRESS, Joystick, Session, State};

use crate::person::{Computer, LIMITS};
use crate::program;
use crate::seen;

/// `SYS 2062` instead of `SYS 2080`: the offset of the digits in a program's file. Between the BASIC line and the entry there is room.
const DIGITS: usize = 8;
const WAIT: u16 = 2062;
const ENTRY: u16 = 2080;
/// `JMP 2062`: waits. Its operand is where the program goes on.
const WAITING: [u8; 3] = [0x4c, WAIT as u8, (WAIT >> 8) as u8];

/// The tape's buffer, where there is room for what brings both to the same state.
const BUFFER: u16 = 0x033c;

/// The chips whose registers are taken over: the VIC-II, the colour RAM, the ports of both CIAs.
const VIC: (u16, u16) = (0xd000, 0x2f);
const COLOURS: (u16, u16) = (0xd800, 0x400);
const PORTS: [u16; 6] = [0xdc00, 0xdc02, 0xdc03, 0xdd00, 0xdd02, 0xdd03];

/// The RAM, in two parts, without the processor's port.
const MEMORY: [(u16, u16); 2] = [(2, 0x7ffe), (0x8000, 0x8000)];

/// The KERNAL's keyboard buffer, and the number of keys in it.
const KEY_BUFFER: u16 = 0x0277;
const KEY_COUNT: u16 = 0x00c6;

/// The raster line at which pictures are compared: one that is not seen.
const UNSEEN: u8 = 13;

/// Brings both to the same state: no interrupts, no bad lines, a known cycle of the beam, the KERNAL's timer begun anew. `delay` is so long
/// that the first loop with it takes one cycle less than a line has: so it looks at the beam one cycle earlier from line to line, until that
/// is in the line before. The second loop takes a line, and ends in the same one always.
fn meeting(standard: VideoStandard) -> Vec<u8> {
    let (delay, latch): (&[u8], u16) = match standard {
        VideoStandard::Pal => (&[0xea], 0x4025),
        VideoStandard::Ntsc => (&[0xea, 0xea], 0x4295),
    };
    let store = |value: u8, address: u16| {
        let [low, high] = address.to_le_bytes();
        [0xa9, value, 0x8d, low, high]
    };
    let stores = |stores: &[(u8, u16)]| {
        stores.iter().flat_map(|&(value, address)| store(value, address)).collect::<Vec<u8>>()
    };
    let [low, high] = latch.to_le_bytes();
    let back = (0xff - 10 - delay.len()) as u8;
    [
        vec![0x78],
        stores(&[(0x7f, 0xdc0d), (0x7f, 0xdd0d)]),
        // LDA $DC0D: LDA $DD0D acknowledges.
        vec![0xad, 0x0d, 0xdc, 0xad, 0x0d, 0xdd],
        stores(&[(0, 0xd015), (0, 0xd01a), (0x0b, 0xd011), (0x0f, 0xd019)]),
        stores(&[(0, 0xdc0e), (0, 0xdc0f), (0, 0xdd0e), (0, 0xdd0f)]),
        // BIT $D011: BPL *-3: BIT $D011: BMI *-3, so that a new frame begins.
        vec![0x2c, 0x11, 0xd0, 0x10, 0xfb, 0x2c, 0x11, 0xd0, 0x30, 0xfb],
        // LDX #16: CPX $D012: BNE *-3.
        vec![0xa2, 16, 0xec, 0x12, 0xd0, 0xd0, 0xfb],
        // LDY #10: DEY: BNE *-1: delay: INX: CPX $D012: BEQ back.
        [&[0xa0, 10, 0x88, 0xd0, 0xfd], delay, &[0xe8, 0xec, 0x12, 0xd0, 0xf0, back]].concat(),
        // LDY #10: DEY: BNE *-1: delay: NOP: BIT 0: INX: CPX #40: BNE back, a line each time.
        [&[0xa0, 10, 0x88, 0xd0, 0xfd], &delay[1..], &[0xea, 0x24, 0, 0xe8, 0xe0, 40, 0xd0, back - 1]]
            .concat(),
        stores(&[(low, 0xdc04), (high, 0xdc05), (0x81, 0xdc0d), (0x11, 0xdc0e), (0x1b, 0xd011)]),
        // CLI: JMP 2080.
        vec![0x58, 0x4c, ENTRY as u8, (ENTRY >> 8) as u8],
    ]
    .concat()
}

/// Replaces each read of the SID's noise, which is not VICE's on the built-in C64, by a constant that takes as many cycles: LDA and EOR
/// absolute by the immediate ones and a NOP.
///
/// # Panics
/// The program does not read it.
pub fn without_noise(prg: &[u8]) -> Vec<u8> {
    let mut prg = prg.to_vec();
    let mut found = 0;
    for at in 0..prg.len() - 3 {
        let immediate = match prg[at..at + 3] {
            [0xad, 0x1b, 0xd4] => 0xa9,
            [0x4d, 0x1b, 0xd4] => 0x49,
            _ => continue,
        };
        prg[at..at + 3].copy_from_slice(&[immediate, 0x55, 0xea]);
        found += 1;
    }
    assert!(found > 0, "no noise is read");
    prg
}

/// Both C64s. Everything in them panics when a run ends.
pub struct Twins {
    /// VICE.
    pub vice: Session,
    /// The built-in C64.
    pub machine: Machine,
    standard: VideoStandard,
    /// VICE's clock when the machine's is 0.
    ahead: u64,
}

impl Twins {
    /// Starts a program of ours, with nothing at device 8, up to its entry.
    ///
    /// # Panics
    /// The program does not start by `10 SYS 2080`.
    pub fn start(standard: VideoStandard, prg: &[u8], labels: &str) -> Twins {
        let mut waiting = prg.to_vec();
        let room = DIGITS + 7..2 + usize::from(ENTRY) - 0x0801;
        assert!(
            waiting[DIGITS..DIGITS + 4] == *b"2080" && waiting[room.clone()].iter().all(|byte| *byte == 0)
        );
        waiting[DIGITS..DIGITS + 4].copy_from_slice(b"2062");
        waiting[room][..WAITING.len()].copy_from_slice(&WAITING);

        let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
        let video = seen::video(standard);
        let config = ViceConfig { video, limits: LIMITS, joystick_port: None, ..ViceConfig::default() };
        let mut vice = Session::run(&paths, &config, &waiting, Drive::Absent).unwrap();
        vice.run_to(WAIT).unwrap();
        vice.write_memory(BUFFER, &meeting(standard)).unwrap();
        vice.write_memory(WAIT + 1, &BUFFER.to_le_bytes()).unwrap();
        vice.run_to(ENTRY).unwrap();
        let state = vice.state().unwrap();

        let mut machine =
            seen::drawing(Config { standard, strict: false, cycle_limit: u64::MAX, ..Config::default() });
        for (rom, file) in [(Rom::Kernal, &paths.kernal), (Rom::Basic, &paths.basic)] {
            machine.load_rom(rom, &std::fs::read(file).unwrap()).unwrap();
        }
        machine.set_labels(Labels::parse(labels).unwrap());
        for (start, length) in [VIC, COLOURS] {
            for (address, byte) in (start..).zip(vice.chips(start, length).unwrap()) {
                machine.poke(address, byte);
            }
        }
        for port in PORTS {
            machine.poke(port, vice.chips(port, 1).unwrap()[0]);
        }
        for (start, length) in MEMORY {
            machine.load_bytes(start, &vice.memory(start, length).unwrap()).unwrap();
        }
        machine.set_registers(Registers { pc: BUFFER, a: 0, x: 0, y: 0, sp: state.sp, p: 0x24 });
        while machine.registers().pc != ENTRY {
            assert_eq!(machine.run_for(1).unwrap(), None);
        }
        let ahead = state.cycles - machine.cycles();
        Twins { vice, machine, standard, ahead }
    }

    /// The machine's cycles as VICE counts them.
    pub fn clock(&self) -> u64 {
        self.machine.cycles() + self.ahead
    }

    /// Brings the machine to where VICE is.
    ///
    /// # Panics
    /// The machine is not in the same state then.
    pub fn catch_up(&mut self) {
        let theirs = self.vice.state().unwrap();
        let now = theirs.cycles - self.ahead;
        while self.machine.cycles() < now {
            let stop = self.machine.run_for(now - self.machine.cycles()).unwrap();
            assert!(matches!(stop, None | Some(Stop::Exit { .. })), "{stop:?}");
        }
        let Registers { pc, a, x, y, sp, .. } = self.machine.registers();
        let ours = State { cycles: self.clock(), a, x, y, sp, pc };
        assert_eq!(ours, theirs, "the machine and VICE differ");
    }

    /// Lets both run to the end of the program, which is a store to $D7FF.
    pub fn run_to_exit(&mut self) {
        self.vice.run_to_store(EXIT_ADDRESS).unwrap();
        self.catch_up();
    }

    /// What differs in memory: address, our byte, VICE's.
    pub fn memory_difference(&mut self) -> Vec<(u16, u8, u8)> {
        let mut found = Vec::new();
        for (start, length) in MEMORY {
            let theirs = self.vice.memory(start, length).unwrap();
            let ours = self.machine.ram(usize::from(start)..usize::from(start) + usize::from(length));
            let pairs = (start..).zip(ours.iter().zip(&theirs));
            found.extend(pairs.filter(|(_, (ours, theirs))| ours != theirs).map(|(at, (o, t))| (at, *o, *t)));
        }
        found
    }

    /// Lets both run to the end of the picture, writes what they show next to each other into the folder of [`seen::beside`], and compares.
    ///
    /// # Panics
    /// A pixel, a byte of memory, a register or the cycle differs.
    pub fn compare(&mut self, name: &str) {
        self.vice.run_to_line(UNSEEN).unwrap();
        self.catch_up();
        let display = seen::display(&mut self.vice, self.standard);
        let frame = self.machine.frame().unwrap();
        let difference = seen::difference(frame, &display);
        seen::beside(&format!("{name}-{:?}", self.standard).to_lowercase(), frame, &display);
        assert!(difference.is_none(), "{name}, {:?}: {difference}", self.standard);
        assert_eq!(self.memory_difference(), [], "{name}, {:?}: address, our byte, VICE's", self.standard);
    }
}

impl Computer for Twins {
    fn hold(&mut self, _: Joystick) {
        panic!("there is no joystick");
    }

    fn type_keys(&mut self, keys: &[u8]) {
        for key in keys {
            self.vice.write_memory(KEY_BUFFER, &[*key]).unwrap();
            self.vice.write_memory(KEY_COUNT, &[1]).unwrap();
            self.machine.load_bytes(KEY_BUFFER, &[*key]).unwrap();
            self.machine.load_bytes(KEY_COUNT, &[1]).unwrap();
            while self.vice.memory(KEY_COUNT, 1).unwrap() != [0] {
                self.run_jiffies(1);
            }
        }
    }

    fn run_jiffies(&mut self, jiffies: u16) {
        self.vice.run_jiffies(jiffies).unwrap();
        self.catch_up();
    }

    fn run_on(&mut self) {
        self.run_jiffies(1);
    }

    fn picture(&mut self) -> Option<Picture> {
        Pictures::picture(&mut self.vice).unwrap()
    }

    fn chips(&mut self, address: u16, length: u16) -> Vec<u8> {
        self.vice.chips(address, length).unwrap()
    }

    fn memory(&mut self, address: u16, length: u16) -> Vec<u8> {
        self.vice.memory(address, length).unwrap()
    }
}
