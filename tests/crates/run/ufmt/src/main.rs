//! ufmt: formatting without core::fmt, derived Debug included.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use ufmt::derive::uDebug;
use ufmt::{uWrite, uwrite, uwriteln};

struct Sink(Checksum);

impl uWrite for Sink {
    type Error = core::convert::Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

#[derive(uDebug)]
struct Pair {
    left: i16,
    right: Option<u8>,
}

fn exercise() -> Checksum {
    let mut sink = Sink(Checksum::new());
    for number in black_box([0i32, -1, 99_999, i32::MIN, i32::MAX]) {
        let _ = uwriteln!(sink, "{} {:?}", number, number as u8);
    }
    for number in black_box([0u64, u64::MAX]) {
        let _ = uwrite!(sink, "<{}>", number);
    }
    let pair = Pair { left: black_box(-300), right: black_box(Some(9)) };
    let _ = uwrite!(sink, "{:?} {:#?} {:?}", pair, pair, black_box([1u8, 2, 3]));
    let _ = uwrite!(sink, "{}{}", black_box('x'), black_box(true));
    sink.0
}

kit::program!(exercise);
