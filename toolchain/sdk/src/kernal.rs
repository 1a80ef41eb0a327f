//! Calls to the KERNAL's jump table.
//!
//! Addresses, registers and errors: Commodore 64 Programmer's Reference Guide, chapter 5, "The KERNAL", except for the order
//! of RDTIM's registers, which is that of the ROM (901227-03): A low, X middle, Y high.
//!
//! On the host there is no KERNAL. [`chrout`] prints to standard output, [`chrin`] and [`getin`] read standard input, and the
//! other calls do nothing.

use crate::hardware::{self, Passed, Returned, call};

/// An error returned by the KERNAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// RUN/STOP was pressed (0).
    Stopped,
    /// Ten files are open (1).
    TooManyFiles,
    /// A file with this number is already open (2).
    FileOpen,
    /// No file with this number is open (3).
    FileNotOpen,
    /// The device does not have this file (4).
    FileNotFound,
    /// The device does not answer (5).
    DeviceNotPresent,
    /// The file cannot be read from (6).
    NotInputFile,
    /// The file cannot be written to (7).
    NotOutputFile,
    /// The device needs a name (8).
    MissingFileName,
    /// There is no such device, or it cannot do this (9).
    IllegalDevice,
    /// The name has more than 255 bytes.
    NameTooLong,
    /// A number that is not in the guide.
    Other(u8),
}

impl Error {
    /// Decodes the error number that the KERNAL returns in A with the carry set.
    #[must_use]
    pub const fn of(number: u8) -> Error {
        match number {
            0 => Error::Stopped,
            1 => Error::TooManyFiles,
            2 => Error::FileOpen,
            3 => Error::FileNotOpen,
            4 => Error::FileNotFound,
            5 => Error::DeviceNotPresent,
            6 => Error::NotInputFile,
            7 => Error::NotOutputFile,
            8 => Error::MissingFileName,
            9 => Error::IllegalDevice,
            number => Error::Other(number),
        }
    }

    #[inline(never)]
    fn check(returned: Returned) -> Result<(), Error> {
        if returned.carry { Err(Error::of(returned.a)) } else { Ok(()) }
    }
}

/// CHROUT ($FFD2): sends a byte to the output channel, which is the screen unless [`chkout`] has selected a file.
pub fn chrout(byte: u8) {
    hardware::chrout(byte);
}

/// CHRIN ($FFCF): returns the next byte of the input channel. From the keyboard, it waits for a whole line, and then returns it
/// byte by byte in subsequent calls, up to a RETURN ($0D).
pub fn chrin() -> u8 {
    hardware::chrin()
}

/// GETIN ($FFE4): returns the next byte of the keyboard buffer, or 0 if it is empty.
pub fn getin() -> u8 {
    hardware::getin()
}

/// STOP ($FFE1): returns whether RUN/STOP is down, as of the last keyboard scan. If it is, the KERNAL resets the channels to keyboard
/// and screen, and clears the keyboard buffer.
#[must_use]
pub fn stop() -> bool {
    hardware::stop()
}

/// SCNKEY ($FF9F): scans the keyboard. Only needed while interrupts are disabled.
pub fn scnkey() {
    call::<0xff9f>(Passed::NOTHING);
}

/// PLOT ($FFF0) with the carry clear: moves the cursor. `column` is below 40 and `row` below 25, which is not checked: see
/// [`print::at`](crate::print::at).
pub fn plot(column: u8, row: u8) {
    call::<0xfff0>(Passed::NOTHING.x(row).y(column).carry(false));
}

/// PLOT ($FFF0) with the carry set: returns the cursor's column and row. The column is that within the logical line, which has
/// up to two rows: 0 to 79.
#[must_use]
pub fn cursor() -> (u8, u8) {
    let returned = call::<0xfff0>(Passed::NOTHING.carry(true));
    (returned.y, returned.x)
}

/// RDTIM ($FFDE): returns the jiffy clock, in sixtieths of a second: 0 to 5,183,999, which is one day.
#[must_use]
#[inline(never)]
pub fn rdtim() -> u32 {
    let Returned { a, x, y, .. } = call::<0xffde>(Passed::NOTHING);
    u32::from_le_bytes([a, x, y, 0])
}

