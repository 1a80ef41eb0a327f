//! Moves of five in a row as text: the letters of the column and the number of the row, `H8`.

use super::{FiveInARow, NAMED_SIDE};
use crate::game::Move;
use crate::notation::{MAX_TEXT, Notation, ParseError};

/// The number of columns with one-letter names, A to Z; AA, AB and so on follow.
const LETTERS: u8 = 26;

impl<const CELLS: usize> Notation for FiveInARow<CELLS> {
    fn parse_move(text: &[u8]) -> Result<Move, ParseError> {
        if text.len() < 2 || text.len() > MAX_TEXT {
            return Err(ParseError::Length);
        }
        // Letters, then digits; a number must not start with a zero.
        let (mut column, mut row) = (0, 0);
        for &character in text {
            let letter = row == 0 && character.is_ascii_alphabetic();
            let digit = character.is_ascii_digit() && (row != 0 || character != b'0');
            if letter && column <= NAMED_SIDE as u8 / LETTERS {
                column = column * LETTERS + (character & 31);
            } else if digit && row <= NAMED_SIDE as u8 / 10 {
                row = row * 10 + (character - b'0');
            } else {
                return Err(ParseError::Square);
            }
        }
        if column == 0 || column > NAMED_SIDE as u8 || row == 0 {
            Err(ParseError::Square)
        } else {
            Ok(Move { from: column, to: row })
        }
    }

    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8 {
        let named = 1..=NAMED_SIDE as u8;
        if !named.contains(&mv.from) || !named.contains(&mv.to) {
            text[0] = b'-';
            text[1] = b'-';
            return 2;
        }
        let length = write(text, 0, mv.from - 1, LETTERS, b'A', b'A' - 1);
        write(text, length, mv.to, 10, b'0', b'0')
    }
}

/// Writes a number in one or two characters at `at`, where `ones` stands for 0 in the last and `tens` in the one before;
/// returns the end position.
#[inline(never)]
fn write(text: &mut [u8; MAX_TEXT], at: u8, number: u8, base: u8, ones: u8, tens: u8) -> u8 {
    let (mut rest, mut first, mut at) = (number, tens, at);
    while rest >= base {
        rest -= base;
        first += 1;
    }
    if first != tens {
        text[(at & 3) as usize] = first;
        at += 1;
    }
    text[(at & 3) as usize] = ones + rest;
    at + 1
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
            // 26 times 10 plus 1 overflows to 5 in a byte.
            ("JA1", ParseError::Square),
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
