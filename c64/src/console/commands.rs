//! The list of the console's commands.

use engine::games::GameId;
use engine::player::LEVELS;
use engine::search::MAX_DEPTH;

use crate::games::GAMES;
use crate::words::Word;

/// The effect of a command.
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
    /// Passes the turn to the other side.
    Side,
    /// Takes the last move back.
    Undo,
    /// Replays it.
    Redo,
    /// Lists the moves played.
    Played,
    /// Sets up a new game.
    New,
    /// Sets the engine's level.
    Level,
    /// Sets the search depth.
    Depth,
    /// Sets the minutes per move.
    Time,
    /// Shows the contents of the move tables.
    Entries,
    /// Shows the weights of the squares.
    Weights,
    /// Starts the game, or the first one that allows it, on a board of another size.
    Size,
    /// Starts another game, chosen by its digit.
    Game,
    /// Saves the game.
    Write,
    /// Loads a game.
    Read,
    /// Changes the language.
    Language,
    /// Lists the commands.
    Help,
    /// Returns to BASIC.
    Quit,
}

/// The default depth of a new console, as in the seed.
pub const DEFAULT_DEPTH: u8 = 4;

/// The default minutes per move of a new console, as in the seed.
pub const DEFAULT_MINUTES: u8 = 5;

/// The maximum minutes per move: the clock wraps a little later.
pub const MAX_MINUTES: u8 = 18;

/// The number of commands.
pub const COUNT: usize = BEFORE.len() + GAMES + AFTER.len();

/// The letter is followed by the name of a file, or by nothing.
const NAME: u8 = 0xFF;

/// A command's letter after the dot, its argument, and its meaning. The argument is 0 for none, [`NAME`], or else the upper limit of
/// a number from 1.
type Row = (u8, u8, Command);

/// The commands in the order of the help, up to those that choose a game, which are the numbers of the games.
const BEFORE: [Row; 16] = [
    (b'B', 0, Command::Board),
    (b'M', 0, Command::Moves),
    (b'G', 0, Command::Go),
    (b'O', 0, Command::Off),
    (b'C', 0, Command::Once),
    (b'S', 0, Command::Side),
    (b'U', 0, Command::Undo),
    (b'F', 0, Command::Redo),
    (b'P', 0, Command::Played),
    (b'N', 0, Command::New),
    (b'L', LEVELS, Command::Level),
    (b'D', MAX_DEPTH, Command::Depth),
    (b'T', MAX_MINUTES, Command::Time),
    (b'E', 0, Command::Entries),
    (b'X', 0, Command::Weights),
    (b'A', GameId::SIDES[1], Command::Size),
];

/// The commands after the games' numbers.
const AFTER: [Row; 5] = [
    (b'W', NAME, Command::Write),
    (b'R', NAME, Command::Read),
    (b'I', 0, Command::Language),
    (b'H', 0, Command::Help),
    (b'Q', 0, Command::Quit),
];

/// Returns a command by its position in the help.
const fn row(at: usize) -> Row {
    if at < BEFORE.len() {
        BEFORE[at]
    } else if at < BEFORE.len() + GAMES {
        (b'1' + (at - BEFORE.len()) as u8, 0, Command::Game)
    } else {
        AFTER[at - BEFORE.len() - GAMES]
    }
}

/// The letters of the commands.
pub static LETTERS: [u8; COUNT] = {
    let mut letters = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        letters[at] = row(at).0;
        at += 1;
    }
    letters
};

/// The argument of each letter.
static ARGUMENTS: [u8; COUNT] = {
    let mut arguments = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        arguments[at] = row(at).1;
        at += 1;
    }
    arguments
};

/// The commands of the letters.
static MEANINGS: [Command; COUNT] = {
    let mut meanings = [Command::Board; COUNT];
    let mut at = 0;
    while at < COUNT {
        meanings[at] = row(at).2;
        at += 1;
    }
    meanings
};

/// The help text of the first command; those of the others follow.
pub const FIRST_HELP: Word = Word::HelpBoard;

/// The reason why a line is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no such command.
    Unknown,
    /// The number is missing or out of range. The text with this number explains the command.
    Number(u8),
}

/// Reads a command, including the dot, and its number, or its letter if it has none. Ignores a file name.
///
/// # Errors
/// [`Refused`].
#[inline(never)]
pub fn parse(line: &[u8]) -> Result<(Command, u8), Refused> {
    let (letter, rest) = match line {
        [b'.', letter, rest @ ..] => (*letter, rest),
        _ => return Err(Refused::Unknown),
    };
    let mut at = 0;
    loop {
        let Some(&known) = LETTERS.get(at as usize) else { return Err(Refused::Unknown) };
        if known == letter {
            break;
        }
        at += 1;
    }
    let most = ARGUMENTS[at as usize % COUNT];
    let mut value = letter;
    if most == 0 && !rest.is_empty() {
        return Err(Refused::Unknown);
    }
    if most != 0 && most != NAME {
        value = value_of(rest);
        if value == 0 || value > most {
            return Err(Refused::Number(FIRST_HELP as u8 + at));
        }
    }
    Ok((MEANINGS[at as usize % COUNT], value))
}

/// Returns the value of a decimal number of one or two digits, 0 for anything else.
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
            let refused = Refused::Number(FIRST_HELP as u8 + place as u8);
            for language in [Language::English, Language::Spanish] {
                let help = text_of(crate::words::ALL[FIRST_HELP as usize + place], language);
                assert_eq!(help.as_bytes()[..2], [b'.', letter], "{help}");
                assert_eq!(help.as_bytes()[2] == b'N', argument != 0 && argument != NAME, "{help}");
                assert_eq!(help.contains(" NAME") || help.contains(" NOMBRE"), argument == NAME, "{help}");
                assert!(help.chars().count() < 20, "{help}");
                // A wrong number is answered with this text.
                let numbered = argument != 0 && argument != NAME;
                assert!(!numbered || help.contains(&format!("-{argument}")), "{help}");
            }
            match argument {
                0 => {
                    assert_eq!(read(""), Ok((meaning, letter)));
                    assert_eq!(read("1"), Err(Refused::Unknown));
                }
                NAME => {
                    for rest in ["", "GAME", " GAME 1"] {
                        assert_eq!(read(rest), Ok((meaning, letter)));
                    }
                }
                most => {
                    for number in 0..=120 {
                        let expected =
                            if (1..=most).contains(&number) { Ok((meaning, number)) } else { Err(refused) };
                        assert_eq!(read(&format!("{number}")), expected, "{number}");
                    }
                    for rest in ["", "A", "1A", "-1", "01 ", "001"] {
                        assert_eq!(read(rest), Err(refused), "{rest}");
                    }
                }
            }
        }
    }

    /// Returns the commands mentioned in a manual, sorted; `.W MY GAME` is an example of one.
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
            // In running text, a command appears without its number.
            let plain = |command: &String| !expected.contains(&format!("{command}N"));
            let told: Vec<String> = told(manual).into_iter().filter(plain).collect();
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for line in ["", ".", "B", "..", ".Y", ".Z", ".0", ".9", " .B", ".BB", "E1D2"] {
            assert_eq!(parse(line.as_bytes()), Err(Refused::Unknown), "{line}");
        }
    }
}
