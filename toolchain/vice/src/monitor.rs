//! VICE's binary monitor: its protocol over a TCP connection on this machine.
//!
//! Protocol version 2 as described in VICE 3.7's manual. All numbers are little-endian. A request is `02 02 length:4 id:4 command body`, a
//! response `02 02 length:4 kind error id:4 body`; unsolicited responses have the ID `$FFFFFFFF`. Every request stops the emulated machine;
//! [`Monitor::resume`] lets it run on.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::ViceError;
use super::display::{BORDER, Display, Margins};
use super::port::Port;
use super::process::Process;
use super::state::{State, state};

const START: u8 = 0x02;
const VERSION: u8 = 0x02;
const UNASKED: u32 = 0xffff_ffff;

const READ_MEMORY: u8 = 0x01;
const WRITE_MEMORY: u8 = 0x02;
/// Describes a checkpoint; sent unasked when the machine stops at it.
const CHECKPOINT: u8 = 0x11;
const SET_CHECKPOINT: u8 = 0x12;
const DELETE_CHECKPOINT: u8 = 0x13;
const SET_CONDITION: u8 = 0x22;
const SAVE_SNAPSHOT: u8 = 0x41;
const LOAD_SNAPSHOT: u8 = 0x42;
const JAMMED: u8 = 0x61;
const STOPPED: u8 = 0x62;
const LIST_BANKS: u8 = 0x82;
const GET_DISPLAY: u8 = 0x84;
const GET_PALETTE: u8 = 0x91;
const SET_JOYSTICK: u8 = 0xa2;
const EXIT: u8 = 0xaa;
const RESET: u8 = 0xcc;
const AUTOSTART: u8 = 0xdd;

/// The largest response accepted; all of the memory is 64 KiB.
const LONGEST_ANSWER: usize = 1 << 20;

/// The name of a snapshot in the run's folder.
const SNAPSHOT_FILE: &str = "now.vsf";

/// The pause between two attempts to connect, and between two checks on VICE while it is silent.
const TICK: Duration = Duration::from_millis(5);

/// A view of the memory that the monitor offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bank {
    /// The 64 KiB of RAM, whatever is banked in.
    Ram,
    /// The chips at `$D000`-`$DFFF`.
    Io,
}

/// The kind of access at which a checkpoint stops the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Load = 1,
    Store = 2,
    Execute = 4,
}

struct Answer {
    kind: u8,
    error: u8,
    id: u32,
    body: Vec<u8>,
}

/// A running VICE with its monitor connected.
pub(super) struct Monitor {
    process: Process,
    stream: TcpStream,
    /// The bytes received but not yet parsed.
    pending: Vec<u8>,
    last_id: u32,
    /// The first address of the checkpoint at which the machine last stopped, until it is queried.
    hit: Option<u16>,
    /// VICE's message about a locked-up processor, received during a request. VICE still answers requests, and its log may report what the
    /// monitor has already reported, so only calls that let the machine run should fail.
    jam: Option<String>,
    ram: u16,
    io: u16,
}

impl Monitor {
    /// Connects to a VICE that was started with its binary monitor at `port`, which stays reserved until then. The machine is stopped
    /// afterwards.
    pub(super) fn connect(mut process: Process, port: Port) -> Result<Monitor, ViceError> {
        let stream = loop {
            match TcpStream::connect(port.address()) {
                Ok(stream) => break stream,
                Err(_) if process.has_ended() => return Err(process.autopsy()),
                Err(_) if Instant::now() >= process.deadline() => return Err(process.overdue()),
                Err(_) => std::thread::sleep(TICK),
            }
        };
        stream.set_nodelay(true).map_err(ViceError::io("cannot set up the monitor's connection"))?;
        stream
            .set_read_timeout(Some(TICK))
            .map_err(ViceError::io("cannot set up the monitor's connection"))?;
        let mut monitor =
            Monitor { process, stream, pending: Vec::new(), last_id: 0, hit: None, jam: None, ram: 0, io: 0 };
        let banks = monitor.request(LIST_BANKS, &[])?;
        let find = |name: &str| {
            bank_id(&banks, name).ok_or_else(|| ViceError::Monitor(format!("no memory bank called {name}")))
        };
        (monitor.ram, monitor.io) = (find("ram")?, find("io")?);
        Ok(monitor)
    }

