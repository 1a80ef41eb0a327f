//! The C64 program's chips and files in VICE, one order at a time; the program is in `tests/device`.

use std::path::Path;
use std::sync::OnceLock;

use cargo_c64::rust_build::{self, Built, Choice};
use machine::Labels;
use vice::{Config, Drive, Session};

use crate::program;

/// The orders of the program; `tests/device/src/main.rs` has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Order {
    /// Saves a file.
    Save = 1,
    /// Saves a file in place of the one there is.
    Replace,
    /// Loads a file.
    Load,
    /// Shows the console (argument 0) or the picture.
    Show,
    /// Starts the sound whose number is the argument.
    Effect,
    /// Goes back to BASIC.
    Leave,
    /// Puts something on the picture.
    Draw,
    /// Panics.
    Fail,
    /// Needs a random byte, whatever is played.
    NeedRandom,
}

/// The result of a file operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as in c64/src/device.rs")]
pub enum Outcome {
    Done,
    NoDrive,
    NoDisk,
    Protected,
    Full,
    Exists,
    Missing,
    Damaged,
    Other(u8),
}

const OUTCOMES: [Outcome; 8] = [
    Outcome::Done,
    Outcome::NoDrive,
    Outcome::NoDisk,
    Outcome::Protected,
    Outcome::Full,
    Outcome::Exists,
    Outcome::Missing,
    Outcome::Damaged,
];

/// Bytes of a file that the mailbox has room for.
pub const MOST: usize = 1024;

/// Places in the mailbox.
const RESULT: u16 = 2;
const READY: u16 = 8;
const LENGTHS: u16 = 10;
const NAME: u16 = 14;
const NAME_BYTES: usize = 24;
const FILE: u16 = NAME + NAME_BYTES as u16;

/// The state that the program reports by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The joystick's switches.
    pub joystick: u8,
    /// Whether it takes the machine for an NTSC one.
    pub ntsc: bool,
    /// The last key, 0 before the first.
    pub key: u8,
    /// Whether RUN/STOP is down.
    pub stop: bool,
    /// A random byte.
    pub random: u8,
}

/// The program, built once.
///
/// # Panics
/// It does not build.
pub fn built() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("device");
        let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
        let target = program::workspace().target();
        rust_build::build(&toolchain, &folder.join("Cargo.toml"), &Choice::default(), &target)
            .unwrap_or_else(|error| panic!("cannot build: {error:#}"))
    })
}

/// Returns the address of the mailbox.
///
/// # Panics
/// The program has none.
pub fn mailbox() -> u16 {
    let labels = Labels::parse(&built().image.labels).unwrap_or_else(|error| panic!("{error}"));
    labels.address("MAIL").unwrap_or_else(|| panic!("no mailbox"))
}

/// The program running in VICE. Everything in it panics when the run ends.
pub struct Device {
    session: Session,
    mail: u16,
}

impl Device {
    /// Starts the program with this at device 8.
    pub fn start(config: &Config, drive: Drive) -> Device {
        let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
        let session = Session::run(&paths, config, &built().image.prg, drive);
        let mut device =
            Device { session: session.unwrap_or_else(|error| panic!("{error}")), mail: mailbox() };
        device.wait("the program", |device| device.read(READY, 2) == *b"OK");
        device
    }

    /// The session around the program.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn read(&mut self, at: u16, length: u16) -> Vec<u8> {
        self.session.memory(self.mail + at, length).unwrap_or_else(|error| panic!("{error}"))
    }

    fn write(&mut self, at: u16, bytes: &[u8]) {
        self.session.write_memory(self.mail + at, bytes).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Lets the machine run until a condition holds.
    pub fn wait(&mut self, wanted: &str, mut condition: impl FnMut(&mut Device) -> bool) {
        while !condition(self) {
            self.session.run_on().unwrap_or_else(|error| panic!("{wanted} never came: {error}"));
        }
    }

    /// Returns the state that the program reports by itself.
    pub fn state(&mut self) -> State {
        let [joystick, ntsc, key, stop, random] = self.read(3, 5)[..] else { panic!("five bytes") };
        State { joystick, ntsc: ntsc != 0, key, stop: stop != 0, random }
    }

    /// Has an order obeyed.
    pub fn order(&mut self, order: Order, argument: u8) {
        self.send(order, argument);
        self.finish();
    }

    /// Gives an order; the machine stands still.
    pub fn send(&mut self, order: Order, argument: u8) {
        self.write(0, &[order as u8, argument]);
    }

    /// Waits until the order is obeyed.
    pub fn finish(&mut self) {
        self.wait("the end of an order", |device| device.read(0, 1) == [0]);
    }

    /// Checks that clock and keyboard go on.
    pub fn still_works(&mut self) {
        for key in *b"AB" {
            self.session.type_keys(&[key]).unwrap_or_else(|error| panic!("{error}"));
            self.wait("the key", |device| device.state().key == key);
        }
        let time =
            |device: &mut Device| device.session.memory(0xa0, 3).unwrap_or_else(|error| panic!("{error}"));
        let before = time(self);
        self.wait("the clock's next tick", |device| time(device) != before);
    }

    fn file(&mut self, order: Order, name: &[u8], data: &[u8]) -> Outcome {
        let mut mail = [name.len() as u16, data.len() as u16].map(u16::to_le_bytes).concat();
        mail.extend(name);
        self.write(LENGTHS, &mail);
        if !data.is_empty() {
            self.write(FILE, data);
        }
        self.order(order, 0);
        let result = self.read(RESULT, 1)[0];
        OUTCOMES.get(usize::from(result)).copied().unwrap_or(Outcome::Other(result & 0x7f))
    }

    /// Saves a file of at most [`MOST`] bytes.
    pub fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Outcome {
        self.file(if replace { Order::Replace } else { Order::Save }, name, data)
    }

    /// Loads a file of at most `most` bytes: what came of it, and the file.
    pub fn load(&mut self, name: &[u8], most: usize) -> (Outcome, Vec<u8>) {
        let outcome = self.file(Order::Load, name, &vec![0; most]);
        let length = self.read(LENGTHS + 2, 2);
        let length = u16::from_le_bytes([length[0], length[1]]);
        let data = if length == 0 { Vec::new() } else { self.read(FILE, length) };
        (outcome, data)
    }
}
