//! The machine on a C64: all of the crate's assembly.
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

/// The register at which the `machine` crate and VICE's `-debugcart` take an exit code.
const EXIT: u16 = 0xd7ff;
/// Where what SAVE saves begins. Source: Sheldon Leemon, "Mapping the Commodore 64", $C1.
const SAVE_START: u16 = 0xc1;
/// The bit of the status register that disables interrupts.
const DISABLED: u8 = 0b100;

/// Marks a place at which `cargo c64 debug` stops; elsewhere, it is a NOP.
///
/// `cargo c64 run` on the built-in C64 goes on at that place, and says at the end how often it came by. The compiler finds the
/// places by the name of the label.
#[macro_export]
#[allow_internal_unstable(asm_experimental_arch)]
#[allow_internal_unsafe]
#[collapse_debuginfo(yes)]
macro_rules! breakpoint {
    () => {{
        // SAFETY: only time passes.
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
    // SAFETY: the modules of this crate read chips and the KERNAL's variables only, which are there at all times.
    unsafe { with_exposed_provenance::<u8>(usize::from(address)).read_volatile() }
}

#[inline(always)]
pub(crate) fn poke(address: u16, value: u8) {
    // SAFETY: the modules of this crate write to chips, the screen and the KERNAL's variables only, never to memory that the
    // compiler gives to a program.
    unsafe { with_exposed_provenance_mut::<u8>(usize::from(address)).write_volatile(value) }
}

/// Stores in the RAM under the chips, which are switched off.
#[inline(always)]
pub(crate) fn poke_under_chips(address: u16, value: u8) {
    // SAFETY: the modules of this crate pass addresses from $D000 to $DFFF only, which the compiler never gives to a program.
    unsafe { with_exposed_provenance_mut::<u8>(usize::from(address)).write_volatile(value) }
}

/// [`peek`] at a fixed address and an index, which the processor adds by itself.
#[inline(always)]
pub(crate) fn peek_at<const BASE: u16>(index: u8) -> u8 {
    let base = with_exposed_provenance::<u8>(usize::from(BASE));
    // SAFETY: as in `peek`.
    unsafe { base.wrapping_add(usize::from(index)).read_volatile() }
}

/// [`poke`] as [`peek_at`].
#[inline(always)]
pub(crate) fn poke_at<const BASE: u16>(index: u8, value: u8) {
    let base = with_exposed_provenance_mut::<u8>(usize::from(BASE));
    // SAFETY: as in `poke`.
    unsafe { base.wrapping_add(usize::from(index)).write_volatile(value) }
}

/// Calls a routine of the KERNAL.
#[inline(always)]
pub(crate) fn call<const ENTRY: u16>(passed: Passed) -> Returned {
    let (a, x, y, carry): (u8, u8, u8, u8);
    // SAFETY: the modules of this crate call routines of the jump table only, which leave memory of the program alone. The
    // KERNAL's ROM, which variables in `.high` hide, is switched on for the call.
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

/// STOP: the answer is the zero flag.
pub(crate) fn stop() -> bool {
    /// Its bit of the status register.
    const ZERO: u8 = 0b10;
    let status: u8;
    // SAFETY: as in `call`; what is pushed is pulled.
    unsafe {
        asm!(
            "jsr __kernal_in", "jsr $ffe1", "php", "pla", "jsr __kernal_out",
            out("r24") status, out("r22") _, out("r20") _,
        );
    }
    status & ZERO != 0
}

/// SAVE, of a file that is set.
pub(crate) fn save(data: &[u8]) -> Returned {
    let start = data.as_ptr().addr() as u16;
    let [a, b] = start.to_le_bytes();
    // SAVE takes the address of two bytes in the zero page that hold where the data begins. These are those that it would copy
    // them to.
    poke(SAVE_START, a);
    poke(SAVE_START + 1, b);
    call::<0xffd8>(Passed::NOTHING.a(SAVE_START as u8).xy(start.wrapping_add(data.len() as u16)))
}

/// A variable that interrupt handlers and the program share: see [`Shared::get`].
pub(crate) struct Shared<T>(Cell<T>);

// SAFETY: there is one processor. What has more than one byte, the program stores only while interrupts are disabled, and the
// handler of this crate is not interrupted by itself.
unsafe impl<T> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    pub(crate) const fn new(value: T) -> Shared<T> {
        Shared(Cell::new(value))
    }

    /// For the handler of this crate, and for a program that has disabled interrupts.
    #[inline(always)]
    pub(crate) fn get(&self) -> T {
        self.0.get()
    }

    /// As [`Shared::get`].
    #[inline(always)]
    pub(crate) fn set(&self, value: T) {
        self.0.set(value);
    }
}

/// What interrupt handlers and the program share, and only ever use while interrupts are disabled.
pub(crate) struct Guarded<T>(T);

// SAFETY: there is one processor, and no IRQ comes while the value is worked with.
unsafe impl<T> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    pub(crate) const fn new(value: T) -> Guarded<T> {
        Guarded(value)
    }

    /// For a handler, in which interrupts are disabled.
    #[inline(always)]
    pub(crate) fn within_handler(&self) -> &T {
        &self.0
    }

    /// Works with it, without interrupts.
    #[inline(always)]
    pub(crate) fn with<R>(&self, work: impl FnOnce(&T) -> R) -> R {
        super::without_interrupts(|| work(&self.0))
    }
}

/// The KERNAL's vector of IRQs: Sheldon Leemon, "Mapping the Commodore 64", $314.
const IRQ_VECTOR: u16 = 0x0314;

/// Has the KERNAL go to a handler at each IRQ. Interrupts are disabled.
pub(crate) fn hook(handler: extern "avr-interrupt" fn()) {
    let [low, high] = (handler as usize as u16).to_le_bytes();
    poke(IRQ_VECTOR, low);
    poke(IRQ_VECTOR + 1, high);
}

/// Bits of the joystick in port 2, 1 while pressed: as of the last interrupt, and since the last look.
static NOW: AtomicU8 = AtomicU8::new(0);
static SEEN: AtomicU8 = AtomicU8::new(0);
/// Where an interrupt goes on: the handler as found, 0 before that. At an even address, as a jump through the end of a page goes astray.
static NEXT: Even = Even(AtomicU16::new(0));

#[repr(align(2))]
struct Even(AtomicU16);

/// Has each IRQ look at the joystick in port 2, once. The start-up code takes the vector back when the program ends.
///
/// $0314 is the KERNAL's vector of IRQs, $DC00 port A of CIA 1: Sheldon Leemon, "Mapping the Commodore 64", at these addresses.
/// While no column of the keyboard is chosen ($FF), no key can pull down a line of the joystick; $7F, the column of
/// RUN/STOP, is what the KERNAL leaves there after each scan, and looks for that key by.
#[inline(never)]
pub(crate) fn latch_joystick() {
    // SAFETY: What it leaves behind its `jmp` is entered by interrupts only, when the KERNAL has saved A, X and Y, and goes on as they
    // would have without it. It changes only these statics, of one byte each, and the port.
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

/// Where an interrupt went on behind the look at the joystick, before [`chain`] put something there; 0 before its first call.
static FOUND: AtomicU16 = AtomicU16::new(0);

/// Has each IRQ go to a handler behind the look at the joystick, which it begins with if need be. Interrupts are disabled.
pub(crate) fn chain(handler: extern "avr-interrupt" fn()) {
    latch_joystick();
    if FOUND.load(Relaxed) == 0 {
        FOUND.store(NEXT.0.load(Relaxed), Relaxed);
    }
    NEXT.0.store(handler as usize as u16, Relaxed);
}

/// Takes the handler out again. Interrupts are disabled.
pub(crate) fn unchain() {
    let found = FOUND.load(Relaxed);
    if found != 0 {
        NEXT.0.store(found, Relaxed);
    }
}

/// What is pressed, or has been since the last call. An interrupt in between loses nothing that is held for two jiffies.
pub(crate) fn latched_joystick() -> u8 {
    let seen = SEEN.load(Relaxed);
    SEEN.store(NOW.load(Relaxed), Relaxed);
    seen
}

/// Has the KERNAL's own handler follow, when this one ends.
pub(crate) fn go_on_to_kernal() {
    kernal_irq();
}

/// Disables interrupts and returns the status register as it was.
#[inline(always)]
pub(crate) fn disable_interrupts() -> u8 {
    let status;
    // SAFETY: what is pushed is pulled, and the flag is the program's to change.
    unsafe { asm!("php", "sei", "pla", out("r24") status) }
    status
}

/// Enables interrupts if they were enabled in this status register.
#[inline(always)]
pub(crate) fn restore_interrupts(status: u8) {
    if status & DISABLED == 0 {
        // SAFETY: the flag is the program's to change.
        unsafe { asm!("cli") }
    }
}

/// Waits for five cycles times `rounds`, and a few more.
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
    // SAFETY: `__exit` is the start-up code's own way out. It resets the stack pointer, so nothing runs after it.
    unsafe { asm!("jmp __exit", options(noreturn)) }
}

/// The first address behind the program.
pub(crate) fn program_end() -> u16 {
    let (low, high): (u8, u8);
    // SAFETY: reads a number of the compiler's.
    unsafe { asm!("lda #<__end", "ldx #>__end", out("r24") low, out("r22") high) }
    u16::from_le_bytes([low, high])
}

/// The memory that nobody has taken: its first address, and that behind the last one that the software stack does not need. The second is not
/// above the first if there is none.
#[inline(never)]
pub(crate) fn free_ram() -> (u16, u16) {
    let (limit_low, limit_high, stack_low, stack_high): (u8, u8, u8, u8);
    let (top_low, top_high, needed_low, needed_high): (u8, u8, u8, u8);
    // SAFETY: reads numbers of the compiler's.
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
    // SAFETY: reads numbers of the compiler's.
    unsafe {
        asm!("lda __stack_limit", "cmp #<__stack_top", "lda __stack_limit+1", "sbc #>__stack_top", "lda #0", "rol a", out("r24") above);
    }
    above != 0
}

/// Takes so many bytes of what `free_ram` tells of, or all if these are fewer.
pub(crate) fn take_ram(up_to: u16) -> &'static mut [MaybeUninit<u8>] {
    let (start, end) = free_ram();
    let size = up_to.min(end.saturating_sub(start));
    if size == 0 {
        return &mut [];
    }
    let [low, high] = (start + size).to_le_bytes();
    // SAFETY: the number is the compiler's; it grows, and not beyond what the software stack leaves.
    unsafe { asm!("sta __stack_limit", "stx __stack_limit+1", in("r24") low, in("r22") high) }
    let start = with_exposed_provenance_mut(usize::from(start));
    // SAFETY: nothing else lies between the program and its software stack. Nobody takes it again, for the rest begins behind it now, and the
    // compiler lets no stack below that. In a handler that takes memory there is none to take.
    unsafe { core::slice::from_raw_parts_mut(start, size.into()) }
}
