//! The C64 implementation: contains all of the crate's assembly.
//!
//! In `asm!`, r24 is A, r22 X, r20 Y and r18 the carry: docs/PROGRAMMING.md.

use core::arch::asm;
use core::cell::Cell;
use core::mem::MaybeUninit;
use core::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use core::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use super::{Passed, Returned};

unsafe extern "C" {
    #[link_name = "chrout"]
    safe fn kernal_chrout(petscii: u8);
    #[link_name = "chrin"]
    safe fn kernal_chrin() -> u8;
    #[link_name = "getin"]
    safe fn kernal_getin() -> u8;
    #[link_name = "__kernal_irq"]
    safe fn kernal_irq();
}

/// The register from which the `machine` crate and VICE's `-debugcart` read an exit code.
const EXIT: u16 = 0xd7ff;
/// The zero-page address of SAVE's start address. Source: Sheldon Leemon, "Mapping the Commodore 64", $C1.
const SAVE_START: u16 = 0xc1;
/// The interrupt disable bit of the status register.
const DISABLED: u8 = 0b100;

/// Marks a place where `cargo c64 debug` stops; elsewhere, it is a NOP.
///
/// `cargo c64 run` on the built-in C64 does not stop there, and reports at the end how often it was reached. The compiler finds these
/// places by the label's name.
#[macro_export]
#[allow_internal_unstable(asm_experimental_arch)]
#[allow_internal_unsafe]
#[collapse_debuginfo(yes)]
macro_rules! breakpoint {
    () => {{
        // SAFETY: it only takes time.
        #[allow(named_asm_labels, reason = "the label is local, and each place is assembled by itself")]
        unsafe {
            ::core::arch::asm!(".sys2080.breakpoint: nop", options(nostack, preserves_flags));
        }
    }};
}

pub(crate) fn chrout(petscii: u8) {
    kernal_chrout(petscii);
}

pub(crate) fn chrin() -> u8 {
    kernal_chrin()
}

pub(crate) fn getin() -> u8 {
    kernal_getin()
}

#[inline(always)]
pub(crate) fn peek(address: u16) -> u8 {
    // SAFETY: the modules of this crate only read chips and KERNAL variables, which always exist.
    unsafe { with_exposed_provenance::<u8>(usize::from(address)).read_volatile() }
}

#[inline(always)]
pub(crate) fn poke(address: u16, value: u8) {
    // SAFETY: the modules of this crate only write to chips, the screen and KERNAL variables, never to memory that the
    // compiler allocates to a program.
    unsafe { with_exposed_provenance_mut::<u8>(usize::from(address)).write_volatile(value) }
}

/// Stores to the RAM under the chips, which must be switched off.
#[inline(always)]
pub(crate) fn poke_under_chips(address: u16, value: u8) {
    // SAFETY: the modules of this crate only pass addresses from $D000 to $DFFF, which the compiler never allocates.
    unsafe { with_exposed_provenance_mut::<u8>(usize::from(address)).write_volatile(value) }
}

/// [`peek`] at a constant address plus an index, which compiles to indexed addressing.
#[inline(always)]
pub(crate) fn peek_at<const BASE: u16>(index: u8) -> u8 {
    let base = with_exposed_provenance::<u8>(usize::from(BASE));
    // SAFETY: as in `peek`.
    unsafe { base.wrapping_add(usize::from(index)).read_volatile() }
}

/// [`poke`] with an index, like [`peek_at`].
#[inline(always)]
pub(crate) fn poke_at<const BASE: u16>(index: u8, value: u8) {
    let base = with_exposed_provenance_mut::<u8>(usize::from(BASE));
    // SAFETY: as in `poke`.
    unsafe { base.wrapping_add(usize::from(index)).write_volatile(value) }
}

/// Calls a KERNAL routine.
#[inline(always)]
pub(crate) fn call<const ENTRY: u16>(passed: Passed) -> Returned {
    let (a, x, y, carry): (u8, u8, u8, u8);
    // SAFETY: the modules of this crate only call routines of the jump table, which do not touch the program's memory. The
    // KERNAL ROM, which variables in `.high` hide, is switched on for the call.
    unsafe {
        asm!(
            "jsr __kernal_in",
            "jsr {entry}",
            "jsr __kernal_out",
            entry = const ENTRY,
            inout("r24") passed.a => a,
            inout("r22") passed.x => x,
            inout("r20") passed.y => y,
            inout("r18") passed.carry => carry,
        );
    }
    Returned { a, x, y, carry: carry != 0 }
}

/// Calls STOP, which returns its result in the zero flag.
pub(crate) fn stop() -> bool {
    /// The zero flag's bit in the status register.
    const ZERO: u8 = 0b10;
    let status: u8;
    // SAFETY: as in `call`; every push is pulled.
    unsafe {
        asm!(
            "jsr __kernal_in", "jsr $ffe1", "php", "pla", "jsr __kernal_out",
            out("r24") status, out("r22") _, out("r20") _,
        );
    }
    status & ZERO != 0
}

