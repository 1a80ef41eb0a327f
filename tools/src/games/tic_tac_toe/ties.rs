//! The command-line option for which of several equally good moves tic-tac-toe's search chooses.

use clap::ValueEnum;
use engine::games::tic_tac_toe::Ties;

/// Which of several equally good moves tic-tac-toe's search chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TiesName {
    /// The first, in the order of the squares from 0 on
    First,
    /// The last, in that order
    Last,
}

impl From<TiesName> for Ties {
    fn from(name: TiesName) -> Ties {
        match name {
            TiesName::First => Ties::First,
            TiesName::Last => Ties::Last,
        }
    }
}
