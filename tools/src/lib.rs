//! The games' commands of `cargo c64`, and the parts that they share.

pub mod board;
pub mod boot;
pub mod commands;
pub mod comparison;
pub mod games;
pub mod own;
pub mod pictures;
pub mod play_picture;
pub mod player;
pub mod release;
pub mod runner;
pub mod solver;
pub mod tree;
pub mod web;
pub mod workspace;
