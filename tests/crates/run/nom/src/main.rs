//! nom: a parser of sums and products.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use nom::IResult;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::combinator::map_res;
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};

fn number(text: &str) -> IResult<&str, i32> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    map_res(delimited(multispace0, digits, multispace0), |digits: &str| digits.parse())(text)
}

fn factor(text: &str) -> IResult<&str, i32> {
    alt((number, delimited(char('('), sum, char(')'))))(text)
}

fn product(text: &str) -> IResult<&str, i32> {
    let (text, first) = factor(text)?;
    fold_many0(
        pair(alt((char('*'), char('/'))), factor),
        move || first,
        |left, (op, right)| match op {
            '*' => left.wrapping_mul(right),
            _ => left.checked_div(right).unwrap_or(0),
        },
    )(text)
}

fn sum(text: &str) -> IResult<&str, i32> {
    let (text, first) = product(text)?;
    fold_many0(
        pair(alt((char('+'), char('-'))), product),
        move || first,
        |left, (op, right)| match op {
            '+' => left.wrapping_add(right),
            _ => left.wrapping_sub(right),
        },
    )(text)
}

fn exercise() -> Checksum {
    let mut checksum = Checksum::new();
    for text in black_box(["1 + 2 * 3", "(17-4)*(2+ 3)/4", "2*(3", "", "99999*9999", "99999999999"]) {
        match sum(text) {
            Ok((rest, value)) => {
                checksum.byte(rest.len() as u8);
                checksum.u32(value as u32);
            }
            Err(_) => checksum.byte(0xee),
        }
    }
    checksum
}

kit::program!(exercise);
