//! The fast loader for a 1541: a small program next to the one that it loads, started by `LOAD"FAST",8` and `RUN`.
//!
//! Layout of the file, and of memory after LOAD: the line `10 SYS 2080`; `start.s`, which copies the rest to [`LOADER`]; `loader.s` with
//! `wire.s`, `finish.s` and its texts; `drive.s`, which runs in the drive. The two sides have no common clock and need none: each step of
//! a bit waits for the other side, so an interrupt, a bad line or another clock rate slows it down but causes no errors. Every wait has
//! a timeout. On any failure, such as a drive that is not a 1541, it falls back to the KERNAL's LOAD.

use compiler::MemoryMap;

use super::{DiskError, NAME_BYTES, petscii};
use crate::assembly::assemble;

const START: &str = include_str!("start.s");
const LOADER_TEXT: &str = concat!(include_str!("loader.s"), include_str!("wire.s"), include_str!("finish.s"));
const DRIVE: &str = include_str!("drive.s");

/// Where the loader runs: above the BASIC ROM, under which it collects sectors.
pub const LOADER: u16 = 0xc000;
/// The end (exclusive) of its memory: the I/O area.
const LOADER_END: u16 = 0xd000;
/// Where the drive code runs, as defined in `loader.s`, too: the drive's buffers 2 and 3, which are free while no file is open.
pub const DRIVE_CODE: u16 = 0x0500;
/// The maximum size of the drive code in bytes.
const DRIVE_ROOM: usize = 512;
/// Bytes of the drive code that one command transfers.
const CHUNK: usize = 32;
/// The byte with which the drive code announces that it runs. Its first bit is a 0.
const HELLO: u16 = 0x46;
/// The sector interleave: the time that a drive needs to read and send a sector, with some to spare. See `tests/tests/fast.rs`.
const STRIDE: u16 = 5;

/// The messages with their labels in `loader.s`: one line of English and one of Spanish.
const MESSAGES: [(&str, [&str; 2]); 6] = [
    ("title", ["FAST LOADER. RUN/STOP: PLAIN LOAD", "CARGA RAPIDA. RUN/STOP: CARGA NORMAL"]),
    ("other", ["NOT A 1541", "NO ES UNA 1541"]),
    ("failed", ["FAST LOAD FAILED", "FALLO LA CARGA RAPIDA"]),
    ("slow", ["PLAIN LOAD: ABOUT 85 SECONDS", "CARGA NORMAL: UNOS 85 SEGUNDOS"]),
    ("dead", ["THE DRIVE HANGS: SWITCH IT OFF AND ON", "LA UNIDAD NO RESPONDE: REINICIARLA"]),
    ("no_load", ["CANNOT LOAD THE PROGRAM", "NO SE PUEDE CARGAR EL PROGRAMA"]),
];

/// Returns the file of a loader for the program with this name, in PETSCII.
///
/// # Errors
/// The name is not valid for a file on a disk.
pub fn program(name: &[u8]) -> Result<Vec<u8>, DiskError> {
    if name.is_empty() || name.len() > NAME_BYTES {
        return Err(DiskError::NameLength(petscii::decode(name)));
    }
    let map = MemoryMap::C64;
    let mut file = map.load.to_le_bytes().to_vec();
    file.extend(map.basic_line());
    file.resize(2 + usize::from(map.entry() - map.load), 0);
    let loader = loader(name);
    let pages = loader.len().div_ceil(256) as u16;
    let start = |from| {
        assemble(
            START,
            "start.s",
            map.entry(),
            &[("loader", LOADER), ("loader_from", from), ("loader_pages", pages)],
        )
    };
    let from = map.entry() + start(map.entry()).len() as u16;
    file.extend(start(from));
    file.extend(loader);
    Ok(file)
}

/// Returns the drive code as it is sent.
fn drive() -> Vec<u8> {
    let mut code = assemble(DRIVE, "drive.s", DRIVE_CODE, &[("hello", HELLO)]);
    assert!(code.len() <= DRIVE_ROOM, "drive.s has {} bytes", code.len());
    code.resize(code.len().next_multiple_of(CHUNK), 0);
    code
}

/// Assembles the code that runs at [`LOADER`].
fn loader(name: &[u8]) -> Vec<u8> {
    let drive = drive();
    let chunks = drive.len() / CHUNK;
    let mut text = format!("{LOADER_TEXT}name:\n{}", data(name));
    for (label, lines) in MESSAGES {
        let lines = lines.iter().flat_map(|line| [b"\r", line.as_bytes()].concat());
        text += &format!("{label}:\n{}", data(&lines.chain([b'\r', 0]).collect::<Vec<u8>>()));
    }
    text += &format!("drive_from:\n{}", data(&drive));
    let known = [
        ("drive_chunks", chunks as u16),
        ("hello", HELLO),
        ("stride", STRIDE),
        ("program", MemoryMap::C64.load),
        ("program_entry", MemoryMap::C64.entry()),
        ("name_size", name.len() as u16),
    ];
    let code = assemble(&text, "loader.s", LOADER, &known);
    assert!(code.len() <= usize::from(LOADER_END - LOADER), "loader.s has {} bytes", code.len());
    code
}

/// Formats bytes as lines of assembly.
fn data(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!(".byte {byte}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_fit_and_the_file_is_small() {
        let file = program(b"SYS2080").unwrap();
        assert!(file.len() <= 9 * 254, "{} bytes", file.len());
        assert_eq!(file, program(b"SYS2080").unwrap());
        assert!(drive().len() <= DRIVE_ROOM && HELLO < 0x80);
        assert!(program(b"").is_err() && program(&[b'A'; 17]).is_err());
    }

    #[test]
    fn messages_fit_on_a_line_of_the_screen() {
        for (label, lines) in MESSAGES {
            assert!(lines.iter().all(|line| line.len() < 40), "{label}: {lines:?}");
        }
    }
}
