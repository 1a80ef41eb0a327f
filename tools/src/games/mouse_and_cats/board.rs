//! The board of mouse and cats: row 8 on top, as the cats come down.

use engine::Move;
use engine::games::mouse_and_cats::{MouseAndCats, Piece};

use crate::board::Draw;
use crate::board::{FAINT, FIRST, LAST, SECOND, on_ground, paint};

impl Draw for MouseAndCats {
    fn draw(&self, last: Move) -> String {
        let marked = [MouseAndCats::square(last.from), MouseAndCats::square(last.to)];
        let letters = paint(FAINT, "    A  B  C  D  E  F  G  H");
        let mut text = letters.clone();
        for row in (0..8).rev() {
            let label = (row + 1).to_string();
            text += &format!("\n {} ", paint(FAINT, &label));
            for column in 0..8 {
                text += &square(self, row * 8 + column, &marked);
            }
            text += &format!(" {}", paint(FAINT, &label));
        }
        text + "\n" + &letters
    }
}

/// Three characters for a square.
fn square(game: &MouseAndCats, square: u8, marked: &[u8; 2]) -> String {
    if MouseAndCats::cell(square).is_none() {
        return "   ".into();
    }
    let piece = match game.piece_on(square) {
        None => on_ground(FAINT, "·"),
        Some(Piece::Mouse) => on_ground(FIRST, "M"),
        Some(Piece::Cat(number)) => on_ground(SECOND, &number.to_string()),
    };
    let (left, right) = if marked.contains(&square) { ("[", "]") } else { (" ", " ") };
    format!("{}{piece}{}", on_ground(LAST, left), on_ground(LAST, right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use engine::{Game, Notation};

    #[test]
    fn pieces_and_the_last_move_are_shown_without_colours_too() {
        let mut game = MouseAndCats::start();
        let mv = MouseAndCats::parse_move(b"E1D2").unwrap();
        game.play(mv);
        let text = strip_str(&game.draw(mv)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[1], " 8     1     2     3     4  8");
        assert_eq!(lines[7], " 2     ·    [M]    ·     ·  2");
        assert_eq!(lines[8], " 1  ·     ·    [·]    ·     1");
    }
}
