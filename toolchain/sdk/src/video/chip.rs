//! The registers that tell the VIC-II where its memory is, and helpers shared by all parts of the picture.
//!
//! Commodore 64 Programmer's Reference Guide, appendix N ("6566/6567 (VIC-II) Chip Specifications"), and chapter 3, "Video Bank
//! Selection".

use crate::hardware::{Shared, peek, poke, undisturbed};

/// Where in the bank the screen is, in KB, in the upper four bits, and the characters or the bitmap, in KB, in bits 1 to 3.
pub(super) const POINTERS: u16 = 0xd018;
/// Port A of CIA 2, whose lowest two bits select the bank, inverted.
pub(super) const BANK: u16 = 0xdd00;
pub(super) const BANK_BITS: u8 = 3;
/// The KERNAL's variable with the page of screen memory: Sheldon Leemon, "Mapping the Commodore 64", $288.
pub(super) const PAGE: u16 = 0x0288;

/// Whether the picture differs from BASIC's.
pub(super) static CHANGED: Shared<bool> = Shared::new(false);

/// Clears and sets bits of a register that interrupt handlers may change as well.
#[inline(always)]
pub(super) fn set_bits(register: u16, clear: u8, set: u8) {
    undisturbed(|| poke(register, peek(register) & !clear | set));
}

/// Points the VIC-II at a 16 KB bank, and at the screen and the characters or bitmap within it.
pub(super) fn look_at(bank: u8, pointers: u8) {
    CHANGED.set(true);
    set_bits(BANK, BANK_BITS, bank ^ BANK_BITS);
    poke(POINTERS, pointers);
}
