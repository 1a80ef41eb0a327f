//! `println!` and its like. What they print goes to the screen, where nobody reads it.

/// Formats and prints.
#[macro_export]
macro_rules! print {
    ($($arg:tt)*) => { $crate::io::discard(::core::format_args!($($arg)*)) };
}

/// Formats and prints a line.
#[macro_export]
macro_rules! println {
    () => {};
    ($($arg:tt)*) => { $crate::io::discard(::core::format_args!($($arg)*)) };
}

/// As [`print!`].
#[macro_export]
macro_rules! eprint {
    ($($arg:tt)*) => { $crate::print!($($arg)*) };
}

/// As [`println!`].
#[macro_export]
macro_rules! eprintln {
    ($($arg:tt)*) => { $crate::println!($($arg)*) };
}

/// The value, untold.
#[macro_export]
macro_rules! dbg {
    ($value:expr $(,)?) => {
        $value
    };
}
