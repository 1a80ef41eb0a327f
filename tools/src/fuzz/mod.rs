//! Runs random programs on the host, in the IR interpreter and on the machine, round by round.

mod campaign;
mod stock;

pub use campaign::{Campaign, Difference, Figures, Plan};
pub use stock::{Level, Stock};
