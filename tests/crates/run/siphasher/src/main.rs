//! siphasher: SipHash 1-3 and 2-4 with 64-bit keys.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::hash::{Hash, Hasher};

use kit::Checksum;
use siphasher::sip::{SipHasher13, SipHasher24};

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x2468);
    let key = kit::black_box([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
    let mut sum = Checksum::new();
    for length in [0, 1, 7, 8, 9, 15, 40] {
        let mut fast = SipHasher13::new_with_keys(key[0], key[1]);
        let mut strong = SipHasher24::new_with_keys(key[0], key[1]);
        fast.write(&data[..length]);
        strong.write(&data[..length]);
        sum.u64(fast.finish());
        sum.u64(strong.finish());
    }
    let mut hasher = SipHasher13::new_with_keys(key[1], key[0]);
    (data[0], u16::from(data[1]), u64::from(data[2]), true).hash(&mut hasher);
    sum.u64(hasher.finish());
    sum
}

kit::program!(exercise);
