//! The processor state from VICE's snapshots, the only place where its monitor gives the clock.

/// The processor's module in VICE's snapshot, and the length of its header: a 16-byte name, the version, the size.
const PROCESSOR: &[u8] = b"MAINCPU\0";
const HEAD: usize = 16 + 2 + 4;

/// A snapshot of the processor state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Cycles since the start of counting: the program's entry or power-on, depending on the method that returns it.
    pub cycles: u64,
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Stack pointer.
    pub sp: u8,
    /// Program counter.
    pub pc: u16,
}

/// Returns the processor state in a snapshot: VICE's clock in eight bytes, A, X, Y, stack pointer and program counter, as written by VICE
/// 3.7's `maincpu.c`.
pub(super) fn state(snapshot: &[u8]) -> Option<State> {
    let at = snapshot.windows(PROCESSOR.len()).position(|bytes| bytes == PROCESSOR)? + HEAD;
    let (clock, rest) = snapshot.get(at..)?.split_first_chunk()?;
    let [a, x, y, sp, low, high, ..] = *rest else { return None };
    Some(State { cycles: u64::from_le_bytes(*clock), a, x, y, sp, pc: u16::from_le_bytes([low, high]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_found_in_a_snapshot() {
        let mut snapshot =
            b"VICE Snapshot File\x1a\x02\x00C64SC...MAINCPU\0\0\0\0\0\0\0\0\0\x01\x02\x71\0\0\0".to_vec();
        snapshot.extend([0x99, 0x36, 0x30, 0, 0, 0, 0, 0, 1, 2, 3, 0xf9, 0x22, 0x08, 0x20]);
        let expected = State { cycles: 0x30_3699, a: 1, x: 2, y: 3, sp: 0xf9, pc: 0x0822 };
        assert_eq!(state(&snapshot), Some(expected));
        assert_eq!(state(&snapshot[..50]), None);
    }
}
