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

pub mod intrinsics {
    //! Those of `core`.
    pub use ::core::intrinsics::*;
}
