//! percent-encoding: text for addresses and back.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::fmt::Write;

use kit::Checksum;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode, percent_encode};

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x0505);
    let mut sum = Checksum::new();
    assert!(write!(sum, "{}", percent_encode(&data, NON_ALPHANUMERIC)).is_ok());
    percent_decode(kit::black_box(b"a%20b%zz%4")).for_each(|byte| sum.byte(byte));
    sum
}

kit::program!(exercise);
