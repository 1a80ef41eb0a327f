//! A C64 for tests: records what it is told to show, and has scripted keys, joystick, time and files.

use std::borrow::ToOwned;
use std::collections::VecDeque;
use std::string::String;
use std::vec::Vec;

use engine::{KeySource, Lcg};

use crate::art::characters::{END, LEFT_HALVES, LOWER_HALVES, RIGHT_HALVES, UPPER_HALVES};
use crate::art::sprites;
use crate::device::{Colour, Computer, Device, Effect, Fault, Joystick, View};
use crate::spelling::Words;
use crate::terminal::Terminal;
use crate::text;
use crate::words;

/// The number of polls without input after which a program has waited too long.
const IDLE: u32 = 100_000;

/// A visible sprite: shape, left and upper edge, colour.
pub type Sprite = (u8, i16, i16, Colour);

/// The machine. All fields are open to the test.
#[derive(Clone)]
pub struct Mock {
    /// The texts of the program.
    pub words: &'static Words,
    /// The output of the console: PETSCII, one entry per line. It never scrolls.
    pub lines: Vec<Vec<u8>>,
    /// The column of the console's next character in the last line.
    pub column: usize,
    /// The picture: screen codes and colours, row by row.
    pub cells: [[(u8, Colour); 40]; 25],
    /// How often a cell of each row was given another character or colour.
    pub changes: [u32; 25],
    /// The visible sprites.
    pub sprites: [Option<Sprite>; 8],
    /// How often the border hid part of the mouse or of a cat.
    pub cut: u32,
    /// How often the cursor, the first sprite, was shown.
    pub cursors: u32,
    /// The screen shown.
    pub view: View,
    /// The border and background colours of the picture.
    pub ground: (Colour, Colour),
    /// Whether characters are shown as those of the wooden board.
    pub wood: bool,
    /// The keyboard buffer.
    pub keys: VecDeque<u8>,
    /// A key pressed after this many polls that found none.
    pub late_key: Option<(u8, u8)>,
    /// The keys pressed right after it.
    pub behind_it: Vec<u8>,
    /// The upcoming states of the joystick, each with the number of polls it lasts; after them, nothing is pressed.
    pub stick: VecDeque<(u8, u16)>,
    /// The jiffy clock.
    pub time: u16,
    /// Jiffies between two readings of the clock.
    pub pace: u16,
    /// The source of random bytes.
    pub random: Lcg,
    /// The number of queries after which RUN/STOP is held down.
    pub stop_after: Option<u32>,
    /// The sounds so far, and the one playing since the last silence.
    pub effects: Vec<Effect>,
    pub heard: Option<Effect>,
    /// The only file: its name and bytes.
    pub file: Option<(Vec<u8>, Vec<u8>)>,
    /// The faults of the next file operations, in order.
    pub faults: VecDeque<Fault>,
    /// The number of attempts to write or read a file.
    pub disk_uses: u32,
    /// Polls of keyboard and joystick since something was pressed.
    idle: u32,
    /// The source of unscripted keys and pushes, if any, and the number still to come.
    pub monkey: Option<(Lcg, u32)>,
}

impl Mock {
    /// Creates a machine that nobody touches.
    pub fn new() -> Self {
        Mock {
            words: &words::PLAY,
            lines: std::vec![Vec::new()],
            column: 0,
            cells: [[(b' ', Colour::Black); 40]; 25],
            changes: [0; 25],
            sprites: [None; 8],
            cut: 0,
            cursors: 0,
            view: View::Console,
            ground: (Colour::LightBlue, Colour::Blue),
            wood: false,
            keys: VecDeque::new(),
            late_key: None,
            behind_it: Vec::new(),
            stick: VecDeque::new(),
            time: 0,
            pace: 1,
            random: Lcg::new(1),
            stop_after: None,
            effects: Vec::new(),
            heard: None,
            file: None,
            faults: VecDeque::new(),
            disk_uses: 0,
            idle: 0,
            monkey: None,
        }
    }

