//! The hardware that the programs need besides a text terminal: random numbers and files; for the play program also pictures, joystick
//! and sound.

pub use sys2080::colour::Colour;
pub use sys2080::joystick::Joystick;

use crate::terminal::Terminal;

/// The parts of a C64 that both programs need besides a text terminal: random numbers and files.
pub trait Computer: Terminal {
    /// Returns a random byte. It ends music that plays on the noise voice.
    fn random(&mut self) -> u8;
    /// Writes `data` to the file `name` (PETSCII, at most 16 bytes) on the drive the program was loaded from, otherwise 8. With
    /// `replace`, scratches a file of that name first.
    ///
    /// # Errors
    /// See [`Fault`]; it does not hang without a drive.
    fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault>;
    /// Reads the file `name` into `data` and returns its length.
    ///
    /// # Errors
    /// See [`Fault`]; `data` may have changed in that case.
    fn load(&mut self, name: &[u8], data: &mut [u8]) -> Result<u16, Fault>;
}

/// The two screens, of which one is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The KERNAL's: 40 by 25 characters from the character ROM, written by [`Terminal::put`].
    Console,
    /// The program's own: 40 by 25 characters of its own set, and eight sprites.
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
    /// The first player has placed a stone.
    Cross,
    /// The second player has placed a stone.
    Nought,
    /// The action is not possible.
    Illegal,
    /// A hint is shown.
    Hint,
    /// The person, or one of two persons, has won.
    Win,
    /// The person has lost.
    Loss,
    /// The game is a draw.
    Draw,
    /// The title's music, in a loop.
    Title,
}

/// The reason why a file was not written or read. The memory is unchanged.
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
    /// A file of this name exists already.
    Exists,
    /// No file of this name exists.
    Missing,
    /// The file is too short or too long, or the drive could not read it.
    Damaged,
    /// The drive reported something else: its number on channel 15.
    Other(u8),
}

/// A C64 as the play program uses it.
pub trait Device: Computer {
    /// Shows one of the screens, cleared, as both share the colour RAM; does nothing if it is shown already.
    /// The console appears with its own border and background colours, a picture with those of the previous screen.
    fn show(&mut self, view: View);
    /// Puts a character of the program's set on the picture: `column` 0..40, `row` 0..25.
    fn cell(&mut self, column: u8, row: u8, code: u8, colour: Colour);
    /// Gives all 40 characters of a row of the picture (0..25) one colour.
    fn tint(&mut self, row: u8, colour: Colour);
    /// Shows sprite `number` (0..8, lower numbers in front) with one of the program's shapes; its upper left corner is relative to
    /// that of the picture, in pixels, -24..320 and -21..200.
    fn sprite(&mut self, number: u8, shape: u8, x: i16, y: i16, colour: Colour);
    /// Hides a sprite.
    fn hide(&mut self, number: u8);
    /// Sets the border and background colours of the picture.
    fn ground(&mut self, border: Colour, background: Colour);
    /// Shows characters with colour 8 or above as those of the wooden board, or like all others again.
    fn wood(&mut self, on: bool);
    /// Idles until the next jiffy: emulators may rest, too.
    fn rest(&mut self);
    /// Returns the state of the joystick in port 2.
    fn joystick(&mut self) -> Joystick;
    /// Starts a sound in place of any other and returns at once; the sound plays in the background.
    fn effect(&mut self, effect: Effect);
    /// Stops any sound.
    fn silence(&mut self);
}
