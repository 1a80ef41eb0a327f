//! The KERNAL's file routines: SETLFS to READST, the channels, LOAD and SAVE, for the screen, the keyboard and a disk.

use crate::bus::SerialLines;
use crate::channels::{Content, DISK, OpenFile};
use crate::disk::{Disk, DosStatus};
use crate::error::Error;
use crate::machine::Machine;

/// Error numbers that the KERNAL returns in A with the carry set. Source: Programmer's Reference Guide, chapter 5.
mod error {
    pub(super) const TOO_MANY_FILES: u8 = 1;
    pub(super) const FILE_OPEN: u8 = 2;
    pub(super) const FILE_NOT_OPEN: u8 = 3;
    pub(super) const FILE_NOT_FOUND: u8 = 4;
    pub(super) const DEVICE_NOT_PRESENT: u8 = 5;
    pub(super) const NAME_MISSING: u8 = 8;
    pub(super) const ILLEGAL_DEVICE: u8 = 9;
}

const KEYBOARD: u8 = 0;
const SCREEN: u8 = 3;
const COMMAND_CHANNEL: u8 = 15;
const MOST_FILES: usize = 10;

const STATUS: usize = 0x90;
const OPEN_FILES: usize = 0x98;
const INPUT_DEVICE: usize = 0x99;
const OUTPUT_DEVICE: usize = 0x9a;
const END_ADDRESS: usize = 0xae;
const NAME_LENGTH: usize = 0xb7;
const LOGICAL: usize = 0xb8;
const SECONDARY: usize = 0xb9;
const DEVICE: usize = 0xba;
const NAME: usize = 0xbb;

/// Bits of the status byte at $90.
const END_OF_FILE: u8 = 0x40;
const NOT_PRESENT: u8 = 0x80;
const VERIFY_ERROR: u8 = 0x10;
const NO_ANSWER: u8 = 0x02;

impl Machine {
    /// Connects a disk drive as device 8. Without one, device 8 is not present.
    pub fn insert_disk(&mut self, disk: Box<dyn Disk>) {
        self.files.disk = Some(disk);
        self.files.say(DosStatus::error(73));
    }

    /// Sets the lines that the devices on the serial bus pull low, for programs that read the bus themselves at $DD00. The KERNAL calls
    /// that this crate implements do not use the lines.
    pub fn set_serial_lines(&mut self, pulled: SerialLines) {
        self.cpu.memory.serial = Some(pulled);
    }

    /// Returns the lines of the serial bus that the program pulls low.
    pub fn serial_lines(&self) -> SerialLines {
        self.cpu.memory.serial_output()
    }

    /// Removes the disk drive and returns it.
    pub fn remove_disk(&mut self) -> Option<Box<dyn Disk>> {
        self.files.disk.take()
    }

    /// Performs one of the file routines; returns `None` if `name` is not one of them.
    pub(crate) fn answer_file_call(&mut self, name: &'static str) -> Option<Result<(), Error>> {
        let [a, x, y] = [self.cpu.registers.a, self.cpu.registers.x, self.cpu.registers.y];
        let outcome = match name {
            "SETLFS" => {
                self.set_variables([(LOGICAL, a), (DEVICE, x), (SECONDARY, y)]);
                return Some(Ok(()));
            }
            "SETNAM" => {
                self.set_variables([(NAME_LENGTH, a), (NAME, x), (NAME + 1, y)]);
                return Some(Ok(()));
            }
            "READST" => {
                self.cpu.registers.a = self.variable(STATUS);
                self.junk_flags();
                return Some(Ok(()));
            }
            "OPEN" => match self.open() {
                Ok(outcome) => outcome,
                Err(error) => return Some(Err(error)),
            },
            "CLOSE" => {
                self.files.close(a);
                self.count_files();
                Ok(())
            }
            "CHKIN" => self.choose(x, INPUT_DEVICE, SCREEN),
            "CHKOUT" => self.choose(x, OUTPUT_DEVICE, KEYBOARD),
            "CLRCHN" => {
                self.clear_channels();
                Ok(())
            }
            "CLALL" => {
                self.files.open.clear();
                self.count_files();
                self.clear_channels();
                Ok(())
            }
            "LOAD" => match self.load(a, u16::from_le_bytes([x, y])) {
                Ok(outcome) => return Some(self.finish_load(outcome)),
                Err(error) => return Some(Err(error)),
            },
            "SAVE" => match self.save(a, u16::from_le_bytes([x, y])) {
                Ok(outcome) => outcome,
                Err(error) => return Some(Err(error)),
            },
            _ => return None,
        };
        self.finish(outcome);
        // According to the guide's list, CHKIN, CHKOUT, CLRCHN and CLALL preserve Y.
        if matches!(name, "CHKIN" | "CHKOUT" | "CLRCHN" | "CLALL") {
            self.cpu.registers.y = y;
        }
        Some(Ok(()))
    }

