//! minicbor: CBOR items written and read.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use minicbor::encode::write::Cursor;
use minicbor::{Decoder, Encoder};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut buffer = [0; 64];
    let mut encoder = Encoder::new(Cursor::new(&mut buffer[..]));
    let written = encoder
        .array(5)
        .and_then(|e| e.u32(black_box(70_000)))
        .and_then(|e| e.i16(black_box(-300)))
        .and_then(|e| e.str(black_box("mouse")))
        .and_then(|e| e.bool(true))
        .and_then(|e| e.u64(black_box(1 << 50)))
        .is_ok();
    sum.byte(u8::from(written));
    sum.bytes(&buffer);
    let mut decoder = Decoder::new(&buffer);
    sum.u64(decoder.array().ok().flatten().unwrap_or(77));
    sum.u32(decoder.u32().unwrap_or(1));
    sum.u16(decoder.i16().unwrap_or(2) as u16);
    sum.bytes(decoder.str().unwrap_or("?").as_bytes());
    sum.byte(u8::from(decoder.u8().is_err()));
    sum
}

kit::program!(exercise);
