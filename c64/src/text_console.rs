//! The text console, a separate program: the same games and engines at a prompt, without pictures and sound. It reads and writes the
//! play program's files.
#![no_std]
#![no_main]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program runs on a C64 only: `cargo c64 build`; the host tests its library");

#[path = "hardware/disk.rs"]
mod disk;

use core::panic::PanicInfo;

use sys2080::{kernal, random, sound, time};
use sys2080_console::console;
use sys2080_console::device::{Computer, Fault};
use sys2080_console::spelling::Words;
use sys2080_console::state::State;
use sys2080_console::terminal::Terminal;
use sys2080_console::text::Text;
use sys2080_console::words::{self, Word};

/// All data of the engines and the game, zero at the start.
static mut STATE: State = State::new();

/// PETSCII: stops SHIFT and the Commodore key together from changing the character set; the other code allows it again.
const LOCK_CASE: u8 = 0x08;
const UNLOCK_CASE: u8 = 0x09;

/// The real machine.
struct C64;

impl Terminal for C64 {
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

impl Computer for C64 {
    fn random(&mut self) -> u8 {
        random::noise()
    }

    fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
        disk::save(name, data, replace)
    }

    fn load(&mut self, name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
        disk::load(name, data)
    }
}

/// The entry point, called by the start-up code; returning goes back to BASIC.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: the only reference to the static, created once: the start-up code calls `main` once.
    let state = unsafe { &mut *(&raw mut STATE) };
    disk::start();
    time::reset_jiffy_rate();
    kernal::setmsg(0);
    kernal::chrout(LOCK_CASE);
    // Voice 3 belongs to the random number generator.
    sound::volume_without_voice_3(0);
    random::start_noise();
    console::run(&mut C64, state);
    leave();
}

/// Prepares the return to BASIC.
fn leave() {
    sound::silence();
    kernal::chrout(UNLOCK_CASE);
}

/// The exit code after a panic, as on the host.
const FAULT: u8 = 101;

/// Reports where the program panicked and returns to BASIC.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    leave();
    let mut c64 = C64;
    let mut text = Text::new(&mut c64);
    text.newline();
    text.say(Word::ProgramError);
    if let Some(location) = info.location() {
        text.space();
        text.print(location.file().as_bytes());
        text.space();
        text.number(location.line());
    }
    text.newline();
    sys2080::exit(FAULT)
}
