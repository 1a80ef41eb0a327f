//! Runs a program on the built-in C64 and saves its last picture.

use std::path::Path;

use anyhow::{Context, Result};
use machine::{Config, Frame, Machine, VideoStandard, palette};
use vice::image;

use super::{End, Execution, Outcome};
use crate::output;

/// Pixels of the file for each pixel of the C64, in each direction.
const SCALE: usize = 2;

/// Runs a program to its end, as [`Execution::run`] does, on a machine whose processor waits for the VIC-II, so that raster effects
/// appear at the correct lines. The picture is written to `screenshot` as a PNG with four pixels for each pixel of the VIC-II.
///
/// # Errors
/// As [`Execution::run`], or the file cannot be written.
pub fn drawn(execution: &mut Execution, screenshot: &Path) -> Result<Outcome> {
    execution.vic_ii = true;
    let config = Config { display: true, video_stalls: true, ..Config::default() };
    let mut machine = execution.machine_with(config)?;
    let outcome = execution.continue_to_end(&mut machine);
    let frame = picture(&mut machine, outcome.end).context("the machine has drawn nothing")?;
    output::write_file(screenshot, &png(&frame))?;
    Ok(outcome)
}

/// Returns the last picture of a program. A program that is still running may change it while the beam draws it.
fn picture(machine: &mut Machine, end: End) -> Option<Frame> {
    if matches!(end, End::Limit | End::Waiting) {
        let whole = machine.frames() + 2;
        let limit = machine.cycles() + 3 * VideoStandard::Pal.cycles_per_frame();
        while machine.frames() < whole && machine.cycles() < limit {
            // The program's behaviour after its end does not matter.
            if machine.run_for(VideoStandard::Pal.cycles_per_line()).is_err() {
                break;
            }
        }
        if machine.frames() >= whole {
            return machine.frame().cloned();
        }
    }
    machine.still()
}

fn png(frame: &Frame) -> Vec<u8> {
    image::png(Frame::WIDTH, frame.pixels(), &palette(), SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backtrace::Source;

    /// Runs a program of `10 SYS 2080` and this code at $0820.
    fn drawn_by(code: &[u8], limit: u64) -> (Outcome, Vec<u8>) {
        let mut prg = vec![0x01, 0x08, 0x0b, 0x08, 0x0a, 0x00, 0x9e, b'2', b'0', b'8', b'0', 0, 0, 0];
        prg.resize(2 + 0x1f, 0);
        prg.extend(code);
        let source = &Source::default();
        let mut execution = Execution {
            prg: &prg,
            labels: "",
            source,
            keys: Vec::new(),
            joystick: None,
            limit,
            disk: None,
            vic_ii: false,
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("picture.png");
        let outcome = drawn(&mut execution, &file).unwrap();
        let png = std::fs::read(file).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (768, 544));
        (outcome, pixels)
    }

    #[test]
    fn the_picture_is_that_of_the_end() {
        // LDA #5, STA $D020, RTS: ends long before the first frame is complete.
        let (outcome, pixels) = drawn_by(&[0xa9, 5, 0x8d, 0x20, 0xd0, 0x60], 1_000_000);
        assert_eq!((outcome.end, outcome.cycles), (End::Returned, 12));
        assert_eq!([pixels[0], pixels[543 * 768 + 767], pixels[272 * 768 + 384]], [5, 5, 6]);
    }

    #[test]
    fn a_program_that_runs_on_draws_its_frame() {
        // SEI; wait: LDA $D012, STA $D020, JMP wait: the border has the colour of the line.
        let code = [0x78, 0xad, 0x12, 0xd0, 0x8d, 0x20, 0xd0, 0x4c, 0x21, 0x08];
        let (outcome, pixels) = drawn_by(&code, 100_000);
        assert_eq!(outcome.end, End::Limit);
        let column: Vec<u8> = (0..272).map(|row| pixels[row * 2 * 768 + 767]).collect();
        // Line 16 is the first.
        assert!((0..272).all(|row| column[row] == (row as u8) & 15), "{column:?}");
    }
}
