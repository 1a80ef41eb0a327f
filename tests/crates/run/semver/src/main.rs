//! semver: requirements parsed by a recursive function with locals aligned to 8, and versions that meet them or not.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use semver::{Version, VersionReq};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let requirements =
        [">=1.2.3-beta.1, <1.8.0", "^0.3", "~2.1, !=3", "1.*", "=4.0.0-rc.2", ">1, <2, >1.5, <=1.9.9"];
    let versions = ["1.2.3-beta.1", "1.7.0+build.5", "0.3.9", "1.02.0", "2.1.0", "4.0.0-rc.2", "1.9.9"];
    for requirement in black_box(requirements) {
        match VersionReq::parse(requirement) {
            Ok(parsed) => {
                sum.byte(parsed.comparators.len() as u8);
                for comparator in &parsed.comparators {
                    sum.u64(comparator.major);
                    sum.u64(comparator.minor.unwrap_or(u64::MAX));
                    sum.bytes(comparator.pre.as_bytes());
                }
                for version in black_box(versions) {
                    match Version::parse(version) {
                        Ok(version) => {
                            sum.bytes(version.build.as_bytes());
                            sum.byte(u8::from(parsed.matches(&version)));
                        }
                        Err(_) => sum.byte(0xee),
                    }
                }
            }
            Err(_) => sum.byte(0xff),
        }
    }
    sum
}

kit::program!(exercise);
