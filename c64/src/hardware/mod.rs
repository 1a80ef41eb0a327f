//! Implements the program's interfaces on the C64: all code that touches the machine.

mod disk;
mod files;
mod heap;
pub mod manners;
mod picture;
mod random;
mod sound;

use sys2080::time::wait_jiffies;
use sys2080::{joystick, kernal};
use sys2080_console::device::{Colour, Computer, Device, Effect, Fault, Joystick, View};
use sys2080_console::spelling::Words;
use sys2080_console::terminal::Terminal;
use sys2080_console::words;

/// The real machine.
pub struct C64;

impl Terminal for C64 {
    fn words(&self) -> &'static Words {
        &words::PLAY
    }

    fn put(&mut self, petscii: u8) {
        kernal::chrout(petscii);
    }

    fn key(&mut self) -> u8 {
        kernal::getin()
    }

    fn jiffies(&mut self) -> u16 {
        kernal::rdtim() as u16
    }

    fn stop_key(&mut self) -> bool {
        kernal::stop()
    }
}

impl Device for C64 {
    fn show(&mut self, view: View) {
        picture::show(view);
    }

    fn cell(&mut self, column: u8, row: u8, code: u8, colour: Colour) {
        picture::cell(column, row, code, colour);
    }

    fn tint(&mut self, row: u8, colour: Colour) {
        picture::tint(row, colour);
    }

    fn sprite(&mut self, number: u8, shape: u8, x: i16, y: i16, colour: Colour) {
        picture::sprite(number, shape, x, y, colour);
    }

    fn hide(&mut self, number: u8) {
        picture::hide(number);
    }

    fn ground(&mut self, border: Colour, background: Colour) {
        picture::ground(border, background);
    }

    fn wood(&mut self, on: bool) {
        picture::wood(on);
    }

    fn rest(&mut self) {
        wait_jiffies(1);
    }

    fn joystick(&mut self) -> Joystick {
        joystick::latched()
    }

    fn effect(&mut self, effect: Effect) {
        sound::effect(effect);
    }

    fn silence(&mut self) {
        sound::silence();
    }
}

impl Computer for C64 {
    fn random(&mut self) -> u8 {
        random::byte()
    }

    fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
        files::save(name, data, replace)
    }

    fn load(&mut self, name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
        files::load(name, data)
    }
}
