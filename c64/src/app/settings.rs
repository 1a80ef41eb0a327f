//! The settings of the menu: one list of rows, each with a value.

use core::mem::offset_of;

use engine::actions::Action;
use engine::games::GameId;
use engine::player::{LEVELS, Level};
use engine::puzzles::{PUZZLES, SIZE};

use crate::games::{GAMES, NAMES};
use crate::savegame::{CLOCKS, Choices, PLAYERS};
use crate::state::State;
use crate::words::Word;

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the words of the rows say what they are")]
pub enum Row {
    Play = 0,
    Game = 1,
    Puzzle = 2,
    First = 3,
    Second = 4,
    Level = 5,
    Clock = 6,
    Board = 7,
    Speed = 8,
    Language = 9,
    Sound = 10,
    Load = 11,
    Rules = 12,
    Exit = 13,
}

/// The number of rows.
pub const ROWS: usize = 14;

/// The labels of the rows.
pub static LABELS: [Word; ROWS] = [
    Word::Play,
    Word::GameRow,
    Word::PuzzleRow,
    Word::FirstRow,
    Word::SecondRow,
    Word::LevelRow,
    Word::ClockRow,
    Word::BoardRow,
    Word::SpeedRow,
    Word::LanguageRow,
    Word::SoundRow,
    Word::LoadRow,
    Word::RulesRow,
    Word::ExitRow,
];

/// The keys of the rows.
pub static KEYS: [u8; ROWS] = *b"PGZ12LTBEISRHQ";

/// The numbers of speeds, languages and kinds of sound.
const SPEEDS: u8 = 3;
const LANGUAGES: u8 = 2;
const SOUNDS: u8 = 3;

/// The smallest and the largest number of columns and rows to choose from.
const SIDES: [u8; 2] = GameId::SIDES;

/// The number of values of each row, 0 for a row that is an action rather than a setting.
pub static COUNTS: [u8; ROWS] = [
    0,
    GAMES as u8,
    PUZZLES + 1,
    PLAYERS,
    PLAYERS,
    LEVELS,
    CLOCKS,
    SIDES[1] - SIDES[0] + 1,
    SPEEDS,
    LANGUAGES,
    SOUNDS,
    0,
    0,
    0,
];

/// The first of a row's words in [`VALUES`] or, from [`NUMBERS`] on, the first of its numbers.
static BASES: [u8; ROWS] = {
    let players = GAMES as u8;
    let levels = players + PLAYERS;
    let clocks = levels + LEVELS;
    let speeds = clocks + CLOCKS;
    let languages = speeds + SPEEDS;
    let sound = languages + LANGUAGES;
    [0, 0, NUMBERS, players, players, levels, clocks, NUMBERS + SIDES[0], speeds, languages, sound, 0, 0, 0]
};

/// See [`BASES`].
const NUMBERS: u8 = 0x80;

/// The words for values: the games' first, then the others.
static VALUES: [Word; GAMES + OTHERS.len()] = {
    let mut values = [Word::Banner; GAMES + OTHERS.len()];
    let mut at = 0;
    while at < values.len() {
        values[at] = if at < GAMES { NAMES[at] } else { OTHERS[at - GAMES] };
        at += 1;
    }
    values
};

/// The words for values that are not games.
const OTHERS: [Word; (PLAYERS + LEVELS + CLOCKS + SPEEDS + LANGUAGES + SOUNDS) as usize] = [
    Word::Person,
    Word::Random,
    Word::Engine,
    Word::Level1,
    Word::Level2,
    Word::Level3,
    Word::Level4,
    Word::Level5,
    Word::Level6,
    Word::Off,
    Word::Seconds5,
    Word::Seconds15,
    Word::Minute1,
    Word::Minutes5,
    Word::Slow,
    Word::Medium,
    Word::Fast,
    Word::English,
    Word::Spanish,
    Word::Off,
    Word::Effects,
    Word::Music,
];

/// The value of [`Row::Sound`] for music at the title and in the menu in addition to sound effects, which are 1; 0 is silence.
pub const MUSIC: u8 = 2;

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Player {
    /// The person in front of the screen.
    Person = 0,
    /// Random moves.
    Random = 1,
    /// The engine.
    Engine = 2,
}

