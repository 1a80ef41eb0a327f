//! Atomic loads, stores and fences in a program with interrupt handlers.
//!
//! What takes more than one instruction is done with IRQs held off; nothing holds off NMIs. Operations on other memory stay
//! on their side of an atomic one, whatever its ordering.

use super::state::{Form, Lower};
use crate::fault::{self, Fault};
use crate::lower::lir::{Byte, Call, Inst, Target};

impl Lower<'_> {
    /// Keeps loads and stores from moving over this place, if a handler could tell.
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

    /// Begins what is atomic; interrupts are held off where it is `wide`.
    pub(super) fn begin_atomic(&mut self, wide: bool) {
        if wide && !fault::is(Fault::AtomicsSplit) { self.assembly("php\nsei") } else { self.fence() }
    }

    /// Ends it.
    pub(super) fn end_atomic(&mut self, wide: bool) {
        if wide && !fault::is(Fault::AtomicsSplit) { self.assembly("plp") } else { self.fence() }
    }
}
