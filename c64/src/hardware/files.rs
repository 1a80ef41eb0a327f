//! Disk files while a picture is shown and sound is playing.

use sys2080::video::sprite::{self, Sprites};
use sys2080_console::device::Fault;

use super::{disk, sound};

/// See [`Computer::save`](sys2080_console::device::Computer::save).
pub fn save(name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
    let sprites = make_way();
    let outcome = disk::save(name, data, replace);
    sprite::show_only(sprites);
    outcome
}

/// See [`Computer::load`](sys2080_console::device::Computer::load).
pub fn load(name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
    let sprites = make_way();
    let outcome = disk::load(name, data);
    sprite::show_only(sprites);
    outcome
}

/// Stops sound and hides the sprites: they make the VIC take cycles that the KERNAL needs for the serial bus. Returns the sprites that
/// were shown.
fn make_way() -> Sprites {
    sound::silence();
    let sprites = sprite::shown();
    sprite::show_only(Sprites::default());
    sprites
}