    /// Pushes the joystick for a moment and lets it go.
    pub fn push(&mut self, stick: u8) {
        self.stick.extend([(stick, 6), (0, 6)]);
    }

    /// Types keys.
    pub fn type_keys(&mut self, keys: &[u8]) {
        self.keys.extend(keys);
    }

    /// Polls keyboard and joystick: the monkey may press something. Panics if the program waits for something that never comes.
    fn look(&mut self) {
        self.idle += 1;
        if !self.keys.is_empty() || !self.stick.is_empty() {
            self.idle = 0;
        } else if let Some((random, left)) = &mut self.monkey
            && random.next_key() < 64
        {
            *left = left.saturating_sub(1);
            self.idle = 0;
            if random.next_key() & 1 == 0 {
                self.keys.push_back(random.next_key());
            } else {
                self.stick.extend([(random.next_key() & 31, 1 + (random.next_key() & 31) as u16), (0, 3)]);
            }
        }
        assert!(
            self.idle < IDLE,
            "waits for a key that nobody presses:\n{}{}",
            self.picture(),
            self.printed()
        );
    }

    /// Returns a row of the picture as text: screen codes 0..64, accented letters left out, `·` for the program's own characters.
    pub fn row(&self, row: usize) -> String {
        self.cells[row].iter().map(|&(code, _)| character(code)).collect()
    }

    /// Returns the picture as text.
    pub fn picture(&self) -> String {
        (0..25).map(|row| self.row(row) + "\n").collect()
    }

    /// Returns the output of the console as text.
    pub fn printed(&self) -> String {
        self.lines.iter().map(|line| String::from_utf8_lossy(line).trim_end().to_owned() + "\n").collect()
    }
}

/// Returns the character for a screen code; the first half of a letter or digit stands for all of it, the other half for nothing.
fn character(code: u8) -> char {
    match code {
        LEFT_HALVES..RIGHT_HALVES => (b'A' + code - LEFT_HALVES) as char,
        UPPER_HALVES..LOWER_HALVES => (b'0' + code - UPPER_HALVES) as char,
        RIGHT_HALVES..END => ' ',
        0..32 => (code + 64) as char,
        32..64 => code as char,
        _ => '·',
    }
}

impl Terminal for Mock {
    fn words(&self) -> &'static Words {
        self.words
    }

    fn put(&mut self, petscii: u8) {
        match petscii {
            text::RETURN => {
                self.lines.push(Vec::new());
                self.column = 0;
            }
            text::CLEAR => {
                self.lines = std::vec![Vec::new()];
                self.column = 0;
            }
            text::LEFT => self.column -= 1,
            printed => {
                assert!((0x20..0x60).contains(&printed) || printed == text::LOW_LINE, "{printed:#04x}");
                let column = self.column;
                let line = self.lines.last_mut().unwrap();
                line.resize(line.len().max(column + 1), b' ');
                line[column] = printed;
                self.column += 1;
                assert!(self.column < 40, "{}", String::from_utf8_lossy(line));
            }
        }
    }

    fn key(&mut self) -> u8 {
        self.look();
        let key = self.keys.pop_front();
        if key.is_none()
            && let Some((looks, late)) = self.late_key
        {
            self.late_key = looks.checked_sub(1).map(|looks| (looks, late));
            if looks == 0 {
                self.keys.extend(self.behind_it.drain(..));
                return late;
            }
        }
        key.unwrap_or(0)
    }

    fn jiffies(&mut self) -> u16 {
        self.time = self.time.wrapping_add(self.pace);
        self.time
    }

    fn stop_key(&mut self) -> bool {
        match &mut self.stop_after {
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }
}

impl Device for Mock {
    fn show(&mut self, view: View) {
        self.view = view;
    }

    fn cell(&mut self, column: u8, row: u8, code: u8, colour: Colour) {
        let cell = &mut self.cells[row as usize][column as usize];
        self.changes[row as usize] += u32::from(*cell != (code, colour));
        *cell = (code, colour);
    }

