//! The program that `10 SYS 2080` starts on a Commodore 64: board games on the picture screen.
#![no_std]
#![no_main]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program runs on a C64 only: `cargo c64 build`; the host tests its library");

mod hardware;

use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::ptr;

use hardware::{C64, manners};
use sys2080_console::app::App;
use sys2080_console::state::State;
use sys2080_console::text::Text;
use sys2080_console::words::{Language, Word};

/// All data of the engines and the game, zero at the start. Under the KERNAL, which is therefore banked out.
#[unsafe(link_section = ".high")]
static mut STATE: State = State::new();

/// The state of the user interface: all zeros until `main` stores [`FIRST`] there. Under the KERNAL, too, as lower memory is scarce.
#[unsafe(link_section = ".high")]
static mut APP: MaybeUninit<App<C64>> = MaybeUninit::zeroed();

/// Its initial value.
static FIRST: App<C64> = App::new(C64);

/// The number of the language that the program begins in. Whoever distributes the file can patch it, as the web
/// page does.
#[used]
#[unsafe(no_mangle)]
static FIRST_LANGUAGE: u8 = Language::English as u8;

/// The game that it begins with instead of the title, which the page can patch, too: the number of a saved game, 0 for none; the number
/// of a puzzle's game and the number of the puzzle, 0 for none.
#[used]
#[unsafe(no_mangle)]
static FIRST_GAME: [u8; 3] = [0; 3];

/// The entry point, called by the start-up code; returning goes back to BASIC.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: the only references to the statics, created once: the start-up code calls `main` once.
    let (state, app) = unsafe { (&mut *(&raw mut STATE), &mut *(&raw mut APP)) };
    for at in 0..size_of::<App<C64>>() {
        // SAFETY: `at` is within both.
        unsafe {
            let byte = (&raw const FIRST).cast::<u8>().add(at).read_volatile();
            app.as_mut_ptr().cast::<u8>().add(at).write_volatile(byte);
        }
    }
    // SAFETY: it has just been copied there.
    let app = unsafe { app.assume_init_mut() };
    // SAFETY: reads a static; volatile because the file may hold a value other than the one compiled here.
    app.begin_in(unsafe { ptr::read_volatile(&raw const FIRST_LANGUAGE) });
    // SAFETY: the same.
    let first = unsafe { ptr::read_volatile(&raw const FIRST_GAME) };
    manners::arrive();
    app.run(state, first);
    manners::leave();
}

/// The exit code after a panic, as on the host.
const FAULT: u8 = 101;

/// Reports where the program panicked and returns to BASIC.
#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    manners::leave();
    let mut c64 = C64;
    let mut text = Text::new(&mut c64);
    text.newline();
    text.tell(Word::ProgramError);
    if let Some(location) = info.location() {
        let Ok(()) = ufmt::uwrite!(text, "{} ", location.file());
        text.number(location.line());
        text.newline();
    }
    sys2080::exit(FAULT)
}
