//! Simulates a person at the play program, with the joystick alone or with keys alone, on whatever runs the program.

use std::time::Duration;

use tools::play_picture::{Picture, Pictures};
use vice::{COLUMNS, Joystick, Limits, Session};

use crate::board::{Layout, PANEL, Position, Square};
use crate::shown::Pieces;

/// The limits of a session in VICE: half an hour of a C64, a quarter of an hour of a busy host.
pub const LIMITS: Limits = Limits { cycles: 1_800_000_000, wall: Duration::from_secs(900) };

/// Moments of waiting after which nothing comes any more.
const PATIENCE: u32 = 20_000;
/// Moments in which the program has taken a deed at the board, even if it still draws what came of the one before.
const MOMENTS: u32 = 20;
/// Jiffies without a change after which the program waits for its person: more than a stone shines when it is set.
const QUIET: u16 = 12;

/// Codes of the picture. Source: `c64/src/art/characters.rs`.
const SOLID: u8 = 73;
const CORNER: u8 = 80;
const ARROW: u8 = 85;
/// The characters of the wooden board, by the half characters of a cell: the first one, and from a content to the next. Source:
/// `c64/src/art/wood.rs`.
const STONES: [(u8, u8); 3] = [(90, 1), (93, 4), (105, 9)];
const SMALL_STONES: u8 = 132;

/// The menu: the column of the arrow and of the values, and the rows. Source: `c64/src/app/menu.rs`.
const MENU: (usize, usize) = (6, 22);
const MENU_ROWS: [usize; 14] = [7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22];
/// The panel: the row of the turn, the first of the actions and of the messages. Source: `c64/src/app/panel.rs`.
const TURN: usize = 9;
const ACTIONS: usize = 11;
const MESSAGE: usize = 22;
/// Those of the players, with an arrow before the one whose turn it is.
const PLAYERS: [usize; 2] = [2, 5];

/// The VIC's registers up to the sprites' colours, and where the picture says which shapes they have.
const VIC: u16 = 0xd000;
const VIC_BYTES: u16 = 0x2f;
const SHAPES: u16 = 0xdbf8;
/// The colours of the 1,000 cells.
const COLOURS: u16 = 0xd800;

/// A C64 that runs the play program. Everything in it panics when the run ends.
pub trait Computer {
    /// Holds the joystick in port 2 so from now on.
    fn hold(&mut self, stick: Joystick);
    /// Types keys given in PETSCII; returns when the program has taken them.
    fn type_keys(&mut self, keys: &[u8]);
    /// Lets the machine run for so many sixtieths of a second.
    fn run_jiffies(&mut self, jiffies: u16);
    /// Lets it run for a moment.
    fn run_on(&mut self);
    /// The program's picture, if that is what is seen.
    fn picture(&mut self) -> Option<Picture>;
    /// Reads the chips at $D000-$DFFF.
    fn chips(&mut self, address: u16, length: u16) -> Vec<u8>;
    /// RAM.
    fn memory(&mut self, address: u16, length: u16) -> Vec<u8>;
}

impl Computer for Session {
    fn hold(&mut self, stick: Joystick) {
        Session::hold(self, stick).unwrap_or_else(|error| panic!("{error}"));
    }

    fn type_keys(&mut self, keys: &[u8]) {
        Session::type_keys(self, keys).unwrap_or_else(|error| panic!("{error}"));
    }

    fn run_jiffies(&mut self, jiffies: u16) {
        Session::run_jiffies(self, jiffies).unwrap_or_else(|error| panic!("{error}"));
    }

    fn run_on(&mut self) {
        Session::run_on(self).unwrap_or_else(|error| panic!("{error}"));
    }

    fn picture(&mut self) -> Option<Picture> {
        Pictures::picture(self).unwrap_or_else(|error| panic!("{error}"))
    }

    fn chips(&mut self, address: u16, length: u16) -> Vec<u8> {
        Session::chips(self, address, length).unwrap_or_else(|error| panic!("{error}"))
    }

    fn memory(&mut self, address: u16, length: u16) -> Vec<u8> {
        Session::memory(self, address, length).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The only input device that the person uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The joystick in port 2.
    Stick,
    /// The keyboard.
    Keys,
}

/// The actions of a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves")]
pub enum Deed {
    Up,
    Down,
    Left,
    Right,
    Fire,
}

impl Deed {
    const fn stick(self) -> Joystick {
        Joystick(1 << self as u8)
    }

