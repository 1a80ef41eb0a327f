//! Files on disk, through the KERNAL's channels only, so that any drive that understands its commands works.
//!
//! The drive says on its command channel what went wrong; the KERNAL only knows whether anybody answers. Commands and
//! numbers: "Commodore 1541 User's Guide", chapters 4 and 5, appendix B.

use core::ptr;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use mos_hardware::{c64, vic2::Sprites};
use sys2080::kernal;
use sys2080_console::device::Fault;

use super::sound;

/// The drive's channels: one of the sixteen for files, the one for commands, and that of the directory, which is 0 as
/// the KERNAL says it on the bus; no file may have the number 0.
const FILE: u8 = 2;
const COMMAND: u8 = 15;
const DIRECTORY: u8 = 0x60;

/// The address of the number of the device used last. Source: Sheldon Leemon, "Mapping the Commodore 64", $BA.
const LAST_DEVICE: *const u8 = 0xba as *const u8;
/// The drives that have been named: 8 to 30.
const DRIVES: core::ops::RangeInclusive<u8> = 8..=30;

/// The status that means nothing but the end of the file.
const LAST_BYTE: u8 = 0x40;
/// Bytes of a file in a block of a disk.
const BLOCK: usize = 254;

/// Reads the disk's map, whatever disk was there before.
const INITIALISE: &[u8] = b"I0";
const BEFORE_NAME: &[u8] = b"S0:";
const LONGEST_NAME: usize = 16;
/// Bytes that SAVE puts before the data: their address, which means nothing when they are read.
const ADDRESS: usize = 2;
/// A drive's errors for a name that it cannot take: syntax error, invalid file name.
const NOT_A_NAME: Fault = Fault::Other(33);

/// The drive the program came from.
static DRIVE: AtomicU8 = AtomicU8::new(0);

/// Notes the drive the program came from.
pub fn start() {
    // SAFETY: a variable of the KERNAL's, for any program to read.
    let device = unsafe { ptr::read_volatile(LAST_DEVICE) };
    DRIVE.store(if DRIVES.contains(&device) { device } else { *DRIVES.start() }, Relaxed);
}

/// See [`Device::save`](sys2080_console::device::Device::save).
#[inline(never)]
pub fn save(name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
    let mut line = Line::new(name)?;
    let sprites = begin();
    let outcome = write(&mut line, data, replace);
    end(sprites);
    outcome
}

/// See [`Device::load`](sys2080_console::device::Device::load).
#[inline(never)]
pub fn load(name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
    let line = Line::new(name)?;
    let sprites = begin();
    let outcome = read(&line, data);
    end(sprites);
    outcome
}

/// Silence, and no sprites: the VIC takes cycles for them that the KERNAL needs on the serial bus.
fn begin() -> Sprites {
    sound::silence();
    let shown = &c64::vic2().sprite_enable;
    let sprites = shown.read();
    // SAFETY: only what is seen changes.
    unsafe { shown.write(Sprites::empty()) }
    sprites
}

/// Closes what may be open and shows the sprites again.
fn end(sprites: Sprites) {
    kernal::clrchn();
    for channel in [DIRECTORY, FILE, COMMAND] {
        kernal::close(channel);
    }
    // SAFETY: as in `begin`.
    unsafe { c64::vic2().sprite_enable.write(sprites) }
}

/// A file's name behind what the drive may be told with it: `S0:NAME`.
struct Line {
    bytes: [u8; BEFORE_NAME.len() + LONGEST_NAME],
    /// The end of the name.
    end: usize,
}

impl Line {
    /// Refuses what the drive would take for more than one name.
    fn new(name: &[u8]) -> Result<Line, Fault> {
        if name.is_empty() || name.len() > LONGEST_NAME {
            return Err(NOT_A_NAME);
        }
        if name.iter().any(|byte| *byte < b' ' || matches!(byte, b'*' | b'?' | b',' | b':' | b'=')) {
            return Err(NOT_A_NAME);
        }
        let mut line = Line { bytes: [0; _], end: BEFORE_NAME.len() + name.len() };
        for (to, from) in line.bytes.iter_mut().zip(BEFORE_NAME.iter().chain(name)) {
            *to = *from;
        }
        Ok(line)
    }

    /// The whole line, beginning with a command or with `$` for the directory.
    fn with(&mut self, first: u8) -> &[u8] {
        self.bytes[0] = first;
        self.bytes.get(..self.end).unwrap_or(&[])
    }

