//! Saving and loading games on disk at the console.

use engine::Side;

use super::Console;
use crate::device::{Computer, Fault};
use crate::line;
use crate::savegame::{self, Choices, MAX_LENGTH};
use crate::state::State;
use crate::words::Word;

/// The default file name: the first one that the play program uses.
const NAME: &[u8] = b"2080 GAME 1";

/// The engine, as a player in [`Choices`].
const ENGINE: u8 = 2;

/// Returns the file name in a command.
#[inline(never)]
fn name(typed: &[u8]) -> &[u8] {
    match typed {
        [_, _, b' ', name @ ..] | [_, _, name @ ..] if !name.is_empty() => name,
        _ => NAME,
    }
}

impl<D: Computer> Console<'_, D> {
    /// Saves the game to the named file.
    #[inline(never)]
    pub(super) fn save(&mut self, state: &State, typed: &[u8]) {
        let mut file = [0; MAX_LENGTH];
        let mut choices = Choices { players: [0, 0], level: self.level.number(), clock: 0 };
        if let Some(side) = self.engine {
            choices.players[side as usize] = ENGINE;
        }
        let data = savegame::encode(state, &choices, &mut file);
        let name = name(typed);
        let mut replace = false;
        loop {
            match self.text.terminal.save(name, data, replace) {
                Err(Fault::Exists) if !replace => {
                    self.text.say(Word::Overwrite);
                    replace = matches!(line::read(&mut self.text).bytes(), [b'Y' | b'S', ..]);
                    if !replace {
                        return;
                    }
                }
                Err(fault) => return self.complain(fault),
                Ok(()) => return self.text.tell(Word::Saved),
            }
        }
    }

    /// Continues the game in the named file.
    #[inline(never)]
    pub(super) fn load(&mut self, state: &mut State, typed: &[u8]) {
        let mut file = [0; MAX_LENGTH];
        let length = match self.text.terminal.load(name(typed), &mut file) {
            Ok(length) => length,
            Err(fault) => return self.complain(fault),
        };
        match savegame::decode(&file, length, state, self.text.terminal) {
            Ok(choices) => {
                self.engine = match choices.players {
                    [ENGINE, _] => Some(Side::First),
                    [_, ENGINE] => Some(Side::Second),
                    _ => None,
                };
                self.set_level(state, choices.level);
                self.text.tell(Word::Loaded);
                self.show_board(state);
            }
            Err(refusal) => self.text.tell(Word::of_refusal(refusal)),
        }
    }

    /// Prints what is wrong with the drive or the disk.
    #[inline(never)]
    fn complain(&mut self, fault: Fault) {
        self.text.say(Word::of_fault(fault));
        if let Fault::Other(number) = fault {
            self.text.space();
            self.text.number(number as u32);
        }
        self.text.newline();
    }
}
