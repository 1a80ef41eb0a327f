//! Checksums bit by bit over 1 KiB: CRC-8 (polynomial $07), CRC-16 of Modbus ($A001 mirrored) and CRC-32 ($EDB88320
//! mirrored). As in `crc16`, the number of bits is an input; it is one in the C, too.
#![no_std]
#![no_main]

use kit::{hex8, hex16, hex32, input, mark};

kit::main!(run, [u8; 1024], [0; 1024]);

fn crc8(bytes: &[u8], bits: u8) -> u8 {
    let mut crc = 0;
    for &byte in bytes {
        crc ^= byte;
        for _ in 0..bits {
            crc = if crc & 0x80 != 0 { (crc << 1) ^ 0x07 } else { crc << 1 };
        }
    }
    crc
}

fn crc16(bytes: &[u8], bits: u8) -> u16 {
    let mut crc = 0xffff;
    for &byte in bytes {
        crc ^= u16::from(byte);
        for _ in 0..bits {
            crc = if crc & 1 != 0 { (crc >> 1) ^ 0xa001 } else { crc >> 1 };
        }
    }
    crc
}

fn crc32(bytes: &[u8], bits: u8) -> u32 {
    let mut crc = 0xffff_ffff;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..bits {
            crc = if crc & 1 != 0 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

fn run(buffer: &mut [u8; 1024]) {
    for (i, byte) in (0u16..).zip(buffer.iter_mut()) {
        *byte = i.wrapping_mul(7).wrapping_add(i >> 8) as u8;
    }
    let bits = input(8);
    mark();
    let crc = crc8(buffer, bits);
    mark();
    hex8(crc);
    mark();
    let crc = crc16(buffer, bits);
    mark();
    hex16(crc);
    mark();
    let crc = crc32(buffer, bits);
    mark();
    hex32(crc);
}
