//! Lowers typed SSA to bytes: after this stage nothing is wider than eight bits.

pub mod byteify;
pub mod carries;
pub mod conditions;
pub mod convention;
pub mod defer;
mod dominators;
pub mod frequency;
pub mod hoist;
pub mod lir;
pub mod liveness;
pub mod loops;
pub mod phis;
pub mod print;
pub mod profiled;
pub mod sink;
pub mod tidy;
