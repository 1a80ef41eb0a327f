//! Analyses and passes over the typed SSA form.

pub mod callgraph;
pub mod phis;
pub mod pointers;
pub mod range;
pub mod reach;
pub mod remainder;
