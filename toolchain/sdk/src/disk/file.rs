//! Sequential files, read and written piece by piece.

use super::{Drive, Error, LAST_BYTE, LONGEST_NAME, OPEN, check, close_command};
use crate::kernal::{self, chkin, chkout, clrchn, readst};

/// The channels of the file being read and of the file being written.
const READ: u8 = 2;
const WRITE: u8 = 3;

/// A file open for reading; only one at a time. With the feature `embedded-io`, it implements the trait `Read`.
#[derive(Debug)]
pub struct Reader {
    at_end: bool,
}

/// A file open for writing; only one at a time, in addition to one open for reading. With the feature `embedded-io`, it implements the
/// trait `Write`.
#[derive(Debug)]
pub struct Writer {
    drive: Drive,
}

impl Drive {
    /// Opens a file of any type for reading, from its beginning.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn open(self, name: &[u8]) -> Result<Reader, Error> {
        check(name)?;
        OPEN.set(OPEN.get() + 1);
        // Created first, so that it closes the file even if opening fails, since the KERNAL then keeps the file in its table.
        let reader = Reader { at_end: false };
        kernal::open(READ, self.0, READ, name)?;
        self.status()?;
        Ok(reader)
    }

    /// Creates a file of type SEQ for writing.
    ///
    /// # Errors
    /// [`DosErrorKind::FileExists`](super::DosErrorKind::FileExists) if a file of this name exists; for others see [`Error`].
    pub fn create(self, name: &[u8]) -> Result<Writer, Error> {
        const SUFFIX: &[u8] = b",S,W";

        check(name)?;
        let mut text = [0; LONGEST_NAME + SUFFIX.len()];
        for (to, from) in text.iter_mut().zip(name.iter().chain(SUFFIX)) {
            *to = *from;
        }
        OPEN.set(OPEN.get() + 1);
        // Created first, as in `open`.
        let writer = Writer { drive: self };
        kernal::open(WRITE, self.0, WRITE, text.get(..name.len() + SUFFIX.len()).unwrap_or_default())?;
        self.status()?;
        Ok(writer)
    }
}

impl Reader {
    /// Reads the next bytes and returns how many: fewer than `into` holds only at the end of the file, and 0 after it.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn read(&mut self, into: &mut [u8]) -> Result<usize, Error> {
        if self.at_end || into.is_empty() {
            return Ok(0);
        }
        chkin(READ)?;
        let (mut length, mut result) = (0, Ok(()));
        for place in into {
            *place = kernal::chrin();
            length += 1;
            match readst() {
                0 => continue,
                LAST_BYTE => {}
                _ => result = Err(Error::Broken),
            }
            self.at_end = true;
            break;
        }
        clrchn();
        result.map(|()| length)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        close(READ);
    }
}

impl Writer {
    /// Writes all bytes.
    ///
    /// # Errors
    /// See [`Error`]. A full disk may be reported only by [`Writer::finish`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        chkout(WRITE)?;
        bytes.iter().for_each(|byte| kernal::chrout(*byte));
        let status = readst();
        clrchn();
        if status == 0 { Ok(()) } else { Err(Error::Broken) }
    }

    /// Closes the file and checks that everything was written. Without this call, errors are lost.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn finish(self) -> Result<(), Error> {
        kernal::close(WRITE);
        self.drive.status()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        close(WRITE);
    }
}

/// Closes a file, and the command channel after the last one.
fn close(file: u8) {
    kernal::close(file);
    OPEN.set(OPEN.get() - 1);
    close_command();
}

#[cfg(feature = "embedded-io")]
mod traits {
    use embedded_io::{ErrorKind, ErrorType, Read, Write};

    use super::{Error, Reader, Writer};
    use crate::disk::DosErrorKind;

    impl embedded_io::Error for Error {
        fn kind(&self) -> ErrorKind {
            match self {
                Error::Dos(error) => match error.kind() {
                    DosErrorKind::FileNotFound => ErrorKind::NotFound,
                    DosErrorKind::FileExists => ErrorKind::AlreadyExists,
                    DosErrorKind::WriteProtected => ErrorKind::PermissionDenied,
                    DosErrorKind::Syntax => ErrorKind::InvalidInput,
                    _ => ErrorKind::Other,
                },
                Error::Name => ErrorKind::InvalidInput,
                Error::Broken => ErrorKind::InvalidData,
                Error::TooLong => ErrorKind::OutOfMemory,
                _ => ErrorKind::Other,
            }
        }
    }

    impl ErrorType for Reader {
        type Error = Error;
    }

    impl Read for Reader {
        fn read(&mut self, into: &mut [u8]) -> Result<usize, Error> {
            Reader::read(self, into)
        }
    }

    impl ErrorType for Writer {
        type Error = Error;
    }

    impl Write for Writer {
        fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
            Writer::write(self, bytes).map(|()| bytes.len())
        }

        fn flush(&mut self) -> Result<(), Error> {
            Ok(())
        }
    }
}
