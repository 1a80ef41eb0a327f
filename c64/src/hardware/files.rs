//! Files on disk while a picture is seen and something is heard.

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

/// Ends sound and hides the sprites: the VIC takes cycles for them that the KERNAL needs on the serial bus. Returns those that were
/// shown.
fn make_way() -> Sprites {
    sound::silence();
    let sprites = sprite::shown();
    sprite::show_only(Sprites::default());
    sprites
}
