//! The verification program, a second program that `10 SYS 2080` starts, because the play program has no room for it.
#![no_std]
#![no_main]
#![feature(asm_experimental_arch)]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program runs on a C64 only: `cargo c64 build`; the host tests its library");

/// The little of the machine that it needs.
mod hardware {
    mod heap;
    pub mod stamp;
}
mod remote;

use core::panic::PanicInfo;

use engine::engines::Engines;
use hardware::stamp;
use sys2080::{exit, kernal};
use sys2080_console::terminal::Terminal;
use sys2080_console::text::Text;
use sys2080_console::verification::{self, Measure};

/// The engines at the beginning of a page: see there.
#[repr(align(256))]
struct Page(Engines);

/// The state of the work, all zeros at the start.
static mut ENGINES: Page = Page(Engines::new());

/// This machine.
struct C64;

impl Terminal for C64 {
    fn put(&mut self, petscii: u8) {
        kernal::chrout(petscii);
    }

    fn key(&mut self) -> u8 {
        kernal::getin()
    }

    fn jiffies(&mut self) -> u16 {
        kernal::rdtim() as u16
    }

    fn stop_key(&mut self) -> bool {
        kernal::stop()
    }
}

impl Measure for C64 {
    fn begin_work(&mut self) {
        stamp::begin();
    }

    fn end_work(&mut self) {
        stamp::end();
    }
}

/// The entry, called by the start-up code; returning goes back to BASIC. Does what a tool asks for, if one does.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: the only reference to the static, made once: the start-up code calls `main` once.
    let Page(engines) = unsafe { &mut *(&raw mut ENGINES) };
    remote::serve_request(engines, &mut C64);
    verification::run(&mut C64, engines);
}

/// The exit code of a program that panics, as on the host.
const FAULT: u8 = 101;

/// Says where the program found itself at fault and returns to BASIC.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    let mut c64 = C64;
    let mut text = Text::new(&mut c64);
    text.print(b"\nPROGRAM ERROR ");
    if let Some(location) = info.location() {
        text.print(location.file().as_bytes());
        text.space();
        text.number(location.line());
    }
    text.newline();
    exit(FAULT)
}
