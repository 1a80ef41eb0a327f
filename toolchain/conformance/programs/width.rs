//! Excluded: takes it that `usize` has eight bytes.

fn main() {
    // SAFETY: any bytes are a `[u8; 8]`; where `usize` is narrower, this does not compile.
    let bytes: [u8; 8] = unsafe { std::mem::transmute(1usize) };
    println!("{bytes:?}");
}
