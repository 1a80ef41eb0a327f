//! heatshrink: LZSS packed and unpacked.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;

fn exercise() -> Checksum {
    let mut data = kit::text::<300>(0xcccc);
    data.copy_within(0..100, 150);
    let config = heatshrink::Config::new(8, 4).unwrap_or_default();
    let mut sum = Checksum::new();
    let mut packed = [0; 400];
    let mut back = [0; 400];
    match heatshrink::encode(&data, &mut packed, &config) {
        Ok(packed) => {
            sum.bytes(packed);
            match heatshrink::decode(packed, &mut back, &config) {
                Ok(back) => sum.bytes(back),
                Err(_) => sum.byte(2),
            }
        }
        Err(_) => sum.byte(1),
    }
    sum
}

kit::program!(exercise);
