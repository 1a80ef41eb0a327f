//! The few styles that everything on the terminal is drawn in.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

/// What matters most.
pub const BOLD: Style = Style::new().bold();
/// What matters least: labels, empty squares.
pub const FAINT: Style = Style::new().dimmed();
/// The first player's pieces.
pub const FIRST: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightYellow)));
/// The second player's pieces.
pub const SECOND: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightCyan)));
/// The marks of the last move.
pub const LAST: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightRed)));
/// The best of several.
pub const GOOD: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightGreen)));
/// What went wrong.
pub const WARNING: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red)));

/// The ground of the squares that are played on.
const GROUND: Color = Color::Ansi256(Ansi256Color(236));

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A text in a style on the ground of a square.
pub fn on_ground(style: Style, text: &str) -> String {
    paint(style.bg_color(Some(GROUND)), text)
}
