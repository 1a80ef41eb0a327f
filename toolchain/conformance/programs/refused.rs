//! Excluded: rustc refuses it on the host, too.

fn main() {
    not_declared()
}
