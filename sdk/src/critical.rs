//! Critical sections for the crate `critical-section`: IRQs are disabled. NMIs cannot be, so share nothing with their handler.

use critical_section::{Impl, RawRestoreState};

use crate::hardware::{disable_interrupts, restore_interrupts};

struct Interrupts;
critical_section::set_impl!(Interrupts);

// SAFETY: there is one processor, and between the two calls no IRQ comes. The status register keeps whether sections are nested.
unsafe impl Impl for Interrupts {
    unsafe fn acquire() -> RawRestoreState {
        disable_interrupts()
    }

    unsafe fn release(status: RawRestoreState) {
        restore_interrupts(status);
    }
}
