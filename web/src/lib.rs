//! The built-in C64 as WebAssembly: functions that the page calls, with numbers only.
//!
//! There is one C64. Bytes are passed in a buffer: the page asks for its address, given a length, and writes or reads there. No function
//! panics, whatever a program does; [`message`] says what went wrong. Too long a buffer does panic, and the page starts over then.

pub mod c64;
pub mod drive;
pub mod share;
pub mod think;

use std::cell::RefCell;

use c64::{C64, Now};

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// The state that the functions share.
#[derive(Default)]
struct State {
    c64: C64,
    buffer: Vec<u8>,
    message: String,
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

/// Stores the message of an error; returns 1 if there was none, otherwise 0.
fn outcome_of(state: &mut State, outcome: Result<(), String>) -> u32 {
    state.message = outcome.err().unwrap_or_default();
    u32::from(state.message.is_empty())
}

/// Returns the buffer, with room for this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    with(|state| {
        state.buffer.resize(length, 0);
        state.buffer.as_mut_ptr()
    })
}

/// Puts the message of the last failure into the buffer and returns its length, 0 if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> usize {
    with(|state| {
        state.buffer = state.message.clone().into_bytes();
        state.buffer.len()
    })
}

/// Starts the program (PRG) in the buffer on a new C64, NTSC or PAL. Returns 1, or 0 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn start(ntsc: u32) -> u32 {
    with(|state| {
        let prg = std::mem::take(&mut state.buffer);
        let outcome = state.c64.start(&prg, ntsc != 0);
        outcome_of(state, outcome)
    })
}

/// Puts the disk image (D64) in the buffer into the drive, and starts the program at a position of its directory or, if that is negative,
/// the first one that starts. Returns 1 more than its position, or 0 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn start_disk(place: i32, ntsc: u32) -> u32 {
    with(|state| {
        let image = std::mem::take(&mut state.buffer);
        match state.c64.start_disk(&image, usize::try_from(place).ok(), ntsc != 0) {
            Ok(place) => place as u32 + 1,
            Err(error) => outcome_of(state, Err(error)),
        }
    })
}

/// Puts the names of the disk's programs into the buffer, one per line. Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn programs() -> usize {
    with(|state| {
        state.buffer = state.c64.programs().into_bytes();
        state.buffer.len()
    })
}

/// Runs for one frame. Returns 0 if the program is still running, 1 if it waits for a line of text, 2 if it has ended, 3 if it failed, with
/// a message, 4 if it has stopped at a node of its search.
#[unsafe(no_mangle)]
pub extern "C" fn run_frame() -> u32 {
    with(|state| match state.c64.run_frame() {
        Ok(now) => now as u32,
        Err(message) => {
            state.message = message;
            Now::Failed as u32
        }
    })
}

/// Draws the picture. Returns the first row that differs from the previous one, and in the upper 16 bits the number of rows up to the last;
/// 0 if none differs.
#[unsafe(no_mangle)]
pub extern "C" fn draw() -> u32 {
    with(|state| {
        let rows = state.c64.draw();
        (rows.len() << 16 | rows.start) as u32
    })
}

/// Returns 1 if nothing is visible inside the border, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn is_blank() -> u32 {
    with(|state| state.c64.is_blank().into())
}

/// Returns 1 if the RAM holds the bytes in the buffer from an address on, otherwise 0.
#[unsafe(no_mangle)]
pub extern "C" fn holds(address: u32) -> u32 {
    with(|state| state.c64.holds(address as u16, &state.buffer).into())
}

/// Returns the picture: four bytes per pixel, 384 pixels in a row.
#[unsafe(no_mangle)]
pub extern "C" fn pixels() -> *const u8 {
    with(|state| state.c64.pixels().as_ptr())
}

/// Returns the number of rows of the picture.
#[unsafe(no_mangle)]
pub extern "C" fn height() -> usize {
    with(|state| state.c64.height())
}

/// Sets the number of sound samples per second, 0 for none.
#[unsafe(no_mangle)]
pub extern "C" fn set_sound(rate: u32) {
    with(|state| state.c64.set_sound(rate));
}

/// Takes the samples made since the last call and returns their number; [`sound`] returns where they are.
#[unsafe(no_mangle)]
pub extern "C" fn take_sound() -> usize {
    with(|state| state.c64.take_sound().len())
}

