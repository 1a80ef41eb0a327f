//! Has a program inside VICE answer requests, and measures the cycles they take.
//!
//! The program has two memory areas. If the first byte of the request is not 0 at its start, it serves the request instead of a person: it
//! does the work, writes the report and stores to `$D7FF`. Around the work, it makes timers A and B of CIA 2 count down from `$FFFFFFFF`
//! together, with B counting the underflows of A, and then stops them; the difference is the number of cycles, interrupts and bad lines
//! included.
//!
//! VICE starts once. Its state is saved at the program's entry, and each request begins from that state, so that no request can see what
//! another one left behind, and the order of the requests does not matter.

use std::ffi::OsString;

use super::monitor::{Bank, Monitor, On};
use super::port::Port;
use super::process::Process;
use super::program::{EXIT_ADDRESS, PROGRAM_FILE, check_program};
use super::{Config, ViceError, VicePaths};

/// The entry of every program: `SYS 2080`.
const ENTRY: u16 = 2080;

/// Timers A and B of CIA 2, low bytes first.
const CIA2_TIMERS: u16 = 0xdd04;

const SNAPSHOT_FILE: &str = "entry.vsf";

/// The addresses of the program's request and report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// The address of the request.
    pub request: u16,
    /// The address of the report.
    pub report: u16,
}

/// A VICE that has stopped at the entry of a program, ready for requests.
pub struct Tasks {
    monitor: Monitor,
    mailbox: Mailbox,
}

impl Tasks {
    /// Starts VICE, loads the program file and stops at its entry. The limits of `config` apply to the start and to each request; cycles
    /// are counted from power-on as in a run with that request alone.
    ///
    /// # Errors
    /// The file is not a program, something required is missing, or the start failed.
    pub fn start(
        paths: &VicePaths,
        config: &Config,
        prg: &[u8],
        mailbox: Mailbox,
    ) -> Result<Tasks, ViceError> {
        check_program(prg)?;
        let port = Port::reserve()?;
        let address = format!("ip4://{}", port.address());
        let arguments: Vec<OsString> =
            ["-autostartprgmode", "1", "-binarymonitor", "-binarymonitoraddress", &address]
                .map(Into::into)
                .into();
        let process = Process::start(paths, config, &[(PROGRAM_FILE, prg)], &arguments)?;
        let mut monitor = Monitor::connect(process, port)?;
        monitor.stop_at(ENTRY, On::Execute)?;
        monitor.stop_at(EXIT_ADDRESS, On::Store)?;
        monitor.autostart(PROGRAM_FILE)?;
        monitor.resume()?;
        let stopped = monitor.wait_for_stop()?;
        if stopped != ENTRY {
            return Err(ViceError::Monitor(format!("stopped at ${stopped:04X}, before the program's entry")));
        }
        monitor.save_snapshot(SNAPSHOT_FILE)?;
        Ok(Tasks { monitor, mailbox })
    }

    /// Has one request answered: fills the report, and returns the cycles of the work as measured by CIA 2.
    ///
    /// # Errors
    /// The mailbox has no room for that many bytes, or the run failed. VICE is unusable afterwards.
    pub fn run(&mut self, request: &[u8], report: &mut [u8]) -> Result<u64, ViceError> {
        for (name, address, length) in
            [("request", self.mailbox.request, request.len()), ("report", self.mailbox.report, report.len())]
        {
            if usize::from(address) + length > 0x10000 {
                return Err(ViceError::BadProgram(format!("the {name} at ${address:04X} leaves the memory")));
            }
        }
        let monitor = &mut self.monitor;
        monitor.renew_deadline();
        monitor.load_snapshot(SNAPSHOT_FILE)?;
        monitor.write(self.mailbox.request, request)?;
        monitor.resume()?;
        let stopped = monitor.wait_for_stop()?;
        if stopped == ENTRY {
            return Err(ViceError::Monitor("the program started again instead of storing to $D7FF".into()));
        }
        let timers = monitor.read(Bank::Io, CIA2_TIMERS, 4)?;
        let Ok(timers) = <[u8; 4]>::try_from(timers) else {
            return Err(ViceError::Monitor("not the four bytes of the timers".into()));
        };
        report.copy_from_slice(&monitor.read(Bank::Ram, self.mailbox.report, report.len() as u16)?);
        Ok(u64::from(u32::MAX - u32::from_le_bytes(timers)))
    }
}
