//! A C64 and the model of a 1541, connected by the lines of the serial bus, each with its own clock.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use machine::{Config, Machine, SerialLines, Stop, VideoStandard};

use crate::drive::{Drive, OnBus};

/// Where the loader and then the program start.
const ENTRY: u16 = 2080;
/// Cycles after which a program hangs: ten minutes.
const MOST: u64 = 600_000_000;

/// Microseconds in which a drive's program that is done goes home.
const AFTERWARDS: f64 = 5_000.0;

/// The two machines.
pub struct Wired {
    /// The C64.
    pub machine: Machine,
    drive: Rc<RefCell<Drive>>,
    /// Microseconds of a cycle, and where the C64's time begins by the drive's clock.
    cycle: f64,
    start: f64,
    /// The stack pointer with which the loader starts.
    stack: u8,
}

impl Wired {
    /// A C64 that has loaded `prg` from the drive, with what the VIC-II takes from the processor.
    ///
    /// # Panics
    /// It is no program with the line `10 SYS 2080`.
    pub fn new(standard: VideoStandard, drive: Drive, prg: &[u8]) -> Wired {
        let config = Config { standard, video_stalls: true, cycle_limit: MOST, ..Config::default() };
        let mut machine = Machine::new(config);
        machine.load_prg(prg).unwrap_or_else(|error| panic!("{error}"));
        machine.prepare_basic_program().unwrap_or_else(|error| panic!("{error}"));
        // As the KERNAL leaves the port: no line is pulled. Source: KERNAL 901227-03, $FDCB.
        machine.poke(0xdd02, 0x3f);
        machine.poke(0xdd00, 0x07);
        let start = drive.now();
        let drive = Rc::new(RefCell::new(drive));
        machine.insert_disk(Box::new(OnBus(Rc::clone(&drive))));
        machine.set_serial_lines(SerialLines::default());
        let cycle = 1e6 / standard.cycles_per_second() as f64;
        let stack = machine.registers().sp;
        Wired { machine, drive, cycle, start, stack }
    }

    /// The drive.
    pub fn drive(&self) -> Ref<'_, Drive> {
        self.drive.borrow()
    }

    /// The drive, to change it.
    pub fn drive_mut(&mut self) -> RefMut<'_, Drive> {
        self.drive.borrow_mut()
    }

    /// Runs the loader until it starts the program or returns to BASIC. Returns the seconds.
    ///
    /// # Panics
    /// It does neither.
    pub fn run(&mut self) -> f64 {
        let begin = self.machine.cycles();
        while self.step().is_none() && !self.has_started() {}
        let cycles = self.machine.cycles() - begin;
        // The KERNAL's calls take no time here: the drive is given some to go home.
        let mut drive = self.drive.borrow_mut();
        let later = drive.now() + AFTERWARDS;
        drive.advance(later, self.machine.serial_lines());
        cycles as f64 * self.cycle / 1e6
    }

    /// Runs the C64 until the drive sends the bit of this number.
    pub fn run_to_bit(&mut self, bit: u64) {
        while self.drive().bits() < bit {
            self.step();
        }
    }

    /// Runs both for so many seconds.
    pub fn run_for(&mut self, seconds: f64) {
        let begin = self.machine.cycles();
        while (self.machine.cycles() - begin) as f64 * self.cycle < seconds * 1e6 {
            self.step();
        }
    }

    /// Lets the drive alone for so many seconds: the C64 stands still and pulls what it pulls.
    pub fn stand_still(&mut self, seconds: f64) {
        let mut drive = self.drive.borrow_mut();
        let later = drive.now() + seconds * 1e6;
        drive.advance(later, self.machine.serial_lines());
    }

    /// Whether the program that was loaded is about to start, with the stack as the loader found it.
    pub fn has_started(&self) -> bool {
        let registers = self.machine.registers();
        registers.pc == ENTRY && registers.sp == self.stack
    }

    /// An instruction of the C64, and the drive's until then. Returns what has ended the run.
    fn step(&mut self) -> Option<Stop> {
        let stop = self.machine.run_for(1).unwrap_or_else(|error| panic!("{error}"));
        assert!(matches!(stop, None | Some(Stop::Returned)), "{stop:?}");
        let now = self.start + self.machine.cycles() as f64 * self.cycle;
        let mut drive = self.drive.borrow_mut();
        drive.advance(now, self.machine.serial_lines());
        self.machine.set_serial_lines(drive.lines());
        let gone = drive.is_off();
        drop(drive);
        if gone {
            self.machine.remove_disk();
        }
        stop
    }
}
