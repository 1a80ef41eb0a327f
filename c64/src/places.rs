//! A program that is never run: its file tells where rustc puts the play program's search and game in the C64's memory.
#![no_std]
#![no_main]

#[cfg(not(target_vendor = "c64"))]
compile_error!("this program is for a C64 only: `cargo c64 web` builds it");

use core::mem::offset_of;
use core::panic::PanicInfo;
use core::ptr;

use engine::engines::Engines;
use engine::record::Record;
use sys2080::exit;
use sys2080_console::app::App;
use sys2080_console::state::State;

/// The number of offsets.
const COUNT: usize = Engines::PLACES.len();

/// The offset of each of [`Engines::PLACES`] in the play program's `STATE`, in the same order.
#[used]
#[unsafe(no_mangle)]
pub static PLACES: [u16; COUNT] = {
    let mut places = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        places[at] = (offset_of!(State, engines) + Engines::PLACES[at].1) as u16;
        at += 1;
    }
    places
};

/// The offsets in `STATE` of the data of the game being played: the first and the second bytes of its moves, the number of turns, the
/// game, the size of its board, the number of the puzzle; and the offsets in `APP`, whose machine takes no memory, of the values of the
/// menu's rows, of the flag that there is a game, and of the flag that the program plays by itself (two bytes).
#[used]
#[unsafe(no_mangle)]
pub static GAME: [u16; 9] = {
    let [from, to, turns] = Record::PLACES;
    let record = offset_of!(State, record);
    [
        (record + from) as u16,
        (record + to) as u16,
        (record + turns) as u16,
        offset_of!(State, game) as u16,
        offset_of!(State, size) as u16,
        offset_of!(State, puzzle) as u16,
        App::<()>::SETTINGS as u16,
        App::<()>::PLAYING as u16,
        App::<()>::DEMO as u16,
    ]
};

/// The entry point. Reads the offsets, which the compiler would leave out otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn main() {
    // SAFETY: reads a static.
    let first = unsafe { ptr::read_volatile(&PLACES[0]) };
    // SAFETY: as above.
    let game = unsafe { ptr::read_volatile(&GAME[0]) };
    exit((first ^ game) as u8)
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    exit(1)
}