    fn tint(&mut self, row: u8, colour: Colour) {
        for column in 0..40 {
            self.cell(column, row, self.cells[row as usize][column as usize].0, colour);
        }
    }

    fn sprite(&mut self, number: u8, shape: u8, x: i16, y: i16, colour: Colour) {
        self.cursors += u32::from(number == 0);
        let inside = (0..=320 - 24).contains(&x) && (0..=200 - 21).contains(&y);
        self.cut += u32::from(!inside && matches!(shape, sprites::MOUSE | sprites::CAT));
        assert!((-24..320).contains(&x) && (-21..200).contains(&y), "sprite {number} at {x}, {y}");
        self.sprites[number as usize] = Some((shape, x, y, colour));
    }

    fn hide(&mut self, number: u8) {
        self.sprites[number as usize] = None;
    }

    fn ground(&mut self, border: Colour, background: Colour) {
        self.ground = (border, background);
    }

    fn wood(&mut self, on: bool) {
        self.wood = on;
    }

    fn rest(&mut self) {}

    fn joystick(&mut self) -> Joystick {
        let Some((stick, looks)) = self.stick.front_mut() else { return Joystick::default() };
        let now = Joystick::of(!*stick);
        *looks -= 1;
        if *looks == 0 {
            self.stick.pop_front();
        }
        now
    }

    fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
        self.heard = Some(effect);
    }

    fn silence(&mut self) {
        self.heard = None;
    }
}

impl Computer for Mock {
    fn random(&mut self) -> u8 {
        self.random.next_key()
    }

    fn save(&mut self, name: &[u8], data: &[u8], replace: bool) -> Result<(), Fault> {
        assert!((1..=16).contains(&name.len()));
        self.disk_uses += 1;
        match self.faults.pop_front() {
            Some(fault) => Err(fault),
            None if !replace && self.file.as_ref().is_some_and(|file| file.0 == name) => Err(Fault::Exists),
            None => {
                self.file = Some((name.to_vec(), data.to_vec()));
                Ok(())
            }
        }
    }

    fn load(&mut self, name: &[u8], data: &mut [u8]) -> Result<u16, Fault> {
        self.disk_uses += 1;
        if let Some(fault) = self.faults.pop_front() {
            data.fill(0xEE);
            return Err(fault);
        }
        let Some((_, bytes)) = self.file.as_ref().filter(|file| file.0 == name) else {
            return Err(Fault::Missing);
        };
        let Some(place) = data.get_mut(..bytes.len()) else { return Err(Fault::Damaged) };
        place.copy_from_slice(bytes);
        Ok(bytes.len() as u16)
    }
}

#[test]
fn the_scripted_machine_keeps_what_it_is_told() {
    let mut mock = Mock::new();
    mock.push(Joystick::UP);
    assert_eq!((0..14).filter(|_| mock.joystick().bits() == Joystick::UP).count(), 6);
    mock.cell(39, 24, 1, Colour::White);
    assert!(mock.picture().ends_with("A\n"));
    assert_eq!(mock.save(b"GAME", b"123", false), Ok(()));
    assert_eq!(mock.save(b"GAME", b"4", false), Err(Fault::Exists));
    mock.faults.push_back(Fault::Damaged);
    assert_eq!(mock.load(b"GAME", &mut [0; 8]), Err(Fault::Damaged));
    let mut data = [0; 3];
    assert_eq!((mock.load(b"GAME", &mut data), &data), (Ok(3), b"123"));
    assert_eq!(mock.load(b"GAME", &mut [0; 2]), Err(Fault::Damaged));
    assert_eq!(mock.load(b"OTHER", &mut data), Err(Fault::Missing));
    mock.type_keys(b"K");
    assert_eq!((mock.key(), mock.key()), (b'K', 0));
    mock.put(b'A');
    mock.put(text::RETURN);
    assert_eq!(mock.printed(), "A\n\n");
}
