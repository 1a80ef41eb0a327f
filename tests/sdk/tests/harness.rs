//! Tests that run on the C64 and on the host: those that pass, those that must panic, and those that fail.
#![no_std]
use core::num::ParseIntError;

use sys2080::petscii::{Charset, encode};

mod inner {
    #[test]
    fn passes() {
        assert_eq!(super::encode('a', super::Charset::Text), Some(b'A'));
    }
}

#[test]
fn returns_a_number() -> Result<(), ParseIntError> {
    "2080".parse::<u16>().map(drop)
}

#[test]
#[cfg(target_vendor = "c64")]
fn returns_an_error() -> Result<(), ParseIntError> {
    "20b0".parse::<u16>().map(drop)
}

#[test]
#[cfg(target_vendor = "c64")]
fn fails() {
    assert_eq!(encode('a', Charset::Text), None, "no a");
}

#[test]
#[should_panic(expected = "out of bounds: the len is 2 but the index is 2")]
fn panics_as_it_should() {
    let index = core::hint::black_box(2);
    assert_eq!([1, 2][index], 3);
}

#[test]
#[ignore = "it never ends"]
fn hangs() {
    loop {
        core::hint::black_box(());
    }
}
