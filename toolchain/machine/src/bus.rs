//! The C64's memory map as the processor sees it: RAM, ROM images, I/O chips, the processor port, the debug registers.

use std::ops::Range;

pub use chips::EXIT_REGISTER;

use crate::characters::CHARACTERS;
use crate::cia::Cia;
use crate::config::CiaModel;
use crate::cpu::{Bus, IRQ, NMI};
use crate::port::Port;
use crate::sid::Sid;
use crate::vic::{Frame, Vic, VideoMemory};

/// A store to this address records a mark: the stored byte and the cycle. On a real C64 it is an unused mirror of the SID.
pub const MARK_REGISTER: u16 = 0xd7fe;

/// The value read from the BASIC or KERNAL area when its image is absent.
pub(crate) const NO_ROM: u8 = 0xb2;
/// The last six bytes of the KERNAL: the NMI, reset and IRQ vectors. Source: KERNAL 901227-03, $FFFA.
const VECTORS: u16 = 0xfffa;
const HARDWARE_VECTORS: [u8; 6] = [0x43, 0xfe, 0xe2, 0xfc, 0x48, 0xff];
/// Below this address, reads reach only RAM.
const LOWEST_BANK: u16 = 0xa000;
/// The areas switched by the port's lines: their first addresses, and their pages.
const BASIC: u16 = 0xa000;
const IO: u16 = 0xd000;
const KERNAL: u16 = 0xe000;
const BASIC_PAGES: Range<usize> = 0xa0..0xc0;
const IO_PAGES: Range<usize> = 0xd0..0xe0;
const KERNAL_PAGES: Range<usize> = 0xe0..0x100;
/// The VIC-II's colour registers.
const VIDEO_COLOURS: Range<u8> = 0x20..0x2f;
/// The VIC-II's registers that contain mode bits.
const MODES: [u8; 2] = [0x11, 0x16];
/// The VIC-II's collision registers.
const COLLISIONS: [u8; 2] = [0x1e, 0x1f];
/// The value read where nothing answers.
const OPEN_BUS: u8 = 0xff;

/// The ROM that an image is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rom {
    /// $A000-$BFFF, 8 KiB.
    Basic,
    /// $E000-$FFFF, 8 KiB.
    Kernal,
    /// The character generator, 4 KiB, visible at $D000-$DFFF when $01 selects it.
    Characters,
}

impl Rom {
    /// Returns the size of the image in bytes.
    pub const fn size(self) -> usize {
        match self {
            Rom::Basic | Rom::Kernal => 0x2000,
            Rom::Characters => 0x1000,
        }
    }
}

/// The device that answers at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    Ram,
    Rom(Rom),
    Io,
}

/// The lines of the serial bus that are pulled low, by the program or by the devices together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SerialLines {
    /// ATN, which only the computer pulls.
    pub attention: bool,
    /// CLOCK.
    pub clock: bool,
    /// DATA.
    pub data: bool,
}

/// A store to [`MARK_REGISTER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The stored byte.
    pub value: u8,
    /// The cycle in which the storing instruction ended.
    pub cycle: u64,
}

/// An effect of a store that the run loop must handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Exit(u8),
    Protected { address: u16, value: u8 },
    Watched { address: u16, value: u8 },
    Interrupts,
}

/// Everything on the processor's bus.
pub(crate) struct MemoryMap {
    pub(crate) ram: [u8; 0x10000],
    colour: [u8; 0x400],
    roms: [Option<Box<[u8]>>; 3],
    /// Pages whose reads or writes involve more than the RAM array.
    slow_read: [bool; 256],
    slow_write: [bool; 256],
    /// Pages with protected or watched addresses.
    looked_at: [bool; 256],
    port: Port,
    protected: Vec<Range<u32>>,
    /// Ranges in which a store pauses a run.
    watched: Vec<Range<u32>>,
    /// The cycle of the current access, or of the next one.
    pub(crate) now: u64,
    /// The first cycle for which it is not yet known whether the processor has the bus.
    pub(crate) free_until: u64,
    /// Whether anything except the registers may have changed, or a chip was read, since the run loop last checked, through the program or
    /// the machine's actions on its behalf.
    pub(crate) touched: bool,
    pub(crate) event: Option<Event>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) vic: Vic,
    pub(crate) sid: Sid,
    pub(crate) cia: [Cia; 2],
    /// The joystick lines of ports 1 and 2; 0 = closed.
    pub(crate) joystick: [u8; 2],
    /// Whether the program has read the lines of ports 1 and 2.
    pub(crate) joystick_read: [bool; 2],
    /// Keyboard matrix: one byte per column of port A, 0 = key down.
    pub(crate) keyboard: [u8; 8],
    /// The lines that the devices on the serial bus pull low, if there is a bus.
    pub(crate) serial: Option<SerialLines>,
}

