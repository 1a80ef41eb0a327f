//! The one list of commands.

use engine::games::five_in_a_row::Board19;
use engine::player::LEVELS;
use engine::search::MAX_DEPTH;

use crate::words::Word;

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Command {
    /// Shows the board.
    Board,
    /// Lists the legal moves.
    Moves,
    /// Lets the engine play the side to move.
    Go,
    /// Switches the engine off.
    Off,
    /// Lets the engine make one move.
    Once,
    /// Gives the turn to the other side.
    Side,
    /// Takes the last move back.
    Undo,
    /// Takes it again.
    Redo,
    /// Lists the moves played.
    Played,
    /// Sets up a new game.
    New,
    /// Sets how well the engine plays.
    Level,
    /// Sets the search depth.
    Depth,
    /// Sets the minutes a move.
    Time,
    /// Shows the contents of the move tables.
    Entries,
    /// Shows the weights of five in a row.
    Weights,
    /// Five in a row on a board of another size.
    Size,
    /// Another game, by its digit.
    Game,
    /// Saves the game.
    Write,
    /// Loads a game.
    Read,
    /// Changes the language.
    Language,
    /// Lists the commands.
    Help,
    /// Goes to the menu.
    Menu,
    /// Returns to BASIC.
    Quit,
}

/// The depth of a new console, the seed's default.
pub const DEFAULT_DEPTH: u8 = 4;

/// The minutes a move of a new console, the seed's default.
pub const DEFAULT_MINUTES: u8 = 5;

/// The most minutes a move: the clock wraps after a little more.
pub const MAX_MINUTES: u8 = 18;

/// How many commands there are.
pub const COUNT: usize = 25;

/// The name of a file, or nothing, follows the letter: see [`ARGUMENTS`].
const NAME: u8 = 0xFF;

/// The letters of the commands, after the dot, in the order of the help.
pub static LETTERS: [u8; COUNT] = *b"BMGOCSUFPNLDTEXA123WRIHZQ";

/// What follows each letter: nothing for 0, [`NAME`], or a number from 1 to this one.
static ARGUMENTS: [u8; COUNT] = {
    let mut arguments = [0; COUNT];
    arguments[10] = LEVELS;
    arguments[11] = MAX_DEPTH;
    arguments[12] = MAX_MINUTES;
    arguments[15] = Board19::MAX_SIDE;
    arguments[19] = NAME;
    arguments[20] = NAME;
    arguments
};

/// What the letters mean.
static MEANINGS: [Command; COUNT] = [
    Command::Board,
    Command::Moves,
    Command::Go,
    Command::Off,
    Command::Once,
    Command::Side,
    Command::Undo,
    Command::Redo,
    Command::Played,
    Command::New,
    Command::Level,
    Command::Depth,
    Command::Time,
    Command::Entries,
    Command::Weights,
    Command::Size,
    Command::Game,
    Command::Game,
    Command::Game,
    Command::Write,
    Command::Read,
    Command::Language,
    Command::Help,
    Command::Menu,
    Command::Quit,
];

/// The help of the first command; those of the others follow.
pub const FIRST_HELP: Word = Word::HelpBoard;

/// Reads a command, dot included, and its number, or its letter if it has none; `None` if it is no command or its number is
/// missing or out of range. A name is not looked at.
#[inline(never)]
pub fn parse(line: &[u8]) -> Option<(Command, u8)> {
    let (letter, rest) = match line {
        [b'.', letter, rest @ ..] => (*letter, rest),
        _ => return None,
    };
    let mut at = 0;
    while *LETTERS.get(at as usize)? != letter {
        at += 1;
    }
    let most = *ARGUMENTS.get(at as usize)?;
    let mut value = letter;
    if most == 0 && !rest.is_empty() {
        return None;
    }
    if most != 0 && most != NAME {
        value = value_of(rest);
        if value == 0 || value > most {
            return None;
        }
    }
    Some((*MEANINGS.get(at as usize)?, value))
}

/// The value of a decimal number of one or two digits, 0 for anything else.
fn value_of(digits: &[u8]) -> u8 {
    if digits.len() > 2 {
        return 0;
    }
    let mut value = 0;
    for &ascii in digits {
        let digit = ascii.wrapping_sub(b'0');
        if digit > 9 {
            return 0;
        }
        value = value * 10 + digit;
    }
    value
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use super::*;
    use crate::words::{Language, text_of};

    #[test]
    fn every_letter_is_its_own_and_reads_as_its_command() {
        for (place, (&letter, &meaning)) in LETTERS.iter().zip(&MEANINGS).enumerate() {
            assert!(!LETTERS[place + 1..].contains(&letter));
            let read = |rest: &str| parse(&[&[b'.', letter], rest.as_bytes()].concat());
            let argument = ARGUMENTS[place];
            for language in [Language::English, Language::Spanish] {
                let help = text_of(crate::words::ALL[FIRST_HELP as usize + place], language);
                assert_eq!(help.as_bytes()[..2], [b'.', letter], "{help}");
                assert_eq!(help.as_bytes()[2] == b'N', argument != 0 && argument != NAME, "{help}");
                assert_eq!(help.contains(" NAME") || help.contains(" NOMBRE"), argument == NAME, "{help}");
                assert!(help.chars().count() < 20, "{help}");
            }
            match argument {
                0 => {
                    assert_eq!(read(""), Some((meaning, letter)));
                    assert_eq!(read("1"), None);
                }
                NAME => {
                    for rest in ["", "GAME", " GAME 1"] {
                        assert_eq!(read(rest), Some((meaning, letter)));
                    }
                }
                most => {
                    for number in 0..=120 {
                        let expected = (1..=most).contains(&number).then_some((meaning, number));
                        assert_eq!(read(&format!("{number}")), expected, "{number}");
                    }
                    for rest in ["", "A", "1A", "-1", "01 ", "001"] {
                        assert_eq!(read(rest), None, "{rest}");
                    }
                }
            }
        }
    }

    /// The commands a manual tells of, sorted; `.W MY GAME` is an example of one.
    fn told(manual: &str) -> Vec<String> {
        let words = manual.split(|c: char| c.is_whitespace() || c == '`' || c == '|');
        let commands = words.filter(|word| {
            let [b'.', letter, rest @ ..] = word.as_bytes() else { return false };
            letter.is_ascii_alphanumeric() && (rest.is_empty() || rest == b"N")
        });
        let mut commands: Vec<String> = commands.map(String::from).collect();
        commands.sort();
        commands.dedup();
        commands
    }

    #[test]
    fn the_manuals_tell_of_every_command_and_of_no_other() {
        let mut expected: Vec<String> = LETTERS
            .iter()
            .zip(ARGUMENTS)
            .map(|(&letter, argument)| match argument {
                0 | NAME => format!(".{}", letter as char),
                _ => format!(".{}N", letter as char),
            })
            .collect();
        expected.sort();
        for manual in [
            include_str!("../../../disk/manual.txt"),
            include_str!("../../../disk/manual-es.txt"),
            include_str!("../../../docs/PLAYING.md"),
        ] {
            // In running text a command stands without its number.
            let plain = |command: &String| !expected.contains(&format!("{command}N"));
            let told: Vec<String> = told(manual).into_iter().filter(plain).collect();
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for line in ["", ".", "B", "..", ".Y", ".4", " .B", ".BB", "E1D2"] {
            assert_eq!(parse(line.as_bytes()), None, "{line}");
        }
    }
}
