//! Mouse and cats in the tools.

mod board;
mod player;