    /// The cursor keys and RETURN.
    const fn key(self) -> u8 {
        [0x91, 0x11, 0x9d, 0x1d, 0x0d][self as usize]
    }
}

/// The rows of the menu. Source: `c64/src/app/settings.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the rows say what they are")]
pub enum Row {
    Play,
    Game,
    Puzzle,
    First,
    Second,
    Level,
    Clock,
    Board,
    Speed,
    Language,
    Sound,
    Load,
    Rules,
    Exit,
}

/// The keys of the menu's rows.
const ROW_KEYS: &[u8; 14] = b"PGZ12LTBEISRHQ";

/// The actions beside the board. Source: `c64/src/app/board.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the actions say what they are")]
pub enum Action {
    Undo,
    Redo,
    Hint,
    Legal,
    Move,
    Weights,
    Swap,
    New,
    Save,
    Load,
    Menu,
}

/// The keys of the actions.
const ACTION_KEYS: &[u8; 11] = b"UFHLDTXNSRM";

/// A sprite that is seen: number, shape, left and upper edge on the VIC's grid, colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "above")]
pub struct Sprite {
    pub number: u8,
    pub shape: u8,
    pub x: u16,
    pub y: u8,
    pub colour: u8,
}

/// A person before a C64.
pub struct Person<C> {
    /// The machine.
    pub c64: C,
    hands: Hands,
}

impl<C: Computer> Person<C> {
    /// Places a person at this C64.
    pub fn new(c64: C, hands: Hands) -> Self {
        Person { c64, hands }
    }

    /// Does one action.
    pub fn act(&mut self, deed: Deed) {
        match self.hands {
            Hands::Stick => {
                self.c64.hold(deed.stick());
                self.c64.run_jiffies(5);
                self.c64.hold(Joystick::REST);
                self.c64.run_jiffies(5);
            }
            Hands::Keys => {
                self.c64.type_keys(&[deed.key()]);
                self.c64.run_jiffies(2);
            }
        }
    }

    /// The picture.
    ///
    /// # Panics
    /// It is not what is seen.
    pub fn picture(&mut self) -> Picture {
        self.c64.picture().unwrap_or_else(|| panic!("the picture is not shown"))
    }

    /// Waits until the picture fulfils a condition.
    ///
    /// # Panics
    /// It never does.
    pub fn wait(&mut self, wanted: &str, condition: impl Fn(&Picture) -> bool) -> Picture {
        let mut last = None;
        for _ in 0..PATIENCE {
            match self.c64.picture() {
                Some(picture) if condition(&picture) => return picture,
                picture => last = picture,
            }
            self.c64.run_on();
        }
        panic!("{wanted} never came: {last:?}");
    }

    /// Waits until a text stands in the picture, perhaps in the rows of the panel's messages, then until the program waits for its
    /// person.
    pub fn wait_for(&mut self, text: &str) -> Picture {
        let said = |picture: &Picture| message(picture).to_lowercase().contains(&text.to_lowercase());
        self.wait(text, |picture| picture.contains(text) || said(picture));
        self.settle()
    }

    /// Waits until nothing but colours and the clock changes any more.
    pub fn settle(&mut self) -> Picture {
        let mut before = (self.picture_without_clock(), self.sprites());
        for _ in 0..PATIENCE {
            self.c64.run_jiffies(QUIET);
            let now = (self.picture_without_clock(), self.sprites());
            if now == before {
                return now.0;
            }
            before = now;
        }
        panic!("never at rest: {:?}", before.0);
    }

    /// The picture with a clock at 0.
    fn picture_without_clock(&mut self) -> Picture {
        let mut codes = self.picture().codes().to_vec();
        if codes[TURN * COLUMNS + 37] == b':' {
            codes[TURN * COLUMNS + 35..][..5].copy_from_slice(b" 0:00");
        }
        Picture::new(&codes)
    }

    /// The sprites that are seen.
    pub fn sprites(&mut self) -> Vec<Sprite> {
        let vic = self.c64.chips(VIC, VIC_BYTES);
        let shapes = self.c64.memory(SHAPES, 8);
        let seen = (0..8u8).filter(|number| vic[0x15] >> number & 1 != 0);
        let sprite = |number: u8| {
            let at = usize::from(number);
            Sprite {
                number,
                // The first shape is at $DC00, $1C00 in the VIC's bank.
                shape: shapes[at].wrapping_sub(0x70),
                x: u16::from(vic[2 * at]) | u16::from(vic[0x10] >> number & 1) << 8,
                y: vic[2 * at + 1],
                colour: vic[0x27 + at] & 15,
            }
        };
        seen.map(sprite).collect()
    }

