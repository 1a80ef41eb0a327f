//! Threads where there is one: what is spawned runs at once to its end, which is one of the orders that threads may run in.

pub use crate::thread_local::LocalKey;

use alloc_crate::boxed::Box;
use core::any::Any;
use core::cell::Cell;

use crate::platform::{CATCHING, Exit, Single, exit};

/// What a thread leaves.
pub type Result<T> = core::result::Result<T, Box<dyn Any + Send + 'static>>;

/// A thread that has ended.
#[derive(Debug)]
pub struct JoinHandle<T>(T);

impl<T> JoinHandle<T> {
    /// What it returned.
    pub fn join(self) -> Result<T> {
        Ok(self.0)
    }
}

/// Runs `f`. A panic inside is one that a join would have caught.
pub fn spawn<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    CATCHING.0.set(CATCHING.0.get() + 1);
    let result = f();
    CATCHING.0.set(CATCHING.0.get() - 1);
    JoinHandle(result)
}

/// Whether the thread was woken before it slept.
static WOKEN: Single<Cell<bool>> = Single(Cell::new(false));

/// The only thread.
#[derive(Clone, Copy, Debug)]
pub struct Thread;

impl Thread {
    /// Lets the next [`park`] return at once.
    pub fn unpark(&self) {
        WOKEN.0.set(true);
    }
}

/// The only thread.
pub fn current() -> Thread {
    Thread
}

/// Waits until somebody has called [`Thread::unpark`], which nobody will who has not.
pub fn park() {
    if !WOKEN.0.take() {
        exit(Exit::Waits)
    }
}

/// Lets others run: there are none.
pub fn yield_now() {}

/// Whether a panic is under way: it never runs destructors here.
pub fn panicking() -> bool {
    false
}
