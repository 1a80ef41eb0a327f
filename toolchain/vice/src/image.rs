//! Pictures of the C64 as PNG files.

use std::io::Cursor;

/// Returns a picture of numbered colours as a PNG file, each pixel `scale` times as wide and high. `palette` has red, green and blue of
/// each colour.
///
/// # Panics
/// Never: writing to memory cannot fail.
pub fn png(width: usize, pixels: &[u8], palette: &[[u8; 3]], scale: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let height = pixels.len() / width;
    let mut encoder =
        png::Encoder::new(Cursor::new(&mut file), (width * scale) as u32, (height * scale) as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    let mut data = Vec::new();
    for row in pixels.chunks(width) {
        let wide: Vec<u8> = row.iter().flat_map(|pixel| std::iter::repeat_n(*pixel, scale)).collect();
        for _ in 0..scale {
            data.extend_from_slice(&wide);
        }
    }
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&data));
    written.unwrap_or_else(|error| panic!("cannot write a PNG into memory: {error}"));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_of_a_file_are_as_large_as_asked_for() {
        let palette = [[0; 3], [255; 3], [1, 2, 3]];
        let png = png(2, &[1, 2, 2, 1], &palette, 2);
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [1, 1, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1]);
        assert_eq!(reader.info().palette.as_deref(), Some(&[0, 0, 0, 255, 255, 255, 1, 2, 3][..]));
    }
}
