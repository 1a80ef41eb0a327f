//! Disk files, for both programs.

use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::disk::{Drive, Error};
use sys2080_console::device::Fault;

/// The command that makes the drive read the disk's block map again, whatever disk it held before.
const INITIALISE: &[u8] = b"I0";
/// The drive's error for an invalid file name.
const NOT_A_NAME: Fault = Fault::Other(33);

/// The drive the program was loaded from.
static DRIVE: AtomicU8 = AtomicU8::new(0);

/// Notes the drive the program was loaded from.
pub fn start() {
    DRIVE.store(Drive::of_program().device(), Relaxed);
}

/// See [`Computer::save`](sys2080_console::device::Computer::save).
#[inline(never)]
pub fn save(name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
    write(name, data, replace).map_err(|error| fault(error, Fault::NoDisk))
}

fn drive() -> Drive {
    Drive::new(DRIVE.load(Relaxed))
}

fn write(name: &[u8], data: &[u8], replace: bool) -> Result<(), Error> {
    drive().command(INITIALISE)?;
    if replace { drive().replace(name, data) } else { drive().save(name, data) }
}

/// See [`Computer::load`](sys2080_console::device::Computer::load).
#[inline(never)]
pub fn load(name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
    drive().command(INITIALISE).map_err(|error| fault(error, Fault::NoDisk))?;
    let length = drive().load(name, data).map_err(|error| fault(error, Fault::Damaged))?;
    Ok(length as u16)
}

/// Returns the fault; `unreadable` is the one for a disk that the drive cannot read or write.
#[inline(never)]
fn fault(error: Error, unreadable: Fault) -> Fault {
    match error {
        Error::Kernal(_) => Fault::NoDrive,
        Error::Name => NOT_A_NAME,
        Error::Dos(error) => match error.number() {
            26 => Fault::Protected,
            20..=29 | 66 | 67 => unreadable,
            62 => Fault::Missing,
            63 => Fault::Exists,
            72 => Fault::Full,
            74 => Fault::NoDisk,
            other => Fault::Other(other),
        },
        _ => unreadable,
    }
}
