//! Excluded: catches a panic.

fn main() {
    println!("{}", std::panic::catch_unwind(|| panic!("caught")).is_err());
}
