//! The console of the C64 program on the in-process machine: type a line, read what it answers.

use machine::{Config, Labels, Machine, Stop};

use crate::program;

/// PETSCII of RETURN.
pub const RETURN: u8 = 0x0d;

/// The program at its prompt.
pub struct Console {
    machine: Machine,
    /// How much of the transcript has been handed out.
    read: usize,
}

impl Console {
    /// Starts the program as RUN does and waits for its prompt.
    ///
    /// # Panics
    /// The program does not get there.
    pub fn start() -> Console {
        let mut machine = Machine::new(Config::default());
        let image = &program::built().image;
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

    /// What was printed since this was last asked.
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
