//! The parser's state, its position in the tokens, and its errors.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::lexer::{self, Kind, Token};
use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::{BlockId, Inst, Module, Symbol, Type, Value, ValueInfo};

/// The maximum nesting depth of types and constants.
const DEPTH: u32 = 64;

/// The entity that a global name refers to.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Symbol(Symbol),
    /// An alias: the token at which its aliasee begins.
    Alias(usize),
}

/// A named type.
pub(super) enum NamedType {
    /// Its tokens.
    Unread { from: usize, to: usize },
    /// It is being read: using its name within it would make it infinite.
    Reading,
    /// Read, with the number of its parts and their nesting depth.
    Read { ty: Type, parts: u32, depth: u32 },
}

/// The attributes that are kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Attributes {
    pub range: Option<(u128, u128)>,
    pub dereferenceable: u32,
    pub sret: bool,
    pub noreturn: bool,
    /// `optsize` or `minsize`.
    pub small: bool,
}

/// A block that was named so far.
pub(super) struct Label {
    pub(super) name: String,
    /// The token that first names it.
    pub(super) first: Token,
    /// Its position in the text, once it is known.
    pub(super) place: Option<u32>,
}

/// The values and blocks that the function has named so far.
#[derive(Default)]
pub(super) struct Locals<'a> {
    pub(super) values: HashMap<Cow<'a, str>, Value>,
    pub(super) infos: Vec<ValueInfo>,
    /// For every value that is not defined yet, its first use.
    pub(super) pending: Vec<Option<Token>>,
    pub(super) blocks: HashMap<Cow<'a, str>, BlockId>,
    pub(super) labels: Vec<Label>,
    /// Blocks in the order of the text.
    pub(super) order: Vec<BlockId>,
    /// The number that the next unnamed value or block gets.
    pub(super) next: u32,
}

impl<'a> Locals<'a> {
    /// Returns the name of the next unnamed value or block.
    pub(super) fn unnamed(&mut self) -> Cow<'a, str> {
        self.next += 1;
        Cow::Owned((self.next - 1).to_string())
    }

    /// Continues the numbering behind a number that the text uses as a name.
    pub(super) fn count(&mut self, name: &str) {
        if let Ok(number) = name.parse::<u32>() {
            self.next = self.next.max(number.saturating_add(1));
        }
    }
}

/// A parser at some token of a module.
pub(super) struct Parser<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub tokens: Vec<Token>,
    pub at: usize,
    pub(super) depth: u32,
    /// The number of parts of the type being read, including those of named types.
    pub type_parts: u32,
    pub types: HashMap<Cow<'a, str>, NamedType>,
    pub(super) names: HashMap<Cow<'a, str>, Named>,
    /// Attribute groups.
    pub groups: HashMap<&'a str, Attributes>,
    /// Numbered metadata: token after the `=`.
    pub nodes: HashMap<&'a str, usize>,
    /// The folder in which the crate being built was compiled: the first one that the debug information names.
    pub folder: Option<String>,
    /// The places in the source read so far, by the tokens of their nodes.
    pub sources: HashMap<usize, SourceId>,
    /// Name of the function being read, empty outside.
    pub function: String,
    pub locals: Locals<'a>,
    /// Instructions that compute the constants of the instruction being read, and those of phis.
    pub computed: Vec<Inst>,
    pub computed_at_ends: Vec<(BlockId, Vec<Inst>)>,
    /// Symbols declared or defined `noreturn`.
    pub noreturn: HashSet<Symbol>,
    pub module: Module,
}

