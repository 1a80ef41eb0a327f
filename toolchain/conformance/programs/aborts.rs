//! Right: a program that a signal ends.

fn main() {
    println!("before");
    std::process::abort();
}
