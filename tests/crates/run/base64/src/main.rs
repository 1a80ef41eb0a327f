//! base64: text of bytes and back, padded and not.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<50>(0x0404);
    let mut sum = Checksum::new();
    let (mut text, mut back) = ([0; 80], [0; 80]);
    for length in [0, 1, 2, 3, 50] {
        let size = STANDARD.encode_slice(&data[..length], &mut text).unwrap_or(0);
        sum.bytes(&text[..size]);
        let size = STANDARD.decode_slice(&text[..size], &mut back).unwrap_or(99);
        sum.bytes(&back[..size]);
        let size = URL_SAFE_NO_PAD.encode_slice(&data[..length], &mut text).unwrap_or(0);
        sum.bytes(&text[..size]);
        text[size / 2] = b'!';
        sum.byte(u8::from(URL_SAFE_NO_PAD.decode_slice(&text[..size], &mut back).is_ok()));
    }
    sum
}

kit::program!(exercise);
