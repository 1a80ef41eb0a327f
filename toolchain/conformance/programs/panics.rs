//! Right: a panic ends the program with the exit code 101 on both.

fn main() {
    print!("before");
    let values: Vec<u8> = Vec::new();
    println!("{}", values[std::hint::black_box(1)]);
}
