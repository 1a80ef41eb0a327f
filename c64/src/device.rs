//! The hardware that the programs need besides a text terminal: random numbers and files; and, for the play program, pictures, joystick
//! and sound.

pub use sys2080::colour::Colour;
pub use sys2080::joystick::Joystick;

use crate::terminal::Terminal;

/// What both programs need of a C64 besides a text terminal: chance and files.
pub trait Computer: Terminal {
    /// A random byte. It ends music that needs the source of the noise.
    fn random(&mut self) -> u8;
    /// Writes `data` to the file `name` (PETSCII, at most 16 bytes) on the drive the program came from, else 8. With
    /// `replace` a file of that name is scratched first.
    ///
    /// # Errors
    /// See [`Fault`]; it does not hang without a drive.
    fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault>;
    /// Reads the file `name` into `data`; returns its length.
    ///
    /// # Errors
    /// See [`Fault`]; `data` may have changed then.
    fn load(&mut self, name: &[u8], data: &mut [u8]) -> Result<u16, Fault>;
}

/// The two screens, of which one is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The KERNAL's: 40 by 25 characters of the character ROM, written by [`Terminal::put`].
    Console,
    /// Ours: 40 by 25 characters of our own set, and eight sprites.
    Picture,
}

/// A sound, or a piece of music.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Effect {
    /// The mouse has moved.
    Mouse,
    /// A cat has moved.
    Cat,
    /// A stone was put by the first player.
    Cross,
    /// And by the second.
    Nought,
    /// That cannot be done.
    Illegal,
    /// Advice is shown.
    Hint,
    /// The person has won, or one of two persons.
    Win,
    /// The person has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// The title's music, again and again.
    Title,
}

/// Why a file was not written or read. Whatever was in memory is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// No drive answers.
    NoDrive,
    /// The drive has no disk, or one it cannot read.
    NoDisk,
    /// The disk is write-protected.
    Protected,
    /// The disk has too few free blocks.
    Full,
    /// A file of this name is there already.
    Exists,
    /// No file of this name is there.
    Missing,
    /// The file ends too early, is too long, or the drive could not read it.
    Damaged,
    /// The drive said something else: its number on channel 15.
    Other(u8),
}

/// A C64 as the play program sees it.
pub trait Device: Computer {
    /// Shows one of the screens, cleared, as both share the memory of the colours; nothing changes if it is shown already.
    /// The console comes with its own colours of border and ground, a picture with those of the screen before it.
    fn show(&mut self, view: View);
    /// Puts a character of our set on the picture: `column` 0..40, `row` 0..25.
    fn cell(&mut self, column: u8, row: u8, code: u8, colour: Colour);
    /// Gives all 40 characters of a row of the picture (0..25) a colour.
    fn tint(&mut self, row: u8, colour: Colour);
    /// Shows sprite `number` (0..8, lower in front) with a shape of ours; its upper left corner is so many pixels from
    /// that of the picture, -24..320 and -21..200.
    fn sprite(&mut self, number: u8, shape: u8, x: i16, y: i16, colour: Colour);
    /// Hides a sprite.
    fn hide(&mut self, number: u8);
    /// Sets the colour around the picture and that of its ground.
    fn ground(&mut self, border: Colour, background: Colour);
    /// Makes characters whose colour is 8 or above those of the wooden board, or as all others again.
    fn wood(&mut self, on: bool);
    /// Lets the time up to the next jiffy pass, with nothing to do: emulators may rest, too.
    fn rest(&mut self);
    /// The joystick in port 2.
    fn joystick(&mut self) -> Joystick;
    /// Starts a sound in place of any other, and returns at once; the sound goes on by itself.
    fn effect(&mut self, effect: Effect);
    /// Ends any sound.
    fn silence(&mut self);
}