    /// Returns the process behind the connection.
    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    /// Restarts the run's time limit on the host.
    pub(super) fn renew_deadline(&mut self) {
        self.process.renew_deadline();
    }

    /// Reads `length` bytes without disturbing the chips.
    pub(super) fn read(&mut self, bank: Bank, address: u16, length: u16) -> Result<Vec<u8>, ViceError> {
        let body = self.request(READ_MEMORY, &self.area(bank, address, length)?)?;
        match body.get(2..) {
            Some(bytes) if bytes.len() == usize::from(length) => Ok(bytes.to_vec()),
            _ => Err(ViceError::Monitor(format!("{} bytes of memory instead of {length}", body.len()))),
        }
    }

    /// Writes bytes to RAM.
    pub(super) fn write(&mut self, address: u16, bytes: &[u8]) -> Result<(), ViceError> {
        let length = u16::try_from(bytes.len()).map_err(|_| outside(address, bytes.len()))?;
        let mut body = self.area(Bank::Ram, address, length)?;
        body.extend_from_slice(bytes);
        self.request(WRITE_MEMORY, &body).map(|_| ())
    }

    /// Returns the header of a memory request: no side effects, first and last address, main memory, bank.
    fn area(&self, bank: Bank, address: u16, length: u16) -> Result<Vec<u8>, ViceError> {
        let last = length.checked_sub(1).and_then(|more| address.checked_add(more));
        let last = last.ok_or_else(|| outside(address, usize::from(length)))?;
        let bank = match bank {
            Bank::Ram => self.ram,
            Bank::Io => self.io,
        };
        let mut body = vec![0];
        body.extend(address.to_le_bytes());
        body.extend(last.to_le_bytes());
        body.push(0);
        body.extend(bank.to_le_bytes());
        Ok(body)
    }

    /// Makes the machine stop after each access to `address`.
    pub(super) fn stop_at(&mut self, address: u16, on: On) -> Result<(), ViceError> {
        self.checkpoint([address; 2], on).map(|_| ())
    }

    /// Lets the machine run until a store leaves this value at `address`, where it stops.
    pub(super) fn run_until(&mut self, address: u16, value: u8) -> Result<(), ViceError> {
        let number = self.stop_if(address, On::Store, &format!("@ram:${address:04x} == ${value:02x}"))?;
        self.resume()?;
        self.wait_for_stop()?;
        self.delete(number)
    }

    /// Lets the machine run to the instruction at `address` and stops before it.
    pub(super) fn run_to(&mut self, address: u16) -> Result<(), ViceError> {
        let number = self.checkpoint([address; 2], On::Execute)?;
        self.resume()?;
        let stopped = self.wait_for_stop()?;
        if stopped != address {
            return Err(ViceError::Monitor(format!("stopped at ${stopped:04X}, before ${address:04X}")));
        }
        self.hit = None;
        self.delete(number)
    }

    /// Lets the machine run to the end of an instruction that stores to `address`, where it stops.
    pub(super) fn run_to_store(&mut self, address: u16) -> Result<(), ViceError> {
        let number = self.checkpoint([address; 2], On::Store)?;
        self.resume()?;
        self.wait_for_stop()?;
        self.hit = None;
        self.delete(number)
    }

    /// Lets the machine run to a raster line, which must be below 256, where it stops before an instruction.
    pub(super) fn run_to_line(&mut self, line: u8) -> Result<(), ViceError> {
        let number = self.stop_on_line(line)?;
        self.resume()?;
        self.wait_for_stop()?;
        self.hit = None;
        self.delete(number)
    }

    /// Makes the machine stop before each instruction while the beam is in a raster line, which must be below 256. Returns the checkpoint's
    /// number; the checkpoint's first address is 0.
    pub(super) fn stop_on_line(&mut self, line: u8) -> Result<[u8; 4], ViceError> {
        let number = self.checkpoint([0, u16::MAX], On::Execute)?;
        self.set_condition(number, &format!("RL == ${line:02x}"))?;
        Ok(number)
    }

    /// Removes a checkpoint.
    pub(super) fn delete(&mut self, checkpoint: [u8; 4]) -> Result<(), ViceError> {
        self.request(DELETE_CHECKPOINT, &checkpoint).map(|_| ())
    }

