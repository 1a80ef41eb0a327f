//! `fn main` without attributes: the work that `std` does before and after `main` on other systems.

use core::fmt::Debug;

use crate::{hardware, print, video};

/// A type that `main` may return.
#[lang = "termination"]
pub trait Termination {
    /// Returns the exit code. Prints the error first if there is one.
    fn report(self) -> u8;
}

impl Termination for () {
    fn report(self) -> u8 {
        0
    }
}

impl Termination for ! {
    fn report(self) -> u8 {
        self
    }
}

impl<T: Termination, E: Debug> Termination for Result<T, E> {
    fn report(self) -> u8 {
        match self {
            Ok(value) => value.report(),
            Err(error) => {
                print::line(format_args!("Error: {error:?}"));
                1
            }
        }
    }
}

/// The function to which rustc passes `main`. Returning from it returns to BASIC.
#[lang = "start"]
fn start<T: Termination + 'static>(main: fn() -> T, _: isize, _: *const *const u8, _: u8) -> isize {
    let code = main().report();
    video::restore();
    match code {
        0 => 0,
        code => hardware::exit(code),
    }
}
