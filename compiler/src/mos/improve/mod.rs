//! Improves the code of one function as a whole: what selection, which sees one block at a time, stores and loads for
//! nothing.
//!
//! Requires: addresses for homes.  Keeps: what the function does; code of inline assembly word for word.
//!
//! Files: `flow` (the function as a graph of blocks), `places` (registers, flags and homes by number), `values` (what
//! each place holds), `dead` (what is overwritten before it is read), `spare` (X and Y instead of a home), `joins` (what only some ways
//! into a block need),
//! `layout` (the order of the blocks).

mod dead;
mod flow;
mod joins;
mod layout;
mod places;
mod spare;
mod values;

use super::code::{Item, Program};
use flow::Flow;
pub use places::{Facts, Own};

/// Rounds of improvement; what one round uncovers, the next one uses.
const ROUNDS: usize = 4;

/// The code of one function as selection left it.
pub struct Code {
    /// Instructions, labels, jump tables.
    pub items: Vec<Item>,
    /// Where a stretch of items begins that runs this often: ascending.
    pub weights: Vec<(usize, u64)>,
    /// Stretches of items that come from inline assembly.
    pub fixed: Vec<std::ops::Range<usize>>,
    /// Indices that control never comes to from the item before.
    pub stops: std::collections::BTreeSet<usize>,
}

/// Improves it. Code that jumps in ways not understood stays as it is.
pub fn run(code: Code, facts: &Facts, program: &mut Program) -> Vec<Item> {
    let Some(mut flow) = Flow::new(&code) else { return code.items };
    for _ in 0..ROUNDS {
        flow.thread();
        let changed = values::forward(&mut flow, facts)
            | dead::repeated_loads(&mut flow, facts)
            | dead::tests(&mut flow, facts)
            | dead::remove(&mut flow, facts)
            | spare::run(&mut flow, facts)
            | dead::sink_stores(&mut flow, facts);
        let changed = changed | joins(&mut flow, facts);
        if !changed {
            break;
        }
    }
    flow.thread();
    flow.copy_ends();
    layout::emit(flow, program)
}

/// Moves to single ways what can move, a number of times that ends.
fn joins(flow: &mut Flow, facts: &Facts) -> bool {
    (0..flow.blocks.len()).take_while(|_| joins::run(flow, facts)).count() > 0
}
