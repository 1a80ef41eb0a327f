//! Everything outside functions: names, variables, declarations, aliases.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::lexer::{self, Kind, Token};
use super::scan::{Entity, EntityKind};
use super::state::{Named, Parser};
use crate::Error;
use crate::ir::operands::words;
use crate::ir::verify::{self, Fault};
use crate::ir::{Const, Extern, Global, Module, Symbol, SymbolInfo, SymbolKind, Type};

/// The part of a module to read.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// All of it.
    All,
    /// The exported definitions and all that they refer to.
    Exported,
    /// These names and all that they refer to, without `module asm`.
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
    let mut parser = Parser::new(file, text, tokens);
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
    /// Returns the names that are visible outside or that assembly mentions.
    fn exported(&self, entities: &[Entity]) -> Result<HashSet<Cow<'a, str>>, Error> {
        let words: HashSet<&str> = self.module.asm.iter().flat_map(|line| words(line)).collect();
        let mut names = HashSet::new();
        for entity in entities {
            let name = self.name(self.tokens[entity.name])?;
            // The linkage precedes the name of a function, but is the first word of a variable.
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

    /// Returns the entities reachable from the roots, in their order.
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

    /// Gives every entity its symbol, so that uses may precede definitions.
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
                return self.unsupported("an exported alias into the middle of a symbol");
            }
            self.module.symbols[index].kind = self.module.symbols[target.index()].kind;
        }
        Ok(())
    }

    /// Returns the name of a symbol.
    pub fn name_of(&self, symbol: Symbol) -> String {
        self.module.name_of(symbol).to_string()
    }

    fn add_symbol(&mut self, name: &str, kind: SymbolKind) -> Symbol {
        self.module.symbols.push(SymbolInfo { name: name.to_string(), kind });
        Symbol(self.module.symbols.len() as u32 - 1)
    }

    /// Resolves a global name to a symbol and a byte offset, following aliases.
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
                    _ => Err(self.error_at(token, format!("the alias `@{name}` does not refer to a symbol"))),
                }
            }
            None => Err(self.error_at(token, format!("`@{name}` is not defined"))),
        }
    }

    /// Whether a symbol is code.
    pub fn is_code(&self, symbol: Symbol) -> bool {
        !matches!(self.module.symbols[symbol.index()].kind, SymbolKind::Global(_))
    }

    /// Reads up to the aliasee. Returns whether the alias is exported.
    fn alias_header(&mut self) -> Result<bool, Error> {
        let exported = self.linkage()?.unwrap_or(true);
        self.expect_word("alias")?;
        self.skip_function_type()?;
        self.expect(b',')?;
        // Only these come without their type.
        if !matches!(self.word(), "getelementptr" | "bitcast" | "addrspacecast" | "inttoptr") {
            self.pointer_type()?;
        }
        Ok(exported)
    }

    /// Reads an alias again to report its errors.
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

    /// Reads `comdat` or `comdat($name)`.
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

    /// Marks the entities named by `@llvm.used`, `@llvm.compiler.used` and exported aliases as exported.
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