/// Calls SAVE, after the file has been set.
pub(crate) fn save(data: &[u8]) -> Returned {
    let start = data.as_ptr().addr() as u16;
    let [a, b] = start.to_le_bytes();
    // SAVE takes the address of two zero-page bytes that hold the start of the data. These are the bytes to which it would
    // copy them.
    poke(SAVE_START, a);
    poke(SAVE_START + 1, b);
    call::<0xffd8>(Passed::NOTHING.a(SAVE_START as u8).xy(start.wrapping_add(data.len() as u16)))
}

/// A variable shared by interrupt handlers and the program: see [`Shared::get`].
pub(crate) struct Shared<T>(Cell<T>);

// SAFETY: there is one processor. The program stores values of more than one byte only while interrupts are disabled, and
// this crate's handler does not interrupt itself.
unsafe impl<T> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    pub(crate) const fn new(value: T) -> Shared<T> {
        Shared(Cell::new(value))
    }

    /// For this crate's handler, and for a program that has disabled interrupts.
    #[inline(always)]
    pub(crate) fn get(&self) -> T {
        self.0.get()
    }

    /// See [`Shared::get`].
    #[inline(always)]
    pub(crate) fn set(&self, value: T) {
        self.0.set(value);
    }
}

/// A value shared by interrupt handlers and the program, and only used while interrupts are disabled.
pub(crate) struct Guarded<T>(T);

// SAFETY: there is one processor, and no IRQ occurs while the value is in use.
unsafe impl<T> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    pub(crate) const fn new(value: T) -> Guarded<T> {
        Guarded(value)
    }

    /// Returns the value, for a handler, in which interrupts are disabled.
    #[inline(always)]
    pub(crate) fn within_handler(&self) -> &T {
        &self.0
    }

    /// Runs `work` on the value with interrupts disabled.
    #[inline(always)]
    pub(crate) fn with<R>(&self, work: impl FnOnce(&T) -> R) -> R {
        super::without_interrupts(|| work(&self.0))
    }
}

/// The KERNAL's IRQ vector: Sheldon Leemon, "Mapping the Commodore 64", $314.
const IRQ_VECTOR: u16 = 0x0314;

/// Makes the KERNAL jump to a handler at each IRQ. Must be called with interrupts disabled.
pub(crate) fn hook(handler: extern "avr-interrupt" fn()) {
    let [low, high] = (handler as usize as u16).to_le_bytes();
    poke(IRQ_VECTOR, low);
    poke(IRQ_VECTOR + 1, high);
}

/// Bits of the joystick in port 2, 1 while pressed: as of the last interrupt, and accumulated since the last call.
static NOW: AtomicU8 = AtomicU8::new(0);
static SEEN: AtomicU8 = AtomicU8::new(0);
/// Where an interrupt continues: the original handler, 0 before that. At an even address, since an indirect jump across a page end fails.
static NEXT: Even = Even(AtomicU16::new(0));

#[repr(align(2))]
struct Even(AtomicU16);

/// Makes each IRQ read the joystick in port 2; installs itself only once. The start-up code restores the vector when the program ends.
///
/// $0314 is the KERNAL's IRQ vector, $DC00 port A of CIA 1: Sheldon Leemon, "Mapping the Commodore 64", at these addresses.
/// While no column of the keyboard is selected ($FF), no key can pull down a joystick line; $7F, the column of RUN/STOP,
/// is the value that the KERNAL leaves there after each scan and needs to check that key.
#[inline(never)]
pub(crate) fn latch_joystick() {
    // SAFETY: the code after the `jmp` is entered by interrupts only, after the KERNAL has saved A, X and Y, and continues as the interrupt
    // would have without it. It only changes these statics, of one byte each, and the port.
    unsafe {
        asm!(
            "php",
            "sei",
            "lda {next}+1",
            "bne 3f",
            "lda $0314",
            "sta {next}",
            "lda $0315",
            "sta {next}+1",
            "lda #<2f",
            "sta $0314",
            "lda #>2f",
            "sta $0315",
            "bne 3f",
            "2: lda #$ff",
            "sta $dc00",
            "eor $dc00",
            "sta {now}",
            "ora {seen}",
            "sta {seen}",
            "lda #$7f",
            "sta $dc00",
            "jmp ({next})",
            "3: plp",
            now = sym NOW,
            seen = sym SEEN,
            next = sym NEXT,
            out("r24") _,
        )
    }
}

/// Where an interrupt continued after reading the joystick, before [`chain`] inserted a handler; 0 before its first call.
static FOUND: AtomicU16 = AtomicU16::new(0);

/// Makes each IRQ call a handler after reading the joystick, which it starts if needed. Must be called with interrupts disabled.
pub(crate) fn chain(handler: extern "avr-interrupt" fn()) {
    latch_joystick();
    if FOUND.load(Relaxed) == 0 {
        FOUND.store(NEXT.0.load(Relaxed), Relaxed);
    }
    NEXT.0.store(handler as usize as u16, Relaxed);
}

