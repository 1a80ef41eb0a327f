//! The bitmap as a draw target of the crate `embedded-graphics`: lines, circles, text and images of every crate that draws on one.

use core::convert::Infallible;

use embedded_graphics_core::Pixel;
use embedded_graphics_core::draw_target::DrawTarget;
use embedded_graphics_core::geometry::{OriginDimensions, Size};
use embedded_graphics_core::pixelcolor::BinaryColor;

use super::Bitmap;
use super::memory::{HEIGHT, WIDTH};

/// `On` sets a pixel, `Off` clears it. Draw on a reference: `circle.draw(&mut &BITMAP)`.
impl DrawTarget for &Bitmap {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, colour) in pixels {
            // Pixels outside the bitmap are not drawn.
            if let (Ok(x), Ok(y)) = (u16::try_from(at.x), u8::try_from(at.y)) {
                match colour {
                    BinaryColor::On => self.plot(x, y),
                    BinaryColor::Off => self.erase(x, y),
                }
            }
        }
        Ok(())
    }
}

impl OriginDimensions for &Bitmap {
    fn size(&self) -> Size {
        Size::new(u32::from(WIDTH), u32::from(HEIGHT))
    }
}

#[cfg(test)]
mod tests {
    use embedded_graphics_core::prelude::Point;
    use embedded_graphics_core::primitives::Rectangle;

    use super::*;

    #[test]
    fn pixels_are_drawn_and_what_lies_outside_is_not() {
        static BITMAP: Bitmap = Bitmap::new();

        let mut target = &BITMAP;
        let area = Rectangle::new(Point::new(-2, 198), Size::new(4, 9));
        assert_eq!(target.fill_solid(&area, BinaryColor::On), Ok(()));
        assert!(BITMAP.is_set(0, 198) && BITMAP.is_set(1, 199) && !BITMAP.is_set(2, 198));
        assert_eq!(target.draw_iter([Pixel(Point::new(1, 199), BinaryColor::Off)]), Ok(()));
        assert!(!BITMAP.is_set(1, 199));
        assert_eq!(target.size(), Size::new(320, 200));
    }
}
