//! Moves of mouse and cats as text: the square left and the square entered, `E1D2`.

use super::{MouseAndCats, WALL};
use crate::game::Move;
use crate::notation::{MAX_TEXT, Notation, ParseError};

impl Notation for MouseAndCats {
    fn parse_move(text: &[u8]) -> Result<Move, ParseError> {
        match *text {
            [from_column, from_row, to_column, to_row] => {
                Ok(Move { from: parse_square(from_column, from_row)?, to: parse_square(to_column, to_row)? })
            }
            _ => Err(ParseError::Length),
        }
    }

    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
        (text[0], text[1]) = write_square(mv.from);
        (text[2], text[3]) = write_square(mv.to);
        4
    }
}

/// Parses a column letter and a row digit into the cell of a dark square.
#[inline(never)]
fn parse_square(column: u8, row: u8) -> Result<u8, ParseError> {
    let column = (column | 0x20).wrapping_sub(b'a');
    let row = row.wrapping_sub(b'1');
    if column > 7 || row > 7 {
        return Err(ParseError::Square);
    }
    MouseAndCats::cell((row << 3) | column).ok_or(ParseError::Square)
}

#[inline(never)]
fn write_square(cell: u8) -> (u8, u8) {
    match MouseAndCats::square(cell) {
        WALL => (b'-', b'-'),
        square => (b'A' + (square & 7), b'1' + (square >> 3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_dark_squares_reads_back() {
        let mut text = [0; MAX_TEXT];
        let mut pairs = 0;
        for from in 0..64 {
            for to in 0..64 {
                if let (Some(from), Some(to)) = (MouseAndCats::cell(from), MouseAndCats::cell(to)) {
                    assert_eq!(MouseAndCats::write_move(Move { from, to }, &mut text), 4);
                    assert_eq!(MouseAndCats::parse_move(&text), Ok(Move { from, to }));
                    assert_eq!(
                        MouseAndCats::parse_move(&text.map(|c| c.to_ascii_lowercase())),
                        Ok(Move { from, to })
                    );
                    pairs += 1;
                }
            }
        }
        assert_eq!(pairs, 32 * 32);
    }

    #[test]
    fn writes_squares_by_letter_and_digit() {
        let mut text = [0; MAX_TEXT];
        let mv = Move { from: MouseAndCats::cell(4).unwrap(), to: MouseAndCats::cell(11).unwrap() };
        MouseAndCats::write_move(mv, &mut text);
        assert_eq!(&text, b"E1D2");
        MouseAndCats::write_move(Move::NONE, &mut text);
        assert_eq!(&text, b"----");
    }

    #[test]
    fn refuses_what_names_no_dark_square() {
        for (text, error) in [
            ("E1D", ParseError::Length),
            ("", ParseError::Length),
            ("E1D22", ParseError::Length),
            ("D1E2", ParseError::Square),
            ("I1D2", ParseError::Square),
            ("E0D2", ParseError::Square),
            ("E1D9", ParseError::Square),
            ("1E2D", ParseError::Square),
            ("E1\u{1}2", ParseError::Square),
        ] {
            assert_eq!(MouseAndCats::parse_move(text.as_bytes()), Err(error), "{text}");
        }
    }
}
