//! Computes the weight of each empty square in a position of five in a row, on the host and on a C64.

use anyhow::{Context, Result, anyhow, bail, ensure};
use engine::games::GameId;
use engine::games::five_in_a_row::{Board19, Board99, Weights};
use engine::{Game, Side};
use verification::task::{Report, Request, Task};

use super::BOARD99_CELLS;
pub use super::board::{weight_rows, weights_table as table};
use crate::runner::Runner;

/// A position to weigh, on a board of any size.
pub type Position = Board99;

/// The weights × 1200 of a position, row by row from the top, `None` for a square with a stone.
pub type Rows = Vec<Vec<Option<u32>>>;

/// Parses a position, ignoring trailing blanks and empty lines after the last row.
///
/// # Errors
/// The rows are malformed; the error has line and column of the first fault.
pub fn parse(text: &str, side: Side) -> Result<Box<Position>> {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    for (line, row) in (1..).zip(&lines) {
        let bad = row.chars().position(|character| !".xXoO".contains(character));
        if let Some(column) = bad {
            let found = row.chars().nth(column).unwrap_or_default();
            bail!("line {line}, column {}: {found:?} is neither `.`, `X` nor `O`", column + 1);
        }
        let (wanted, length) = (lines[0].len(), row.len());
        ensure!(length == wanted, "line {line} has {length} cells, but line 1 has {wanted}");
    }
    let rows: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
    let mut board = Box::new(Board99::start());
    board.set_rows(&rows, side).with_context(|| {
        format!("there is no board of {} by {}", rows.first().map_or(0, |row| row.len()), rows.len())
    })?;
    Ok(board)
}

/// Returns the weights from the engine on the host.
pub fn on_host(board: &Position) -> Rows {
    let mut weights = Box::new(Weights::<BOARD99_CELLS>::new());
    weights.update(board);
    weight_rows(board, &weights)
}

/// Checks that the board fits the C64 program, whose boards are smaller than the host's.
pub fn check_size(board: &Position) -> Result<()> {
    let limit = Board19::MAX_SIDE;
    let (columns, rows) = (board.columns(), board.rows());
    ensure!(
        columns.max(rows) <= limit,
        "a board of {columns} by {rows} is too large for the C64: {limit} by {limit} at most"
    );
    Ok(())
}

/// Requests the weights from a C64 program row by row.
///
/// # Errors
/// The program fails or rejects a request.
pub fn on_c64(board: &Position, runner: &mut dyn Runner) -> Result<Rows> {
    let mut stones = Vec::new();
    for row in 0..board.rows() {
        stones.extend((0..board.columns()).map(|column| board.stone_on(column, row)));
    }
    let mut rows = Vec::new();
    for row in 0..board.rows() {
        let mut request = Request::new(Task::Weights { row }, GameId::FiveInARow, 0);
        request.begin_with_stones((board.columns(), board.rows()), &stones, board.side())?;
        match runner.run(&request)?.report {
            Report::Weights(row) => rows.push(row.weights().collect()),
            Report::Failed(error) => return Err(anyhow!(error)),
            other => bail!("it answered with {other:?}"),
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner;

    const ROWS: &str = ".....\n..X..\n...oo\n.....\n.....\n\n";

    fn error(text: &str) -> String {
        format!("{:#}", parse(text, Side::First).unwrap_err())
    }

    #[test]
    fn rows_are_read_from_the_top() {
        let board = parse(ROWS, Side::Second).unwrap();
        assert_eq!((board.columns(), board.rows(), board.stones(), board.side()), (5, 5, 3, Side::Second));
        let rows = on_host(&board);
        assert_eq!(rows.len(), 5);
        assert!(rows[1][2].is_none() && rows[2][3].is_none() && rows[2][4].is_none());
        assert_eq!(rows.iter().flatten().flatten().count(), 22);
    }

    #[test]
    fn the_bad_line_and_column_are_named() {
        assert_eq!(error(".....\n..?..\n"), "line 2, column 3: '?' is neither `.`, `X` nor `O`");
        assert_eq!(error(".....\n......\n"), "line 2 has 6 cells, but line 1 has 5");
        let text = error("....\n....\n");
        assert!(text.starts_with("there is no board of 4 by 2: a board has 5 to 99 columns"), "{text}");
        assert!(error("").starts_with("there is no board of 0 by 0"));
    }

    #[test]
    fn what_is_too_large_for_the_c64_is_refused() {
        let wide = format!("{}\n", ".".repeat(20)).repeat(20);
        assert!(check_size(&parse(&wide, Side::First).unwrap()).is_err());
        assert!(check_size(&parse(ROWS, Side::First).unwrap()).is_ok());
    }

    #[test]
    fn the_engines_requests_give_the_same() {
        let board = parse(ROWS, Side::Second).unwrap();
        assert_eq!(on_c64(&board, &mut runner::Host::new()).unwrap(), on_host(&board));
    }
}
