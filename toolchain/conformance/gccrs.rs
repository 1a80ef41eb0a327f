//! C's functions and `core`'s intrinsics for the tests of gccrs: a module of each of them, once they are translated.
#![allow(unused, warnings)]

/// On the host, C's variadic function; on the 6502, which has none, ours.
#[cfg(not(target_vendor = "c64"))]
macro_rules! printf {
    ($format:expr $(, $argument:expr)* $(,)?) => {{
        unsafe extern "C" {
            #[link_name = "printf"]
            fn c_printf(format: *const ::std::ffi::c_char, ...) -> i32;
        }
        #[allow(unused_unsafe)]
        // SAFETY: as safe as the call that the program made.
        unsafe {
            c_printf($format as *const ::std::ffi::c_char $(, $argument)*)
        }
    }};
}
#[cfg(target_vendor = "c64")]
macro_rules! printf {
    ($format:expr $(, $argument:expr)* $(,)?) => {
        ::std::ffi::c::printf($format as *const u8, &[$(::std::ffi::c::Argument::from($argument)),*])
    };
}
pub(crate) use printf;

/// The same in a program that declares it without a result.
macro_rules! printf_without_result {
    ($($argument:tt)*) => {{ $crate::gccrs_support::printf!($($argument)*); }};
}
pub(crate) use printf_without_result;

/// A text with a zero behind it.
macro_rules! zeroed {
    ($text:literal) => {{
        const ZEROED: &str = concat!($text, "\0");
        ZEROED.split_at(ZEROED.len() - 1).0
    }};
}
pub(crate) use zeroed;

pub mod intrinsics {
    //! Those of `core`.
    pub use ::core::intrinsics::*;
}
