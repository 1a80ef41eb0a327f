//! What programs of the corpus without a platform share: memory by address, and the end of a run.
#![no_std]

#[cfg(target_vendor = "c64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    exit(255)
}

/// Ends the run on the machine and in VICE with this exit code, which both take from $D7FF.
pub fn exit(code: u8) -> ! {
    poke(0xd7ff, code);
    loop {}
}

pub fn poke(address: u16, value: u8) {
    unsafe { (address as *mut u8).write_volatile(value) }
}

pub fn peek(address: u16) -> u8 {
    unsafe { (address as *const u8).read_volatile() }
}
