//! hashbrown: hash maps and sets on the heap.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::hash::BuildHasherDefault;

use fnv::FnvHasher;
use hashbrown::HashMap;
use kit::Checksum;

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut map: HashMap<u8, u16, BuildHasherDefault<FnvHasher>> = HashMap::default();
    for byte in kit::input::<60>(0x0707) {
        *map.entry(byte & 31).or_insert(1) += u16::from(byte);
        if byte & 7 == 0 {
            sum.u16(map.remove(&(byte >> 3)).unwrap_or(0));
        }
    }
    // The order of a table depends on the width of a pointer: keys are asked for in theirs.
    for key in 0..32 {
        sum.u16(map.get(&key).copied().unwrap_or(9));
    }
    sum.byte(map.len() as u8);
    sum
}

kit::program!(exercise);
