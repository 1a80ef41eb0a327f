//! Acts as a person at the C64: boots from the disk, types keys, reads the screen.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use super::display::Margins;
use super::monitor::{Bank, Monitor};
use super::port::Port;
use super::process::Process;
use super::program::{PROGRAM_FILE, check_program};
use super::screen::{COLUMNS, ROWS, SCREEN_ADDRESS};
use super::{Config, Display, Screen, State, ViceError, VicePaths};
use d64::petscii;

/// The KERNAL's keyboard buffer and the number of keys in it.
pub(super) const KEY_BUFFER: u16 = 0x0277;
pub(super) const KEY_COUNT: u16 = 0x00c6;

/// The capacity of the keyboard buffer.
pub(super) const KEY_BUFFER_BYTES: usize = 10;

/// The VIC-II memory pointers; bit 1 selects the lower/upper case set.
pub(super) const MEMORY_POINTERS: u16 = 0xd018;

/// How long the machine runs between two looks, in host time: about 30 frames of the exact emulator.
const GLANCE: Duration = Duration::from_millis(10);

/// The name of the disk image in the run's folder.
const DISK_FILE: &str = "disk.d64";

/// The name of the cartridge image in the run's folder.
const CARTRIDGE_FILE: &str = "cartridge.crt";

/// The low byte of the jiffy clock.
const JIFFY: u16 = 0x00a2;

/// The control port that our programs use, and the devices for a port: VICE's I/O simulation, which the monitor can set, or nothing.
const JOYSTICK_PORT: u16 = 2;
const IO_SIMULATION: &str = "37";
const NO_DEVICE: &str = "0";

/// Jiffies that a joystick push lasts, and the pause after it: long enough to be noticed, too short to be repeated.
const PUSH: u16 = 4;

/// How a session starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// VICE loads the first program of the disk and types RUN.
    Run,
    /// The machine is at `READY.` with the disk in drive 8.
    Ready,
}

