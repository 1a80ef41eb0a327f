//! chacha20: the stream cipher, with seeking.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use kit::Checksum;

fn exercise() -> Checksum {
    let (key, nonce) = (kit::input::<32>(0x8888), kit::input::<12>(0x8889));
    let mut data = kit::text::<150>(0x888a);
    let mut sum = Checksum::new();
    let mut cipher = ChaCha20::new(&key.into(), &nonce.into());
    cipher.apply_keystream(&mut data[..50]);
    cipher.apply_keystream(&mut data[50..]);
    sum.bytes(&data);
    cipher.seek(30u32);
    cipher.apply_keystream(&mut data[30..90]);
    sum.bytes(&data);
    sum
}

kit::program!(exercise);
