//! miniz_oxide: its window has more bytes than a pointer of 16 bits can count.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut out = [0; 64];
    let (_, _, written) = decompress(&mut DecompressorOxide::new(), &kit::input::<12>(1), &mut out, 0, 4);
    sum.bytes(&out[..written]);
    sum
}

kit::program!(exercise);
