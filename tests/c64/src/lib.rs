//! Tests of the compiler's runtime and of the crate `sys2080` that run on the C64 as well as on the host.
//!
//! `cargo c64 test --manifest-path tests/target/Cargo.toml` runs them on the C64, `cargo test` in this folder on the host.
//! What they compare with was computed by rustc while it compiled them, or is printed in a book.
#![no_std]

/// Makes a test that computes an expression of two numbers for all pairs of these values twice: while it is compiled, which rustc's
/// interpreter does, and while it runs, by the code of the program.
#[macro_export]
macro_rules! computed_twice {
    ($name:ident, |$a:ident, $b:ident: $number:ty| -> $result:ty $value:block, $values:expr) => {
        #[test]
        fn $name() {
            const fn value($a: $number, $b: $number) -> $result {
                $value
            }
            const VALUES: &[$number] = &$values;
            const COUNT: usize = VALUES.len();
            const EXPECTED: [[$result; COUNT]; COUNT] = {
                let mut all = [[value(VALUES[0], VALUES[0]); COUNT]; COUNT];
                let mut at = 0;
                while at < COUNT * COUNT {
                    all[at / COUNT][at % COUNT] = value(VALUES[at / COUNT], VALUES[at % COUNT]);
                    at += 1;
                }
                all
            };
            static NUMBERS: [$number; COUNT] = $values;
            static RESULTS: [[$result; COUNT]; COUNT] = EXPECTED;
            for (a, row) in ::core::hint::black_box(&NUMBERS).iter().zip(&RESULTS) {
                for (b, expected) in NUMBERS.iter().zip(row) {
                    assert_eq!(value(*a, ::core::hint::black_box(*b)), *expected);
                }
            }
        }
    };
}
