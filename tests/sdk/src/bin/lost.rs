//! A panic while a bitmap is shown: the text screen is back to tell of it.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;
use sys2080::video::Bitmap;

static BITMAP: Bitmap = Bitmap::new();

fn main() {
    BITMAP.clear(Colour::White, Colour::Blue);
    BITMAP.show();
    assert!(black_box(false), "it is lost");
}
