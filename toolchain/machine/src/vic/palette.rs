//! The colours of the VIC-II as red, green and blue.

/// The sixteen colours, which Commodore's manuals call, in this order: black, white, red, cyan, purple, green, blue, yellow, orange, brown,
/// light red, dark grey, grey, light green, light blue, light grey. The chip generates luminances and phases, which every television shows
/// differently. Source of these values: Philip Timmermann, Colodore (www.colodore.com, 2017), with its initial settings: brightness 50,
/// contrast 100, saturation 50.
const PALETTE: [[u8; 3]; 16] = [
    [0x00, 0x00, 0x00],
    [0xff, 0xff, 0xff],
    [0x81, 0x33, 0x38],
    [0x75, 0xce, 0xc8],
    [0x8e, 0x3c, 0x97],
    [0x56, 0xac, 0x4d],
    [0x2e, 0x2c, 0x9b],
    [0xed, 0xf1, 0x71],
    [0x8e, 0x50, 0x29],
    [0x55, 0x38, 0x00],
    [0xc4, 0x6c, 0x71],
    [0x4a, 0x4a, 0x4a],
    [0x7b, 0x7b, 0x7b],
    [0xa9, 0xff, 0x9f],
    [0x70, 0x6d, 0xeb],
    [0xb2, 0xb2, 0xb2],
];

/// Returns red, green and blue of the sixteen colours whose numbers a [`Frame`](crate::Frame) contains.
pub const fn palette() -> [[u8; 3]; 16] {
    PALETTE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the brightness of a colour. Source of the weights: ITU-R BT.601.
    fn luminance([red, green, blue]: [u8; 3]) -> f64 {
        0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
    }

    /// The chip has nine luminances: colours with the same one look alike on a black-and-white screen.
    #[test]
    fn colours_of_one_luminance_are_equally_bright() {
        let levels: [&[usize]; 9] =
            [&[0], &[6, 9], &[2, 11], &[4, 8], &[12, 14], &[5, 10], &[3, 15], &[7, 13], &[1]];
        let mut last = -1.0;
        for level in levels {
            let brightness = level.iter().map(|colour| luminance(palette()[*colour]));
            let (low, high) =
                brightness.fold((f64::MAX, 0.0_f64), |(low, high), b| (low.min(b), high.max(b)));
            assert!(high - low < 15.0 && low > last, "{level:?}: {low} to {high} after {last}");
            last = low;
        }
    }
}
