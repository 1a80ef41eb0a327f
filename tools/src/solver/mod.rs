//! Mouse and cats, solved: exact values, the cats' strategy, the proof of it, and how well the engine's mouse wins. And the puzzles of
//! all games, which are solved here.
//!
//! The solvers do not use the engine's rules: [`board`] has its own, so that the two can be held against each other.

pub mod board;
pub mod engine_moves;
pub mod mouse;
pub mod proof;
pub mod puzzles;
pub mod strategy;
pub mod value;
