//! Everything a Rust program for the Commodore 64 needs: `main`, text, keys, graphics, sound, interrupts, time, random numbers, a heap.
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(
    target_vendor = "c64",
    feature(
        abi_avr_interrupt,
        allow_internal_unsafe,
        allow_internal_unstable,
        asm_experimental_arch,
        lang_items,
        never_type
    )
)]
// A newer rustc may have stabilised one of them.
#![cfg_attr(target_vendor = "c64", allow(stable_features))]
#![cfg_attr(
    target_vendor = "c64",
    expect(internal_features, reason = "a plain `fn main` needs the language item that `std` has elsewhere")
)]

#[cfg(not(target_vendor = "c64"))]
extern crate std;

pub mod colour;
pub mod decimal;
pub mod disk;
#[doc(hidden)]
pub mod harness;
pub mod heap;
pub mod input;
pub mod irq;
pub mod joystick;
pub mod kernal;
pub mod memory;
pub mod petscii;
pub mod prelude;
pub mod print;
pub mod random;
pub mod raster;
pub mod screen;
pub mod sound;
pub mod time;
pub mod video;

#[cfg(feature = "critical-section")]
mod critical;
mod end;
mod hardware;
#[cfg(all(
    target_vendor = "c64",
    any(
        feature = "panic-border",
        feature = "panic-place",
        feature = "panic-message",
        feature = "panic-test"
    )
))]
mod panic;
#[cfg(target_vendor = "c64")]
mod start;

pub use end::exit;
pub use hardware::without_interrupts;

/// The crate whose `Mutex` protects data shared by interrupt handlers and the program.
#[cfg(feature = "critical-section")]
pub use critical_section;
/// The chips' registers, for anything this crate has no function for. Only on the C64.
#[cfg(all(feature = "mos-hardware", target_vendor = "c64"))]
pub use mos_hardware;
/// The crate that [`uprint!`] and [`uprintln!`] format with.
#[cfg(feature = "ufmt")]
pub use ufmt;
