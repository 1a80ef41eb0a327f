//! Right: an exit code by which the replacement for std means something else.

fn main() {
    println!("before");
    std::process::exit(111);
}
