//! `println!` and its like. In a test, the text that they print is discarded, as nobody reads it; in a program, it goes to the KERNAL.

/// Formats and prints.
#[macro_export]
macro_rules! print {
    ($($arg:tt)*) => { $crate::io::show(::core::format_args!($($arg)*)) };
}

/// Formats and prints a line.
#[macro_export]
macro_rules! println {
    () => { $crate::print!("\n") };
    ($($arg:tt)*) => { $crate::io::show_line(::core::format_args!($($arg)*)) };
}

/// Formats for the standard error, where nobody reads it.
#[macro_export]
macro_rules! eprint {
    ($($arg:tt)*) => { $crate::io::discard(::core::format_args!($($arg)*)) };
}

/// As [`eprint!`].
#[macro_export]
macro_rules! eprintln {
    () => {};
    ($($arg:tt)*) => { $crate::io::discard(::core::format_args!($($arg)*)) };
}

/// The value, untold.
#[macro_export]
macro_rules! dbg {
    () => {};
    ($value:expr $(,)?) => { $value };
    ($($value:expr),+ $(,)?) => { ($($crate::dbg!($value)),+,) };
}