/// The device with number 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive<'a> {
    /// No device answers on the serial bus.
    Absent,
    /// A drive with a copy of this disk image in it.
    Disk(&'a [u8]),
    /// The same with a write-protected disk.
    Protected(&'a [u8]),
}

/// The joystick's switches: one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick(pub u8);

impl Joystick {
    /// Nothing is pressed.
    pub const REST: Joystick = Joystick(0);
    /// The stick is pushed up.
    pub const UP: Joystick = Joystick(1);
    /// The stick is pulled down.
    pub const DOWN: Joystick = Joystick(2);
    /// The stick is pushed to the left.
    pub const LEFT: Joystick = Joystick(4);
    /// The stick is pushed to the right.
    pub const RIGHT: Joystick = Joystick(8);
    /// The button is pressed.
    pub const FIRE: Joystick = Joystick(16);
}

/// A running C64 with a disk in drive 8. The drive is accessed over the emulated serial bus, byte by byte.
pub struct Session {
    monitor: Monitor,
}

impl Session {
    /// Starts VICE with a copy of the disk image. With [`Start::Ready`], returns when BASIC waits for a command.
    ///
    /// # Errors
    /// Something required is missing, or the start failed.
    pub fn start(paths: &VicePaths, config: &Config, d64: &[u8], start: Start) -> Result<Session, ViceError> {
        let start_with = match start {
            Start::Run => vec!["-autostart".into(), format!("../{DISK_FILE}").into()],
            Start::Ready => Vec::new(),
        };
        let mut session = Session::with(paths, config, Drive::Disk(d64), &[], start_with)?;
        if start == Start::Ready {
            session.wait_for("READY.")?;
        }
        Ok(session)
    }

    /// Starts VICE with the program in memory and types RUN, so that it runs whatever device 8 is.
    ///
    /// # Errors
    /// The file is not a program, something required is missing, or the start failed.
    pub fn run(paths: &VicePaths, config: &Config, prg: &[u8], drive: Drive) -> Result<Session, ViceError> {
        check_program(prg)?;
        let start = ["-autostartprgmode", "1", "-autostart"].map(Into::into);
        let start = start.into_iter().chain([format!("../{PROGRAM_FILE}").into()]).collect();
        Session::with(paths, config, drive, &[(PROGRAM_FILE, prg)], start)
    }

    /// Starts VICE with a cartridge image (CRT) plugged in, which runs whatever device 8 is.
    ///
    /// # Errors
    /// Something required is missing, or the start failed.
    pub fn cartridge(
        paths: &VicePaths,
        config: &Config,
        crt: &[u8],
        drive: Drive,
    ) -> Result<Session, ViceError> {
        let start = vec!["-cartcrt".into(), format!("../{CARTRIDGE_FILE}").into()];
        Session::with(paths, config, drive, &[(CARTRIDGE_FILE, crt)], start)
    }

    fn with(
        paths: &VicePaths,
        config: &Config,
        drive: Drive,
        files: &[(&str, &[u8])],
        start: Vec<OsString>,
    ) -> Result<Session, ViceError> {
        Ok(Session { monitor: connected(paths, config, drive, files, start)? })
    }

    /// Holds the joystick in port 2 in this position from now on.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn hold(&mut self, joystick: Joystick) -> Result<(), ViceError> {
        self.monitor.set_joystick(JOYSTICK_PORT, u16::from(!joystick.0))
    }

    /// Pushes the joystick briefly and releases it for the same time.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn push(&mut self, joystick: Joystick) -> Result<(), ViceError> {
        self.hold(joystick)?;
        self.run_jiffies(PUSH)?;
        self.hold(Joystick::REST)?;
        self.run_jiffies(PUSH)
    }

    /// Resets the machine, whatever it is doing, and waits until BASIC is ready for a command.
    ///
    /// # Errors
    /// VICE ended before that.
    pub fn reset(&mut self) -> Result<(), ViceError> {
        // Clear the screen, so that the old contents are not mistaken for the new. After the reset, the KERNAL may have begun to clear it.
        self.monitor.write(SCREEN_ADDRESS, &[0; COLUMNS * ROWS])?;
        self.monitor.reset()?;
        self.wait_for("READY.").map(|_| ())
    }

    /// Lets the machine run for a number of ticks of the KERNAL's clock, which stops during file transfers.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn run_jiffies(&mut self, jiffies: u16) -> Result<(), ViceError> {
        let mut left = jiffies;
        while left > 0 {
            // The low byte distinguishes at most 255 ticks.
            let step = left.min(u8::MAX.into()) as u8;
            let now = self.monitor.read(Bank::Ram, JIFFY, 1)?[0];
            self.monitor.run_until(JIFFY, now.wrapping_add(step))?;
            left -= u16::from(step);
        }
        Ok(())
    }

    /// Lets the machine run to the instruction at `address` and stops before it.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn run_to(&mut self, address: u16) -> Result<(), ViceError> {
        self.monitor.run_to(address)
    }

    /// Lets the machine run to the end of an instruction that stores to `address`.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn run_to_store(&mut self, address: u16) -> Result<(), ViceError> {
        self.monitor.run_to_store(address)
    }

    /// Lets the machine run to a raster line, or to the end of the current instruction if the beam is already there.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn run_to_line(&mut self, line: u8) -> Result<(), ViceError> {
        self.monitor.run_to_line(line)
    }

    /// Returns the current state of the processor, with cycles counted from power-on.
    ///
    /// # Errors
    /// VICE has ended, or its snapshot is not as expected.
    pub fn state(&mut self) -> Result<State, ViceError> {
        self.monitor.state()
    }

    /// Lets the machine run briefly: about 30 frames of the exact emulator.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn run_on(&mut self) -> Result<(), ViceError> {
        self.monitor.run_for(GLANCE)
    }

    /// Returns the current display, borders and sprites included.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn display(&mut self) -> Result<Display, ViceError> {
        self.monitor.display()
    }

    /// Returns the current display with these border sizes.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn display_with(&mut self, margins: Margins) -> Result<Display, ViceError> {
        self.monitor.display_with(margins)
    }

    /// Reads the I/O area at $D000-$DFFF without side effects on the chips.
    ///
    /// # Errors
    /// The range is outside memory, or the run has ended.
    pub fn chips(&mut self, address: u16, length: u16) -> Result<Vec<u8>, ViceError> {
        self.monitor.read(Bank::Io, address, length)
    }

    /// Writes to RAM.
    ///
    /// # Errors
    /// The range is outside memory, or the run has ended.
    pub fn write_memory(&mut self, address: u16, bytes: &[u8]) -> Result<(), ViceError> {
        self.monitor.write(address, bytes)
    }

    /// Puts keys, given as PETSCII codes, into the keyboard buffer and waits until the program has read them all.
    ///
    /// # Errors
    /// VICE ended before that.
    pub fn type_keys(&mut self, keys: &[u8]) -> Result<(), ViceError> {
        self.wait_until_keys_are_taken()?;
        for keys in keys.chunks(KEY_BUFFER_BYTES) {
            self.monitor.write(KEY_BUFFER, keys)?;
            self.monitor.write(KEY_COUNT, &[keys.len() as u8])?;
            self.wait_until_keys_are_taken()?;
        }
        Ok(())
    }

    /// Types a text like [`Session::type_keys`], with `\n` for RETURN.
    ///
    /// # Errors
    /// A character is not on the keyboard, or as above.
    pub fn type_text(&mut self, text: &str) -> Result<(), ViceError> {
        let keys = petscii::encode(text);
        self.type_keys(
            &keys.map_err(|character| ViceError::Monitor(format!("the C64 has no key for {character:?}")))?,
        )
    }

    /// Puts a key, given as its PETSCII code, into the keyboard buffer and waits, to the tick of the KERNAL's clock, until the program has
    /// read it. Unlike with [`Session::type_keys`], what follows is the same in every run.
    ///
    /// # Errors
    /// VICE ended before that.
    pub fn press(&mut self, key: u8) -> Result<(), ViceError> {
        self.monitor.write(KEY_BUFFER, &[key])?;
        self.monitor.write(KEY_COUNT, &[1])?;
        while self.monitor.read(Bank::Ram, KEY_COUNT, 1)? != [0] {
            self.run_jiffies(1)?;
        }
        Ok(())
    }

    fn wait_until_keys_are_taken(&mut self) -> Result<(), ViceError> {
        while self.monitor.read(Bank::Ram, KEY_COUNT, 1)? != [0] {
            self.monitor.run_for(GLANCE)?;
        }
        Ok(())
    }

    /// Reads the current screen.
    ///
    /// # Errors
    /// VICE has ended.
    pub fn screen(&mut self) -> Result<Screen, ViceError> {
        let codes = self.monitor.read(Bank::Ram, SCREEN_ADDRESS, (COLUMNS * ROWS) as u16)?;
        let pointers = self.monitor.read(Bank::Io, MEMORY_POINTERS, 1)?;
        Ok(Screen::new(&codes, pointers[0] & 2 != 0))
    }

    /// Lets the machine run until the screen meets a condition, which `wanted` names in errors; returns that screen.
    ///
    /// # Errors
    /// [`ViceError::Screen`] with the last screen seen and the limit or failure that ended the run.
    pub fn wait_until(
        &mut self,
        wanted: &str,
        condition: impl Fn(&Screen) -> bool,
    ) -> Result<Screen, ViceError> {
        self.wait_until_seen(wanted, |session| session.screen().map(Some), condition)
    }

    /// Lets the machine run until the result of `look` meets a condition, which `wanted` names in errors; returns that result.
    ///
    /// # Errors
    /// [`ViceError::Screen`] with the last result and the limit or failure that ended the run.
    pub fn wait_until_seen<S: fmt::Display>(
        &mut self,
        wanted: &str,
        look: impl Fn(&mut Session) -> Result<Option<S>, ViceError>,
        condition: impl Fn(&S) -> bool,
    ) -> Result<S, ViceError> {
        let mut last = None;
        loop {
            let cause = match look(self) {
                Ok(Some(seen)) if condition(&seen) => return Ok(seen),
                Ok(seen) => {
                    last = seen;
                    self.monitor.run_for(GLANCE).err()
                }
                Err(cause) => Some(cause),
            };
            if let Some(cause) = cause {
                let (wanted, shown) = (wanted.to_string(), last.map(|seen| seen.to_string()));
                return Err(ViceError::Screen { wanted, shown, cause: Box::new(cause) });
            }
        }
    }

    /// Lets the machine run until a text is on the screen, which may be at once; returns that screen.
    ///
    /// # Errors
    /// The same as for [`Session::wait_until`].
    pub fn wait_for(&mut self, text: &str) -> Result<Screen, ViceError> {
        self.wait_until(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Reads RAM.
    ///
    /// # Errors
    /// The range is outside memory, or the run has ended.
    pub fn memory(&mut self, address: u16, length: u16) -> Result<Vec<u8>, ViceError> {
        self.monitor.read(Bank::Ram, address, length)
    }

    /// Returns the current disk image, including what the program has saved.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn disk(&self) -> Result<Vec<u8>, ViceError> {
        let file = self.monitor.process().file(DISK_FILE);
        std::fs::read(file).map_err(ViceError::io("cannot read the disk image of the run"))
    }
}

