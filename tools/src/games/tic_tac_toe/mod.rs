//! Tic-tac-toe in the tools.

mod board;
mod player;
