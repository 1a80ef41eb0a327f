//! The styles of all terminal output.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

/// The style of important text.
pub const BOLD: Style = Style::new().bold();
/// The style of unimportant text: labels, empty squares.
pub const FAINT: Style = Style::new().dimmed();
/// The first player's pieces.
pub const FIRST: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightYellow)));
/// The second player's pieces.
pub const SECOND: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightCyan)));
/// The marks of the last move.
pub const LAST: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightRed)));
/// The style of the best of several values.
pub const GOOD: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightGreen)));
/// The style of errors.
pub const WARNING: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red)));

/// The background of playable squares.
const GROUND: Color = Color::Ansi256(Ansi256Color(236));

/// Returns a text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a text in a style on the background of a square.
pub fn on_ground(style: Style, text: &str) -> String {
    paint(style.bg_color(Some(GROUND)), text)
}
