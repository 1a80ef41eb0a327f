//! Analyses and passes over the typed SSA form.

pub mod builtins;
pub mod bytecounts;
pub mod callgraph;
pub mod compares;
pub mod contexts;
pub mod countdown;
mod counters;
mod escape;
mod expand;
mod fields;
mod floats;
pub mod halves;
pub mod intrinsics;
mod objects;
pub mod phis;
pub mod pointers;
pub mod range;
pub mod reach;
pub mod remainder;
pub mod separate;
mod signatures;
pub mod split;
pub mod vectors;
pub mod widths;
