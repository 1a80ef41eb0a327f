//! Atomic loads, stores and fences in a program with interrupt handlers.
//!
//! Accesses of more than one instruction run with IRQs disabled; NMIs cannot be disabled. Operations on other memory are not moved
//! across an atomic one, whatever its ordering.

use super::state::{Form, Lower};
use crate::fault::{self, Fault};
use crate::lower::lir::{Byte, Call, Inst, Target};

impl Lower<'_> {
    /// Prevents loads and stores from moving across this point, if a handler could observe it.
    pub(super) fn fence(&mut self) {
        if self.interrupted {
            let target = Target::Asm(String::new());
            self.emit(Inst::Call(Call { target, ins: Vec::new(), outs: Vec::new(), pure: false }));
        }
    }

    pub(super) fn atomic_load(&mut self, form: &Form, count: u32) -> Vec<Byte> {
        let wide = self.interrupted && count > 1;
        self.begin_atomic(wide);
        let bytes = self.load(form, count, true);
        self.end_atomic(wide);
        bytes
    }

    pub(super) fn atomic_store(&mut self, form: &Form, bytes: &[Byte]) {
        let wide = self.interrupted && bytes.len() > 1;
        self.begin_atomic(wide);
        self.store(form, bytes, true);
        self.end_atomic(wide);
    }

    /// Begins an atomic access; disables interrupts if it is `wide`.
    pub(super) fn begin_atomic(&mut self, wide: bool) {
        if wide && !fault::is(Fault::AtomicsSplit) { self.assembly("php\nsei") } else { self.fence() }
    }

    /// Ends an atomic access.
    pub(super) fn end_atomic(&mut self, wide: bool) {
        if wide && !fault::is(Fault::AtomicsSplit) { self.assembly("plp") } else { self.fence() }
    }
}
