//! How a program begins and ends: rustc's `main` calls [`start`], and what the program's `main` returns becomes the exit code.

use core::convert::Infallible;
use core::fmt::Debug;

use crate::platform;

/// The exit code of the host's programs that a signal ended: 128 and the number of SIGABRT.
const ABORTED: u8 = 128 + 6;

/// What a program tells at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExitCode(u8);

impl ExitCode {
    /// All went well.
    pub const SUCCESS: ExitCode = ExitCode(0);
    /// Something did not.
    pub const FAILURE: ExitCode = ExitCode(1);

    /// Ends the program.
    pub fn exit_process(self) -> ! {
        platform::finish(self.0)
    }
}

impl From<u8> for ExitCode {
    fn from(code: u8) -> ExitCode {
        ExitCode(code)
    }
}

/// What `main` may return.
#[lang = "termination"]
pub trait Termination {
    /// The exit code.
    fn report(self) -> ExitCode;
}

impl Termination for () {
    fn report(self) -> ExitCode {
        ExitCode::SUCCESS
    }
}

impl Termination for ! {
    fn report(self) -> ExitCode {
        self
    }
}

impl Termination for Infallible {
    fn report(self) -> ExitCode {
        match self {}
    }
}

impl Termination for ExitCode {
    fn report(self) -> ExitCode {
        self
    }
}

impl<T: Termination, E: Debug> Termination for Result<T, E> {
    fn report(self) -> ExitCode {
        match self {
            Ok(value) => value.report(),
            Err(error) => {
                crate::eprintln!("Error: {error:?}");
                ExitCode::FAILURE
            }
        }
    }
}

/// Ends the program. A process keeps the lowest byte of the code.
pub fn exit(code: i32) -> ! {
    platform::finish(code as u8)
}

/// Ends the program as a signal would.
pub fn abort() -> ! {
    platform::finish(ABORTED)
}

/// The function that rustc's own `main` calls.
#[lang = "start"]
fn start<T: Termination + 'static>(main: fn() -> T, _: isize, _: *const *const u8, _: u8) -> isize {
    main().report().exit_process()
}
