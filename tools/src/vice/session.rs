//! A person before the C64: boot from the disk, type keys, read the screen.

use std::ffi::OsString;
use std::time::Duration;

use super::monitor::{Bank, Monitor, free_port};
use super::process::Process;
use super::screen::{COLUMNS, ROWS, SCREEN_ADDRESS};
use super::{Config, Screen, ViceError, VicePaths};
use crate::disk::petscii;

/// The KERNAL's keyboard buffer and the number of keys in it.
const KEY_BUFFER: u16 = 0x0277;
const KEY_COUNT: u16 = 0x00c6;

/// Keys the buffer holds.
const KEY_BUFFER_BYTES: usize = 10;

/// VIC-II memory pointers; bit 1 chooses the lower/upper case set.
const MEMORY_POINTERS: u16 = 0xd018;

/// How long the machine runs between two looks, on the host's clock: about 30 frames of the exact emulator.
const GLANCE: Duration = Duration::from_millis(10);

/// The name of the disk image in the run's folder.
const DISK_FILE: &str = "disk.d64";

/// How a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// VICE loads the first program of the disk and types RUN.
    Run,
    /// The machine stands at `READY.` with the disk in drive 8.
    Ready,
}

/// A running C64 with a disk in drive 8. The drive is reached over the emulated serial bus, byte by byte.
pub struct Session {
    monitor: Monitor,
}

impl Session {
    /// Starts VICE with a copy of the disk image. [`Start::Ready`] returns when BASIC waits for a command.
    ///
    /// # Errors
    /// Anything missing, or the way in which the start failed.
    pub fn start(paths: &VicePaths, config: &Config, d64: &[u8], start: Start) -> Result<Session, ViceError> {
        let port = free_port()?;
        let address = format!("ip4://127.0.0.1:{port}");
        let image = format!("../{DISK_FILE}");
        let attach = match start {
            Start::Run => "-autostart",
            Start::Ready => "-8",
        };
        let arguments: Vec<OsString> = [
            // No drive ROM is free: VICE answers on the bus in the drive's place, and KERNAL traps are off.
            "-drive8type",
            "0",
            "-iecdevice8",
            "+virtualdev8",
            "-device8",
            "1",
            "-binarymonitor",
            "-binarymonitoraddress",
            &address,
            attach,
            &image,
        ]
        .map(Into::into)
        .into();
        let process = Process::start(paths, config, &[(DISK_FILE, d64)], &arguments)?;
        let mut session = Session { monitor: Monitor::connect(process, port)? };
        if start == Start::Ready {
            session.wait_for("READY.")?;
        }
        Ok(session)
    }

    /// Puts keys, given as PETSCII codes, into the keyboard buffer and waits until the program has taken them all.
    ///
    /// # Errors
    /// The run's end before that.
    pub fn type_keys(&mut self, keys: &[u8]) -> Result<(), ViceError> {
        self.wait_until_keys_are_taken()?;
        for keys in keys.chunks(KEY_BUFFER_BYTES) {
            self.monitor.write(KEY_BUFFER, keys)?;
            self.monitor.write(KEY_COUNT, &[keys.len() as u8])?;
            self.wait_until_keys_are_taken()?;
        }
        Ok(())
    }

    /// Types a text, `\n` being RETURN, as [`Session::type_keys`] does.
    ///
    /// # Errors
    /// A character that is on no key, or as above.
    pub fn type_text(&mut self, text: &str) -> Result<(), ViceError> {
        let keys = petscii::encode(text);
        self.type_keys(&keys.map_err(|character| ViceError::Monitor(format!("no key types {character:?}")))?)
    }

    fn wait_until_keys_are_taken(&mut self) -> Result<(), ViceError> {
        while self.monitor.read(Bank::Ram, KEY_COUNT, 1)? != [0] {
            self.monitor.run_for(GLANCE)?;
        }
        Ok(())
    }

    /// The screen at this moment.
    ///
    /// # Errors
    /// The run's end.
    pub fn screen(&mut self) -> Result<Screen, ViceError> {
        let codes = self.monitor.read(Bank::Ram, SCREEN_ADDRESS, (COLUMNS * ROWS) as u16)?;
        let pointers = self.monitor.read(Bank::Io, MEMORY_POINTERS, 1)?;
        Ok(Screen::new(&codes, pointers[0] & 2 != 0))
    }

    /// Lets the machine run until the screen fulfils a condition, which `wanted` names in errors; returns that screen.
    ///
    /// # Errors
    /// [`ViceError::Screen`] with the last screen seen and the limit or failure that ended the run.
    pub fn wait_until(
        &mut self,
        wanted: &str,
        condition: impl Fn(&Screen) -> bool,
    ) -> Result<Screen, ViceError> {
        let mut last = Screen::new(&[], false);
        loop {
            let cause = match self.screen() {
                Ok(screen) if condition(&screen) => return Ok(screen),
                Ok(screen) => {
                    last = screen;
                    self.monitor.run_for(GLANCE).err()
                }
                Err(cause) => Some(cause),
            };
            if let Some(cause) = cause {
                let (wanted, screen) = (wanted.to_string(), Box::new(last));
                return Err(ViceError::Screen { wanted, screen, cause: Box::new(cause) });
            }
        }
    }

    /// Lets the machine run until a text stands on the screen, which may be at once; returns that screen.
    ///
    /// # Errors
    /// As [`Session::wait_until`].
    pub fn wait_for(&mut self, text: &str) -> Result<Screen, ViceError> {
        self.wait_until(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Reads RAM.
    ///
    /// # Errors
    /// Bytes outside of memory, or the run's end.
    pub fn memory(&mut self, address: u16, length: u16) -> Result<Vec<u8>, ViceError> {
        self.monitor.read(Bank::Ram, address, length)
    }

    /// The disk image as it is now, with what the program saved.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn disk(&self) -> Result<Vec<u8>, ViceError> {
        let file = self.monitor.process().file(DISK_FILE);
        std::fs::read(file).map_err(ViceError::io("cannot read the disk image of the run"))
    }
}
