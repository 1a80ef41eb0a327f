//! Reads which test to run, as chosen by the tool that runs the test program. Used by the crate `sys2080-test`.

use crate::hardware::peek;

/// Where the tool stores the index of the test to run (two bytes). $02A7 to $02FF are unused: Sheldon Leemon, "Mapping the
/// Commodore 64", $2A7-$2FF.
const CHOSEN: u16 = 0x02a7;

/// The index of the test to run.
#[must_use]
pub fn chosen_test() -> usize {
    usize::from(u16::from_le_bytes([peek(CHOSEN), peek(CHOSEN + 1)]))
}
