//! The game program on the picture screen: title, menu and boards. Everything works with the joystick alone and with the keyboard
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

/// The screen shown.
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
    /// The current row of the menu, and the current action beside the board.
    row: u8,
    action: u8,
    /// Whether the joystick chooses among the actions rather than on the board.
    aside: bool,
    /// The cursor's square on the board.
    cursor: Square,
    /// The piece selected to be moved.
    selected: Option<Square>,
    /// Whether squares are marked other than those of the last move.
    marked: bool,
    /// Whether there is a game to continue.
    playing: bool,
    /// Whether the engines are paused, in a game without persons.
    paused: bool,
    /// Whether this game does not count, or no longer counts, towards the session's score.
    counted: bool,
    /// The number of the last file saved or loaded, 1 to 9.
    slot: u8,
    /// Whether the disk has been asked which puzzles are solved.
    recalled: bool,
    /// Whether a puzzle was solved that is not recorded on the disk yet.
    unkept: bool,
    /// Whether the menu shows a message.
    told: bool,
    /// Whether the title's music is playing.
    music: bool,
    /// Since when nothing is pressed at the title.
    idle: Stopwatch,
    /// While the program plays by itself, the next of its own numbers for chance; else 0.
    demo: u16,
}

impl<T> App<T> {
    /// The offset of the settings' values, for tools that read the memory.
    pub const SETTINGS: usize = offset_of!(App<T>, settings) + Settings::VALUES;
    /// The offset of the flag that there is a game to continue.
    pub const PLAYING: usize = offset_of!(App<T>, playing);
    /// The offset of the two bytes that are 0 unless the program plays by itself.
    pub const DEMO: usize = offset_of!(App<T>, demo);
}

impl<T: Device> App<T> {
    /// Creates the program before its start.
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

    /// Makes it begin in the language with this number: 0 is English.
    pub fn begin_in(&mut self, language: u8) {
        self.settings.set(Row::Language, (language != 0) as u8);
        self.set_language();
    }

    /// Runs until the person returns to BASIC. Begins with a saved game, by number, or with a puzzle of a game, each 0 for none; at the
    /// title if there is none or it cannot be read.
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

    /// Goes to a saved game or a puzzle: see [`App::run`]. Returns false if there is none.
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

    /// Writes whether the title has music, and the key for it.
    #[inline(never)]
    fn title_sound(&mut self) {
        let (device, view) = (&mut self.device, &self.panel.view);
        view.word(device, 12, 24, 10, Word::SoundKey, Colour::Grey);
        if let Setting::Word(word) = self.settings.shown(Row::Sound as u8) {
            view.word(device, 22, 24, 9, word, Colour::Grey);
        }
        self.play_music();
    }

    /// Starts the title's music if it is wanted and not playing yet, or stops it if it is not wanted.
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

    /// Stops all sound.
    #[inline(never)]
    fn silence(&mut self) {
        self.music = false;
        self.device.silence();
    }

    /// Handles one event, if there is any, or plays one turn of the engine. Returns false when the program is left.
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

    /// Returns the next event, or 0 if there is none before the next jiffy.
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

    /// Plays a sound effect unless sound is off or the title's music is playing.
    #[inline(never)]
    fn effect(&mut self, effect: Effect) {
        if self.settings.get(Row::Sound) != 0 && self.demo == 0 {
            self.music = false;
            self.device.effect(effect);
        }
    }

    /// Switches to the next language. The caller has to redraw the screen.
    #[inline(never)]
    fn change_language(&mut self) {
        self.settings.change(Row::Language as u8, false);
        self.set_language();
    }

    /// Switches all words to the chosen language.
    fn set_language(&mut self) {
        self.panel.view.language =
            if self.settings.get(Row::Language) == 0 { Language::English } else { Language::Spanish };
    }
}

/// Handles an event in a list: up, down and a row's own key select. Returns the row to act on.
#[inline(never)]
fn choose(event: u8, keys: &[u8], row: &mut u8) -> Option<u8> {
    let last = keys.len() as u8 - 1;
    match event {
        // No wrapping to the last row: it leaves the program.
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
