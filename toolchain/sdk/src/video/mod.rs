//! The VIC-II's picture: its modes, its colours, sprites, custom characters and bitmaps.
//!
//! ```
//! use sys2080::prelude::*;
//! use sys2080::video::{self, Bitmap};
//!
//! static BITMAP: Bitmap = Bitmap::new();
//!
//! BITMAP.clear(Colour::White, Colour::Blue);
//! BITMAP.show();
//! for x in 0..200 {
//!     BITMAP.plot(x, x as u8);
//! }
//! ```
//!
//! The border and the cells of the text screen are in [`screen`](crate::screen). When the program returns to BASIC or panics, the text
//! screen is shown again.
//!
//! Handlers of [`irq`](crate::irq) may use all of this as well: registers with shared bits are changed with those handlers held off. A
//! handler that a program installs in a vector itself may not.
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix N ("6566/6567 (VIC-II) Chip Specifications"); memory banks:
//! chapter 3, "Video Bank Selection".

mod chip;
#[cfg(feature = "embedded-graphics")]
mod graphics;
mod memory;
mod mode;
pub mod sprite;
pub mod under_chips;

pub use memory::{Bitmap, Characters, character, look_at};
pub(crate) use mode::restore;
pub use mode::{Mode, background, reset, scroll, set_mode, show};
