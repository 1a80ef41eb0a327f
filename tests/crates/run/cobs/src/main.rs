//! cobs: frames without zero bytes, and back.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;

fn exercise() -> Checksum {
    let mut data = kit::input::<280>(0x3141);
    data.iter_mut().step_by(9).take(8).for_each(|byte| *byte = 0);
    let mut sum = Checksum::new();
    let (mut frame, mut back) = ([0; 300], [0; 300]);
    for length in [0, 1, 8, 100, 254, 280] {
        let framed = cobs::encode(&data[..length], &mut frame);
        sum.bytes(&frame[..framed]);
        match cobs::decode(&frame[..framed], &mut back) {
            Ok(size) => {
                assert!(back[..size] == data[..length]);
                sum.u16(size as u16);
            }
            Err(()) => sum.byte(0xee),
        }
    }
    frame[0] = kit::black_box(200);
    sum.byte(u8::from(cobs::decode(&frame[..50], &mut back).is_err()));
    sum
}

kit::program!(exercise);
