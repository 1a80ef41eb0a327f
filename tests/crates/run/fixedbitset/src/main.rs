//! fixedbitset: sets of small numbers on the heap.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use fixedbitset::FixedBitSet;
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x0202);
    let mut sum = Checksum::new();
    let mut set = FixedBitSet::with_capacity(256);
    let mut other = FixedBitSet::with_capacity(200);
    data[..20].iter().for_each(|byte| set.insert(usize::from(*byte)));
    data[20..].iter().for_each(|byte| other.insert(usize::from(*byte % 200)));
    set.toggle_range(30..60);
    sum.u16(set.count_ones(..) as u16);
    set.symmetric_difference(&other).for_each(|bit| sum.u16(bit as u16));
    set.union_with(&other);
    set.ones().for_each(|bit| sum.u16(bit as u16));
    sum
}

kit::program!(exercise);
