//! The joysticks, and random numbers.
#![no_std]
use rand_core::{Rng, SeedableRng};
use sys2080::joystick::{Port, Watch};
use sys2080::prelude::*;

fn main() {
    let mut watch = Watch::new(Port::Two);
    let seen = [watch.look(), watch.look()];
    for seen in seen {
        uprint!("{:?} {:?} ", seen.pressed.fire(), seen.held.fire());
    }
    uprintln!("{:?} {:?}", seen[0].held.left(), joystick::read(Port::One).up());

    let mut rng = random::Rng::from_seed([1, 2, 3, 4, 5, 6]);
    uprintln!("{} {}", rng.next_u32(), rng.below(6));
    let mut one = random::Rng::from_noise();
    let mut other = random::Rng::from_noise();
    uprintln!("{:?}", one.next_u32() == other.next_u32());
}
