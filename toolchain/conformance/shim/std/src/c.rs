//! What the tests of gccrs use of C's library. There are no variadic functions here: a macro gives `printf` its arguments in a slice.

use core::ffi::{c_char, c_int};

use crate::platform;

/// An argument of `printf`, with the sign of its type and its bytes.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// An integer or a character.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// An address.
    Pointer(*const u8),
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl From<$integer> for Argument {
            fn from(value: $integer) -> Argument {
                Argument::Integer(value as i64)
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool char);

impl From<f64> for Argument {
    fn from(value: f64) -> Argument {
        Argument::Float(value)
    }
}

impl<T: ?Sized> From<*const T> for Argument {
    fn from(value: *const T) -> Argument {
        Argument::Pointer(value.cast())
    }
}

impl<T: ?Sized> From<&T> for Argument {
    fn from(value: &T) -> Argument {
        Argument::Pointer(core::ptr::from_ref(value).cast())
    }
}

impl<T: ?Sized> From<*mut T> for Argument {
    fn from(value: *mut T) -> Argument {
        Argument::Pointer(value.cast_const().cast())
    }
}

/// Prints as C's `printf` does: integers, characters, texts and `%f`, without widths.
///
/// # Panics
/// The format asks for anything else, or for other arguments than there are.
pub fn printf(format: *const u8, arguments: &[Argument]) -> i32 {
    let (mut at, mut arguments, mut printed) = (format, arguments.iter(), 0);
    let mut next = || {
        // SAFETY: the format ends with a zero, behind which nothing is read.
        let byte = unsafe { *at };
        at = at.wrapping_add(1);
        byte
    };
    loop {
        let byte = match next() {
            0 => return printed,
            b'%' => next(),
            byte => {
                platform::show(&[byte]);
                printed += 1;
                continue;
            }
        };
        // The lengths of C's types on the host: without one 32 bits, `l` and `z` 64.
        let (mut kind, mut bits) = (byte, 32);
        while matches!(kind, b'l' | b'h' | b'z') {
            bits = match (kind, bits) {
                (b'h', 16) => 8,
                (b'h', _) => 16,
                _ => 64,
            };
            kind = next();
        }
        if kind == b'%' {
            platform::show(b"%");
            printed += 1;
            continue;
        }
        printed += match (kind, arguments.next()) {
            (b'd' | b'i', Some(Argument::Integer(value))) => show(format_args!("{}", value << (64 - bits) >> (64 - bits))),
            (b'u', Some(Argument::Integer(value))) => show(format_args!("{}", (*value as u64) << (64 - bits) >> (64 - bits))),
            (b'x', Some(Argument::Integer(value))) => show(format_args!("{:x}", (*value as u64) << (64 - bits) >> (64 - bits))),
            (b'c', Some(Argument::Integer(value))) => {
                platform::show(&[*value as u8]);
                1
            }
            (b'f', Some(Argument::Float(value))) => show(format_args!("{value:.6}")),
            (b's', Some(Argument::Pointer(text))) => text_of(*text),
            (kind, argument) => panic!("printf cannot show {argument:?} as %{}", kind as char),
        };
    }
}

/// Prints, and counts the bytes.
fn show(text: core::fmt::Arguments<'_>) -> i32 {
    struct Counted(i32);
    impl core::fmt::Write for Counted {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            self.0 += text.len() as i32;
            platform::show(text.as_bytes());
            Ok(())
        }
    }
    let mut counted = Counted(0);
    let _ = core::fmt::Write::write_fmt(&mut counted, text);
    counted.0
}

/// Prints the bytes up to a zero, and counts them.
fn text_of(text: *const u8) -> i32 {
    let (mut at, mut printed) = (text, 0);
    // SAFETY: C's texts end with a zero.
    while let byte @ 1.. = unsafe { *at } {
        platform::show(&[byte]);
        at = at.wrapping_add(1);
        printed += 1;
    }
    printed
}

/// Prints a text and the end of its line.
#[unsafe(no_mangle)]
extern "C" fn puts(text: *const c_char) -> c_int {
    text_of(text.cast());
    platform::show(b"\n");
    0
}

/// Prints a character.
#[unsafe(no_mangle)]
extern "C" fn putchar(character: i32) -> i32 {
    platform::show(&[character as u8]);
    character
}

/// Ends the program as a signal would.
#[unsafe(no_mangle)]
extern "C" fn abort() -> ! {
    crate::process::abort()
}

/// Ends the program.
#[unsafe(no_mangle)]
extern "C" fn exit(code: i32) -> ! {
    crate::process::exit(code)
}
