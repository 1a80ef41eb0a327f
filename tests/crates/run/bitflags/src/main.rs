//! bitflags: sets of named bits, their iteration and text.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::fmt::Write;

use kit::Checksum;

bitflags::bitflags! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Rights: u16 {
        const READ = 1;
        const WRITE = 2;
        const RUN = 0x8000;
        const ALL = Self::READ.bits() | Self::WRITE.bits() | Self::RUN.bits();
    }
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for byte in kit::input::<12>(0x0101) {
        let rights = Rights::from_bits_truncate(u16::from(byte) << 8 | u16::from(byte));
        sum.u16((rights ^ Rights::WRITE).bits());
        sum.byte(u8::from(rights.contains(Rights::READ)));
        rights.iter_names().for_each(|(name, _)| sum.bytes(name.as_bytes()));
        assert!(write!(sum, "{rights:?}").is_ok());
    }
    sum
}

kit::program!(exercise);
