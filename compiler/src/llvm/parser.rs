//! The frame of the parser: tokens, errors, and what stands outside functions.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::attributes::Attributes;
use super::lexer::{self, Kind, Token};
use super::locals::Locals;
use super::scan::{Entity, EntityKind};
use super::types::NamedType;
use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::verify::{self, Fault};
use crate::ir::{BlockId, Const, Extern, Global, Inst, Module, Symbol, SymbolInfo, SymbolKind, Type};
use crate::opt::reach::words;

/// How deep types and constants may nest.
const DEPTH: u32 = 64;

/// What a global name stands for.
#[derive(Clone, Copy)]
enum Named {
    Symbol(Symbol),
    /// An alias: the token at which its aliasee begins.
    Alias(usize),
}

/// A parser at some token of one module.
pub(super) struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    pub tokens: Vec<Token>,
    pub at: usize,
    depth: u32,
    /// Types inside the type being read, those behind names included.
    pub type_parts: u32,
    pub types: HashMap<Cow<'a, str>, NamedType>,
    names: HashMap<Cow<'a, str>, Named>,
    /// Attribute groups.
    pub groups: HashMap<&'a str, Attributes>,
    /// Numbered metadata: token after the `=`.
    pub nodes: HashMap<&'a str, usize>,
    /// The places in the source that were read so far, by the tokens of their nodes.
    pub sources: HashMap<usize, SourceId>,
    /// Name of the function being read, empty outside.
    pub function: String,
    pub locals: Locals<'a>,
    /// What computes constants that the instruction being read names, and those that phis name.
    pub computed: Vec<Inst>,
    pub computed_at_ends: Vec<(BlockId, Vec<Inst>)>,
    /// Symbols declared or defined `noreturn`.
    pub noreturn: HashSet<Symbol>,
    pub module: Module,
}

/// What is read of a module.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// All of it.
    All,
    /// What is exported, and what that leads to.
    Exported,
    /// What these names lead to, without `module asm`.
    Roots(&'a [&'a str]),
}

/// Reads a module, or a part of it.
pub(super) fn parse(file: &str, text: &str, wanted: Wanted<'_>) -> Result<Module, Error> {
    let syntax = |line, at, what: &str| Error::Syntax {
        file: file.to_string(),
        line,
        column: lexer::column(text, at),
        what: what.to_string(),
    };
    if u32::try_from(text.len()).is_err() {
        return Err(syntax(1, 0, "expected less than 4 GiB"));
    }
    let tokens = lexer::tokens(text).map_err(|e| syntax(e.line, e.at, e.what))?;
    let mut parser = Parser {
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
        sources: HashMap::new(),
        function: String::new(),
        locals: Locals::default(),
        computed: Vec::new(),
        computed_at_ends: Vec::new(),
        noreturn: HashSet::new(),
        module: Module { name: file.to_string(), ..Module::default() },
    };
    let mut entities = parser.scan()?;
    match wanted {
        Wanted::All => {}
        Wanted::Exported => {
            let exported = parser.exported(&entities)?;
            entities = parser.needed(&entities, |name| exported.contains(name))?;
        }
        Wanted::Roots(roots) => {
            parser.module.asm.clear();
            entities = parser.needed(&entities, |name| roots.contains(&name))?;
        }
    }
    parser.declare(&entities)?;
    for entity in &entities {
        parser.at = entity.from;
        match entity.kind {
            EntityKind::Global => parser.global(entity)?,
            EntityKind::Define => {
                let function = parser.define_function()?;
                parser.module.functions.push(function);
            }
            EntityKind::Declare => parser.extern_function()?,
            EntityKind::Alias => parser.check_alias()?,
        }
        if parser.at != entity.to {
            return parser.expected("the end of the definition");
        }
    }
    parser.used(&entities)?;
    let Parser { mut module, noreturn, .. } = parser;
    super::calls::spread_noreturn(&mut module, &noreturn);
    match verify::faults(&module).into_iter().next() {
        None => Ok(module),
        Some(Fault { place, line, what }) => Err(Error::Syntax {
            file: file.to_string(),
            line,
            column: 1,
            what: format!("in {place}: {what}"),
        }),
    }
}

