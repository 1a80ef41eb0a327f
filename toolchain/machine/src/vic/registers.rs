//! The VIC-II's registers as written, and the meaning of their bits.
//!
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.2.

use std::ops::{Index, IndexMut};

/// Registers $D000-$D03F as written; reads by a program may differ.
#[derive(Clone, Debug)]
pub(crate) struct Registers([u8; 64]);

impl Registers {
    /// Creates the registers as the KERNAL's IOINIT and CINT leave them: screen on, 40 columns, screen at $0400, upper case and graphics,
    /// light blue border, blue background.
    pub(super) fn new() -> Registers {
        let mut registers = Registers([0; 64]);
        registers[0x11] = 0x1b;
        registers[0x16] = 0x08;
        registers[0x18] = 0x15;
        registers[0x20] = 14;
        registers[0x21] = 6;
        registers
    }

    /// Returns a colour register ($20-$2E): 0..16.
    pub(super) fn colour(&self, register: usize) -> u8 {
        self[register] & 15
    }

    /// Returns DEN: whether the display is on.
    pub(super) fn shows(&self) -> bool {
        self[0x11] & 0x10 != 0
    }

    /// Returns XSCROLL: the pixels by which the picture is shifted to the right, 0..8.
    pub(super) fn x_scroll(&self) -> usize {
        usize::from(self[0x16] & 7)
    }

    /// Returns YSCROLL: the lines, modulo 8, on which rows of characters begin.
    pub(super) fn y_scroll(&self) -> u16 {
        u16::from(self[0x11] & 7)
    }

    /// Returns RSEL: whether the window has 25 rows instead of 24.
    pub(super) fn has_25_rows(&self) -> bool {
        self[0x11] & 0x08 != 0
    }

    /// Returns CSEL: whether the window has 40 columns instead of 38.
    pub(super) fn has_40_columns(&self) -> bool {
        self[0x16] & 0x08 != 0
    }

    /// Returns ECM: whether the upper two bits of a screen code select its background.
    pub(super) fn extended_colour(&self) -> bool {
        self[0x11] & 0x40 != 0
    }

    /// Returns BMM: whether the graphics are a bitmap.
    pub(super) fn bitmap(&self) -> bool {
        self[0x11] & 0x20 != 0
    }

    /// Returns MCM: whether two bits make a pixel of double width.
    pub(super) fn multicolour(&self) -> bool {
        self[0x16] & 0x10 != 0
    }

    /// Returns the address of the video matrix within the bank.
    pub(super) fn matrix(&self) -> u16 {
        u16::from(self[0x18] & 0xf0) << 6
    }

    /// Returns the address of the character generator within the bank.
    pub(super) fn characters(&self) -> u16 {
        u16::from(self[0x18] & 0x0e) << 10
    }

    /// Returns the address of the bitmap within the bank.
    pub(super) fn bitmap_base(&self) -> u16 {
        u16::from(self[0x18] & 0x08) << 10
    }

    /// Returns the X coordinate of a sprite: 0..512.
    pub(super) fn sprite_x(&self, sprite: usize) -> usize {
        usize::from(self[sprite * 2]) | usize::from(self[0x10] >> sprite & 1) << 8
    }

    /// Returns the Y coordinate of a sprite.
    pub(super) fn sprite_y(&self, sprite: usize) -> u8 {
        self[sprite * 2 + 1]
    }
}

impl Index<usize> for Registers {
    type Output = u8;

    fn index(&self, register: usize) -> &u8 {
        &self.0[register]
    }
}

impl IndexMut<usize> for Registers {
    fn index_mut(&mut self, register: usize) -> &mut u8 {
        &mut self.0[register]
    }
}
