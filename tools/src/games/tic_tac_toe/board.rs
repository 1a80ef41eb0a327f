//! The board of tic-tac-toe, with the number of every empty square.

use engine::games::tic_tac_toe::TicTacToe;
use engine::{Move, Side};

use crate::board::Draw;
use crate::board::{FAINT, FIRST, LAST, SECOND, paint};

impl Draw for TicTacToe {
    fn draw(&self, last: Move) -> String {
        let rows: Vec<String> = [0, 3, 6].into_iter().map(|first| row(self, first, last)).collect();
        rows.join(&format!("\n  {}\n", paint(FAINT, "───┼───┼───")))
    }
}

/// The row of three squares that begins with `first`.
fn row(game: &TicTacToe, first: u8, last: Move) -> String {
    let squares: Vec<String> = (first..first + 3).map(|square| cell(game, square, last)).collect();
    format!("  {}", squares.join(&paint(FAINT, "│")))
}

fn cell(game: &TicTacToe, square: u8, last: Move) -> String {
    let stone = match game.stone_on(square) {
        None => paint(FAINT, &square.to_string()),
        Some(Side::First) => paint(FIRST, "X"),
        Some(Side::Second) => paint(SECOND, "O"),
    };
    if !last.is_none() && last.to == square {
        format!("{}{stone}{}", paint(LAST, "["), paint(LAST, "]"))
    } else {
        format!(" {stone} ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use engine::Game;

    #[test]
    fn stones_and_numbers_are_shown_without_colours_too() {
        let mut game = TicTacToe::start();
        for square in [4, 0] {
            game.play(TicTacToe::place(square));
        }
        let text = strip_str(&game.draw(TicTacToe::place(0))).to_string();
        let expected = "  [O]│ 1 │ 2 \n  ───┼───┼───\n   3 │ X │ 5 \n  ───┼───┼───\n   6 │ 7 │ 8 ";
        assert_eq!(text, expected);
        assert!(!strip_str(&TicTacToe::start().draw(Move::NONE)).to_string().contains('['));
    }
}
