//! ryu: text of floating-point numbers.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut buffer = ryu::Buffer::new();
    for bits in black_box([0x3f80_0000u32, 0x4049_0fdb, 0x0000_0001]) {
        sum.bytes(buffer.format(f32::from_bits(bits)).as_bytes());
    }
    sum
}

kit::program!(exercise);