impl MemoryMap {
    pub(crate) fn new(ram_fill: u8, zero_page_fill: u8, vic: Vic, sid: Sid, cia: CiaModel) -> MemoryMap {
        let mut ram = [ram_fill; 0x10000];
        ram[..0x100].fill(zero_page_fill);
        let mut map = MemoryMap {
            ram,
            colour: [ram_fill | 0xf0; 0x400],
            roms: [None, None, None],
            slow_read: [false; 256],
            slow_write: [false; 256],
            looked_at: [false; 256],
            port: Port::new(),
            protected: Vec::new(),
            watched: Vec::new(),
            now: 0,
            free_until: if vic.stalls() { 0 } else { u64::MAX },
            touched: true,
            event: None,
            marks: Vec::new(),
            cia: [Cia::new(vic.standard(), cia), Cia::new(vic.standard(), cia)],
            vic,
            sid,
            joystick: [0xff; 2],
            joystick_read: [false; 2],
            keyboard: [0xff; 8],
            serial: None,
        };
        map.bank();
        map
    }

    /// Applies the port's lines to the memory map. Programs that use the RAM under the ROMs change them many times per frame, so only the
    /// switched areas are updated, not every page.
    fn bank(&mut self) {
        self.ram[0] = self.port.direction();
        self.ram[1] = self.port.read(self.now);
        self.slow_read[0] = self.port.discharges(self.now);
        let chips = self.area(IO);
        for (pages, area) in
            [(BASIC_PAGES, self.area(BASIC)), (IO_PAGES, chips), (KERNAL_PAGES, self.area(KERNAL))]
        {
            self.slow_read[pages].fill(area != Area::Ram);
        }
        for page in IO_PAGES {
            self.slow_write[page] = chips == Area::Io || self.looked_at[page];
        }
    }

    /// Finds the pages with protected or watched addresses.
    fn look_after(&mut self) {
        for (page, start) in (0..0x10000).step_by(256).enumerate() {
            let mut ranges = self.protected.iter().chain(&self.watched);
            self.looked_at[page] = ranges.any(|range| range.start < start + 256 && start < range.end);
        }
        self.slow_write = self.looked_at;
        self.bank();
    }

    /// Returns the area that a read of `address` reaches with the current banking.
    pub(crate) fn area(&self, address: u16) -> Area {
        let lines = self.port.banks();
        match address {
            0xa000..=0xbfff if lines & 3 == 3 => Area::Rom(Rom::Basic),
            0xd000..=0xdfff if lines & 3 != 0 && lines & 4 != 0 => Area::Io,
            0xd000..=0xdfff if lines & 3 != 0 => Area::Rom(Rom::Characters),
            0xe000..=0xffff if lines & 2 != 0 => Area::Rom(Rom::Kernal),
            _ => Area::Ram,
        }
    }

    pub(crate) fn set_rom(&mut self, rom: Rom, image: Box<[u8]>) {
        self.roms[rom as usize] = Some(image);
    }

    pub(crate) fn rom(&self, rom: Rom) -> Option<&[u8]> {
        self.roms[rom as usize].as_deref()
    }

    pub(crate) fn protect(&mut self, range: Range<u32>) {
        self.protected.push(range);
        self.look_after();
    }

    pub(crate) fn watch(&mut self, ranges: Vec<Range<u32>>) {
        self.watched = ranges;
        self.look_after();
    }

