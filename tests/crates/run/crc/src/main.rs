//! crc: checksums of 8 to 64 bits, reflected and not, at once and in pieces.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use crc::{
    CRC_8_BLUETOOTH, CRC_16_IBM_SDLC, CRC_16_XMODEM, CRC_32_BZIP2, CRC_32_ISO_HDLC, CRC_64_XZ, Crc, NoTable,
};
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<96>(0x4321);
    let mut sum = Checksum::new();
    sum.byte(Crc::<u8>::new(&CRC_8_BLUETOOTH).checksum(&data));
    sum.u16(Crc::<u16>::new(&CRC_16_XMODEM).checksum(&data));
    sum.u16(Crc::<u16, NoTable>::new(&CRC_16_IBM_SDLC).checksum(&data));
    sum.u32(Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(&data));
    sum.u32(Crc::<u32, NoTable>::new(&CRC_32_BZIP2).checksum(&data));
    let crc = Crc::<u64, NoTable>::new(&CRC_64_XZ);
    let mut digest = crc.digest();
    data.chunks(13).for_each(|piece| digest.update(piece));
    sum.u64(digest.finalize());
    sum
}

kit::program!(exercise);
