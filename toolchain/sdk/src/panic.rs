//! The panic handler: the message, depending on the crate's features, and the way back to BASIC.
//!
//! If several features are enabled, the most verbose one wins: `panic-test`, `panic-message`, `panic-place`, `panic-border`.

use core::panic::PanicInfo;

use crate::{hardware, video};

/// Separates the text of a panic from the test's earlier output: SOH, which CHROUT ignores.
#[cfg(feature = "panic-test")]
const MARK: u8 = 0x01;

/// The exit code of a panic, the same as for Rust programs on other systems.
const PANICKED: u8 = 101;

#[panic_handler]
#[allow(
    unused_attributes,
    reason = "rustc calls it ignored, but LLVM heeds it: what the program does not show of `info`, it does not contain either"
)]
#[inline(always)]
fn panic(info: &PanicInfo<'_>) -> ! {
    video::restore();
    tell(info);
    hardware::exit(PANICKED)
}

/// For test programs, whose output is read by a tool: [`MARK`], then message, file and line in ASCII, each on its own line.
#[cfg(feature = "panic-test")]
fn tell(info: &PanicInfo<'_>) {
    use core::fmt::{Result, Write};

    struct Ascii;

    impl Write for Ascii {
        fn write_str(&mut self, text: &str) -> Result {
            text.bytes().for_each(hardware::chrout);
            Ok(())
        }
    }

    let Some(place) = info.location() else { return };
    hardware::chrout(MARK);
    let _ = write!(Ascii, "{}", info.message());
    for text in ["\n", place.file(), "\n"] {
        let _ = Ascii.write_str(text);
    }
    number(place.line() as u16);
}

/// Shows the message and the location, with a red border.
#[cfg(all(feature = "panic-message", not(feature = "panic-test")))]
#[inline(always)]
fn tell(info: &PanicInfo<'_>) {
    place::border();
    crate::print!("\n{}", info.message());
    place::show(info.location());
}

/// Shows the location, with a red border.
#[cfg(all(feature = "panic-place", not(any(feature = "panic-message", feature = "panic-test"))))]
#[inline(always)]
fn tell(info: &PanicInfo<'_>) {
    place::border();
    place::show(info.location());
}

/// Shows a red border.
#[cfg(not(any(feature = "panic-place", feature = "panic-message", feature = "panic-test")))]
#[inline(always)]
fn tell(_: &PanicInfo<'_>) {
    use crate::colour::Colour;
    use crate::screen;

    screen::border(Colour::Red);
}

/// The parts of the output for a human reader.
#[cfg(all(any(feature = "panic-place", feature = "panic-message"), not(feature = "panic-test")))]
mod place {
    use core::panic::Location;

    use crate::colour::Colour;
    use crate::{print, screen};

    pub(super) fn border() {
        screen::border(Colour::Red);
    }

    /// Prints the location on its own line.
    pub(super) fn show(place: Option<&Location<'_>>) {
        let Some(place) = place else { return };
        print::text("\nPANIC AT ");
        print::text(place.file());
        print::raw(b':');
        super::number(place.line() as u16);
        print::raw(0x0d);
    }
}

/// Prints a number, with less code than `core::fmt`.
#[cfg(any(feature = "panic-place", feature = "panic-message", feature = "panic-test"))]
fn number(mut number: u16) {
    let mut shown = false;
    for power in [10_000, 1000, 100, 10, 1] {
        let mut digit = b'0';
        while number >= power {
            number -= power;
            digit += 1;
        }
        shown |= digit > b'0' || power == 1;
        if shown {
            hardware::chrout(digit);
        }
    }
}