/// How a row's value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The row has no value.
    Nothing,
    /// A word.
    Word(Word),
    /// A number.
    Number(u8),
}

/// The chosen values, by [`Row`], each below its entry in [`COUNTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: [u8; ROWS],
    /// The players of games while a puzzle is chosen, otherwise those of puzzles.
    others: [u8; 2],
}

impl Settings {
    /// The offset of the values, one byte for each [`Row`], for tools that read the memory.
    pub const VALUES: usize = offset_of!(Settings, values);

    /// The default: a person against the engine at level 3, without a clock.
    pub const fn new() -> Self {
        let mut values = [0; ROWS];
        values[Row::Second as usize] = Player::Engine as u8;
        values[Row::Level as usize] = 2;
        values[Row::Board as usize] = GameId::FIRST.sized().descriptor().sides[1] - SIDES[0];
        values[Row::Speed as usize] = 1;
        values[Row::Sound as usize] = MUSIC;
        Settings { values, others: [Player::Person as u8, Player::Engine as u8] }
    }

    /// Returns the number of a row's value.
    #[inline(always)]
    pub const fn get(&self, row: Row) -> u8 {
        self.values[row as usize]
    }

    /// Sets a row's value, except the puzzle's: see [`Settings::change`].
    #[inline(always)]
    pub const fn set(&mut self, row: Row, value: u8) {
        debug_assert!(!matches!(row, Row::Puzzle));
        self.values[row as usize] = value;
    }

    /// Changes row number `row` to its next or previous value, wrapping around.
    #[inline(never)]
    pub fn change(&mut self, row: u8, back: bool) {
        // A puzzle has its own players.
        if self.get(Row::Puzzle) != 0 && (row == Row::First as u8 || row == Row::Second as u8) {
            return;
        }
        let (Some(value), Some(&count)) = (self.values.get_mut(row as usize), COUNTS.get(row as usize))
        else {
            return;
        };
        if count == 0 {
            return;
        }
        let next = if back {
            value.checked_sub(1).unwrap_or(count - 1)
        } else if *value + 1 == count {
            0
        } else {
            *value + 1
        };
        if row == Row::Puzzle as u8 {
            self.set_puzzle(next);
        } else {
            *value = next;
        }
    }

    /// Chooses a puzzle, or none with 0, and with it the players of puzzles or of games.
    #[inline(never)]
    fn set_puzzle(&mut self, number: u8) {
        if (self.get(Row::Puzzle) == 0) != (number == 0) {
            let players = [self.get(Row::First), self.get(Row::Second)];
            self.set(Row::First, self.others[0]);
            self.set(Row::Second, self.others[1]);
            self.others = players;
        }
        self.values[Row::Puzzle as usize] = number;
    }

    /// Chooses a puzzle of a game, both by number. Returns false if there is no such game or puzzle.
    pub fn choose_puzzle(&mut self, game: u8, number: u8) -> bool {
        let exists = (game as usize) < GAMES && (1..=PUZZLES).contains(&number);
        if exists {
            self.set(Row::Game, game);
            self.set_puzzle(number);
        }
        exists
    }

    /// Returns how the value of row number `row` is shown.
    #[inline(never)]
    pub fn shown(&self, row: u8) -> Shown {
        let row = row as usize;
        let (Some(&value), Some(&count), Some(&base)) =
            (self.values.get(row), COUNTS.get(row), BASES.get(row))
        else {
            return Shown::Nothing;
        };
        if count == 0 {
            return Shown::Nothing;
        }
        match VALUES.get((base + value) as usize) {
            _ if base + value == NUMBERS => Shown::Word(Word::Off),
            Some(&word) => Shown::Word(word),
            None => Shown::Number(base - NUMBERS + value),
        }
    }

    /// Returns how the player of a side is shown: the engine by the name of its level.
    #[inline(never)]
    pub fn player_shown(&self, side: u8) -> Shown {
        let row = Row::First as u8 + side;
        self.shown(if self.player(side != 0) == Player::Engine { Row::Level as u8 } else { row })
    }

