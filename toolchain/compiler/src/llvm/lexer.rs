//! Splits LLVM text into tokens: positions in the text, no copies.

use std::borrow::Cow;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A bare word: keyword, type, opcode.
    Word,
    /// `name:`, without the colon.
    Label,
    /// `@name`, without the sign.
    Global,
    /// `%name`, without the sign.
    Local,
    /// `$name`, a comdat.
    Comdat,
    /// `!name` or `!12`, without the sign.
    Meta,
    /// `#12` or `#dbg_value`, without the sign.
    Hash,
    /// `"text"`, without quotes, still escaped.
    Str,
    /// `c"text"`, without quotes, still escaped.
    Bytes,
    /// A decimal integer or `u0x`/`s0x` hexadecimal.
    Int,
    /// A decimal fraction.
    Decimal,
    /// `0x...`: the bits of a float as a double.
    Hex,
    /// `f0x...`: the bits of a float in its own width.
    Bits,
    /// `+inf`, `-qnan`, `+nan(0x1)`, `-snan(0x1)`: an infinite float or a NaN.
    Special,
    /// `...`
    Dots,
    /// Any other single character.
    Punct(u8),
    /// The end of the text.
    End,
}

/// A token: its kind and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// Line from 1.
    pub line: u32,
    /// Byte offset of the first character, sign and quote included.
    pub start: u32,
    /// Byte offsets of the contents.
    pub from: u32,
    pub to: u32,
}

/// A character that begins no token, or an unterminated string: byte offset, line and reason.
#[derive(Debug)]
pub(super) struct LexError {
    pub at: usize,
    pub line: u32,
    pub what: &'static str,
}

/// Returns the column of a byte offset, in characters from 1.
pub(super) fn column(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rfind('\n').map_or(0, |n| n + 1);
    before[line..].chars().count() as u32 + 1
}

