//! Excluded by the list: the bits of `usize` differ.

fn main() {
    println!("{}", usize::BITS);
}
