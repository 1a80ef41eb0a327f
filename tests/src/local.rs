//! The play program on the in-process machine, as a person sees it: pictures, keys, the joystick.

use machine::{Config, Labels, Machine, Stop};
use tools::play_picture::{MEMORY_POINTERS, PICTURE_ADDRESS, Picture, is_picture};
use vice::{COLUMNS, Joystick, ROWS};

use crate::person::Computer;
use crate::program;

/// Cycles between two interrupts of the KERNAL. Source: `toolchain/machine/src/vic/standard.rs`.
pub const JIFFY: u64 = 0x4026;

/// While the title shines, the program looks for a key less often than most programs that wait for one.
const IDLE_GAP: u64 = 200_000;

/// Cycles in which a program that waits for its person is seen to do so: ten seconds.
const PATIENCE: u64 = 600 * JIFFY;

/// The processor port, and its bits by which the chips are seen.
const PORT: u16 = 1;
const CHIPS_IN: u8 = 4;

/// The program on its machine.
pub struct Local {
    machine: Machine,
    /// Whether the program has gone back to BASIC.
    left: bool,
}

impl Local {
    /// Returns the configuration of the machines: `fill` is the content of memory and page zero.
    pub fn config(fill: [u8; 2]) -> Config {
        let [ram_fill, zero_page_fill] = fill;
        Config { ram_fill, zero_page_fill, idle_gap: IDLE_GAP, cycle_limit: u64::MAX, ..Config::default() }
    }

    /// A machine with the program in memory and nothing at device 8.
    ///
    /// # Panics
    /// The program does not fit.
    pub fn loaded(config: Config) -> Local {
        let image = &program::play().image;
        let mut machine = Machine::new(config);
        machine.set_labels(Labels::parse(&image.labels).unwrap_or_else(|error| panic!("{error}")));
        machine.load_prg(&image.prg).unwrap_or_else(|error| panic!("{error}"));
        Local { machine, left: true }
    }

    /// The same, at the title.
    pub fn start() -> Local {
        let mut local = Local::loaded(Local::config([0xa5, 0x5a]));
        local.run();
        local
    }

    /// Starts the program as RUN does, once more perhaps.
    ///
    /// # Panics
    /// The program does not wait for its person.
    pub fn run(&mut self) {
        self.left = false;
        let stop = self.machine.start_basic_program().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(stop, Stop::WaitingForKey, "{}", self.machine.transcript());
    }

    /// Starts it with the registers as they are, at the address that BASIC's SYS names.
    ///
    /// # Panics
    /// As [`Local::run`].
    pub fn call(&mut self, entry: u16) {
        self.left = false;
        let stop = self.machine.call(entry).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(stop, Stop::WaitingForKey, "{}", self.machine.transcript());
    }

    /// Whether the program has gone back to BASIC.
    pub fn left(&self) -> bool {
        self.left
    }

    /// Lets the machine run for so many cycles, or until the program is left.
    ///
    /// # Panics
    /// The program does what none may do.
    pub fn run_for(&mut self, cycles: u64) {
        let end = self.machine.cycles() + cycles;
        while !self.left && self.machine.cycles() < end {
            self.run_until_stop(end - self.machine.cycles());
        }
    }

    /// Lets the machine run until the program has looked for keys in vain for a while, so that it has taken all there were and done what
    /// they mean; false if it is left, or has not within ten seconds, as when engines play each other.
    ///
    /// # Panics
    /// The program does what none may do.
    pub fn rest(&mut self) -> bool {
        !self.left && self.run_until_stop(PATIENCE) == Some(Stop::WaitingForKey)
    }

    /// Lets the machine run for so many cycles, until the program is left or until it waits for a key.
    fn run_until_stop(&mut self, cycles: u64) -> Option<Stop> {
        let stop = self.machine.run_for(cycles);
        let stop = stop.unwrap_or_else(|error| panic!("{error}\n{:?}", self.picture()));
        match stop {
            None | Some(Stop::WaitingForKey) => {}
            Some(Stop::Returned) => self.left = true,
            Some(stop) => panic!("{stop:?}\n{}", self.machine.transcript()),
        }
        stop
    }

    /// The machine.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Lets it run until the chips are seen, which the program banks out for moments.
    fn reach_chips(&mut self) {
        while !self.left && self.machine.peek(PORT) & CHIPS_IN == 0 {
            self.run_for(50);
        }
    }
}

impl Computer for Local {
    fn hold(&mut self, stick: Joystick) {
        self.machine.hold_joystick(2, stick.0);
    }

    fn type_keys(&mut self, keys: &[u8]) {
        self.machine.type_keys(keys);
        self.run_for(JIFFY);
    }

    fn run_jiffies(&mut self, jiffies: u16) {
        self.run_for(u64::from(jiffies) * JIFFY);
    }

    fn run_on(&mut self) {
        self.run_for(JIFFY);
    }

    fn picture(&mut self) -> Option<Picture> {
        if !is_picture(self.chips(MEMORY_POINTERS, 1)[0]) {
            return None;
        }
        Some(Picture::new(&self.memory(PICTURE_ADDRESS, (COLUMNS * ROWS) as u16)))
    }

    fn chips(&mut self, address: u16, length: u16) -> Vec<u8> {
        self.reach_chips();
        (0..length).map(|at| self.machine.peek(address + at)).collect()
    }

    fn memory(&mut self, address: u16, length: u16) -> Vec<u8> {
        let start = usize::from(address);
        self.machine.ram(start..start + usize::from(length)).to_vec()
    }
}