/// Returns the bytes of a string literal: `\XX` is a byte, `\\` a backslash.
pub(super) fn unescape(text: &str) -> Cow<'_, [u8]> {
    if !text.contains('\\') {
        return Cow::Borrowed(text.as_bytes());
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digit = |i: usize| bytes.get(i).and_then(|b| (*b as char).to_digit(16));
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'\\', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (b'\\', ..) if bytes.get(at + 1) == Some(&b'\\') => {
                out.push(b'\\');
                at += 2;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(out)
}

/// Whether a character may occur in an unquoted name.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Returns all tokens of a text, with an [`Kind::End`] last. The text must be shorter than 4 GiB.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, LexError> {
    let mut lexer = Lexer { bytes: text.as_bytes(), at: 0, line: 1 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        let token = lexer.next()?;
        tokens.push(token);
        if token.kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips blanks and comments. An unterminated `/*` comment extends to the end of the text.
    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let rest = &self.bytes[self.at..];
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                    continue;
                }
                b'/' if self.peek(1) == b'*' => {
                    let end = rest[2..].windows(2).position(|pair| pair == b"*/");
                    let length = end.map_or(rest.len(), |end| end + 4);
                    self.line += rest[..length].iter().filter(|b| **b == b'\n').count() as u32;
                    self.at += length;
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn next(&mut self) -> Result<Token, LexError> {
        self.skip_space();
        let (start, line) = (self.at, self.line);
        let token = |kind, from: usize, to: usize| Token {
            kind,
            line,
            start: start as u32,
            from: from as u32,
            to: to as u32,
        };
        let Some(&byte) = self.bytes.get(start) else {
            return Ok(token(Kind::End, start, start));
        };
        match byte {
            b'"' => {
                let (from, to) = self.quoted()?;
                let kind = if self.colon() { Kind::Label } else { Kind::Str };
                Ok(token(kind, from, to))
            }
            b'@' | b'%' => {
                let kind = if byte == b'@' { Kind::Global } else { Kind::Local };
                self.at += 1;
                let (from, to) = if self.peek(0) == b'"' { self.quoted()? } else { self.name() };
                if from == to {
                    return Err(LexError { at: start, line, what: "expected a name after the sign" });
                }
                Ok(token(kind, from, to))
            }
            b'!' | b'#' => {
                self.at += 1;
                let (from, mut to) = self.name();
                while byte == b'!' && self.peek(0) == b'\\' {
                    self.at += 1;
                    to = self.name().1;
                }
                let kind = match (from == to, byte) {
                    (true, _) => Kind::Punct(byte),
                    (_, b'!') => Kind::Meta,
                    _ => Kind::Hash,
                };
                Ok(token(kind, from, to))
            }
            b'$' if self.peek(1) == b'"' => {
                self.at += 1;
                let (from, to) = self.quoted()?;
                Ok(token(Kind::Comdat, from, to))
            }
            b'c' if self.peek(1) == b'"' => {
                self.at += 1;
                let (from, to) = self.quoted()?;
                Ok(token(Kind::Bytes, from, to))
            }
            b'+' | b'-' if self.special().is_some() => {
                self.at += self.special().unwrap_or(0);
                Ok(token(Kind::Special, start, self.at))
            }
            b'+' if self.peek(1).is_ascii_digit() => {
                self.at += 1;
                let kind = self.number();
                Ok(token(kind, start + 1, self.at))
            }
            _ if is_name(byte) => {
                let (from, to) = self.name();
                if self.colon() {
                    return Ok(token(Kind::Label, from, to));
                }
                let kind = self.classify(from, to);
                Ok(token(kind, from, self.at))
            }
            b'=' | b',' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'*' | b':' | b'|'
            | b'^' => {
                self.at += 1;
                Ok(token(Kind::Punct(byte), start, start + 1))
            }
            _ => Err(LexError { at: start, line, what: "an unexpected character" }),
        }
    }

    /// Skips a run of name characters. Returns its `(from, to)`.
    fn name(&mut self) -> (usize, usize) {
        let from = self.at;
        while is_name(self.peek(0)) {
            self.at += 1;
        }
        (from, self.at)
    }

    /// Skips a quoted string. Returns the `(from, to)` of the text between the quotes.
    fn quoted(&mut self) -> Result<(usize, usize), LexError> {
        let open = self.at;
        let line = self.line;
        let rest = &self.bytes[open + 1..];
        let Some(length) = rest.iter().position(|b| *b == b'"') else {
            return Err(LexError { at: open, line, what: "an unterminated string" });
        };
        self.line += rest[..length].iter().filter(|b| **b == b'\n').count() as u32;
        self.at = open + 1 + length + 1;
        Ok((open + 1, open + 1 + length))
    }

    fn colon(&mut self) -> bool {
        let found = self.peek(0) == b':';
        if found {
            self.at += 1;
        }
        found
    }

    /// Returns the length of the infinity or NaN here, payload included.
    fn special(&self) -> Option<usize> {
        let rest = &self.bytes[self.at + 1..];
        let name = [&b"inf"[..], b"qnan", b"nan(0x", b"snan(0x"].into_iter().find(|n| rest.starts_with(n))?;
        let after = &rest[name.len()..];
        let ends = |after: &[u8]| !after.first().is_some_and(|byte| is_name(*byte) || *byte == b':');
        if !name.ends_with(b"(0x") {
            return ends(after).then_some(1 + name.len());
        }
        let digits = after.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        (digits > 0 && after.get(digits) == Some(&b')')).then_some(1 + name.len() + digits + 1)
    }

    /// Distinguishes words from numbers; a decimal fraction may extend past `to` over a `+`.
    fn classify(&mut self, from: usize, to: usize) -> Kind {
        let run = &self.bytes[from..to];
        let digits = run.strip_prefix(b"-").unwrap_or(run);
        if run == b"..." {
            return Kind::Dots;
        }
        if run.starts_with(b"u0x") || run.starts_with(b"s0x") {
            let hex = run.len() > 3 && run[3..].iter().all(u8::is_ascii_hexdigit);
            return if hex { Kind::Int } else { Kind::Word };
        }
        if run.starts_with(b"0x") {
            return Kind::Hex;
        }
        if run.starts_with(b"f0x") {
            let hex = run.len() > 3 && run[3..].iter().all(u8::is_ascii_hexdigit);
            return if hex { Kind::Bits } else { Kind::Word };
        }
        if !digits.first().is_some_and(u8::is_ascii_digit) {
            return Kind::Word;
        }
        self.at = from;
        let kind = self.number();
        if self.at < to {
            self.at = to;
            return Kind::Word;
        }
        kind
    }

    /// Skips a decimal number.
    fn number(&mut self) -> Kind {
        if self.peek(0) == b'-' {
            self.at += 1;
        }
        self.digits();
        if self.peek(0) != b'.' {
            return Kind::Int;
        }
        self.at += 1;
        self.digits();
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.digits();
            }
        }
        Kind::Decimal
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let tokens = tokens(text).expect("lexes");
        tokens.iter().map(|t| (t.kind, &text[t.from as usize..t.to as usize])).collect()
    }

    #[test]
    fn tells_kinds_apart() {
        assert_eq!(
            kinds("%\"a b\" = add i8 -5, 0x3F ; gone\n%1 @f.x !dbg !7 #3"),
            [
                (Kind::Local, "a b"),
                (Kind::Punct(b'='), "="),
                (Kind::Word, "add"),
                (Kind::Word, "i8"),
                (Kind::Int, "-5"),
                (Kind::Punct(b','), ","),
                (Kind::Hex, "0x3F"),
                (Kind::Local, "1"),
                (Kind::Global, "f.x"),
                (Kind::Meta, "dbg"),
                (Kind::Meta, "7"),
                (Kind::Hash, "3"),
                (Kind::End, ""),
            ]
        );
    }

    #[test]
    fn numbers_and_labels() {
        assert_eq!(
            kinds("5: \"x y\": bb-1.i: -inf: -1.5e+10 u0xFF s0xF0 c\"a\\00\" ... 12ab"),
            [
                (Kind::Label, "5"),
                (Kind::Label, "x y"),
                (Kind::Label, "bb-1.i"),
                (Kind::Label, "-inf"),
                (Kind::Decimal, "-1.5e+10"),
                (Kind::Int, "u0xFF"),
                (Kind::Int, "s0xF0"),
                (Kind::Bytes, "a\\00"),
                (Kind::Dots, "..."),
                (Kind::Word, "12ab"),
                (Kind::End, ""),
            ]
        );
    }

    #[test]
    fn floats_that_are_no_decimals() {
        assert_eq!(
            kinds("f0xBFC90FDB -inf +qnan, +nan(0x3FF) -snan(0x1)] f0x f0xfg -nan -infinite"),
            [
                (Kind::Bits, "f0xBFC90FDB"),
                (Kind::Special, "-inf"),
                (Kind::Special, "+qnan"),
                (Kind::Punct(b','), ","),
                (Kind::Special, "+nan(0x3FF)"),
                (Kind::Special, "-snan(0x1)"),
                (Kind::Punct(b']'), "]"),
                (Kind::Word, "f0x"),
                (Kind::Word, "f0xfg"),
                (Kind::Word, "-nan"),
                (Kind::Word, "-infinite"),
                (Kind::End, ""),
            ]
        );
        assert!(tokens("+nan(0x)").is_err());
    }

    #[test]
    fn counts_lines_and_columns() {
        let text = "a\n ; c\n  \"x\ny\" b";
        let tokens = tokens(text).expect("lexes");
        assert_eq!(tokens.iter().map(|t| t.line).collect::<Vec<_>>(), [1, 3, 4, 4]);
        assert_eq!(column(text, tokens[1].start as usize), 3);
        assert_eq!(column(text, tokens[2].start as usize), 4);
    }

    #[test]
    fn comments_are_passed() {
        let text = "a /* (nzero) */ b; /*\n/* c\n *//**/d /* e";
        let tokens = tokens(text).expect("lexes");
        let found: Vec<(u32, &str)> =
            tokens.iter().map(|t| (t.line, &text[t.from as usize..t.to as usize])).collect();
        assert_eq!(found, [(1, "a"), (1, "b"), (3, "d"), (3, "")]);
    }

    #[test]
    fn unescapes() {
        assert_eq!(&*unescape(r"a\0Ab\\c\zz\4"), b"a\nb\\c\\zz\\4");
    }

    #[test]
    fn refuses_strays() {
        let error = tokens("a\n  `").expect_err("a backtick");
        assert_eq!((error.line, error.at), (2, 4));
        assert_eq!(tokens("\n\"abc").expect_err("open string").line, 2);
    }
}