/// SETTIM ($FFDB): sets the jiffy clock. `jiffies` is below 5,184,000; bits from 24 on are ignored.
pub fn settim(jiffies: u32) {
    let [a, x, y, _] = jiffies.to_le_bytes();
    call::<0xffdb>(Passed::NOTHING.a(a).x(x).y(y));
}

/// SETMSG ($FF90): selects which messages the KERNAL prints: bit 7 for control messages such as "SEARCHING", bit 6
/// for errors, 0 for none.
pub fn setmsg(which: u8) {
    call::<0xff90>(Passed::NOTHING.a(which));
}

/// READST ($FFB7): returns the status of the last transfer: 0, bit 6 at the end of a file, or other bits for errors.
#[inline(never)]
#[must_use]
pub fn readst() -> u8 {
    call::<0xffb7>(Passed::NOTHING).a
}

/// SETNAM ($FFBD), SETLFS ($FFBA) and OPEN ($FFC0): opens a file. `file` is 1 to 255, `device` 0 to 31 (8 for the first disk
/// drive), and `name`, in PETSCII, at most 255 bytes.
///
/// # Errors
/// An error that the KERNAL detects, or a name that is too long. The drive's own errors, such as a missing file, appear only on its
/// command channel.
#[inline(never)]
pub fn open(file: u8, device: u8, secondary: u8, name: &[u8]) -> Result<(), Error> {
    set_file(file, device, secondary, name)?;
    // The KERNAL copies whatever it needs from the name before it returns.
    Error::check(call::<0xffc0>(Passed::NOTHING))
}

/// SETNAM and SETLFS: sets the file for OPEN or SAVE.
#[inline(never)]
fn set_file(file: u8, device: u8, secondary: u8, name: &[u8]) -> Result<(), Error> {
    let a = u8::try_from(name.len()).map_err(|_| Error::NameTooLong)?;
    call::<0xffbd>(Passed::NOTHING.a(a).xy(name.as_ptr().addr() as u16));
    call::<0xffba>(Passed::NOTHING.a(file).x(device).y(secondary));
    Ok(())
}

/// SETNAM ($FFBD), SETLFS ($FFBA) and SAVE ($FFD8): writes `data` to a program file on a `device`, preceded by two bytes with
/// its address in memory. `name`, in PETSCII, has at most 255 bytes.
///
/// # Errors
/// The same as those of [`open`].
pub fn save(device: u8, name: &[u8], data: &[u8]) -> Result<(), Error> {
    // SAVE uses its own file number and secondary address.
    set_file(1, device, 1, name)?;
    Error::check(hardware::save(data))
}

/// CLOSE ($FFC3): closes a file, which need not be open.
#[inline(never)]
pub fn close(file: u8) {
    call::<0xffc3>(Passed::NOTHING.a(file));
}

/// CHKIN ($FFC6): makes an open file the input channel.
///
/// # Errors
/// An error that the KERNAL detects.
#[inline(never)]
pub fn chkin(file: u8) -> Result<(), Error> {
    Error::check(call::<0xffc6>(Passed::NOTHING.x(file)))
}

/// CHKOUT ($FFC9): makes an open file the output channel.
///
/// # Errors
/// An error that the KERNAL detects.
pub fn chkout(file: u8) -> Result<(), Error> {
    Error::check(call::<0xffc9>(Passed::NOTHING.x(file)))
}

/// CLRCHN ($FFCC): resets the channels to keyboard and screen.
#[inline(never)]
pub fn clrchn() {
    call::<0xffcc>(Passed::NOTHING);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_counts_only_with_the_carry() {
        let returned = |carry| Error::check(Returned { a: 5, carry, ..Returned::default() });
        assert_eq!(returned(false), Ok(()));
        assert_eq!(returned(true), Err(Error::DeviceNotPresent));
        assert_eq!(Error::of(10), Error::Other(10));
    }
}