    /// Returns the current state of the processor, with cycles counted from power-on.
    pub(super) fn state(&mut self) -> Result<State, ViceError> {
        self.save_snapshot(SNAPSHOT_FILE)?;
        let file = self.process.file(SNAPSHOT_FILE);
        let snapshot = std::fs::read(file).map_err(ViceError::io("cannot read VICE's snapshot"))?;
        state(&snapshot).ok_or_else(|| ViceError::Monitor("a snapshot without the processor".into()))
    }

    /// Makes the machine stop after each access to `address` while a condition, in the syntax of VICE's monitor, holds. Returns the
    /// checkpoint's number.
    pub(super) fn stop_if(&mut self, address: u16, on: On, condition: &str) -> Result<[u8; 4], ViceError> {
        let number = self.checkpoint([address; 2], on)?;
        self.set_condition(number, condition)?;
        Ok(number)
    }

    fn set_condition(&mut self, number: [u8; 4], condition: &str) -> Result<(), ViceError> {
        let body = [&number[..], &[condition.len() as u8], condition.as_bytes()].concat();
        self.request(SET_CONDITION, &body).map(|_| ())
    }

    /// Sets a checkpoint on an address range (first to last), and returns the number that VICE assigns to it.
    pub(super) fn checkpoint(&mut self, addresses: [u16; 2], on: On) -> Result<[u8; 4], ViceError> {
        let [[low, high], [last_low, last_high]] = addresses.map(u16::to_le_bytes);
        // Stop, enabled, operation. Not temporary, because that would make the machine run at once.
        let body = [low, high, last_low, last_high, 1, 1, on as u8, 0];
        let answer = self.request(SET_CHECKPOINT, &body)?;
        answer
            .first_chunk()
            .copied()
            .ok_or_else(|| ViceError::Monitor("a checkpoint without a number".into()))
    }

    /// Sets the lines of a control port (1 or 2) that has VICE's I/O simulation plugged in; 1 is high, the level when released.
    pub(super) fn set_joystick(&mut self, port: u16, lines: u16) -> Result<(), ViceError> {
        let [port, lines] = [(port - 1).to_le_bytes(), lines.to_le_bytes()];
        self.request(SET_JOYSTICK, &[port, lines].concat()).map(|_| ())
    }

    /// Returns the current display: its size in pixels, a colour number per pixel, and the palette of red, green and blue.
    pub(super) fn display(&mut self) -> Result<Display, ViceError> {
        self.display_with(BORDER)
    }

    /// Returns the current display like [`Monitor::display`], with these border sizes.
    pub(super) fn display_with(&mut self, margins: Margins) -> Result<Display, ViceError> {
        let palette = self.request(GET_PALETTE, &[1])?;
        // VIC-II, one byte per pixel.
        let display = self.request(GET_DISPLAY, &[1, 0])?;
        Display::read(&display, &palette, margins)
            .ok_or_else(|| ViceError::Monitor("the display is not as its manual says".into()))
    }

    /// Resets the machine like a reset button; the memory keeps its contents.
    pub(super) fn reset(&mut self) -> Result<(), ViceError> {
        self.request(RESET, &[0]).map(|_| ())
    }

    /// Resets the machine, loads a file from the run's folder and starts it.
    pub(super) fn autostart(&mut self, name: &str) -> Result<(), ViceError> {
        let path = self.path_bytes(name)?;
        // Run the program; for an image, its first file.
        let mut body = vec![1, 0, 0];
        body.extend(path);
        self.request(AUTOSTART, &body).map(|_| ())
    }

    /// Writes the state of the whole machine, without ROMs and disks, to a file in the run's folder.
    pub(super) fn save_snapshot(&mut self, name: &str) -> Result<(), ViceError> {
        let mut body = vec![0, 0];
        body.extend(self.path_bytes(name)?);
        self.request(SAVE_SNAPSHOT, &body).map(|_| ())
    }

    /// Restores the machine, clock included, to a saved state.
    pub(super) fn load_snapshot(&mut self, name: &str) -> Result<(), ViceError> {
        let body = self.path_bytes(name)?;
        self.request(LOAD_SNAPSHOT, &body).map(|_| ())
    }

