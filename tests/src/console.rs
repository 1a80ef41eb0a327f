//! The text programs on the in-process machine: type a line, read what the console answers.

use cargo_c64::rust_build::Built;
use machine::{Config, Labels, Machine, Stop};

use crate::program;

/// PETSCII of RETURN.
pub const RETURN: u8 = 0x0d;

/// CIA 1's timer A, low byte first, and its control register. SID: voice 3's frequency.
const TIMER: u16 = 0xdc04;
const TIMER_CONTROL: u16 = 0xdc0e;
const NOISE_FREQUENCY: u16 = 0xd40e;
/// The low byte of the jiffy clock.
const JIFFIES: u16 = 0xa2;

/// The program at its prompt.
pub struct Console {
    machine: Machine,
    /// The length of the transcript that has been returned.
    read: usize,
}

impl Console {
    /// Starts the program as RUN does and waits for its prompt.
    ///
    /// # Panics
    /// The program does not get there.
    pub fn start() -> Console {
        Console::of(program::console(), Config::default())
    }

    /// Starts the verification as RUN does and waits until it asks for a language.
    ///
    /// # Panics
    /// The program does not get there.
    pub fn start_verification() -> Console {
        Console::of(program::verification(), Config::default())
    }

    /// Starts the console and stops everything that it takes chance from: noise, timer, clock. All its random bytes are then
    /// `random`; also gives the low byte of the clock.
    ///
    /// # Panics
    /// The program does not get to its prompt.
    pub fn start_without_chance(random: u8) -> (Console, u8) {
        let mut console = Console::of(program::console(), Config { interrupts: false, ..Config::default() });
        let jiffies = stop_chance(&mut console.machine, random);
        (console, jiffies)
    }

    fn of(program: &Built, config: Config) -> Console {
        let mut machine = Machine::new(config);
        let image = &program.image;
        machine.set_labels(Labels::parse(&image.labels).unwrap_or_else(|error| panic!("{error}")));
        machine.load_prg(&image.prg).unwrap_or_else(|error| panic!("{error}"));
        let mut console = Console { machine, read: 0 };
        console.run_again();
        console
    }

    /// Starts the program that is in memory, once more perhaps, and waits for its prompt.
    ///
    /// # Panics
    /// The program does not get there.
    pub fn run_again(&mut self) {
        let stop = self.machine.start_basic_program();
        assert_eq!(stop.unwrap_or_else(|error| panic!("{error}")), Stop::WaitingForKey, "{}", self.all());
    }

    /// Types keys given in PETSCII and says why the program then stopped.
    ///
    /// # Panics
    /// The machine stops the program.
    pub fn keys(&mut self, petscii: &[u8]) -> Stop {
        self.machine.type_keys(petscii);
        self.machine.run().unwrap_or_else(|error| panic!("{error}\n{}", self.all()))
    }

    /// Types a line with RETURN and returns what was printed up to the next prompt.
    ///
    /// # Panics
    /// The program does not come back to its prompt.
    pub fn line(&mut self, text: &str) -> String {
        self.news();
        let stop = self.keys(&[text.as_bytes(), &[RETURN]].concat());
        assert_eq!(stop, Stop::WaitingForKey, "{text:?}: {}", self.all());
        self.news()
    }

    /// Types `.Q` and checks that BASIC finds everything as it was.
    ///
    /// # Panics
    /// It does not.
    pub fn quit(&mut self) {
        assert_eq!(self.keys(&[b".Q".as_slice(), &[RETURN]].concat()), Stop::Returned, "{}", self.all());
        assert_eq!(self.machine.changes_for_basic(), [], "what BASIC needs has changed");
    }

    /// Returns the text printed since the last call.
    pub fn news(&mut self) -> String {
        let news = self.machine.transcript()[self.read..].to_string();
        self.read = self.machine.transcript().len();
        news
    }

    /// Everything printed.
    pub fn all(&self) -> &str {
        self.machine.transcript()
    }

    /// The machine.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }
}

/// Stops everything on a machine that our programs take chance from: noise, timer, clock. All their random bytes are then `random`;
/// returns the low byte of the clock.
pub fn stop_chance(machine: &mut Machine, random: u8) -> u8 {
    machine.poke(TIMER_CONTROL, 0);
    machine.poke(TIMER, random);
    machine.poke(TIMER + 1, 0);
    // Without a frequency the noise is 0 for good.
    machine.poke(NOISE_FREQUENCY, 0);
    machine.poke(NOISE_FREQUENCY + 1, 0);
    machine.peek(JIFFIES)
}
