//! Random programs run on the host, in the IR interpreter and on the machine: one round after the other.

mod campaign;
mod stock;

pub use campaign::{Campaign, Difference, Figures, Plan};
pub use stock::{Level, Stock};
