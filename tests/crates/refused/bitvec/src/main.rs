//! bitvec: it knows pointers of 32 and 64 bits only.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use bitvec::prelude::*;
use kit::Checksum;

fn exercise() -> Checksum {
    let bytes = kit::input::<8>(1);
    let mut sum = Checksum::new();
    sum.byte(bytes.view_bits::<Lsb0>().count_ones() as u8);
    sum
}

kit::program!(exercise);
