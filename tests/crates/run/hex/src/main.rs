//! hex: bytes to hexadecimal text and back, and the text that is none.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use hex::FromHexError;
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<48>(0x0fed);
    let mut sum = Checksum::new();
    let mut text = [0; 96];
    let mut back = [0; 48];
    assert!(hex::encode_to_slice(data, &mut text).is_ok());
    sum.bytes(&text);
    assert!(hex::decode_to_slice(text, &mut back).is_ok());
    assert!(back == data);
    text[61] = kit::black_box(b'x');
    for end in [96, 95, 94, 60] {
        match hex::decode_to_slice(&text[..end], &mut back[..end / 2]) {
            Ok(()) => sum.bytes(&back),
            Err(FromHexError::InvalidHexCharacter { c, index }) => {
                sum.u32(c as u32);
                sum.u16(index as u16);
            }
            Err(FromHexError::OddLength) => sum.byte(1),
            Err(FromHexError::InvalidStringLength) => sum.byte(2),
        }
    }
    sum
}

kit::program!(exercise);
