//! A circle and a text by the crate `embedded-graphics`, on the bitmap.
#![no_std]
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_6X10;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Circle, PrimitiveStyle};
use embedded_graphics::text::Text;
use sys2080::prelude::*;
use sys2080::video::Bitmap;

static BITMAP: Bitmap = Bitmap::new();

fn main() {
    BITMAP.clear(Colour::White, Colour::Blue);
    BITMAP.show();
    let mut target = &BITMAP;
    let style = PrimitiveStyle::with_stroke(BinaryColor::On, 1);
    let _ = Circle::new(Point::new(110, 50), 100).into_styled(style).draw(&mut target);
    let text = MonoTextStyle::new(&FONT_6X10, BinaryColor::On);
    let _ = Text::new("embedded-graphics", Point::new(109, 103), text).draw(&mut target);
    uprintln!("{:?} {:?}", BITMAP.is_set(160, 50), BITMAP.is_set(160, 60));
}
