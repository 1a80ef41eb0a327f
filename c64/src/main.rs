//! The program that `10 SYS 2080` starts on a Commodore 64: board games at a text console.
#![no_std]
#![no_main]
#![feature(asm_experimental_arch)]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program runs on a C64 only: `cargo c64 build`; the host tests its library");

mod hardware;
mod heap;
mod kernal;
mod random;
mod remote;
mod stamp;

use core::panic::PanicInfo;

use hardware::C64;
use sys2080_console::console::Console;
use sys2080_console::state::State;
use sys2080_console::strings;
use sys2080_console::text::Text;

/// Everything the engines and the game need, all zeros at the start.
static mut STATE: State = State::new();

/// The entry, called by the start-up code; returning goes back to BASIC.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: the only reference to the static, made once: the start-up code calls `main` once.
    let state = unsafe { &mut *(&raw mut STATE) };
    let mut text = Text { terminal: C64 };
    remote::serve_request(state, &mut text);
    random::start();
    Console::new(text).run(state);
    random::stop();
}

/// Says where the program found itself at fault and returns to BASIC.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    let mut text = Text { terminal: C64 };
    text.newline();
    text.line(strings::PANIC);
    if let Some(location) = info.location() {
        text.print(location.file());
        let Ok(()) = ufmt::uwrite!(text, " {}\n", location.line());
    }
    random::stop();
    kernal::exit()
}
