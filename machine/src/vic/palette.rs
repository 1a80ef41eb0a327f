//! The colours of the VIC-II as red, green and blue.

/// The names that Commodore's manuals give the sixteen colours are, in this order: black, white, red, cyan, purple, green, blue,
/// yellow, orange, brown, light red, dark grey, grey, light green, light blue, light grey. The chip makes luminances and phases, which
/// every television shows differently. Source of these values: Philip Timmermann, "Calculating the color palette of the VIC II"
/// (2001).
const PALETTE: [[u8; 3]; 16] = [
    [0x00, 0x00, 0x00],
    [0xff, 0xff, 0xff],
    [0x68, 0x37, 0x2b],
    [0x70, 0xa4, 0xb2],
    [0x6f, 0x3d, 0x86],
    [0x58, 0x8d, 0x43],
    [0x35, 0x28, 0x79],
    [0xb8, 0xc7, 0x6f],
    [0x6f, 0x4f, 0x25],
    [0x43, 0x39, 0x00],
    [0x9a, 0x67, 0x59],
    [0x44, 0x44, 0x44],
    [0x6c, 0x6c, 0x6c],
    [0x9a, 0xd2, 0x84],
    [0x6c, 0x5e, 0xb5],
    [0x95, 0x95, 0x95],
];

/// Red, green and blue of the sixteen colours in whose numbers a [`Frame`](crate::Frame) is drawn.
pub const fn palette() -> [[u8; 3]; 16] {
    PALETTE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The brightness of a colour. Source of the weights: ITU-R BT.601.
    fn luminance([red, green, blue]: [u8; 3]) -> f64 {
        0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
    }

    /// The chip has nine luminances: the colours of one are alike on a black-and-white screen.
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
