//! The machine: its memory, the five most used KERNAL routines, interrupts, ending a program.
//!
//! On the host, memory is 64 KB of the process and the screen is standard output, so that programs compile, run within
//! these limits, and can be tested there.

use core::mem::MaybeUninit;

#[cfg(target_vendor = "c64")]
mod c64;
#[cfg(not(target_vendor = "c64"))]
mod host;

#[cfg(target_vendor = "c64")]
use c64 as machine;
#[cfg(not(target_vendor = "c64"))]
use host as machine;

#[cfg(test)]
pub(crate) use host::{own_chips, peek_under_chips, printed};
#[cfg(all(target_vendor = "c64", feature = "heap"))]
pub(crate) use machine::in_handler;
pub(crate) use machine::{
    Guarded, Shared, call, chrin, chrout, exit, free_ram, getin, hook, latch_joystick, latched_joystick,
    peek, peek_at, poke, poke_at, program_end, save, spin, stop, take_ram,
};
#[cfg(target_vendor = "c64")]
pub(crate) use machine::{chain, go_on_to_kernal, unchain};
#[cfg(feature = "critical-section")]
pub(crate) use machine::{disable_interrupts, restore_interrupts};

/// The registers passed to a KERNAL routine. Registers that are not passed keep their contents, which costs nothing.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_vendor = "c64"), expect(dead_code, reason = "there is no KERNAL on the host"))]
pub(crate) struct Passed {
    a: MaybeUninit<u8>,
    x: MaybeUninit<u8>,
    y: MaybeUninit<u8>,
    /// 1 if the carry is set.
    carry: MaybeUninit<u8>,
}

impl Passed {
    /// No registers.
    pub(crate) const NOTHING: Passed = Passed {
        a: MaybeUninit::uninit(),
        x: MaybeUninit::uninit(),
        y: MaybeUninit::uninit(),
        carry: MaybeUninit::uninit(),
    };

    /// Adds A.
    pub(crate) const fn a(self, a: u8) -> Passed {
        Passed { a: MaybeUninit::new(a), ..self }
    }

    /// Adds X.
    pub(crate) const fn x(self, x: u8) -> Passed {
        Passed { x: MaybeUninit::new(x), ..self }
    }

    /// Adds Y.
    pub(crate) const fn y(self, y: u8) -> Passed {
        Passed { y: MaybeUninit::new(y), ..self }
    }

    /// Adds an address in X (low byte) and Y (high byte).
    pub(crate) const fn xy(self, address: u16) -> Passed {
        let [x, y] = address.to_le_bytes();
        self.x(x).y(y)
    }

    /// Adds the carry.
    pub(crate) const fn carry(self, carry: bool) -> Passed {
        Passed { carry: MaybeUninit::new(carry as u8), ..self }
    }
}

/// The registers returned by a KERNAL routine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Returned {
    /// The accumulator.
    pub(crate) a: u8,
    /// The X register.
    pub(crate) x: u8,
    /// The Y register.
    pub(crate) y: u8,
    /// The carry flag.
    pub(crate) carry: bool,
}

/// The processor port. Bit 1 switches the KERNAL ROM on, and bit 2 selects the chips or the character ROM at $D000 if any ROM is
/// on. Source: Sheldon Leemon, "Mapping the Commodore 64", $1.
const PORT: u16 = 0x0001;
const KERNAL: u8 = 2;
const CHIPS: u8 = 4;
const CHARACTER_ROM: u16 = 0xd000;

/// Stands for a state in which interrupts were disabled, so that restoring it changes nothing.
const AS_THEY_ARE: u8 = u8::MAX;

/// Runs `work` with the chips switched off: loads from $D000 to $DFFF read the character ROM, and stores reach the RAM under both.
#[inline(always)]
fn without_chips<T>(work: impl FnOnce() -> T) -> T {
    let port = peek(PORT);
    // The KERNAL's handler needs the chips. While its ROM is off, the compiler's interrupt entry (`toolchain/compiler/runtime/high.s`)
    // switches both on.
    let before = if port & KERNAL != 0 { machine::disable_interrupts() } else { AS_THEY_ARE };
    poke(PORT, port & !CHIPS);
    let result = work();
    poke(PORT, port);
    machine::restore_interrupts(before);
    result
}

/// Returns a byte of the character ROM, which has 4 KB. On the host, it is 0.
#[inline(never)]
pub(crate) fn character_rom(at: u16) -> u8 {
    if cfg!(not(target_vendor = "c64")) {
        return 0;
    }
    without_chips(|| peek(CHARACTER_ROM + at))
}

/// Copies bytes into the RAM under the chips, from this address on: $D000 to $DFFF.
#[inline(never)]
pub(crate) fn copy_under_chips(to: u16, bytes: &[u8]) {
    without_chips(|| (to..).zip(bytes).for_each(|(to, byte)| machine::poke_under_chips(to, *byte)));
}

/// Whether the program has ever used handlers of [`irq`](crate::irq).
static HANDLED: Shared<bool> = Shared::new(false);

/// Notes that handlers of [`irq`](crate::irq) may run from now on.
pub(crate) fn expect_handlers() {
    HANDLED.set(true);
}

/// Runs `work`, which changes some bits of a register, so that handlers of [`irq`](crate::irq) may change others. In programs without
/// such handlers, this costs nothing.
#[inline(always)]
pub(crate) fn undisturbed(work: impl Fn()) {
    let before = if HANDLED.get() { machine::disable_interrupts() } else { AS_THEY_ARE };
    work();
    machine::restore_interrupts(before);
}

/// Runs `work` with interrupts (IRQs) disabled, and re-enables them afterwards if they were enabled before. NMIs cannot be
/// disabled.
///
/// The KERNAL's clock loses a jiffy for every sixtieth of a second that `work` takes.
pub fn without_interrupts<T>(work: impl FnOnce() -> T) -> T {
    let before = machine::disable_interrupts();
    let result = work();
    machine::restore_interrupts(before);
    result
}