    fn variable(&self, at: usize) -> u8 {
        self.cpu.memory.ram[at]
    }

    fn set_variables<const N: usize>(&mut self, values: [(usize, u8); N]) {
        for (at, value) in values {
            self.cpu.memory.ram[at] = value;
        }
    }

    /// Puts junk into the registers, then sets the carry and, for an error, its number in A.
    fn finish(&mut self, outcome: Result<(), u8>) {
        self.junk_registers();
        self.set_carry(outcome.is_err());
        if let Err(number) = outcome {
            self.cpu.registers.a = number;
        }
    }

    fn finish_load(&mut self, outcome: Result<u16, u8>) -> Result<(), Error> {
        self.finish(outcome.map(|_| ()));
        if let Ok(end) = outcome {
            [self.cpu.registers.x, self.cpu.registers.y] = end.to_le_bytes();
        }
        Ok(())
    }

    fn count_files(&mut self) {
        self.cpu.memory.ram[OPEN_FILES] = self.files.open.len() as u8;
    }

    fn file_name(&self) -> Vec<u8> {
        let start = u16::from_le_bytes([self.variable(NAME), self.variable(NAME + 1)]);
        let length = u16::from(self.variable(NAME_LENGTH));
        (0..length).map(|offset| self.peek(start.wrapping_add(offset))).collect()
    }

    /// Checks that a device answers; otherwise sets the status byte.
    fn present(&mut self, device: u8) -> Result<(), u8> {
        if matches!(device, KEYBOARD | SCREEN) || device == DISK && self.files.disk.is_some() {
            return Ok(());
        }
        self.cpu.memory.ram[STATUS] |= NOT_PRESENT;
        Err(error::DEVICE_NOT_PRESENT)
    }

    fn open(&mut self) -> Result<Result<(), u8>, Error> {
        let [logical, device, secondary] =
            [self.variable(LOGICAL), self.variable(DEVICE), self.variable(SECONDARY)];
        if matches!(device, 1 | 2) {
            return Err(self.kernal_error("OPEN", format!("device {device}, tape or RS-232, is not offered")));
        }
        if self.files.open.iter().any(|file| file.logical == logical) {
            return Ok(Err(error::FILE_OPEN));
        }
        if self.files.open.len() == MOST_FILES {
            return Ok(Err(error::TOO_MANY_FILES));
        }
        self.cpu.memory.ram[STATUS] = 0;
        if let Err(number) = self.present(device) {
            return Ok(Err(number));
        }
        let name = self.file_name();
        let content = match device {
            DISK if secondary & 15 != COMMAND_CHANNEL => self.files.open_on_disk(&name, secondary & 15),
            _ => Content::Device,
        };
        if device == DISK && content == Content::Device && !name.is_empty() {
            self.command(&name);
        }
        self.files.open.push(OpenFile { logical, device, content });
        self.count_files();
        Ok(Ok(()))
    }

    fn command(&mut self, command: &[u8]) {
        if let Some(disk) = &mut self.files.disk {
            let status = disk.command(command);
            let answer = disk.answer();
            self.files.say(status);
            if let Some(bytes) = answer {
                self.files.status = bytes.into_iter().rev().collect();
            }
        }
    }

    /// CHKIN and CHKOUT: makes an open file the input or output. `unfit` is the device that cannot be it.
    fn choose(&mut self, logical: u8, variable: usize, unfit: u8) -> Result<(), u8> {
        // Source: KERNAL 901227-03, $F30F.
        self.cpu.memory.ram[STATUS] = 0;
        let file = self.files.open.iter().find(|file| file.logical == logical);
        let device = file.ok_or(error::FILE_NOT_OPEN)?.device;
        self.present(device)?;
        if device == unfit {
            return Err(if variable == INPUT_DEVICE { 6 } else { 7 });
        }
        self.cpu.memory.ram[variable] = device;
        if variable == INPUT_DEVICE {
            self.files.input = logical;
        } else {
            self.files.output = logical;
        }
        Ok(())
    }

