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
