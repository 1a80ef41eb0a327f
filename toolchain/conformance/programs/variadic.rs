//! Excluded: the compiler does not support variadic functions.
#![feature(c_variadic)]

unsafe extern "C" fn count(n: i32, _: ...) -> i32 {
    n
}

fn main() {
    let count: unsafe extern "C" fn(i32, ...) -> i32 = std::hint::black_box(count);
    // SAFETY: `count` does not read the variable arguments.
    println!("{}", unsafe { count(2, 1i32, 2i32) });
}