    /// The picture as text, with the colours of the cells that are not blank as hexadecimal digits, and the sprites.
    pub fn board_as_text(&mut self) -> String {
        let picture = self.settle();
        let colours = self.c64.chips(COLOURS, picture.codes().len() as u16);
        let mut text = format!("{picture}\n\n");
        for (codes, colours) in picture.codes().chunks(COLUMNS).zip(colours.chunks(COLUMNS)) {
            let cell = |(code, colour): (&u8, &u8)| match code {
                b' ' => ' ',
                _ => char::from(b"0123456789ABCDEF"[usize::from(colour & 15)]),
            };
            let row: String = codes.iter().zip(colours).map(cell).collect();
            text += &format!("{}\n", row.trim_end());
        }
        for Sprite { number, shape, x, y, colour } in self.sprites() {
            text += &format!("\nsprite {number} shape {shape} at {x},{y} colour {colour:X}");
        }
        text
    }

    /// The row with the arrow of a list that begins at `first`.
    fn row(&mut self, column: usize, first: usize) -> usize {
        // Between two rows there is none for a moment.
        let arrow =
            |picture: &Picture| (first..25).find(|row| picture.codes()[row * COLUMNS + column] == ARROW);
        let picture = self.wait("an arrow", |picture| arrow(picture).is_some());
        arrow(&picture).expect("it was there")
    }

    /// Brings the arrow of a list that begins at `first` to a row.
    fn go_to_row(&mut self, column: usize, first: usize, wanted: usize) {
        for _ in 0..PATIENCE {
            let row = self.row(column, first);
            match row.cmp(&wanted) {
                std::cmp::Ordering::Less => self.act(Deed::Down),
                std::cmp::Ordering::Equal => return,
                std::cmp::Ordering::Greater => self.act(Deed::Up),
            }
        }
        panic!("the arrow never comes to row {wanted}");
    }

    /// Does a row of the menu, by its key if the person has keys.
    pub fn choose(&mut self, row: Row) {
        if self.hands == Hands::Keys {
            self.c64.type_keys(&[ROW_KEYS[row as usize]]);
            self.c64.run_jiffies(2);
        } else {
            self.go_to_row(MENU.0, MENU_ROWS[0], MENU_ROWS[row as usize]);
            self.act(Deed::Fire);
        }
    }

    /// The value of a row of the menu.
    pub fn value(&mut self, row: Row) -> String {
        let line = self.picture().lines()[MENU_ROWS[row as usize]].clone();
        line.chars().skip(MENU.1).collect::<String>().trim().to_string()
    }

    /// Sets a row of the menu to a value, given as it is shown.
    ///
    /// # Panics
    /// It has no such value.
    pub fn set(&mut self, row: Row, value: &str) {
        for _ in 0..20 {
            // An opponent, or a puzzle that was solved, by the number alone.
            let shown = self.value(row).to_lowercase();
            if shown == value.to_lowercase() || shown.split([' ', '*']).next() == Some(value) {
                return;
            }
            let before = self.value(row);
            self.choose(row);
            for _ in 0..PATIENCE {
                if self.value(row) != before {
                    break;
                }
                self.c64.run_on();
            }
            self.settle();
        }
        panic!("{row:?} has no value {value}: {:?}", self.picture());
    }

    /// Returns the place of the cursor, if it is on the board.
    pub fn cursor(&mut self, layout: Layout) -> Option<Square> {
        if layout.pieces == Pieces::Letters {
            let picture = self.picture();
            return layout.squares().find(|&at| {
                let (column, row) = layout.corner(at);
                picture.codes()[row * COLUMNS + column] == CORNER
            });
        }
        let sprite = self.sprites().into_iter().find(|sprite| sprite.number == 0)?;
        layout.squares().find(|&at| layout.cursor(at) == (sprite.x, sprite.y))
    }

