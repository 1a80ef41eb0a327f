//! Excluded: needs more heap than there is.

fn main() {
    let blocks: Vec<Vec<u8>> = (0..9).map(|byte| vec![byte; 9_000]).collect();
    println!("{}", std::hint::black_box(&blocks).len());
}
