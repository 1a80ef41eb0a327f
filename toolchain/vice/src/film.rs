//! A film of the display: an animated PNG in which each frame holds only the changes.

use std::io::Cursor;

use png::EncodingError;

use super::Display;

/// Jiffies per second, the unit of frame times.
const JIFFIES_A_SECOND: u16 = 60;

/// Frames of one display, each with the time for which it is shown.
#[derive(Clone, Debug, Default)]
pub struct Film {
    frames: Vec<(Display, u16)>,
}

impl Film {
    /// Adds a display that is shown for so many jiffies. If it equals the previous frame, that frame is extended.
    ///
    /// # Panics
    /// The display differs in size or colours from those before.
    pub fn add(&mut self, display: Display, jiffies: u16) {
        if let Some((last, time)) = self.frames.last_mut() {
            let same = (last.width, last.height, &last.palette);
            assert_eq!(same, (display.width, display.height, &display.palette), "another display");
            if last.pixels == display.pixels {
                *time += jiffies;
                return;
            }
        }
        self.frames.push((display, jiffies));
    }

    /// Returns the film as a PNG file that loops forever. Programs that do not support animated PNG show its first frame.
    ///
    /// # Panics
    /// The film has no frame.
    pub fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        self.write(&mut file).unwrap_or_else(|error| panic!("cannot write a film into memory: {error}"));
        file
    }

    fn write(&self, file: &mut Vec<u8>) -> Result<(), EncodingError> {
        let [(first, time), rest @ ..] = &self.frames[..] else { panic!("a film without frames") };
        let transparent = first.palette.len() as u8;
        let mut alpha = vec![u8::MAX; first.palette.len()];
        alpha.push(0);
        let mut encoder = png::Encoder::new(Cursor::new(file), first.width, first.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_palette([first.palette.concat(), vec![0; 3]].concat());
        encoder.set_trns(alpha);
        encoder.set_animated(self.frames.len() as u32, 0)?;
        encoder.set_blend_op(png::BlendOp::Over)?;
        encoder.set_frame_delay(*time, JIFFIES_A_SECOND)?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&first.pixels)?;
        let mut before = first;
        for (display, time) in rest {
            let change = Change::between(before, display, transparent);
            writer.reset_frame_position()?;
            writer.set_frame_dimension(change.width, change.pixels.len() as u32 / change.width)?;
            writer.set_frame_position(change.left, change.top)?;
            writer.set_frame_delay(*time, JIFFIES_A_SECOND)?;
            writer.write_image_data(&change.pixels)?;
            before = display;
        }
        writer.finish()
    }
}

/// The smallest rectangle that contains all changes.
struct Change {
    left: u32,
    top: u32,
    width: u32,
    /// The pixels row by row; unchanged ones are transparent.
    pixels: Vec<u8>,
}

impl Change {
    /// Returns the difference between two displays, which must not be equal.
    fn between(before: &Display, after: &Display, transparent: u8) -> Change {
        let width = after.width as usize;
        let pairs = || before.pixels.iter().zip(&after.pixels);
        let changed = || pairs().enumerate().filter(|(_, (old, new))| old != new).map(|(at, _)| at);
        let (top, bottom) =
            (changed().min().map_or(0, |at| at / width), changed().max().map_or(0, |at| at / width));
        let left = changed().map(|at| at % width).min().unwrap_or(0);
        let right = changed().map(|at| at % width).max().unwrap_or(0);
        let inside =
            |at: &usize| (top..=bottom).contains(&(at / width)) && (left..=right).contains(&(at % width));
        let pixels = pairs().enumerate().filter(|(at, _)| inside(at));
        let pixels = pixels.map(|(_, (old, new))| if old == new { transparent } else { *new }).collect();
        Change { left: left as u32, top: top as u32, width: (right - left + 1) as u32, pixels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(pixels: [u8; 12]) -> Display {
        Display { width: 4, height: 3, pixels: pixels.to_vec(), palette: vec![[0; 3], [255; 3], [1, 2, 3]] }
    }

    #[test]
    fn frames_hold_what_has_changed_for_their_time() {
        let mut film = Film::default();
        film.add(display([0; 12]), 6);
        film.add(display([0; 12]), 6);
        film.add(display([0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1, 0]), 9);
        let file = film.png();
        let mut decoder = png::Decoder::new(Cursor::new(&file));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 2);
        let mut pixels = vec![0; 12];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [0; 12]);
        assert_eq!(reader.info().frame_control.unwrap().delay_num, 12);
        reader.next_frame(&mut pixels).unwrap();
        let frame = reader.info().frame_control.unwrap();
        assert_eq!((frame.x_offset, frame.y_offset, frame.width, frame.height), (1, 1, 3, 2));
        assert_eq!((frame.delay_num, frame.delay_den), (9, 60));
        assert_eq!(pixels[..6], [1, 3, 2, 3, 1, 3]);
    }
}
