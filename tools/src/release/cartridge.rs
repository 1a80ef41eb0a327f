//! Creates a cartridge image (CRT) that starts a program, in Magic Desk format: banks of 8 KiB at $8000, selected at $DE00.
//!
//! VICE, the Ultimate and the Kung Fu Flash accept it. Source of the format: "The CRT format" in the manual of VICE 3.7, section 17.14.

use anyhow::{Result, bail};
use cargo_c64::assembly::assemble;

const BOOT: &str = include_str!("boot.s");
const COPY: &str = include_str!("copy.s");

/// The first address of a bank, and its size in bytes.
const BANK: u16 = 0x8000;
const BANK_BYTES: usize = 0x2000;
/// The maximum number of banks: 128 KiB, as the cartridge was sold.
const MOST_BANKS: usize = 16;
/// Where the copier runs: the KERNAL's cassette buffer.
const COPIER: u16 = 0x033c;
const COPIER_ROOM: usize = 192;
/// `SYS2080` and RETURN.
const KEYS: u16 = 8;

/// The cartridge type number of Magic Desk.
const MAGIC_DESK: u16 = 19;
const HEADER_BYTES: usize = 0x40;
const NAME_BYTES: usize = 32;
/// The value of unused ROM bytes.
const EMPTY: u8 = 0xff;

/// Returns the image of a cartridge that starts this program, whose code begins at 2080.
///
/// # Errors
/// The program does not fit on the cartridge.
pub fn cartridge(name: &str, prg: &[u8]) -> Result<Vec<u8>> {
    let Some((load, program)) = prg.split_first_chunk::<2>() else {
        bail!("there is no program for the cartridge")
    };
    let mut rom = boot(u16::from_le_bytes(*load), program.len());
    rom.extend(program);
    let banks = rom.len().div_ceil(BANK_BYTES);
    if banks > MOST_BANKS || usize::from(u16::from_le_bytes(*load)) + program.len() > usize::from(u16::MAX) {
        bail!("the program has {} bytes, too many for a cartridge", program.len());
    }
    rom.resize(banks * BANK_BYTES, EMPTY);
    let mut image = b"C64 CARTRIDGE   ".to_vec();
    image.extend((HEADER_BYTES as u32).to_be_bytes());
    image.extend([1, 0]);
    image.extend(MAGIC_DESK.to_be_bytes());
    // The lines EXROM and GAME: low and high.
    image.extend([0, 1]);
    image.resize(HEADER_BYTES - NAME_BYTES, 0);
    image.extend(name.to_uppercase().bytes().take(NAME_BYTES));
    image.resize(HEADER_BYTES, 0);
    for (number, bank) in rom.chunks(BANK_BYTES).enumerate() {
        image.extend(b"CHIP");
        image.extend((BANK_BYTES as u32 + 16).to_be_bytes());
        // A ROM; its bank, address and size.
        image.extend([0, 0]);
        for field in [number as u16, BANK, BANK_BYTES as u16] {
            image.extend(field.to_be_bytes());
        }
        image.extend(bank);
    }
    Ok(image)
}

/// Assembles the code before the program in the first bank.
fn boot(load: u16, bytes: usize) -> Vec<u8> {
    let boot_size = assemble_boot(BANK, 1).len() as u16;
    let copier = |data: u16| {
        // Pages are counted down to 0; a partial page counts as a whole one.
        let [low, high] = (bytes as u16).to_le_bytes();
        let size = u16::from_le_bytes([low, high.wrapping_add(u8::from(low != 0))]);
        assemble(
            COPY,
            "copy.s",
            COPIER,
            &[("data", data), ("load", load), ("size", size), ("keys_size", KEYS)],
        )
    };
    let copier_size = copier(BANK).len() as u16;
    assert!(usize::from(copier_size) <= COPIER_ROOM, "copy.s has {copier_size} bytes");
    let from = BANK + boot_size;
    let mut bytes = assemble_boot(from, copier_size);
    bytes.extend(copier(from + copier_size));
    bytes
}

fn assemble_boot(from: u16, size: u16) -> Vec<u8> {
    assemble(BOOT, "boot.s", BANK, &[("copier", COPIER), ("copier_from", from), ("copier_size", size)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::{Config, Machine};

    #[test]
    fn images_have_the_form_of_magic_desk() {
        let prg: Vec<u8> = [0x01, 0x08].into_iter().chain((0..20_000_u32).map(|at| at as u8)).collect();
        let image = cartridge("Sys2080", &prg).unwrap();
        assert_eq!(&image[..16], b"C64 CARTRIDGE   ");
        assert_eq!(image[0x14..0x1a], [1, 0, 0, 19, 0, 1]);
        assert_eq!(&image[0x20..0x28], b"SYS2080\0");
        assert_eq!(image.len(), HEADER_BYTES + 3 * (BANK_BYTES + 16));
        assert_eq!(image[HEADER_BYTES + 20..][..5], [0xc3, 0xc2, 0xcd, 0x38, 0x30]);
        assert!(cartridge("X", &[1]).is_err());
        assert!(cartridge("X", &[1, 8].into_iter().chain([0; 65_000]).collect::<Vec<u8>>()).is_err());
    }

    /// Tests the copier by itself, with the cartridge's only bank as memory and without BASIC.
    #[test]
    fn the_copier_takes_the_program_to_its_place() {
        for bytes in [1_usize, 255, 256, 257, 4_000] {
            let program: Vec<u8> = (0..bytes).map(|at| (at * 7 + 3) as u8).collect();
            let code = boot(0x0801, bytes);
            let start = code.len() - program_offset();
            let mut machine = Machine::new(Config::default());
            machine.load_bytes(BANK, &[&code[..], &program].concat()).unwrap();
            machine.load_bytes(COPIER, &code[start..]).unwrap();
            // Where BASIC would start; its store ends the run.
            machine.load_bytes(0xa000, &[0x00, 0xc0]).unwrap();
            machine.poke(1, 0x36);
            machine.load_bytes(0xc000, &[0x8d, 0xff, 0xd7]).unwrap();
            machine.run_from(COPIER).unwrap();
            assert_eq!(machine.ram(0x0801..0x0801 + bytes), program);
            assert_eq!((machine.ram(0x0277..0x027f), machine.ram(0xc6..0xc7)), (&b"SYS2080\r"[..], &[8][..]));
        }
    }

    fn program_offset() -> usize {
        assemble(COPY, "copy.s", COPIER, &[("data", BANK), ("load", 1), ("size", 1), ("keys_size", KEYS)])
            .len()
    }
}