    /// Brings the cursor to a square.
    ///
    /// # Panics
    /// It does not get there.
    pub fn go(&mut self, layout: Layout, to: Square) {
        for _ in 0..PATIENCE {
            let before = self.cursor(layout);
            let deed = match before {
                Some(at) if at == to => return,
                Some((column, _)) if column > to.0 => Deed::Left,
                Some((column, _)) if column < to.0 => Deed::Right,
                Some((_, row)) if row > to.1 => Deed::Down,
                Some(_) => Deed::Up,
                // Among the actions.
                None => Deed::Left,
            };
            self.act(deed);
            // The program may still draw what came of the deed before: another one now would be one too many.
            for _ in 0..MOMENTS {
                if self.cursor(layout) != before {
                    break;
                }
                self.c64.run_on();
            }
        }
        panic!("the cursor never comes to {to:?}: {:?}", self.picture());
    }

    /// The number of the turn.
    pub fn turn(&mut self) -> u16 {
        turn(&self.picture())
    }

    /// Plays a move on the C64 and on this computer, waits until it is seen, and compares the boards.
    ///
    /// # Panics
    /// The boards differ.
    pub fn play(&mut self, game: &mut Position, text: &str) {
        let layout = Layout::of(game);
        let before = self.turn();
        let (from, to) = game.play(text);
        if from != to {
            self.go(layout, from);
            self.act(Deed::Fire);
        }
        self.go(layout, to);
        self.act(Deed::Fire);
        // After the last one it is nobody's turn.
        let mover =
            |picture: &Picture| PLAYERS.iter().any(|row| picture.codes()[row * COLUMNS + PANEL] == ARROW);
        self.wait("the next turn", |picture| {
            if game.is_over() { !mover(picture) } else { turn(picture) == before + 1 }
        });
        self.settle();
        assert_eq!(self.board(layout), game.board(), "{text}: {:?}", self.picture());
    }

    /// Returns the pieces seen on the board, as the engine numbers them, from the lowest row.
    pub fn board(&mut self, layout: Layout) -> Vec<Vec<u8>> {
        let (picture, sprites) = (self.picture(), self.sprites());
        let content = |at: Square| {
            let (column, row) = layout.corner(at);
            let code = |right: usize, down: usize| picture.codes()[(row + down) * COLUMNS + column + right];
            match layout.pieces {
                Pieces::Sprites => {
                    let here = |sprite: &&Sprite| {
                        sprite.number != 0 && (sprite.x, sprite.y) == layout.pixels(at, (0, 1))
                    };
                    sprites.iter().find(here).map_or(0, |sprite| sprite.number)
                }
                // An X is full in the middle, an O above it.
                Pieces::Letters if code(3, 3) == SOLID => 1,
                Pieces::Letters => 2 * u8::from(code(3, 1) == SOLID),
                Pieces::Stones if layout.step == 3 => (code(0, 0) - SMALL_STONES) % 3,
                Pieces::Stones => {
                    let (first, next) = STONES[usize::from(layout.step) / 2 - 1];
                    (code(0, 0) - first) / next
                }
            }
        };
        let row = |row| (0..layout.size).map(|column| content((column, row))).collect();
        (0..layout.size).map(row).collect()
    }

    /// Does an action beside the board, by its key if the person has keys.
    pub fn do_action(&mut self, layout: Layout, action: Action) {
        if self.hands == Hands::Keys {
            self.c64.type_keys(&[ACTION_KEYS[action as usize]]);
            self.c64.run_jiffies(2);
            return;
        }
        while self.cursor(layout).is_some() {
            self.act(Deed::Right);
        }
        // Only what can be done now is listed, by its key.
        let picture = self.picture();
        let key = char::from(ACTION_KEYS[action as usize]);
        let lines = picture.lines();
        let listed = |row: &usize| {
            let mut text = lines[*row].chars().skip(PANEL + 1);
            text.next() == Some(key) && text.next() == Some(' ')
        };
        let row = (ACTIONS..MESSAGE).find(listed).unwrap_or_else(|| panic!("no {action:?}: {picture:?}"));
        self.go_to_row(PANEL, ACTIONS, row);
        self.act(Deed::Fire);
    }
}

/// The number of the turn in the panel, 0 where there is none.
pub fn turn(picture: &Picture) -> u16 {
    let digits: String = picture.lines()[TURN].chars().skip(PANEL + 6).take(3).collect();
    digits.trim().parse().unwrap_or(0)
}

/// Returns the text of the panel, its rows put together.
fn message(picture: &Picture) -> String {
    let rows = picture.lines();
    let row = |row: &String| row.chars().skip(PANEL).collect::<String>().trim().to_string();
    rows[MESSAGE..].iter().map(row).collect::<Vec<_>>().join(" ")
}