    fn clear_channels(&mut self) {
        let command = std::mem::take(&mut self.files.command);
        if !command.is_empty() {
            self.command(&command);
        }
        self.set_variables([(INPUT_DEVICE, KEYBOARD), (OUTPUT_DEVICE, SCREEN)]);
    }

    /// Returns a byte from the input channel; `None` if that is the keyboard.
    pub(crate) fn read_channel(&mut self) -> Option<u8> {
        if self.variable(INPUT_DEVICE) != DISK {
            return None;
        }
        let next = self.files.next_byte();
        self.cpu.memory.ram[STATUS] = match next {
            Some((_, false)) => 0,
            Some((_, true)) => END_OF_FILE,
            None => END_OF_FILE | NO_ANSWER,
        };
        // Past the end, the KERNAL returns RETURN.
        Some(next.map_or(b'\r', |(byte, _)| byte))
    }

    /// Sends a byte to the output channel; returns false if that is the screen.
    pub(crate) fn write_channel(&mut self, byte: u8) -> bool {
        if self.variable(OUTPUT_DEVICE) != DISK {
            return false;
        }
        if !self.files.send_byte(byte) {
            self.cpu.memory.ram[STATUS] |= NOT_PRESENT;
        }
        true
    }

    /// Checks the device and the name for LOAD and SAVE.
    fn disk_and_name(&mut self, name: &'static str) -> Result<Result<Vec<u8>, u8>, Error> {
        let device = self.variable(DEVICE);
        if matches!(device, 1 | 2) {
            return Err(self.kernal_error(name, format!("device {device}, tape or RS-232, is not offered")));
        }
        if matches!(device, KEYBOARD | SCREEN) {
            return Ok(Err(error::ILLEGAL_DEVICE));
        }
        self.cpu.memory.ram[STATUS] = 0;
        let file = self.file_name();
        if file.is_empty() {
            return Ok(Err(error::NAME_MISSING));
        }
        Ok(self.present(device).map(|()| file))
    }

    fn load(&mut self, verify: u8, target: u16) -> Result<Result<u16, u8>, Error> {
        let name = match self.disk_and_name("LOAD")? {
            Ok(name) => name,
            Err(number) => return Ok(Err(number)),
        };
        let loaded = self.files.read_from_disk(&name, 0);
        let wrong = match &loaded {
            Ok(reading) => reading.error,
            Err(error) => Some(*error),
        };
        self.files.say(wrong.unwrap_or(DosStatus::OK));
        let Ok(file) = loaded else { return Ok(Err(error::FILE_NOT_FOUND)) };
        let [low, high, bytes @ ..] = file.bytes.as_slice() else { return Ok(Err(error::FILE_NOT_FOUND)) };
        let own = u16::from_le_bytes([*low, *high]);
        let start = if self.variable(SECONDARY) == 0 { target } else { own };
        // After an unreadable block, the drive sends nothing.
        self.cpu.memory.ram[STATUS] =
            if file.error.is_some() { END_OF_FILE | NO_ANSWER } else { END_OF_FILE };
        for (offset, byte) in bytes.iter().enumerate() {
            let address = start.wrapping_add(offset as u16);
            if verify == 0 {
                if self.cpu.memory.is_protected(address) {
                    return Err(Error::WriteToProtected { address, value: *byte, report: self.report() });
                }
                self.cpu.memory.ram[usize::from(address)] = *byte;
            } else if self.peek(address) != *byte {
                self.cpu.memory.ram[STATUS] |= VERIFY_ERROR;
            }
        }
        let end = start.wrapping_add(bytes.len() as u16);
        let [low, high] = end.to_le_bytes();
        self.set_variables([(END_ADDRESS, low), (END_ADDRESS + 1, high)]);
        Ok(Ok(end))
    }

    fn save(&mut self, pointer: u8, end: u16) -> Result<Result<(), u8>, Error> {
        let name = match self.disk_and_name("SAVE")? {
            Ok(name) => name,
            Err(number) => return Ok(Err(number)),
        };
        let pointer = usize::from(pointer);
        let start = u16::from_le_bytes([self.variable(pointer), self.variable((pointer + 1) & 0xff)]);
        if end <= start {
            return Err(
                self.kernal_error("SAVE", format!("its end ${end:04X} is not after its start ${start:04X}"))
            );
        }
        let mut file = start.to_le_bytes().to_vec();
        file.extend((start..end).map(|address| self.peek(address)));
        if let Some(disk) = &mut self.files.disk {
            let status = disk.save(&name, &file);
            self.files.say(status);
        }
        Ok(Ok(()))
    }
}
