//! Compares what the built-in C64 draws with what VICE shows, pixel by pixel.

use std::fmt;

use machine::{Config, Frame, Machine, Rom, VideoStandard};
use vice::{Display, Margins, Session, Video};

use crate::program;

/// The VIC-II, the colour RAM and the port that chooses the VIC-II's bank.
const VIC: u16 = 0xd000;
const VIC_BYTES: u16 = 0x2f;
const COLOURS: u16 = 0xd800;
const COLOUR_BYTES: u16 = 0x400;
const BANK: u16 = 0xdd00;

/// A video standard as VICE calls it.
pub const fn video(standard: VideoStandard) -> Video {
    match standard {
        VideoStandard::Pal => Video::Pal,
        VideoStandard::Ntsc => Video::Ntsc,
    }
}

/// What VICE shows now.
///
/// # Panics
/// VICE has ended.
pub fn display(session: &mut Session, standard: VideoStandard) -> Display {
    session.display_with(Margins::normal(video(standard))).unwrap_or_else(|error| panic!("{error}"))
}

/// Pixels that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Their number.
    pub count: usize,
    /// The first ones: column and row, the machine's colour, VICE's.
    pub first: Vec<(usize, usize, u8, u8)>,
    /// The lowest and highest row.
    pub rows: (usize, usize),
    /// The lowest and highest column.
    pub columns: (usize, usize),
}

impl Difference {
    /// Whether the pictures are equal.
    pub fn is_none(&self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { count, first, rows, columns } = self;
        write!(out, "{count} pixels differ, in rows {rows:?} and columns {columns:?}:")?;
        for (column, row, ours, theirs) in first {
            write!(out, " ({column}, {row}) is {ours}, in VICE {theirs};")?;
        }
        Ok(())
    }
}

/// Compares two pictures. VICE numbers its colours as the VIC-II does.
///
/// # Panics
/// The pictures differ in size.
pub fn difference(frame: &Frame, display: &Display) -> Difference {
    assert_eq!((Frame::WIDTH, frame.height()), (display.width as usize, display.height as usize));
    let pairs = frame.pixels().iter().zip(&display.pixels).enumerate();
    let mut found = Difference { rows: (usize::MAX, 0), columns: (usize::MAX, 0), ..Difference::default() };
    for (at, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
        let (column, row) = (at % Frame::WIDTH, at / Frame::WIDTH);
        found.count += 1;
        found.rows = (found.rows.0.min(row), found.rows.1.max(row));
        found.columns = (found.columns.0.min(column), found.columns.1.max(column));
        if found.first.len() < 4 {
            found.first.push((column, row, *ours, *theirs));
        }
    }
    found
}

/// Writes the machine's picture, VICE's, and where they differ (white) next to each other, as `target/beside-vice/NAME.png`.
///
/// # Panics
/// The file cannot be written.
pub fn beside(name: &str, frame: &Frame, display: &Display) {
    let rows = frame.pixels().chunks(Frame::WIDTH).zip(display.pixels.chunks(Frame::WIDTH));
    let rows = rows.map(|(ours, theirs)| {
        let difference: Vec<u8> =
            ours.iter().zip(theirs).map(|(one, other)| u8::from(one != other)).collect();
        [ours, theirs, &difference].concat()
    });
    let pixels: Vec<u8> = rows.flatten().collect();
    let all = Display { width: 3 * display.width, pixels, ..display.clone() };
    let folder = program::workspace().root().join("target/beside-vice");
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let file = folder.join(format!("{name}.png"));
    std::fs::write(&file, all.png(1)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

/// A machine that draws with VICE's characters, and whose processor waits for the VIC-II.
///
/// # Panics
/// VICE is not there.
pub fn drawing(config: Config) -> Machine {
    let mut machine = Machine::new(Config { display: true, video_stalls: true, ..config });
    give_characters(&mut machine);
    machine
}

/// Gives a machine VICE's characters.
///
/// # Panics
/// VICE is not there.
pub fn give_characters(machine: &mut Machine) {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let characters = std::fs::read(&paths.chargen).unwrap_or_else(|error| panic!("{error}"));
    machine.load_rom(Rom::Characters, &characters).unwrap_or_else(|error| panic!("{error}"));
}

/// Draws what is in VICE's memory and VIC-II now, as it looks if nothing changes any more.
///
/// # Panics
/// VICE has ended.
pub fn drawn_from(session: &mut Session, standard: VideoStandard) -> Frame {
    let mut machine = drawing(Config { standard, ..Config::default() });
    let mut chips =
        |address, length| session.chips(address, length).unwrap_or_else(|error| panic!("{error}"));
    for (address, length) in [(VIC, VIC_BYTES), (COLOURS, COLOUR_BYTES), (BANK, 1)] {
        for (at, byte) in (address..).zip(chips(address, length)) {
            machine.poke(at, byte);
        }
    }
    for half in [0, 0x8000] {
        let bytes = session.memory(half, 0x8000).unwrap_or_else(|error| panic!("{error}"));
        machine.load_bytes(half, &bytes).unwrap_or_else(|error| panic!("{error}"));
    }
    machine.still().unwrap_or_else(|| panic!("the machine draws nothing"))
}
