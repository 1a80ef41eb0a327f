//! What a program of tests is told by the tool that runs it: the crate `sys2080-test` asks for it.

use crate::hardware::peek;

/// Where the tool stores which test is to run, two bytes. $02A7 to $02FF belong to nobody: Sheldon Leemon, "Mapping the Commodore
/// 64", $2A7-$2FF.
const CHOSEN: u16 = 0x02a7;

/// The index of the test to run.
#[must_use]
pub fn chosen_test() -> usize {
    usize::from(u16::from_le_bytes([peek(CHOSEN), peek(CHOSEN + 1)]))
}
