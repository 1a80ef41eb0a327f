//! Solves mouse and cats: exact values, the cats' strategy, its proof, and how well the engine's mouse wins.
//!
//! The puzzles of all games are also solved here.
//!
//! The solvers do not use the engine's rules: [`board`] has its own, so that the two can be compared.

pub mod board;
pub mod engine_moves;
pub mod mouse;
pub mod proof;
pub mod puzzles;
pub mod strategy;
pub mod value;
