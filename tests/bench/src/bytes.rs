//! Arrays of bytes that a byte indexes, so that no index is out of bounds.

use core::ops::{Index, IndexMut};

/// 256 bytes in a page of their own: no access crosses one, which would take another cycle.
#[repr(align(256))]
pub struct Bytes([u8; 256]);

impl Bytes {
    /// All zero.
    pub const ZERO: Bytes = Bytes([0; 256]);
}

impl Index<u8> for Bytes {
    type Output = u8;

    #[inline(always)]
    fn index(&self, index: u8) -> &u8 {
        &self.0[usize::from(index)]
    }
}

impl IndexMut<u8> for Bytes {
    #[inline(always)]
    fn index_mut(&mut self, index: u8) -> &mut u8 {
        &mut self.0[usize::from(index)]
    }
}

/// The greatest offset of [`Wide`].
pub const MAX_OFFSET: usize = 20;

/// Bytes that a byte indexes at a constant offset. The offset goes into a slice's start, not into the index: so it becomes
/// part of the address, and costs nothing.
#[repr(align(256))]
pub struct Wide([u8; 256 + MAX_OFFSET]);

impl Wide {
    /// All zero.
    pub const ZERO: Wide = Wide([0; 256 + MAX_OFFSET]);

    /// A byte.
    #[inline(always)]
    pub fn get<const OFFSET: usize>(&self, index: u8) -> u8 {
        const { assert!(OFFSET <= MAX_OFFSET) };
        self.0[OFFSET..][usize::from(index)]
    }

    /// A byte to change.
    #[inline(always)]
    pub fn at<const OFFSET: usize>(&mut self, index: u8) -> &mut u8 {
        const { assert!(OFFSET <= MAX_OFFSET) };
        &mut self.0[OFFSET..][usize::from(index)]
    }

    /// Sets all.
    pub fn fill(&mut self, byte: u8) {
        self.0.fill(byte);
    }
}
