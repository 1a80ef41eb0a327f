//! `core::sync` and `alloc::sync`, and the locks and channels of `std` for one thread.

pub use alloc_crate::sync::*;
pub use core::sync::*;

use core::cell::{OnceCell, RefCell, RefMut};
use core::ops::{Deref, DerefMut};

use crate::platform::{Exit, exit};

/// A lock that waits for ever if it is taken.
#[derive(Debug, Default)]
pub struct Mutex<T: ?Sized>(RefCell<T>);

// SAFETY: there is one thread.
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}

/// A lock that is held.
#[derive(Debug)]
pub struct MutexGuard<'a, T: ?Sized>(RefMut<'a, T>);

// SAFETY: as that of `std`, whose guard may be shared if what it guards may.
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}

/// That a thread panicked with the lock held, which nobody lives to see.
pub type LockResult<T> = Result<T, core::convert::Infallible>;

impl<T> Mutex<T> {
    /// A free lock.
    pub const fn new(value: T) -> Mutex<T> {
        Mutex(RefCell::new(value))
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Takes the lock.
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        match self.0.try_borrow_mut() {
            Ok(value) => Ok(MutexGuard(value)),
            Err(_) => exit(Exit::Waits),
        }
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A value that is written once.
#[derive(Debug, Default)]
pub struct OnceLock<T>(OnceCell<T>);

// SAFETY: there is one thread.
unsafe impl<T: Send> Sync for OnceLock<T> {}

impl<T> OnceLock<T> {
    /// An empty one.
    pub const fn new() -> OnceLock<T> {
        OnceLock(OnceCell::new())
    }

    /// The value, made if there is none.
    pub fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }
}

pub mod mpsc {
    //! Channels.

    use alloc_crate::collections::VecDeque;
    use alloc_crate::rc::Rc;
    use core::cell::RefCell;

    use crate::platform::{Exit, exit};

    /// The end to send from.
    #[derive(Debug)]
    pub struct Sender<T>(Rc<RefCell<VecDeque<T>>>);
    /// The end to receive at.
    #[derive(Debug)]
    pub struct Receiver<T>(Rc<RefCell<VecDeque<T>>>);

    // SAFETY: there is one thread.
    unsafe impl<T: Send> Send for Sender<T> {}
    // SAFETY: there is one thread.
    unsafe impl<T: Send> Send for Receiver<T> {}

    /// The receiver is gone, with what was to be sent.
    #[derive(Debug)]
    pub struct SendError<T>(pub T);
    /// All senders are gone.
    #[derive(Debug)]
    pub struct RecvError;

    /// A channel.
    pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
        let queue = Rc::new(RefCell::new(VecDeque::new()));
        (Sender(queue.clone()), Receiver(queue))
    }

    impl<T> Sender<T> {
        /// Sends.
        ///
        /// # Errors
        /// The receiver is gone.
        pub fn send(&self, value: T) -> Result<(), SendError<T>> {
            match Rc::strong_count(&self.0) {
                1 => Err(SendError(value)),
                _ => {
                    self.0.borrow_mut().push_back(value);
                    Ok(())
                }
            }
        }
    }

    impl<T> Receiver<T> {
        /// Receives. With a sender but nothing sent, it would wait for another thread.
        ///
        /// # Errors
        /// Nothing was sent, and nobody is left to send.
        pub fn recv(&self) -> Result<T, RecvError> {
            match self.0.borrow_mut().pop_front() {
                Some(value) => Ok(value),
                None if Rc::strong_count(&self.0) == 1 => Err(RecvError),
                None => exit(Exit::Waits),
            }
        }
    }
}
