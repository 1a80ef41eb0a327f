//! smallvec: its layout is computed for wider pointers.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use smallvec::SmallVec;

fn exercise() -> Checksum {
    let vector: SmallVec<[u8; 8]> = kit::input::<12>(1).into_iter().collect();
    let mut sum = Checksum::new();
    sum.bytes(&vector);
    sum
}

kit::program!(exercise);
