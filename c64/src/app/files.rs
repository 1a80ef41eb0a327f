//! Saving and loading games, and recording which puzzles were solved.

use super::panel::DIGIT;
use super::settings::Row;
use super::{App, input};
use crate::device::{Device, Fault};
use crate::savegame::{self, Choices, MAX_LENGTH};
use crate::state::State;
use crate::words::Word;

/// The file name, whose last character is the chosen digit. The displayed text ends with arrows: other digits can be selected.
const NAME: [u8; 13] = *b"2080 GAME 1<>";
const LENGTH: usize = DIGIT as usize + 1;
/// The name of the file that records the solved puzzles.
const SOLVED_NAME: [u8; 11] = *b"2080 SOLVED";

impl<T: Device> App<T> {
    /// Saves the game or loads another one: asks for the file and shows the result. Returns false if no file was chosen.
    #[inline(never)]
    pub(super) fn file(&mut self, state: &mut State, saves: bool) -> bool {
        if !self.choose_file(if saves { Word::SaveAs } else { Word::LoadFrom }) {
            return false;
        }
        self.silence();
        self.say(Word::Wait);
        let mut file = [0; MAX_LENGTH];
        let word = if saves { self.write_file(state, &mut file) } else { self.read_file(state, &mut file) };
        if matches!(word, Word::Saved | Word::Loaded) {
            self.say(word);
        } else {
            self.refuse(word);
        }
        true
    }

    /// Asks for the file's number. Returns false if none was chosen.
    #[inline(never)]
    fn choose_file(&mut self, word: Word) -> bool {
        loop {
            let device = &mut self.device;
            self.panel.say(device, word);
            self.panel.say_name(device, &NAME, self.slot);
            // Drawn only once per event: otherwise the rows would flicker.
            let event = self.wait();
            match event {
                input::LEFT if self.slot > 1 => self.slot -= 1,
                input::RIGHT if self.slot < 9 => self.slot += 1,
                b'1'..=b'9' => self.slot = event & 15,
                input::FIRE => return true,
                // Down is for players who only have a joystick.
                input::BACK | input::DOWN => return false,
                _ => {}
            }
        }
    }

    #[inline(never)]
    fn write_file(&mut self, state: &State, file: &mut [u8; MAX_LENGTH]) -> Word {
        let choices = Choices {
            players: [self.settings.get(Row::First), self.settings.get(Row::Second)],
            level: self.settings.get(Row::Level) + 1,
            clock: self.settings.get(Row::Clock),
        };
        let data = savegame::encode(state, &choices, file);
        let mut replaces = false;
        loop {
            match self.device.save(&name(self.slot), data, replaces) {
                Ok(()) => return Word::Saved,
                Err(Fault::Exists) if !replaces => {
                    if !self.confirm(Word::Replace) {
                        return Word::NotSaved;
                    }
                    self.say(Word::Wait);
                    replaces = true;
                }
                Err(fault) => return Word::of_fault(fault),
            }
        }
    }

    /// Loads the game with the chosen number and shows it on the board. Returns the result.
    #[inline(never)]
    pub(super) fn read_file(&mut self, state: &mut State, file: &mut [u8; MAX_LENGTH]) -> Word {
        let length = match self.device.load(&name(self.slot), file) {
            Ok(length) => length,
            Err(fault) => return Word::of_fault(fault),
        };
        let game_before = state.game;
        match savegame::decode(file, length, state, &mut self.device) {
            Ok(choices) => {
                self.settings.follow(state);
                self.settings.take_over(&choices);
                self.begin_game(state, game_before);
                Word::Loaded
            }
            Err(refusal) => Word::of_refusal(refusal),
        }
    }
}

impl<T: Device> App<T> {
    /// Marks the puzzles that are solved according to the disk, unless this was done already; reports disk errors below the menu.
    pub(super) fn recall_solved(&mut self, state: &mut State) {
        if !self.recalled {
            self.recalled = true;
            self.silence();
            self.clear_help(state);
            self.say(Word::Wait);
            match self.read_solved(state, &mut [0; MAX_LENGTH]) {
                None => self.play_music(),
                Some(word) => {
                    self.told = true;
                    self.refuse(word);
                }
            }
        }
    }

    /// Marks the puzzles that are solved according to the disk. Returns a disk or file error; a missing file is not an error.
    #[inline(never)]
    fn read_solved(&mut self, state: &mut State, file: &mut [u8; MAX_LENGTH]) -> Option<Word> {
        match self.device.load(&SOLVED_NAME, file) {
            Ok(length) if savegame::decode_solved(file, length, state) => None,
            Ok(_) => Some(Word::FileDamaged),
            Err(Fault::Missing) => None,
            Err(fault) => Some(Word::of_fault(fault)),
        }
    }

    /// Writes the solved puzzles to the disk if it lacks any, together with those it already has, unless its file is of another
    /// kind or damaged; reports errors.
    pub(super) fn keep_solved(&mut self, state: &mut State) {
        if !self.unkept {
            return;
        }
        self.silence();
        // Disk access takes seconds.
        self.say(Word::Wait);
        // One buffer for both: there is no memory for two.
        let mut file = [0; MAX_LENGTH];
        let mut wrong = self.read_solved(state, &mut file);
        if wrong.is_none() {
            let data = savegame::encode_solved(state, &mut file);
            wrong = self.device.save(&SOLVED_NAME, data, true).err().map(Word::of_fault);
        }
        if let Some(word) = wrong {
            self.input.flush(&mut self.device, true);
            self.refuse(word);
            self.panel.say_last(&mut self.device, Word::GoOn);
            // The message stays until something is pressed, which is then handled unless it is fire.
            let event = self.rest(u16::MAX);
            if event != input::FIRE {
                self.input.keep(event);
            }
        } else {
            self.unkept = false;
        }
        self.status(state);
    }
}

/// Returns the name of a file.
fn name(slot: u8) -> [u8; LENGTH] {
    let mut name = [0; LENGTH];
    name.copy_from_slice(&NAME[..LENGTH]);
    name[DIGIT as usize] = b'0' + slot;
    name
}
