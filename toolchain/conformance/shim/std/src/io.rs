//! `std::io` as far as there is anything to write to: the screen, memory, and nowhere.

use alloc_crate::boxed::Box;
use alloc_crate::vec::Vec;
use core::error;
use core::fmt::{self, Arguments};

/// Formats for the sake of formatting.
pub fn discard(text: Arguments<'_>) {
    let _ = fmt::Write::write_fmt(&mut Nowhere, text);
}

/// A text that vanishes.
struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        core::hint::black_box(text.as_ptr());
        Ok(())
    }
}

#[cfg(feature = "programs")]
use crate::platform::Console as Screen;
#[cfg(not(feature = "programs"))]
use Nowhere as Screen;

/// Prints what `print!` was given.
pub fn show(text: Arguments<'_>) {
    let _ = fmt::Write::write_fmt(&mut Screen, text);
}

/// Prints what `println!` was given.
pub fn show_line(text: Arguments<'_>) {
    show(text);
    let _ = fmt::Write::write_str(&mut Screen, "\n");
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no such thing.
    NotFound,
    /// Some argument is not usable.
    InvalidInput,
    /// Some data are not usable.
    InvalidData,
    /// Nothing more can be written.
    WriteZero,
    /// More was expected.
    UnexpectedEof,
    /// It is not offered here.
    Unsupported,
    /// Anything else.
    Other,
}

/// An error of reading or writing.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    cause: Option<Box<dyn error::Error + Send + Sync>>,
}

/// The result of reading or writing.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// An error with its cause.
    pub fn new<E: Into<Box<dyn error::Error + Send + Sync>>>(kind: ErrorKind, cause: E) -> Error {
        Error { kind, cause: Some(cause.into()) }
    }

    /// An error of no other kind.
    pub fn other<E: Into<Box<dyn error::Error + Send + Sync>>>(cause: E) -> Error {
        Error::new(ErrorKind::Other, cause)
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error { kind, cause: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => fmt::Display::fmt(cause, f),
            None => fmt::Debug::fmt(&self.kind, f),
        }
    }
}

impl error::Error for Error {}

/// What can be written to.
pub trait Write {
    /// Writes some of the bytes, and tells how many.
    ///
    /// # Errors
    /// As the writer has them.
    fn write(&mut self, bytes: &[u8]) -> Result<usize>;

    /// Writes what was kept back.
    ///
    /// # Errors
    /// As the writer has them.
    fn flush(&mut self) -> Result<()>;

    /// Writes all of the bytes.
    ///
    /// # Errors
    /// As the writer has them, and [`ErrorKind::WriteZero`].
    fn write_all(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            match self.write(bytes)? {
                0 => return Err(ErrorKind::WriteZero.into()),
                n => bytes = &bytes[n..],
            }
        }
        Ok(())
    }

    /// Formats and writes.
    ///
    /// # Errors
    /// As the writer has them.
    fn write_fmt(&mut self, text: Arguments<'_>) -> Result<()> {
        struct Adapter<'a, W: ?Sized>(&'a mut W, Result<()>);
        impl<W: Write + ?Sized> fmt::Write for Adapter<'_, W> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.1 = self.0.write_all(text.as_bytes());
                if self.1.is_ok() { Ok(()) } else { Err(fmt::Error) }
            }
        }
        let mut adapter = Adapter(self, Ok(()));
        match fmt::Write::write_fmt(&mut adapter, text) {
            Ok(()) => Ok(()),
            Err(_) => adapter.1,
        }
    }

    /// The writer, lent.
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
}

impl<W: Write + ?Sized> Write for &mut W {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        (**self).write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}

impl<W: Write + ?Sized> Write for Box<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        (**self).write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}

impl Write for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Declares a stream: its type, the one that `lock` gives, the function that makes it, and how it writes.
macro_rules! stream {
    ($stream:ident $lock:ident $make:ident $write:expr) => {
        /// A stream of the program.
        #[derive(Clone, Copy, Debug)]
        pub struct $stream;
        /// The stream, which nobody else has.
        pub type $lock<'a> = $stream;

        /// The stream.
        pub fn $make() -> $stream {
            $stream
        }

        impl $stream {
            /// The stream; nobody else can hold it.
            pub fn lock(&self) -> $stream {
                $stream
            }
        }

        impl Write for $stream {
            fn write(&mut self, bytes: &[u8]) -> Result<usize> {
                let write: fn(&[u8]) = $write;
                write(bytes);
                Ok(bytes.len())
            }

            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
        }
    };
}

stream!(Stdout StdoutLock stdout |bytes| crate::platform::show(bytes));
stream!(Stderr StderrLock stderr |_| ());
stream!(Sink SinkLock sink |_| ());

pub mod prelude {
    //! The traits.
    pub use super::Write;
}