impl<'a> Parser<'a> {
    pub fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The kind of a token further on.
    pub fn ahead(&self, count: usize) -> Kind {
        self.tokens.get(self.at + count).map_or(Kind::End, |t| t.kind)
    }

    /// Passes a token; the end is never passed.
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

    /// The word here, empty if there is none.
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

    /// Passes a token of this kind.
    pub fn expect_kind(&mut self, kind: Kind, what: &str) -> Result<Token, Error> {
        if self.kind() == kind { Ok(self.advance()) } else { self.expected(what) }
    }

    /// A comma that goes on with something else than metadata.
    pub fn eat_comma(&mut self) -> bool {
        if !self.is(b',') || matches!(self.ahead(1), Kind::Meta) {
            return false;
        }
        self.at += 1;
        true
    }

    /// A syntax error at a token.
    pub fn error_at(&self, token: Token, what: String) -> Error {
        Error::Syntax {
            file: self.file.to_string(),
            line: token.line,
            column: lexer::column(self.text, token.start as usize),
            what,
        }
    }

    /// A syntax error here.
    pub fn error<T>(&self, what: String) -> Result<T, Error> {
        Err(self.error_at(self.token(), what))
    }

    /// A syntax error that tells what stands here instead.
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

    /// A construct here that the compiler does not translate.
    pub fn unsupported<T>(&self, what: &str) -> Result<T, Error> {
        self.unsupported_at(self.token(), what)
    }

    /// A construct at a token that the compiler does not translate.
    pub fn unsupported_at<T>(&self, token: Token, what: &str) -> Result<T, Error> {
        Err(Error::Unsupported {
            file: self.file.to_string(),
            line: token.line,
            source: self.source_on_line(token),
            function: self.function.clone(),
            what: what.to_string(),
        })
    }

    /// Goes one level down into nested text.
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

