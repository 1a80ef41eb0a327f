//! The verification program, a second program started with `10 SYS 2080`, because the play program has no room for it.
#![no_std]
#![no_main]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program runs on a C64 only: `cargo c64 build`; the host tests its library");

mod remote;

use core::panic::PanicInfo;

use engine::engines::Engines;
use sys2080::time::{Cycles, mark};
use sys2080::{exit, kernal};
use sys2080_console::spelling::Words;
use sys2080_console::terminal::Terminal;
use sys2080_console::text::Text;
use sys2080_console::verification::{self, Measure};
use sys2080_console::words;

/// The engines at a page boundary: see there.
#[repr(align(256))]
struct Page(Engines);

/// The engines' state, all zeros at the start.
static mut ENGINES: Page = Page(Engines::new());

/// Marks for the in-process machine: the work begins, and it is done.
const BEGIN: u8 = 1;
const END: u8 = 2;

/// The real machine, with the cycle counter of the work, which the VICE tool reads when the program has ended.
struct C64(Cycles);

impl Terminal for C64 {
    /// The console's texts; the verification prints its own ones instead.
    fn words(&self) -> &'static Words {
        &words::CONSOLE
    }

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
        self.0.reset();
        mark(BEGIN);
        self.0.resume();
    }

    fn end_work(&mut self) {
        self.0.pause();
        mark(END);
    }
}

/// The entry point, called by the start-up code; returning goes back to BASIC. Serves a tool's request, if there is one.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: the only reference to the static, created once: the start-up code calls `main` once.
    let Page(engines) = unsafe { &mut *(&raw mut ENGINES) };
    let mut c64 = C64(Cycles::new());
    if remote::is_asked() {
        remote::serve_request(engines, &mut c64);
        exit(0);
    }
    verification::run(&mut c64, engines);
}

/// The exit code after a panic, as on the host.
const FAULT: u8 = 101;

/// Reports where the program panicked and returns to BASIC.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    let mut c64 = C64(Cycles::new());
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
