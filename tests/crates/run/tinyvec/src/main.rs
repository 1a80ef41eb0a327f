//! tinyvec: vectors in arrays.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use tinyvec::ArrayVec;

fn exercise() -> Checksum {
    let data = kit::input::<24>(0xfefe);
    let mut sum = Checksum::new();
    let mut vector: ArrayVec<[u16; 20]> = data.iter().take(16).map(|byte| u16::from(*byte) << 3).collect();
    vector.insert(2, 7);
    sum.u16(vector.remove(9));
    sum.u16(vector.swap_remove(1));
    vector.retain(|number| number % 16 != 0);
    vector.sort_unstable_by(|left, right| right.cmp(left));
    vector.iter().for_each(|number| sum.u16(*number));
    while vector.try_push(1).is_none() {}
    sum.byte(vector.len() as u8);
    sum
}

kit::program!(exercise);
