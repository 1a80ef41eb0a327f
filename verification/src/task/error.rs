//! The reasons why a request is rejected.

use core::fmt;

use super::layout::MAX_MOVES;
use engine::perft::MAX_PERFT_DEPTH;
use engine::player::LEVELS;
use engine::search::MAX_DEPTH;

/// The reason why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// There is no such kind of request.
    Kind,
    /// There is no such game.
    Game,
    /// There is no such search mode.
    Mode,
    /// The depth is out of range for this kind.
    Depth,
    /// More than [`MAX_MOVES`] moves.
    Moves,
    /// The position cannot be set up: it is not one of this game, or it breaks the rules.
    Position,
    /// There is no such level.
    Level,
    /// The game does not support this task.
    Task,
    /// The move with this index, counted from 0, is illegal.
    Illegal(u8),
    /// The observer stopped the search.
    Stopped,
    /// The bytes are not a report.
    Report,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Kind => f.write_str("unknown kind of request"),
            TaskError::Game => f.write_str("unknown game"),
            TaskError::Mode => f.write_str("unknown search mode"),
            TaskError::Depth => {
                write!(f, "the depth of a search is 1 to {MAX_DEPTH}, that of a perft 0 to {MAX_PERFT_DEPTH}")
            }
            TaskError::Moves => write!(f, "more than {MAX_MOVES} moves before the task"),
            TaskError::Position => f.write_str("this position cannot be set up"),
            TaskError::Level => write!(f, "the levels are 1 to {LEVELS}"),
            TaskError::Task => f.write_str("this game has no such task"),
            TaskError::Illegal(number) => write!(f, "move number {} is illegal", number + 1),
            TaskError::Stopped => f.write_str("the work was stopped"),
            TaskError::Report => f.write_str("these bytes are not a report"),
        }
    }
}

impl core::error::Error for TaskError {}