impl<'a> Parser<'a> {
    /// Creates a parser at the first token of a module's text.
    pub fn new(file: &'a str, text: &'a str, tokens: Vec<Token>) -> Parser<'a> {
        Parser {
            file,
            text,
            tokens,
            at: 0,
            depth: 0,
            type_parts: 0,
            types: HashMap::new(),
            names: HashMap::new(),
            groups: HashMap::new(),
            nodes: HashMap::new(),
            folder: None,
            sources: HashMap::new(),
            function: String::new(),
            locals: Locals::default(),
            computed: Vec::new(),
            computed_at_ends: Vec::new(),
            noreturn: HashSet::new(),
            module: Module { name: file.to_string(), ..Module::default() },
        }
    }

    pub fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub fn kind(&self) -> Kind {
        self.token().kind
    }

    /// Returns the kind of the token `count` positions ahead.
    pub fn ahead(&self, count: usize) -> Kind {
        self.tokens.get(self.at + count).map_or(Kind::End, |t| t.kind)
    }

    /// Returns the current token and moves past it; never moves past the end.
    pub fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub fn slice(&self, token: Token) -> &'a str {
        &self.text[token.from as usize..token.to as usize]
    }

    /// Returns the word here, empty if there is none.
    pub fn word(&self) -> &'a str {
        let token = self.token();
        if token.kind == Kind::Word { self.slice(token) } else { "" }
    }

    pub fn is(&self, punct: u8) -> bool {
        self.kind() == Kind::Punct(punct)
    }

    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.is(punct);
        self.at += usize::from(found);
        found
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, punct: u8) -> Result<(), Error> {
        if self.eat(punct) { Ok(()) } else { self.expected(&format!("`{}`", punct as char)) }
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Moves past a token of this kind.
    pub fn expect_kind(&mut self, kind: Kind, what: &str) -> Result<Token, Error> {
        if self.kind() == kind { Ok(self.advance()) } else { self.expected(what) }
    }

    /// Skips a comma, unless metadata follows it.
    pub fn eat_comma(&mut self) -> bool {
        if !self.is(b',') || matches!(self.ahead(1), Kind::Meta) {
            return false;
        }
        self.at += 1;
        true
    }

    /// Returns a syntax error at a token.
    pub fn error_at(&self, token: Token, what: String) -> Error {
        Error::Syntax {
            file: self.file.to_string(),
            line: token.line,
            column: lexer::column(self.text, token.start as usize),
            what,
        }
    }

    /// Returns a syntax error here.
    pub fn error<T>(&self, what: String) -> Result<T, Error> {
        Err(self.error_at(self.token(), what))
    }

    /// Returns a syntax error that quotes the unexpected token.
    pub fn expected<T>(&self, what: &str) -> Result<T, Error> {
        let token = self.token();
        let end = (token.to as usize).max(token.start as usize + 1).min(self.text.len());
        let found: String = self.text[token.start as usize..].chars().take(40).collect();
        let found = found.get(..end - token.start as usize).unwrap_or(&found);
        if token.kind == Kind::End {
            return self.error(format!("expected {what}, found the end of the text"));
        }
        self.error(format!("expected {what}, found `{}`", found.escape_debug()))
    }

    /// Returns an error for an unsupported construct here.
    pub fn unsupported<T>(&self, what: &str) -> Result<T, Error> {
        self.unsupported_at(self.token(), what)
    }

    /// Returns an error for an unsupported construct at a token.
    pub fn unsupported_at<T>(&self, token: Token, what: &str) -> Result<T, Error> {
        Err(Error::Unsupported {
            file: self.file.to_string(),
            line: token.line,
            source: self.source_on_line(token),
            function: self.function.clone(),
            what: what.to_string(),
        })
    }

    /// Enters one level of nesting.
    pub fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.unsupported("nesting deeper than 64 levels");
        }
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns the name in a token, unescaped.
    pub fn name(&self, token: Token) -> Result<Cow<'a, str>, Error> {
        match lexer::unescape(self.slice(token)) {
            Cow::Borrowed(_) => Ok(Cow::Borrowed(self.slice(token))),
            Cow::Owned(bytes) => String::from_utf8(bytes)
                .map(Cow::Owned)
                .map_err(|_| self.error_at(token, "expected a name in UTF-8".to_string())),
        }
    }

    /// Reads a quoted string, which must be UTF-8, and unescapes it.
    pub fn string(&mut self, what: &str) -> Result<String, Error> {
        let token = self.expect_kind(Kind::Str, what)?;
        Ok(self.name(token)?.into_owned())
    }

    /// Reads a plain number that fits into 32 bits.
    pub fn number(&mut self, what: &str) -> Result<u32, Error> {
        if self.kind() != Kind::Int {
            return self.expected(what);
        }
        let Ok(number) = self.slice(self.token()).parse() else {
            return self.expected(what);
        };
        self.at += 1;
        Ok(number)
    }

    /// Skips a group in parentheses, brackets or braces.
    pub fn skip_group(&mut self) -> Result<(), Error> {
        let mut open = 0_u32;
        loop {
            match self.kind() {
                Kind::Punct(b'(' | b'[' | b'{') => open += 1,
                Kind::Punct(b')' | b']' | b'}') => open = open.saturating_sub(1),
                Kind::End => return self.expected("a closing bracket"),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Ok(());
            }
        }
    }
}