    /// Chooses the game in `state`.
    #[inline(never)]
    pub fn follow(&mut self, state: &State) {
        self.set(Row::Game, state.game as u8);
        self.set_puzzle(state.puzzle);
        if state.game.can(Action::Sizes) && state.puzzle == 0 {
            self.set(Row::Board, state.size - SIDES[0]);
        }
    }

    /// Lets a person play one side and the engine the other.
    pub fn oppose(&mut self, second: bool) {
        self.set(Row::First, if second { Player::Engine as u8 } else { Player::Person as u8 });
        self.set(Row::Second, if second { Player::Person as u8 } else { Player::Engine as u8 });
    }

    /// Takes over the settings from a file.
    pub fn take_over(&mut self, choices: &Choices) {
        self.set(Row::First, choices.players[0]);
        self.set(Row::Second, choices.players[1]);
        self.set(Row::Level, choices.level - 1);
        self.set(Row::Clock, choices.clock);
    }

    /// Returns the game chosen.
    #[inline(never)]
    pub const fn game(&self) -> GameId {
        match GameId::from_id(self.get(Row::Game)) {
            Some(game) => game,
            None => GameId::FIRST,
        }
    }

    /// Returns the columns and rows of its board. Puzzles have a size of their own.
    #[inline(never)]
    pub const fn size(&self) -> u8 {
        self.game().board(if self.get(Row::Puzzle) != 0 { SIZE } else { self.get(Row::Board) + SIDES[0] })
    }

    /// Returns the player of the first or the second side.
    pub const fn player(&self, second: bool) -> Player {
        match if second { self.get(Row::Second) } else { self.get(Row::First) } {
            0 => Player::Person,
            1 => Player::Random,
            _ => Player::Engine,
        }
    }

    /// Returns the engine's level.
    pub const fn level(&self) -> Level {
        match Level::new(self.get(Row::Level) + 1) {
            Some(level) => level,
            None => Level::BEST,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_goes_round_through_all_its_values() {
        let mut settings = Settings::new();
        for row in 0..ROWS as u8 {
            let before = settings.clone();
            let mut seen = std::vec![settings.shown(row)];
            let count = COUNTS[row as usize];
            for step in 1..=count {
                settings.change(row, false);
                let shown = settings.shown(row);
                assert_eq!(seen.contains(&shown), step == count, "row {row}: {shown:?}");
                seen.push(shown);
            }
            assert_eq!(settings, before);
            for _ in 0..count {
                settings.change(row, true);
            }
            assert_eq!(settings, before);
            assert_eq!(count == 0, seen == [Shown::Nothing]);
        }
        settings.change(ROWS as u8, false);
        assert_eq!(settings, Settings::new());
    }

    #[test]
    fn values_mean_what_is_shown() {
        let mut settings = Settings::new();
        assert_eq!((settings.player(false), settings.player(true)), (Player::Person, Player::Engine));
        assert_eq!((settings.game(), settings.size()), (GameId::MouseAndCats, 8));
        assert_eq!(settings.shown(Row::Game as u8), Shown::Word(Word::MouseAndCats));
        settings.set(Row::Game, GameId::FiveInARow as u8);
        assert_eq!((settings.game(), settings.size()), (GameId::FiveInARow, 15));
        settings.set(Row::Board, 14);
        assert_eq!((settings.shown(Row::Board as u8), settings.size()), (Shown::Number(19), 19));
        settings.change(Row::Board as u8, false);
        assert_eq!((settings.shown(Row::Board as u8), settings.size()), (Shown::Number(5), 5));
        assert_eq!(
            (settings.shown(Row::Level as u8), settings.level().number()),
            (Shown::Word(Word::Level3), 3)
        );
        assert_eq!(settings.shown(Row::Clock as u8), Shown::Word(Word::Off));
        assert_eq!(settings.shown(Row::Sound as u8), Shown::Word(Word::Music));
    }

    #[test]
    fn keys_are_different() {
        for (at, key) in KEYS.iter().enumerate() {
            assert!(!KEYS[at + 1..].contains(key));
        }
    }
}