    pub(crate) fn is_protected(&self, address: u16) -> bool {
        self.protected.iter().any(|range| range.contains(&u32::from(address)))
    }

    /// Lets the VIC-II follow the beam up to a cycle, if its output is wanted.
    pub(crate) fn follow_beam(&mut self, to: u64) {
        if self.vic.is_followed() {
            let MemoryMap { vic, ram, colour, roms, cia: [_, cia], .. } = self;
            vic.advance(to, &video_memory(ram, colour, roms, cia));
        }
    }

    /// Returns the frame that the screen shows if nothing changes any more.
    pub(crate) fn still(&self) -> Option<Frame> {
        self.vic.still(&video_memory(&self.ram, &self.colour, &self.roms, &self.cia[1]))
    }

    /// Returns the byte that a read of `address` would give, without side effects.
    pub(crate) fn peek(&self, address: u16) -> u8 {
        match self.area(address) {
            Area::Ram if address == 1 => self.port.read(self.now),
            Area::Ram => self.ram[usize::from(address)],
            Area::Rom(rom) => self.rom_byte(rom, address),
            Area::Io => match address {
                0xd800..=0xdbff => self.colour[usize::from(address & 0x3ff)],
                0xd000..=0xd3ff => self.vic.peek(address as u8 & 0x3f, self.now),
                _ => OPEN_BUS,
            },
        }
    }

    fn rom_byte(&self, rom: Rom, address: u16) -> u8 {
        match self.rom(rom) {
            Some(image) => image[usize::from(address) & (rom.size() - 1)],
            None if rom == Rom::Kernal && address >= VECTORS => {
                HARDWARE_VECTORS[usize::from(address - VECTORS)]
            }
            None if rom == Rom::Characters => CHARACTERS[usize::from(address & 0xfff)],
            None => NO_ROM,
        }
    }

    /// Returns the opcode at `pc`, or `None` where memory cannot contain code: a ROM without an image, or the I/O area.
    pub(crate) fn fetch(&self, pc: u16) -> Option<u8> {
        if pc < LOWEST_BANK || !self.slow_read[usize::from(pc >> 8)] {
            return Some(self.ram[usize::from(pc)]);
        }
        match self.area(pc) {
            Area::Rom(rom) if self.rom(rom).is_some() => Some(self.rom_byte(rom, pc)),
            _ => None,
        }
    }

    fn read_slow(&mut self, address: u16) -> u8 {
        match self.area(address) {
            Area::Ram if address == 1 => self.port.read(self.now),
            Area::Ram => self.ram[usize::from(address)],
            Area::Rom(rom) => self.rom_byte(rom, address),
            Area::Io => {
                self.touched = true;
                self.read_io(address)
            }
        }
    }

    fn read_io(&mut self, address: u16) -> u8 {
        let now = self.now;
        match address {
            0xd000..=0xd3ff => {
                let register = address as u8 & 0x3f;
                if COLLISIONS.contains(&register) {
                    self.follow_beam(now);
                }
                self.vic.read(register, now)
            }
            0xd400..=0xd7ff => self.sid.read(address as u8 & 0x1f, now),
            0xd800..=0xdbff => self.colour[usize::from(address & 0x3ff)],
            0xdc00..=0xdcff => {
                let register = address as u8 & 15;
                // Port A has the lines of control port 2.
                if let Some(read) = self.joystick_read.iter_mut().rev().nth(register.into()) {
                    *read = true;
                }
                let pins = self.cia1_pins();
                self.cia[0].read(register, now, pins)
            }
            0xdd00..=0xddff => {
                let register = address as u8 & 15;
                if register == 13 {
                    // The NMI line is high now, and may fall again.
                    self.event = Some(Event::Interrupts);
                }
                let pins = [self.cia2_pins(), 0xff];
                self.cia[1].read(register, now, pins)
            }
            _ => OPEN_BUS,
        }
    }

    /// Returns the lines of the serial bus that the program pulls low with CIA 2's port A, whose outputs are inverted.
    pub(crate) fn serial_output(&self) -> SerialLines {
        let driven = self.cia[1].output(0);
        SerialLines { attention: driven & 0x08 != 0, clock: driven & 0x10 != 0, data: driven & 0x20 != 0 }
    }

