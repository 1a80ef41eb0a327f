//! Tic-tac-toe in the tools.

mod board;
mod player;
mod ties;

pub use ties::TiesName;
