//! Excluded: takes it that `usize` has eight bytes.

fn main() {
    let bytes: [u8; 8] = unsafe { std::mem::transmute(1usize) };
    println!("{bytes:?}");
}
