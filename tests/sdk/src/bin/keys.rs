//! Keys as a joystick.
#![no_std]
use sys2080::prelude::*;

fn main() {
    let keys = joystick::keys();
    uprintln!("{:?} {:?} {:?} {:?} {:?}", keys.up(), keys.down(), keys.left(), keys.right(), keys.fire());
}
