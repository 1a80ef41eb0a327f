//! Critical sections for the crate `critical-section`: IRQs are disabled. NMIs cannot be, so share nothing with their handler.
//!
//! On the host, they keep the thread that stands for interrupts from running, and each other.

use critical_section::{Impl, RawRestoreState};

use crate::hardware::{disable_interrupts, restore_interrupts};

struct Interrupts;
critical_section::set_impl!(Interrupts);

// SAFETY: there is one processor, and between the two calls no IRQ comes. The status register keeps whether sections are nested.
// On the host, one thread at a time is between them.
unsafe impl Impl for Interrupts {
    unsafe fn acquire() -> RawRestoreState {
        disable_interrupts()
    }

    unsafe fn release(status: RawRestoreState) {
        restore_interrupts(status);
    }
}
