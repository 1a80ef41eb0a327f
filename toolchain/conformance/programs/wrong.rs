//! Wrong: the bits of `usize` differ, and no list excuses it.

fn main() {
    println!("{}", usize::BITS);
}
