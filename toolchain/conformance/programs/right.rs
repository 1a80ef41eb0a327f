//! Right: prints, counts in a hash table, and ends with an exit code of its own.

use std::collections::HashMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut counts = HashMap::new();
    for letter in "mississippi".chars() {
        *counts.entry(letter).or_insert(0u8) += 1;
    }
    println!("{} letters, {} times s", counts.len(), counts[&'s']);
    ExitCode::from(3)
}
