//! The little that the tests want of `std::io`.

use core::fmt::{Arguments, Write as _};

/// Formats for the sake of formatting.
pub fn discard(text: Arguments<'_>) {
    struct Nowhere;
    impl core::fmt::Write for Nowhere {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            core::hint::black_box(text.as_ptr());
            Ok(())
        }
    }
    let _ = Nowhere.write_fmt(text);
}

/// What can be written to.
pub trait Write {
    /// Writes all of the bytes.
    fn write_all(&mut self, bytes: &[u8]) -> core::result::Result<(), core::fmt::Error>;

    /// Formats and writes.
    fn write_fmt(&mut self, text: Arguments<'_>) -> core::result::Result<(), core::fmt::Error> {
        struct Adapter<'a, W: ?Sized>(&'a mut W);
        impl<W: Write + ?Sized> core::fmt::Write for Adapter<'_, W> {
            fn write_str(&mut self, text: &str) -> core::fmt::Result {
                self.0.write_all(text.as_bytes())
            }
        }
        Adapter(self).write_fmt(text)
    }
}

impl Write for alloc_crate::vec::Vec<u8> {
    fn write_all(&mut self, bytes: &[u8]) -> core::result::Result<(), core::fmt::Error> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}
