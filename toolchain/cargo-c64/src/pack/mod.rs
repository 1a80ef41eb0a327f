//! Packed programs: small self-extracting files that unpack when `10 SYS 2080` runs.
//!
//! Layout of the file, and of memory after LOAD:
//!
//! | from | what |
//! |---|---|
//! | `$0801` | the line `10 SYS 2080`, the program's own |
//! | `$0820` | `start.s`: switches off the BASIC ROM and jumps to `install.s` |
//! | next | the program without its head, packed, to be read backwards |
//! | next | `install.s`: saves the memory in use, copies the next two parts to memory that unpacking does not overwrite |
//! | next | `unpack.s`, which runs in the cassette buffer from [`UNPACKER`] on |
//! | next | the head: the program's bytes at the place of `start.s` and a margin after it, which are copied onto the stack |
//!
//! The program is unpacked from its last byte downwards, over the packed data, so that it may fill memory up to `$CFFF`.
//! Towards the end, the packed bytes not yet read lie just below the bytes just written: [`zx0::unpack`] computes how close
//! they come, and the margin is that wide or the program is rejected. Finally the head is copied and the unpacker jumps to the entry, with
//! zero page, stack, port, vectors and border as they were, and BASIC's pointers as after LOAD of the unpacked program.

mod compress;
mod error;
mod zx0;

pub use error::PackError;

use compiler::MemoryMap;

use crate::assembly;

const LOAD: u16 = MemoryMap::C64.load;
const ENTRY: u16 = MemoryMap::C64.entry();
const RAM_END: u16 = MemoryMap::C64.ram_end;
const MEMORY: &str = include_str!("memory.s");
const START: &str = include_str!("start.s");
const INSTALL: &str = include_str!("install.s");
const UNPACK: &str = include_str!("unpack.s");

/// Where the unpacker runs: the KERNAL's cassette buffer with the unused bytes on either side, "Mapping the Commodore 64",
/// $0334-$03FF.
const UNPACKER: u16 = 0x0334;
/// Its end (exclusive): the screen.
const UNPACKER_END: u16 = 0x0400;
/// The initial distance by which the packed bytes begin below the unpacked ones: code needs only 2 or 3.
const MARGIN: usize = 8;
/// The maximum of that distance, for data that hardly shrinks; as many bytes are copied onto the stack. It suffices because, from any
/// position on, literals up to the end are at most four bytes longer than their data, so the best parse is no longer than that, either.
const MOST_MARGIN: usize = 32;

/// Bytes from `$0801` to the code.
const LINE: usize = (ENTRY - LOAD) as usize;

/// Packs a program that begins with the line `10 SYS 2080` and whose code begins at `$0820`. Input and output are PRG files, and the
/// result is deterministic.
///
/// # Errors
/// See [`PackError`].
pub fn pack(prg: &[u8]) -> Result<Vec<u8>, PackError> {
    let code = code_of(prg)?;
    let start_size = start(ENTRY).len();
    let mut head_size = start_size + MARGIN;
    loop {
        if code.len() <= head_size {
            return Err(PackError::Short { bytes: LINE + code.len(), least: LINE + head_size + 1 });
        }
        let body: Vec<u8> = code[head_size..].iter().rev().copied().collect();
        let packed = compress::compress(&body);
        let gap = gap(&packed, &body)?;
        if gap <= head_size - start_size {
            return file(prg, &packed, head_size);
        }
        if gap > MOST_MARGIN {
            return Err(PackError::Faulty("it would be written over before it is read"));
        }
        head_size = start_size + gap;
    }
}

/// Returns the bytes after the BASIC line.
fn code_of(prg: &[u8]) -> Result<&[u8], PackError> {
    let image = prg.strip_prefix(&LOAD.to_le_bytes()).ok_or(PackError::Line)?;
    let line = MemoryMap::C64.basic_line();
    let zeros = image.get(line.len()..LINE).ok_or(PackError::Line)?;
    if !image.starts_with(&line) || zeros.iter().any(|byte| *byte != 0) {
        return Err(PackError::Line);
    }
    let end = usize::from(LOAD) + image.len();
    if end > usize::from(RAM_END) { Err(PackError::Long { end }) } else { Ok(&image[LINE..]) }
}

/// Returns by how many bytes `packed` must begin below the unpacked bytes, which must equal `body`; both are in the order of unpacking.
fn gap(packed: &[u8], body: &[u8]) -> Result<usize, PackError> {
    let unpacked = zx0::unpack(packed, body.len()).map_err(PackError::Faulty)?;
    if unpacked.bytes == body { Ok(unpacked.gap) } else { Err(PackError::Faulty("other bytes")) }
}

/// Returns the packed program; `packed` is in the order of unpacking.
fn file(prg: &[u8], packed: &[u8], head_size: usize) -> Result<Vec<u8>, PackError> {
    let end = usize::from(LOAD) + prg.len() - 2;
    let unpacker = unpacker(head_size);
    let start_size = start(ENTRY).len();
    let install = usize::from(ENTRY) + start_size + packed.len();
    let too_large = |end| PackError::Incompressible { end };
    let install = u16::try_from(install).map_err(|_| too_large(install))?;
    let mut file = prg[..2 + LINE].to_vec();
    file.extend(start(install));
    file.extend(packed.iter().rev());
    file.extend(installer(install, end as u16, unpacker.len(), head_size));
    file.extend(unpacker);
    file.extend(&prg[2 + LINE..][..head_size]);
    let end = usize::from(LOAD) + file.len() - 2;
    if end > usize::from(RAM_END) { Err(too_large(end)) } else { Ok(file) }
}

fn start(install: u16) -> Vec<u8> {
    assemble(START, "start.s", ENTRY, &[("install", install)])
}

fn installer(at: u16, end: u16, unpacker_size: usize, head_size: usize) -> Vec<u8> {
    let sizes = [("unpacker_size", unpacker_size as u16), ("head_size", head_size as u16)];
    let addresses = [("install", at), ("end", end), ("unpacker", UNPACKER)];
    assemble(INSTALL, "install.s", at, &[&sizes[..], &addresses].concat())
}

fn unpacker(head_size: usize) -> Vec<u8> {
    let known = [("entry", ENTRY), ("head_size", head_size as u16)];
    let code = assemble(UNPACK, "unpack.s", UNPACKER, &known);
    assert!(code.len() <= usize::from(UNPACKER_END - UNPACKER), "unpack.s has {} bytes", code.len());
    code
}

/// Assembles one of our own sources after the common part, with the symbols that are defined here.
fn assemble(text: &str, name: &str, origin: u16, known: &[(&str, u16)]) -> Vec<u8> {
    assembly::assemble(&format!("{MEMORY}{text}"), name, origin, known)
}

#[cfg(test)]
mod tests;