    /// Returns the lines of CIA 2's port A: bits 6 and 7 are CLOCK and DATA, low while anyone pulls them.
    fn cia2_pins(&self) -> u8 {
        let Some(others) = self.serial else { return 0xff };
        let own = self.serial_output();
        let low = |pulled: bool, bit: u8| if pulled { bit } else { 0 };
        !(low(own.clock || others.clock, 0x40) | low(own.data || others.data, 0x80))
    }

    /// Returns the lines of CIA 1's ports: the keyboard matrix pulled low by the other port's outputs, and the joysticks.
    fn cia1_pins(&self) -> [u8; 2] {
        let driven = |which| self.cia[0].output(which);
        let [mut a, mut b] = [self.joystick[1], self.joystick[0]];
        for column in 0..8 {
            if (driven(0) & self.joystick[1]) >> column & 1 == 0 {
                b &= self.keyboard[column];
            }
            if !self.keyboard[column] & !(driven(1) & self.joystick[0]) != 0 {
                a &= !(1 << column);
            }
        }
        [a, b]
    }

    fn write_slow(&mut self, address: u16, value: u8) {
        if address < 2 {
            self.port.write(address, value, self.now);
            self.bank();
            return;
        }
        if self.area(address) == Area::Io {
            self.write_io(address, value);
            return;
        }
        if self.is_protected(address) {
            self.event = Some(Event::Protected { address, value });
            return;
        }
        self.look_at(address, value);
        self.ram[usize::from(address)] = value;
    }

    /// Pauses the run on a store to a watched address.
    fn look_at(&mut self, address: u16, value: u8) {
        if self.watched.iter().any(|range| range.contains(&u32::from(address))) {
            self.event = Some(Event::Watched { address, value });
        }
    }

    fn write_io(&mut self, address: u16, value: u8) {
        let now = self.now;
        match address {
            EXIT_REGISTER => self.event = Some(Event::Exit(value)),
            MARK_REGISTER => self.marks.push(Mark { value, cycle: now + 1 }),
            0xd000..=0xd3ff => {
                let register = address as u8 & 0x3f;
                // The processor stores in the second half of a cycle. A colour changes from the second pixel on of the column that is being
                // shown; the graphics of the next column have been read by then. Source: x64sc 3.7.1 with a MOS 6569.
                if VIDEO_COLOURS.contains(&register) {
                    self.follow_beam(now.saturating_sub(1));
                    let MemoryMap { vic, ram, colour, roms, cia: [_, cia], .. } = self;
                    vic.hold_pixel(&video_memory(ram, colour, roms, cia));
                } else {
                    // So do the mode and, from the next column on, the addresses from which the graphics are read.
                    if MODES.contains(&register) {
                        self.follow_beam(now.saturating_sub(1));
                        self.vic.turn_mode(register, value);
                    }
                    self.follow_beam(now + 1);
                }
                self.vic.write(register, value, now);
                self.event = Some(Event::Interrupts);
                if self.vic.stalls() {
                    self.free_until = 0;
                }
            }
            0xd400..=0xd7ff => {
                self.sid.write(address as u8 & 0x1f, value, now);
                self.look_at(address, value);
            }
            0xd800..=0xdbff => self.colour[usize::from(address & 0x3ff)] = value | 0xf0,
            0xdc00..=0xdcff => {
                self.cia[0].write(address as u8 & 15, value, now);
                self.event = Some(Event::Interrupts);
            }
            0xdd00..=0xddff => {
                // The port selects the bank.
                self.follow_beam(now + 1);
                self.cia[1].write(address as u8 & 15, value, now);
                self.event = Some(Event::Interrupts);
            }
            _ => {}
        }
    }

    /// Returns the colour of screen cell `cell` (0..1000): 0..16.
    pub(crate) fn colour(&self, cell: usize) -> u8 {
        self.colour[cell] & 15
    }

    pub(crate) fn set_colour(&mut self, cell: usize, colour: u8) {
        self.colour[cell] = colour | 0xf0;
    }
}

