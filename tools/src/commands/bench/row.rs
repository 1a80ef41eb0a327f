//! A row of the benchmark table.

use serde::Serialize;

use super::peers::Peers;

/// A benchmark's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The benchmark.
    pub name: String,
    /// CPU cycles of the work alone.
    pub cycles: u64,
    /// Size of the program file; for the programs of `tests/bench`, minus the size of an empty program.
    pub bytes: u64,
    /// The unit of work.
    pub unit: &'static str,
    /// The number of units.
    pub units: u64,
    /// Cycles per unit.
    pub per_unit: f64,
    /// The cycles stored in the baseline, if any.
    pub baseline_cycles: Option<u64>,
    /// The cycles of other compilers, if known.
    pub peers: Option<&'static Peers>,
}
