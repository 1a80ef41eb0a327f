//! Moves of tic-tac-toe as text: the digit of the square, `0` to `8`.

use super::{HAND, TicTacToe};
use crate::game::Move;
use crate::notation::{MAX_TEXT, Notation, ParseError};

impl Notation for TicTacToe {
    fn parse_move(text: &[u8]) -> Result<Move, ParseError> {
        match *text {
            [digit @ b'0'..=b'8'] => Ok(TicTacToe::place(digit - b'0')),
            [_] => Err(ParseError::Square),
            _ => Err(ParseError::Length),
        }
    }

    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
        text[0] = if mv.from == HAND && mv.to < 9 { b'0' + mv.to } else { b'-' };
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        let mut text = [0; MAX_TEXT];
        for square in 0..9 {
            let mv = TicTacToe::place(square);
            assert_eq!(TicTacToe::write_move(mv, &mut text), 1);
            assert_eq!(TicTacToe::parse_move(&text[..1]), Ok(mv));
        }
        TicTacToe::write_move(Move::NONE, &mut text);
        assert_eq!(text[0], b'-');
    }

    #[test]
    fn refuses_what_names_no_square() {
        for (text, error) in [
            ("9", ParseError::Square),
            ("A", ParseError::Square),
            ("", ParseError::Length),
            ("12", ParseError::Length),
        ] {
            assert_eq!(TicTacToe::parse_move(text.as_bytes()), Err(error));
        }
    }
}
