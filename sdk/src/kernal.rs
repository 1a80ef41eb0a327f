//! Calls of the KERNAL's jump table.
//!
//! Addresses, registers and errors: Commodore 64 Programmer's Reference Guide, chapter 5, "The KERNAL", except for the order
//! of RDTIM's registers, which is that of the ROM (901227-03): A low, X middle, Y high.
//!
//! On the host there is no KERNAL. [`chrout`] prints to standard output, [`chrin`] and [`getin`] read standard input, and the
//! other calls do nothing.

use crate::hardware::{self, Registers, call};

/// Why the KERNAL could not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// RUN/STOP was pressed (0).
    Stopped,
    /// Ten files are open (1).
    TooManyFiles,
    /// A file of this number is open (2).
    FileOpen,
    /// No file of this number is open (3).
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
    /// Another number than the guide has.
    Other(u8),
}

impl Error {
    /// The error of a number that the KERNAL returns in A with the carry set.
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

    fn check(registers: Registers) -> Result<(), Error> {
        if registers.carry { Err(Error::of(registers.a)) } else { Ok(()) }
    }
}

/// CHROUT ($FFD2): sends a byte to the output channel, which is the screen unless [`chkout`] has chosen a file.
pub fn chrout(byte: u8) {
    hardware::chrout(byte);
}

/// CHRIN ($FFCF): returns the next byte of the input channel. From the keyboard, it waits for a whole line, and returns it
/// byte by byte in further calls, up to a RETURN ($0D).
pub fn chrin() -> u8 {
    hardware::chrin()
}

/// GETIN ($FFE4): returns the next byte of the keyboard buffer, or 0 if it is empty.
pub fn getin() -> u8 {
    hardware::getin()
}

/// SCNKEY ($FF9F): scans the keyboard. Only needed while interrupts are disabled.
pub fn scnkey() {
    call::<0xff9f>(Registers::default());
}

/// PLOT ($FFF0) with the carry clear: moves the cursor. `column` is below 40 and `row` below 25, which is not checked: see
/// [`print::at`](crate::print::at).
pub fn plot(column: u8, row: u8) {
    call::<0xfff0>(Registers { x: row, y: column, ..Registers::default() });
}

/// PLOT ($FFF0) with the carry set: returns column and row of the cursor. The column is that of the logical line, which has
/// up to two rows: 0 to 79.
#[must_use]
pub fn cursor() -> (u8, u8) {
    let registers = call::<0xfff0>(Registers { carry: true, ..Registers::default() });
    (registers.y, registers.x)
}

/// RDTIM ($FFDE): returns the jiffy clock, in sixtieths of a second: 0 to 5,183,999, a day.
#[must_use]
pub fn rdtim() -> u32 {
    let Registers { a, x, y, .. } = call::<0xffde>(Registers::default());
    u32::from_le_bytes([a, x, y, 0])
}

/// SETTIM ($FFDB): sets the jiffy clock. `jiffies` is below 5,184,000; bits from 24 on are ignored.
pub fn settim(jiffies: u32) {
    let [a, x, y, _] = jiffies.to_le_bytes();
    call::<0xffdb>(Registers { a, x, y, carry: false });
}

/// SETMSG ($FF90): chooses which messages the KERNAL prints by itself: bit 7 for control messages such as "SEARCHING", bit 6
/// for errors, 0 for none.
pub fn setmsg(which: u8) {
    call::<0xff90>(Registers { a: which, ..Registers::default() });
}

/// READST ($FFB7): returns the status of the last transfer: 0, bit 6 at the end of a file, or other bits for faults.
#[must_use]
pub fn readst() -> u8 {
    call::<0xffb7>(Registers::default()).a
}

/// SETNAM ($FFBD), SETLFS ($FFBA) and OPEN ($FFC0): opens a file. `file` is 1 to 255, `device` 0 to 31 (8 for the first disk
/// drive), and `name`, in PETSCII, at most 255 bytes.
///
/// # Errors
/// What the KERNAL finds. The drive's own errors, such as a missing file, show only on its command channel.
///
/// # Panics
/// The name is too long.
pub fn open(file: u8, device: u8, secondary: u8, name: &[u8]) -> Result<(), Error> {
    assert!(name.len() <= 255, "the name is too long");
    let [x, y] = (name.as_ptr().addr() as u16).to_le_bytes();
    call::<0xffbd>(Registers { a: name.len() as u8, x, y, carry: false });
    call::<0xffba>(Registers { a: file, x: device, y: secondary, carry: false });
    // The KERNAL copies what it needs of the name before it returns.
    Error::check(call::<0xffc0>(Registers::default()))
}

/// CLOSE ($FFC3): closes a file, which need not be open.
pub fn close(file: u8) {
    call::<0xffc3>(Registers { a: file, ..Registers::default() });
}

/// CHKIN ($FFC6): makes an open file the input channel.
///
/// # Errors
/// What the KERNAL finds.
pub fn chkin(file: u8) -> Result<(), Error> {
    Error::check(call::<0xffc6>(Registers { x: file, ..Registers::default() }))
}

/// CHKOUT ($FFC9): makes an open file the output channel.
///
/// # Errors
/// What the KERNAL finds.
pub fn chkout(file: u8) -> Result<(), Error> {
    Error::check(call::<0xffc9>(Registers { x: file, ..Registers::default() }))
}

/// CLRCHN ($FFCC): makes keyboard and screen the channels again.
pub fn clrchn() {
    call::<0xffcc>(Registers::default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_counts_only_with_the_carry() {
        let returned = |carry| Error::check(Registers { a: 5, carry, ..Registers::default() });
        assert_eq!(returned(false), Ok(()));
        assert_eq!(returned(true), Err(Error::DeviceNotPresent));
        assert_eq!(Error::of(10), Error::Other(10));
    }
}