/// Removes the handler again. Must be called with interrupts disabled.
pub(crate) fn unchain() {
    let found = FOUND.load(Relaxed);
    if found != 0 {
        NEXT.0.store(found, Relaxed);
    }
}

/// Returns the switches pressed now or since the last call. An interrupt in between loses nothing that is held for two jiffies.
pub(crate) fn latched_joystick() -> u8 {
    let seen = SEEN.load(Relaxed);
    SEEN.store(NOW.load(Relaxed), Relaxed);
    seen
}

/// Makes the KERNAL's own handler run when this one ends.
pub(crate) fn go_on_to_kernal() {
    kernal_irq();
}

/// Disables interrupts and returns the previous status register.
#[inline(always)]
pub(crate) fn disable_interrupts() -> u8 {
    let status;
    // SAFETY: every push is pulled, and the program may change the flag.
    unsafe { asm!("php", "sei", "pla", out("r24") status) }
    status
}

/// Enables interrupts if they were enabled in this status register.
#[inline(always)]
pub(crate) fn restore_interrupts(status: u8) {
    if status & DISABLED == 0 {
        // SAFETY: the program may change the flag.
        unsafe { asm!("cli") }
    }
}

/// Waits for `rounds` times five cycles, and a few more.
#[inline(never)]
pub(crate) fn spin(rounds: u16) {
    let [low, high] = rounds.to_le_bytes();
    // 0 counts as 256 in either register.
    let high = high.wrapping_add(u8::from(low != 0));
    if rounds > 0 {
        // SAFETY: only registers change.
        unsafe { asm!("2: dex", "bne 2b", "dey", "bne 2b", inout("r22") low => _, inout("r20") high => _) }
    }
}

pub(crate) fn exit(code: u8) -> ! {
    poke(EXIT, code);
    // SAFETY: `__exit` is the start-up code's own exit. It resets the stack pointer, so nothing runs after it.
    unsafe { asm!("jmp __exit", options(noreturn)) }
}

/// Returns the first address after the program.
pub(crate) fn program_end() -> u16 {
    let (low, high): (u8, u8);
    // SAFETY: reads a number set by the compiler.
    unsafe { asm!("lda #<__end", "ldx #>__end", out("r24") low, out("r22") high) }
    u16::from_le_bytes([low, high])
}

/// Returns the free memory: its first address, and the end (exclusive) of the part that the software stack does not need. If there is none,
/// the end is not above the start.
#[inline(never)]
pub(crate) fn free_ram() -> (u16, u16) {
    let (limit_low, limit_high, stack_low, stack_high): (u8, u8, u8, u8);
    let (top_low, top_high, needed_low, needed_high): (u8, u8, u8, u8);
    // SAFETY: reads numbers set by the compiler.
    unsafe {
        asm!("lda __stack_limit", "ldx __stack_limit+1", out("r24") limit_low, out("r22") limit_high);
        asm!("lda STACK", "ldx STACK+1", out("r24") stack_low, out("r22") stack_high);
        asm!("lda #<__stack_top", "ldx #>__stack_top", out("r24") top_low, out("r22") top_high);
        asm!("lda #<__stack_needed", "ldx #>__stack_needed", out("r24") needed_low, out("r22") needed_high);
    }
    let [stack, top, needed] =
        [[stack_low, stack_high], [top_low, top_high], [needed_low, needed_high]].map(u16::from_le_bytes);
    // The stacks of handlers are above the top, and so is the limit in a handler that takes memory.
    (u16::from_le_bytes([limit_low, limit_high]), stack.min(top).saturating_sub(needed))
}

/// Whether this is an interrupt handler, in a program that takes memory in one: the limit of its stack is above all memory that can be taken.
#[cfg(feature = "heap")]
pub(crate) fn in_handler() -> bool {
    let above: u8;
    // SAFETY: reads numbers set by the compiler.
    unsafe {
        asm!("lda __stack_limit", "cmp #<__stack_top", "lda __stack_limit+1", "sbc #>__stack_top", "lda #0", "rol a", out("r24") above);
    }
    above != 0
}

/// Takes this many bytes of the memory that `free_ram` returns, or all of it if there is less.
pub(crate) fn take_ram(up_to: u16) -> &'static mut [MaybeUninit<u8>] {
    let (start, end) = free_ram();
    let size = up_to.min(end.saturating_sub(start));
    if size == 0 {
        return &mut [];
    }
    let [low, high] = (start + size).to_le_bytes();
    // SAFETY: the number belongs to the compiler; it only grows, and not beyond what the software stack leaves.
    unsafe { asm!("sta __stack_limit", "stx __stack_limit+1", in("r24") low, in("r22") high) }
    let start = with_exposed_provenance_mut(usize::from(start));
    // SAFETY: nothing else lies between the program and its software stack. The memory is never taken again, as the rest now begins after
    // it, and the compiler lets no stack grow below that. In a handler that takes memory, there is none to take.
    unsafe { core::slice::from_raw_parts_mut(start, size.into()) }
}
