//! Measures the bare cycles of a program in VICE, for comparison with the in-process machine's count.
//!
//! VICE counts from power-on. A prelude in the unused bytes between the BASIC line and the entry disables interrupts, turns the screen off
//! and waits for a new frame, in which the VIC-II takes no cycles; then the entry follows. Everything up to that point takes the same time
//! for every program, which is measured with a program of known length.

use super::{Config, ViceError, VicePaths, run_prg};

/// `10 SYS 2080` as every program has it at `$0801`, load address included.
const BASIC_LINE: [u8; 15] = *b"\x01\x08\x0c\x08\x0a\x00\x9e 2080\x00\x00\x00";

/// The offset of the four digits in the file.
const DIGITS: usize = 8;

/// The offset of the entry `$0820` in the file.
const ENTRY: usize = 2 + 0x0820 - 0x0801;

/// The address after the BASIC line, where the prelude begins.
const PRELUDE_ADDRESS: &[u8; 4] = b"2062";

/// Interrupts off, screen off, then wait for the raster to leave the lower part of this frame.
const PRELUDE: [u8; 16] = [
    0x78, // SEI
    0xa9, 0x00, 0x8d, 0x11, 0xd0, // LDA #0: STA $D011
    0x2c, 0x11, 0xd0, 0x10, 0xfb, // BIT $D011: BPL *-3
    0x2c, 0x11, 0xd0, 0x30, 0xfb, // BIT $D011: BMI *-3
];

/// `NOP`, which fills the rest of the space.
const NOP: u8 = 0xea;

/// `LDA #0: STA $D7FF`, and its cycles up to the store.
const SHORTEST: [u8; 5] = [0xa9, 0x00, 0x8d, 0xff, 0xd7];
const SHORTEST_CYCLES: u64 = 6;

/// The number of runs after which it is an error that no cycle count has come up twice.
const MOST_RUNS: usize = 5;

/// Returns the cycles of a program from its entry at `$0820` to its store to `$D7FF`, the storing instruction included, with screen and
/// interrupts off. Runs VICE four times or a few more.
///
/// # Errors
/// The program does not begin with `10 SYS 2080` and unused bytes up to `$0820`, or a run failed.
pub fn cycles_of(paths: &VicePaths, config: &Config, prg: &[u8]) -> Result<u64, ViceError> {
    let prg = with_prelude(prg)?;
    let shortest = with_prelude(&[&BASIC_LINE[..], &[0; ENTRY - BASIC_LINE.len()], &SHORTEST].concat())?;
    let whole = repeated(paths, config, &prg)?;
    let start = repeated(paths, config, &shortest)? - SHORTEST_CYCLES;
    whole.checked_sub(start).ok_or_else(|| ViceError::BadProgram("it ended before its entry".into()))
}

/// Returns the cycles of a run once two runs agree: about once in a hundred starts, VICE types `RUN` a few cycles earlier or later.
fn repeated(paths: &VicePaths, config: &Config, prg: &[u8]) -> Result<u64, ViceError> {
    let mut seen = Vec::new();
    while seen.len() < MOST_RUNS {
        let cycles = run_prg(paths, config, prg)?.cycles;
        if seen.contains(&cycles) {
            return Ok(cycles);
        }
        seen.push(cycles);
    }
    Err(ViceError::BadProgram(format!("its cycles do not repeat: {seen:?}")))
}

/// Inserts the prelude before the entry.
fn with_prelude(prg: &[u8]) -> Result<Vec<u8>, ViceError> {
    let fits = prg.len() > ENTRY
        && prg.starts_with(&BASIC_LINE)
        && prg[BASIC_LINE.len()..ENTRY].iter().all(|&unused| unused == 0);
    if !fits {
        return Err(ViceError::BadProgram("it has no line 10 SYS 2080 with unused bytes after it".into()));
    }
    let mut prg = prg.to_vec();
    prg[DIGITS..DIGITS + 4].copy_from_slice(PRELUDE_ADDRESS);
    let space = &mut prg[BASIC_LINE.len()..ENTRY];
    space.fill(NOP);
    space[..PRELUDE.len()].copy_from_slice(&PRELUDE);
    Ok(prg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prelude_leads_to_the_entry() {
        let prg = [&BASIC_LINE[..], &[0; ENTRY - BASIC_LINE.len()], &SHORTEST].concat();
        let patched = with_prelude(&prg).unwrap();
        assert_eq!(patched.len(), prg.len());
        assert_eq!(&patched[..15], b"\x01\x08\x0c\x08\x0a\x00\x9e 2062\x00\x00\x00");
        // 2062 = $080E is the first byte after the BASIC line.
        assert_eq!(2062 - 0x0801 + 2, BASIC_LINE.len() as u16 as usize);
        assert_eq!(patched[BASIC_LINE.len()], 0x78);
        assert_eq!(&patched[ENTRY - 2..ENTRY], [NOP; 2]);
        assert_eq!(&patched[ENTRY..], SHORTEST);
    }

    #[test]
    fn a_program_without_room_is_refused() {
        let mut prg = [&BASIC_LINE[..], &[0; ENTRY - BASIC_LINE.len()], &SHORTEST].concat();
        assert!(with_prelude(&prg[..ENTRY]).is_err());
        prg[20] = 1;
        assert!(with_prelude(&prg).is_err());
    }
}
