//! The game program on the picture screen: title, menu, boards. Everything can be done with the joystick alone, and with keys
//! alone.

mod attract;
mod board;
mod files;
pub mod input;
mod lesson;
mod menu;
pub mod panel;
mod progress;
pub mod settings;
mod turns;
mod verdict;
mod why;

#[cfg(test)]
mod tests;

use core::mem::offset_of;

use crate::clock::Stopwatch;
use crate::device::{Colour, Device, Effect, View as Shown};
use crate::savegame::MAX_LENGTH;
use crate::state::State;
use crate::view::{Square, View};
use crate::words::{Language, Word};
use input::Input;
use panel::Panel;
use settings::{MUSIC, Row, Settings, Shown as Setting};

/// What is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Screen {
    Title,
    Menu,
    Game,
}

/// The program.
pub struct App<T> {
    /// The machine.
    pub device: T,
    input: Input,
    settings: Settings,
    panel: Panel,
    screen: Screen,
    /// The row of the menu, and the action beside the board.
    row: u8,
    action: u8,
    /// Whether the joystick chooses among the actions rather than on the board.
    aside: bool,
    /// Where the cursor is on the board.
    cursor: Square,
    /// The piece to be moved.
    selected: Option<Square>,
    /// Whether squares are marked besides the last move's.
    marked: bool,
    /// Whether there is a game to go on with.
    playing: bool,
    /// Whether the engines wait, in a game without persons.
    paused: bool,
    /// Whether this game is not to be counted in the session's score, or no more.
    counted: bool,
    /// The number of the file saved or loaded last, 1 to 9.
    slot: u8,
    /// Whether the disk was asked which puzzles are solved.
    recalled: bool,
    /// Whether a puzzle was solved that the disk does not know of.
    unkept: bool,
    /// Whether something is told in the menu.
    told: bool,
    /// Whether the title's music is played.
    music: bool,
    /// Since when nothing is pressed at the title.
    idle: Stopwatch,
    /// While the program plays by itself, the next of its own numbers for chance; else 0.
    demo: u16,
}

impl<T> App<T> {
    /// Where the values of the settings lie, for whoever reads the memory.
    pub const SETTINGS: usize = offset_of!(App<T>, settings) + Settings::VALUES;
    /// Where it stands whether there is a game to go on with.
    pub const PLAYING: usize = offset_of!(App<T>, playing);
    /// Where the two bytes lie that are 0 unless the program plays by itself.
    pub const DEMO: usize = offset_of!(App<T>, demo);
}

impl<T: Device> App<T> {
    /// The program before its start.
    pub const fn new(device: T) -> Self {
        let settings = Settings::new();
        let view = View::new(settings.game(), settings.size());
        App {
            device,
            input: Input::new(),
            settings,
            panel: Panel::new(view),
            screen: Screen::Title,
            row: 0,
            action: 0,
            aside: false,
            cursor: (0, 0),
            selected: None,
            marked: false,
            playing: false,
            paused: false,
            counted: false,
            slot: 1,
            recalled: false,
            unkept: false,
            told: false,
            music: false,
            idle: Stopwatch::new(),
            demo: 0,
        }
    }

    /// Has it begin in the language of this number: 0 for English.
    pub fn begin_in(&mut self, language: u8) {
        self.settings.set(Row::Language, (language != 0) as u8);
        self.set_language();
    }

    /// Runs until it is left for BASIC. Begins with the saved game of a number, or with a puzzle of a game, each 0 for none; at the title if
    /// there is none or it cannot be read.
    pub fn run(&mut self, state: &mut State, first: [u8; 3]) {
        self.device.show(Shown::Picture);
        if !self.open(state, first) {
            self.begin();
        }
        while self.step(state) {}
        self.device.show(Shown::Console);
    }

    /// Shows the title.
    fn begin(&mut self) {
        self.screen = Screen::Title;
        self.device.show(Shown::Picture);
        self.panel.view.title(&mut self.device);
        self.idle = Stopwatch::start(&mut self.device);
        self.title_sound();
    }

    /// Goes to a saved game or a puzzle: see [`App::run`]. False if there is none.
    #[inline(never)] // The file would take memory for as long as the program runs.
    fn open(&mut self, state: &mut State, [slot, game, puzzle]: [u8; 3]) -> bool {
        if slot != 0 {
            self.slot = slot;
            return self.read_file(state, &mut [0; MAX_LENGTH]) == Word::Loaded;
        }
        let asks = self.settings.choose_puzzle(game, puzzle);
        if asks {
            self.new_game(state);
        }
        asks
    }

    /// Writes whether there is music under the title, and its key.
    #[inline(never)]
    fn title_sound(&mut self) {
        let (device, view) = (&mut self.device, &self.panel.view);
        view.word(device, 12, 24, 10, Word::SoundKey, Colour::Grey);
        if let Setting::Word(word) = self.settings.shown(Row::Sound as u8) {
            view.word(device, 22, 24, 9, word, Colour::Grey);
        }
        self.play_music();
    }

    /// Begins the title's music, if it is wanted and not played yet, or ends it if it is not wanted.
    #[inline(never)]
    fn play_music(&mut self) {
        let wanted = self.settings.get(Row::Sound) == MUSIC;
        if wanted != self.music {
            self.silence();
            self.music = wanted;
            if wanted {
                self.device.effect(Effect::Title);
            }
        }
    }

    /// Ends all sound.
    #[inline(never)]
    fn silence(&mut self) {
        self.music = false;
        self.device.silence();
    }

    /// Goes on by one event, if there is any, or by one turn of the engine. False when the program is left.
    fn step(&mut self, state: &mut State) -> bool {
        match self.screen {
            Screen::Title => {
                self.title(state);
                true
            }
            Screen::Menu => self.menu(state),
            Screen::Game => {
                self.game(state);
                true
            }
        }
    }

    /// The next event; 0 if nothing has happened, up to the next jiffy.
    #[inline(never)]
    fn event(&mut self) -> u8 {
        let kept = self.input.kept();
        if kept != 0 {
            return kept;
        }
        let event = self.input.event(&mut self.device);
        if event == 0 {
            self.device.rest();
        }
        event
    }

    /// Makes a sound unless sound is switched off or the title's music goes on.
    #[inline(never)]
    fn effect(&mut self, effect: Effect) {
        if self.settings.get(Row::Sound) != 0 && self.demo == 0 {
            self.music = false;
            self.device.effect(effect);
        }
    }

    /// Goes on in the next language. What is seen is to be drawn anew.
    #[inline(never)]
    fn change_language(&mut self) {
        self.settings.change(Row::Language as u8, false);
        self.set_language();
    }

    /// Has all words in the language chosen.
    fn set_language(&mut self) {
        self.panel.view.language =
            if self.settings.get(Row::Language) == 0 { Language::English } else { Language::Spanish };
    }
}

/// Chooses in a list by an event: up and down move, fire and a row's own key do. Returns the row to be done.
#[inline(never)]
fn choose(event: u8, keys: &[u8], row: &mut u8) -> Option<u8> {
    let last = keys.len() as u8 - 1;
    match event {
        // Not around to the end: there the program is left.
        input::UP => *row = row.saturating_sub(1),
        input::DOWN => *row = if *row == last { 0 } else { *row + 1 },
        input::FIRE => return Some(*row),
        _ => {
            for (at, &key) in (0..).zip(keys) {
                if key == event {
                    *row = at;
                    return Some(at);
                }
            }
        }
    }
    None
}
