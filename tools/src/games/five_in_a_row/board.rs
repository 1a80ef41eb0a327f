//! The board of five in a row, with row 1 at the top, and the weights of its cells.

use engine::games::five_in_a_row::{FiveInARow, Weights};
use engine::{Move, Side};

use crate::board::Draw;
use crate::board::{FAINT, FIRST, GOOD, LAST, SECOND, paint};
use crate::player::text_of;

/// The denominator of weights.
const WEIGHT_UNIT: f64 = 1200.0;

impl<const CELLS: usize> Draw for FiveInARow<CELLS> {
    fn draw(&self, last: Move) -> String {
        let heading = paint(FAINT, &column_names(self, 2));
        let mut text = heading.clone();
        for row in 0..self.rows() {
            let label = paint(FAINT, &format!("{:>2}", row + 1));
            text += &format!("\n {label}");
            for column in 0..=self.columns() {
                text += &gap(last, column, row);
                if column < self.columns() {
                    text += &stone(self.stone_on(column, row), "·");
                }
            }
            text += &label;
        }
        text + "\n" + &heading
    }

    fn draw_weights(&self) -> Option<String> {
        let mut weights = Box::new(Weights::new());
        weights.update(self);
        Some(weights_table(self, &weight_rows(self, &weights)))
    }
}

/// The minimum width of a terminal in characters.
const TERMINAL: usize = 80;

/// Formats a table of weights in whole units among the stones, with the greatest weights in colour. It has two decimals, or as many as
/// fit into a terminal.
pub fn weights_table<const CELLS: usize>(game: &FiveInARow<CELLS>, rows: &[Vec<Option<u32>>]) -> String {
    let all = || rows.iter().flatten().flatten();
    let greatest = all().max();
    let width_of = |decimals| 1 + all().map(|weight| in_units(*weight, decimals).len()).max().unwrap_or(2);
    let fits = |decimals: &usize| 3 + width_of(*decimals) * usize::from(game.columns()) <= TERMINAL;
    let decimals = (1..=2).rev().find(fits).unwrap_or(0);
    let width = width_of(decimals);
    let mut text = paint(FAINT, &column_names(game, width));
    for (row, weights) in (0..).zip(rows) {
        text += &format!("\n {}", paint(FAINT, &format!("{:>2}", row + 1)));
        for (column, weight) in (0..).zip(weights) {
            text += &match weight {
                None => format!("{:pad$}{}", "", stone(game.stone_on(column, row), "·"), pad = width - 1),
                Some(weight) if Some(weight) == greatest => {
                    paint(GOOD, &format!("{:>width$}", in_units(*weight, decimals)))
                }
                Some(weight) => format!("{:>width$}", in_units(*weight, decimals)),
            };
        }
    }
    text
}

/// Returns the weights of a position, which must be up to date, in twelve-hundredths: row by row from the top, `None` for a square
/// with a stone.
pub fn weight_rows<const CELLS: usize>(
    game: &FiveInARow<CELLS>,
    weights: &Weights<CELLS>,
) -> Vec<Vec<Option<u32>>> {
    let row_of = |row| (0..game.columns()).map(|column| weights.weight(game, column, row)).collect();
    (0..game.rows()).map(row_of).collect()
}

/// Formats a weight in whole units with this many decimals.
fn in_units(weight: u32, decimals: usize) -> String {
    format!("{:.decimals$}", f64::from(weight) / WEIGHT_UNIT)
}

/// Formats the letters of all columns, right-aligned in this many characters; `AA` and so on extend to the left.
fn column_names<const CELLS: usize>(game: &FiveInARow<CELLS>, width: usize) -> String {
    let names = (1..=game.columns()).map(|column| {
        let square = text_of::<FiveInARow<CELLS>>(Move { from: column, to: 1 });
        format!("{:>width$}", square.trim_end_matches('1'))
    });
    format!("   {}", names.collect::<String>())
}

fn stone(stone: Option<Side>, empty: &str) -> String {
    match stone {
        None => paint(FAINT, empty),
        Some(Side::First) => paint(FIRST, "X"),
        Some(Side::Second) => paint(SECOND, "O"),
    }
}

/// Returns the character before a column: a bracket beside the last move.
fn gap(last: Move, column: u8, row: u8) -> String {
    if last.is_none() || last.to != row + 1 {
        return " ".into();
    }
    match last.from.checked_sub(column) {
        Some(1) => paint(LAST, "["),
        Some(0) => paint(LAST, "]"),
        _ => " ".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use engine::games::five_in_a_row::{Board19, Board99};
    use engine::{Game, Notation};

    fn mv(text: &str) -> Move {
        Board19::parse_move(text.as_bytes()).unwrap()
    }

    #[test]
    fn row_1_is_on_top_and_the_last_move_in_brackets() {
        let mut game = Board19::start();
        game.set_size(6, 5).unwrap();
        for text in ["A1", "F5", "B2"] {
            game.play(mv(text));
        }
        let text = strip_str(&game.draw(mv("B2"))).to_string();
        let expected = "    A B C D E F\n  1 X · · · · ·  1\n  2 ·[X]· · · ·  2\n  3 · · · · · ·  3\n  \
                        4 · · · · · ·  4\n  5 · · · · · O  5\n    A B C D E F";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_boards_have_two_letters() {
        let mut game = Board99::start();
        game.set_size(28, 5).unwrap();
        let text = strip_str(&game.draw(Move::NONE)).to_string();
        assert!(text.lines().next().unwrap().ends_with(" Y ZAAAB"), "{text}");
        assert!(!text.contains('['), "there is no last move");
    }

    /// On boards of all sizes of the C64, with the weights of a stone alone and with those of a four.
    #[test]
    fn weights_fit_a_terminal() {
        for size in 5..=19 {
            let mut game = Board19::start();
            game.set_size(size, size).unwrap();
            for text in ["C3", "A1", "C4", "B1", "D3", "C1", "D4", "D1"] {
                game.play(mv(text));
                let table = strip_str(&game.draw_weights().unwrap()).to_string();
                for line in table.lines() {
                    assert!(line.chars().count() <= TERMINAL, "{size}: {line}");
                    assert_eq!(
                        line.split_whitespace().count().max(usize::from(size)),
                        line.split_whitespace().count()
                    );
                }
            }
        }
    }

    #[test]
    fn weights_are_shown_with_stones_between() {
        let mut game = Board19::start();
        game.set_size(5, 5).unwrap();
        game.play(mv("C3"));
        let text = strip_str(&game.draw_weights().unwrap()).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[3].split_whitespace().nth(3), Some("X"), "{text}");
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
        let mut weights = Weights::new();
        weights.update(&game);
        let first = f64::from(weights.weight(&game, 0, 0).unwrap()) / 1200.0;
        assert_eq!(lines[1].split_whitespace().nth(1), Some(format!("{first:.2}").as_str()));
    }
}
