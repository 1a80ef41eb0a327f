//! The one list of commands.

use engine::player::Level;
use engine::search::MAX_DEPTH;

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows the board.
    Board,
    /// Lets the engine play the side to move.
    Go,
    /// Switches the engine off.
    Off,
    /// Lists the commands.
    Help,
    /// Lists the legal moves.
    Moves,
    /// Sets up a new game.
    New,
    /// Returns to BASIC.
    Quit,
    /// Sets the search depth.
    Depth(u8),
    /// Sets the minutes a move.
    Time(u8),
    /// Sets how well the engine plays.
    Level(Level),
    /// Gives the turn to the other side.
    Side,
    /// Takes the last move back.
    Undo,
    /// Shows the contents of the move tables.
    Entries,
    /// Runs the verification suite.
    Verify,
}

/// How a command reads.
pub struct Syntax {
    /// Its letter, after the dot.
    pub letter: u8,
    /// The command; for one with a number the number it starts with.
    pub command: Command,
    /// Its line in the help.
    pub help: &'static str,
}

/// The depth of a new console, the seed's default.
pub const DEFAULT_DEPTH: u8 = 4;

/// The minutes a move of a new console, the seed's default.
pub const DEFAULT_MINUTES: u8 = 5;

/// The most minutes a move: the clock wraps after a little more.
pub const MAX_MINUTES: u8 = 18;

/// Every command, in the order of the help.
pub static COMMANDS: [Syntax; 14] = [
    Syntax { letter: b'B', command: Command::Board, help: ".B   SHOW THE BOARD" },
    Syntax { letter: b'G', command: Command::Go, help: ".G   GO: C64 PLAYS THE SIDE TO MOVE" },
    Syntax { letter: b'O', command: Command::Off, help: ".O   C64 OFF" },
    Syntax { letter: b'H', command: Command::Help, help: ".H   HELP" },
    Syntax { letter: b'M', command: Command::Moves, help: ".M   LEGAL MOVES" },
    Syntax { letter: b'N', command: Command::New, help: ".N   NEW GAME" },
    Syntax { letter: b'Q', command: Command::Quit, help: ".Q   QUIT TO BASIC" },
    Syntax { letter: b'D', command: Command::Depth(DEFAULT_DEPTH), help: ".DN  SEARCH DEPTH N, 1 TO 15" },
    Syntax { letter: b'T', command: Command::Time(DEFAULT_MINUTES), help: ".TN  MINUTES A MOVE, 1 TO 18" },
    Syntax { letter: b'L', command: Command::Level(Level::BEST), help: ".LN  LEVEL N: 1 WEAK, 6 BEST" },
    Syntax { letter: b'S', command: Command::Side, help: ".S   OTHER SIDE TO MOVE" },
    Syntax { letter: b'U', command: Command::Undo, help: ".U   UNDO THE LAST MOVE" },
    Syntax { letter: b'E', command: Command::Entries, help: ".E   ENTRIES OF THE MOVE TABLES" },
    Syntax { letter: b'V', command: Command::Verify, help: ".V   VERIFICATION" },
];

/// Reads a command, dot included; `None` if it is none or its number is missing or out of range.
pub fn parse(line: &[u8]) -> Option<Command> {
    let (letter, argument) = match line {
        [b'.', letter, argument @ ..] => (*letter, argument),
        _ => return None,
    };
    let syntax = COMMANDS.iter().find(|syntax| syntax.letter == letter)?;
    match syntax.command {
        Command::Depth(_) => {
            let depth = number(argument)?;
            (1..=MAX_DEPTH).contains(&depth).then_some(Command::Depth(depth))
        }
        Command::Time(_) => {
            let minutes = number(argument)?;
            (1..=MAX_MINUTES).contains(&minutes).then_some(Command::Time(minutes))
        }
        Command::Level(_) => Level::new(number(argument)?).map(Command::Level),
        command if argument.is_empty() => Some(command),
        _ => None,
    }
}

/// A decimal number of one or two digits.
fn number(digits: &[u8]) -> Option<u8> {
    let digit = |ascii: u8| ascii.is_ascii_digit().then(|| ascii - b'0');
    match *digits {
        [ones] => digit(ones),
        [tens, ones] => Some(digit(tens)? * 10 + digit(ones)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn every_letter_is_its_own_and_reads_as_its_command() {
        for (place, syntax) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[place + 1..].iter().all(|other| other.letter != syntax.letter));
            assert_eq!(syntax.help.as_bytes()[1], syntax.letter);
            assert!(syntax.help.len() < 40);
            if !matches!(syntax.command, Command::Depth(_) | Command::Time(_) | Command::Level(_)) {
                assert_eq!(parse(&[b'.', syntax.letter]), Some(syntax.command));
                assert_eq!(parse(&[b'.', syntax.letter, b'1']), None);
            }
        }
    }

    #[test]
    fn depths_in_range_are_taken_and_others_refused() {
        for (text, depth) in [("1", 1), ("9", 9), ("08", 8), ("15", 15)] {
            assert_eq!(parse(format!(".D{text}").as_bytes()), Some(Command::Depth(depth)));
        }
        for text in ["", "0", "00", "16", "99", "A", "1A", "-1", "123"] {
            assert_eq!(parse(format!(".D{text}").as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for line in ["", ".", "B", "..", ".X", ".T", ".T0", ".T19", ".L0", ".L7", ".LX", " .B", ".BB", "E1D2"]
        {
            assert_eq!(parse(line.as_bytes()), None, "{line}");
        }
    }
}
