//! The game engine of sys2080: rules, evaluation, search and notation, for host and C64 alike.
//!
//! The hot path is written for an 8-bit processor: values are bytes, tables have at most 256 entries and are
//! indexed by bytes (or by an index masked to a power of two), so that neither a bounds check nor pointer
//! arithmetic is left. Everything with state can live in one `static` of zero bytes: the constructors usable
//! there are `const` and leave all zeros; [`Game::reset`] and [`Game::set_keys`] then fill in what is not
//! zero.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod alpha_beta;
pub mod evaluate;
pub mod game;
pub mod games;
pub mod keys;
pub mod notation;
pub mod perft;
pub mod player;
pub mod search;

// Shared by the programs of this repository, but not part of the stable API: these modules change with every version.
#[doc(hidden)]
pub mod actions;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod counter;
#[doc(hidden)]
pub mod descriptor;
#[doc(hidden)]
pub mod engines;
#[doc(hidden)]
pub mod places;
#[doc(hidden)]
pub mod puzzles;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod table;

pub use evaluate::{Decision, Evaluate};
pub use game::{Game, Move, Outcome, Side};
pub use keys::{KeySource, Lcg};
pub use notation::Notation;
pub use search::{Mode, Observer, Search, Silent};
pub use table::{Line, Tables};
