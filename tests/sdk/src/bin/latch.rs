//! A push of the joystick that is over before the program looks.
#![no_std]
use sys2080::prelude::*;

fn main() {
    joystick::latch();
    joystick::latch();
    time::wait_jiffies(60);
    let [early, late] = [(); 2].map(|()| joystick::latched());
    println!("{} {} {} {}", early.fire(), early.left(), early.up(), late.any());
}
