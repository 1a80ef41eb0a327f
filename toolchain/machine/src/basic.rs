//! The BASIC program that starts a machine code program, executed as BASIC V2 does up to its first SYS.
//!
//! Statements: REM, CLR, POKE and SYS. Expressions: numbers, + - * / ^, parentheses, PEEK and INT. Source of the tokens and of operator
//! precedence: Commodore 64 Programmer's Reference Guide, chapter 1 and appendix A.

use crate::error::Error;
use crate::machine::Machine;

/// The start of BASIC programs.
const PROGRAM: usize = 0x0801;

/// Keywords by token, starting at $80.
const KEYWORDS: &str = "END FOR NEXT DATA INPUT# INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP ON WAIT LOAD SAVE VERIFY \
    DEF POKE PRINT# PRINT CONT LIST CLR CMD SYS OPEN CLOSE GET NEW TAB( TO FN SPC( THEN NOT STEP + - * / ^ AND OR > = < SGN INT ABS USR \
    FRE POS SQR RND LOG EXP COS SIN TAN ATN PEEK LEN STR$ VAL ASC CHR$ LEFT$ RIGHT$ MID$ GO";

const REM: u8 = 0x8f;
const POKE: u8 = 0x97;
const CLR: u8 = 0x9c;
const SYS: u8 = 0x9e;
const PLUS: u8 = 0xaa;
const MINUS: u8 = 0xab;
const TIMES: u8 = 0xac;
const DIVIDED: u8 = 0xad;
const POWER: u8 = 0xae;
const INT: u8 = 0xb5;
const PEEK: u8 = 0xc2;

/// More bytes than a line of BASIC has after its number.
const LONGEST: usize = 256;

/// The maximum nesting of parentheses. BASIC's stack holds about ten.
const DEEPEST: u8 = 10;

impl Machine {
    /// Executes the BASIC program up to its first SYS and returns the address given there. POKE takes effect.
    ///
    /// # Errors
    /// [`Error::NoSysLine`] with the line and the construct that is not supported.
    pub(crate) fn find_sys(&mut self) -> Result<u16, Error> {
        let mut at = PROGRAM;
        // RAM that was never written contains no end of line.
        let is_line = self.ram(PROGRAM + 4..PROGRAM + 4 + LONGEST).contains(&0);
        // LOAD relinks the lines, so only the high byte of a link matters: it is 0 after the last line.
        while is_line && self.ram(at + 1..at + 2).first().is_some_and(|high| *high != 0) {
            let &[low, high] = self.ram(at + 2..at + 4) else { break };
            let number = u16::from_le_bytes([low, high]);
            let mut line = Line { machine: self, at: at + 4, depth: 0 };
            match line.execute() {
                Ok(Some(address)) => return Ok(address),
                Ok(None) => at = line.at + 1,
                Err(why) => return Err(Error::NoSysLine { line: Some(number), why }),
            }
        }
        let why = if at == PROGRAM {
            "there is no BASIC line with SYS and an address at $0801"
        } else {
            "the BASIC program at $0801 ends without a SYS"
        };
        Err(Error::NoSysLine { line: None, why: why.into() })
    }
}

/// A line under execution.
struct Line<'a> {
    machine: &'a mut Machine,
    /// The next byte of its text; 0 ends the line.
    at: usize,
    depth: u8,
}

