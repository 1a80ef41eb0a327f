//! arrayvec: vectors and text in arrays, with removal, draining and sorting.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use arrayvec::{ArrayString, ArrayVec};
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<32>(0x1618);
    let mut sum = Checksum::new();
    let mut vector: ArrayVec<u32, 24> = data.iter().take(20).map(|byte| u32::from(*byte) * 70_001).collect();
    vector.insert(3, 42);
    sum.u32(vector.remove(7));
    sum.u32(vector.swap_remove(0));
    vector.retain(|number| *number % 3 != 0);
    sum.byte(vector.len() as u8);
    vector.sort_unstable();
    for number in vector.drain(2..5) {
        sum.u32(number);
    }
    while vector.try_push(7).is_ok() {}
    vector.iter().for_each(|number| sum.u32(*number));
    let mut text = ArrayString::<10>::new();
    for byte in data {
        if text.try_push(char::from(byte)).is_err() {
            break;
        }
    }
    sum.bytes(text.as_bytes());
    sum
}

kit::program!(exercise);
