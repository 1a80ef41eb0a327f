//! The Mandelbrot set on 16 by 12 points with at most 16 iterations: in `f32`, and in numbers of 16 bits with 8 of them
//! fractional.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run);

const COLUMNS: u8 = 16;
const ROWS: u8 = 12;

fn escape_float(cx: f32, cy: f32, limit: u8) -> u8 {
    let (mut x, mut y) = (0.0, 0.0);
    for n in 0..limit {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return n;
        }
        y = 2.0 * x * y + cy;
        x = xx - yy + cx;
    }
    limit
}

fn product(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 8) as i16
}

fn escape_fixed(cx: i16, cy: i16, limit: u8) -> u8 {
    let (mut x, mut y) = (0, 0);
    for n in 0..limit {
        let (xx, yy) = (product(x, x), product(y, y));
        if xx + yy > 4 << 8 {
            return n;
        }
        y = 2 * product(x, y) + cy;
        x = xx - yy + cx;
    }
    limit
}

/// A checksum of how long each point stays.
fn picture(escape: impl Fn(u8, u8) -> u8) -> u16 {
    let mut sum = 0u16;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            sum = sum.rotate_left(1).wrapping_add(escape(column, row).into());
        }
    }
    sum
}

fn run() {
    let limit = input(16);
    mark();
    let sum = picture(|column, row| {
        escape_float(f32::from(column) * 0.1875 - 2.0, f32::from(row) * 0.1875 - 1.0, limit)
    });
    mark();
    hex16(sum);
    mark();
    let sum =
        picture(|column, row| escape_fixed(i16::from(column) * 48 - 512, i16::from(row) * 48 - 256, limit));
    mark();
    hex16(sum);
}
