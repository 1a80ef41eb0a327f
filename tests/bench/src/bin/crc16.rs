//! CRC-16/CCITT (polynomial $1021, start $FFFF) bit by bit over 4 KiB. The number of bits is an input: for a known one LLVM
//! puts a table, which no peer has and which takes a quarter of the time.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, [u8; 4096], [0; 4096]);

fn crc16(bytes: &[u8], bits: u8) -> u16 {
    let mut crc = 0xffff;
    for &byte in bytes {
        crc ^= u16::from(byte) << 8;
        for _ in 0..bits {
            crc = if crc & 0x8000 != 0 { (crc << 1) ^ 0x1021 } else { crc << 1 };
        }
    }
    crc
}

fn run(buffer: &mut [u8; 4096]) {
    let factor = input(7u16);
    for (i, byte) in (0u16..).zip(buffer.iter_mut()) {
        *byte = i.wrapping_mul(factor).wrapping_add(i >> 8) as u8;
    }
    let bits = input(8);
    mark();
    let crc = crc16(buffer, bits);
    mark();
    hex16(crc);
}
