//! Packed programs: small files that unpack themselves when `10 SYS 2080` runs.
//!
//! In the file, and after LOAD in memory:
//!
//! | from | what |
//! |---|---|
//! | `$0801` | the line `10 SYS 2080`, the program's own |
//! | `$0820` | `start.s`: BASIC's ROM out, on to `install.s` |
//! | behind | the program but for its head, packed, to be read backwards |
//! | behind | `install.s`: saves what is used, takes the next two to where nothing is unpacked to |
//! | behind | `unpack.s`, which runs in the cassette buffer from [`UNPACKER`] on |
//! | behind | the head: the program's bytes at the place of `start.s` and a margin behind it, which go onto the stack |
//!
//! The program is unpacked from its last byte down over the packed one, so that it may fill memory up to `$CFFF`.
//! Towards the end the packed bytes still to be read lie just below those just written: [`zx0::unpack`] counts how close
//! they come, and the margin is that wide or the program is refused. Last comes the head, then a jump to the entry with
//! page zero, stack, port, vectors and border as they were, and BASIC's pointers as LOAD of the unpacked program leaves them.

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
/// How much lower than the unpacked bytes the packed ones begin, at first: code comes as close as 2 or 3.
const MARGIN: usize = 8;
/// The same at most, for bytes that are hardly smaller when packed: as much goes onto the stack. It suffices, as from any place on,
/// literals up to the end have at most four bytes more than what they stand for, so the best way has no more, either.
const MOST_MARGIN: usize = 32;

/// Bytes from `$0801` to the code.
const LINE: usize = (ENTRY - LOAD) as usize;

/// Packs a program that begins with the line `10 SYS 2080` and whose code begins at `$0820`: a PRG file in, one out, always
/// the same for the same.
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

/// How much lower than the unpacked bytes `packed` must begin, which must give `body`; both in the order of unpacking.
fn gap(packed: &[u8], body: &[u8]) -> Result<usize, PackError> {
    let unpacked = zx0::unpack(packed, body.len()).map_err(PackError::Faulty)?;
    if unpacked.bytes == body { Ok(unpacked.gap) } else { Err(PackError::Faulty("other bytes")) }
}

/// The packed program; `packed` is in the order of unpacking.
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

/// One of our own texts behind what all share, and the names it has from here.
fn assemble(text: &str, name: &str, origin: u16, known: &[(&str, u16)]) -> Vec<u8> {
    assembly::assemble(&format!("{MEMORY}{text}"), name, origin, known)
}

#[cfg(test)]
mod tests;
