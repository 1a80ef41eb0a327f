//! Trait objects and function pointers that are passed more than 16 bytes and return more.
#![no_std]
use core::ops::Range;
use rt::*;
trait Wide {
    fn mix(&self, a: u64, b: u64) -> u64;
    fn digest(&self, name: &str, bytes: &[u8], range: Range<u32>) -> [u32; 8];
    fn pair(&self, a: u128, n: u8) -> (u128, u128);
}
struct Plus(u64);
struct Times(u32, u8);
impl Wide for Plus {
    fn mix(&self, a: u64, b: u64) -> u64 { a.wrapping_add(b) ^ self.0 }
    fn digest(&self, name: &str, bytes: &[u8], range: Range<u32>) -> [u32; 8] {
        let mut out = [range.start; 8];
        for (i, b) in name.bytes().chain(bytes.iter().copied()).enumerate() {
            out[i % 8] = out[i % 8].wrapping_add(u32::from(b)) ^ range.end;
        }
        out
    }
    fn pair(&self, a: u128, n: u8) -> (u128, u128) { (a << (n & 31), a.wrapping_sub(u128::from(self.0))) }
}
impl Wide for Times {
    fn mix(&self, a: u64, b: u64) -> u64 {
        if self.1 == 0 { return a.wrapping_mul(u64::from(self.0)).wrapping_sub(b) }
        // Through the table again, with the arguments the other way round.
        let below: &dyn Wide = &Times(self.0, self.1 - 1);
        let first = below.mix(b, a);
        first.wrapping_mul(3).wrapping_add(below.mix(a ^ first, b)).wrapping_add(u64::from(self.1))
    }
    fn digest(&self, name: &str, bytes: &[u8], range: Range<u32>) -> [u32; 8] {
        let mut out = [0; 8];
        for (i, n) in range.enumerate() {
            let text = name.as_bytes();
            out[i & 7] += n * self.0 + u32::from(bytes[i % bytes.len()]) + u32::from(text[i % text.len()]);
        }
        out
    }
    fn pair(&self, a: u128, n: u8) -> (u128, u128) { (!a, a >> (n & 63)) }
}
fn first(a: u64, b: u64, c: [u16; 4], d: bool) -> u64 { if d { a - b } else { u64::from(c[1]) << 32 | b } }
fn second(a: u64, b: u64, c: [u16; 4], d: bool) -> u64 { if d { a ^ b } else { u64::from(c[3]) << 16 | a } }
static TABLE: [fn(u64, u64, [u16; 4], bool) -> u64; 2] = [first, second];
#[no_mangle]
pub static mut SEL: u8 = 1;
fn hex128(n: u128) { hex64((n >> 64) as u64); hex64(n as u64) }
#[no_mangle]
pub extern "C" fn main() {
    let sel = unsafe { core::ptr::read_volatile(&raw const SEL) };
    let (plus, times) = (Plus(0x1122_3344_5566_7788), Times(77, 2 + sel));
    let list: [&dyn Wide; 2] = if sel == 1 { [&plus, &times] } else { [&times, &plus] };
    for wide in list {
        hex64(wide.mix(0x0123_4567_89ab_cdef, u64::from(sel) << 40)); nl();
        for n in wide.digest("WIDE", &[sel, 2, 3], 5..5 + 9 * u32::from(sel)) { hex32(n) }
        nl();
        let (a, b) = wide.pair(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 4 + sel);
        hex128(a); nl(); hex128(b); nl();
    }
    for (i, f) in TABLE.iter().enumerate() {
        for d in [true, false] { hex64(f(1 << 50, 99, [1, 2, 3, u16::from(sel)], d)); putc(b'0' + i as u8); nl() }
    }
}
