//! The items that most programs use: `use sys2080::prelude::*;`.

pub use crate::colour::Colour;
pub use crate::decimal::decimal;
pub use crate::{breakpoint, input, joystick, print, println, random, screen, time};
#[cfg(feature = "ufmt")]
pub use crate::{uprint, uprintln};