    /// The name behind the number of the drive.
    fn name(&self) -> &[u8] {
        self.bytes.get(1..self.end).unwrap_or(&[])
    }
}

fn write(line: &mut Line, data: &[u8], replace: bool) -> Result<(), Fault> {
    command(INITIALISE, Fault::NoDisk)?;
    let (blocks, exists) = room(line.with(b'$'))?;
    if exists && !replace {
        return Err(Fault::Exists);
    }
    let (mut needed, mut rest) = (1, data.len() + ADDRESS);
    while rest > BLOCK {
        rest -= BLOCK;
        needed += 1;
    }
    if blocks < needed {
        return Err(Fault::Full);
    }
    if exists {
        command(line.with(b'S'), Fault::NoDisk)?;
    }
    let listened = kernal::save(DRIVE.load(Relaxed), line.name(), data);
    answer(Fault::NoDisk)?;
    listened.map_err(|_| Fault::NoDrive)
}

fn read(line: &Line, data: &mut [u8]) -> Result<u16, Fault> {
    command(INITIALISE, Fault::NoDisk)?;
    open(FILE, line.name())?;
    answer(Fault::Damaged)?;
    listen_to(FILE)?;
    word();
    let (mut length, mut status) = (0, 0);
    for place in data {
        *place = kernal::chrin();
        length += 1;
        status = kernal::readst();
        if status != 0 {
            break;
        }
    }
    kernal::clrchn();
    answer(Fault::Damaged)?;
    if status == LAST_BYTE { Ok(length) } else { Err(Fault::Damaged) }
}

/// How many blocks a file may have, those of the present one included, and whether there is one. The directory is asked for
/// with the name as its pattern, so it has a title, perhaps one file, and the number of free blocks.
fn room(pattern: &[u8]) -> Result<(u16, bool), Fault> {
    open(DIRECTORY, pattern)?;
    listen_to(DIRECTORY)?;
    // The address, as in any program file.
    word();
    let (mut lines, mut blocks) = (0u8, 0u16);
    while word() != 0 {
        let number = word();
        // The title's number is that of the drive.
        if lines != 0 {
            blocks = blocks.saturating_add(number);
        }
        lines += 1;
        while byte() != 0 {}
    }
    kernal::clrchn();
    kernal::close(DIRECTORY);
    answer(Fault::NoDisk)?;
    // Without its last line it could not be read, even if the drive does not say so.
    if lines < 2 { Err(Fault::NoDisk) } else { Ok((blocks, lines > 2)) }
}

/// Gives the drive a command and hears what it says to it.
#[inline(never)]
fn command(command: &[u8], unreadable: Fault) -> Result<(), Fault> {
    kernal::close(COMMAND);
    open(COMMAND, command)?;
    answer(unreadable)
}

/// Opens a channel of the drive's.
#[inline(never)]
fn open(channel: u8, name: &[u8]) -> Result<(), Fault> {
    // The file has the number of the channel: a KERNAL of open-roms takes this for that in CHKIN.
    kernal::open(channel, DRIVE.load(Relaxed), channel, name).map_err(|_| Fault::NoDrive)
}

/// Makes an open channel the one that is read.
fn listen_to(channel: u8) -> Result<(), Fault> {
    kernal::chkin(channel).map_err(|_| Fault::NoDrive)
}

/// Reads the drive's answer to its last command; `unreadable` stands for a disk it cannot read or write.
#[inline(never)]
fn answer(unreadable: Fault) -> Result<(), Fault> {
    listen_to(COMMAND)?;
    let [tens, ones] = [byte(), byte()].map(|digit| digit.wrapping_sub(b'0'));
    while byte() != 0 {}
    kernal::clrchn();
    if tens > 9 {
        // Nothing was said, so the first byte was no digit.
        return Err(Fault::NoDrive);
    }
    Err(match tens * 10 + ones {
        // 1 counts files scratched; below 20 nothing is an error.
        0..=19 => return Ok(()),
        26 => Fault::Protected,
        20..=29 | 66 | 67 => unreadable,
        62 => Fault::Missing,
        63 => Fault::Exists,
        72 => Fault::Full,
        74 => Fault::NoDisk,
        other => Fault::Other(other),
    })
}

/// The next two bytes of the input channel, low byte first.
#[inline(never)]
fn word() -> u16 {
    u16::from_le_bytes([byte(), byte()])
}

/// The next byte of the input channel; 0 after the last one, as the KERNAL would say RETURN for ever.
#[inline(never)]
fn byte() -> u8 {
    if kernal::readst() != 0 { 0 } else { kernal::chrin() }
}
