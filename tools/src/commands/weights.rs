//! `weights five-in-a-row`: prints what each empty square of a position is worth.

use std::io::Read;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use engine::games::GameId;
use engine::games::five_in_a_row::{Board99, Weights};
use engine::{Game, Side};
use serde::Serialize;
use verification::task::{Report, Request, Task};

use crate::board::{weight_rows, weights_table};
use crate::output::{print, print_json};
use crate::player::BOARD99_CELLS;
use crate::runner::{self, On, Runner};
use crate::setup::Setup;

/// The position to weigh.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new([GameId::FiveInARow.name()]))]
    game: String,
    /// File with the board, one line for each row from the top, of `.`, `X` and `O` (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    rows: String,
    /// Side to move
    #[arg(long, value_enum, ignore_case = true)]
    turn: Turn,
    /// Where to compute the weights; separate several places by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host")]
    on: Vec<On>,
    /// Print the results as one JSON document, with the weights multiplied by 1200
    #[arg(long)]
    json: bool,
}

/// The player to move by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Turn {
    #[value(name = "X")]
    X,
    #[value(name = "O")]
    O,
}

/// The weights × 1200 of a position, row by row from the top, `None` where a stone lies.
pub type Rows = Vec<Vec<Option<u32>>>;

#[derive(Serialize)]
struct Answer {
    on: On,
    weights: Rows,
}

/// Weighs the position at each place and prints the weights.
///
/// # Errors
/// The rows are no position, something is missing, or a program fails.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let text = read(&args.rows)?;
    let side = match args.turn {
        Turn::X => Side::First,
        Turn::O => Side::Second,
    };
    let board = parse(&text, side)?;
    let c64: Vec<On> = args.on.iter().copied().filter(|on| *on != On::Host).collect();
    if !c64.is_empty() {
        check_size(&board)?;
    }
    let mut answers = Vec::new();
    if args.on.contains(&On::Host) {
        answers.push(Answer { on: On::Host, weights: on_host(&board) });
    }
    for (on, mut runner) in runner::start(&c64, setup)? {
        let weights = on_c64(&board, &mut *runner).with_context(|| format!("cannot weigh this on {on}"))?;
        answers.push(Answer { on, weights });
    }
    match args.json {
        true => print_json(&answers)?,
        false => print(&text_of(&board, &answers))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &str) -> Result<String> {
    if path == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read the standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}

/// Reads a position, blanks at the ends of lines and empty lines after the last row left out.
///
/// # Errors
/// The first fault of the rows, by line and column.
pub fn parse(text: &str, side: Side) -> Result<Box<Board99>> {
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
pub fn on_host(board: &Board99) -> Rows {
    let mut weights = Box::new(Weights::<BOARD99_CELLS>::new());
    weights.update(board);
    weight_rows(board, &weights)
}

/// The C64 program's boards are smaller than the host's.
fn check_size(board: &Board99) -> Result<()> {
    let limit = engine::games::five_in_a_row::Board19::MAX_SIDE;
    let (columns, rows) = (board.columns(), board.rows());
    ensure!(
        columns.max(rows) <= limit,
        "a board of {columns} by {rows} is too large for the C64: {limit} by {limit} at most"
    );
    Ok(())
}

/// Returns the weights from a C64 program, which is asked row by row.
///
/// # Errors
/// The program fails or refuses.
pub fn on_c64(board: &Board99, runner: &mut dyn Runner) -> Result<Rows> {
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

/// Formats a table for each place.
fn text_of(board: &Board99, answers: &[Answer]) -> String {
    let tables = answers.iter().map(|answer| {
        let table = weights_table(board, &answer.weights);
        format!("{}\n{}", answer.on, anstream::adapter::strip_str(&table))
    });
    tables.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_table_is_in_whole_units() {
        let board = parse(ROWS, Side::First).unwrap();
        let weights = on_host(&board);
        let first = format!("{:.2}", f64::from(weights[0][0].unwrap()) / 1200.0);
        let text = text_of(&board, &[Answer { on: On::Host, weights }]);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((lines[0][0], lines[2][1], lines[3][3], lines[4][5]), ("host", first.as_str(), "X", "O"));
    }
}
