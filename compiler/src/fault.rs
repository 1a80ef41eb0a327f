//! Faults planted on purpose, to see whether the tests find them: only with the feature `planted-faults`.

/// A fault that code generation may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// The operands of a subtraction are swapped.
    SwappedSubtraction,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 1] = [Fault::SwappedSubtraction];
}

/// Whether this fault is planted.
#[cfg(not(feature = "planted-faults"))]
pub(crate) const fn is(_: Fault) -> bool {
    false
}

#[cfg(feature = "planted-faults")]
pub use planted::{is, with};

#[cfg(feature = "planted-faults")]
mod planted {
    use super::Fault;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Whether this fault is planted.
    pub fn is(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }

    /// Does something with a fault planted in this thread.
    pub fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
        PLANTED.set(Some(fault));
        let result = work();
        PLANTED.set(None);
        result
    }
}