    /// Returns a path in the run's folder, preceded by its length.
    fn path_bytes(&self, name: &str) -> Result<Vec<u8>, ViceError> {
        let path = self.process.file(name).into_os_string().into_encoded_bytes();
        let length = u8::try_from(path.len()).map_err(|_| {
            ViceError::Monitor("the path of the temporary folder is longer than 255 bytes".into())
        })?;
        Ok([vec![length], path].concat())
    }

    /// Lets the machine run, unless its processor has locked up.
    pub(super) fn resume(&mut self) -> Result<(), ViceError> {
        self.hit = None;
        self.request(EXIT, &[])?;
        self.jam.take().map_or(Ok(()), |line| Err(ViceError::Jam(line)))
    }

    /// Waits until a checkpoint stops the machine; returns the address of the next instruction.
    pub(super) fn wait_for_stop(&mut self) -> Result<u16, ViceError> {
        loop {
            let answer = self.answer(self.process.deadline())?;
            let answer = answer.ok_or_else(|| self.process.overdue())?;
            if let Some(address) = stop_address(&answer)? {
                return Ok(address);
            }
        }
    }

    /// Lets the machine run until a checkpoint or something else stops it with the monitor, or for about this long on the host. Returns the
    /// first address of the checkpoint, or else the address of the next instruction. A checkpoint at which the machine has stopped in the
    /// meantime, during a request, counts.
    pub(super) fn run_to_hit(&mut self, time: Duration) -> Result<Option<u16>, ViceError> {
        if self.hit.is_none() {
            self.resume()?;
        }
        let end = (Instant::now() + time).min(self.process.deadline());
        while self.hit.is_none() {
            match self.answer(end)? {
                Some(answer) => self.hit = stop_address(&answer)?.or(self.hit),
                None if Instant::now() >= self.process.deadline() => return Err(self.process.overdue()),
                None => break,
            }
        }
        Ok(self.hit.take())
    }

    /// Lets the machine run for about this long on the host; fails early if it locks up or ends.
    pub(super) fn run_for(&mut self, time: Duration) -> Result<(), ViceError> {
        self.resume()?;
        let end = (Instant::now() + time).min(self.process.deadline());
        while let Some(answer) = self.answer(end)? {
            stop_address(&answer)?;
        }
        if Instant::now() >= self.process.deadline() { Err(self.process.overdue()) } else { Ok(()) }
    }

    fn request(&mut self, command: u8, body: &[u8]) -> Result<Vec<u8>, ViceError> {
        self.last_id += 1;
        let length = u32::try_from(body.len()).map_err(|_| ViceError::Monitor("request too long".into()))?;
        let mut message = vec![START, VERSION];
        message.extend(length.to_le_bytes());
        message.extend(self.last_id.to_le_bytes());
        message.push(command);
        message.extend_from_slice(body);
        if self.stream.write_all(&message).is_err() {
            return Err(self.process.autopsy());
        }
        loop {
            let answer = match self.answer(self.process.deadline()) {
                Err(ViceError::Jam(line)) => {
                    self.jam = Some(line);
                    continue;
                }
                answer => answer?.ok_or_else(|| self.process.overdue())?,
            };
            if answer.id == self.last_id {
                return match answer.error {
                    0 => Ok(answer.body),
                    error => Err(ViceError::Monitor(format!(
                        "command ${command:02X} refused with error ${error:02X}"
                    ))),
                };
            }
            // A stop reported here is the one for this request: the machine resumes only after the response to a resume request.
            if let Err(ViceError::Jam(line)) = stop_address(&answer) {
                self.jam = Some(line);
            }
        }
    }

    /// Returns the next response, or `None` when the time is up.
    fn answer(&mut self, end: Instant) -> Result<Option<Answer>, ViceError> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(answer) = take_answer(&mut self.pending)? {
                self.hit = hit(&answer).or(self.hit);
                return Ok(Some(answer));
            }
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(self.process.autopsy()),
                Ok(count) => self.pending.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    // The log reports a locked-up CPU and the cycle limit even if the monitor stays silent.
                    if let Some(trouble) = self.process.trouble() {
                        return Err(trouble);
                    }
                    if Instant::now() >= end {
                        return Ok(None);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.process.autopsy()),
            }
        }
    }
}

/// Returns the address at which the machine has stopped if the response reports a stop.
fn stop_address(answer: &Answer) -> Result<Option<u16>, ViceError> {
    match (answer.kind, answer.body.as_slice()) {
        (STOPPED, [low, high, ..]) if answer.id == UNASKED => Ok(Some(u16::from_le_bytes([*low, *high]))),
        (JAMMED, body) => Err(jam(body)),
        _ => Ok(None),
    }
}

