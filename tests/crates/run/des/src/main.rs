//! des and rc4: an old block cipher and an old stream cipher.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use des::Des;
use des::cipher::{BlockDecrypt, BlockEncrypt};
use kit::Checksum;
use rc4::{KeyInit, Rc4, StreamCipher};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let key = kit::input::<8>(0x0f0f);
    let des = Des::new(&key.into());
    let mut block = kit::input::<8>(0x0f1f).into();
    des.encrypt_block(&mut block);
    sum.bytes(&block);
    des.decrypt_block(&mut block);
    sum.bytes(&block);
    let mut data = kit::text::<60>(0x0f2f);
    Rc4::new(&key.into()).apply_keystream(&mut data);
    sum.bytes(&data);
    sum
}

kit::program!(exercise);