/// Returns the memory as the VIC-II sees it.
fn video_memory<'a>(
    ram: &'a [u8; 0x10000],
    colours: &'a [u8; 0x400],
    roms: &'a [Option<Box<[u8]>>; 3],
    cia: &Cia,
) -> VideoMemory<'a> {
    // Port lines that are inputs read 1 through pull-ups.
    let lines = cia.output(0);
    VideoMemory::new(ram, colours, roms[Rom::Characters as usize].as_deref().unwrap_or(&CHARACTERS), lines)
}

impl Bus for MemoryMap {
    #[inline]
    fn read(&mut self, address: u16) -> u8 {
        if self.now >= self.free_until {
            self.wait_for_bus();
        }
        let byte = if self.slow_read[usize::from(address >> 8)] {
            self.read_slow(address)
        } else {
            self.ram[usize::from(address)]
        };
        self.now += 1;
        byte
    }

    #[inline]
    fn write(&mut self, address: u16, value: u8) {
        self.touched = true;
        if address < 2 || self.slow_write[usize::from(address >> 8)] {
            self.write_slow(address, value);
        } else {
            self.ram[usize::from(address)] = value;
        }
        self.now += 1;
    }

    fn cycle(&self) -> u64 {
        self.now
    }

    fn vector(&mut self, vector: u16) -> u16 {
        if vector == NMI {
            return NMI;
        }
        let [_, cia] = &mut self.cia;
        cia.advance(self.now);
        if cia.take_fall(self.now.saturating_sub(2)) { NMI } else { IRQ }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vic::VideoStandard;

    fn pages(slow: &[bool; 256]) -> Vec<usize> {
        (0..256).filter(|page| slow[*page]).collect()
    }

    #[test]
    fn only_pages_that_need_it_are_slow() {
        let mut map = MemoryMap::new(
            0,
            0,
            Vic::new(VideoStandard::Pal, false, false),
            Sid::new(VideoStandard::Pal, None),
            CiaModel::Mos6526A,
        );
        let roms_and_chips: Vec<usize> = (0xa0..=0xbf).chain(0xd0..=0xff).collect();
        assert_eq!(pages(&map.slow_read), roms_and_chips);
        let chips: Vec<usize> = (0xd0..=0xdf).collect();
        assert_eq!(pages(&map.slow_write), chips);
        // Ranges that end before a page, begin in it, lie within one, and extend into the next.
        for range in [0x1000..0x1100, 0x20ff..0x2100, 0x3010..0x3020, 0x40ff..0x4101] {
            map.protect(range);
        }
        assert_eq!(pages(&map.slow_write), [&[0x10, 0x20, 0x30, 0x40, 0x41], chips.as_slice()].concat());
        assert_eq!(pages(&map.slow_read), roms_and_chips, "protection costs reads nothing");
    }

    /// The tables agree with a check of every page, in every bank and with protected or watched addresses in any area.
    #[test]
    fn every_bank_has_its_slow_pages() {
        let vic = Vic::new(VideoStandard::Pal, false, false);
        let mut map = MemoryMap::new(0, 0, vic, Sid::new(VideoStandard::Pal, None), CiaModel::Mos6526A);
        map.protect(0x9fff..0xa001);
        map.watch(vec![0xd7ff..0xd800, 0xe010..0xe020, 0xffff..0x10000]);
        for (direction, port) in (0..=255).flat_map(|port| [(0x2f, port), (0, port), (0x05, port)]) {
            map.write(0, direction);
            map.write(1, port);
            let area = |page: usize| map.area((page << 8) as u16);
            let reads: Vec<usize> = (0..256).filter(|page| area(*page) != Area::Ram).collect();
            let seen = [0x9f, 0xa0, 0xd7, 0xe0, 0xff];
            let writes: Vec<usize> =
                (0..256).filter(|page| area(*page) == Area::Io || seen.contains(page)).collect();
            assert_eq!(
                (pages(&map.slow_read), pages(&map.slow_write)),
                (reads, writes),
                "{direction} {port}"
            );
        }
        map.watch(Vec::new());
        assert!(!map.slow_write[0xe0] && map.slow_write[0xa0]);
    }
}
