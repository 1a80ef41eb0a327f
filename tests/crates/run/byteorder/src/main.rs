//! byteorder and bytemuck: numbers in bytes of either order, slices seen as others.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use byteorder::{BigEndian, ByteOrder, LittleEndian};
use kit::Checksum;

fn exercise() -> Checksum {
    let mut data = kit::input::<48>(0x0909);
    let mut sum = Checksum::new();
    sum.u16(BigEndian::read_u16(&data));
    sum.u32(BigEndian::read_u24(&data[3..]));
    sum.u64(BigEndian::read_u48(&data[5..]));
    sum.u64(LittleEndian::read_i64(&data[7..]) as u64);
    sum.u64(BigEndian::read_int(&data[11..], 5) as u64);
    BigEndian::write_u32(&mut data[1..], 0x0102_0304);
    LittleEndian::write_uint(&mut data[20..], 0x0a_0b0c, 3);
    let words: [u16; 24] = bytemuck::cast(data);
    words.iter().for_each(|word| sum.u16(word.swap_bytes()));
    sum
}

kit::program!(exercise);