/// Returns the first address of a checkpoint at which the machine stops, if the response reports one. The body: number:4, whether it is
/// that one, first address:2, and more.
fn hit(answer: &Answer) -> Option<u16> {
    match (answer.kind, answer.body.as_slice()) {
        (CHECKPOINT, [_, _, _, _, 1, low, high, ..]) if answer.id == UNASKED => {
            Some(u16::from_le_bytes([*low, *high]))
        }
        _ => None,
    }
}

fn jam(body: &[u8]) -> ViceError {
    match body {
        [low, high, ..] => ViceError::Jam(format!("at ${:04X}", u16::from_le_bytes([*low, *high]))),
        _ => ViceError::Jam("at an unknown address".into()),
    }
}

fn outside(address: u16, length: usize) -> ViceError {
    ViceError::Monitor(format!("{length} bytes at ${address:04X} do not lie in memory"))
}

/// Takes the first complete response from the received bytes.
fn take_answer(pending: &mut Vec<u8>) -> Result<Option<Answer>, ViceError> {
    let Some((head, rest)) = pending.split_first_chunk::<12>() else { return Ok(None) };
    let [start, version, l0, l1, l2, l3, kind, error, i0, i1, i2, i3] = *head;
    let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
    if start != START || version != VERSION || length > LONGEST_ANSWER {
        return Err(ViceError::Monitor(format!("an answer begins with {head:02X?}")));
    }
    let Some(body) = rest.get(..length) else { return Ok(None) };
    let answer = Answer { kind, error, id: u32::from_le_bytes([i0, i1, i2, i3]), body: body.to_vec() };
    pending.drain(..12 + length);
    Ok(Some(answer))
}

/// Finds a bank in the list: a two-byte count, then items of `size, number:2, length of name, name`.
fn bank_id(list: &[u8], name: &str) -> Option<u16> {
    let mut rest = list.get(2..)?;
    while let [size, low, high, length, tail @ ..] = rest {
        if tail.get(..usize::from(*length))? == name.as_bytes() {
            return Some(u16::from_le_bytes([*low, *high]));
        }
        rest = rest.get(1 + usize::from(*size)..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_from_the_stream_whole() {
        let first = [2, 2, 1, 0, 0, 0, 0x81, 0, 7, 0, 0, 0, 0x55];
        let mut pending = first[..5].to_vec();
        assert!(take_answer(&mut pending).unwrap().is_none());
        pending.extend(&first[5..]);
        pending.extend([2, 2]);
        let answer = take_answer(&mut pending).unwrap().unwrap();
        assert_eq!((answer.kind, answer.error, answer.id, answer.body), (0x81, 0, 7, vec![0x55]));
        assert_eq!(pending, [2, 2]);
    }

    #[test]
    fn another_protocol_is_noticed() {
        let mut http = b"HTTP/1.1 400 Bad Request".to_vec();
        assert!(take_answer(&mut http).is_err());
        let mut huge = vec![2, 2, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0];
        assert!(take_answer(&mut huge).is_err());
    }

    #[test]
    fn banks_are_found_by_name() {
        let list = b"\x03\x00\x06\x01\x00\x03ram\x06\x02\x00\x03rom\x05\x03\x00\x02io";
        assert_eq!(bank_id(list, "io"), Some(3));
        assert_eq!(bank_id(list, "ram"), Some(1));
        assert_eq!(bank_id(list, "cart"), None);
        assert_eq!(bank_id(&list[..9], "rom"), None);
        assert_eq!(bank_id(&[], "ram"), None);
    }

    #[test]
    fn stops_and_jams_are_told_apart() {
        let answer = |kind, id| Answer { kind, error: 0, id, body: vec![0x20, 0x08] };
        assert_eq!(stop_address(&answer(STOPPED, UNASKED)).unwrap(), Some(0x0820));
        assert_eq!(stop_address(&answer(SET_CHECKPOINT, UNASKED)).unwrap(), None);
        let error = stop_address(&answer(JAMMED, UNASKED)).unwrap_err();
        assert_eq!(error.to_string(), "CPU locked up in VICE: at $0820");
    }
}