impl Line<'_> {
    /// Executes the statements in order and returns the address of the first SYS. If there is none, `at` is the end of the line afterwards.
    fn execute(&mut self) -> Result<Option<u16>, String> {
        loop {
            match self.peek() {
                0 => return Ok(None),
                b':' => self.at += 1,
                REM => {
                    while self.byte() != 0 {
                        self.at += 1;
                    }
                }
                CLR => {
                    self.at += 1;
                    self.end()?;
                }
                POKE => {
                    self.at += 1;
                    let address = self.word()?;
                    self.expect(b',')?;
                    let value = self.whole(255)?;
                    self.machine.poke(address, value as u8);
                    self.end()?;
                }
                SYS => {
                    self.at += 1;
                    return self.word().map(Some);
                }
                other => {
                    return Err(format!("{} is not understood; REM, CLR, POKE and SYS are", named(other)));
                }
            }
        }
    }

    /// Returns the current byte; past the end of memory, the end of the line.
    fn byte(&self) -> u8 {
        self.machine.ram(self.at..self.at + 1).first().copied().unwrap_or(0)
    }

    /// Returns the next byte that is not a space: BASIC skips spaces, even within numbers.
    fn peek(&mut self) -> u8 {
        while self.byte() == b' ' {
            self.at += 1;
        }
        self.byte()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == wanted;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: u8) -> Result<(), String> {
        if self.take(wanted) {
            return Ok(());
        }
        let met = self.peek();
        Err(format!("{} is expected, not {}", char::from(wanted), named(met)))
    }

    /// Expects the end of a statement.
    fn end(&mut self) -> Result<(), String> {
        match self.peek() {
            0 | b':' => Ok(()),
            other => Err(format!("{} is not understood behind the statement", named(other))),
        }
    }

    fn word(&mut self) -> Result<u16, String> {
        self.whole(u16::MAX)
    }

    /// Evaluates an expression and drops its fraction; the result must be from 0 to `most`.
    fn whole(&mut self, most: u16) -> Result<u16, String> {
        let value = self.sum()?;
        within(value, most)
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take(PLUS) {
                value += self.product()?;
            } else if self.take(MINUS) {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        loop {
            if self.take(TIMES) {
                value *= self.signed()?;
            } else if self.take(DIVIDED) {
                let by = self.signed()?;
                if by == 0.0 {
                    return Err("division by zero".into());
                }
                value /= by;
            } else {
                return Ok(value);
            }
        }
    }

    /// Evaluates a power with its sign, which binds less tightly: -2^2 is -4.
    fn signed(&mut self) -> Result<f64, String> {
        let sign = self.sign();
        Ok(sign * self.power()?)
    }

    /// Takes any number of signs; returns 1 or -1.
    fn sign(&mut self) -> f64 {
        let mut sign = 1.0;
        while matches!(self.peek(), PLUS | MINUS) {
            if self.peek() == MINUS {
                sign = -sign;
            }
            self.at += 1;
        }
        sign
    }

    fn power(&mut self) -> Result<f64, String> {
        let mut value = self.operand()?;
        while self.take(POWER) {
            let sign = self.sign();
            value = value.powf(sign * self.operand()?);
        }
        Ok(value)
    }

    fn operand(&mut self) -> Result<f64, String> {
        match self.peek() {
            b'0'..=b'9' | b'.' => self.number(),
            b'(' => self.parenthesis(),
            PEEK => {
                self.at += 1;
                let address = within(self.parenthesis()?, u16::MAX)?;
                Ok(f64::from(self.machine.peek(address)))
            }
            INT => {
                self.at += 1;
                Ok(self.parenthesis()?.floor())
            }
            other => Err(format!(
                "{} is not understood in an expression; numbers, + - * / ^, parentheses, PEEK and INT are",
                named(other)
            )),
        }
    }

    fn parenthesis(&mut self) -> Result<f64, String> {
        self.expect(b'(')?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("more than {DEEPEST} parentheses within each other"));
        }
        let value = self.sum()?;
        self.depth -= 1;
        self.expect(b')')?;
        Ok(value)
    }

    fn number(&mut self) -> Result<f64, String> {
        let mut digits = String::new();
        while self.peek().is_ascii_digit() || self.peek() == b'.' && !digits.contains('.') {
            digits.push(char::from(self.byte()));
            self.at += 1;
        }
        // BASIC reads a point without digits as 0.
        if digits == "." { Ok(0.0) } else { digits.parse().map_err(|_| format!("{digits} is not a number")) }
    }
}

fn within(value: f64, most: u16) -> Result<u16, String> {
    let whole = value.floor();
    if (0.0..=f64::from(most)).contains(&whole) {
        return Ok(whole as u16);
    }
    Err(format!("{value} is not from 0 to {most}"))
}

/// Returns a byte of a line as LIST shows it.
fn named(byte: u8) -> String {
    match byte {
        0 => "the end of the line".into(),
        0x20..=0x5f => char::from(byte).into(),
        _ => match byte.checked_sub(0x80).and_then(|token| KEYWORDS.split_whitespace().nth(token.into())) {
            Some(keyword) => keyword.into(),
            None => format!("the code {byte}"),
        },
    }
}
