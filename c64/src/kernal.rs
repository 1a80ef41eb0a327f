//! The KERNAL's jump table: the only assembly of the program.
//!
//! Addresses and registers: "Commodore 64 Programmer's Reference Guide", chapter 5, except RDTIM, whose
//! register order is that of the ROM (A low, X middle, Y high), not the one printed there.

use core::arch::asm;

/// CHROUT: prints one PETSCII byte on the screen.
pub fn chrout(petscii: u8) {
    // SAFETY: the KERNAL is banked in and its zero page is left alone; CHROUT touches nothing of ours.
    unsafe { asm!("jsr $ffd2", inout("r24") petscii => _, out("r22") _, out("r20") _) }
}

/// GETIN: the next byte of the keyboard buffer, 0 when it is empty.
pub fn getin() -> u8 {
    let key;
    // SAFETY: as in `chrout`; the keyboard is the input device since nothing is ever opened.
    unsafe { asm!("jsr $ffe4", out("r24") key, out("r22") _, out("r20") _) }
    key
}

/// RDTIM: the low 16 bits of the jiffy clock.
pub fn rdtim() -> u16 {
    let (low, middle): (u8, u8);
    // SAFETY: as in `chrout`; RDTIM only reads the clock.
    unsafe { asm!("jsr $ffde", out("r24") low, out("r22") middle, out("r20") _) }
    u16::from_le_bytes([low, middle])
}

/// STOP: whether RUN/STOP is down. When it is, the KERNAL empties the keyboard buffer.
pub fn stop() -> bool {
    let flags: u8;
    // SAFETY: as in `chrout`. The answer is the zero flag, bit 1 of the pushed status register.
    unsafe { asm!("jsr $ffe1", "php", "pla", out("r24") flags, out("r22") _, out("r20") _) }
    flags & 0b10 != 0
}

/// Leaves the program from any depth of calls: the start-up code restores the machine and returns to BASIC.
pub fn exit() -> ! {
    // SAFETY: `__exit` is the start-up's own way out; it resets the stack pointer, so nothing runs after it.
    unsafe { asm!("jmp __exit", options(noreturn)) }
}
