//! slab: a store that hands out keys.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use slab::Slab;

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x0303);
    let mut sum = Checksum::new();
    let mut slab = Slab::with_capacity(4);
    for byte in data {
        match usize::from(byte) % 30 {
            key if byte & 1 == 1 && slab.contains(key) => sum.byte(slab.remove(key)),
            _ => sum.u16(slab.insert(byte) as u16),
        }
    }
    slab.iter().for_each(|(key, byte)| sum.byte(key as u8 ^ byte));
    sum
}

kit::program!(exercise);
