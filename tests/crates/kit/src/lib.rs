//! What every exerciser of a crate needs: input that the optimiser cannot see through, a checksum, a `main` for the
//! host and one for the C64.
#![no_std]

#[cfg(target_vendor = "c64")]
pub mod c64;

pub use core::hint::black_box;

/// The 32-bit FNV-1a hash of everything that an exerciser got out of its crate.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u32);

impl Checksum {
    /// The hash of nothing: FNV's offset basis.
    pub const fn new() -> Checksum {
        Checksum(0x811c_9dc5)
    }

    /// The hash so far.
    pub const fn value(self) -> u32 {
        self.0
    }

    /// Adds a byte.
    pub fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }

    /// Adds bytes, first to last.
    pub fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.byte(*byte));
    }

    /// Adds a number of 16 bits, low byte first.
    pub fn u16(&mut self, number: u16) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds a number of 32 bits, low byte first.
    pub fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds a number of 64 bits, low byte first.
    pub fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }
}

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum::new()
    }
}

impl core::fmt::Write for Checksum {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

/// Bytes that look random and that the optimiser does not know: Marsaglia's 16-bit xorshift from a hidden seed.
pub fn input<const SIZE: usize>(seed: u16) -> [u8; SIZE] {
    let mut state = black_box(seed | 1);
    core::array::from_fn(|_| {
        state ^= state << 7;
        state ^= state >> 9;
        state ^= state << 8;
        state as u8
    })
}

/// Text of small letters, spaces and repetitions, for what looks for structure.
pub fn text<const SIZE: usize>(seed: u16) -> [u8; SIZE] {
    input::<SIZE>(seed).map(|byte| match byte % 8 {
        0 => b' ',
        letter => b'a' + letter,
    })
}

/// Makes a program of a function from nothing to [`Checksum`]: it prints the checksum in eight hexadecimal digits.
#[macro_export]
macro_rules! program {
    ($exercise:path) => {
        #[cfg(not(target_vendor = "c64"))]
        fn main() {
            println!("{:08x}", $exercise().value());
        }

        #[cfg(target_vendor = "c64")]
        #[unsafe(no_mangle)]
        extern "C" fn main() {
            $crate::c64::print($exercise().value());
        }
    };
}