/// Starts VICE with its monitor connected, a device 8 and a released joystick.
pub(super) fn connected(
    paths: &VicePaths,
    config: &Config,
    drive: Drive,
    files: &[(&str, &[u8])],
    start: Vec<OsString>,
) -> Result<Monitor, ViceError> {
    let port = Port::reserve()?;
    let address = format!("ip4://{}", port.address());
    let image = format!("../{DISK_FILE}");
    // There is no free drive ROM, so VICE answers on the bus in place of the drive, with KERNAL traps off.
    let answers = if drive == Drive::Absent { "+iecdevice8" } else { "-iecdevice8" };
    let kind = if drive == Drive::Absent { "0" } else { "1" };
    let device = |port| if config.joystick_port == Some(port) { IO_SIMULATION } else { NO_DEVICE };
    let mut arguments: Vec<OsString> = [
        "-drive8type",
        "0",
        answers,
        "+virtualdev8",
        "-device8",
        kind,
        "-controlport1device",
        device(1),
        "-controlport2device",
        device(2),
        "-binarymonitor",
        "-binarymonitoraddress",
        &address,
    ]
    .map(Into::into)
    .into();
    let mut files = files.to_vec();
    let attach = match drive {
        Drive::Absent => None,
        Drive::Disk(d64) => Some(("-attach8rw", d64)),
        Drive::Protected(d64) => Some(("-attach8ro", d64)),
    };
    if let Some((mode, d64)) = attach {
        files.push((DISK_FILE, d64));
        arguments.extend([mode, "-8", &image].map(OsString::from));
    }
    arguments.extend(start);
    let process = Process::start(paths, config, &files, &arguments)?;
    let mut monitor = Monitor::connect(process, port)?;
    if let Some(port) = config.joystick_port {
        monitor.set_joystick(port.into(), u16::from(!Joystick::REST.0))?;
    }
    Ok(monitor)
}
