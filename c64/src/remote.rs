//! Verification from outside: a request patched into the program file, a report read back from memory.

use core::ptr;

use engine::task::{REPORT_LEN, REQUEST_LEN, serve};
use sys2080_console::state::State;
use sys2080_console::text::Text;
use sys2080_console::watch::Watch;

use crate::hardware::C64;
use crate::stamp;

/// The request, see [`engine::task`]; its first byte is 0 when there is none. A tool that wants one patches it into
/// the file. The last byte is not part of any request: not being zero, it keeps the array in the file.
#[used]
#[unsafe(no_mangle)]
pub static REQUEST: [u8; REQUEST_LEN] = {
    let mut bytes = [0; REQUEST_LEN];
    bytes[REQUEST_LEN - 1] = 0xff;
    bytes
};

/// The report, read by the tool after the exit.
#[used]
#[unsafe(no_mangle)]
pub static mut REPORT: [u8; REPORT_LEN] = [0; REPORT_LEN];

/// Serves the request, if there is one, and ends the run where a tool can see that. On a C64 the program goes on.
pub fn serve_request(state: &mut State, text: &mut Text<C64>) {
    // SAFETY: a read of a static, volatile because the file's bytes may differ from those the compiler saw.
    let request = unsafe { ptr::read_volatile(&REQUEST) };
    if request[0] == 0 {
        return;
    }
    let mut report = [0; REPORT_LEN];
    serve(&mut state.engines, &request, &mut report, &mut Watch::for_measurement(text));
    // SAFETY: nothing else refers to the static; volatile because it is read from outside.
    unsafe { ptr::write_volatile(&raw mut REPORT, report) };
    stamp::exit();
}
