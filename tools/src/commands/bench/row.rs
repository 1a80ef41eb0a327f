//! A row of the table of benchmarks.

use serde::Serialize;

use super::peers::Peers;

/// A benchmark's figures.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The benchmark.
    pub name: String,
    /// CPU cycles of the work alone.
    pub cycles: u64,
    /// Size of the program file that did it; of the programs of `tests/bench`, without what an empty one takes.
    pub bytes: u64,
    /// The unit of work.
    pub unit: &'static str,
    /// The number of units.
    pub units: u64,
    /// Cycles for each time.
    pub per_unit: f64,
    /// The cycles stored in the baseline, if any.
    pub baseline_cycles: Option<u64>,
    /// The cycles of other compilers, if they are known.
    pub peers: Option<&'static Peers>,
}
