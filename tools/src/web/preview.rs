//! The link preview picture of the page: a puzzle on the screen of the C64, in the size that other sites require.

use std::io::Cursor;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use vice::image;

/// The file name of the picture in the page.
pub const PREVIEW: &str = "preview.png";
/// The picture of the documentation, in which a pixel of the C64 is so large.
const SOURCE: &str = "docs/puzzle.png";
const SOURCE_SCALE: usize = 2;
/// The size of large previews, in pixels. Source: <https://developers.facebook.com/docs/sharing/webmasters/images>.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
/// Pixels across a pixel of the C64.
const SCALE: usize = 3;

/// Creates the preview from a checkout.
///
/// # Errors
/// The picture in the documentation is missing, or `cargo c64 pictures` did not create it.
pub fn preview(root: &Path) -> Result<Vec<u8>> {
    let path = root.join(SOURCE);
    let what = || format!("cannot read {}", path.display());
    let file = std::fs::read(&path).with_context(what)?;
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().with_context(what)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let palette = reader.info().palette.clone().with_context(what)?;
    let mut pixels = vec![0; width * height];
    ensure!(reader.output_buffer_size() == Some(pixels.len()), "{} has no numbered colours", path.display());
    reader.next_frame(&mut pixels).with_context(what)?;
    // Centred; everything outside has the colour of the border.
    let place = |at: usize, size: usize, from: usize| {
        let at = (at as isize - (size / 2) as isize).div_euclid(SCALE as isize) * SOURCE_SCALE as isize;
        usize::try_from(at + (from / 2) as isize).ok().filter(|at| *at < from)
    };
    let pixel = |x: usize, y: usize| match (place(x, WIDTH, width), place(y, HEIGHT, height)) {
        (Some(x), Some(y)) => pixels[y * width + x],
        _ => pixels[0],
    };
    let drawn: Vec<u8> =
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
    let colours: Vec<[u8; 3]> = palette.as_chunks().0.to_vec();
    Ok(image::png(WIDTH, &drawn, &colours, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_its_size_and_the_puzzle_in_its_middle() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let decoded = |png: Vec<u8>| {
            let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            (reader.info().width as usize, reader.info().height as usize, pixels)
        };
        let (width, height, pixels) = decoded(preview(&root).unwrap());
        assert_eq!((width, height), (WIDTH, HEIGHT));
        let (from_width, from_height, source) = decoded(std::fs::read(root.join(SOURCE)).unwrap());
        for (x, y) in [(0, 0), (100, 50), (-100, -60), (159, 99), (-160, -100)] {
            let at = |x: isize, y: isize, width: usize, height: usize, scale: isize| {
                (height as isize / 2 + y * scale) as usize * width + (width as isize / 2 + x * scale) as usize
            };
            assert_eq!(
                pixels[at(x, y, WIDTH, HEIGHT, 3)],
                source[at(x, y, from_width, from_height, 2)],
                "{x} {y}"
            );
        }
    }
}
