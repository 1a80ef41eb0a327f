//! Recursive quicksort (Lomuto) of 256 pseudo-random bytes.
#![no_std]
#![no_main]

use kit::{hex8, input, mark};

kit::main!(run, [u8; 256], [0; 256]);

fn sort(a: &mut [u8; 256], lo: u8, hi: u8) {
    let pivot = a[hi as usize];
    let mut i = lo;
    for j in lo..hi {
        let t = a[j as usize];
        if t < pivot {
            a[j as usize] = a[i as usize];
            a[i as usize] = t;
            i += 1;
        }
    }
    a[hi as usize] = a[i as usize];
    a[i as usize] = pivot;
    if i > lo.saturating_add(1) {
        sort(a, lo, i - 1);
    }
    if i.saturating_add(1) < hi {
        sort(a, i + 1, hi);
    }
}

fn run(a: &mut [u8; 256]) {
    let mut x = input(0xace1u16);
    for byte in a.iter_mut() {
        x = (x >> 1) ^ if x & 1 != 0 { 0xb400 } else { 0 };
        *byte = (x >> 3) as u8;
    }
    mark();
    sort(a, 0, 255);
    mark();
    let wrong = a.windows(2).filter(|pair| pair[0] > pair[1]).count();
    let sum = a.iter().fold(0u8, |sum, byte| sum.rotate_left(1).wrapping_add(*byte));
    hex8(wrong as u8);
    hex8(sum);
}
