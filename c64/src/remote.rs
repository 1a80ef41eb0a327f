//! Serves a verification request that a tool patched into the program file, and leaves a report in memory.

use core::ptr;

use engine::engines::Engines;
use sys2080_console::verification::{Measure, Watch};
use verification::task::{REPORT_LEN, REQUEST_LEN, serve};

/// The request, see [`verification::task`]; its first byte is 0 when there is none. A tool that makes one patches it into
/// the file. The last byte is not part of any request: as it is not zero, the array is stored in the file.
#[used]
#[unsafe(no_mangle)]
pub static REQUEST: [u8; REQUEST_LEN] = {
    let mut bytes = [0; REQUEST_LEN];
    bytes[REQUEST_LEN - 1] = 0xff;
    bytes
};

/// The report, which the tool reads after the program has ended.
#[used]
#[unsafe(no_mangle)]
pub static mut REPORT: [u8; REPORT_LEN] = [0; REPORT_LEN];

/// Returns a byte of the request.
#[inline(never)]
fn request_byte(at: usize) -> u8 {
    // SAFETY: reads a static within its bounds; volatile because the file's bytes may differ from those the compiler
    // saw; byte by byte because reading a volatile array takes as many instructions as it has bytes.
    unsafe { ptr::read_volatile(&REQUEST[at & (REQUEST_LEN - 1)]) }
}

/// Whether there is a request.
pub fn is_asked() -> bool {
    request_byte(0) != 0
}

/// Serves the request.
// Not part of `main`: this way, its memory is free for everything else later.
#[inline(never)]
pub fn serve_request<T: Measure>(engines: &mut Engines, terminal: &mut T) {
    let mut request = [0; REQUEST_LEN];
    for (at, byte) in request.iter_mut().enumerate() {
        *byte = request_byte(at);
    }
    let mut report = [0; REPORT_LEN];
    serve(engines, &request, &mut report, &mut Watch::for_measurement(terminal));
    for (at, byte) in report.into_iter().enumerate() {
        // SAFETY: nothing else refers to the static, and `at` is within it; volatile because it is read from
        // outside.
        unsafe { (&raw mut REPORT).cast::<u8>().add(at).write_volatile(byte) };
    }
}