/// Returns the samples taken last: 32-bit floating-point numbers from -0.5 to 0.5, which is -6 dBFS.
#[unsafe(no_mangle)]
pub extern "C" fn sound() -> *const f32 {
    with(|state| state.c64.sound().as_ptr())
}

/// Types a key, given as a PETSCII code.
#[unsafe(no_mangle)]
pub extern "C" fn type_key(petscii: u32) {
    with(|state| state.c64.type_key(petscii as u8));
}

/// Holds or releases a key of the keyboard matrix.
#[unsafe(no_mangle)]
pub extern "C" fn hold_key(column: u32, row: u32, held: u32) {
    with(|state| state.c64.hold_key(column as u8, row as u8, held != 0));
}

/// Holds or releases RUN/STOP.
#[unsafe(no_mangle)]
pub extern "C" fn hold_stop(held: u32) {
    with(|state| state.c64.hold_stop(held != 0));
}

/// Sets the joystick of a port: up 1, down 2, left 4, right 8, fire 16.
#[unsafe(no_mangle)]
pub extern "C" fn hold_joystick(port: u32, held: u32) {
    with(|state| state.c64.hold_joystick(port as u8, held as u8));
}

/// Returns the byte at an address as the program would read it, or the byte of the RAM there.
#[unsafe(no_mangle)]
pub extern "C" fn peek(address: u32, ram: u32) -> u32 {
    with(|state| state.c64.peek(address as u16, ram != 0).into())
}

/// Follows the searches of the program, whose fields are where the text in the buffer says. Returns 1, or 0 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn show_search() -> u32 {
    with(|state| {
        let description = std::mem::take(&mut state.buffer);
        let outcome = state.c64.show_search(&description);
        outcome_of(state, outcome)
    })
}

/// Stops following searches.
#[unsafe(no_mangle)]
pub extern "C" fn hide_search() {
    with(|state| state.c64.hide_search());
}

/// Makes [`run_frame`] stop at every node of a followed search, or at none.
#[unsafe(no_mangle)]
pub extern "C" fn stop_at_nodes(stops: u32) {
    with(|state| state.c64.stop_at_nodes(stops != 0));
}

/// Puts the state of the search in memory into the buffer as JSON. Returns the number of bytes, 0 if no search is followed.
#[unsafe(no_mangle)]
pub extern "C" fn search() -> usize {
    with(|state| {
        state.buffer = state.c64.search().into_bytes();
        state.buffer.len()
    })
}

/// Returns how often a program has written to the disk.
#[unsafe(no_mangle)]
pub extern "C" fn disk_writes() -> u32 {
    with(|state| state.c64.disk_writes())
}

/// Puts the files that programs have written into the buffer, for [`put_files`]. Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn take_files() -> usize {
    with(|state| {
        state.buffer = state.c64.written_files();
        state.buffer.len()
    })
}

/// Puts files from the buffer onto the disk of every C64 started later. Returns 1, or 0 with a message if they are damaged.
#[unsafe(no_mangle)]
pub extern "C" fn put_files() -> u32 {
    with(|state| {
        let bytes = std::mem::take(&mut state.buffer);
        let outcome = state.c64.put_files(&bytes);
        outcome_of(state, outcome)
    })
}

/// The result of [`put_shared`] if no number is free.
const FULL: u32 = 255;

/// Puts a shared game from the buffer onto the disk of every C64 started later, without replacing another one. Returns its number, 0 if it
/// is damaged, or 255 if no number is free.
#[unsafe(no_mangle)]
pub extern "C" fn put_shared() -> u32 {
    with(|state| {
        let bytes = std::mem::take(&mut state.buffer);
        let outcome = state.c64.put_shared(&bytes);
        let number = outcome.as_ref().ok().map(|number| number.map_or(FULL, u32::from));
        outcome_of(state, outcome.map(drop));
        number.unwrap_or(0)
    })
}

/// Forgets the file whose name is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn forget_file() {
    with(|state| state.c64.forget_file(&state.buffer));
}

/// Puts the saved game that was written last into the buffer, for a link. Returns the number of bytes, 0 if none was written.
#[unsafe(no_mangle)]
pub extern "C" fn last_game() -> usize {
    with(|state| {
        state.buffer = state.c64.last_game();
        state.buffer.len()
    })
}
