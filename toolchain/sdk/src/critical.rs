//! Critical sections for the crate `critical-section`: they disable IRQs. NMIs cannot be disabled, so share nothing with an NMI handler.
//!
//! On the host, critical sections exclude each other and the thread that emulates interrupts.

use critical_section::{Impl, RawRestoreState};

use crate::hardware::{disable_interrupts, restore_interrupts};

struct Interrupts;
critical_section::set_impl!(Interrupts);

// SAFETY: there is one processor, and no IRQ occurs between the two calls. The saved status register takes care of nesting.
// On the host, only one thread at a time is inside a critical section.
unsafe impl Impl for Interrupts {
    unsafe fn acquire() -> RawRestoreState {
        disable_interrupts()
    }

    unsafe fn release(status: RawRestoreState) {
        restore_interrupts(status);
    }
}
