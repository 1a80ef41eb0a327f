//! itoa: decimal text of integers of 8 to 64 bits, the extremes included.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use itoa::Buffer;
use kit::{Checksum, black_box};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut buffer = Buffer::new();
    for number in black_box([0u8, 7, 99, 100, 255]) {
        sum.bytes(buffer.format(number).as_bytes());
    }
    for number in black_box([i16::MIN, -1, 0, 9999, i16::MAX]) {
        sum.bytes(buffer.format(number).as_bytes());
    }
    for number in black_box([0u32, 10, 65_536, 99_999_999, 100_000_000, u32::MAX]) {
        sum.bytes(buffer.format(number).as_bytes());
    }
    for number in black_box([i64::MIN, -10_000_000_000, 0, 1_234_567_890_123_456_789, i64::MAX]) {
        sum.bytes(buffer.format(number).as_bytes());
    }
    sum.bytes(buffer.format(black_box(u64::MAX)).as_bytes());
    sum
}

kit::program!(exercise);
