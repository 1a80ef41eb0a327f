//! The KERNAL's jump table, with nearly all of the program's assembly.
//!
//! Addresses and registers: "Commodore 64 Programmer's Reference Guide", chapter 5, except RDTIM, whose
//! register order is that of the ROM (A low, X middle, Y high), not the one printed there.

use core::arch::asm;

/// The channel that SAVE uses, whatever it is told.
const SAVED: u8 = 1;
/// The address of the start of what SAVE saves. Source: Sheldon Leemon, "Mapping the Commodore 64", $C1.
const SAVE_START: *mut u16 = 0xc1 as *mut u16;

/// Calls the KERNAL, which is banked out while the play program runs.
macro_rules! call {
    ($entry:literal $($operands:tt)*) => {
        asm!("jsr __kernal_in", concat!("jsr ", $entry), "jsr __kernal_out" $($operands)*)
    };
}

/// CHROUT: sends one PETSCII byte to the output channel, which is the screen.
#[inline(never)]
pub fn chrout(petscii: u8) {
    // SAFETY: the KERNAL is let in and its zero page is left alone; CHROUT touches nothing of ours.
    unsafe { call!("$ffd2", inout("r24") petscii => _, out("r22") _, out("r20") _) }
}

/// CHRIN: the next byte of the input channel, which must be a file: see [`chkin`].
pub fn chrin() -> u8 {
    let byte;
    // SAFETY: as in `chrout`.
    unsafe { call!("$ffcf", out("r24") byte, out("r22") _, out("r20") _) }
    byte
}

/// GETIN: the next byte of the keyboard buffer, 0 when it is empty.
pub fn getin() -> u8 {
    let key;
    // SAFETY: as in `chrout`; the keyboard is the input channel, as whoever chooses a file calls `clrchn` afterwards.
    unsafe { call!("$ffe4", out("r24") key, out("r22") _, out("r20") _) }
    key
}

/// RDTIM: the low 16 bits of the jiffy clock.
pub fn rdtim() -> u16 {
    let (low, middle): (u8, u8);
    // SAFETY: as in `chrout`; RDTIM only reads the clock.
    unsafe { call!("$ffde", out("r24") low, out("r22") middle, out("r20") _) }
    u16::from_le_bytes([low, middle])
}

/// STOP: whether RUN/STOP is down. When it is, the KERNAL empties the keyboard buffer.
pub fn stop() -> bool {
    let flags: u8;
    // SAFETY: as in `chrout`. The answer is the zero flag, bit 1 of the pushed status register.
    unsafe { call!("$ffe1", "php", "pla", out("r24") flags, out("r22") _, out("r20") _) }
    flags & 0b10 != 0
}

/// SETMSG: which messages the KERNAL prints by itself; 0 for none.
pub fn setmsg(which: u8) {
    // SAFETY: as in `chrout`.
    unsafe { call!("$ff90", inout("r24") which => _, out("r22") _, out("r20") _) }
}

/// SETNAM and SETLFS: what OPEN and SAVE are about. The channel has a file of the same number: a KERNAL of open-roms takes
/// this for that in CHKIN.
#[inline(never)]
fn name_and_file(channel: u8, device: u8, name: &[u8]) {
    let [low, high] = (name.as_ptr().addr() as u16).to_le_bytes();
    // SAFETY: as in `chrout`; the caller's next call reads the name.
    unsafe {
        call!("$ffbd", inout("r24") name.len() as u8 => _, inout("r22") low => _, inout("r20") high => _);
        call!("$ffba", inout("r24") channel => _, inout("r22") device => _, inout("r20") channel => _);
    }
}

/// OPEN: opens a channel of a device. False if that failed.
#[inline(never)]
pub fn open(channel: u8, device: u8, name: &[u8]) -> bool {
    name_and_file(channel, device, name);
    let error: u8;
    // SAFETY: as in `chrout`; the KERNAL reads the name now and never again.
    unsafe { call!("$ffc0", out("r24") _, out("r22") _, out("r20") _, out("r18") error) }
    error == 0
}

/// CLOSE: closes a file, which need not be open.
#[inline(never)]
pub fn close(channel: u8) {
    // SAFETY: as in `chrout`.
    unsafe { call!("$ffc3", inout("r24") channel => _, out("r22") _, out("r20") _) }
}

/// CHKIN: makes an open file the input channel. False if that failed.
#[inline(never)]
pub fn chkin(channel: u8) -> bool {
    let error: u8;
    // SAFETY: as in `chrout`.
    unsafe { call!("$ffc6", out("r24") _, inout("r22") channel => _, out("r20") _, out("r18") error) }
    error == 0
}

/// SETNAM, SETLFS and SAVE: writes data to a program file of a device, its address first. False if that failed; true
/// says only that the device listened. (A KERNAL of open-roms sends nothing but zeros by CHROUT, so no file is written that way.)
pub fn save(device: u8, name: &[u8], data: &[u8]) -> bool {
    name_and_file(SAVED, device, name);
    let start = data.as_ptr().addr() as u16;
    let [low, high] = start.wrapping_add(data.len() as u16).to_le_bytes();
    let error: u8;
    // SAFETY: as in `chrout`; SAVE takes where the data begins from two bytes of page zero, which here are those
    // that it would copy them to.
    unsafe {
        SAVE_START.write_volatile(start);
        call!("$ffd8", inout("r24") SAVE_START as u8 => _, inout("r22") low => _, inout("r20") high => _, out("r18") error);
    }
    error == 0
}

/// CLRCHN: makes keyboard and screen the channels again.
#[inline(never)]
pub fn clrchn() {
    // SAFETY: as in `chrout`.
    unsafe { call!("$ffcc", out("r24") _, out("r22") _, out("r20") _) }
}

/// READST: the status of the last byte moved: 0, bit 6 for the last byte of a file, the others for faults.
#[inline(never)]
pub fn readst() -> u8 {
    let status;
    // SAFETY: as in `chrout`.
    unsafe { call!("$ffb7", out("r24") status, out("r22") _, out("r20") _) }
    status
}

/// Keeps the KERNAL's interrupt away, for work that is timed.
pub fn sei() {
    // SAFETY: the flag is the program's to change; `cli` follows soon.
    unsafe { asm!("sei") }
}

/// Lets the KERNAL's interrupt come.
pub fn cli() {
    // SAFETY: the KERNAL's interrupt uses nothing of ours.
    unsafe { asm!("cli") }
}

/// Leaves the program from any depth of calls: the start-up code restores the machine and returns to BASIC.
pub fn exit() -> ! {
    // SAFETY: `__exit` is the start-up's own way out; it resets the stack pointer, so nothing runs after it.
    unsafe { asm!("jmp __exit", options(noreturn)) }
}
