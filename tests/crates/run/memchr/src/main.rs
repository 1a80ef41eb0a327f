//! memchr: bytes and words found in bytes.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::text::<200>(0x0b0b);
    let mut sum = Checksum::new();
    memchr::memchr_iter(b'a', &data).for_each(|at| sum.u16(at as u16));
    memchr::memchr2_iter(b'b', b'c', &data).for_each(|at| sum.u16(at as u16));
    sum.u16(memchr::memrchr(b' ', &data).map_or(999, |at| at as u16));
    let needle = &data[120..124];
    memchr::memmem::find_iter(&data, needle).for_each(|at| sum.u16(at as u16));
    sum
}

kit::program!(exercise);
