//! Moves of five in a row as text: the letters of the column and the number of the row, `H8`.

use super::{FiveInARow, NAMED_SIDE};
use crate::game::Move;
use crate::notation::{MAX_TEXT, Notation, ParseError};

/// Columns with a name of one letter, A to Z; AA, AB and so on follow.
const LETTERS: u8 = 26;

impl<const CELLS: usize> Notation for FiveInARow<CELLS> {
    fn parse_move(text: &[u8]) -> Result<Move, ParseError> {
        let (columns, rows) = match *text {
            [column, row] => ([0, letter(column)?], [0, digit(row)?]),
            [column, second, row] => match letter(second) {
                Ok(second) => ([letter(column)?, second], [0, digit(row)?]),
                Err(_) => ([0, letter(column)?], [digit(second)?, digit(row)?]),
            },
            [first, second, tens, ones] => ([letter(first)?, letter(second)?], [digit(tens)?, digit(ones)?]),
            _ => return Err(ParseError::Length),
        };
        // A number of two digits does not start with a zero, and there is no row 0.
        let row = rows[0] * 10 + rows[1];
        if row == 0 || (rows[0] == 0 && text[text.len() - 2].is_ascii_digit()) {
            return Err(ParseError::Square);
        }
        if columns[0] > NAMED_SIDE as u8 / LETTERS {
            return Err(ParseError::Square);
        }
        let column = columns[0] * LETTERS + columns[1];
        if column > NAMED_SIDE as u8 {
            return Err(ParseError::Square);
        }
        Ok(Move { from: column, to: row })
    }

    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
        let named = 1..=NAMED_SIDE as u8;
        if !named.contains(&mv.from) || !named.contains(&mv.to) {
            text[0] = b'-';
            text[1] = b'-';
            return 2;
        }
        let mut column = mv.from - 1;
        let mut first = 0;
        while column >= LETTERS {
            column -= LETTERS;
            first += 1;
        }
        let mut row = mv.to;
        let mut tens = 0;
        while row >= 10 {
            row -= 10;
            tens += 1;
        }
        let characters = [
            (first != 0, b'A' - 1 + first),
            (true, b'A' + column),
            (tens != 0, b'0' + tens),
            (true, b'0' + row),
        ];
        let mut length = 0;
        for (written, character) in characters {
            if written {
                text[(length & 3) as usize] = character;
                length += 1;
            }
        }
        length
    }
}

/// A letter's number from 1.
fn letter(character: u8) -> Result<u8, ParseError> {
    if character.is_ascii_alphabetic() { Ok(character & 31) } else { Err(ParseError::Square) }
}

/// A digit's value.
fn digit(character: u8) -> Result<u8, ParseError> {
    if character.is_ascii_digit() { Ok(character - b'0') } else { Err(ParseError::Square) }
}

#[cfg(test)]
mod tests {
    use super::super::Board99;
    use super::*;

    #[test]
    fn every_square_reads_back() {
        let mut text = [0; MAX_TEXT];
        for from in 1..=99 {
            for to in 1..=99 {
                let mv = Move { from, to };
                let length = Board99::write_move(mv, &mut text) as usize;
                assert_eq!(Board99::parse_move(&text[..length]), Ok(mv));
                assert_eq!(Board99::parse_move(&text[..length].to_ascii_lowercase()), Ok(mv));
            }
        }
    }

    #[test]
    fn writes_letters_and_numbers() {
        for (column, row, expected) in [
            (8, 8, "H8"),
            (15, 15, "O15"),
            (26, 1, "Z1"),
            (27, 1, "AA1"),
            (52, 9, "AZ9"),
            (99, 99, "CU99"),
            (9, 10, "I10"),
        ] {
            let mut text = [0; MAX_TEXT];
            let length = Board99::write_move(Move { from: column, to: row }, &mut text) as usize;
            assert_eq!(core::str::from_utf8(&text[..length]), Ok(expected));
        }
        for mv in [Move::NONE, Move { from: 0, to: 0 }, Move { from: 100, to: 1 }, Move { from: 1, to: 100 }]
        {
            let mut text = [0; MAX_TEXT];
            assert_eq!((Board99::write_move(mv, &mut text), &text[..2]), (2, &b"--"[..]));
        }
    }

    #[test]
    fn refuses_what_names_no_square() {
        for (text, error) in [
            ("", ParseError::Length),
            ("H", ParseError::Length),
            ("AA100", ParseError::Length),
            ("8H", ParseError::Square),
            ("H0", ParseError::Square),
            ("H08", ParseError::Square),
            ("H00", ParseError::Square),
            ("HH08", ParseError::Square),
            ("CV1", ParseError::Square),
            ("ZZ1", ParseError::Square),
            ("A100", ParseError::Square),
            ("AAA1", ParseError::Square),
            ("HH", ParseError::Square),
            ("11", ParseError::Square),
            ("H-1", ParseError::Square),
            ("@1", ParseError::Square),
            ("[1", ParseError::Square),
        ] {
            assert_eq!(Board99::parse_move(text.as_bytes()), Err(error), "{text}");
        }
    }
}
