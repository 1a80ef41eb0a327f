//! Excluded: its tables are larger than the memory.

static FIRST: [u8; 30_000] = [7; 30_000];
static SECOND: [u8; 30_000] = [8; 30_000];

fn main() {
    println!("{}", std::hint::black_box(&FIRST)[9] + std::hint::black_box(&SECOND)[9]);
}
