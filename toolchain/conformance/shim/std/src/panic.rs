//! `core::panic`, and what `std` has to catch panics: it calls, but cannot catch.

pub use core::panic::*;

use alloc_crate::boxed::Box;

use crate::platform::CATCHING;
use crate::thread;

/// Calls `f`. A panic inside ends the test with an exit code that tells what is missing.
pub fn catch_unwind<R>(f: impl FnOnce() -> R) -> thread::Result<R> {
    CATCHING.0.set(CATCHING.0.get() + 1);
    let result = f();
    CATCHING.0.set(CATCHING.0.get() - 1);
    Ok(result)
}

/// Goes on with a panic that was caught: none is.
pub fn resume_unwind(_: Box<dyn core::any::Any + Send>) -> ! {
    panic!("a panic goes on that nobody caught")
}

/// What a hook is told.
pub type PanicHookInfo<'a> = core::panic::PanicInfo<'a>;

/// Takes a hook, which is never called: a panic ends the test.
pub fn set_hook(_: Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>) {}

/// A hook that does nothing.
pub fn take_hook() -> Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static> {
    Box::new(|_| {})
}

/// Panics with a value.
pub fn panic_any<M: 'static + core::any::Any + Send>(_: M) -> ! {
    panic!("a panic with a value")
}
