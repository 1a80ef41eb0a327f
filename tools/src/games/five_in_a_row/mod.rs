//! Five in a row in the tools, on boards of any size whose squares have names.

mod board;
mod player;
pub mod weights;

use anyhow::Result;
use engine::Game;
use engine::games::five_in_a_row::{BOARD19_CELLS, Board19, DEFAULT_SIDE, FiveInARow};

use crate::player::Visit;

/// The number of cells in a [`engine::games::five_in_a_row::Board99`].
pub const BOARD99_CELLS: usize = 16384;

/// Sets up an empty board with this many columns and rows (default: the usual ones), with the smallest sufficient number of cells.
pub(super) fn visit<V: Visit>(size: Option<(u8, u8)>, visitor: V) -> Result<V::Output> {
    let (columns, rows) = size.unwrap_or((DEFAULT_SIDE, DEFAULT_SIDE));
    if columns.max(rows) <= Board19::MAX_SIDE {
        visitor.with(empty_board::<BOARD19_CELLS>(columns, rows)?)
    } else {
        visitor.with(empty_board::<BOARD99_CELLS>(columns, rows)?)
    }
}

fn empty_board<const CELLS: usize>(columns: u8, rows: u8) -> Result<FiveInARow<CELLS>> {
    let mut start = FiveInARow::start();
    start.set_size(columns, rows)?;
    Ok(start)
}
