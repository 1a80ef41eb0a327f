//! The commands that a person can type instead of a move.

use engine::player::Level;

use crate::player::parse_level;

/// A command while playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Take moves back.
    Undo,
    /// Replay moves that were taken back.
    Redo,
    /// Name the best move.
    Hint,
    /// Show how the game stands.
    Verdict,
    /// List the legal moves.
    Moves,
    /// Draw the board.
    Board,
    /// Show the weights.
    Weights,
    /// Let the engine make the person's move.
    Auto,
    /// Change sides.
    Swap,
    /// Show or set the level.
    Level(Option<Level>),
    /// Start a new game.
    New,
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// Each command with its names and its description.
const WORDS: [(Word, &[&str], &str); 13] = [
    (Word::Undo, &["undo", "back", "take back"], "take your last move back"),
    (Word::Redo, &["redo"], "play again what was taken back"),
    (Word::Hint, &["hint"], "show the best move"),
    (Word::Verdict, &["verdict", "who wins"], "say who wins with best play"),
    (Word::Moves, &["moves"], "list the legal moves"),
    (Word::Board, &["board"], "show the board again"),
    (Word::Weights, &["weights"], "show what each square is worth, in a game with weights"),
    (Word::Auto, &["auto", "go", "move for me", "move"], "let the engine make this move for you"),
    (Word::Swap, &["swap", "swap sides"], "swap sides"),
    (Word::Level(None), &["level"], "show the engine's level; `level 3` sets it, 1 to 6"),
    (Word::New, &["new", "new game"], "start a new game"),
    (Word::Help, &["help", "?", "h"], "show this list"),
    (Word::Quit, &["quit", "exit", "q", "bye"], "end the program"),
];

/// Parses a command; `None` if the text is not a command, an error if its argument is wrong.
pub fn parse(typed: &str) -> Option<Result<Word, String>> {
    let parts: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let text = parts.join(" ");
    if let Some(number) = text.strip_prefix("level ") {
        return Some(parse_level(number).map(|level| Word::Level(Some(level))).map_err(|error| error + "."));
    }
    WORDS.iter().find(|(_, names, _)| names.contains(&text.as_str())).map(|(word, _, _)| Ok(*word))
}

/// Returns the list of commands for the user.
pub fn help(notation: &str) -> String {
    let mut text = format!("A move is {notation}.\nYou can also type:");
    for (_, names, what) in WORDS {
        text += &format!("\n  {:<9} {what}", names[0]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_understood_in_either_case() {
        for (word, names, _) in WORDS {
            for name in names {
                assert_eq!(parse(name), Some(Ok(word)), "{name}");
                assert_eq!(parse(&format!("  {} ", name.to_uppercase())), Some(Ok(word)), "{name}");
            }
        }
    }

    #[test]
    fn levels_are_numbers_in_range() {
        assert_eq!(parse("level  3"), Some(Ok(Word::Level(Level::new(3)))));
        assert_eq!(parse("Level 7"), Some(Err("the levels are 1 to 6.".into())));
        assert_eq!(parse("level best"), Some(Err("the levels are 1 to 6.".into())));
    }

    #[test]
    fn moves_are_no_commands() {
        for text in ["e1d2", "4", "h8", "undoo", ""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_help_names_every_command() {
        let text = help("a digit");
        assert_eq!(text.lines().count(), 2 + WORDS.len());
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.starts_with("A move is a digit."));
    }
}
