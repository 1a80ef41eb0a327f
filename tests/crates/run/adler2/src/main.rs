//! adler2: the checksum of zlib, over lengths around its unrolled loops.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use adler2::{Adler32, adler32_slice};
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<300>(0x1357);
    let mut sum = Checksum::new();
    for length in [0, 1, 3, 4, 5, 31, 64, 300] {
        sum.u32(adler32_slice(&data[..length]));
    }
    let mut adler = Adler32::from_checksum(kit::black_box(0xfff0_fff0));
    data.chunks(17).for_each(|piece| adler.write_slice(piece));
    sum.u32(adler.checksum());
    sum
}

kit::program!(exercise);
