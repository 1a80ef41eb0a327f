//! Loops, tables, recursion and wide numbers, without a platform: stores 0 to $D7FF if every result is right, else
//! the number of the first wrong one. Its cycles in VICE are those on our machine.
#![no_std]
#[cfg(target_vendor = "c64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! { exit(255) }
fn exit(code: u8) -> ! { unsafe { core::ptr::write_volatile(0xd7ff as *mut u8, code) } loop {} }
#[no_mangle] static mut SEED: u16 = 200;
fn seed() -> u16 { unsafe { core::ptr::read_volatile(&raw const SEED) } }
static mut FLAGS: [u8; 256] = [0; 256];
fn primes_below(limit: u16) -> u8 {
    let flags = unsafe { &mut *(&raw mut FLAGS) };
    let mut count = 0;
    for n in 2..limit.min(256) {
        if flags[n as usize & 255] == 0 {
            count += 1;
            let mut m = n;
            while m < 256 { flags[m as usize & 255] = 1; m += n }
        }
    }
    count
}
fn ackermann(m: u16, n: u16) -> u16 {
    if m == 0 { n + 1 } else if n == 0 { ackermann(m - 1, 1) } else { ackermann(m - 1, ackermann(m, n - 1)) }
}
fn crc16(bytes: &[u8]) -> u16 {
    let mut crc = 0xffffu16;
    for &byte in bytes {
        crc ^= (byte as u16) << 8;
        for _ in 0..8 { crc = if crc & 0x8000 != 0 { crc << 1 ^ 0x1021 } else { crc << 1 } }
    }
    crc
}
#[no_mangle]
pub extern "C" fn main() {
    if primes_below(seed()) != 46 { exit(1) }
    if ackermann(seed() / 100, 3) != 9 { exit(2) }
    let mut digits = *b"023456789";
    digits[0] = (seed() / 4 - 1) as u8;
    if crc16(&digits) != 0x29b1 { exit(3) }
    let divisor = seed() as u32 + 12_145;
    let (quotient, rest) = (1_234_567_890 / divisor, 1_234_567_890 % divisor);
    if quotient != 100_005 || rest != 6_165 { exit(4) }
    if (seed() as u64 * 0x0123_4567_89ab) >> 3 != 0x1c71_c71c_71b3 { exit(5) }
    exit(0)
}
