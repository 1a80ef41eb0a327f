//! lzss: packed and unpacked between slices.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use lzss::{Lzss, SliceReader, SliceWriter};

type Small = Lzss<8, 4, 0x20, { 1 << 8 }, { 2 << 8 }>;

fn exercise() -> Checksum {
    let mut data = kit::text::<200>(0xdddd);
    data.copy_within(0..80, 100);
    let mut sum = Checksum::new();
    let mut packed = [0; 300];
    let mut back = [0; 300];
    match Small::compress_stack(SliceReader::new(&data), SliceWriter::new(&mut packed)) {
        Ok(size) => {
            sum.bytes(&packed[..size]);
            match Small::decompress_stack(SliceReader::new(&packed[..size]), SliceWriter::new(&mut back)) {
                Ok(size) => sum.bytes(&back[..size]),
                Err(_) => sum.byte(2),
            }
        }
        Err(_) => sum.byte(1),
    }
    sum
}

kit::program!(exercise);