    /// The name a token holds, unescaped.
    pub fn name(&self, token: Token) -> Result<Cow<'a, str>, Error> {
        match lexer::unescape(self.slice(token)) {
            Cow::Borrowed(_) => Ok(Cow::Borrowed(self.slice(token))),
            Cow::Owned(bytes) => String::from_utf8(bytes)
                .map(Cow::Owned)
                .map_err(|_| self.error_at(token, "expected a name in UTF-8".to_string())),
        }
    }

    /// A quoted string that must be UTF-8, unescaped.
    pub fn string(&mut self, what: &str) -> Result<String, Error> {
        let token = self.expect_kind(Kind::Str, what)?;
        Ok(self.name(token)?.into_owned())
    }

    /// A plain number that fits 32 bits.
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

    /// Passes a group in parentheses, brackets or braces.
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

    /// The names that are visible outside or that assembly mentions.
    fn exported(&self, entities: &[Entity]) -> Result<HashSet<Cow<'a, str>>, Error> {
        let words: HashSet<&str> = self.module.asm.iter().flat_map(|line| words(line)).collect();
        let mut names = HashSet::new();
        for entity in entities {
            let name = self.name(self.tokens[entity.name])?;
            // The linkage stands before the name of a function, and first of all in a variable.
            let end = if entity.name > entity.from { entity.name } else { entity.to };
            let local = (entity.from..end)
                .map(|at| self.tokens[at])
                .take_while(|token| !matches!(self.slice(*token), "global" | "constant" | "alias"))
                .any(|token| matches!(self.slice(token), "internal" | "private"));
            if (!local && entity.kind != EntityKind::Declare) || words.contains(&*name) {
                names.insert(name);
            }
        }
        Ok(names)
    }

    /// The entities that the roots lead to, in their order.
    fn needed(&mut self, entities: &[Entity], root: impl Fn(&str) -> bool) -> Result<Vec<Entity>, Error> {
        let mut index = HashMap::new();
        for (i, entity) in entities.iter().enumerate() {
            index.insert(self.name(self.tokens[entity.name])?, i);
        }
        let mut taken = vec![false; entities.len()];
        let mut open: Vec<usize> = index.iter().filter(|(name, _)| root(name)).map(|(_, i)| *i).collect();
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut taken[i], true) {
                continue;
            }
            for at in entities[i].from..entities[i].to {
                if self.tokens[at].kind == Kind::Global {
                    open.extend(index.get(&self.name(self.tokens[at])?));
                }
            }
        }
        Ok(entities.iter().zip(&taken).filter(|(_, t)| **t).map(|(e, _)| *e).collect())
    }

    /// Gives every entity its symbol, so that uses may come before definitions.
    fn declare(&mut self, entities: &[Entity]) -> Result<(), Error> {
        let (mut functions, mut globals, mut externs) = (0, 0, 0);
        let mut aliases = Vec::new();
        for entity in entities {
            let token = self.tokens[entity.name];
            let name = self.name(token)?;
            if name.starts_with("llvm.") {
                continue;
            }
            let next = |counter: &mut u32| std::mem::replace(counter, *counter + 1);
            let kind = match entity.kind {
                EntityKind::Global => SymbolKind::Global(next(&mut globals)),
                EntityKind::Define => SymbolKind::Function(next(&mut functions)),
                EntityKind::Declare => SymbolKind::Extern(next(&mut externs)),
                EntityKind::Alias => {
                    self.at = entity.from;
                    let exported = self.alias_header()?;
                    if self.names.insert(name.clone(), Named::Alias(self.at)).is_some() {
                        return Err(self.error_at(token, format!("`@{name}` is defined twice")));
                    }
                    if exported {
                        // Its kind is known once all symbols are.
                        aliases.push((*entity, self.module.symbols.len()));
                        self.add_symbol(&name, SymbolKind::Extern(u32::MAX));
                    }
                    continue;
                }
            };
            let symbol = self.add_symbol(&name, kind);
            if self.names.insert(name.clone(), Named::Symbol(symbol)).is_some() {
                return Err(self.error_at(token, format!("`@{name}` is defined twice")));
            }
        }
        for (entity, index) in aliases {
            let (target, offset) = self.address(self.tokens[entity.name])?;
            if offset != 0 {
                self.at = entity.name;
                return self.unsupported("an exported alias into the middle of something");
            }
            self.module.symbols[index].kind = self.module.symbols[target.index()].kind;
        }
        Ok(())
    }

    /// The name of a symbol.
    pub fn name_of(&self, symbol: Symbol) -> String {
        self.module.name_of(symbol).to_string()
    }

    fn add_symbol(&mut self, name: &str, kind: SymbolKind) -> Symbol {
        self.module.symbols.push(SymbolInfo { name: name.to_string(), kind });
        Symbol(self.module.symbols.len() as u32 - 1)
    }

    /// What a global name means: a symbol and a byte offset, aliases followed.
    pub fn address(&mut self, token: Token) -> Result<(Symbol, i32), Error> {
        let name = self.name(token)?;
        match self.names.get(&name).copied() {
            Some(Named::Symbol(symbol)) => Ok((symbol, 0)),
            Some(Named::Alias(aliasee)) => {
                let back = std::mem::replace(&mut self.at, aliasee);
                self.enter()?;
                let target = self.constant(&Type::Ptr)?;
                self.leave();
                self.at = back;
                match target {
                    Const::Address(symbol, offset) => Ok((symbol, offset)),
                    _ => Err(self.error_at(token, format!("`@{name}` is an alias of no symbol"))),
                }
            }
            None => Err(self.error_at(token, format!("`@{name}` is not defined"))),
        }
    }

    /// Whether a symbol is code.
    pub fn is_code(&self, symbol: Symbol) -> bool {
        !matches!(self.module.symbols[symbol.index()].kind, SymbolKind::Global(_))
    }

    /// Reads up to the aliasee; whether the alias is exported.
    fn alias_header(&mut self) -> Result<bool, Error> {
        let exported = self.linkage()?.unwrap_or(true);
        self.expect_word("alias")?;
        self.skip_function_type()?;
        self.expect(b',')?;
        // Only these stand without their type.
        if !matches!(self.word(), "getelementptr" | "bitcast" | "addrspacecast" | "inttoptr") {
            self.pointer_type()?;
        }
        Ok(exported)
    }

    /// Reads an alias again for its faults.
    fn check_alias(&mut self) -> Result<(), Error> {
        self.alias_header()?;
        self.constant(&Type::Ptr)?;
        while self.eat(b',') {
            self.expect_word("partition")?;
            self.expect_kind(Kind::Str, "a partition")?;
        }
        Ok(())
    }

    fn global(&mut self, entity: &Entity) -> Result<(), Error> {
        let token = self.tokens[entity.name];
        let name = self.name(token)?;
        if name.starts_with("llvm.") {
            if !matches!(&*name, "llvm.used" | "llvm.compiler.used") {
                return self.unsupported(&format!("the global `@{name}`"));
            }
            self.at = entity.to;
            return Ok(());
        }
        let (symbol, _) = self.address(token)?;
        let external = matches!(self.word(), "external" | "extern_weak");
        let exported = self.linkage()?.unwrap_or(true);
        if self.eat_word("externally_initialized") {
            return self.unsupported("an externally initialized global");
        }
        let constant = self.eat_word("constant");
        if !constant {
            self.expect_word("global")?;
        }
        let ty = self.value_type()?;
        let init = if external { None } else { Some(self.constant(&ty)?) };
        let mut global =
            Global { symbol, ty, constant, exported, init, align: 1, section: None, line: token.line };
        while self.eat(b',') {
            match self.word() {
                "align" => {
                    self.at += 1;
                    global.align = self.alignment()?;
                }
                "section" => {
                    self.at += 1;
                    global.section = Some(self.string("a section")?);
                }
                "comdat" => self.comdat()?,
                _ if self.kind() == Kind::Meta => {
                    self.at += 1;
                    self.skip_node()?;
                }
                _ => return self.expected("`align`, `section`, `comdat` or metadata"),
            }
        }
        self.attributes()?;
        self.module.globals.push(global);
        Ok(())
    }

    /// `comdat` or `comdat($name)`.
    pub fn comdat(&mut self) -> Result<(), Error> {
        self.expect_word("comdat")?;
        if self.is(b'(') { self.skip_group() } else { Ok(()) }
    }

    fn extern_function(&mut self) -> Result<(), Error> {
        self.at += 1;
        let header = self.header()?;
        let Some(symbol) = header.symbol else {
            return Ok(());
        };
        let params = header.params.into_iter().map(|p| p.ty).collect();
        self.module.externs.push(Extern { symbol, ret: header.ret, params, line: header.line });
        Ok(())
    }

    /// Marks what `@llvm.used`, `@llvm.compiler.used` and exported aliases name as exported.
    fn used(&mut self, entities: &[Entity]) -> Result<(), Error> {
        for entity in entities {
            let name = self.name(self.tokens[entity.name])?;
            let from = match entity.kind {
                EntityKind::Global if name.starts_with("llvm.") => entity.from,
                EntityKind::Alias => {
                    self.at = entity.from;
                    if !self.alias_header()? {
                        continue;
                    }
                    self.at
                }
                _ => continue,
            };
            for at in from..entity.to {
                let token = self.tokens[at];
                if token.kind != Kind::Global {
                    continue;
                }
                let (symbol, _) = self.address(token)?;
                match self.module.symbols[symbol.index()].kind {
                    SymbolKind::Function(i) => self.module.functions[i as usize].exported = true,
                    SymbolKind::Global(i) => self.module.globals[i as usize].exported = true,
                    SymbolKind::Extern(_) | SymbolKind::Dropped => {}
                }
            }
        }
        Ok(())
    }
}
